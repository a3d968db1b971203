// franz-go's cooperative-sticky, its default, sends user data that Java's assignor of that name reads as another
// generation.
//
// Java's CooperativeStickyAssignor sends the generation in which a member got its partitions, as an int32, since 2.8.1.
// franz-go sends what its sticky balancer sends: topics and partitions first, and the generation behind them. Java reads
// the number of topics. This is what a member sends that has three partitions since generation 7.
//
//	go run franz-go.go
//
// Ends with 3 where the user data begin with another generation than 7, else with 0.
package main

import (
	"encoding/binary"
	"fmt"
	"os"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

const generation = 7

func main() {
	owned := map[string][]int32{"t": {0, 1, 2}}
	sent := kgo.CooperativeStickyBalancer().JoinGroupMetadata([]string{"t"}, owned, generation)
	subscription := kmsg.NewConsumerMemberMetadata()
	if err := subscription.ReadFrom(sent); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	read := int(int32(binary.BigEndian.Uint32(subscription.UserData)))
	fmt.Printf("it has three partitions since generation %d; its subscription is of version %d\n",
		generation, subscription.Version)
	fmt.Printf("user data %x: Java's CooperativeStickyAssignor reads generation %d\n", subscription.UserData, read)
	if read != generation {
		os.Exit(3)
	}
}
