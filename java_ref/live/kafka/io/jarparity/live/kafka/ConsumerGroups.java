package io.jarparity.live.kafka;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.TopicPartition;

/** What the coordinator says of a group of the new consumer protocol. */
final class ConsumerGroups {
  /** A member: its epoch, and by whom it is known; partitions are sorted pairs. */
  record Member(int epoch, String client, List<List<Object>> partitions) {}

  /** A group, its members by id. */
  record Described(String state, int epoch, int targetEpoch, Map<String, Member> members) {}

  private static final Comparator<TopicPartition> ORDER =
      Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition);

  private final Admin admin;

  ConsumerGroups(Admin admin) {
    this.admin = admin;
  }

  Described describe(String group) throws ExecutionException, InterruptedException {
    ConsumerGroupDescription found = admin.describeConsumerGroups(List.of(group)).all().get().get(group);
    Map<String, Member> members = new TreeMap<>();
    for (MemberDescription member : found.members()) {
      members.put(member.consumerId(), new Member(member.memberEpoch().orElseThrow(), member.clientId(), partitions(member)));
    }
    return new Described(
        found.groupState().name(), found.groupEpoch().orElseThrow(), found.targetAssignmentEpoch().orElseThrow(), members);
  }

  private static List<List<Object>> partitions(MemberDescription member) {
    return member.assignment().topicPartitions().stream()
        .sorted(ORDER)
        .map(one -> List.<Object>of(one.topic(), one.partition()))
        .toList();
  }
}
