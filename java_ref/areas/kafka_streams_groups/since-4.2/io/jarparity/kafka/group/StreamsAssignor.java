package io.jarparity.kafka.group;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.coordinator.group.streams.assignor.AssignmentMemberSpec;
import org.apache.kafka.coordinator.group.streams.assignor.GroupSpecImpl;
import org.apache.kafka.coordinator.group.streams.assignor.StickyTaskAssignor;
import org.apache.kafka.coordinator.group.streams.assignor.TopologyDescriber;

/** Asks the original. */
final class StreamsAssignor {
  private StreamsAssignor() {}

  static Map<String, Object> assign(StreamsGroup group) {
    Map<String, AssignmentMemberSpec> members = new HashMap<>();
    group.members().forEach((id, member) -> members.put(id, new AssignmentMemberSpec(
        Optional.empty(),
        Optional.empty(),
        member.active(),
        member.standby(),
        Map.of(),
        member.process(),
        Map.of(),
        Map.of(),
        Map.of())));
    Map<String, Object> answer = new TreeMap<>();
    new StickyTaskAssignor()
        .assign(
            new GroupSpecImpl(members, Map.of("num.standby.replicas", Integer.toString(group.standbys()))),
            new Described(group))
        .members()
        .forEach((id, given) -> answer.put(id, StreamsGroup.answer(given.activeTasks(), given.standbyTasks())));
    return answer;
  }

  private record Described(StreamsGroup group) implements TopologyDescriber {
    @Override
    public List<String> subtopologies() {
      return group.subtopologies();
    }

    @Override
    public int maxNumInputPartitions(String id) {
      return group.partitions(id);
    }

    @Override
    public boolean isStateful(String id) {
      return group.stateful(id);
    }
  }
}
