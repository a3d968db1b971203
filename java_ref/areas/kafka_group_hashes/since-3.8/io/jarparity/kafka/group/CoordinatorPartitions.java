package io.jarparity.kafka.group;

import io.jarparity.bridge.spi.Registry;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.coordinator.group.GroupCoordinatorService;
import sun.misc.Unsafe;

/** Which partition of its topic a group is kept in. */
final class CoordinatorPartitions {
  private CoordinatorPartitions() {}

  static void register(Registry registry) {
    registry.operation("kafka.group.partition-for", in -> {
      String id = in.field("id").text();
      GroupCoordinatorService coordinator = coordinator(in.field("partitions").int32());
      return () -> coordinator.partitionFor(id);
    });
  }

  /** A coordinator that has been started with so many partitions, and has nothing else that a broker gives it. */
  private static GroupCoordinatorService coordinator(int partitions) {
    try {
      Field unsafe = Unsafe.class.getDeclaredField("theUnsafe");
      unsafe.setAccessible(true);
      Object coordinator = ((Unsafe) unsafe.get(null)).allocateInstance(GroupCoordinatorService.class);
      field("isActive").set(coordinator, new AtomicBoolean(true));
      field("numPartitions").set(coordinator, partitions);
      return (GroupCoordinatorService) coordinator;
    } catch (ReflectiveOperationException changed) {
      throw new IllegalStateException("this release's GroupCoordinatorService is another one", changed);
    }
  }

  private static Field field(String name) throws NoSuchFieldException {
    Field field = GroupCoordinatorService.class.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
