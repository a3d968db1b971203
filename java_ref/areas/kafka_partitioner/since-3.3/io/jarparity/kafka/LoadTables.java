package io.jarparity.kafka;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Registry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tables of cumulative weights by which a producer prefers partitions with short queues. */
final class LoadTables {
  private LoadTables() {}

  /**
   * What is known of a topic's queues.
   *
   * @param sizes by partition the batches that wait, or null
   * @param partitions the partitions' numbers
   * @param racks by partition the rack of its leader, each may be null; or null
   * @param length how many of the partitions take part
   */
  record Queues(int[] sizes, int[] partitions, String[] racks, int length) {}

  static void register(Registry registry) {
    registry.operation("kafka.partitioner.load-table", in -> {
      LoadPartitioner partitioner = LoadPartitioner.find();
      Optional<Input> racks = in.optional("racks").filter(value -> !value.isNull());
      Optional<Input> rack = in.optional("rack").filter(value -> !value.isNull());
      for (Optional<Input> field : List.of(racks, rack)) {
        if (field.isPresent() && !partitioner.knowsRacks()) {
          throw field.get().expected("absent: the partitioner knows racks from 4.4 on");
        }
      }
      Queues queues =
          new Queues(
              in.field("queueSizes").isNull() ? null : ints(in.field("queueSizes")),
              ints(in.field("partitions")),
              racks.map(LoadTables::names).orElse(null),
              in.field("length").int32());
      String home = rack.map(Input::text).orElse(null);
      return () -> json(partitioner.tables(queues, home), home != null);
    });
  }

  private static Map<String, Object> json(LoadPartitioner.Tables tables, boolean withRack) {
    if (tables == null) {
      return null;
    }
    Map<String, Object> json = new LinkedHashMap<>(tables.total());
    if (withRack) {
      json.put("inThisRack", tables.inThisRack());
    }
    return json;
  }

  private static int[] ints(Input array) {
    return array.items().stream().mapToInt(Input::int32).toArray();
  }

  private static String[] names(Input array) {
    return array.items().stream().map(name -> name.isNull() ? null : name.text()).toArray(String[]::new);
  }
}
