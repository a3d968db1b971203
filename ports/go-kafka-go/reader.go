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
			record := port.BatchRecord{
				Offset: each.Offset, Timestamp: each.Time.UnixMilli(), Key: each.Key, Value: each.Value,
			}
			if each.Time.IsZero() {
				record.Timestamp = -1 // it takes 0 and less for none
			}
			for _, header := range each.Headers {
				record.Headers = append(record.Headers, port.BatchHeader{Key: header.Key, Value: header.Value})
			}
			if err := batch.Add(record); err != nil {
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

func setProducer(batch *port.Batch, data []byte) {
	number := binary.BigEndian
	batch.PartitionLeaderEpoch, batch.ProducerID = int32(number.Uint32(data[12:])), int64(number.Uint64(data[43:]))
	batch.ProducerEpoch, batch.BaseSequence = int16(number.Uint16(data[51:])), int32(number.Uint32(data[53:]))
}

// messages is what ReadMessage gives of a fetch's records, until it says that there are no more.
func messages(data []byte) (read []kafka.Message, err error) {
	ours, theirs := net.Pipe()
	defer ours.Close()
	go answer(theirs, data)
	conn := kafka.NewConnWith(ours, kafka.ConnConfig{Topic: "t"})
	if _, err := conn.Seek(math.MinInt64, kafka.SeekAbsolute|kafka.SeekDontCheck); err != nil {
		return nil, err
	}
	conn.SetReadDeadline(time.Now().Add(time.Minute))
	batch := conn.ReadBatchWith(kafka.ReadBatchConfig{MinBytes: 1, MaxBytes: 1 << 24})
	for {
		message, err := batch.ReadMessage()
		if errors.Is(err, io.EOF) {
			return read, nil
		} else if err != nil {
			return nil, err
		}
		read = append(read, message)
	}
}

// answer is the broker: it tells its versions of fetches, and then answers one.
func answer(conn net.Conn, records []byte) {
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
			reply = append(reply, 0, 0, 0, 0) // nothing was aborted
			reply = append(number.AppendUint32(reply, uint32(len(records))), records...)
		}
		if _, err := conn.Write(append(number.AppendUint32(nil, uint32(len(reply))), reply...)); err != nil {
			return
		}
	}
}
