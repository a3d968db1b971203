// A consumer of franz-go loses the records that stand in a batch behind a damaged one, and gives no error.
//
// The damage is what Java's producer makes of a header key with half of a surrogate pair: the record says that it has
// two bytes more than it has. The checksum is right, and brokers from 3.6 on store the batch, since it is compressed. What
// can't be read ends the reading of its batch, and nothing is made of that: the next batch is read, and offsets go on
// behind it. Java throws an InvalidRecordException.
//
// The program is the broker: it answers on loopback what a consumer asks.
//
//	go run repro.go
//
// Ends with 3 where a record is left out and no error is given, else with 0.
package main

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// Written by kafka-clients 4.4.0, compressed by gzip: a, b and c with the offsets 0 to 2. b has a header with the key
// "a\ud800b", or "h" in the batch that is whole. Then d, alone, with the offset 3.
const (
	damaged = "000000000000000000000063ffffffff02aa85b9720001000000020000018bcfe568000000018bcfe56800ffffffffff" +
		"ffffffffffffffffff000000031f8b08000000000000ffe363606060644a649063606062644a62624bb44f62cae06360" +
		"6061644a660000388692171e000000"
	whole = "000000000000000000000061ffffffff024d88e8e40001000000020000018bcfe568000000018bcfe56800ffffffffff" +
		"ffffffffffffffffff000000031f8b08000000000000ffe363606060644a641063606062644a6262ca60cae063606061" +
		"644a66000043af71fa1c000000"
	behind = "000000000000000300000039ffffffff02cb726d1a0000000000000000018bcfe568000000018bcfe56800ffffffffff" +
		"ffffffffffffffffff000000010e00000001026400"
)

// log is a partition: its batches, and how often each offset was asked for.
type log struct {
	batches []string
	asked   chan int64
}

// from has the batches from the one on that has the offset, as a broker sends them.
func (l *log) from(offset int64) []byte {
	var sent []byte
	for _, each := range l.batches {
		batch, _ := hex.DecodeString(each)
		if last := int64(binary.BigEndian.Uint64(batch)) + int64(binary.BigEndian.Uint32(batch[23:])); last >= offset {
			sent = append(sent, batch...)
		}
	}
	return sent
}

func (l *log) answer(request kmsg.Request, port int32) kmsg.Response {
	switch asked := request.(type) {
	case *kmsg.ApiVersionsRequest:
		said := kmsg.NewPtrApiVersionsResponse()
		for key, version := range map[int16]int16{1: 4, 3: 5, 18: 0} {
			known := kmsg.NewApiVersionsResponseApiKey()
			known.ApiKey, known.MaxVersion = key, version
			said.ApiKeys = append(said.ApiKeys, known)
		}
		return said
	case *kmsg.MetadataRequest:
		said := kmsg.NewPtrMetadataResponse()
		broker, topic := kmsg.NewMetadataResponseBroker(), kmsg.NewMetadataResponseTopic()
		broker.Host, broker.Port = "127.0.0.1", port
		topic.Topic = kmsg.StringPtr("t")
		topic.Partitions = append(topic.Partitions, kmsg.NewMetadataResponseTopicPartition())
		said.Brokers, said.Topics = append(said.Brokers, broker), append(said.Topics, topic)
		return said
	case *kmsg.FetchRequest:
		said := kmsg.NewPtrFetchResponse()
		for _, each := range asked.Topics {
			topic, partition := kmsg.NewFetchResponseTopic(), kmsg.NewFetchResponseTopicPartition()
			offset := each.Partitions[0].FetchOffset
			partition.RecordBatches = l.from(offset)
			if partition.RecordBatches == nil {
				time.Sleep(50 * time.Millisecond) // at the end; a broker waits for more, too
			}
			topic.Topic, topic.Partitions = each.Topic, append(topic.Partitions, partition)
			said.Topics = append(said.Topics, topic)
			select {
			case l.asked <- offset:
			default:
			}
		}
		return said
	}
	return nil
}

func (l *log) serve(connection net.Conn, port int32) {
	defer connection.Close()
	for {
		var size int32
		if binary.Read(connection, binary.BigEndian, &size) != nil {
			return
		}
		sent := make([]byte, size)
		if _, err := io.ReadFull(connection, sent); err != nil {
			return
		}
		key, version := int16(binary.BigEndian.Uint16(sent)), int16(binary.BigEndian.Uint16(sent[2:]))
		client := max(0, int(int16(binary.BigEndian.Uint16(sent[8:]))))
		request := kmsg.RequestForKey(key)
		if key != 18 { // nothing of what it says is needed
			request.SetVersion(version)
			if err := request.ReadFrom(sent[10+client:]); err != nil {
				panic(err)
			}
		}
		response := l.answer(request, port)
		if response == nil {
			panic(fmt.Sprint("asked for ", key))
		}
		if key == 18 && version > 0 {
			response.(*kmsg.ApiVersionsResponse).ErrorCode = 35 // ask again with version 0
			version = 0
		}
		response.SetVersion(version)
		made := response.AppendTo(append(make([]byte, 4), sent[4:8]...))
		binary.BigEndian.PutUint32(made, uint32(len(made)-4))
		if _, err := connection.Write(made); err != nil {
			return
		}
	}
}

// consumed is what a consumer is given, until it has asked ten times for one offset.
func consumed(batches ...string) (records string, failed []error, stands int64) {
	l := &log{batches: batches, asked: make(chan int64, 1024)}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	defer listener.Close()
	port := listener.Addr().(*net.TCPAddr).Port
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go l.serve(connection, int32(port))
		}
	}()
	client, err := kgo.NewClient(
		kgo.SeedBrokers(fmt.Sprint("127.0.0.1:", port)),
		kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{"t": {0: kgo.NewOffset().At(0)}}),
		kgo.WithLogger(kgo.BasicLogger(os.Stdout, kgo.LogLevelWarn, nil)), // it logs nothing
	)
	if err != nil {
		panic(err)
	}
	defer client.Close()
	limit, stop := context.WithTimeout(context.Background(), 30*time.Second)
	defer stop()
	done := make(chan int64)
	go func() {
		counts := map[int64]int{}
		for offset := range l.asked {
			if counts[offset]++; counts[offset] == 10 {
				stop()
				done <- offset
				return
			}
		}
	}()
	for limit.Err() == nil {
		fetches := client.PollFetches(limit)
		fetches.EachRecord(func(record *kgo.Record) { records += string(record.Value) })
		fetches.EachError(func(_ string, _ int32, err error) {
			if limit.Err() == nil {
				failed = append(failed, err)
			}
		})
	}
	select {
	case stands = <-done:
	case <-time.After(time.Second):
		panic("no offset was asked for ten times")
	}
	return records, failed, stands
}

func main() {
	silent := false
	for _, each := range []struct {
		name, all string
		batches   []string
	}{
		{"a, b and c whole, and d behind them", "abcd", []string{whole, behind}},
		{"a, b and c, b damaged", "abc", []string{damaged}},
		{"a, b and c, b damaged, and d behind them", "abcd", []string{damaged, behind}},
	} {
		records, failed, stands := consumed(each.batches...)
		fmt.Printf("%s: given %s, errors %v, then asks for offset %d again and again\n", each.name, records, failed, stands)
		silent = silent || records != each.all && len(failed) == 0
	}
	if silent {
		os.Exit(3)
	}
}
