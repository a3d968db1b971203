package io.jarparity.kafka;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.internals.PartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;

/** An assignor behind {@link PartitionAssignor}. */
final class LineAssignor implements Assignor {
  /** {@code onAssignment} with the generation, which 2.3 added; null before. */
  private static final MethodHandle ON_ASSIGNMENT = find();

  private final PartitionAssignor original;

  LineAssignor(PartitionAssignor original) {
    this.original = original;
  }

  /** One that is configured as a consumer configures it. */
  static <T extends PartitionAssignor & Configurable> LineAssignor configured(T original, CustomAssignor own) {
    original.configure(Map.of(CustomAssignors.ASSIGNOR, own));
    return new LineAssignor(original);
  }

  static boolean isToldGenerations() {
    return ON_ASSIGNMENT != null;
  }

  @Override
  public String name() {
    return original.name();
  }

  @Override
  public List<String> supportedProtocols() {
    return null;
  }

  @Override
  public Integer version() {
    return null;
  }

  @Override
  public ByteBuffer userData(Set<String> topics) {
    return original.subscription(topics).userData();
  }

  @Override
  public Map<String, AssignmentData> assign(Cluster cluster, List<Member> members) {
    // The leader's coordinator fills a HashMap in the order in which it hears of the members.
    Map<String, PartitionAssignor.Subscription> subscriptions = new HashMap<>();
    for (Member member : members) {
      subscriptions.put(member.id(), Subscriptions.of(member.subscription()));
    }
    Map<String, AssignmentData> assigned = new LinkedHashMap<>();
    original
        .assign(cluster, subscriptions)
        .forEach((member, given) ->
            assigned.put(member, new AssignmentData(given.partitions(), Bytes.of(given.userData()))));
    return assigned;
  }

  @Override
  public void onAssignment(
      AssignmentData assignment, String group, int generation, String member, Optional<String> instance)
      throws Throwable {
    PartitionAssignor.Assignment told =
        new PartitionAssignor.Assignment(assignment.partitions(), assignment.userDataBuffer());
    if (ON_ASSIGNMENT == null) {
      original.onAssignment(told);
    } else {
      ON_ASSIGNMENT.invokeExact(original, told, generation);
    }
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
