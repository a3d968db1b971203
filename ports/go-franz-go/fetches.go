package main

import (
	"encoding/json"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	protocol "jarparity/ports/go-protocol"
)

// fetchedBatches reads a fetch by ProcessFetchPartition, which filters the records, and says from which offset the client
// asks next. What lies between it and PollRecords isn't public. It is done here as source.go does: takeNBuffered cuts
// the records, the position then is behind the last of them, and only that of the last cut is the one which was said;
// the leader's epoch is that of the last record which was given (processRespPartition). The library gives the error
// of a fetch beside its records. Here, as Java does, the poll behind them has it.
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
	read, next := kgo.ProcessFetchPartition(options, &response, kgo.DefaultDecompressor(), nil)
	polls, rest, after := []any{}, read.Records, protocol.After{Position: asked.Position}
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
		after = protocol.After{Position: last.Offset + 1, LeaderEpoch: protocol.Epoch(last.LeaderEpoch)}
		if len(rest) == 0 {
			after.Position = next
		}
		poll.After = after
		polls = append(polls, poll)
	}
	after.Position = next
	return append(polls, protocol.Last(read.Err, after)), nil
}
