// sarama's sticky strategy may never return for a group whose members subscribe to different topics.
//
// One of four members remembers four partitions that no other member claims, as the strategy encodes it. Such a plan takes
// less than a millisecond. The strategy iterates over Go maps, whose order differs from call to call: so it is asked up to
// 40 times, each for a second at most, until a plan doesn't end.
//
//	go run repro.go
//
// Ends with 3 where a plan doesn't end, else with 0.
package main

import (
	"encoding/hex"
	"fmt"
	"os"
	"time"

	"github.com/IBM/sarama"
)

const (
	tries   = 40
	seconds = 1
)

func main() {
	// Two topics: b with partitions 2, 1, 0 and d with partition 1; generation 1.
	memory, err := hex.DecodeString("0000000200016200000003000000020000000100000000000164000000010000000100000001")
	if err != nil {
		panic(err)
	}
	members := map[string]sarama.ConsumerGroupMemberMetadata{
		"A": {Topics: []string{"b"}},
		"B": {Topics: []string{"c", "d", "b"}},
		"C": {Topics: []string{"b", "d"}},
		"D": {Topics: []string{"b", "d", "a"}, UserData: memory},
	}
	topics := map[string][]int32{"a": {0, 1, 2}, "b": {0, 1, 2}, "c": {0, 1, 2, 3, 4}, "d": {0, 1, 2, 3, 4, 5}}
	for range tries {
		ended := make(chan error, 1)
		go func() {
			_, err := sarama.NewBalanceStrategySticky().Plan(members, topics)
			ended <- err
		}()
		select {
		case err := <-ended:
			if err != nil {
				fmt.Println("sticky, one of four members remembers:", err)
				os.Exit(1)
			}
		case <-time.After(seconds * time.Second):
			fmt.Printf("sticky, one of four members remembers: a plan of %d or fewer doesn't end\n", tries)
			os.Exit(3)
		}
	}
	fmt.Printf("sticky, one of four members remembers: %d plans end\n", tries)
}
