package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/segmentio/kafka-go/protocol"

	port "jarparity/ports/go-protocol"
)

// batchBytes writes and reads batches as Client.Produce and Client.Fetch do, by a RecordSet. It gives records, offsets
// and times, and of batches of format 2 what RecordBatch has. Last offset, size, checksum, latest time, delete horizon
// and kind of time, and the attributes of older formats, it doesn't give: they are read here, and sequence numbers are
// counted.
func batchBytes(input json.RawMessage) (any, error) {
	var asked port.BatchQuestion
	if err := port.ReadText(input, &asked); err != nil {
		return nil, err
	}
	if asked.Direction == "encode" {
		return written(asked.Batch)
	}
	return read(asked.Bytes)
}

func written(batch port.Batch) (any, error) {
	switch {
	case batch.Magic == 0:
		return nil, port.Declined("it writes no format 0")
	case batch.TimestampType != "CreateTime":
		return nil, port.Declined("who sets the time can't be said")
	case batch.ProducerID != -1 || batch.ProducerEpoch != -1 || batch.BaseSequence != -1:
		return nil, port.Declined("it writes no producer's id")
	case batch.PartitionLeaderEpoch != -1 || batch.DeleteHorizon != nil && *batch.DeleteHorizon != -1:
		return nil, port.Declined("it writes no leader's epoch, and no delete horizon")
	case batch.BaseOffset != 0:
		return nil, port.Declined("it writes offsets from 0 on")
	}
	set := protocol.RecordSet{Version: batch.Magic}
	if batch.Transactional {
		set.Attributes |= protocol.Transactional
	}
	if batch.Control {
		set.Attributes |= protocol.Control
	}
	records := []protocol.Record{}
	for i, each := range batch.Records {
		if each.Offset != int64(i) {
			return nil, port.Declined("it writes offsets without gaps")
		}
		record := protocol.Record{Time: time.UnixMilli(each.Timestamp)}
		if each.Key != nil {
			record.Key = protocol.NewBytes(each.Key)
		}
		if each.Value != nil {
			record.Value = protocol.NewBytes(each.Value)
		}
		for _, header := range each.Headers {
			record.Headers = append(record.Headers, protocol.Header{Key: header.Key, Value: header.Value})
		}
		records = append(records, record)
	}
	set.Records = protocol.NewRecordReader(records...)
	var out bytes.Buffer
	if _, err := set.WriteTo(&out); err != nil {
		return nil, err
	}
	return hex.EncodeToString(out.Bytes()[4:]), nil // behind their number
}

func read(data []byte) (any, error) {
	batches := []port.Batch{}
	if len(data) == 0 {
		return batches, nil
	}
	heads, err := headsOf(data)
	if err != nil {
		return nil, err
	}
	sized := append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), data...)
	var set protocol.RecordSet
	if _, err := set.ReadFrom(bufio.NewReader(bytes.NewReader(sized))); err != nil {
		return nil, err
	}
	if set.Records == nil {
		return batches, nil
	}
	for i, reader := range set.Records.(*protocol.RecordStream).Records {
		if i == len(heads) {
			return nil, errors.New("it reads a batch where none is whole")
		}
		batch, bits, base := heads[i].batch, heads[i].attributes, heads[i].baseTimestamp
		switch of := reader.(type) {
		case *protocol.RecordBatch:
			bits = int16(of.Attributes)
			batch.BaseOffset, batch.PartitionLeaderEpoch = of.BaseOffset, of.PartitionLeaderEpoch
			batch.ProducerID, batch.ProducerEpoch, batch.BaseSequence = of.ProducerID, of.ProducerEpoch, of.BaseSequence
		case *protocol.ControlBatch:
			bits = int16(of.Attributes)
			batch.BaseOffset, batch.PartitionLeaderEpoch = of.BaseOffset, of.PartitionLeaderEpoch
			batch.ProducerID, batch.ProducerEpoch, batch.BaseSequence = of.ProducerID, of.ProducerEpoch, of.BaseSequence
		}
		batch.SetAttributes(bits, base)
		if err := addAll(&batch, reader); err != nil {
			return nil, err
		}
		if batch.Magic < 2 && len(batch.Records) > 0 {
			batch.BaseOffset = batch.Records[0].Offset
		}
		batches = append(batches, batch)
	}
	return batches, nil
}

func addAll(batch *port.Batch, reader protocol.RecordReader) error {
	for {
		of, err := reader.ReadRecord()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		record := port.BatchRecord{Offset: of.Offset, Timestamp: of.Time.UnixMilli()}
		if record.Key, err = protocol.ReadAll(of.Key); err != nil {
			return err
		}
		if record.Value, err = protocol.ReadAll(of.Value); err != nil {
			return err
		}
		for _, header := range of.Headers {
			record.Headers = append(record.Headers, port.BatchHeader{Key: header.Key, Value: header.Value})
		}
		if err := batch.Add(record); err != nil {
			return err
		}
	}
}
