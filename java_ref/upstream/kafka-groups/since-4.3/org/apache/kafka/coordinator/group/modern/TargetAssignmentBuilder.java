package org.apache.kafka.coordinator.group.modern;

import io.jarparity.upstream.kafka.groups.AskedTarget;
import io.jarparity.upstream.kafka.groups.AskedTarget.Subscriber;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.coordinator.common.runtime.CoordinatorMetadataImage;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.group.GroupCoordinatorRecordHelpers;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.api.assignor.PartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;
import org.apache.kafka.coordinator.group.modern.consumer.ConsumerGroupMember;
import org.apache.kafka.coordinator.group.modern.consumer.ResolvedRegularExpression;
import org.apache.kafka.coordinator.group.modern.share.ShareGroupMember;

/**
 * Stands in for Kafka's builder of targets, and asks the port: first what the assignor is to be asked, and, once the
 * assignor has answered, what the target is and what is written.
 */
public abstract class TargetAssignmentBuilder<T extends ModernGroupMember, U extends TargetAssignmentBuilder<T, U>> {
  private final String groupId;
  private final int groupEpoch;
  private final PartitionAssignor assignor;
  private final Map<String, T> updatedMembers = new LinkedHashMap<>();
  private Time time;
  private Map<String, T> members = Map.of();
  private Map<String, String> staticMembers = Map.of();
  private SubscriptionType subscriptionType;
  private Map<String, Assignment> targetAssignment = Map.of();
  private Map<Uuid, Map<Integer, String>> invertedTargetAssignment = Map.of();
  private CoordinatorMetadataImage metadataImage = CoordinatorMetadataImage.EMPTY;
  private Optional<Map<Uuid, Set<Integer>>> assignable = Optional.empty();

  public TargetAssignmentBuilder(String groupId, int groupEpoch, PartitionAssignor assignor) {
    this.groupId = groupId;
    this.groupEpoch = groupEpoch;
    this.assignor = assignor;
  }

  public U withTime(Time time) {
    this.time = time;
    return self();
  }

  public U withMembers(Map<String, T> members) {
    this.members = members;
    return self();
  }

  public U withStaticMembers(Map<String, String> staticMembers) {
    this.staticMembers = staticMembers;
    return self();
  }

  public U withSubscriptionType(SubscriptionType subscriptionType) {
    this.subscriptionType = subscriptionType;
    return self();
  }

  public U withTargetAssignment(Map<String, Assignment> targetAssignment) {
    this.targetAssignment = targetAssignment;
    return self();
  }

  public U withInvertedTargetAssignment(Map<Uuid, Map<Integer, String>> invertedTargetAssignment) {
    this.invertedTargetAssignment = invertedTargetAssignment;
    return self();
  }

  public U withMetadataImage(CoordinatorMetadataImage metadataImage) {
    this.metadataImage = metadataImage;
    return self();
  }

  public U withTopicAssignablePartitionsMap(Map<Uuid, Set<Integer>> assignable) {
    this.assignable = Optional.of(assignable);
    return self();
  }

  public U addOrUpdateMember(String memberId, T member) {
    updatedMembers.put(memberId, member);
    return self();
  }

  public U removeMember(String memberId) {
    return addOrUpdateMember(memberId, null);
  }

  public TargetAssignmentResult build() {
    AskedTarget asked = new AskedTarget(metadataImage, groupEpoch, subscriptionType, time.milliseconds());
    members.forEach((id, member) ->
        asked.has(id, subscriber(id, member), Optional.ofNullable(targetAssignment.get(id)).map(Assignment::partitions)));
    updatedMembers.forEach((id, member) -> asked.changes(id, Optional.ofNullable(member).map(of -> subscriber(id, of))));
    TopicIds.TopicResolver resolver = new TopicIds.CachedTopicResolver(metadataImage);
    Map<String, MemberSubscriptionAndAssignmentImpl> specs = new HashMap<>();
    asked.question().forEach((id, question) -> specs.put(id, spec(id, question, resolver)));
    GroupAssignment given = assignor.assign(
        new GroupSpecImpl(specs, subscriptionType, invertedTargetAssignment, assignable),
        new SubscribedTopicDescriberImpl(metadataImage));
    List<CoordinatorRecord> records = new ArrayList<>();
    Map<String, MemberAssignment> target = new HashMap<>();
    asked.answer(given, new AskedTarget.Answer() {
      @Override
      public void gives(String member, Map<Uuid, Set<Integer>> partitions) {
        target.put(member, new MemberAssignmentImpl(partitions));
      }

      @Override
      public void writes(String member, Map<Uuid, Set<Integer>> partitions) {
        records.add(newTargetAssignmentRecord(groupId, member, partitions));
      }

      @Override
      public void writes(int epoch, long timestamp) {
        records.add(newTargetAssignmentMetadataRecord(groupId, epoch, timestamp));
      }
    });
    return new TargetAssignmentResult(records, target);
  }

  /** What the assignor is asked of a member: what the port says, in the terms of Kafka's classes. */
  private MemberSubscriptionAndAssignmentImpl spec(
      String id, AskedTarget.Question question, TopicIds.TopicResolver resolver) {
    T member = updatedMembers.getOrDefault(id, members.get(id));
    Assignment target = new Assignment(question.target());
    MemberSubscriptionAndAssignmentImpl spec = newMemberSubscriptionAndAssignment(member, target, resolver);
    boolean same = Set.copyOf(spec.subscribedTopicIds()).equals(question.topics());
    return same
        ? spec
        : new MemberSubscriptionAndAssignmentImpl(spec.rackId(), spec.instanceId(), question.topics(), target);
  }

  /** A member for the port; a static one has the instance id under which the group knows it. */
  private Subscriber subscriber(String id, T member) {
    String instance = member.instanceId();
    boolean known = instance != null && (updatedMembers.containsKey(id) || id.equals(staticMembers.get(instance)));
    return new Subscriber(member.subscribedTopicNames(), matched(member), Optional.ofNullable(known ? instance : null));
  }

  /** By the member's regular expression what it matches; empty where it has none that is resolved. */
  protected Map<String, Set<String>> matched(T member) {
    return Map.of();
  }

  protected abstract U self();

  protected abstract CoordinatorRecord newTargetAssignmentRecord(
      String groupId, String memberId, Map<Uuid, Set<Integer>> partitions);

  protected abstract CoordinatorRecord newTargetAssignmentMetadataRecord(String groupId, int epoch, long timestamp);

  /** Kafka's own document of a member, in which the names are the port's to choose from. */
  protected MemberSubscriptionAndAssignmentImpl newMemberSubscriptionAndAssignment(
      T member, Assignment target, TopicIds.TopicResolver resolver) {
    Set<String> names = member.subscribedTopicNames();
    for (Set<String> matched : matched(member).values()) {
      names = names.isEmpty() ? matched : matched.isEmpty() ? names : new UnionSet<>(names, matched);
    }
    return new MemberSubscriptionAndAssignmentImpl(
        Optional.ofNullable(member.rackId()),
        Optional.ofNullable(member.instanceId()),
        new TopicIds(names, resolver),
        target);
  }

  /** The target, and what is written. */
  public static class TargetAssignmentResult {
    private final List<CoordinatorRecord> records;
    private final Map<String, MemberAssignment> targetAssignment;

    TargetAssignmentResult(List<CoordinatorRecord> records, Map<String, MemberAssignment> targetAssignment) {
      this.records = records;
      this.targetAssignment = targetAssignment;
    }

    public List<CoordinatorRecord> records() {
      return records;
    }

    public Map<String, MemberAssignment> targetAssignment() {
      return targetAssignment;
    }
  }

  /** Of consumer groups. */
  public static class ConsumerTargetAssignmentBuilder
      extends TargetAssignmentBuilder<ConsumerGroupMember, ConsumerTargetAssignmentBuilder> {
    private Map<String, ResolvedRegularExpression> resolved = Map.of();

    public ConsumerTargetAssignmentBuilder(String groupId, int groupEpoch, PartitionAssignor assignor) {
      super(groupId, groupEpoch, assignor);
    }

    public ConsumerTargetAssignmentBuilder withResolvedRegularExpressions(
        Map<String, ResolvedRegularExpression> resolved) {
      this.resolved = resolved;
      return self();
    }

    @Override
    protected Map<String, Set<String>> matched(ConsumerGroupMember member) {
      ResolvedRegularExpression found = resolved.get(member.subscribedTopicRegex());
      return found == null ? Map.of() : Map.of(member.subscribedTopicRegex(), found.topics());
    }

    @Override
    protected ConsumerTargetAssignmentBuilder self() {
      return this;
    }

    @Override
    protected CoordinatorRecord newTargetAssignmentRecord(
        String groupId, String memberId, Map<Uuid, Set<Integer>> partitions) {
      return GroupCoordinatorRecordHelpers.newConsumerGroupTargetAssignmentRecord(groupId, memberId, partitions);
    }

    @Override
    protected CoordinatorRecord newTargetAssignmentMetadataRecord(String groupId, int epoch, long timestamp) {
      return GroupCoordinatorRecordHelpers.newConsumerGroupTargetAssignmentMetadataRecord(groupId, epoch, timestamp);
    }
  }

  /** Of share groups, whose targets are built alike. */
  public static class ShareTargetAssignmentBuilder
      extends TargetAssignmentBuilder<ShareGroupMember, ShareTargetAssignmentBuilder> {
    public ShareTargetAssignmentBuilder(String groupId, int groupEpoch, PartitionAssignor assignor) {
      super(groupId, groupEpoch, assignor);
    }

    @Override
    protected ShareTargetAssignmentBuilder self() {
      return this;
    }

    @Override
    protected CoordinatorRecord newTargetAssignmentRecord(
        String groupId, String memberId, Map<Uuid, Set<Integer>> partitions) {
      return GroupCoordinatorRecordHelpers.newShareGroupTargetAssignmentRecord(groupId, memberId, partitions);
    }

    @Override
    protected CoordinatorRecord newTargetAssignmentMetadataRecord(String groupId, int epoch, long timestamp) {
      return GroupCoordinatorRecordHelpers.newShareGroupTargetAssignmentMetadataRecord(groupId, epoch, timestamp);
    }
  }
}
