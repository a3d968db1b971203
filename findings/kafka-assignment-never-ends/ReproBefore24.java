import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.clients.consumer.internals.PartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;

/**
 * Repro.java for kafka-clients before 2.4, which had another interface and no CooperativeStickyAssignor: a StickyAssignor
 * that never returns for a group whose members subscribe to different topics.
 *
 * <p>java -cp kafka-clients-2.3.1.jar:slf4j-api-1.7.36.jar:slf4j-nop-1.7.36.jar ReproBefore24.java
 *
 * <p>Ends with 3 where the assignment doesn't end, else with 0.
 */
public class ReproBefore24 {
    private static final long PROCESSOR_NANOS = 500_000_000L;

    public static void main(String[] args) throws Exception {
        String found = remembered();
        System.out.println("StickyAssignor, one of four members remembers: " + found);
        System.out.flush();
        Runtime.getRuntime().halt(found.startsWith("does not end") ? 3 : 0);
    }

    /** One rebalance: D had b-0, b-1, b-2 and d-1, and A, B and C come without memory. */
    private static String remembered() throws Exception {
        Map<String, Subscription> members = new HashMap<>();
        members.put("A", new Subscription(List.of("b")));
        members.put("B", new Subscription(List.of("c", "d", "b")));
        members.put("C", new Subscription(List.of("b", "d")));
        members.put("D", new Subscription(List.of("b", "d", "a"), memory()));
        Cluster cluster = cluster(Map.of("a", 3, "b", 3, "c", 5, "d", 6));
        Thread assigning = new Thread(() -> new StickyAssignor().assign(cluster, members), "assigning");
        Throwable[] thrown = new Throwable[1];
        assigning.setUncaughtExceptionHandler((thread, exception) -> thrown[0] = exception);
        assigning.setDaemon(true);
        assigning.start();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        while (assigning.isAlive() && threads.getThreadCpuTime(assigning.getId()) < PROCESSOR_NANOS) {
            assigning.join(20);
        }
        if (assigning.isAlive()) {
            return "does not end, in " + where(assigning.getStackTrace());
        }
        return thrown[0] == null ? "ends" : "throws " + thrown[0];
    }

    /** D's memory as StickyAssignor writes it: topics, the partitions of each, and the generation (unread before 2.3). */
    private static ByteBuffer memory() {
        ByteBuffer data = ByteBuffer.allocate(64);
        data.putInt(2);
        topic(data, "b", 2, 1, 0);
        topic(data, "d", 1);
        data.putInt(1);
        data.flip();
        return data;
    }

    private static void topic(ByteBuffer data, String name, int... partitions) {
        data.putShort((short) name.length()).put(name.getBytes(StandardCharsets.UTF_8)).putInt(partitions.length);
        for (int partition : partitions) {
            data.putInt(partition);
        }
    }

    private static Cluster cluster(Map<String, Integer> topics) {
        Node node = new Node(0, "localhost", 9092);
        Node[] replicas = {node};
        List<PartitionInfo> partitions = new ArrayList<>();
        topics.forEach((topic, count) -> {
            for (int partition = 0; partition < count; partition++) {
                partitions.add(new PartitionInfo(topic, partition, node, replicas, replicas));
            }
        });
        return new Cluster("cluster", List.of(node), partitions, Set.of(), Set.of());
    }

    /** The method of the sticky assignor that has the loop, or where else the thread is. */
    private static String where(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (frame.getMethodName().equals("performReassignments")) {
                return frame.getClassName().replaceFirst(".*\\.", "").replace('$', '.') + "." + frame.getMethodName();
            }
        }
        return List.of(stack).toString();
    }
}
