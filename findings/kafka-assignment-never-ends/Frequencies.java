import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.ArrayList;
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
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.clients.consumer.internals.ConsumerProtocol;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * How often a group meets an assignment that never ends, by kind of group.
 *
 * <p>A history is a group of a kind, its first rebalance, and ten more with events before each. Every member has an
 * assignor of its own, what it sends goes through ConsumerProtocol's bytes, and the leader assigns as long as it is there.
 * A cooperative group rebalances again while partitions are given up. A history of a number is always the same one.
 *
 * <p>java -cp kafka-clients-4.4.0.jar:slf4j-api-1.7.36.jar:slf4j-nop-1.7.36.jar Frequencies.java FIRST HISTORIES [KIND]
 *
 * <p>Asks histories FIRST to FIRST + HISTORIES - 1 of each kind, and writes a line of JSON a kind: how many never ended,
 * and the number of the first. Needs a Java below 20, which can end a thread that asks for nothing.
 */
@SuppressWarnings({"deprecation", "removal"})
public class Frequencies {
    private static final int REBALANCES = 10;
    private static final int FOLLOW_UPS = 12;
    private static final long PROCESSOR_NANOS = 400_000_000L; // an assignment takes about 0.1 ms
    private static final long FIRST_NANOS = 3_000_000_000L; // while Java compiles the assignor
    private static final int WARM = 2_000; // assignments
    private static final Node NODE = new Node(0, "localhost", 9092);

    /** What members subscribe to. */
    enum Subscribed { ONE, ROLLING, PATTERN, TWO, THREE, OWN }

    record Kind(boolean cooperative, Subscribed subscribed, int members, int events) {
        @Override
        public String toString() {
            return "\"assignor\": \"" + (cooperative ? "cooperative-sticky" : "sticky") + "\", \"subscriptions\": \""
                + subscribed.name().toLowerCase() + "\", \"members\": " + members + ", \"events\": " + events;
        }
    }

    public static void main(String[] arguments) throws Exception {
        long first = Long.parseLong(arguments[0]);
        long histories = Long.parseLong(arguments[1]);
        for (Kind kind : kinds()) {
            if (arguments.length < 3 || kind.toString().equals(arguments[2])) {
                System.out.println("{" + kind + ", " + asked(kind, first, histories) + "}");
            }
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static List<Kind> kinds() {
        List<Kind> kinds = new ArrayList<>();
        for (Subscribed subscribed : Subscribed.values()) {
            for (int members : new int[] {4, 8, 20}) {
                for (int events : new int[] {1, 4}) {
                    kinds.add(new Kind(false, subscribed, members, events));
                    kinds.add(new Kind(true, subscribed, members, events));
                }
            }
        }
        return kinds;
    }

    private static String asked(Kind kind, long first, long histories) throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long next = first;
        long endless = 0;
        long rebalances = 0;
        long example = -1;
        long limit = FIRST_NANOS;
        Asking asking = new Asking(kind, next, first + histories);
        while (asking != null) {
            long assignment = asking.assignments;
            long before = threads.getThreadCpuTime(asking.getId());
            do {
                asking.join(20);
            } while (asking.isAlive() && assignment == asking.assignments
                && threads.getThreadCpuTime(asking.getId()) - before < limit);
            limit = asking.assignments > WARM ? PROCESSOR_NANOS : limit;
            if (!asking.isAlive()) {
                if (asking.thrown != null) {
                    throw new IllegalStateException(kind + ", history " + asking.history, asking.thrown);
                }
                rebalances += asking.assignments;
                asking = null;
            } else if (assignment == asking.assignments) {
                endless++;
                example = example < 0 ? asking.history : example;
                next = asking.history + 1;
                rebalances += asking.assignments;
                asking.stop();
                asking.join();
                asking = next < first + histories ? new Asking(kind, next, first + histories) : null;
            }
        }
        return "\"histories\": " + histories + ", \"rebalances\": " + rebalances + ", \"endless\": " + endless
            + ", \"first\": " + (example < 0 ? "null" : example);
    }

    /** Histories one after the other, in a thread that is ended where one doesn't end. */
    private static final class Asking extends Thread {
        private final Kind kind;
        private final long end;
        private volatile long history;
        private volatile long assignments;
        private Throwable thrown;

        Asking(Kind kind, long next, long end) {
            this.kind = kind;
            this.history = next;
            this.end = end;
            setDaemon(true);
            start();
        }

        @Override
        public void run() {
            try {
                for (long number = history; number < end; number++) {
                    history = number;
                    new Group(kind, number).live(() -> assignments++);
                }
            } catch (RuntimeException failed) {
                thrown = failed;
            }
        }
    }

    private static final class Member {
        private final String id;
        private final ConsumerPartitionAssignor assignor;
        private Set<String> topics;
        private List<TopicPartition> owned = new ArrayList<>();
        private int generation = -1;

        Member(String id, Set<String> topics, boolean cooperative) {
            this.id = id;
            this.topics = topics;
            this.assignor = cooperative ? new CooperativeStickyAssignor() : new StickyAssignor();
        }
    }

    private static final class Group {
        private final Kind kind;
        private final Random random;
        private final Map<String, Integer> topics = new TreeMap<>();
        private final List<String> later = new ArrayList<>(); // topics that a pattern will find
        private final List<Set<String>> services = new ArrayList<>();
        private final List<Member> members = new ArrayList<>();
        private final List<Member> toRestart = new ArrayList<>();
        private final double share;
        private Member leader;
        private int generation;

        Group(Kind kind, long number) {
            this.kind = kind;
            random = new Random(number * 1000003 + kind.subscribed.ordinal() * 97L + kind.members * 7L + kind.events
                + (kind.cooperative ? 500 : 0));
            share = 0.3 + random.nextDouble() * 0.5;
            int count = 2 + random.nextInt(4);
            int most = kind.members > 8 ? 30 : 8;
            for (int topic = 0; topic < count; topic++) {
                topics.put("t" + topic, 1 + random.nextInt(most));
            }
            if (kind.subscribed == Subscribed.PATTERN) {
                for (int topic = 0; topic < 3; topic++) {
                    later.add("u" + topic);
                }
            }
            int different = kind.subscribed == Subscribed.THREE ? 3 : kind.subscribed == Subscribed.TWO ? 2 : 1;
            for (int service = 0; service < different; service++) {
                services.add(some());
            }
            int begin = 1 + random.nextInt(kind.members);
            for (int member = 0; member < begin; member++) {
                join(random.nextInt(services.size()));
            }
        }

        void live(Runnable assigned) {
            rebalance(assigned);
            for (int round = 0; round < REBALANCES; round++) {
                int events = 1 + random.nextInt(kind.events);
                for (int event = 0; event < events; event++) {
                    event();
                }
                rebalance(assigned);
            }
        }

        private void event() {
            int draw = random.nextInt(100);
            if (draw < 10) {
                String topic = any(new ArrayList<>(topics.keySet()));
                topics.merge(topic, 1 + random.nextInt(3), Integer::sum);
            } else if (kind.subscribed == Subscribed.ROLLING && draw < 70) {
                restartNext();
            } else if (kind.subscribed == Subscribed.PATTERN && draw < 30 && !later.isEmpty()) {
                topics.put(later.remove(0), 1 + random.nextInt(8));
            } else if (kind.subscribed == Subscribed.PATTERN && draw < 60) {
                any(members).topics = new TreeSet<>(topics.keySet()); // its metadata are refreshed
            } else if (kind.subscribed == Subscribed.OWN && draw < 30) {
                any(members).topics = some();
            } else if ((draw % 2 == 0 && members.size() < kind.members) || members.size() == 1) {
                join(random.nextInt(services.size()));
            } else {
                leave(any(members));
            }
        }

        /** Instances restart one after the other, with the new subscription. */
        private void restartNext() {
            toRestart.retainAll(members);
            if (toRestart.isEmpty()) {
                toRestart.addAll(members);
                Set<String> next = new TreeSet<>(services.get(0));
                String changed = any(new ArrayList<>(topics.keySet()));
                if (!next.remove(changed) || next.isEmpty()) {
                    next.add(changed);
                }
                services.set(0, next);
            }
            leave(toRestart.remove(0));
            join(0);
        }

        private void join(int service) {
            Set<String> subscribed = switch (kind.subscribed) {
                case OWN -> some();
                case PATTERN -> new TreeSet<>(topics.keySet());
                default -> services.get(service);
            };
            String id = "consumer-group-1-" + new UUID(random.nextLong(), random.nextLong());
            members.add(new Member(id, subscribed, kind.cooperative));
        }

        private void leave(Member member) {
            members.remove(member);
        }

        private Set<String> some() {
            Set<String> chosen = topics.keySet().stream().filter(topic -> random.nextDouble() < share)
                .collect(Collectors.toCollection(TreeSet::new));
            return chosen.isEmpty() ? Set.of(any(new ArrayList<>(topics.keySet()))) : chosen;
        }

        private <T> T any(List<T> of) {
            return of.get(random.nextInt(of.size()));
        }

        private void rebalance(Runnable assigned) {
            if (members.isEmpty()) {
                return;
            }
            boolean again = true;
            for (int turn = 0; again && turn <= FOLLOW_UPS; turn++) {
                again = assign() && kind.cooperative;
                assigned.run();
            }
        }

        /** One assignment; whether a member has lost partitions by it. */
        private boolean assign() {
            if (!members.contains(leader)) {
                leader = any(members);
            }
            Map<String, Subscription> subscriptions = new HashMap<>();
            for (Member member : members) {
                subscriptions.put(member.id, sent(member));
            }
            Map<String, Assignment> given =
                leader.assignor.assign(cluster(), new GroupSubscription(subscriptions)).groupAssignment();
            generation++;
            boolean lost = false;
            for (Member member : members) {
                Assignment its =
                    ConsumerProtocol.deserializeAssignment(ConsumerProtocol.serializeAssignment(given.get(member.id)));
                member.assignor.onAssignment(
                    its, new ConsumerGroupMetadata("group", generation, member.id, Optional.empty()));
                lost |= !new HashSet<>(its.partitions()).containsAll(member.owned);
                member.generation = generation;
                member.owned = new ArrayList<>(its.partitions());
                member.owned.sort(Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition));
            }
            return lost;
        }

        private Subscription sent(Member member) {
            List<TopicPartition> owned = new ArrayList<>();
            if (kind.cooperative) { // an eager member has given up all by then
                member.owned.removeIf(partition -> !member.topics.contains(partition.topic()));
                owned.addAll(member.owned);
            }
            ByteBuffer bytes = ConsumerProtocol.serializeSubscription(new Subscription(
                new ArrayList<>(new HashSet<>(member.topics)), member.assignor.subscriptionUserData(member.topics), owned,
                member.generation, Optional.empty()));
            return ConsumerProtocol.deserializeSubscription(bytes);
        }

        private Cluster cluster() {
            Node[] replicas = {NODE};
            List<PartitionInfo> partitions = new ArrayList<>();
            topics.forEach((topic, count) -> {
                for (int partition = 0; partition < count; partition++) {
                    partitions.add(new PartitionInfo(topic, partition, NODE, replicas, replicas));
                }
            });
            return new Cluster("cluster", List.of(NODE), partitions, Set.of(), Set.of());
        }
    }
}
