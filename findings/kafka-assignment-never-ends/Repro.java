import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * The sticky assignors never return for some groups whose members subscribe to different topics.
 *
 * <p>Two groups. In one, three members join two: those two remember what the assignor itself gave them. In the other,
 * one of four members remembers four partitions that no other member claims. What a member remembers is written into its
 * subscription by the assignor itself. Such an assignment takes about a millisecond; one that has used half a second of
 * processor time is said not to end, with the method that it is in.
 *
 * <p>java -cp kafka-clients-4.4.0.jar:slf4j-api-1.7.36.jar:slf4j-nop-1.7.36.jar Repro.java
 *
 * <p>Ends with 3 where an assignment doesn't end, else with 0.
 */
@SuppressWarnings("removal") // of ConsumerGroupMetadata's constructor: only assignors use it here
public class Repro {
    private static final long PROCESSOR_NANOS = 500_000_000L;

    public static void main(String[] args) throws Exception {
        boolean faulty = false;
        for (boolean cooperative : new boolean[] {false, true}) {
            String name = cooperative ? "CooperativeStickyAssignor" : "StickyAssignor";
            String joined = joined(cooperative);
            System.out.println(name + ", three members join two: " + joined);
            String remembered = remembered(cooperative);
            System.out.println(name + ", one of four members remembers: " + remembered);
            faulty |= joined.startsWith("does not end") || remembered.startsWith("does not end");
        }
        System.out.flush();
        Runtime.getRuntime().halt(faulty ? 3 : 0); // an assignment that doesn't end can't be asked to
    }

    /** Two rebalances: m0 and m1 alone, then m2, m3 and m4 join. */
    private static String joined(boolean cooperative) throws Exception {
        Cluster cluster = cluster(Map.of("t0", 5, "t1", 2, "t2", 6, "t3", 2, "t4", 5));
        List<String> topics = List.of("t0", "t1", "t2", "t3");
        Map<String, Subscription> members = new HashMap<>();
        members.put("m0", new Subscription(topics));
        members.put("m1", new Subscription(topics));
        Map<String, Assignment> given = assign(cooperative, cluster, members);
        given.forEach((member, assignment) ->
            members.put(member, remembering(cooperative, member, topics, assignment.partitions())));
        members.put("m2", new Subscription(List.of("t0", "t3")));
        members.put("m3", new Subscription(List.of("t0", "t3")));
        members.put("m4", new Subscription(List.of("t0", "t1", "t2", "t4")));
        return limited(() -> assign(cooperative, cluster, members));
    }

    /** One rebalance: D had b-0, b-1, b-2 and d-1, and A, B and C come without memory. */
    private static String remembered(boolean cooperative) throws Exception {
        Cluster cluster = cluster(Map.of("a", 3, "b", 3, "c", 5, "d", 6));
        Map<String, Subscription> members = new HashMap<>();
        members.put("A", new Subscription(List.of("b")));
        members.put("B", new Subscription(List.of("c", "d", "b")));
        members.put("C", new Subscription(List.of("b", "d")));
        members.put("D", remembering(cooperative, "D", List.of("b", "d", "a"), List.of(
            new TopicPartition("b", 2), new TopicPartition("b", 1),
            new TopicPartition("b", 0), new TopicPartition("d", 1))));
        return limited(() -> assign(cooperative, cluster, members));
    }

    /** Whether an assignment ends, or where it is when it has had its processor time. */
    private static String limited(Runnable assignment) throws Exception {
        Thread assigning = new Thread(assignment, "assigning");
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

    private static Map<String, Assignment> assign(
            boolean cooperative, Cluster cluster, Map<String, Subscription> members) {
        return assignor(cooperative).assign(cluster, new GroupSubscription(members)).groupAssignment();
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

    /** What a member subscribes with that was given these partitions in generation 1. */
    private static Subscription remembering(
            boolean cooperative, String member, List<String> topics, List<TopicPartition> given) {
        ConsumerPartitionAssignor its = assignor(cooperative);
        its.onAssignment(new Assignment(given), new ConsumerGroupMetadata("group", 1, member, Optional.empty()));
        List<TopicPartition> owned = new ArrayList<>();
        if (cooperative) { // the consumer sends what it owns, sorted; an eager one has given up all by then
            owned.addAll(given);
            owned.sort(Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition));
        }
        return new Subscription(topics, its.subscriptionUserData(new HashSet<>(topics)), owned);
    }

    private static ConsumerPartitionAssignor assignor(boolean cooperative) {
        return cooperative ? new CooperativeStickyAssignor() : new StickyAssignor();
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
