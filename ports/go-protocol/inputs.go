package protocol

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"unicode/utf8"
)

// NotUTF8 declines a case with a lone surrogate in a name: a Go string can't hold one.
const NotUTF8 = Declined("a name that is no UTF-8 never reaches a Go client")

// TopicPartition is written as ["topic",0].
type TopicPartition struct {
	Topic     string
	Partition int32
}

// UnmarshalJSON reads the pair.
func (tp *TopicPartition) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&tp.Topic, &tp.Partition})
}

// MarshalJSON writes the pair.
func (tp TopicPartition) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{tp.Topic, tp.Partition})
}

// Group is the input of every assignor.
type Group struct {
	Topics  map[string]json.RawMessage `json:"topics"`
	Members []struct {
		ID         string           `json:"id"`
		Topics     []string         `json:"topics"`
		Instance   *string          `json:"instance"`
		Rack       *string          `json:"rack"`
		Owned      []TopicPartition `json:"owned"`
		Generation *int32           `json:"generation"`
		UserData   Bytes            `json:"userData"`
	} `json:"members"`
}

// Partitions is how many a topic has, and whether it exists; each may come with its racks.
func (g Group) Partitions(topic string) (count int32, exists bool, err error) {
	raw, exists := g.Topics[topic]
	if !exists {
		return 0, false, nil
	}
	var racked []json.RawMessage
	if json.Unmarshal(raw, &racked) == nil {
		return int32(len(racked)), true, nil
	}
	return count, true, json.Unmarshal(raw, &count)
}

// ReadGroup reads it.
func ReadGroup(input json.RawMessage) (g Group, err error) {
	return g, ReadText(input, &g)
}

// ReadText reads an input, unless a Go string can't hold what is in it.
func ReadText(input json.RawMessage, into any) error {
	var whole any
	if err := json.Unmarshal(input, &whole); err != nil {
		return err
	}
	if again, err := json.Marshal(whole); err != nil || bytes.ContainsRune(again, utf8.RuneError) {
		return errors.Join(err, NotUTF8)
	}
	return json.Unmarshal(input, into)
}

// Bytes are written in hexadecimal digits; null is none.
type Bytes []byte

// UnmarshalJSON reads the digits.
func (b *Bytes) UnmarshalJSON(data []byte) error {
	var digits *string
	err := json.Unmarshal(data, &digits)
	if err == nil && digits != nil {
		*b, err = hex.DecodeString(*digits)
	}
	return err
}

// Record is the input of a partitioner of keys.
type Record struct {
	Bytes      Bytes `json:"bytes"`
	Partitions int32 `json:"partitions"`
}
