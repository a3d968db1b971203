package io.jarparity.connector;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.common.TopicPartition;

/**
 * What an enumerator remembers, as this connector's {@link KafkaSourceEnumState} has it: assigned partitions up to 3.0,
 * from 3.1 on partitions with a status, from 5.0 on splits with one.
 */
abstract class EnumeratorStates {
  private static final String PACKAGE = "org.apache.flink.connector.kafka.source.enumerator.";

  /** A state that holds these splits in this order; what it has no room for is left out. */
  abstract KafkaSourceEnumState state(List<SplitFields> assigned, List<SplitFields> unassigned, boolean finished)
      throws Throwable;

  /** Sorted, for the original's order may be one of identities. */
  abstract Map<String, Object> json(KafkaSourceEnumState state) throws Throwable;

  /** Whether there are unassigned splits, and discoveries that aren't finished. */
  abstract boolean haveStatuses();

  static EnumeratorStates ofThisConnector() {
    try {
      MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(KafkaSourceEnumState.class, MethodHandles.lookup());
      if (has("splits")) {
        return new Marked(lookup, "splits", "split", "SplitAndAssignmentStatus", KafkaPartitionSplit.class);
      }
      if (has("partitions")) {
        return new Marked(
            lookup, "partitions", "topicPartition", "TopicPartitionAndAssignmentStatus", TopicPartition.class);
      }
      return new AssignedOnly(lookup);
    } catch (NoSuchMethodException | IllegalAccessException | ClassNotFoundException missing) {
      throw new LinkageError("this connector's state is of no known form", missing);
    }
  }

  private static boolean has(String method) {
    for (var declared : KafkaSourceEnumState.class.getMethods()) {
      if (declared.getName().equals(method)) {
        return true;
      }
    }
    return false;
  }

  private static MethodType constructor(Class<?>... parameters) {
    return MethodType.methodType(void.class, parameters);
  }

  private static List<Object> json(TopicPartition partition) {
    return new ArrayList<>(List.of(partition.topic(), partition.partition()));
  }

  private static List<List<Object>> sorted(List<List<Object>> rows) {
    rows.sort(
        Comparator.comparing((List<Object> row) -> (String) row.get(0))
            .thenComparing(row -> (Integer) row.get(1))
            .thenComparing(row -> offset(row, 2))
            .thenComparing(row -> offset(row, 3))
            .thenComparing(row -> String.valueOf(row.get(row.size() - 1))));
    return rows;
  }

  /** An offset of a row that has some; no stopping offset comes first. */
  private static long offset(List<Object> row, int place) {
    return row.size() == 5 && row.get(place) != null ? Long.parseLong((String) row.get(place)) : Long.MIN_VALUE;
  }

  /** Up to 3.0. */
  private static final class AssignedOnly extends EnumeratorStates {
    private final MethodHandle state;

    AssignedOnly(MethodHandles.Lookup lookup) throws NoSuchMethodException, IllegalAccessException {
      state = lookup.findConstructor(KafkaSourceEnumState.class, constructor(Set.class));
    }

    @Override
    KafkaSourceEnumState state(List<SplitFields> assigned, List<SplitFields> unassigned, boolean finished)
        throws Throwable {
      Set<TopicPartition> partitions = new LinkedHashSet<>();
      assigned.forEach(split -> partitions.add(split.partition()));
      return (KafkaSourceEnumState) state.invoke(partitions);
    }

    @Override
    Map<String, Object> json(KafkaSourceEnumState state) {
      List<List<Object>> rows = new ArrayList<>();
      state.assignedPartitions().forEach(partition -> rows.add(EnumeratorStates.json(partition)));
      return Map.of("assignedPartitions", sorted(rows));
    }

    @Override
    boolean haveStatuses() {
      return false;
    }
  }

  /** From 3.1 on: partitions or splits, each beside its {@code AssignmentStatus}. */
  private static final class Marked extends EnumeratorStates {
    private final String name;
    private final boolean whole;
    private final MethodHandle state;
    private final MethodHandle element;
    private final MethodHandle ofStatusCode;
    private final MethodHandle elements;
    private final MethodHandle finished;
    private final MethodHandle content;
    private final MethodHandle status;

    Marked(MethodHandles.Lookup lookup, String name, String content, String elementName, Class<?> contentType)
        throws NoSuchMethodException, IllegalAccessException, ClassNotFoundException {
      Class<?> elementType = lookup.findClass(PACKAGE + elementName);
      Class<?> statusType = lookup.findClass(PACKAGE + "AssignmentStatus");
      this.name = name;
      this.whole = contentType == KafkaPartitionSplit.class;
      this.state = lookup.findConstructor(KafkaSourceEnumState.class, constructor(Set.class, boolean.class));
      this.element = lookup.findConstructor(elementType, constructor(contentType, statusType));
      this.ofStatusCode = lookup.findStatic(statusType, "ofStatusCode", MethodType.methodType(statusType, int.class));
      this.elements = lookup.findVirtual(KafkaSourceEnumState.class, name, MethodType.methodType(Set.class));
      this.finished =
          lookup.findVirtual(
              KafkaSourceEnumState.class, "initialDiscoveryFinished", MethodType.methodType(boolean.class));
      this.content = lookup.findVirtual(elementType, content, MethodType.methodType(contentType));
      this.status = lookup.findVirtual(elementType, "assignmentStatus", MethodType.methodType(statusType));
    }

    @Override
    KafkaSourceEnumState state(List<SplitFields> assigned, List<SplitFields> unassigned, boolean discovered)
        throws Throwable {
      Set<Object> marked = new LinkedHashSet<>();
      for (SplitFields split : assigned) {
        marked.add(marked(split, 0));
      }
      for (SplitFields split : unassigned) {
        marked.add(marked(split, 1));
      }
      return (KafkaSourceEnumState) state.invoke(marked, discovered);
    }

    private Object marked(SplitFields split, int statusCode) throws Throwable {
      Object mark = ofStatusCode.invoke(statusCode);
      return whole ? element.invoke(split.split(), mark) : element.invoke(split.partition(), mark);
    }

    @Override
    Map<String, Object> json(KafkaSourceEnumState from) throws Throwable {
      List<List<Object>> rows = new ArrayList<>();
      for (Object each : (Set<?>) elements.invoke(from)) {
        Object held = content.invoke(each);
        List<Object> row =
            whole ? SplitFields.json((KafkaPartitionSplit) held) : EnumeratorStates.json((TopicPartition) held);
        row.add(((Enum<?>) status.invoke(each)).name());
        rows.add(row);
      }
      Map<String, Object> json = new LinkedHashMap<>();
      json.put(name, sorted(rows));
      json.put("initialDiscoveryFinished", (boolean) finished.invoke(from));
      return json;
    }

    @Override
    boolean haveStatuses() {
      return true;
    }
  }
}
