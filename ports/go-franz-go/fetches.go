package main

import (
	"encoding/json"
	"reflect"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	protocol "jarparity/ports/go-protocol"
)

// fetchedBatches reads a fetch by ProcessFetchPartition, which filters the records, and says from which offset the client
// asks next. What lies between it and PollRecords isn't public. It is done here as source.go does: takeNBuffered cuts
// the records, position and leader's epoch then are those of the last of them, and only behind the last cut they are
// those which were said. The library gives the error of a fetch beside its records. Here, as Java does, the poll behind
// them has it.
func fetchedBatches(input json.RawMessage) (any, error) {
	var asked protocol.FetchQuestion
	if err := protocol.ReadText(input, &asked); err != nil {
		return nil, err
	}
	response := kmsg.NewFetchResponseTopicPartition()
	response.RecordBatches = asked.Bytes
	for _, each := range asked.AbortedTransactions {
		aborted := kmsg.NewFetchResponseTopicPartitionAbortedTransaction()
		aborted.ProducerID, aborted.FirstOffset = each.ProducerID, each.FirstOffset
		response.AbortedTransactions = append(response.AbortedTransactions, aborted)
	}
	options := kgo.ProcessFetchPartitionOpts{Offset: asked.Position, Topic: "t", IsolationLevel: kgo.ReadUncommitted()}
	if asked.IsolationLevel == "read_committed" {
		options.IsolationLevel = kgo.ReadCommitted()
	}
	epoch := askedForEpoch(&options)
	read, next := kgo.ProcessFetchPartition(options, &response, kgo.DefaultDecompressor(), nil)
	end := protocol.After{Position: next, LeaderEpoch: protocol.Epoch(*epoch)}
	polls, rest := []any{}, read.Records
	for len(rest) > 0 {
		poll := protocol.Poll{}
		for _, of := range rest[:min(asked.MaxPollRecords, len(rest))] {
			one, err := recordOf(of).Fetched()
			if err != nil {
				return nil, err
			}
			poll.Records = append(poll.Records, one)
		}
		rest = rest[len(poll.Records):]
		last := read.Records[len(read.Records)-len(rest)-1]
		poll.After = protocol.After{Position: last.Offset + 1, LeaderEpoch: protocol.Epoch(last.LeaderEpoch)}
		if len(rest) == 0 {
			poll.After = end
		}
		polls = append(polls, poll)
	}
	return append(polls, protocol.Last(read.Err, end)), nil
}

// askedForEpoch is where the leader's epoch will be that the client keeps beside its position (processRespPartition). The
// option that asks for it isn't public.
func askedForEpoch(options *kgo.ProcessFetchPartitionOpts) *int32 {
	epoch := int32(-1)
	option := reflect.ValueOf(options).Elem().FieldByName("lastEpoch")
	reflect.NewAt(option.Type(), option.Addr().UnsafePointer()).Elem().Set(reflect.ValueOf(&epoch))
	return &epoch
}
