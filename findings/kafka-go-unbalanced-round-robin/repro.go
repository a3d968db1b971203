// kafka-go's round robin begins anew with the first member for each topic: who stands first by member id has the first
// partition of every topic, and all of those that have one.
//
//	go mod init repro && go get github.com/segmentio/kafka-go@v0.4.51 && go run repro.go
//
// Ends with 3 where one of two members has two partitions more than the other, else with 0.
package main

import (
	"fmt"
	"os"

	"github.com/segmentio/kafka-go"
)

func main() {
	topics, partitions := []string{}, []kafka.Partition{}
	for i := range 10 {
		topic := fmt.Sprint("t", i)
		topics = append(topics, topic)
		partitions = append(partitions, kafka.Partition{Topic: topic, ID: 0})
	}
	members := []kafka.GroupMember{{ID: "A", Topics: topics}, {ID: "B", Topics: topics}}
	counts := map[string]int{}
	for member, given := range (kafka.RoundRobinGroupBalancer{}).AssignGroups(members, partitions) {
		for _, numbers := range given {
			counts[member] += len(numbers)
		}
	}
	fmt.Printf("A and B on ten topics of one partition: A gets %d partitions, B %d\n", counts["A"], counts["B"])
	if difference := counts["A"] - counts["B"]; difference > 1 || difference < -1 {
		os.Exit(3)
	}
}
