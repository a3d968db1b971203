// Behind a fetch that is an empty batch a Reader of kafka-go goes back to offset 1, and gives all from there on again.
//
// Compaction keeps the last batch of a producer without its records. Where it ends a segment, a fetch has nothing else. To
// go behind it, kafka-go takes the last offset of the batch whose record was read last. None was: that is 0. It asks for
// offset 1, reads up to the empty batch, and goes back again, for ever. Java asks for the offset behind the empty batch.
//
// The program is the broker: it answers on loopback what a Reader asks.
//
//	go mod init repro && go get github.com/segmentio/kafka-go@v0.4.51 && go run repro.go
//
// Ends with 3 where a record is given again or isn't given, else with 0.
package main

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"

	"github.com/segmentio/kafka-go"
)

// Batches behind their offset, of one producer: a record each, and none.
const (
	times = "0000018bcfe568000000018bcfe56809"
	a     = "000000390000000002e4cd1eef000000000000" + times + "0000000000000007000000000000000000010e00000001026100"
	b     = "000000390000000002d02ab676000000000000" + times + "0000000000000007000000000000000000010e00000001026200"
	c     = "000000390000000002c3882e01000000000000" + times + "0000000000000007000000000000000000010e00000001026300"
	empty = "00000031000000000249fe74f4000000000000" + times + "000000000000000700000000000000000000"
)

var number = binary.BigEndian

// log is a partition: the batches of its segments, each with one offset.
type log [][]string

// from has the batches from an offset on; a broker sends those of one segment.
func (l log) from(offset int64) (sent []byte) {
	next := int64(0)
	for _, segment := range l {
		for _, each := range segment {
			if next >= offset {
				batch, err := hex.DecodeString(each)
				if err != nil {
					panic(err)
				}
				sent = append(number.AppendUint64(sent, uint64(next)), batch...)
			}
			next++
		}
		if sent != nil {
			return sent
		}
	}
	return nil
}

func (l log) end() (offset uint64) {
	for _, segment := range l {
		offset += uint64(len(segment))
	}
	return offset
}

// answer is what a broker says to a request, behind its header.
func (l log) answer(key uint16, body []byte, port int) []byte {
	one := []byte{0, 0, 0, 1}
	topic := append(append([]byte{}, one...), 0, 1, 't')
	partition := append(append([]byte{}, one...), 0, 0, 0, 0)
	switch key {
	case 1: // of a fetch the offset is all that counts
		sent := l.from(int64(number.Uint64(body[44:])))
		if sent == nil {
			time.Sleep(50 * time.Millisecond) // at the end; a broker waits for more, too
		}
		said := append(append(append(make([]byte, 10), topic...), partition...), 0, 0)
		for _, offset := range []uint64{l.end(), l.end(), 0} {
			said = number.AppendUint64(said, offset)
		}
		said = append(said, 0, 0, 0, 0) // nothing was aborted
		return append(number.AppendUint32(said, uint32(len(sent))), sent...)
	case 2: // the first offset, or the one behind the last
		offset := l.end()
		if int64(number.Uint64(body[len(body)-8:])) == kafka.FirstOffset {
			offset = 0
		}
		said := append(append(topic, partition...), 0, 0)
		return number.AppendUint64(append(said, make([]byte, 8)...), offset)
	case 3: // one broker; one topic of one partition
		said := append(append([]byte{}, one...), 0, 0, 0, 1, 0, 9)
		said = number.AppendUint32(append(said, "127.0.0.1"...), uint32(port))
		said = append(said, 0xff, 0xff, 0, 0, 0, 1)                             // no rack; who controls
		said = append(append(append(said, one...), 0, 0, 0, 1, 't', 0), one...) // no error, its name, not internal
		said = append(said, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)                       // no error, partition 0, led by 1
		return append(append(append(append(said, one...), one...), one...), one...)
	case 18: // up to which version fetches, offsets and metadata are known
		return []byte{0, 0, 0, 0, 0, 3, 0, 1, 0, 0, 0, 10, 0, 2, 0, 1, 0, 1, 0, 3, 0, 1, 0, 1}
	}
	panic(fmt.Sprint("asked for ", key))
}

func (l log) serve(connection net.Conn, port int) {
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
		client := max(0, int(int16(number.Uint16(request[8:]))))
		said := append(append([]byte{}, request[4:8]...), l.answer(number.Uint16(request), request[10+client:], port)...)
		if _, err := connection.Write(append(number.AppendUint32(nil, uint32(len(said))), said...)); err != nil {
			return
		}
	}
}

// given is what a Reader gives: up to eight records, or as many as come in two seconds.
func given(l log) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	defer listener.Close()
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go l.serve(connection, listener.Addr().(*net.TCPAddr).Port)
		}
	}()
	reader := kafka.NewReader(kafka.ReaderConfig{
		Brokers: []string{listener.Addr().String()}, Topic: "t", MaxWait: time.Second, MaxBytes: 1 << 20,
	})
	defer reader.Close()
	waiting, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	values := []string{}
	for range 8 {
		message, err := reader.ReadMessage(waiting)
		if err != nil {
			break
		}
		values = append(values, string(message.Value))
	}
	return strings.Join(values, " ")
}

func main() {
	faulty := false
	for _, each := range []struct {
		name, java string
		partition  log
	}{
		{"a b | c", "a b c", log{{a, b}, {c}}},
		{"a b empty | c", "a b c", log{{a, b, empty}, {c}}},
		{"a b | empty | c", "a b c", log{{a, b}, {empty}, {c}}},
	} {
		values := given(each.partition)
		fmt.Printf("segments %s: given %s, by Java %s\n", each.name, values, each.java)
		faulty = faulty || values != each.java
	}
	if faulty {
		os.Exit(3)
	}
}
