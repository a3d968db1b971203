package io.jarparity.kafka.group;

import io.jarparity.bridge.spi.Input;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An input of {@code kafka.group.assignor.streams-sticky}. */
record StreamsGroup(Map<String, Subtopology> topology, Map<String, Member> members, int standbys) {
  /** A subtopology. */
  record Subtopology(int partitions, boolean stateful) {}

  /** A member before the assignment. */
  record Member(
      String process,
      Map<String, Set<Integer>> active,
      Map<String, Set<Integer>> standby,
      Map<String, Map<Integer, Long>> offsets) {}

  static StreamsGroup read(Input in) {
    Map<String, Subtopology> topology = new LinkedHashMap<>();
    in.field("subtopologies").fields().forEach((id, of) ->
        topology.put(id, new Subtopology(of.field("partitions").int32(), of.field("stateful").bool())));
    Map<String, Member> members = new LinkedHashMap<>();
    for (Input member : in.field("members").items()) {
      members.put(member.field("id").text(), new Member(
          member.field("process").text(),
          StreamsTasks.sets(member.field("active")),
          StreamsTasks.sets(member.field("standby")),
          StreamsTasks.maps(member.field("offsets"), offset -> (long) offset.int32())));
    }
    return new StreamsGroup(topology, members, in.field("standbys").int32());
  }

  List<String> subtopologies() {
    return new ArrayList<>(topology.keySet());
  }

  int partitions(String id) {
    return topology.get(id).partitions();
  }

  boolean stateful(String id) {
    return topology.get(id).stateful();
  }

  /** The answer's entry of a member. */
  static Map<String, Object> answer(Map<String, Set<Integer>> active, Map<String, Set<Integer>> standby) {
    return Map.of("active", StreamsTasks.json(active), "standby", StreamsTasks.json(standby));
  }
}
