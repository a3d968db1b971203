package io.jarparity.kafka.group;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatResponseData;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.server.common.ApiMessageAndVersion;

/** What a coordinator answers and writes. */
final class WrittenJson {
  private WrittenJson() {}

  static Map<String, Object> response(ConsumerGroupHeartbeatResponseData response) {
    Map<String, Object> answer = new HashMap<>();
    answer.put("memberId", response.memberId());
    answer.put("memberEpoch", response.memberEpoch());
    answer.put("heartbeatIntervalMs", response.heartbeatIntervalMs());
    ConsumerGroupHeartbeatResponseData.Assignment assigned = response.assignment();
    Map<String, List<Integer>> partitions = new TreeMap<>();
    if (assigned != null) {
      assigned.topicPartitions().forEach(topic ->
          partitions.put(topic.topicId().toString(), topic.partitions().stream().sorted().toList()));
    }
    answer.put("assignment", assigned == null ? null : partitions);
    return answer;
  }

  static List<Map<String, Object>> records(List<CoordinatorRecord> written) {
    return written.stream()
        .map(record -> RecordJson.of(key(record), record.value() == null ? null : record.value().message()))
        .toList();
  }

  /** A record's key; in 4.0 it has its version beside it. */
  static Message key(CoordinatorRecord written) {
    Object key = written.key();
    return key instanceof ApiMessageAndVersion versioned ? versioned.message() : (Message) key;
  }
}
