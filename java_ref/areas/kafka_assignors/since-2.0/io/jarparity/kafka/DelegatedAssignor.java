package io.jarparity.kafka;

import io.jarparity.bridge.spi.Delegate;
import io.jarparity.bridge.spi.Input;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** An assignor outside the JVM: each call is handed on as JSON. */
final class DelegatedAssignor implements CustomAssignor {
  private final Delegate delegate;
  private final Object instance;

  /** Has the delegate make an instance. */
  DelegatedAssignor(Delegate delegate, String setting) {
    this.delegate = delegate;
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("setting", setting);
    this.instance = delegate.call("configured", arguments);
  }

  @Override
  public String name() {
    return call("name", Map.of()).text();
  }

  @Override
  public Base base() {
    return Base.valueOf(call("base", Map.of()).text().toUpperCase(Locale.ROOT));
  }

  @Override
  public byte[] userData(Set<String> topics) {
    Input answer = call("subscriptionUserData", Map.of("topics", List.copyOf(topics)));
    return answer.isNull() ? null : answer.hex();
  }

  @Override
  public Map<String, AssignmentData> assign(Cluster cluster, List<Member> group) {
    Map<String, Object> topics = new LinkedHashMap<>();
    for (String topic : new TreeSet<>(cluster.topics())) {
      topics.put(topic, partitions(cluster.partitionsForTopic(topic)));
    }
    Map<String, AssignmentData> assignment = new LinkedHashMap<>();
    call("assign", Map.of("topics", topics, "members", members(group)))
        .fields()
        .forEach((member, given) -> {
          byte[] userData = SubscriptionData.given(given, "userData").map(Input::hex).orElse(null);
          List<TopicPartition> partitions = TopicPartitions.read(given.field("partitions"));
          assignment.put(member, new AssignmentData(partitions, userData));
        });
    return assignment;
  }

  @Override
  public Map<String, List<TopicPartition>> assignCounts(Map<String, Integer> partitionsPerTopic, List<Member> group) {
    List<Object> topics = new ArrayList<>();
    partitionsPerTopic.forEach((topic, count) -> topics.add(List.of(topic, count)));
    return assigned(call("assignCounts", Map.of("partitionsPerTopic", topics, "members", members(group))));
  }

  @Override
  public Map<String, List<TopicPartition>> assignPartitions(
      Map<String, List<PartitionInfo>> partitionsPerTopic, List<Member> group) {
    List<Object> topics = new ArrayList<>();
    partitionsPerTopic.forEach((topic, infos) -> topics.add(List.of(topic, partitions(infos))));
    return assigned(call("assignPartitions", Map.of("partitionsPerTopic", topics, "members", members(group))));
  }

  @Override
  public void onAssignment(AssignmentData assignment, Told told) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("partitions", TopicPartitions.json(assignment.partitions()));
    arguments.put("userData", Bytes.json(assignment.userData()));
    arguments.put("generation", told.generation());
    arguments.put("member", told.member());
    arguments.put("instance", told.instance());
    arguments.put("group", told.group());
    call("onAssignment", arguments);
  }

  @Override
  public Optional<List<String>> supportedProtocols() {
    return Optional.of(call("supportedProtocols", Map.of()).items().stream().map(Input::text).toList());
  }

  @Override
  public Optional<Short> version() {
    return Optional.of((short) call("version", Map.of()).number(Short.MIN_VALUE, Short.MAX_VALUE));
  }

  private Input call(String method, Map<String, Object> arguments) {
    Map<String, Object> own = new LinkedHashMap<>(arguments);
    own.put("instance of", instance);
    return Input.root(method + " of the assignor", delegate.call(method, own));
  }

  private static Map<String, List<TopicPartition>> assigned(Input answer) {
    Map<String, List<TopicPartition>> assigned = new LinkedHashMap<>();
    answer.fields().forEach((member, partitions) -> assigned.put(member, TopicPartitions.read(partitions)));
    return assigned;
  }

  private static List<Object> members(List<Member> group) {
    List<Object> members = new ArrayList<>();
    for (Member member : group) {
      Map<String, Object> json = new LinkedHashMap<>(member.subscription().json());
      json.put("id", member.id());
      json.put("instance", member.subscription().instance().orElse(null));
      members.add(json);
    }
    return members;
  }

  private static List<Object> partitions(List<PartitionInfo> infos) {
    List<Object> partitions = new ArrayList<>();
    for (PartitionInfo info : infos) {
      Set<String> racks = new TreeSet<>();
      for (Node replica : info.replicas()) {
        if (replica.rack() != null) {
          racks.add(replica.rack());
        }
      }
      partitions.add(Map.of("partition", info.partition(), "racks", List.copyOf(racks)));
    }
    return partitions;
  }
}
