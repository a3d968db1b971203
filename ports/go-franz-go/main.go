// franz-go behind the port protocol: its partitioner for keys, and its balancers.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	protocol "jarparity/ports/go-protocol"
)

// The hash itself is not public.
var partitioner = kgo.StickyKeyPartitioner(nil).ForTopic("t")

func partitionForKey(input json.RawMessage) (any, error) {
	var record protocol.Record
	if err := json.Unmarshal(input, &record); err != nil {
		return nil, err
	}
	return partitioner.Partition(&kgo.Record{Key: record.Bytes}, int(record.Partitions)), nil
}

// joined is the group as the coordinator tells it to the leader, in the order in which the client hands it to a
// balancer: static members by instance id, then the others by member id.
func joined(group protocol.Group) []kmsg.JoinGroupResponseMember {
	all := make([]kmsg.JoinGroupResponseMember, 0, len(group.Members))
	for _, m := range group.Members {
		meta := kmsg.NewConsumerMemberMetadata()
		meta.Version, meta.Topics, meta.UserData, meta.Rack = 3, m.Topics, m.UserData, m.Rack
		if m.Generation != nil {
			meta.Generation = *m.Generation
		}
		for _, tp := range m.Owned {
			one := kmsg.NewConsumerMemberMetadataOwnedPartition()
			one.Topic, one.Partitions = tp.Topic, []int32{tp.Partition}
			meta.OwnedPartitions = append(meta.OwnedPartitions, one)
		}
		member := kmsg.NewJoinGroupResponseMember()
		member.MemberID, member.InstanceID, member.ProtocolMetadata = m.ID, m.Instance, meta.AppendTo(nil)
		all = append(all, member)
	}
	slices.SortFunc(all, func(a, b kmsg.JoinGroupResponseMember) int {
		switch {
		case a.InstanceID != nil && b.InstanceID != nil:
			return strings.Compare(*a.InstanceID, *b.InstanceID)
		case a.InstanceID != nil:
			return -1
		case b.InstanceID != nil:
			return 1
		}
		return strings.Compare(a.MemberID, b.MemberID)
	})
	return all
}

// balanced is what the leader would send: topic by topic, partitions in ascending order.
func balanced(balancer kgo.GroupBalancer) protocol.Operation {
	return func(input json.RawMessage) (any, error) {
		group, err := protocol.ReadGroup(input)
		if err != nil {
			return nil, err
		}
		member, wanted, err := balancer.MemberBalancer(joined(group))
		if err != nil {
			return nil, err
		}
		counts := map[string]int32{}
		for topic := range wanted {
			count, exists, err := group.Partitions(topic)
			if err != nil {
				return nil, err
			} else if exists {
				counts[topic] = count
			}
		}
		plan, err := member.(kgo.GroupMemberBalancerOrError).BalanceOrError(counts)
		if err != nil {
			return nil, err
		}
		lists := map[string][]protocol.TopicPartition{}
		for _, one := range plan.IntoSyncAssignment() {
			var sent kmsg.ConsumerMemberAssignment
			if err := sent.ReadFrom(one.MemberAssignment); err != nil {
				return nil, err
			}
			list := []protocol.TopicPartition{}
			for _, topic := range sent.Topics {
				for _, partition := range topic.Partitions {
					list = append(list, protocol.TopicPartition{Topic: topic.Topic, Partition: partition})
				}
			}
			lists[one.MemberID] = list
		}
		return lists, nil
	}
}

func main() {
	err := protocol.Serve("franz-go", "github.com/twmb/franz-go", map[string]protocol.Operation{
		"kafka.partitioner.partition-for-key": partitionForKey,
		"kafka.assignor.range":                balanced(kgo.RangeBalancer()),
		"kafka.assignor.round-robin":          balanced(kgo.RoundRobinBalancer()),
		"kafka.assignor.sticky":               balanced(kgo.StickyBalancer()),
		"kafka.assignor.cooperative-sticky":   balanced(kgo.CooperativeStickyBalancer()),
		"kafka.batch.bytes":                   batchBytes,
		"kafka.batch.fetched":                 fetchedBatches,
		"kafka.message.bytes":                 messageBytes,
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
