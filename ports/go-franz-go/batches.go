package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	protocol "jarparity/ports/go-protocol"
)

// batchBytes reads batches as its consumer does, by ProcessFetchPartition; heads are read by kmsg's types. Sizes and
// sequence numbers are counted here. What writes batches in its producer isn't public.
func batchBytes(input json.RawMessage) (any, error) {
	var asked protocol.BatchQuestion
	if err := protocol.ReadText(input, &asked); err != nil {
		return nil, err
	}
	if asked.Direction == "encode" {
		return nil, protocol.Declined("what writes batches isn't public")
	}
	batches := []protocol.Batch{}
	for rest := []byte(asked.Bytes); len(rest) > 0; {
		one := first(rest)
		fetched, taken := fetched(one)
		if fetched.Err != nil {
			return nil, fetched.Err
		}
		if taken > 0 {
			batch, err := batchOf(one, fetched.Records)
			if err != nil {
				return nil, err
			}
			batches = append(batches, batch)
		}
		rest = rest[len(one):]
	}
	return batches, nil
}

// first is the first batch, if it is whole, and else all that is left. Each is handed over by itself: a consumer passes
// over offsets before those that it has read, as Java's does, and batches come in any order here.
func first(rest []byte) []byte {
	if len(rest) > 17 {
		if size := int64(int32(binary.BigEndian.Uint32(rest[8:]))) + 12; size > 17 && size <= int64(len(rest)) {
			return rest[:size]
		}
	}
	return rest
}

// fetched is what a consumer gets, and how many batches that were.
func fetched(data []byte) (kgo.FetchPartition, int) {
	response := kmsg.NewFetchResponseTopicPartition()
	response.RecordBatches = data
	options := kgo.ProcessFetchPartitionOpts{KeepControlRecords: true, Offset: math.MinInt64, Topic: "t"}
	batches := 0
	read, _ := kgo.ProcessFetchPartition(options, &response, kgo.DefaultDecompressor(), func(kgo.FetchBatchMetrics) { batches++ })
	return read, batches
}

func batchOf(data []byte, records []*kgo.Record) (protocol.Batch, error) {
	var batch protocol.Batch
	switch magic := data[16]; magic {
	case 2:
		var head kmsg.RecordBatch
		if err := head.ReadFrom(data); err != nil {
			return batch, err
		}
		batch = protocol.NewBatch(2, head.FirstOffset, len(data))
		batch.LastOffset += int64(head.LastOffsetDelta)
		batch.Checksum, batch.MaxTimestamp = checksum(head.CRC), head.MaxTimestamp
		batch.ProducerID, batch.ProducerEpoch, batch.BaseSequence = head.ProducerID, head.ProducerEpoch, head.FirstSequence
		batch.PartitionLeaderEpoch = head.PartitionLeaderEpoch
		batch.SetAttributes(head.Attributes, head.FirstTimestamp)
	case 1:
		var head kmsg.MessageV1
		if err := head.ReadFrom(data); err != nil {
			return batch, err
		}
		batch = protocol.NewBatch(1, head.Offset, len(data))
		batch.Checksum, batch.MaxTimestamp = checksum(head.CRC), head.Timestamp
		batch.SetAttributes(int16(head.Attributes), 0)
	default:
		var head kmsg.MessageV0
		if err := head.ReadFrom(data); err != nil {
			return batch, err
		}
		batch = protocol.NewBatch(0, head.Offset, len(data))
		batch.Checksum = checksum(head.CRC)
		batch.SetAttributes(int16(head.Attributes), 0)
	}
	if batch.Magic < 2 && len(records) > 0 {
		batch.BaseOffset = records[0].Offset
	}
	for _, of := range records {
		if err := batch.Add(recordOf(of)); err != nil {
			return batch, err
		}
	}
	return batch, nil
}

func recordOf(of *kgo.Record) protocol.BatchRecord {
	record := protocol.BatchRecord{Offset: of.Offset, Timestamp: of.Timestamp.UnixMilli(), Key: of.Key, Value: of.Value}
	if of.Timestamp.IsZero() {
		record.Timestamp = -1 // format 0 has none
	}
	for _, header := range of.Headers {
		record.Headers = append(record.Headers, protocol.BatchHeader{Key: header.Key, Value: header.Value})
	}
	return record
}

func checksum(crc int32) string { return fmt.Sprintf("%08x", uint32(crc)) }
