// Package protocol answers the kit's port protocol: a harness gives the operations that its library implements.
package protocol

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
)

// question is one case.
type question struct {
	Seq   int64           `json:"seq"`
	Input json.RawMessage `json:"input"`
}

// request is any line of the kit's.
type request struct {
	Cmd       string     `json:"cmd"`
	Operation string     `json:"operation"`
	Batch     []question `json:"batch"`
	question
}

type fault struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

type answer struct {
	Seq     int64  `json:"seq"`
	Value   any    `json:"value,omitempty"`
	Error   *fault `json:"error,omitempty"`
	Skipped string `json:"skipped,omitempty"`
}

// Declined is the error of a case that the library can't be asked; it gives the reason.
type Declined string

func (d Declined) Error() string { return string(d) }

// Operation answers one input from the library; an error of the library's is its answer.
type Operation func(input json.RawMessage) (any, error)

// ask turns panics into answers: in Go a division by zero is one, where Java throws an ArithmeticException.
func ask(run Operation, q question) (a answer) {
	a.Seq = q.Seq
	defer func() {
		switch r := recover().(type) {
		case nil:
		case runtime.Error:
			kind := "panic"
			if r.Error() == "runtime error: integer divide by zero" {
				kind = "ArithmeticException"
			}
			a.Error = &fault{kind, r.Error()}
		default:
			a.Error = &fault{"panic", fmt.Sprint(r)}
		}
	}()
	value, err := run(q.Input)
	var reason Declined
	switch {
	case errors.As(err, &reason):
		a.Skipped = string(reason)
	case err != nil:
		a.Error = &fault{"error", err.Error()}
	default:
		a.Value = value
	}
	return a
}

// version is the one of a module that this program was built with.
func version(module string) string {
	if build, ok := debug.ReadBuildInfo(); ok {
		for _, dependency := range build.Deps {
			if dependency.Path == module {
				return dependency.Version
			}
		}
	}
	return "unknown"
}

// Serve answers standard input until `stop` or its end, as of these lines; of the newest clients, where none are given.
func Serve(name, module string, operations map[string]Operation, lines ...string) error {
	if lines == nil {
		lines = []string{"kafka-clients 4.4.0"}
	}
	in, out := bufio.NewReaderSize(os.Stdin, 1<<20), bufio.NewWriterSize(os.Stdout, 1<<20)
	encoder := json.NewEncoder(out)
	claimed := slices.Sorted(maps.Keys(operations))
	for {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		var r request
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		switch r.Cmd {
		case "stop":
			return nil
		case "start":
			err = encoder.Encode(map[string]any{
				"protocol": 1, "name": name, "version": version(module), "language": "go",
				"operations": claimed, "lines": lines,
			})
		case "run":
			questions := r.Batch
			if questions == nil {
				questions = []question{r.question}
			}
			for i := 0; i < len(questions) && err == nil; i++ {
				if run, known := operations[r.Operation]; known {
					err = encoder.Encode(ask(run, questions[i]))
				} else {
					err = encoder.Encode(answer{Seq: questions[i].Seq, Skipped: r.Operation + " is not claimed"})
				}
			}
		}
		if err == nil {
			err = out.Flush()
		}
		if err != nil {
			return err
		}
	}
}
