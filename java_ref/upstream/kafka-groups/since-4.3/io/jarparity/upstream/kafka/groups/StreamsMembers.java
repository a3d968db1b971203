package io.jarparity.upstream.kafka.groups;

import io.jarparity.upstream.Python;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.coordinator.group.streams.assignor.AssignmentMemberSpec;
import org.apache.kafka.coordinator.group.streams.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.streams.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.streams.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.streams.assignor.TopologyDescriber;

/** A streams group as a coordinator hands it to an assignor, on its way to the port. */
public final class StreamsMembers {
  private static final String OPERATION = "kafka.group.assignor.streams-sticky";

  private StreamsMembers() {}

  /** What the port's assignor gives the group. */
  public static GroupAssignment assigned(GroupSpec group, TopologyDescriber topology) {
    Map<String, Object> subtopologies = new LinkedHashMap<>();
    topology.subtopologies().forEach(id -> subtopologies.put(
        id, Map.of("partitions", topology.maxNumInputPartitions(id), "stateful", topology.isStateful(id))));
    List<Object> members = new ArrayList<>();
    group.members().forEach((id, member) -> members.add(member(id, member)));
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("subtopologies", subtopologies);
    document.put("members", members);
    document.put("standbys", Integer.parseInt(group.assignmentConfigs().getOrDefault("num.standby.replicas", "0")));
    return read(Python.object(Python.ask(OPERATION, document)));
  }

  private static Map<String, Object> member(String id, AssignmentMemberSpec member) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", id);
    fields.put("process", member.processId());
    fields.put("active", StreamsTasks.lists(member.activeTasks()));
    fields.put("standby", StreamsTasks.lists(member.standbyTasks()));
    fields.put("offsets", Map.of()); // read from 4.4 on
    return fields;
  }

  private static GroupAssignment read(Map<String, Object> answer) {
    Map<String, MemberAssignment> members = new HashMap<>();
    answer.forEach((id, given) -> {
      Map<String, Object> tasks = Python.object(given);
      members.put(id, new MemberAssignment(
          StreamsTasks.sets(tasks.get("active")), StreamsTasks.sets(tasks.get("standby")), Map.of()));
    });
    return new GroupAssignment(members);
  }
}
