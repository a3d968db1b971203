// segmentio/kafka-go behind the port protocol: port [murmur2|hash|reference|crc], by the writer's balancer of keys; its
// balancers of groups stand beside the first. port reader reads batches as its Reader does. A writer that is configured with none deals records round robin, whatever
// their keys.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/segmentio/kafka-go"

	protocol "jarparity/ports/go-protocol"
)

var balancers = map[string]kafka.Balancer{
	"murmur2":   kafka.Murmur2Balancer{},
	"hash":      &kafka.Hash{},
	"reference": &kafka.ReferenceHash{},
	"crc":       kafka.CRC32Balancer{},
}

// most is the number of partitions up to which the list that a writer hands over is made.
const most = 1 << 20

func partitioned(name string) protocol.Operation {
	return func(input json.RawMessage) (any, error) {
		var record protocol.Record
		if err := json.Unmarshal(input, &record); err != nil {
			return nil, err
		}
		if record.Partitions <= 0 || record.Partitions > most {
			return nil, protocol.Declined("a writer hands over the list of a topic's partitions: no cluster has so many, or none")
		}
		if len(record.Bytes) == 0 && name == "crc" {
			return nil, protocol.Declined("an empty key goes to a random partition")
		}
		partitions := make([]int, record.Partitions)
		for i := range partitions {
			partitions[i] = i
		}
		key := []byte(record.Bytes)
		if key == nil {
			key = []byte{}
		}
		return balancers[name].Balance(kafka.Message{Key: key}, partitions...), nil
	}
}

// planned is what the leader would send: a plan is a map, so topics are listed by name. Who is in no topic's list is left
// out, and is sent nothing.
func planned(balancer kafka.GroupBalancer) protocol.Operation {
	return func(input json.RawMessage) (any, error) {
		group, err := protocol.ReadGroup(input)
		if err != nil {
			return nil, err
		}
		members, partitions := []kafka.GroupMember{}, []kafka.Partition{}
		topics := map[string]bool{}
		for _, m := range group.Members {
			members = append(members, kafka.GroupMember{ID: m.ID, Topics: m.Topics, UserData: m.UserData})
			for _, topic := range m.Topics {
				if topics[topic] {
					continue
				}
				topics[topic] = true
				count, _, err := group.Partitions(topic)
				if err != nil {
					return nil, err
				}
				for i := range count {
					partitions = append(partitions, kafka.Partition{Topic: topic, ID: int(i)})
				}
			}
		}
		lists := map[string][]protocol.TopicPartition{}
		for member, given := range balancer.AssignGroups(members, partitions) {
			list := []protocol.TopicPartition{}
			for topic, numbers := range given {
				for _, number := range numbers {
					list = append(list, protocol.TopicPartition{Topic: topic, Partition: int32(number)})
				}
			}
			slices.SortStableFunc(list, func(a, b protocol.TopicPartition) int {
				if a.Topic < b.Topic {
					return -1
				} else if a.Topic > b.Topic {
					return 1
				}
				return 0
			})
			lists[member] = list
		}
		return lists, nil
	}
}

func main() {
	flavour, name := "murmur2", "kafka-go"
	if len(os.Args) > 1 {
		flavour = os.Args[1]
		name += "-" + flavour
	}
	operations := map[string]protocol.Operation{}
	if _, known := balancers[flavour]; known {
		operations["kafka.partitioner.partition-for-key"] = partitioned(flavour)
	} else if flavour == "reader" {
		operations["kafka.batch.bytes"] = readByConn
		operations["kafka.batch.fetched"] = fetchedByConn
	} else {
		fmt.Fprintf(os.Stderr, "port: unknown balancer %s; give murmur2, hash, reference or crc, or reader\n", flavour)
		os.Exit(2)
	}
	if flavour == "murmur2" {
		operations["kafka.assignor.range"] = planned(kafka.RangeGroupBalancer{})
		operations["kafka.assignor.round-robin"] = planned(kafka.RoundRobinGroupBalancer{})
		operations["kafka.batch.bytes"] = batchBytes
	}
	if err := protocol.Serve(name, "github.com/segmentio/kafka-go", operations); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
