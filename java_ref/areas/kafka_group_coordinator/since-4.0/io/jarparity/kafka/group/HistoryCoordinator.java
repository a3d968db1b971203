package io.jarparity.kafka.group;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatResponseData;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.common.runtime.CoordinatorResult;

/**
 * A group coordinator as its runtime drives it: what it writes is replayed, what fails is taken back, timers fire as the
 * clock is set forward, and a restart replays all that was written.
 */
final class HistoryCoordinator {
  /** Errors whose text is the JVM's or a library's, has the digits of its locale, or names one partition of many. */
  private static final Set<String> NOT_ITS_OWN =
      Set.of(
          "NullPointerException", "IllegalStateException", "InvalidRegularExpression", "UnknownServerException");

  private final BrokerSettings settings;
  private final HandClock clock = new HandClock();
  private List<CoordinatorRecord> log = new ArrayList<>();
  private final HistoryCluster cluster = new HistoryCluster();
  private final ToldMembers told = new ToldMembers();
  private HandTimer timer;
  private HandExecutor executor;
  private LoadedManager manager;

  HistoryCoordinator(Map<String, Object> settings, Map<Uuid, TopicOfCluster> topics) {
    this.settings = new BrokerSettings(settings);
    cluster.become(topics);
    load(log);
  }

  ToldMembers told() {
    return told;
  }

  /** @param lost whether the answer never reaches the member */
  Map<String, Object> heartbeat(ConsumerGroupHeartbeatRequestData request, boolean lost) {
    List<CoordinatorRecord> written = new ArrayList<>();
    Map<String, Object> answer = new HashMap<>();
    try {
      ConsumerGroupHeartbeatResponseData response = write(() -> manager.heartbeat(request), written);
      answer.put("response", WrittenJson.response(response));
      if (!lost) {
        told.hear(request.memberId(), response);
      }
    } catch (RuntimeException failed) {
      answer.put("error", error(failed));
      if (!lost) {
        told.forget(request.memberId());
      }
    }
    answer.put("records", WrittenJson.records(written));
    return answer;
  }

  Map<String, Object> sleep(int time) {
    List<CoordinatorRecord> written = new ArrayList<>();
    timer.advance(time, operation -> {
      try {
        write(operation, written);
        return true;
      } catch (RuntimeException failed) {
        return false;
      }
    });
    return Map.of("records", WrittenJson.records(written));
  }

  Map<String, Object> topics(Map<Uuid, TopicOfCluster> topics) {
    manager.know(cluster.become(topics), cluster.image());
    return Map.of("records", List.of());
  }

  Map<String, Object> tasks() {
    List<CoordinatorRecord> written = new ArrayList<>();
    executor.run().forEach(result -> write(result, written));
    return Map.of("records", WrittenJson.records(written));
  }

  /**
   * Another broker loads the group; where it can't, this one goes on.
   *
   * @param read how many records it has read when the log is compacted
   */
  Map<String, Object> restart(int read) {
    Map<String, Object> answer = new HashMap<>();
    try {
      load(compacted(read));
    } catch (RuntimeException failed) {
      answer.put("error", error(failed));
    }
    answer.put("records", List.of());
    return answer;
  }

  /** The log, but of the records after the first so many only the newest of each key. */
  private List<CoordinatorRecord> compacted(int from) {
    Map<Object, CoordinatorRecord> newest = new HashMap<>();
    log.forEach(written -> newest.put(WrittenJson.key(written), written));
    List<CoordinatorRecord> left = new ArrayList<>();
    for (CoordinatorRecord written : log) {
      if (left.size() < from || newest.get(WrittenJson.key(written)) == written) {
        left.add(written);
      }
    }
    return left;
  }

  private void load(List<CoordinatorRecord> written) {
    HandTimer anew = new HandTimer(clock);
    HandExecutor idle = new HandExecutor();
    LoadedManager loaded = new LoadedManager(settings, clock, anew, idle, cluster.image());
    written.forEach(loaded::replay);
    loaded.loaded(cluster.unchanged(), cluster.image());
    log = written;
    timer = anew;
    executor = idle;
    manager = loaded;
  }

  /** As the coordinator's runtime writes: either all that an operation wrote is kept, or nothing. */
  private <T> T write(Supplier<CoordinatorResult<T, CoordinatorRecord>> operation, List<CoordinatorRecord> written) {
    manager.mark(log.size());
    try {
      CoordinatorResult<T, CoordinatorRecord> result = operation.get();
      result.records().forEach(manager::replay);
      written.addAll(result.records());
      log.addAll(result.records());
      return result.response();
    } catch (RuntimeException failed) {
      manager.revert(log.size());
      throw failed;
    }
  }

  private static Map<String, Object> error(RuntimeException failed) {
    Map<String, Object> error = new HashMap<>();
    error.put("kind", failed.getClass().getSimpleName());
    error.put("message", NOT_ITS_OWN.contains(failed.getClass().getSimpleName()) ? null : failed.getMessage());
    return error;
  }
}
