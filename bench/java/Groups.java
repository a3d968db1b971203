import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.RebalanceProtocol;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.consumer.RoundRobinAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * A consumer group, and Kafka's own assignors timed on it.
 *
 * <p>Only {@code assign(Cluster, GroupSubscription)} is on the clock. What it reads up, user data and subscriptions, is
 * made anew for every run, before the clock starts.
 */
public final class Groups {
  private static final int GENERATION = 1;

  private final Map<String, Integer> topics = new HashMap<>();
  private final int partitions;
  private final String[] members;
  private final List<List<String>> subscribed = new ArrayList<>();
  private final Cluster cluster;
  private Map<String, Assignment> before;
  private Map<String, Assignment> answer;

  /**
   * The group.
   *
   * @param partitions how many partitions each topic has
   * @param subscribed by member, places in {@code topics}
   */
  public Groups(String[] topics, int partitions, String[] members, int[][] subscribed) {
    this.partitions = partitions;
    this.members = members;
    List<PartitionInfo> infos = new ArrayList<>();
    for (int topic = 0; topic < topics.length; topic++) {
      this.topics.put(topics[topic], topic);
      for (int partition = 0; partition < partitions; partition++) {
        infos.add(new PartitionInfo(topics[topic], partition, null, new Node[0], new Node[0]));
      }
    }
    for (int[] places : subscribed) {
      List<String> names = new ArrayList<>();
      for (int place : places) {
        names.add(topics[place]);
      }
      this.subscribed.add(names);
    }
    cluster = new Cluster("bench", List.of(), infos, Set.of(), Set.of());
  }

  /** From now on the first member is gone, and the others own what the last answer gave them. */
  public void firstMemberLeaves() {
    before = answer;
  }

  /** One assignment; returns the nanoseconds that it took. */
  public long run(String name) {
    GroupSubscription group = new GroupSubscription(subscriptions(name));
    ConsumerPartitionAssignor assignor = assignor(name);
    long start = System.nanoTime();
    Map<String, Assignment> assigned = assignor.assign(cluster, group).groupAssignment();
    long nanos = System.nanoTime() - start;
    answer = assigned;
    return nanos;
  }

  /** The last answer: for each member that is left, how many partitions, then topic * partitions + partition of each. */
  public int[] answer() {
    int first = before == null ? 0 : 1;
    int size = 0;
    for (Assignment assignment : answer.values()) {
      size += 1 + assignment.partitions().size();
    }
    int[] flat = new int[size];
    int at = 0;
    for (int member = first; member < members.length; member++) {
      List<TopicPartition> given = answer.get(members[member]).partitions();
      flat[at++] = given.size();
      for (TopicPartition partition : given) {
        flat[at++] = topics.get(partition.topic()) * partitions + partition.partition();
      }
    }
    return flat;
  }

  private Map<String, Subscription> subscriptions(String name) {
    Map<String, Subscription> all = new HashMap<>();
    for (int member = before == null ? 0 : 1; member < members.length; member++) {
      List<String> names = subscribed.get(member);
      all.put(members[member], before == null ? new Subscription(names) : rejoining(name, members[member], names));
    }
    return all;
  }

  @SuppressWarnings("removal") // the only way to a ConsumerGroupMetadata, which onAssignment wants
  private Subscription rejoining(String name, String member, List<String> names) {
    Assignment owned = before.get(member);
    ConsumerPartitionAssignor assignor = assignor(name);
    assignor.onAssignment(owned, new ConsumerGroupMetadata("bench", GENERATION, member, Optional.empty()));
    // Only who rebalances cooperatively still owns its partitions when it joins again.
    boolean keeps = assignor.supportedProtocols().contains(RebalanceProtocol.COOPERATIVE);
    List<TopicPartition> kept = keeps ? owned.partitions() : List.of();
    return new Subscription(names, assignor.subscriptionUserData(Set.copyOf(names)), kept, GENERATION, Optional.empty());
  }

  private static ConsumerPartitionAssignor assignor(String name) {
    return switch (name) {
      case "range" -> new RangeAssignor();
      case "round-robin" -> new RoundRobinAssignor();
      case "sticky" -> new StickyAssignor();
      case "cooperative-sticky" -> new CooperativeStickyAssignor();
      default -> throw new IllegalArgumentException("no assignor " + name);
    };
  }
}
