package io.jarparity.live.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ObjIntConsumer;

/**
 * Between a running job and the conversation: what its source is to do, and what its operators observed.
 *
 * <p>All of a mini cluster's tasks run in this JVM, so this is found by its name, which travels with the job.
 */
final class JobChannel {
  private static final Map<String, JobChannel> CHANNELS = new ConcurrentHashMap<>();

  private final Map<Integer, Lane> lanes = new ConcurrentHashMap<>();
  private final Deque<ObjectNode> seen = new ArrayDeque<>();
  private volatile ObjIntConsumer<String> splits;
  private Throwable failure;

  static JobChannel of(String name) {
    return CHANNELS.computeIfAbsent(name, ignored -> new JobChannel());
  }

  /** The lane of a subtask of the source. */
  Lane lane(int subtask) {
    return lanes.computeIfAbsent(subtask, ignored -> new Lane());
  }

  /** How the job's source hands out one more split. */
  void splitsBy(ObjIntConsumer<String> assignment) {
    splits = assignment;
  }

  /** Gives one more split to a subtask of the source. */
  void addSplit(String split, int subtask) {
    splits.accept(split, subtask);
  }

  /** Hands an instruction to the subtask of the source that it names. */
  void apply(JsonNode instruction) {
    lane(instruction.get("subtask").asInt()).put(instruction);
  }

  /** An operator saw something. */
  void saw(ObjectNode observation) {
    synchronized (seen) {
      seen.add(observation);
      seen.notifyAll();
    }
  }

  /** The job failed; nothing more will be seen. */
  void failed(Throwable cause) {
    synchronized (seen) {
      failure = cause;
      seen.notifyAll();
    }
  }

  /** All observations that were not taken yet. */
  List<ObjectNode> rest() {
    synchronized (seen) {
      List<ObjectNode> taken = List.copyOf(seen);
      seen.clear();
      return taken;
    }
  }

  /**
   * The observations up to the one with which there are enough, in the order in which they were made.
   *
   * @param kind what is counted
   * @param count how many of it are enough
   */
  List<ObjectNode> observations(String kind, int count, long milliseconds) throws InterruptedException, TimeoutException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
    List<ObjectNode> taken = new ArrayList<>();
    int enough = 0;
    synchronized (seen) {
      while (enough < count) {
        while (seen.isEmpty()) {
          if (failure != null) {
            throw new IllegalStateException("the job failed: " + reasons(failure), failure);
          }
          long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
          if (left <= 0) {
            throw new TimeoutException(
                "%d of %d %s seen within %d ms; the last: %s"
                    .formatted(enough, count, kind, milliseconds, taken.isEmpty() ? "none" : taken.get(taken.size() - 1)));
          }
          seen.wait(left);
        }
        ObjectNode next = seen.remove();
        taken.add(next);
        if (next.get("kind").asText().equals(kind)) {
          enough++;
        }
      }
    }
    return taken;
  }

  /** What was thrown first stands last, under what Flink makes of it. */
  private static String reasons(Throwable failure) {
    StringJoiner reasons = new StringJoiner("; by ");
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      reasons.add(cause.toString());
    }
    return reasons.toString();
  }
}
