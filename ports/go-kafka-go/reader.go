package main

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"time"

	"github.com/segmentio/kafka-go"

	port "jarparity/ports/go-protocol"
)

// readByConn reads batches as a Reader does, by Conn.ReadBatch: another decoder than that of Client.Fetch, which isn't
// public. A broker that is asked for nothing else answers. Records, offsets, times, keys, values and headers are the
// library's; heads, of which it gives nothing, are read here, and sequence numbers are counted.
func readByConn(input json.RawMessage) (any, error) {
	var asked port.BatchQuestion
	if err := port.ReadText(input, &asked); err != nil {
		return nil, err
	}
	if asked.Direction == "encode" {
		return nil, port.Declined("a Reader only reads")
	}
	if len(asked.Bytes) == 0 {
		return []port.Batch{}, nil // where a fetch has none, the broker says that there are no more
	}
	heads, err := headsOf(asked.Bytes)
	if err != nil {
		return nil, err
	}
	all, err := messages(asked.Bytes)
	if err != nil {
		return nil, err
	}
	batches, given, end := []port.Batch{}, 0, 0
	for _, of := range heads {
		end += int(of.batch.Size)
		last := len(all)
		if len(heads) > 1 {
			// What a fetch that ends here gives: that much comes of the batches up to it.
			up, err := messages(asked.Bytes[:end])
			if err != nil {
				return nil, err
			}
			last = len(up)
		}
		batch := of.batch
		if batch.Magic == 2 && batch.Size >= 61 {
			setProducer(&batch, asked.Bytes[end-int(batch.Size):])
		}
		batch.SetAttributes(of.attributes, of.baseTimestamp)
		for _, each := range all[given:max(given, last)] {
			if err := batch.Add(recordOf(each)); err != nil {
				return nil, err
			}
		}
		if batch.Magic < 2 && len(batch.Records) > 0 {
			batch.BaseOffset = batch.Records[0].Offset
		}
		batches, given = append(batches, batch), last
	}
	if given < len(all) {
		return nil, fmt.Errorf("%d records come of what is cut", len(all)-given)
	}
	return batches, nil
}

func recordOf(of kafka.Message) port.BatchRecord {
	record := port.BatchRecord{Offset: of.Offset, Timestamp: of.Time.UnixMilli(), Key: of.Key, Value: of.Value}
	if of.Time.IsZero() {
		record.Timestamp = -1 // it takes 0 and less for none
	}
	for _, header := range of.Headers {
		record.Headers = append(record.Headers, port.BatchHeader{Key: header.Key, Value: header.Value})
	}
	return record
}

// messages is what ReadMessage gives of a fetch's records, until it says that there are no more.
func messages(data []byte) ([]kafka.Message, error) {
	read, err, _ := fetch(data, math.MinInt64, kafka.ReadUncommitted, nil)
	return read, err
}

// fetch is what ReadMessage gives of a fetch, what it failed with before it said that there are no more, and from which
// offset the connection would fetch next.
func fetch(
	data []byte, position int64, level kafka.IsolationLevel, aborted []port.AbortedTransaction,
) (read []kafka.Message, failed error, next int64) {
	ours, theirs := net.Pipe()
	defer ours.Close()
	go answer(theirs, data, aborted)
	conn := kafka.NewConnWith(ours, kafka.ConnConfig{Topic: "t"})
	if _, err := conn.Seek(position, kafka.SeekAbsolute|kafka.SeekDontCheck); err != nil {
		return nil, err, position
	}
	conn.SetReadDeadline(time.Now().Add(time.Minute))
	batch := conn.ReadBatchWith(kafka.ReadBatchConfig{MinBytes: 1, MaxBytes: 1 << 24, IsolationLevel: level})
	for {
		message, err := batch.ReadMessage()
		if errors.Is(err, io.EOF) {
			return read, nil, batch.Offset()
		} else if err != nil {
			return read, err, batch.Offset()
		}
		read = append(read, message)
	}
}

// answer is the broker: it tells its versions of fetches, and then answers one.
func answer(conn net.Conn, records []byte, aborted []port.AbortedTransaction) {
	defer conn.Close()
	number := binary.BigEndian
	for {
		var size [4]byte
		if _, err := io.ReadFull(conn, size[:]); err != nil {
			return
		}
		request := make([]byte, number.Uint32(size[:]))
		if _, err := io.ReadFull(conn, request); err != nil {
			return
		}
		reply := append([]byte{}, request[4:8]...)
		if number.Uint16(request) == 18 {
			// No error; of one request, fetch, the versions up to 10.
			reply = append(reply, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 10)
		} else {
			// Throttled for, error, session; one topic, "t", one partition, 0, without error.
			reply = append(reply, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 't', 0, 0, 0, 1, 0, 0, 0, 0, 0, 0)
			for _, offset := range []uint64{math.MaxInt64, math.MaxInt64, 0} {
				reply = number.AppendUint64(reply, offset)
			}
			reply = number.AppendUint32(reply, uint32(len(aborted)))
			for _, each := range aborted {
				reply = number.AppendUint64(reply, uint64(each.ProducerID))
				reply = number.AppendUint64(reply, uint64(each.FirstOffset))
			}
			reply = append(number.AppendUint32(reply, uint32(len(records))), records...)
		}
		if _, err := conn.Write(append(number.AppendUint32(nil, uint32(len(reply))), reply...)); err != nil {
			return
		}
	}
}
