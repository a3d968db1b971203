import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.connector.kafka.dynamic.metadata.ClusterMetadata;
import org.apache.flink.connector.kafka.dynamic.metadata.KafkaMetadataService;
import org.apache.flink.connector.kafka.dynamic.metadata.KafkaStream;
import org.apache.flink.connector.kafka.dynamic.source.DynamicKafkaSource;
import org.apache.flink.connector.kafka.dynamic.source.split.DynamicKafkaSourceSplit;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MockAdminClient;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * The enumerator of a DynamicKafkaSource with two readers, and a second cluster that the metadata service tells of while
 * the second reader isn't there.
 *
 * <p>java -cp 'flink-connector-kafka-5.0.0-2.2.jar:kafka-clients-4.2.0-test.jar:…' Repro.java, with all that it
 * depends on; kafka-clients' test JAR has MockAdminClient, which answers in the place of brokers
 *
 * <p>Ends with 3 where both readers are there and a partition has no reader, else with 0.
 */
public class Repro {
    private static final Map<String, Map<String, Integer>> CLUSTERS =
        Map.of("first", Map.of("orders", 4), "second", Map.of("users", 1));
    private static final int ROUNDS = 3;

    /** What becomes of reader 1. */
    private enum Second {
        IS_THERE_BEFORE, REGISTERS_AFTER, FAILS_BEFORE_AND_IS_BACK_AFTER
    }

    public static void main(String[] args) throws Exception {
        boolean faulty = false;
        for (String mode : List.of("per_cluster", "global")) {
            for (Second second : Second.values()) {
                faulty |= run(mode, second);
            }
        }
        System.exit(faulty ? 3 : 0);
    }

    private static boolean run(String mode, Second second) throws Exception {
        Job job = new Job(mode);
        job.clusters.put("first", CLUSTERS.get("first").keySet());
        job.enumerator.start();
        job.register(0);
        if (second != Second.REGISTERS_AFTER) {
            job.register(1);
        }
        job.refresh();
        if (second == Second.FAILS_BEFORE_AND_IS_BACK_AFTER) {
            job.fail(1);
        }
        job.clusters.put("second", CLUSTERS.get("second").keySet());
        job.refresh();
        if (second != Second.IS_THERE_BEFORE) {
            job.register(1);
        }
        job.refresh();
        Set<String> unread = job.unread();
        System.out.println(mode + ", reader 1 " + second.name().toLowerCase(Locale.ROOT).replace('_', ' ')
            + " the second cluster: reader 0 has " + job.ids(0) + ", reader 1 " + job.ids(1) + ", unread " + unread);
        job.enumerator.close();
        return !unread.isEmpty();
    }

    /** A job of parallelism 2, and the metadata service that it asks. */
    private static final class Job implements KafkaMetadataService {
        final Map<String, Set<String>> clusters = new TreeMap<>();
        final SplitEnumerator<DynamicKafkaSourceSplit, ?> enumerator;
        private final Map<Integer, ReaderInfo> readers = new TreeMap<>();
        private final Map<Integer, List<DynamicKafkaSourceSplit>> assigned = new TreeMap<>();
        private final BlockingQueue<Runnable> calls = new LinkedBlockingQueue<>();
        private final Map<String, Integer> discoveries = new HashMap<>();
        private Runnable refresh;

        Job(String mode) throws Exception {
            Properties properties = new Properties();
            properties.setProperty("group.id", "group");
            properties.setProperty("stream-enumerator-mode", mode);
            properties.setProperty("stream-metadata-discovery-interval-ms", "60000");
            properties.setProperty("partition.discovery.interval.ms", "50");
            enumerator = DynamicKafkaSource.<String>builder()
                .setStreamIds(Set.of("stream"))
                .setKafkaMetadataService(this)
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setDeserializer(KafkaRecordDeserializationSchema.valueOnly(StringDeserializer.class))
                .setProperties(properties)
                .build()
                .createEnumerator(context());
        }

        void register(int reader) {
            readers.put(reader, new ReaderInfo(reader, "localhost"));
            enumerator.addReader(reader);
        }

        /** As Flink does it: what the reader was given since the last checkpoint comes back. */
        void fail(int reader) {
            readers.remove(reader);
            enumerator.addSplitsBack(assigned.remove(reader), reader);
        }

        /** The metadata is looked at; then each cluster's partitions are, some times. */
        void refresh() throws Exception {
            refresh.run();
            mockAdmins();
            discoveries.clear();
            while (!clusters.keySet().stream().allMatch(cluster -> discoveries.getOrDefault(cluster, 0) > ROUNDS)) {
                Runnable call = calls.poll(1, TimeUnit.MINUTES);
                call.run();
            }
            for (Runnable call = calls.poll(); call != null; call = calls.poll()) {
                call.run();
            }
        }

        /** What a reader has. */
        Set<String> ids(int reader) {
            return assigned.getOrDefault(reader, List.of()).stream().map(DynamicKafkaSourceSplit::splitId)
                .collect(Collectors.toCollection(TreeSet::new));
        }

        Set<String> unread() {
            Set<String> unread = new TreeSet<>();
            CLUSTERS.forEach((cluster, topics) -> topics.forEach((topic, count) -> IntStream.range(0, count)
                .forEach(number -> unread.add(cluster + "-" + topic + "-" + number))));
            assigned.keySet().forEach(reader -> unread.removeAll(ids(reader)));
            return unread;
        }

        @SuppressWarnings("unchecked")
        private SplitEnumeratorContext<DynamicKafkaSourceSplit> context() {
            return (SplitEnumeratorContext<DynamicKafkaSourceSplit>) Proxy.newProxyInstance(
                Repro.class.getClassLoader(), new Class<?>[] {SplitEnumeratorContext.class}, (self, method, given) -> {
                    switch (method.getName()) {
                        case "currentParallelism":
                            return 2;
                        case "registeredReaders":
                            return readers;
                        case "assignSplits":
                            assign((SplitsAssignment<DynamicKafkaSourceSplit>) given[0]);
                            return null;
                        case "callAsync":
                            call((Callable<Object>) given[0], (BiConsumer<Object, Throwable>) given[1], given.length > 2);
                            return null;
                        default:
                            return null;
                    }
                });
        }

        private void assign(SplitsAssignment<DynamicKafkaSourceSplit> assignment) {
            assignment.assignment().forEach(
                (reader, splits) -> assigned.computeIfAbsent(reader, none -> new ArrayList<>()).addAll(splits));
        }

        /** One call is periodic, that for metadata; a cluster's own thread brings those for its partitions. */
        private void call(Callable<Object> callable, BiConsumer<Object, Throwable> handler, boolean periodic) {
            if (periodic) {
                refresh = () -> called(callable, handler);
                return;
            }
            String thread = Thread.currentThread().getName();
            calls.add(() -> {
                called(callable, handler);
                clusters.keySet().stream().filter(cluster -> thread.startsWith(cluster + "-enum-worker"))
                    .forEach(cluster -> discoveries.merge(cluster, 1, Integer::sum));
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

        /** Lets the clusters' enumerators ask Kafka's own MockAdminClient. */
        private void mockAdmins() throws Exception {
            Field each = enumerator.getClass().getDeclaredField("clusterEnumeratorMap");
            each.setAccessible(true);
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) each.get(enumerator)).entrySet()) {
                Field admin = entry.getValue().getClass().getDeclaredField("adminClient");
                admin.setAccessible(true);
                Admin made = (Admin) admin.get(entry.getValue());
                if (!(made instanceof MockAdminClient)) {
                    admin.set(entry.getValue(), mockAdmin(CLUSTERS.get((String) entry.getKey())));
                    made.close(Duration.ZERO);
                }
            }
        }

        private static MockAdminClient mockAdmin(Map<String, Integer> topics) {
            Node node = new Node(0, "localhost", 9092);
            MockAdminClient admin = new MockAdminClient(List.of(node), node);
            topics.forEach((topic, count) -> admin.addTopic(false, topic, IntStream.range(0, count)
                .mapToObj(number -> new TopicPartitionInfo(number, node, List.of(node), List.of(node)))
                .collect(Collectors.toList()), Map.of()));
            return admin;
        }

        @Override
        public Set<KafkaStream> getAllStreams() {
            return Set.copyOf(describeStreams(Set.of("stream")).values());
        }

        @Override
        public Map<String, KafkaStream> describeStreams(Collection<String> ids) {
            Properties properties = new Properties();
            properties.setProperty("bootstrap.servers", "127.0.0.1:1"); // nothing listens there
            Map<String, ClusterMetadata> metadata = new HashMap<>();
            clusters.forEach((cluster, topics) -> metadata.put(cluster, new ClusterMetadata(topics, properties)));
            return Map.of("stream", new KafkaStream("stream", metadata));
        }

        @Override
        public boolean isClusterActive(String cluster) {
            return clusters.containsKey(cluster);
        }

        @Override
        public void close() {
            // has nothing open
        }
    }
}
