// sarama's leader ignores group.instance.id: a static member that restarts can be given other partitions.
//
// A strategy is handed the members' metadata by member id, as the consumer group hands it over; no strategy can see an
// instance id. Two plans are made of a group of two: a dynamic member whose id stays, and a static one that comes back
// under another member id, as it does after a restart. What KIP-345 promises, and a Java leader does, is that the static
// member has the same partitions both times.
//
//	go run repro.go
//
// Ends with 3 where the static member gets other partitions, else with 0.
package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/IBM/sarama"
)

func main() {
	faulty := false
	for _, strategy := range []sarama.BalanceStrategy{
		sarama.NewBalanceStrategyRange(), sarama.NewBalanceStrategyRoundRobin(),
	} {
		before, after := static(strategy, "z-before"), static(strategy, "a-after")
		fmt.Printf("%s, the static member of two: %v before its restart, %v after it\n", strategy.Name(), before, after)
		faulty = faulty || !slices.Equal(before, after)
	}
	if faulty {
		os.Exit(3)
	}
}

// static is the static member's partitions of t, while it has a member id.
func static(strategy sarama.BalanceStrategy, id string) []int32 {
	subscribed := sarama.ConsumerGroupMemberMetadata{Topics: []string{"t"}}
	members := map[string]sarama.ConsumerGroupMemberMetadata{"m": subscribed, id: subscribed}
	plan, err := strategy.Plan(members, map[string][]int32{"t": {0, 1}})
	if err != nil {
		panic(err)
	}
	return plan[id]["t"]
}
