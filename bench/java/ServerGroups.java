import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.api.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.api.assignor.PartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;
import org.apache.kafka.coordinator.group.assignor.RangeAssignor;
import org.apache.kafka.coordinator.group.assignor.UniformAssignor;
import org.apache.kafka.coordinator.group.modern.Assignment;
import org.apache.kafka.coordinator.group.modern.GroupSpecImpl;
import org.apache.kafka.coordinator.group.modern.MemberSubscriptionAndAssignmentImpl;

/**
 * A group of the coordinator, and Kafka's own assignors timed on it.
 *
 * <p>Only {@code assign(GroupSpec, SubscribedTopicDescriber)} is on the clock. It changes nothing of its input.
 */
public final class ServerGroups implements SubscribedTopicDescriber {
  private final Map<Uuid, Integer> places = new HashMap<>();
  private final int partitions;
  private final String[] members;
  private final SubscriptionType kind;
  private final Map<String, Set<Uuid>> subscribed = new HashMap<>();
  private GroupAssignment before;
  private GroupAssignment answer;
  private GroupSpec group;

  /**
   * The group; its last member has yet to join.
   *
   * @param most the upper halves of the topics' ids
   * @param least the lower halves
   * @param partitions how many partitions each topic has
   * @param subscriptions by member, places of topics
   * @param alike whether all subscribe to the same topics
   */
  public ServerGroups(long[] most, long[] least, int partitions, String[] members, int[][] subscriptions, boolean alike) {
    this.partitions = partitions;
    this.members = members;
    kind = alike ? SubscriptionType.HOMOGENEOUS : SubscriptionType.HETEROGENEOUS;
    Uuid[] topics = new Uuid[most.length];
    for (int topic = 0; topic < topics.length; topic++) {
      topics[topic] = new Uuid(most[topic], least[topic]);
      places.put(topics[topic], topic);
    }
    for (int member = 0; member < members.length; member++) {
      Set<Uuid> names = new HashSet<>();
      for (int topic : subscriptions[member]) {
        names.add(topics[topic]);
      }
      subscribed.put(members[member], names);
    }
    group = group(members.length - 1);
  }

  /** From now on the last member is there, too, and the others have what the last answer gave them. */
  public void lastMemberJoins() {
    before = answer;
    group = group(members.length);
  }

  /** One assignment; returns the nanoseconds that it took. */
  public long run(String name) {
    PartitionAssignor assignor = name.equals("uniform") ? new UniformAssignor() : new RangeAssignor();
    long start = System.nanoTime();
    GroupAssignment assigned = assignor.assign(group, this);
    long nanos = System.nanoTime() - start;
    answer = assigned;
    return nanos;
  }

  /** The last answer: for each member, how many partitions, then topic * partitions + partition of each, in order. */
  public int[] answer() {
    int[] flat = new int[members.length + places.size() * partitions];
    int at = 0;
    for (int member = 0; member < group.memberIds().size(); member++) {
      TreeSet<Integer> numbers = new TreeSet<>();
      MemberAssignment given = answer.members().get(members[member]);
      if (given != null) {
        given.partitions().forEach((topic, of) ->
            of.forEach(partition -> numbers.add(places.get(topic) * partitions + partition)));
      }
      flat[at++] = numbers.size();
      for (int number : numbers) {
        flat[at++] = number;
      }
    }
    return Arrays.copyOf(flat, at);
  }

  /** An assignment as it is read from records: the topics in order, the partitions, too. */
  private Map<Uuid, Set<Integer>> read(Map<Uuid, Set<Integer>> given) {
    Map<Uuid, Set<Integer>> target = new HashMap<>();
    given.keySet().stream().sorted(Comparator.comparing(places::get))
        .forEach(topic -> target.put(topic, new HashSet<>(new TreeSet<>(given.get(topic)))));
    return target;
  }

  private GroupSpec group(int count) {
    Map<String, MemberSubscriptionAndAssignmentImpl> specs = new HashMap<>();
    Map<Uuid, Map<Integer, String>> owners = new HashMap<>();
    for (int member = 0; member < count; member++) {
      String id = members[member];
      MemberAssignment given = before == null ? null : before.members().get(id);
      Map<Uuid, Set<Integer>> target = given == null ? Map.of() : read(given.partitions());
      target.forEach((topic, of) ->
          of.forEach(partition -> owners.computeIfAbsent(topic, first -> new HashMap<>()).put(partition, id)));
      specs.put(id, new MemberSubscriptionAndAssignmentImpl(
          Optional.empty(), Optional.empty(), subscribed.get(id), new Assignment(target)));
    }
    return new GroupSpecImpl(specs, kind, owners, Optional.empty());
  }

  @Override
  public int numPartitions(Uuid topic) {
    return places.containsKey(topic) ? partitions : -1;
  }

  @Override
  public Set<String> racksForPartition(Uuid topic, int partition) {
    return Set.of();
  }
}
