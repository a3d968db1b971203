package main

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"

	"github.com/segmentio/kafka-go"

	port "jarparity/ports/go-protocol"
)

// fetchedByConn gives what a Reader gives of a fetch: what ReadMessage does until it says that there are no more. Then
// the position is the one that the batch leaves to its connection. After an error a Reader connects anew, and asks for
// the offset behind the last message (reader.go: read, run). It knows no polls: here as many records as one may give are
// one, and behind a full one the position is behind its last record. Nor does it tell the leader's epoch: that of the
// batch with the poll's last record is read from the bytes, then that of the last, or of the first where the fetch failed.
func fetchedByConn(input json.RawMessage) (any, error) {
	var asked port.FetchQuestion
	if err := port.ReadText(input, &asked); err != nil {
		return nil, err
	}
	switch {
	case asked.Position == kafka.FirstOffset || asked.Position == kafka.LastOffset:
		return nil, port.Declined("to it this is no offset, but the first or the last there is")
	case asked.Position == math.MaxInt64:
		return nil, port.Declined("its broker has that many offsets, and none behind them")
	}
	after := port.After{Position: asked.Position}
	if len(asked.Bytes) == 0 {
		return []any{port.Last(nil, after)}, nil // where a fetch has none, the broker says that there are no more
	}
	heads, err := headsOf(asked.Bytes)
	if err != nil {
		return nil, err
	}
	epochs := epochsOf(asked.Bytes, heads)
	level := kafka.ReadUncommitted
	if asked.IsolationLevel == "read_committed" {
		level = kafka.ReadCommitted
	}
	read, failed, next := fetch(asked.Bytes, asked.Position, level, asked.AbortedTransactions)
	if failed != nil {
		next = asked.Position
		if len(read) > 0 {
			next = read[len(read)-1].Offset + 1
		}
	}
	polls := []any{}
	for rest := read; len(rest) > 0; {
		poll := port.Poll{}
		for _, of := range rest[:min(asked.MaxPollRecords, len(rest))] {
			one, err := recordOf(of).Fetched()
			if err != nil {
				return nil, err
			}
			poll.Records = append(poll.Records, one)
		}
		rest = rest[len(poll.Records):]
		poll.After = port.After{Position: next, LeaderEpoch: last(epochs)}
		if offset := poll.Records[len(poll.Records)-1].Offset; len(poll.Records) == asked.MaxPollRecords {
			holds := slices.IndexFunc(heads, func(of head) bool { return of.batch.LastOffset >= offset })
			poll.After = port.After{Position: offset + 1}
			if holds >= 0 {
				poll.LeaderEpoch = epochs[holds]
			}
		}
		polls = append(polls, poll)
	}
	after = port.After{Position: next, LeaderEpoch: last(epochs)}
	if failed != nil && len(polls) == 0 && len(epochs) > 0 {
		after.LeaderEpoch = epochs[0]
	}
	return append(polls, port.Last(failed, after)), nil
}

func epochsOf(data []byte, heads []head) []*int32 {
	epochs := []*int32{}
	for _, of := range heads {
		var epoch *int32
		if of.batch.Magic == 2 {
			epoch = port.Epoch(int32(binary.BigEndian.Uint32(data[12:])))
		}
		epochs, data = append(epochs, epoch), data[of.batch.Size:]
	}
	return epochs
}

func last(epochs []*int32) *int32 {
	if len(epochs) == 0 {
		return nil
	}
	return epochs[len(epochs)-1]
}
