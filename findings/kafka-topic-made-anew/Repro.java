import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
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
 * A topic is deleted and made anew with fewer partitions while a group reads it: the sticky assignors throw in every
 * rebalance from then on, or give partitions that don't exist, or give one partition twice.
 *
 * <p>First one group, step by step; then 1,000 random groups of each kind, from fixed seeds. Every group has had three
 * rebalances when the topic is made anew, and remembers what the assignor itself gave it.
 *
 * <p>java -cp kafka-clients-4.4.0.jar:slf4j-api-1.7.36.jar:slf4j-nop-1.7.36.jar Repro.java
 *
 * <p>Ends with 3 where something of this is seen, else with 0.
 */
@SuppressWarnings("removal") // of ConsumerGroupMetadata's constructor: only assignors use it here
public class Repro {
    private static final int GROUPS = 1000;
    private static final Comparator<TopicPartition> SORTED =
        Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition);

    public static void main(String[] args) {
        boolean faulty = false;
        for (boolean cooperative : new boolean[] {false, true}) {
            String name = cooperative ? "CooperativeStickyAssignor" : "StickyAssignor";
            faulty |= twoMembers(cooperative, name);
            for (boolean equal : new boolean[] {true, false}) {
                Seen seen = sample(cooperative, equal);
                System.out.println(name + ", " + GROUPS + " groups of " + (equal ? "equal" : "different")
                    + " subscriptions: " + seen);
                faulty |= seen.any();
            }
        }
        System.exit(faulty ? 3 : 0);
    }

    /** Members A and B share two topics of four partitions; one of these is then made anew with two. */
    private static boolean twoMembers(boolean cooperative, String name) {
        Group group = new Group(cooperative, Map.of("A", Set.of("orders", "users"), "B", Set.of("orders", "users")));
        Map<String, Integer> topics = new TreeMap<>(Map.of("orders", 4, "users", 4));
        for (int round = 0; round < 3; round++) {
            group.rebalance(topics);
        }
        topics.put("orders", 2);
        Map<String, Integer> found = new TreeMap<>();
        for (int round = 1; round <= 3; round++) {
            found.merge(outcome(group, topics), 1, Integer::sum);
        }
        System.out.println(name + ", orders:4 and users:4, orders made anew with 2, three rebalances: " + found);
        return !found.equals(Map.of("all right", 3));
    }

    private static String outcome(Group group, Map<String, Integer> topics) {
        Set<TopicPartition> gone = new TreeSet<>(SORTED);
        try {
            group.rebalance(topics).values().forEach(gone::addAll);
        } catch (RuntimeException thrown) {
            return thrown.toString();
        }
        gone.removeIf(partition -> partition.partition() < topics.get(partition.topic()));
        return gone.isEmpty() ? "all right" : "given though gone " + gone;
    }

    private static Seen sample(boolean cooperative, boolean equal) {
        Random random = new Random(20261123);
        Seen seen = new Seen();
        for (int i = 0; i < GROUPS; i++) {
            Map<String, Integer> topics = new TreeMap<>();
            for (int topic = 1 + random.nextInt(3); topic > 0; topic--) {
                topics.put("t" + topic, 2 + random.nextInt(11));
            }
            List<String> names = new ArrayList<>(topics.keySet());
            Map<String, Set<String>> subscribed = new TreeMap<>();
            for (int member = 1 + random.nextInt(6); member > 0; member--) {
                Set<String> its = new TreeSet<>(names);
                if (!equal) {
                    its.removeIf(topic -> random.nextInt(10) >= 6);
                    its.add(names.get(random.nextInt(names.size())));
                }
                subscribed.put("consumer-" + new UUID(random.nextLong(), random.nextLong()), its);
            }
            Group group = new Group(cooperative, subscribed);
            for (int round = 0; round < 3; round++) {
                group.rebalance(topics);
            }
            String smaller = names.get(random.nextInt(names.size()));
            topics.put(smaller, 1 + random.nextInt(topics.get(smaller) - 1));
            seen.add(group, topics);
        }
        return seen;
    }

    /** What three rebalances give after a topic was made anew. */
    private static final class Seen {
        private int thrown;
        private int stillThrown;
        private int gone;
        private int stillGone;
        private int twoOwners;
        private int twice;

        void add(Group group, Map<String, Integer> topics) {
            for (int round = 1; round <= 3; round++) {
                boolean goneNow = false;
                boolean twoNow = false;
                boolean twiceNow = false;
                boolean thrownNow = false;
                try {
                    Map<TopicPartition, String> owner = new HashMap<>();
                    for (Map.Entry<String, List<TopicPartition>> each : group.rebalance(topics).entrySet()) {
                        for (TopicPartition partition : each.getValue()) {
                            String other = owner.put(partition, each.getKey());
                            goneNow |= partition.partition() >= topics.get(partition.topic());
                            twiceNow |= each.getKey().equals(other);
                            twoNow |= other != null && !other.equals(each.getKey());
                        }
                    }
                } catch (RuntimeException exception) {
                    thrownNow = true;
                }
                if (round == 1) {
                    thrown += thrownNow ? 1 : 0;
                    gone += goneNow ? 1 : 0;
                    twoOwners += twoNow ? 1 : 0;
                    twice += twiceNow ? 1 : 0;
                }
                if (round == 3) {
                    stillThrown += thrownNow ? 1 : 0;
                    stillGone += goneNow ? 1 : 0;
                }
            }
        }

        boolean any() {
            return thrown + gone + twoOwners + twice > 0;
        }

        @Override
        public String toString() {
            return "throw " + thrown + " (two rebalances later still " + stillThrown + "), given a partition that is gone "
                + gone + " (still " + stillGone + "), with two owners " + twoOwners + ", twice at one member " + twice;
        }
    }

    /** A group that remembers what it was given. Its first member leads it. */
    private static final class Group {
        private final boolean cooperative;
        private final Map<String, Set<String>> subscribed;
        private final Map<String, ConsumerPartitionAssignor> assignors = new TreeMap<>();
        private final Map<String, List<TopicPartition>> owned = new HashMap<>();
        private int generation;

        Group(boolean cooperative, Map<String, Set<String>> subscribed) {
            this.cooperative = cooperative;
            this.subscribed = subscribed;
            for (String member : subscribed.keySet()) {
                assignors.put(member, cooperative ? new CooperativeStickyAssignor() : new StickyAssignor());
            }
        }

        /** What each member is given; members take it over. */
        Map<String, List<TopicPartition>> rebalance(Map<String, Integer> topics) {
            Map<String, Subscription> members = new HashMap<>();
            subscribed.forEach((member, its) -> members.put(member, new Subscription(
                new ArrayList<>(its),
                assignors.get(member).subscriptionUserData(new HashSet<>(its)),
                cooperative ? owned.getOrDefault(member, Collections.emptyList()) : Collections.emptyList())));
            Map<String, Assignment> given = assignors.values().iterator().next()
                .assign(cluster(topics), new GroupSubscription(members)).groupAssignment();
            generation++;
            Map<String, List<TopicPartition>> partitions = new HashMap<>();
            given.forEach((member, assignment) -> {
                assignors.get(member).onAssignment(
                    assignment, new ConsumerGroupMetadata("group", generation, member, Optional.empty()));
                Set<TopicPartition> its = new TreeSet<>(SORTED);
                its.addAll(assignment.partitions());
                owned.put(member, new ArrayList<>(its));
                partitions.put(member, assignment.partitions());
            });
            return partitions;
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
}
