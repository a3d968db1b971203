// sarama behind the port protocol: port [murmur2|hash|reference|crc], by the producer's partitioner; its strategies for
// groups stand beside the first.
package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/IBM/sarama"

	protocol "jarparity/ports/go-protocol"
)

var partitioners = map[string]sarama.PartitionerConstructor{
	"murmur2":   sarama.NewMurmur2Partitioner,
	"hash":      sarama.NewHashPartitioner,
	"reference": sarama.NewReferenceHashPartitioner,
	"crc":       sarama.NewConsistentCRCHashPartitioner,
}

func partitioned(partitioner sarama.Partitioner) protocol.Operation {
	return func(input json.RawMessage) (any, error) {
		var record protocol.Record
		if err := json.Unmarshal(input, &record); err != nil {
			return nil, err
		}
		return partitioner.Partition(&sarama.ProducerMessage{Key: sarama.ByteEncoder(record.Bytes)}, record.Partitions)
	}
}

// subscriptions is what the leader knows of the members: instance ids are not among it.
func subscriptions(group protocol.Group) map[string]sarama.ConsumerGroupMemberMetadata {
	all := map[string]sarama.ConsumerGroupMemberMetadata{}
	for _, m := range group.Members {
		meta := sarama.ConsumerGroupMemberMetadata{
			Version: 3, Topics: m.Topics, UserData: m.UserData, GenerationID: -1, RackID: m.Rack,
		}
		if m.Generation != nil {
			meta.GenerationID = *m.Generation
		}
		for _, tp := range m.Owned {
			one := &sarama.OwnedPartition{Topic: tp.Topic, Partitions: []int32{tp.Partition}}
			meta.OwnedPartitions = append(meta.OwnedPartitions, one)
		}
		all[m.ID] = meta
	}
	return all
}

// planned is what the leader would send. A plan has no order among topics: they are listed by name, the partitions of
// each in the plan's own order. A member that a plan leaves out is sent nothing, as by sarama's consumer group.
func planned(strategy func() sarama.BalanceStrategy) protocol.Operation {
	return func(input json.RawMessage) (any, error) {
		group, err := protocol.ReadGroup(input)
		if err != nil {
			return nil, err
		}
		members, topics := subscriptions(group), map[string][]int32{}
		for _, m := range group.Members {
			for _, topic := range m.Topics {
				count, _, err := group.Partitions(topic)
				if err != nil {
					return nil, err
				}
				if count == 0 {
					return nil, protocol.Declined("a consumer group of sarama's fails without a topic, before its strategy is asked")
				}
				topics[topic] = make([]int32, count)
				for i := range topics[topic] {
					topics[topic][i] = int32(i)
				}
			}
		}
		plan, err := strategy().Plan(members, topics)
		if err != nil {
			return nil, err
		}
		lists := map[string][]protocol.TopicPartition{}
		for member := range members {
			lists[member] = []protocol.TopicPartition{}
		}
		for member, assigned := range plan {
			for _, topic := range slices.Sorted(maps.Keys(assigned)) {
				for _, partition := range assigned[topic] {
					lists[member] = append(lists[member], protocol.TopicPartition{Topic: topic, Partition: partition})
				}
			}
		}
		return lists, nil
	}
}

func main() {
	flavour, name := "murmur2", "sarama"
	if len(os.Args) > 1 {
		flavour = os.Args[1]
		name = "sarama-" + flavour
	}
	partitioner, known := partitioners[flavour]
	if !known {
		fmt.Fprintf(os.Stderr, "port: unknown partitioner %s; give one of %v\n", flavour, slices.Sorted(maps.Keys(partitioners)))
		os.Exit(2)
	}
	operations := map[string]protocol.Operation{
		"kafka.partitioner.partition-for-key": partitioned(partitioner("t")),
	}
	if len(os.Args) == 1 {
		operations["kafka.assignor.range"] = planned(sarama.NewBalanceStrategyRange)
		operations["kafka.assignor.round-robin"] = planned(sarama.NewBalanceStrategyRoundRobin)
		operations["kafka.assignor.sticky"] = planned(sarama.NewBalanceStrategySticky)
		operations["kafka.assignor.cooperative-sticky"] = planned(sarama.NewBalanceStrategyCooperativeSticky)
	}
	if err := protocol.Serve(name, "github.com/IBM/sarama", operations); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
