package io.jarparity.live.kafka;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ShareGroupDescription;
import org.apache.kafka.clients.admin.ShareMemberDescription;
import org.apache.kafka.common.TopicPartition;

/** What the coordinator says of a share group. */
final class ShareGroups {
  private static final Comparator<TopicPartition> ORDER =
      Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition);

  private final Admin admin;

  ShareGroups(Admin admin) {
    this.admin = admin;
  }

  ConsumerGroups.Described describe(String group) throws ExecutionException, InterruptedException {
    ShareGroupDescription found = admin.describeShareGroups(List.of(group)).all().get().get(group);
    Map<String, ConsumerGroups.Member> members = new TreeMap<>();
    for (ShareMemberDescription member : found.members()) {
      members.put(
          member.consumerId(), new ConsumerGroups.Member(member.memberEpoch(), member.clientId(), partitions(member)));
    }
    return new ConsumerGroups.Described(
        found.groupState().name(), found.groupEpoch(), found.targetAssignmentEpoch(), members);
  }

  private static List<List<Object>> partitions(ShareMemberDescription member) {
    return member.assignment().topicPartitions().stream()
        .sorted(ORDER)
        .map(one -> List.<Object>of(one.topic(), one.partition()))
        .toList();
  }
}
