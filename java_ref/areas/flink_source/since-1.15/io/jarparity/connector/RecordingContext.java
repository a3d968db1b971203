package io.jarparity.connector;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplitSerializer;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;

/** The context of an enumerator: writes down what it is told, and runs what it is given when a step says so. */
final class RecordingContext implements SplitEnumeratorContext<KafkaPartitionSplit> {
  private static final HexFormat HEX = HexFormat.of();
  private static final KafkaPartitionSplitSerializer SPLITS = new KafkaPartitionSplitSerializer();

  /** Work for another thread, and who is told what came of it. */
  private record Call<T>(Callable<T> work, BiConsumer<T, Throwable> handler, boolean repeated) {
    void make() {
      T done;
      try {
        done = work.call();
      } catch (Exception failed) {
        handler.accept(null, failed);
        return;
      }
      handler.accept(done, null);
    }
  }

  private final int parallelism;
  private final Map<Integer, ReaderInfo> readers = new HashMap<>();
  private final Deque<Call<?>> discoveries = new ArrayDeque<>();
  private final Deque<Call<?>> initializations = new ArrayDeque<>();
  private final List<Map<Integer, List<KafkaPartitionSplit>>> assigned = new ArrayList<>();
  private final List<Object> noMore = new ArrayList<>();
  private boolean starting;

  RecordingContext(int parallelism) {
    this.parallelism = parallelism;
  }

  void register(int reader) {
    readers.put(reader, new ReaderInfo(reader, "loopback"));
  }

  void unregister(int reader) {
    readers.remove(reader);
  }

  /** While it starts, an enumerator schedules discoveries; whatever it asks for later is an initialization. */
  void starting(Runnable start) {
    starting = true;
    try {
      start.run();
    } finally {
      starting = false;
    }
  }

  /** Runs the oldest discovery; one that is repeated stays. Whether there is one. */
  boolean discover() {
    Call<?> discovery = discoveries.peek();
    if (discovery == null) {
      return false;
    }
    if (!discovery.repeated()) {
      discoveries.remove();
    }
    discovery.make();
    return true;
  }

  /** Runs the oldest initialization. Whether there is one. */
  boolean initialize() {
    Call<?> initialization = initializations.poll();
    if (initialization == null) {
      return false;
    }
    initialization.make();
    return true;
  }

  /** What was told since it was last asked. */
  Map<String, Object> seen(boolean events) throws Exception {
    Map<String, Object> seen = new HashMap<>();
    List<Object> splits = new ArrayList<>();
    List<Object> bytes = new ArrayList<>();
    for (Map<Integer, List<KafkaPartitionSplit>> assignment : assigned) {
      Map<String, Object> byReader = new TreeMap<>();
      Map<String, Object> asBytes = new TreeMap<>();
      for (Map.Entry<Integer, List<KafkaPartitionSplit>> entry : assignment.entrySet()) {
        String reader = entry.getKey().toString();
        byReader.put(reader, entry.getValue().stream().map(SplitFields::json).toList());
        if (events) {
          asBytes.put(reader, event(entry.getValue()));
        }
      }
      splits.add(byReader);
      bytes.add(asBytes);
    }
    seen.put("assign", splits);
    seen.put("noMoreSplits", List.copyOf(noMore));
    if (events) {
      seen.put("events", bytes);
    }
    forget();
    return seen;
  }

  void forget() {
    assigned.clear();
    noMore.clear();
  }

  /** What Flink's AddSplitEvent carries to a reader. */
  private static Map<String, Object> event(List<KafkaPartitionSplit> splits) throws Exception {
    List<String> bytes = new ArrayList<>();
    for (KafkaPartitionSplit split : splits) {
      bytes.add(HEX.formatHex(SPLITS.serialize(split)));
    }
    return Map.of("version", SPLITS.getVersion(), "splits", bytes);
  }

  @Override
  public int currentParallelism() {
    return parallelism;
  }

  @Override
  public Map<Integer, ReaderInfo> registeredReaders() {
    return readers;
  }

  @Override
  public void assignSplits(SplitsAssignment<KafkaPartitionSplit> assignment) {
    assigned.add(assignment.assignment());
  }

  @Override
  public void signalNoMoreSplits(int reader) {
    noMore.add(reader);
  }

  @Override
  public <T> void callAsync(Callable<T> work, BiConsumer<T, Throwable> handler) {
    (starting ? discoveries : initializations).add(new Call<>(work, handler, false));
  }

  @Override
  public <T> void callAsync(Callable<T> work, BiConsumer<T, Throwable> handler, long delay, long period) {
    discoveries.add(new Call<>(work, handler, true));
  }

  @Override
  public void runInCoordinatorThread(Runnable work) {
    work.run();
  }

  @Override
  public SplitEnumeratorMetricGroup metricGroup() {
    throw new UnsupportedOperationException("metricGroup");
  }

  @Override
  public void sendEventToSourceReader(int reader, SourceEvent event) {
    throw new UnsupportedOperationException("sendEventToSourceReader");
  }
}
