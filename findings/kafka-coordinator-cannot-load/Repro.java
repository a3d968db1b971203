import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.generated.ConsumerGroupCurrentMemberAssignmentValue;
import org.apache.kafka.coordinator.group.generated.ConsumerGroupCurrentMemberAssignmentValue.TopicPartitions;
import org.apache.kafka.coordinator.group.generated.ConsumerGroupMemberMetadataValue;
import org.apache.kafka.coordinator.group.modern.consumer.ConsumerGroup;
import org.apache.kafka.coordinator.group.modern.consumer.ConsumerGroupMember;
import org.slf4j.LoggerFactory;

/**
 * A broker that takes over a consumer group of KIP-848 reads what the group's coordinator has written to
 * __consumer_offsets. If the log is compacted while it is read, the coordinator may fail with an IllegalStateException,
 * and none of the groups of that partition of __consumer_offsets has a coordinator.
 *
 * <p>Three ordinary histories of two members; each is read whole, and with the log compacted after each of its records.
 * Records are replayed as GroupMetadataManager.replay does it: a member's subscription and its assignment are written
 * into the group by ConsumerGroup.updateMember. Records that don't touch members' partitions are left out.
 *
 * <p>java -cp 'kafka-group-coordinator-4.4.0.jar:…' Repro.java, with all that it depends on
 *
 * <p>Ends with 3 where a log can't be read, else with 0.
 */
public class Repro {
    private static final Uuid TOPIC = new Uuid(0, 7);

    public static void main(String[] args) throws Exception {
        boolean faulty = false;
        faulty |= read("a member leaves and comes back under its id", List.of(
            subscription("A", "t"), assignment("A", 1, 0, 1, 2),
            subscription("B", "t"), assignment("B", 2),
            gone("A", true), gone("A", false),
            assignment("B", 3, 0, 1, 2),
            subscription("A", "t"), assignment("A", 4)));
        faulty |= read("a member gives a partition up and then subscribes to one topic more", List.of(
            subscription("A", "t"), assignment("A", 1, 0, 1, 2),
            subscription("B", "t"), assignment("B", 2),
            assignment("A", 2, 0, 1), assignment("B", 2, 2),
            subscription("A", "t", "u"), assignment("A", 3, 0, 1)));
        faulty |= read("a member that gives a partition up, and goes on", List.of(
            subscription("A", "t"), assignment("A", 1, 0, 1, 2),
            subscription("B", "t"), assignment("B", 2),
            assignment("A", 2, 0, 1), assignment("B", 2, 2),
            assignment("A", 3, 0, 1)));
        System.exit(faulty ? 3 : 0);
    }

    /** What is written of a member; of what is written under one key only the newest survives compaction. */
    private record Written(String key, Change change) {}

    private interface Change {
        void replay(ConsumerGroup group) throws Exception;
    }

    private static boolean read(String what, List<Written> log) throws Exception {
        Map<String, List<String>> outcomes = new TreeMap<>();
        for (int read = 0; read <= log.size(); read++) {
            String place = read == log.size() ? "whole" : "compacted after " + read;
            outcomes.computeIfAbsent(outcome(compacted(log, read)), key -> new ArrayList<>()).add(place);
        }
        outcomes.forEach((outcome, places) -> System.out.println(what + ": " + outcome + ": " + String.join(", ", places)));
        return outcomes.size() > 1 || !outcomes.containsKey("is read");
    }

    /** The first records, and of the others those that are the newest of their key. */
    private static List<Written> compacted(List<Written> log, int read) {
        Map<String, Written> newest = new HashMap<>();
        log.forEach(written -> newest.put(written.key, written));
        List<Written> left = new ArrayList<>(log.subList(0, read));
        log.subList(read, log.size()).stream().filter(written -> newest.get(written.key) == written).forEach(left::add);
        return left;
    }

    private static String outcome(List<Written> log) throws Exception {
        ConsumerGroup group = group();
        for (Written written : log) {
            try {
                written.change.replay(group);
            } catch (IllegalStateException thrown) {
                return "fails with " + thrown.getMessage();
            }
        }
        return "is read";
    }

    private static Written subscription(String member, String... topics) {
        ConsumerGroupMemberMetadataValue value = new ConsumerGroupMemberMetadataValue()
            .setClientId("client")
            .setClientHost("localhost/127.0.0.1")
            .setSubscribedTopicNames(List.of(topics))
            .setRebalanceTimeoutMs(300000);
        return new Written("subscription of " + member, group ->
            group.updateMember(new ConsumerGroupMember.Builder(group.getOrMaybeCreateMember(member, true))
                .updateWith(value)
                .build()));
    }

    private static Written assignment(String member, int epoch, Integer... partitions) {
        ConsumerGroupCurrentMemberAssignmentValue value = new ConsumerGroupCurrentMemberAssignmentValue()
            .setMemberEpoch(epoch)
            .setPreviousMemberEpoch(epoch - 1)
            .setAssignedPartitions(partitions.length == 0
                ? List.of()
                : List.of(new TopicPartitions().setTopicId(TOPIC).setPartitions(List.of(partitions))));
        return new Written("assignment of " + member, group ->
            group.updateMember(updated(new ConsumerGroupMember.Builder(group.getOrMaybeCreateMember(member, true)), value)));
    }

    /** Tombstones: first of the member's assignment, then of its subscription. */
    private static Written gone(String member, boolean assignment) {
        return assignment
            ? new Written("assignment of " + member, group -> {
                if (group.hasMember(member)) {
                    group.updateMember(new ConsumerGroupMember.Builder(group.getOrMaybeCreateMember(member, false))
                        .setMemberEpoch(-1)
                        .setPreviousMemberEpoch(-1)
                        .setPartitionsPendingRevocation(Map.of())
                        .setAssignedPartitions(Map.of())
                        .build());
                }
            })
            : new Written("subscription of " + member, group -> group.removeMember(member));
    }

    /** Builder.updateWith, which takes a logger and the group's id, too, from 4.3 on. */
    private static ConsumerGroupMember updated(
        ConsumerGroupMember.Builder builder, ConsumerGroupCurrentMemberAssignmentValue value) throws Exception {
        for (Method method : ConsumerGroupMember.Builder.class.getMethods()) {
            List<Class<?>> types = List.of(method.getParameterTypes());
            if (method.getName().equals("updateWith") && types.contains(value.getClass())) {
                method.invoke(builder, types.size() == 1
                    ? new Object[] {value}
                    : new Object[] {LoggerFactory.getLogger(Repro.class), "g", value});
            }
        }
        return builder.build();
    }

    /** A group, whose constructor takes other things in each release. */
    private static ConsumerGroup group() throws Exception {
        return (ConsumerGroup) construct(ConsumerGroup.class);
    }

    private static Object construct(Class<?> type) throws Exception {
        if (type == String.class) {
            return "g";
        }
        if (type == Map.class) {
            return Map.of();
        }
        if (type == TopicPartition.class) {
            return new TopicPartition("__consumer_offsets", 0);
        }
        Constructor<?> constructor = type.getConstructors()[0];
        for (Constructor<?> other : type.getConstructors()) {
            constructor = other.getParameterCount() < constructor.getParameterCount() ? other : constructor;
        }
        Object[] arguments = new Object[constructor.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = construct(constructor.getParameterTypes()[i]);
        }
        return constructor.newInstance(arguments);
    }
}
