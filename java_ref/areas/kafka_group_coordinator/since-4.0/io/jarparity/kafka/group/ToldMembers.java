package io.jarparity.kafka.group;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData.TopicPartitions;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatResponseData;

/** What members remember of the answers that they got, as a consumer does between two heartbeats. */
final class ToldMembers {
  private record Told(int epoch, List<TopicPartitions> assigned) {}

  private static final Told NOTHING = new Told(0, List.of());

  private final Map<String, Told> members = new HashMap<>();

  /**
   * The request with what the history leaves to the member's memory.
   *
   * @param goesOn whether the member takes the epoch that it was told
   * @param owns whether it says that it has what it was told
   */
  ConsumerGroupHeartbeatRequestData complete(
      ConsumerGroupHeartbeatRequestData request, boolean goesOn, boolean owns) {
    ConsumerGroupHeartbeatRequestData complete = request.duplicate();
    Told told = members.getOrDefault(request.memberId(), NOTHING);
    if (goesOn) {
      complete.setMemberEpoch(told.epoch);
    }
    if (owns) {
      complete.setTopicPartitions(told.assigned);
    }
    return complete;
  }

  void hear(String member, ConsumerGroupHeartbeatResponseData response) {
    Told before = members.getOrDefault(member, NOTHING);
    int epoch = Math.max(0, response.memberEpoch());
    if (response.assignment() == null) {
      members.put(member, new Told(epoch, before.assigned));
      return;
    }
    List<TopicPartitions> assigned = response.assignment().topicPartitions().stream()
        .map(topic -> new TopicPartitions().setTopicId(topic.topicId()).setPartitions(topic.partitions()))
        .toList();
    members.put(member, new Told(epoch, assigned));
  }

  /** The member was refused: it gives all up, and joins again. */
  void forget(String member) {
    members.remove(member);
  }
}
