import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.functions.source.legacy.RichParallelSourceFunction;
import org.apache.flink.util.Collector;

/**
 * A job on a MiniCluster of Flink 2.x that loses in-flight records when it is rescaled from an unaligned checkpoint.
 *
 * <p>A source writes 30 records for each of seven key groups around 122. The keyed operator is slow, so that most of
 * them are in flight when the checkpoint is taken. The job is cancelled and restored from it with another parallelism,
 * 187 to 195 at max parallelism 195. Each record has a number; a number that neither the snapshot nor the second job has
 * seen is lost.
 *
 * <p>java -cp "the JARs of a Flink 2.x distribution" Job.java
 *
 * <p>Ends with 3 where records are lost, with 0 where none is.
 */
public class Job {
    private static final int MAX = 195;
    private static final int BEFORE = 187;
    private static final int AFTER = 195;
    private static final int GROUP = 122;
    private static final int EACH = 30;

    private static final Set<Integer> WRITTEN = ConcurrentHashMap.newKeySet();
    private static final Set<Integer> IN_SNAPSHOT = ConcurrentHashMap.newKeySet();
    private static final Set<Integer> READ_LATER = ConcurrentHashMap.newKeySet();
    private static final List<Integer> GROUPS = new ArrayList<>();
    private static final List<Integer> KEYS = new ArrayList<>();
    private static volatile boolean second;
    private static volatile boolean ended;
    private static volatile int writtenAtSnapshot;

    public static void main(String[] args) throws Exception {
        for (int group = GROUP - 3; group <= GROUP + 3; group++) {
            GROUPS.add(group);
            KEYS.add(keyOf(group));
        }
        Path folder = Files.createTempDirectory("checkpoints");
        try (MiniCluster cluster = new MiniCluster(configuration())) {
            cluster.start();
            String checkpoint = first(cluster, folder);
            second(cluster, folder, checkpoint);
        }
        Map<Integer, Integer> lost = new TreeMap<>();
        int inFlight = 0;
        for (int number = 0; number < writtenAtSnapshot; number++) {
            if (IN_SNAPSHOT.contains(number)) {
                continue;
            }
            inFlight++;
            if (!READ_LATER.contains(number)) {
                lost.merge(GROUPS.get(number % GROUPS.size()), 1, Integer::sum);
            }
        }
        System.out.println("records in flight: " + inFlight + "; lost, by key group: " + lost);
        System.exit(lost.isEmpty() ? 0 : 3);
    }

    /** Runs until all is written, and gives the unaligned checkpoint that was taken then. */
    private static String first(MiniCluster cluster, Path folder) throws Exception {
        JobGraph graph = graph(BEFORE, folder, null);
        JobID job = graph.getJobID();
        cluster.submitJob(graph).get();
        while (WRITTEN.size() < EACH * KEYS.size()) {
            Thread.sleep(100);
        }
        for (int tries = 0;; tries++) { // until all subtasks run
            try {
                cluster.triggerCheckpoint(job, CheckpointType.FULL).get(120, TimeUnit.SECONDS);
                break;
            } catch (ExecutionException notYet) {
                if (tries == 60) {
                    throw notYet;
                }
                Thread.sleep(500);
            }
        }
        cluster.cancelJob(job).get();
        while (!cluster.getJobStatus(job).get().isTerminalState()) {
            Thread.sleep(100);
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.endsWith("_metadata")).findFirst().orElseThrow().getParent().toUri().toString();
        }
    }

    /** Restores the checkpoint, and ends when no more records come. */
    private static void second(MiniCluster cluster, Path folder, String checkpoint) throws Exception {
        second = true;
        JobGraph graph = graph(AFTER, folder, checkpoint);
        cluster.submitJob(graph).get();
        int before = -1;
        for (int quiet = 0; quiet < 10; quiet = READ_LATER.size() == before && before > 0 ? quiet + 1 : 0) {
            before = READ_LATER.size();
            Thread.sleep(1000);
        }
        ended = true;
        cluster.requestJobResult(graph.getJobID()).get(120, TimeUnit.SECONDS)
            .toJobExecutionResult(Job.class.getClassLoader()); // throws, if the job failed
    }

    private static JobGraph graph(int parallelism, Path folder, String checkpoint) {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
        configuration.set(CheckpointingOptions.ENABLE_UNALIGNED, true);
        configuration.set(CheckpointingOptions.ALIGNED_CHECKPOINT_TIMEOUT, Duration.ZERO);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofHours(5));
        configuration.set(
            CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
            ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        if (checkpoint != null) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, checkpoint);
        }
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(1);
        environment.setMaxParallelism(MAX);
        environment.setBufferTimeout(10);
        environment
            .addSource(new Source())
            .returns(Types.TUPLE(Types.INT, Types.INT))
            .uid("source")
            .keyBy(record -> record.f0, Types.INT)
            .flatMap(new Slow())
            .returns(Types.INT)
            .uid("slow")
            .setParallelism(parallelism)
            .sinkTo(new DiscardingSink<>())
            .uid("sink")
            .setParallelism(parallelism);
        JobGraph graph = environment.getStreamGraph().getJobGraph();
        if (checkpoint != null) {
            graph.setSavepointRestoreSettings(SavepointRestoreSettings.forPath(checkpoint));
        }
        return graph;
    }

    private static MiniClusterConfiguration configuration() {
        Configuration configuration = new Configuration();
        configuration.set(RestOptions.BIND_PORT, "0");
        configuration.set(RestOptions.ADDRESS, "127.0.0.1");
        configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
        configuration.set(JobManagerOptions.BIND_HOST, "127.0.0.1"); // that of the blob server
        configuration.set(TaskManagerOptions.MEMORY_SEGMENT_SIZE, MemorySize.parse("4kb"));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.parse("64m"));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.parse("64m"));
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.parse("16m"));
        return new MiniClusterConfiguration.Builder()
            .setConfiguration(configuration)
            .setCommonBindAddress("127.0.0.1")
            .setNumTaskManagers(1)
            .setNumSlotsPerTaskManager(AFTER + 1)
            .build();
    }

    private static int keyOf(int group) {
        for (int key = 0;; key++) {
            if (KeyGroupRangeAssignment.assignToKeyGroup(key, MAX) == group) {
                return key;
            }
        }
    }

    /** Writes numbered records, the keys in turn, then waits. */
    private static final class Source extends RichParallelSourceFunction<Tuple2<Integer, Integer>>
            implements CheckpointedFunction {
        private volatile boolean runs = true;
        private int next;
        private transient ListState<Integer> state;

        @Override
        public void run(SourceContext<Tuple2<Integer, Integer>> context) throws Exception {
            while (runs && next < EACH * KEYS.size()) {
                synchronized (context.getCheckpointLock()) {
                    context.collect(Tuple2.of(KEYS.get(next % KEYS.size()), next));
                    WRITTEN.add(next);
                    next++;
                }
            }
            while (runs && !ended) {
                Thread.sleep(50);
            }
        }

        @Override
        public void cancel() {
            runs = false;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            state.update(List.of(next));
            if (!second) {
                writtenAtSnapshot = next;
            }
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            state = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("next", Types.INT));
            for (int restored : state.get()) {
                next = restored;
            }
        }
    }

    /** Takes 1.5 s for a record of the first job, and notes what it saw. */
    private static final class Slow extends RichFlatMapFunction<Tuple2<Integer, Integer>, Integer>
            implements CheckpointedFunction {
        private final List<Integer> seen = new ArrayList<>();

        @Override
        public void flatMap(Tuple2<Integer, Integer> record, Collector<Integer> out) throws Exception {
            if (second) {
                READ_LATER.add(record.f1);
            } else {
                Thread.sleep(1500);
                seen.add(record.f1);
            }
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {
            if (!second) {
                IN_SNAPSHOT.addAll(seen);
            }
        }

        @Override
        public void initializeState(FunctionInitializationContext context) {
            // what a task saw isn't restored: only the first job counts it
        }
    }
}
