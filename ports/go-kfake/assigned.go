package main

import (
	"encoding/json"
	"slices"

	"github.com/twmb/franz-go/pkg/kfake"

	protocol "jarparity/ports/go-protocol"
)

// assigned is what the members of a group get.
func assigned(assignor string) protocol.Operation {
	return func(input json.RawMessage) (any, error) {
		var group struct {
			Topics  topics `json:"topics"`
			Members []struct {
				ID       string             `json:"id"`
				Instance *string            `json:"instance"`
				Topics   []string           `json:"topics"`
				Target   map[string][]int32 `json:"target"`
			} `json:"members"`
		}
		if err := protocol.ReadText(input, &group); err != nil {
			return nil, err
		}
		known, names, err := group.Topics.known()
		if err != nil {
			return nil, err
		}
		members := make([]kfake.AskedMember, 0, len(group.Members))
		for _, m := range group.Members {
			target, err := byID(group.Topics, m.Target)
			if err != nil {
				return nil, err
			}
			members = append(members, kfake.AskedMember{ID: m.ID, Instance: m.Instance, Topics: m.Topics, Target: target})
		}
		answer := map[string]map[string][]int32{}
		for member, target := range kfake.Assigned(assignor, known, members) {
			answer[member] = map[string][]int32{}
			for id, partitions := range target {
				if len(partitions) > 0 {
					answer[member][names[id]] = slices.Sorted(slices.Values(partitions))
				}
			}
		}
		return answer, nil
	}
}
