package io.jarparity.adapter.kafka2;

import io.jarparity.adapter.kafka.Assignor;
import io.jarparity.adapter.kafka.Member;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.internals.PartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;

/** An assignor behind {@link PartitionAssignor}. */
final class OldAssignor implements Assignor {
  /** {@code onAssignment} with the generation, which 2.3 added; null before. */
  private static final MethodHandle ON_ASSIGNMENT = find();

  private final PartitionAssignor original;

  OldAssignor(PartitionAssignor original) {
    this.original = original;
  }

  static boolean isToldGenerations() {
    return ON_ASSIGNMENT != null;
  }

  @Override
  public Map<String, List<TopicPartition>> assign(Cluster cluster, List<Member> members) {
    // The leader's coordinator fills a HashMap in the order in which it hears of the members.
    Map<String, PartitionAssignor.Subscription> subscriptions = new HashMap<>();
    for (Member member : members) {
      subscriptions.put(member.id(), OldGroupApi.of(member.subscription()));
    }
    Map<String, List<TopicPartition>> partitions = new LinkedHashMap<>();
    original.assign(cluster, subscriptions).forEach((id, assigned) -> partitions.put(id, assigned.partitions()));
    return partitions;
  }

  @Override
  public ByteBuffer userData(Set<String> topics) {
    return original.subscription(topics).userData();
  }

  @Override
  public void onAssignment(List<TopicPartition> partitions, int generation) throws Throwable {
    tell(original, new PartitionAssignor.Assignment(partitions), generation);
  }

  /** {@code onAssignment}, with the generation where the line has it. */
  static void tell(PartitionAssignor original, PartitionAssignor.Assignment assignment, int generation)
      throws Throwable {
    if (ON_ASSIGNMENT == null) {
      original.onAssignment(assignment);
    } else {
      ON_ASSIGNMENT.invokeExact(original, assignment, generation);
    }
  }

  @Override
  public boolean isCooperative() {
    return false;
  }

  private static MethodHandle find() {
    MethodType type = MethodType.methodType(void.class, PartitionAssignor.Assignment.class, int.class);
    try {
      return MethodHandles.publicLookup().findVirtual(PartitionAssignor.class, "onAssignment", type);
    } catch (NoSuchMethodException older) {
      return null;
    } catch (IllegalAccessException hidden) {
      throw new IllegalStateException("PartitionAssignor.onAssignment is not public", hidden);
    }
  }
}
