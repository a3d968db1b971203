// Topics with message.timestamp.type=LogAppendTime: kafka-go gives the time that the producer set, not the broker's.
//
// In such a batch the broker sets a bit, and the time at which it stored the batch as the latest time; the times of the
// records stay as they came. Who reads has to take the batch's, which kafka-go reads and drops. Java gives the broker's.
//
// A Reader reads by Conn.ReadBatch, and is answered by a broker of some lines; Client.Fetch reads by a RecordSet.
//
//	go mod init repro && go get github.com/segmentio/kafka-go@v0.4.51 && go run repro.go
//
// Ends with 3 where one of them gives a record the producer's time, else with 0.
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"github.com/segmentio/kafka-go"
	"github.com/segmentio/kafka-go/protocol"
)

// Written by kafka-clients 4.4.0, as a broker stores it: two records, a and b, which the producer sent with the times
// 1700000000000 and 1700000000500, stored at 1700000009000.
const (
	stored = "000000000000000000000042ffffffff025bdf66c50008000000010000018bcfe568000000018bcfe58b28ffffffffff" +
		"ffffffffffffffffff000000020e000000010261001000e8070201026200"
	storedAt = 1700000009000
)

var number = binary.BigEndian

// answer is the broker: it tells its versions of fetches, and answers one with the batch.
func answer(connection net.Conn, batch []byte) {
	defer connection.Close()
	for {
		var size [4]byte
		if _, err := io.ReadFull(connection, size[:]); err != nil {
			return
		}
		request := make([]byte, number.Uint32(size[:]))
		if _, err := io.ReadFull(connection, request); err != nil {
			return
		}
		reply := append([]byte{}, request[4:8]...)
		if number.Uint16(request) == 18 {
			// No error; of one request, fetch, the versions up to 10.
			reply = append(reply, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 10)
		} else {
			// Throttled for, error, session; one topic, "t", one partition, 0, without error.
			reply = append(reply, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 't', 0, 0, 0, 1, 0, 0, 0, 0, 0, 0)
			for _, offset := range []uint64{2, 2, 0} { // latest, last stable, first
				reply = number.AppendUint64(reply, offset)
			}
			reply = append(reply, 0, 0, 0, 0) // nothing was aborted
			reply = append(number.AppendUint32(reply, uint32(len(batch))), batch...)
		}
		if _, err := connection.Write(append(number.AppendUint32(nil, uint32(len(reply))), reply...)); err != nil {
			return
		}
	}
}

// byConn is what a Reader gives.
func byConn(batch []byte) (times []int64) {
	ours, theirs := net.Pipe()
	defer ours.Close()
	go answer(theirs, batch)
	connection := kafka.NewConnWith(ours, kafka.ConnConfig{Topic: "t"})
	if _, err := connection.Seek(0, kafka.SeekAbsolute|kafka.SeekDontCheck); err != nil {
		panic(err)
	}
	connection.SetReadDeadline(time.Now().Add(30 * time.Second))
	read := connection.ReadBatch(1, 1<<20)
	for range 2 {
		message, err := read.ReadMessage()
		if err != nil {
			panic(err)
		}
		times = append(times, message.Time.UnixMilli())
	}
	return times
}

// byRecordSet is what Client.Fetch gives.
func byRecordSet(batch []byte) (times []int64) {
	var set protocol.RecordSet
	sized := append(number.AppendUint32(nil, uint32(len(batch))), batch...)
	if _, err := set.ReadFrom(bufio.NewReader(bytes.NewReader(sized))); err != nil {
		panic(err)
	}
	for range 2 {
		record, err := set.Records.ReadRecord()
		if err != nil {
			panic(err)
		}
		times = append(times, record.Time.UnixMilli())
	}
	return times
}

func main() {
	batch, err := hex.DecodeString(stored)
	if err != nil {
		panic(err)
	}
	faulty := false
	for _, each := range []struct {
		name string
		of   func([]byte) []int64
	}{{"Reader", byConn}, {"Client.Fetch", byRecordSet}} {
		times := each.of(batch)
		fmt.Printf("stored at %d, by Java %d and %d, ", storedAt, storedAt, storedAt)
		fmt.Printf("by %s %d and %d\n", each.name, times[0], times[1])
		faulty = faulty || times[0] != storedAt || times[1] != storedAt
	}
	if faulty {
		os.Exit(3)
	}
}
