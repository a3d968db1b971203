// Compiled into package kfake by overlay.json: its assignors and its reconciliation are not public.
package kfake

import (
	"maps"
	"slices"

	"github.com/twmb/franz-go/pkg/kmsg"
)

// AskedMember is a member of a consumer group; partitions are by topic id.
type AskedMember struct {
	ID       string
	Instance *string
	Topics   []string
	Target   map[[16]byte][]int32
}

// AskedTopic is a topic of the cluster.
type AskedTopic struct {
	ID         [16]byte
	Partitions int32
}

// AskedStep is a member that beats, with what the group knows of it; epochs are by topic id and partition.
type AskedStep struct {
	Epoch, PreviousEpoch int32
	State                string
	Topics               []string
	Assigned, Revoking   map[[16]byte]map[int32]int32
	TargetEpoch          int32
	Target               map[[16]byte][]int32
	Held                 map[[16]byte]map[int32]int32
	Owned                []kmsg.ConsumerGroupHeartbeatRequestTopic
	SubscriptionChanged  bool
}

// AskedAnswer is that member afterwards.
type AskedAnswer struct {
	Epoch, PreviousEpoch int32
	State                string
	Assigned, Revoking   map[[16]byte]map[int32]int32
}

var states = []string{cmStable: "STABLE", cmUnrevokedPartitions: "UNREVOKED_PARTITIONS", cmUnreleasedPartitions: "UNRELEASED_PARTITIONS"}

func asked(topics map[string]AskedTopic) *group {
	c := &Cluster{cfg: cfg{logger: new(nopLogger)}}
	c.data.tps, c.data.t2id = make(tps[partData]), make(map[string]uuid)
	for name, topic := range topics {
		c.data.t2id[name] = topic.ID
		c.data.tps[name] = make(map[int32]*partData)
		for partition := range topic.Partitions {
			c.data.tps[name][partition] = new(partData)
		}
	}
	return &group{c: c, consumerMembers: make(map[string]*consumerMember), partitionEpochs: make(map[uuid]map[int32]partitionOwner)}
}

// Assigned is what computeTargetAssignment gives each member.
func Assigned(assignor string, topics map[string]AskedTopic, members []AskedMember) map[string]map[[16]byte][]int32 {
	g := asked(topics)
	g.assignorName = assignor
	for _, member := range members {
		target := make(map[uuid][]int32)
		for id, partitions := range member.Target {
			target[id] = slices.Clone(partitions)
		}
		g.consumerMembers[member.ID] = &consumerMember{
			memberID: member.ID, instanceID: member.Instance, memberEpoch: 1,
			subscribedTopics: member.Topics, targetAssignment: target,
		}
	}
	g.computeTargetAssignment()
	found := make(map[string]map[[16]byte][]int32)
	for id, member := range g.consumerMembers {
		found[id] = make(map[[16]byte][]int32)
		for topic, partitions := range member.targetAssignment {
			found[id][topic] = partitions
		}
	}
	return found
}

// Reconciled is what maybeReconcile makes of a member.
func Reconciled(topics map[string]AskedTopic, step AskedStep) AskedAnswer {
	g := asked(topics)
	g.targetAssignmentEpoch = step.TargetEpoch
	m := &consumerMember{
		memberID: "member", memberEpoch: step.Epoch, previousMemberEpoch: step.PreviousEpoch,
		state: consumerMemberState(slices.Index(states, step.State)), subscribedTopics: step.Topics,
		targetAssignment: make(map[uuid][]int32), partAssignmentEpochs: make(map[uuid]map[int32]int32),
		lastReconciledSent: numbers(step.Assigned), partitionsPendingRevocation: numbers(step.Revoking),
	}
	g.consumerMembers[m.memberID] = m
	for id, partitions := range step.Target {
		m.targetAssignment[id] = slices.Clone(partitions)
	}
	for id, epochs := range step.Assigned {
		m.partAssignmentEpochs[id] = maps.Clone(epochs)
	}
	for id, held := range step.Held {
		owners := make(map[int32]partitionOwner)
		for partition, epoch := range held {
			owner := "another"
			if _, own := step.Assigned[id][partition]; own {
				owner = m.memberID
			} else if _, own := step.Revoking[id][partition]; own {
				owner = m.memberID
			}
			if epoch != -1 {
				owners[partition] = partitionOwner{owner, epoch}
			}
		}
		g.partitionEpochs[id] = owners
	}
	g.maybeReconcile(m, step.SubscriptionChanged, step.Owned)
	answer := AskedAnswer{m.memberEpoch, m.previousMemberEpoch, states[m.state], make(map[[16]byte]map[int32]int32), make(map[[16]byte]map[int32]int32)}
	for id, partitions := range m.lastReconciledSent {
		answer.Assigned[id] = make(map[int32]int32)
		for _, partition := range partitions {
			answer.Assigned[id][partition] = m.partAssignmentEpochs[id][partition]
		}
	}
	// kfake keeps no epochs of what is to be given back: those that are known already are handed through.
	for id, partitions := range m.partitionsPendingRevocation {
		answer.Revoking[id] = make(map[int32]int32)
		for _, partition := range partitions {
			epoch, known := step.Revoking[id][partition]
			if !known {
				epoch = step.Assigned[id][partition]
			}
			answer.Revoking[id][partition] = epoch
		}
	}
	return answer
}

func numbers(epochs map[[16]byte]map[int32]int32) map[uuid][]int32 {
	found := make(map[uuid][]int32)
	for id, partitions := range epochs {
		found[id] = slices.Sorted(maps.Keys(partitions))
	}
	return found
}
