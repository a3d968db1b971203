// franz-go's range balancer counts a member twice that lists a topic twice.
//
//	go run repro.go
//
// Ends with 3 where a member has two shares, else with 0.
package main

import (
	"fmt"
	"os"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

func main() {
	members := []kmsg.JoinGroupResponseMember{joined("A", "t", "t"), joined("B", "t")}
	balancer, _, err := kgo.RangeBalancer().MemberBalancer(members)
	if err != nil {
		panic(err)
	}
	plan, err := balancer.(kgo.GroupMemberBalancerOrError).BalanceOrError(map[string]int32{"t": 2})
	if err != nil {
		panic(err)
	}
	given := map[string][]int32{"A": {}, "B": {}}
	for _, one := range plan.IntoSyncAssignment() {
		var sent kmsg.ConsumerMemberAssignment
		if err := sent.ReadFrom(one.MemberAssignment); err != nil {
			panic(err)
		}
		for _, topic := range sent.Topics {
			given[one.MemberID] = append(given[one.MemberID], topic.Partitions...)
		}
	}
	fmt.Println("range, A on t and t, B on t, 2 partitions:", given)
	if len(given["B"]) == 0 {
		os.Exit(3)
	}
}

func joined(id string, topics ...string) kmsg.JoinGroupResponseMember {
	metadata := kmsg.NewConsumerMemberMetadata()
	metadata.Topics = topics
	member := kmsg.NewJoinGroupResponseMember()
	member.MemberID, member.ProtocolMetadata = id, metadata.AppendTo(nil)
	return member
}
