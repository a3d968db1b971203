package io.jarparity.kafka;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Operation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.Cluster;

/**
 * One rebalance of a group with a custom assignor: each member's instance gives its user data, the first one's assigns, each
 * is told; all through the line's real interface.
 */
final class CustomRebalance {
  private static final String GROUP = "group";

  private CustomRebalance() {}

  /** A member, as it was read. */
  private record Joining(String id, Supplier<CustomAssignor> assignor, SubscriptionData data) {}

  static Operation.Call read(Input in) {
    // A replica's rack stands in every line's Cluster.
    Cluster cluster = Topics.read(in.field("topics"), true);
    int generation = SubscriptionData.given(in, "generation").map(Input::int32).orElse(1);
    List<Joining> members = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (Input member : in.field("members").items()) {
      if (!ids.add(member.field("id").text())) {
        throw member.field("id").expected("the id of no other member");
      }
      members.add(member(member, in.field("assignor")));
    }
    if (members.isEmpty()) {
      throw in.field("members").expected("at least one member: who else would assign?");
    }
    return () -> rebalance(cluster, members, generation);
  }

  private static Joining member(Input member, Input assignor) {
    SubscriptionData data = SubscriptionData.read(member);
    if (new HashSet<>(data.topics()).size() < data.topics().size()) {
      throw member.field("topics").expected("different topics: a consumer subscribes to a set");
    }
    Optional<Input> setting = SubscriptionData.given(member, "setting");
    String given = setting.map(Input::text).orElse(null);
    Supplier<CustomAssignor> own;
    try {
      own = CustomAssignors.named(assignor.text(), given).orElse(null);
    } catch (IllegalArgumentException unfit) {
      throw setting.orElse(member).expected("what " + assignor.text() + " takes: " + unfit.getMessage());
    }
    if (own == null) {
      throw assignor.expected(
          "weighted, rack-preferring or a delegate of this JVM; a Python assignor runs where it is, through JPype");
    }
    return new Joining(member.field("id").text(), own, data);
  }

  private static Object rebalance(Cluster cluster, List<Joining> joining, int generation) throws Throwable {
    Map<String, WatchedAssignor> watched = new LinkedHashMap<>();
    Map<String, Assignor> hosts = new LinkedHashMap<>();
    Map<String, Object> userData = new LinkedHashMap<>();
    List<Member> members = new ArrayList<>();
    for (Joining member : joining) {
      WatchedAssignor own = new WatchedAssignor(member.assignor().get());
      Assignor host = GroupApi.own(own);
      watched.put(member.id(), own);
      hosts.put(member.id(), host);
      SubscriptionData sent = member.data();
      if (sent.userData() == null) {
        sent = sent.withUserData(Bytes.of(host.userData(new LinkedHashSet<>(sent.topics()))));
      }
      userData.put(member.id(), Bytes.json(sent.userData()));
      members.add(new Member(member.id(), sent));
    }
    Assignor leader = hosts.values().iterator().next();
    Map<String, AssignmentData> assigned = leader.assign(cluster, members);
    Map<String, Object> assignment = new LinkedHashMap<>();
    assigned.forEach((member, given) -> assignment.put(member, TopicPartitions.json(given.partitions())));
    Map<String, Object> told = new LinkedHashMap<>();
    for (Member member : members) {
      AssignmentData given = assigned.get(member.id());
      if (given != null) {
        Optional<String> instance = member.subscription().instance();
        hosts.get(member.id()).onAssignment(given, GROUP, generation, member.id(), instance);
        told.put(member.id(), watched.get(member.id()).told());
      }
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("name", leader.name());
    answer.put("version", leader.version());
    answer.put("supportedProtocols", leader.supportedProtocols());
    answer.put("userData", userData);
    answer.put("seen", watched.get(members.get(0).id()).seen());
    answer.put("assignment", assignment);
    answer.put("onAssignment", told);
    return answer;
  }
}
