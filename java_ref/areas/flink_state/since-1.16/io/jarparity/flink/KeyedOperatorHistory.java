package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Keys;
import io.jarparity.bridge.spi.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.io.disk.iomanager.IOManager;
import org.apache.flink.runtime.io.disk.iomanager.IOManagerAsync;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.runtime.operators.testutils.MockInputSplitProvider;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/** A parallel operator with the group aggregate, in Flink's own test harness: elements come, the job is rescaled. */
final class KeyedOperatorHistory {
  /** A step of the history, ready to be made. */
  @FunctionalInterface
  private interface Step {
    Object make(KeyedOperatorHistory history) throws Throwable;
  }

  /** Takes the key out of an element; a class, as the harness looks into it. */
  private static final class KeyOfElement implements KeySelector<RowData, RowData> {
    private static final long serialVersionUID = 1;

    private final int fields;

    KeyOfElement(int fields) {
      this.fields = fields;
    }

    @Override
    public RowData getKey(RowData element) {
      return element.getRow(WatchedGroupAggregate.KEY, fields);
    }
  }

  private final int maxParallelism;
  private final int keyFields;
  private final boolean updateBefore;
  private final Map<String, Taken> snapshots = new HashMap<>();
  private MockEnvironment environment;
  private KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> harness;
  private KeyedProcessOperator<RowData, RowData, RowData> operator;
  private int parallelism;

  /** A snapshot, and the parallelism of the job that it is from. */
  private record Taken(OperatorSubtaskState state, int parallelism) {}

  private KeyedOperatorHistory(int maxParallelism, int keyFields, boolean updateBefore) {
    this.maxParallelism = maxParallelism;
    this.keyFields = keyFields;
    this.updateBefore = updateBefore;
  }

  /** Reads a history. */
  static Operation.Call read(Input in, Keys keys) {
    int maxParallelism = in.field("maxParallelism").int32();
    int parallelism = in.field("parallelism").int32();
    int index = in.field("operator").int32();
    int keyFields = in.field("keyType").field("fields").items().size();
    boolean updateBefore = in.field("updateBefore").bool();
    List<String> names = new ArrayList<>();
    List<Step> steps = in.field("steps").items().stream().map(step -> read(step, keys, names)).toList();
    return () -> {
      KeyedOperatorHistory history = new KeyedOperatorHistory(maxParallelism, keyFields, updateBefore);
      try {
        history.open(parallelism, index, List.of());
        List<Object> observations = new ArrayList<>();
        for (Step step : steps) {
          observations.add(history.observe(step));
        }
        return observations;
      } finally {
        history.close();
      }
    };
  }

  private static Step read(Input step, Keys keys, List<String> names) {
    String op = step.field("op").text();
    return switch (op) {
      case "element" -> {
        RowKind kind = CompositeKeys.kind(step.field("kind"));
        Object key = keys.read(step.field("key"));
        long value = step.field("value").int64();
        yield history -> history.element(kind, (BinaryRowData) key, value);
      }
      case "getCurrentKey" -> history -> document((BinaryRowData) history.operator.getCurrentKey());
      case "getCurrentKeyGroup" -> history -> history.backend().getCurrentKeyGroupIndex();
      case "dump" -> KeyedOperatorHistory::dump;
      case "snapshot" -> {
        String name = step.field("name").text();
        names.add(name);
        yield history -> {
          history.snapshots.put(name, new Taken(history.harness.snapshot(1, 1), history.parallelism));
          return null;
        };
      }
      case "restore" -> {
        int parallelism = step.field("parallelism").int32();
        int index = step.field("operator").int32();
        List<String> from = step.field("from").items().stream().map(name -> taken(name, names)).toList();
        yield history -> {
          history.open(parallelism, index, from);
          return null;
        };
      }
      default -> throw step.field("op").expected(
          "one of dump, element, getCurrentKey, getCurrentKeyGroup, restore, snapshot");
    };
  }

  private static String taken(Input name, List<String> names) {
    if (!names.contains(name.text())) {
      throw name.expected("the name of a snapshot taken before");
    }
    return name.text();
  }

  private Object observe(Step step) throws Throwable {
    try {
      return step.make(this);
    } catch (Exception thrown) { // the original's; Errors, such as a class that can't be linked, are not its answer
      return Map.of("error", Map.of("kind", thrown.getClass().getSimpleName()));
    }
  }

  /** Opens a subtask with what it gets of the snapshots of a whole job; one that Flink refuses leaves nothing open. */
  private void open(int newParallelism, int index, List<String> from) throws Exception {
    MockEnvironment surroundings = environment(newParallelism, index);
    try {
      KeyedProcessOperator<RowData, RowData, RowData> opened =
          new KeyedProcessOperator<>(new WatchedGroupAggregate(keyFields, updateBefore));
      KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> next =
          new KeyedOneInputStreamOperatorTestHarness<>(
              opened, new KeyOfElement(keyFields), keyType(), surroundings);
      next.setup();
      restore(next, newParallelism, index, from);
      next.open();
      close();
      harness = next;
      operator = opened;
      parallelism = newParallelism;
      environment = surroundings;
    } finally {
      if (environment != surroundings) {
        surroundings.close();
      }
    }
  }

  /** Gives a subtask its part of the snapshots, as Flink's own tests redistribute them. */
  private void restore(
      KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> next,
      int newParallelism,
      int index,
      List<String> from)
      throws Exception {
    if (from.isEmpty()) {
      return;
    }
    OperatorSubtaskState[] states =
        from.stream().map(name -> snapshots.get(name).state()).toArray(OperatorSubtaskState[]::new);
    OperatorSubtaskState whole = AbstractStreamOperatorTestHarness.repackageState(states);
    int before = snapshots.get(from.get(0)).parallelism();
    next.initializeState(
        AbstractStreamOperatorTestHarness.repartitionOperatorState(
            whole, maxParallelism, before, newParallelism, index));
  }

  /** What the harness would make for itself, and not close where Flink refuses the parallelism or the index. */
  private MockEnvironment environment(int newParallelism, int index) throws Exception {
    IOManager disk = new IOManagerAsync();
    MockEnvironment made = null;
    try {
      made =
          new MockEnvironmentBuilder()
              .setTaskName("MockTask")
              .setManagedMemorySize(3 << 20)
              .setInputSplitProvider(new MockInputSplitProvider())
              .setBufferSize(1024)
              .setMaxParallelism(maxParallelism)
              .setParallelism(newParallelism)
              .setSubtaskIndex(index)
              .setIOManager(disk)
              .build();
      return made;
    } finally {
      if (made == null) {
        disk.close();
      }
    }
  }

  /** Keys are binary rows already, so that their serializer never asks for the types of their fields. */
  private InternalTypeInfo<RowData> keyType() {
    return InternalTypeInfo.ofFields(Collections.nCopies(keyFields, new BigIntType()).toArray(new LogicalType[0]));
  }

  private void close() throws Exception {
    if (harness != null) {
      harness.close();
      environment.close();
      harness = null;
    }
  }

  private Object element(RowKind kind, BinaryRowData key, long value) throws Exception {
    harness.getOutput().clear();
    harness.processElement(new StreamRecord<>(GenericRowData.ofKind(kind, key, value)));
    List<Object> output = new ArrayList<>();
    for (Object emitted : harness.getOutput()) {
      Row row = (Row) ((StreamRecord<?>) emitted).getValue();
      Map<String, Object> document = new LinkedHashMap<>();
      document.put("kind", row.getField(0));
      document.put("key", Map.of("type", "row-data", "value", row.getField(1)));
      document.put("sum", row.getField(2));
      output.add(document);
    }
    Map<String, Object> observation = new LinkedHashMap<>();
    observation.put("output", output);
    observation.put("key", document((BinaryRowData) operator.getCurrentKey()));
    observation.put("keyGroup", backend().getCurrentKeyGroupIndex());
    observation.put("state", dump());
    return observation;
  }

  private static Object document(BinaryRowData key) {
    return key == null ? null : KeyDocuments.of(key);
  }

  private Map<String, Object> dump() {
    return StateEntries.dump(HeapBackends.tables(backend()), accumulator -> {
      RowData row = (RowData) accumulator;
      return Arrays.asList(
          Long.toString(row.getLong(CountAndSum.COUNT)), Long.toString(row.getLong(CountAndSum.SUM)));
    });
  }

  private AbstractKeyedStateBackend<?> backend() {
    return (AbstractKeyedStateBackend<?>) operator.<Object>getKeyedStateBackend();
  }
}
