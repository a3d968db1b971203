package io.jarparity.kafka.group;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.coordinator.group.api.streams.assignor.TopologyDescriber;
import org.apache.kafka.coordinator.group.streams.assignor.AssignmentConfigsImpl;
import org.apache.kafka.coordinator.group.streams.assignor.GroupSpecImpl;
import org.apache.kafka.coordinator.group.streams.assignor.MemberMetadataAndStateImpl;
import org.apache.kafka.coordinator.group.streams.assignor.StickyTaskAssignor;

/** Asks the original, whose interfaces are public from 4.4 on, and which reads how far a member's state is. */
final class StreamsAssignor {
  private StreamsAssignor() {}

  static Map<String, Object> assign(StreamsGroup group) {
    Map<String, MemberMetadataAndStateImpl> members = new HashMap<>();
    group.members().forEach((id, member) -> members.put(id, new MemberMetadataAndStateImpl(
        Optional.empty(),
        Optional.empty(),
        member.process(),
        Map.of(),
        member.active(),
        member.standby(),
        Map.of(),
        member.offsets(),
        Map.of())));
    Map<String, Object> answer = new TreeMap<>();
    new StickyTaskAssignor()
        .assign(
            new GroupSpecImpl(members, new AssignmentConfigsImpl(group.standbys(), List.of())),
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
