// kfake, franz-go's fake cluster, behind the port protocol: what its group coordinator assigns, and how members get there.
package main

import (
	"encoding/base64"
	"fmt"
	"os"

	"github.com/twmb/franz-go/pkg/kfake"

	protocol "jarparity/ports/go-protocol"
)

type topics map[string]struct {
	ID         string `json:"id"`
	Partitions *int32 `json:"partitions"`
	Deleted    bool   `json:"deleted"`
}

func (t topics) id(name string) (id [16]byte, err error) {
	raw, err := base64.RawURLEncoding.DecodeString(t[name].ID)
	copy(id[:], raw)
	return id, err
}

// known is the cluster's metadata, and by id the name of each topic that is named.
func (t topics) known() (map[string]kfake.AskedTopic, map[[16]byte]string, error) {
	found, names := map[string]kfake.AskedTopic{}, map[[16]byte]string{}
	for name, topic := range t {
		id, err := t.id(name)
		if err != nil {
			return nil, nil, err
		}
		names[id] = name
		if topic.Deleted {
			continue
		}
		// Reconciliation doesn't ask how many partitions there are, and its input doesn't say so.
		if topic.Partitions != nil {
			found[name] = kfake.AskedTopic{ID: id, Partitions: *topic.Partitions}
		}
	}
	return found, names, nil
}

func byID[V any](t topics, byName map[string]V) (map[[16]byte]V, error) {
	found := map[[16]byte]V{}
	for name, value := range byName {
		id, err := t.id(name)
		if err != nil {
			return nil, err
		}
		found[id] = value
	}
	return found, nil
}

func main() {
	err := protocol.Serve("kfake", "github.com/twmb/franz-go/pkg/kfake", map[string]protocol.Operation{
		"kafka.group.assignor.uniform": assigned("uniform"),
		"kafka.group.assignor.range":   assigned("range"),
		"kafka.group.reconcile":        reconciled,
	}, "kafka-group-coordinator 4.4.0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
