package io.jarparity.kafka;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * A reference of our own, since Kafka has no such assignor: topics, in the order of their names, are shared out within
 * one. Who gets one more: the members with fewest partitions before, with most of the topic's partitions in their rack,
 * the first by id. A partition goes to the member in one of its racks with most room, else to any with most room. User
 * data is the rack in UTF-8; what can't be read is no rack.
 */
final class RackPreferringAssignor extends ReferenceAssignor {
  static final String NAME = "rack-preferring";

  private RackPreferringAssignor(byte[] userData) {
    super(NAME, Base.INTERFACE, userData);
  }

  /** Of that rack; none for null or an empty one. */
  static RackPreferringAssignor configured(String setting) {
    boolean none = setting == null || setting.isEmpty();
    return new RackPreferringAssignor(none ? null : setting.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Map<String, AssignmentData> assign(Cluster cluster, List<Member> group) {
    Map<String, List<TopicPartition>> given = new TreeMap<>();
    Map<String, String> rackOf = new HashMap<>();
    for (Member member : group) {
      given.put(member.id(), new ArrayList<>());
      rackOf.put(member.id(), rackIn(member.subscription().userData()));
    }
    Map<String, Set<String>> subscribers = new TreeMap<>();
    for (Member member : group) {
      for (String topic : member.subscription().topics()) {
        subscribers.computeIfAbsent(topic, none -> new LinkedHashSet<>()).add(member.id());
      }
    }
    subscribers.forEach((topic, members) -> {
      Integer count = cluster.partitionCountForTopic(topic);
      if (count != null && count > 0) {
        shareOut(topic, racks(cluster, topic, count), members, rackOf, given);
      }
    });
    Map<String, AssignmentData> assignment = new LinkedHashMap<>();
    given.forEach((member, partitions) -> assignment.put(member, new AssignmentData(partitions, null)));
    return assignment;
  }

  private static void shareOut(
      String topic, List<Set<String>> racks, Collection<String> members, Map<String, String> rackOf,
      Map<String, List<TopicPartition>> given) {
    Map<String, Long> near = new HashMap<>();
    Map<String, Integer> room = new HashMap<>();
    for (String member : members) {
      near.put(member, racks.stream().filter(of -> of.contains(rackOf.get(member))).count());
      room.put(member, racks.size() / members.size());
    }
    Comparator<String> deserving =
        Comparator.<String>comparingInt(member -> given.get(member).size())
            .thenComparing(Comparator.<String>comparingLong(near::get).reversed())
            .thenComparing(Comparator.naturalOrder());
    members.stream()
        .sorted(deserving)
        .limit(racks.size() % members.size())
        .forEach(member -> room.merge(member, 1, Integer::sum));
    Comparator<String> roomy =
        Comparator.<String>comparingInt(room::get).reversed().thenComparing(Comparator.naturalOrder());
    String[] owners = new String[racks.size()];
    for (boolean atHome : new boolean[] {true, false}) {
      for (int partition = 0; partition < owners.length; partition++) {
        Set<String> of = racks.get(partition);
        if (owners[partition] == null) {
          owners[partition] =
              members.stream()
                  .filter(member -> room.get(member) > 0 && (!atHome || of.contains(rackOf.get(member))))
                  .min(roomy)
                  .orElse(null);
          if (owners[partition] != null) {
            room.merge(owners[partition], -1, Integer::sum);
          }
        }
      }
    }
    for (int partition = 0; partition < owners.length; partition++) {
      given.get(owners[partition]).add(new TopicPartition(topic, partition));
    }
  }

  private static List<Set<String>> racks(Cluster cluster, String topic, int count) {
    List<Set<String>> racks = new ArrayList<>();
    for (int partition = 0; partition < count; partition++) {
      racks.add(new HashSet<>());
    }
    for (PartitionInfo info : cluster.partitionsForTopic(topic)) {
      for (Node replica : info.replicas()) {
        if (replica.rack() != null) {
          racks.get(info.partition()).add(replica.rack());
        }
      }
    }
    return racks;
  }

  private static String rackIn(byte[] userData) {
    if (userData == null || userData.length == 0) {
      return null;
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(userData)).toString();
    } catch (CharacterCodingException noText) {
      return null;
    }
  }
}
