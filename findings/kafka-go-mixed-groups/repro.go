// A consumer group of kafka-go and Java never forms, whoever leads it.
//
// The subscription that kafka-go sends says that it is of version 1, and ends where a version 0 ends: who reads a version
// 1 expects the partitions that the member owns. And a kafka-go leader refuses a subscription that has more fields than
// those of version 0, which Java has sent since 2.4.
//
// The program is the coordinator: it answers on loopback what kafka-go asks, and hands it a member with the very bytes
// that Java's consumer 4.4.0 sends.
//
//	go mod init repro && go get github.com/segmentio/kafka-go@v0.4.51 && go run repro.go
//
// Ends with 3 where one of the two is so, else with 0.
package main

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"time"

	"github.com/segmentio/kafka-go"
)

// Of Java's consumer 4.4.0 that subscribes to t: version 3, topics, no user data, no owned partitions, generation -1, no
// rack.
const javas = "0003" + "00000001" + "000174" + "ffffffff" + "00000000" + "ffffffff" + "ffff"

const (
	metadata, findCoordinator, joinGroup, leaveGroup, apiVersions = 3, 10, 11, 13, 18
)

var subscription = make(chan []byte, 8)

type reader struct{ left []byte }

func (r *reader) bytes(count int) []byte {
	taken := r.left[:count]
	r.left = r.left[count:]
	return taken
}

func (r *reader) int16() int     { return int(int16(binary.BigEndian.Uint16(r.bytes(2)))) }
func (r *reader) int32() int     { return int(int32(binary.BigEndian.Uint32(r.bytes(4)))) }
func (r *reader) string() string { return string(r.bytes(max(0, r.int16()))) }

type writer struct{ made []byte }

func (w *writer) int16(value int) *writer {
	w.made = binary.BigEndian.AppendUint16(w.made, uint16(value))
	return w
}

func (w *writer) int32(value int) *writer {
	w.made = binary.BigEndian.AppendUint32(w.made, uint32(value))
	return w
}

func (w *writer) string(text string) *writer {
	w.int16(len(text)).made = append(w.made, text...)
	return w
}

func (w *writer) blob(data []byte) *writer {
	w.int32(len(data)).made = append(w.made, data...)
	return w
}

// answer is what a coordinator says; nothing for what isn't needed here.
func answer(key int, asked *reader, port int) []byte {
	w := &writer{}
	switch key {
	case apiVersions:
		w.int16(0).int32(5)
		for _, each := range [][2]int{{metadata, 1}, {findCoordinator, 0}, {joinGroup, 1}, {leaveGroup, 0}, {apiVersions, 0}} {
			w.int16(each[0]).int16(each[1]).int16(each[1])
		}
	case findCoordinator:
		w.int16(0).int32(0).string("127.0.0.1").int32(port)
	case joinGroup:
		asked.string() // group
		asked.int32()  // session
		asked.int32()  // rebalance
		asked.string() // member
		asked.string() // protocol type
		asked.int32()  // protocols: one
		name := asked.string()
		own := asked.bytes(asked.int32())
		subscription <- own
		java, _ := hex.DecodeString(javas)
		w.int16(0).int32(1).string(name).string("go").string("go").int32(2)
		w.string("go").blob(own).string("java").blob(java)
	case leaveGroup:
		w.int16(0)
	default:
		return nil
	}
	return w.made
}

func serve(connection net.Conn, port int) {
	defer connection.Close()
	for {
		var size int32
		if binary.Read(connection, binary.BigEndian, &size) != nil {
			return
		}
		request := &reader{make([]byte, size)}
		if _, err := io.ReadFull(connection, request.left); err != nil {
			return
		}
		key := request.int16()
		request.int16() // version
		correlation := request.int32()
		request.string() // client
		said := answer(key, request, port)
		if said == nil {
			return
		}
		w := &writer{}
		w.int32(len(said) + 4).int32(correlation).made = append(w.made, said...)
		if _, err := connection.Write(w.made); err != nil {
			return
		}
	}
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go serve(connection, port)
		}
	}()
	group, err := kafka.NewConsumerGroup(kafka.ConsumerGroupConfig{
		ID: "group", Brokers: []string{fmt.Sprint("127.0.0.1:", port)}, Topics: []string{"t"},
		GroupBalancers: []kafka.GroupBalancer{kafka.RangeGroupBalancer{}},
	})
	if err != nil {
		panic(err)
	}
	limit, stop := context.WithTimeout(context.Background(), 30*time.Second)
	defer stop()
	_, failed := group.Next(limit)
	own := &reader{<-subscription}
	version := own.int16()
	for range own.int32() {
		own.string()
	}
	own.bytes(max(0, own.int32()))
	left := len(own.left)
	fmt.Printf("a kafka-go member's subscription is of version %d, and has %d bytes behind its user data\n", version, left)
	fmt.Printf("a kafka-go leader of a group with a Java member: %v\n", failed)
	refused := regexp.MustCompile("unable to read metadata").MatchString(fmt.Sprint(failed))
	if refused || (version >= 1 && left == 0) {
		os.Exit(3)
	}
}
