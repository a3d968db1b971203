package io.jarparity.kafka;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;

/**
 * The part of {@link BuiltInPartitioner} that weighs partitions. Its signatures name a class that 4.4 moved to another
 * package, and the same release added racks, so all is found by reflection.
 */
final class LoadPartitioner {
  private static final int BATCH_SIZE = 16384;
  private static final LoadPartitioner FOUND = new LoadPartitioner();

  private final Constructor<?> constructor = BuiltInPartitioner.class.getConstructors()[0];
  private final Method update =
      Arrays.stream(BuiltInPartitioner.class.getMethods())
          .filter(method -> method.getName().equals("updatePartitionLoadStats"))
          .findFirst()
          .orElseThrow();

  private LoadPartitioner() {}

  /** The tables that it made: of all partitions, and of those in the producer's rack or null. */
  record Tables(Map<String, Object> total, Map<String, Object> inThisRack) {}

  static LoadPartitioner find() {
    return FOUND;
  }

  boolean knowsRacks() {
    return update.getParameterCount() > 3;
  }

  /** The tables of these queues, of which the original changes its own copy; null where it makes none. */
  Tables tables(LoadTables.Queues queues, String rack) throws ReflectiveOperationException {
    int[] sizes = queues.sizes() == null ? null : queues.sizes().clone();
    Object log = constructor.getParameterTypes()[0].getConstructor().newInstance();
    if (!knowsRacks()) {
      Object partitioner = constructor.newInstance(log, "topic", BATCH_SIZE);
      update.invoke(partitioner, sizes, queues.partitions(), queues.length());
      Object stats = field(partitioner, "partitionLoadStats");
      return stats == null ? null : new Tables(table(stats), null);
    }
    Object partitioner = constructor.newInstance(log, "topic", BATCH_SIZE, rack != null, rack == null ? "" : rack);
    update.invoke(partitioner, sizes, queues.partitions(), queues.racks(), queues.length());
    Object both = field(partitioner, "partitionLoadStatsHolder");
    return both == null ? null : new Tables(table(field(both, "total")), table(field(both, "inThisRack")));
  }

  private static Map<String, Object> table(Object stats) throws ReflectiveOperationException {
    if (stats == null) {
      return null;
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("table", list((int[]) field(stats, "cumulativeFrequencyTable")));
    json.put("partitions", list((int[]) field(stats, "partitionIds")));
    json.put("length", field(stats, "length"));
    return json;
  }

  private static Object field(Object of, String name) throws ReflectiveOperationException {
    Field field = of.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }

  private static List<Integer> list(int[] numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }
}
