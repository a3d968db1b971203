package main

import (
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"strings"

	"github.com/twmb/franz-go/pkg/kmsg"

	protocol "jarparity/ports/go-protocol"
)

// Kafka's names of fields by the library's types and fields, where they aren't what kafkasName makes of the library's;
// under "" are those that hold in all types.
//
//go:embed names.json
var namesOf []byte

var (
	names    map[string]map[string]string
	messages = map[string]reflect.Type{}
	// Types that the library calls otherwise than Kafka does.
	renamed = map[string]string{
		"alterpartitionreassignmentsrequest":  "alterpartitionassignmentsrequest",
		"alterpartitionreassignmentsresponse": "alterpartitionassignmentsresponse",
	}
)

func init() {
	if err := json.Unmarshal(namesOf, &names); err != nil {
		panic(err)
	}
	for key := range int16(kmsg.MaxKey + 1) {
		if kmsg.RequestForKey(key) == nil {
			continue
		}
		for _, one := range []any{kmsg.RequestForKey(key), kmsg.ResponseForKey(key)} {
			of := reflect.TypeOf(one).Elem()
			messages[strings.ToLower(of.Name())] = of
		}
	}
}

// message is what requests and responses have in common. Headers aren't asked: the library writes them with requests.
type message interface {
	MaxVersion() int16
	SetVersion(int16)
	AppendTo([]byte) []byte
	ReadFrom([]byte) error
	Default()
}

func made(name string) message {
	name = strings.ToLower(name)
	if other, is := renamed[name]; is {
		name = other
	}
	of, known := messages[name]
	if !known {
		return nil
	}
	one := reflect.New(of).Interface().(message)
	one.Default()
	return one
}

func messageBytes(input json.RawMessage) (any, error) {
	var asked struct {
		Direction, Message string
		Version            int16
		Value              map[string]any
		Bytes              protocol.Bytes
	}
	if err := protocol.ReadText(input, &asked); err != nil {
		return nil, err
	}
	one := made(asked.Message)
	switch {
	case one == nil:
		return nil, protocol.Declined("it has no such message")
	case asked.Version < 0 || asked.Version > one.MaxVersion():
		return nil, protocol.Declined("it has no such version")
	}
	one.SetVersion(asked.Version)
	of := reflect.ValueOf(one).Elem()
	if asked.Direction == "encode" {
		if err := shapeOf(of.Type(), asked.Version).setAll(of, asked.Value, nil); err != nil {
			return nil, err
		}
		return hex.EncodeToString(one.AppendTo(nil)), nil
	}
	if err := one.ReadFrom(asked.Bytes); err != nil {
		return nil, err
	}
	return shapeOf(of.Type(), asked.Version).document(of, nil), nil
}

func kafkasName(of reflect.Type, field string) string {
	for _, known := range []string{of.Name(), ""} {
		if name, is := names[known][field]; is {
			return name
		}
	}
	name := strings.NewReplacer("Millis", "Ms", "IDs", "Ids", "ID", "Id").Replace(field)
	return strings.ToLower(name[:1]) + name[1:]
}
