import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.source.reader.RecordsBySplits;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;
import org.apache.flink.connector.base.source.reader.synchronization.FutureCompletingBlockingQueue;
import org.apache.flink.connector.kafka.dynamic.source.split.DynamicKafkaSourceSplit;
import org.apache.flink.connector.kafka.source.metrics.KafkaSourceReaderMetrics;
import org.apache.flink.connector.kafka.source.reader.KafkaRecordEmitter;
import org.apache.flink.connector.kafka.source.reader.KafkaSourceReader;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.connector.kafka.source.reader.fetcher.KafkaSourceFetcherManager;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.metrics.groups.SourceReaderMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/**
 * A subtask of a DynamicKafkaSource reads a partition of one cluster, and one of another whose records are an hour older.
 * Its readers and emitters are the connector's own; records come from here and not from brokers, and go to outputs as
 * Flink's ReaderOutput says that they are.
 *
 * <p>java -cp 'flink-connector-kafka-5.0.0-2.2.jar:…' Repro.java, with all that it depends on
 *
 * <p>Ends with 3 where the watermark passes records that a partition has yet to give, else with 0.
 */
public class Repro {
    private static final long HOUR = 3_600_000;
    private static final int RECORDS = 3;

    public static void main(String[] args) throws Exception {
        boolean faulty = late("eu", "orders", "eu-west", "orders") > 0;
        faulty |= late("eu", "west-orders", "eu-west", "orders") > 0;
        System.exit(faulty ? 3 : 0);
    }

    private static int late(String ahead, String itsTopic, String behind, String itsOtherTopic) throws Exception {
        DynamicKafkaSourceSplit first = split(ahead, itsTopic);
        DynamicKafkaSourceSplit second = split(behind, itsOtherTopic);
        Outputs outputs = new Outputs();
        Subtask subtask = new Subtask();
        for (DynamicKafkaSourceSplit split : List.of(first, second)) {
            outputs.createOutputForSplit(split.splitId()); // as SourceOperator does
            subtask.add(split);
        }
        for (int number = 0; number < RECORDS; number++) {
            subtask.give(first, number, HOUR + number);
            subtask.give(second, number, number);
            while (outputs.records < 2 * (number + 1)) {
                subtask.poll(outputs);
            }
            outputs.watermark();
        }
        subtask.close();
        System.out.println(ahead + " and " + itsTopic + ", " + behind + " and " + itsOtherTopic + ": ids " + first.splitId()
            + ", " + second.splitId() + "; watermark " + outputs.watermark + ", late " + outputs.late);
        return outputs.late.size();
    }

    private static DynamicKafkaSourceSplit split(String cluster, String topic) {
        return new DynamicKafkaSourceSplit(cluster, new KafkaPartitionSplit(new TopicPartition(topic, 0), 0));
    }

    /** A KafkaSourceReader for each cluster, which are made and polled as DynamicKafkaSourceReader does it. */
    private static final class Subtask {
        private final NavigableMap<String, KafkaSourceReader<String>> clusters = new TreeMap<>();
        private final Map<String, Records> records = new HashMap<>();
        private final SourceReaderMetricGroup metrics = UnregisteredMetricsGroup.createSourceReaderMetricGroup();
        private final SourceReaderContext context = (SourceReaderContext) Proxy.newProxyInstance(
            Repro.class.getClassLoader(), new Class<?>[] {SourceReaderContext.class},
            (self, method, given) -> method.getName().equals("metricGroup") ? metrics : null);

        void add(DynamicKafkaSourceSplit split) {
            Records given = new Records(split.splitId());
            FutureCompletingBlockingQueue<RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>>> elements =
                new FutureCompletingBlockingQueue<>();
            KafkaSourceReader<String> reader = new KafkaSourceReader<>(
                elements, new KafkaSourceFetcherManager(elements, () -> given, none -> {}),
                new KafkaRecordEmitter<>(KafkaRecordDeserializationSchema.valueOnly(new SimpleStringSchema())),
                new Configuration(), context, new KafkaSourceReaderMetrics(metrics));
            reader.addSplits(List.of(split));
            clusters.put(split.getKafkaClusterId(), reader);
            records.put(split.getKafkaClusterId(), given);
        }

        void poll(ReaderOutput<String> output) throws Exception {
            for (KafkaSourceReader<String> reader : clusters.values()) {
                reader.pollNext(output);
            }
        }

        void close() throws Exception {
            for (KafkaSourceReader<String> reader : clusters.values()) {
                reader.close();
            }
        }

        void give(DynamicKafkaSourceSplit split, long offset, long timestamp) {
            TopicPartition from = split.getTopicPartition();
            byte[] value = (split.getKafkaClusterId() + " at " + timestamp).getBytes();
            records.get(split.getKafkaClusterId()).waiting.add(new ConsumerRecord<>(
                from.topic(), from.partition(), offset, timestamp, TimestampType.CREATE_TIME, -1, value.length, null,
                value, new RecordHeaders(), Optional.empty()));
        }
    }

    /** In the place of a consumer. */
    private static final class Records implements SplitReader<ConsumerRecord<byte[], byte[]>, KafkaPartitionSplit> {
        final Queue<ConsumerRecord<byte[], byte[]>> waiting = new ConcurrentLinkedQueue<>();
        private final String split;

        Records(String split) {
            this.split = split;
        }

        @Override
        public RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>> fetch() {
            RecordsBySplits.Builder<ConsumerRecord<byte[], byte[]>> fetched = new RecordsBySplits.Builder<>();
            for (ConsumerRecord<byte[], byte[]> each = waiting.poll(); each != null; each = waiting.poll()) {
                fetched.add(split, each);
            }
            return fetched.build();
        }

        @Override
        public void handleSplitsChanges(SplitsChange<KafkaPartitionSplit> changes) {
            // there is one, and it is known
        }

        @Override
        public void wakeUp() {
            // it never waits
        }

        @Override
        public void close() {
            // has nothing open
        }
    }

    /** What Flink gives a reader: an output for each id, and the watermark of the one that is furthest behind. */
    private static final class Outputs implements ReaderOutput<String> {
        final List<String> late = new ArrayList<>();
        int records;
        long watermark = Long.MIN_VALUE;
        private final Map<String, Output> splits = new HashMap<>();

        /** As BoundedOutOfOrdernessWatermarks has it of records that are in order. */
        void watermark() {
            watermark = splits.values().stream().mapToLong(split -> split.newest - 1).min().getAsLong();
        }

        @Override
        public SourceOutput<String> createOutputForSplit(String split) {
            return splits.computeIfAbsent(split, none -> new Output());
        }

        @Override
        public void releaseOutputForSplit(String split) {
            splits.remove(split);
        }

        @Override
        public void collect(String record) {
            throw new IllegalStateException("Kafka's records have a time, and a split");
        }

        @Override
        public void collect(String record, long timestamp) {
            throw new IllegalStateException("Kafka's records have a split");
        }

        @Override
        public void emitWatermark(Watermark none) {
            // readers of Kafka emit none
        }

        @Override
        public void markIdle() {
            // none is idle
        }

        @Override
        public void markActive() {
            // all are
        }

        /** A split's, if it has an id of its own. */
        private final class Output implements SourceOutput<String> {
            private long newest = Long.MIN_VALUE + 1;

            @Override
            public void collect(String record) {
                Outputs.this.collect(record);
            }

            @Override
            public void collect(String record, long timestamp) {
                records++;
                newest = Math.max(newest, timestamp);
                if (timestamp <= watermark) {
                    late.add(record);
                }
            }

            @Override
            public void emitWatermark(Watermark none) {
                // see above
            }

            @Override
            public void markIdle() {
                // see above
            }

            @Override
            public void markActive() {
                // see above
            }
        }
    }
}
