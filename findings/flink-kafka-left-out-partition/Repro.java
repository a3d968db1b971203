import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumerator;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.enumerator.subscriber.KafkaSubscriber;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.MockAdminClient;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;

/**
 * The enumerator of a bounded KafkaSource whose starting offsets come from an OffsetsInitializer of the user's own, which
 * knows no offset of one of the partitions that it is asked for, or one of a partition that it isn't asked for.
 *
 * <p>java -cp 'flink-connector-kafka-5.0.0-2.2.jar:kafka-clients-4.2.0-test.jar:…' Repro.java, with all that it
 * depends on; kafka-clients' test JAR has MockAdminClient, which answers in the place of brokers
 *
 * <p>Ends with 3 where the job ends as if all were well and a partition of the topic was never read, or one that isn't
 * subscribed to was, else with 0.
 */
public class Repro {
    private static final String TOPIC = "orders";
    private static final int PARTITIONS = 3;
    private static final long STORED = 7;

    public static void main(String[] args) throws Exception {
        boolean faulty = run("offsets of all", new Stored(offsets(TOPIC, 0, 1, 2)));
        faulty |= run("no offset of orders-1", new Stored(offsets(TOPIC, 0, 2)));
        Map<TopicPartition, Long> more = offsets(TOPIC, 0, 1, 2);
        more.putAll(offsets("payments", 0));
        faulty |= run("one of payments-0, too", new Stored(more));
        System.exit(faulty ? 3 : 0);
    }

    /** Offsets that are stored elsewhere than in Kafka: all of them, whatever it is asked for. */
    private static final class Stored implements OffsetsInitializer {
        private final Map<TopicPartition, Long> offsets;

        Stored(Map<TopicPartition, Long> offsets) {
            this.offsets = offsets;
        }

        @Override
        public Map<TopicPartition, Long> getPartitionOffsets(
                Collection<TopicPartition> asked, PartitionOffsetsRetriever cluster) {
            return offsets;
        }

        @Override
        public OffsetResetStrategy getAutoOffsetResetStrategy() {
            return OffsetResetStrategy.EARLIEST;
        }
    }

    private static Map<TopicPartition, Long> offsets(String topic, int... partitions) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        IntStream.of(partitions).forEach(number -> offsets.put(new TopicPartition(topic, number), STORED));
        return offsets;
    }

    private static boolean run(String what, OffsetsInitializer start) throws Exception {
        Job job = new Job();
        Properties properties = new Properties(); // as KafkaSourceBuilder gives those of a bounded source
        properties.setProperty("bootstrap.servers", "127.0.0.1:1");
        properties.setProperty("client.id.prefix", "source");
        properties.setProperty("partition.discovery.interval.ms", "-1");
        KafkaSourceEnumerator enumerator = new KafkaSourceEnumerator(
            KafkaSubscriber.getTopicListSubscriber(List.of(TOPIC)), start, OffsetsInitializer.latest(), properties,
            job.context(), Boundedness.BOUNDED);
        enumerator.start();
        mock(enumerator);
        enumerator.addReader(0);
        String failed = "";
        try {
            while (!job.calls.isEmpty()) {
                job.calls.remove().run();
            }
        } catch (RuntimeException thrown) {
            Throwable cause = thrown;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            failed = "fails with " + cause.getClass().getSimpleName();
        }
        enumerator.close();
        String reads = "reads " + job.read + (job.ends ? ", and ends" : "");
        System.out.println(what + ": " + (failed.isEmpty() ? reads : failed));
        List<String> read = job.read.stream().map(split -> split.replaceAll(" .*", "")).collect(Collectors.toList());
        return failed.isEmpty() && !read.equals(List.of("orders-0", "orders-1", "orders-2"));
    }

    /** What the enumerator wants called, and what it tells its one reader. */
    private static final class Job {
        final Queue<Runnable> calls = new ArrayDeque<>();
        final TreeSet<String> read = new TreeSet<>();
        boolean ends;

        @SuppressWarnings("unchecked")
        SplitEnumeratorContext<KafkaPartitionSplit> context() {
            return (SplitEnumeratorContext<KafkaPartitionSplit>) Proxy.newProxyInstance(
                Repro.class.getClassLoader(), new Class<?>[] {SplitEnumeratorContext.class}, (self, method, given) -> {
                    switch (method.getName()) {
                        case "currentParallelism":
                            return 1;
                        case "registeredReaders":
                            return Map.of(0, new ReaderInfo(0, "localhost"));
                        case "assignSplits":
                            ((SplitsAssignment<KafkaPartitionSplit>) given[0]).assignment().get(0).forEach(split ->
                                read.add(split.getTopicPartition() + " from " + split.getStartingOffset()));
                            return null;
                        case "signalNoMoreSplits":
                            ends = true;
                            return null;
                        case "callAsync":
                            calls.add(() ->
                                called((Callable<Object>) given[0], (BiConsumer<Object, Throwable>) given[1]));
                            return null;
                        default:
                            return null;
                    }
                });
        }

        private static void called(Callable<Object> callable, BiConsumer<Object, Throwable> handler) {
            Object result = null;
            Throwable thrown = null;
            try {
                result = callable.call();
            } catch (Exception exception) {
                thrown = exception;
            }
            handler.accept(result, thrown);
        }
    }

    /** Lets the enumerator ask Kafka's own MockAdminClient: all partitions end at 42. */
    private static void mock(KafkaSourceEnumerator enumerator) throws Exception {
        Node node = new Node(0, "localhost", 9092);
        MockAdminClient cluster = new MockAdminClient(List.of(node), node);
        cluster.addTopic(false, TOPIC, IntStream.range(0, PARTITIONS)
            .mapToObj(number -> new TopicPartitionInfo(number, node, List.of(node), List.of(node)))
            .collect(Collectors.toList()), Map.of());
        Map<TopicPartition, Long> ends = new HashMap<>();
        IntStream.range(0, PARTITIONS).forEach(number -> ends.put(new TopicPartition(TOPIC, number), 42L));
        cluster.updateEndOffsets(ends);
        Field admin = KafkaSourceEnumerator.class.getDeclaredField("adminClient");
        admin.setAccessible(true);
        AdminClient made = (AdminClient) admin.get(enumerator);
        admin.set(enumerator, cluster);
        made.close(Duration.ZERO);
    }
}
