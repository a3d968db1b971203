package org.apache.kafka.clients.consumer.internals;

import io.jarparity.upstream.Python;
import io.jarparity.upstream.kafka.Groups;
import io.jarparity.upstream.kafka.Settled;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * Stands in for the parent of Kafka's two sticky assignors, and asks the port for the assignment.
 *
 * <p>What tests look at beside the assignment, who hands which partition over and whether two members swapped some,
 * Python tells by comparing the members' claims with the port's answer.
 */
public abstract class AbstractStickyAssignor extends AbstractPartitionAssignor {
  public static final int DEFAULT_GENERATION = -1;

  /** Partitions that change hands, with their new owners; null where subscriptions differ. */
  protected Map<TopicPartition, String> partitionsTransferringOwnership = new HashMap<>();

  private boolean sticky = true;

  /** What a member says of its last assignment. */
  public static final class MemberData {
    public final List<TopicPartition> partitions;
    public final Optional<Integer> generation;
    public final Optional<String> rackId;

    public MemberData(List<TopicPartition> partitions, Optional<Integer> generation, Optional<String> rackId) {
      this.partitions = partitions;
      this.generation = generation;
      this.rackId = rackId;
    }

    public MemberData(List<TopicPartition> partitions, Optional<Integer> generation) {
      this(partitions, generation, Optional.empty());
    }
  }

  protected abstract MemberData memberData(Subscription subscription);

  // Overrides from 3.5 on; before, nobody calls it.
  public Map<String, List<TopicPartition>> assignPartitions(
      Map<String, List<PartitionInfo>> partitions, Map<String, Subscription> subscriptions) {
    return ask(Groups.topics(partitions), subscriptions);
  }

  @Override
  public Map<String, List<TopicPartition>> assign(
      Map<String, Integer> partitions, Map<String, Subscription> subscriptions) {
    return ask(partitions, subscriptions);
  }

  public boolean isSticky() {
    return sticky;
  }

  public Map<TopicPartition, String> partitionsTransferringOwnership() {
    return partitionsTransferringOwnership;
  }

  private Map<String, List<TopicPartition>> ask(Map<String, ?> topics, Map<String, Subscription> subscriptions) {
    Map<String, Object> group = Groups.document(topics, subscriptions);
    Map<String, Object> reply = Python.reply("kafka.assignor." + name(), group);
    Groups.readUserData(subscriptions);
    sticky = (Boolean) reply.get("sticky");
    partitionsTransferringOwnership = reply.get("transferring") == null ? null : transferring(reply.get("transferring"));
    Map<String, List<TopicPartition>> assignment = Groups.assignment(reply.get("value"));
    assignment.replaceAll((member, partitions) -> new Settled(partitions));
    return assignment;
  }

  private static Map<TopicPartition, String> transferring(Object document) {
    Map<TopicPartition, String> owners = new HashMap<>();
    for (Object item : (List<?>) document) {
      List<?> triple = (List<?>) item;
      owners.put(new TopicPartition((String) triple.get(0), (Integer) triple.get(1)), (String) triple.get(2));
    }
    return owners;
  }
}
