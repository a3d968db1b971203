// A port in Go: a JSON line in, a JSON line out. Put your client's own functions in the place of murmur2.
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"log"
	"os"
)

type input struct {
	Bytes      string `json:"bytes"`
	Partitions int32  `json:"partitions"`
}

type question struct {
	Seq   int   `json:"seq"`
	Input input `json:"input"`
}

type request struct {
	question
	Cmd       string     `json:"cmd"`
	Operation string     `json:"operation"`
	Batch     []question `json:"batch"`
}

type answer struct {
	Seq   int               `json:"seq"`
	Value *int32            `json:"value,omitempty"`
	Error map[string]string `json:"error,omitempty"`
}

func murmur2(data []byte) int32 {
	const m = 0x5bd1e995
	h := uint32(0x9747b28c) ^ uint32(len(data))
	for ; len(data) >= 4; data = data[4:] {
		k := binary.LittleEndian.Uint32(data) * m
		k = (k ^ k>>24) * m
		h = h*m ^ k
	}
	for i := len(data) - 1; i >= 0; i-- {
		h ^= uint32(data[i]) << (8 * i)
	}
	if len(data) > 0 {
		h *= m
	}
	h = (h ^ h>>13) * m
	return int32(h ^ h>>15)
}

func answered(operation string, asked question) answer {
	data, err := hex.DecodeString(asked.Input.Bytes)
	if err != nil {
		log.Fatal(err)
	}
	value := murmur2(data)
	if operation == "kafka.partitioner.partition-for-key" {
		if asked.Input.Partitions == 0 {
			return answer{Seq: asked.Seq, Error: map[string]string{"kind": "ArithmeticException"}}
		}
		value = (value & 0x7fffffff) % asked.Input.Partitions
	}
	return answer{Seq: asked.Seq, Value: &value}
}

func main() {
	lines := bufio.NewReader(os.Stdin) // a bufio.Scanner would stop at lines of 64 KiB
	out := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(out)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked request
		if err := json.Unmarshal(line, &asked); err != nil {
			log.Fatal(err)
		}
		switch asked.Cmd {
		case "stop":
			return
		case "start":
			err = encoder.Encode(map[string]any{
				"protocol": 1, "name": "port-go", "version": "1.0.0", "language": "go",
				"operations": []string{"kafka.partitioner.murmur2", "kafka.partitioner.partition-for-key"},
				"lines":      []string{"*"},
			})
		default:
			if asked.Batch == nil {
				asked.Batch = []question{asked.question}
			}
			for _, one := range asked.Batch {
				err = encoder.Encode(answered(asked.Operation, one))
			}
		}
		if err == nil {
			err = out.Flush()
		}
		if err != nil {
			log.Fatal(err)
		}
	}
}
