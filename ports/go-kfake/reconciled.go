package main

import (
	"encoding/json"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"

	protocol "jarparity/ports/go-protocol"
)

const noUnknown = protocol.Declined("kfake has no state UNKNOWN of members")

type epochs = map[string]map[int32]int32

func reconciled(input json.RawMessage) (any, error) {
	var asked struct {
		Topics topics `json:"topics"`
		Member struct {
			Epoch         int32    `json:"epoch"`
			PreviousEpoch int32    `json:"previousEpoch"`
			State         string   `json:"state"`
			Topics        []string `json:"topics"`
			Assigned      epochs   `json:"assigned"`
			Revoking      epochs   `json:"revoking"`
		} `json:"member"`
		Target struct {
			Epoch      int32              `json:"epoch"`
			Partitions map[string][]int32 `json:"partitions"`
		} `json:"target"`
		Held    epochs             `json:"partitionEpochs"`
		Owned   map[string][]int32 `json:"owned"`
		Changed bool               `json:"subscriptionChanged"`
	}
	if err := protocol.ReadText(input, &asked); err != nil {
		return nil, err
	}
	if asked.Member.State == "UNKNOWN" {
		return nil, noUnknown
	}
	one := int32(1)
	for name, topic := range asked.Topics {
		topic.Partitions = &one
		asked.Topics[name] = topic
	}
	known, names, err := asked.Topics.known()
	if err != nil {
		return nil, err
	}
	step := kfake.AskedStep{
		Epoch: asked.Member.Epoch, PreviousEpoch: asked.Member.PreviousEpoch, State: asked.Member.State,
		Topics: asked.Member.Topics, TargetEpoch: asked.Target.Epoch, SubscriptionChanged: asked.Changed,
	}
	var errs [4]error
	step.Assigned, errs[0] = byID(asked.Topics, asked.Member.Assigned)
	step.Revoking, errs[1] = byID(asked.Topics, asked.Member.Revoking)
	step.Held, errs[2] = byID(asked.Topics, asked.Held)
	step.Target, errs[3] = byID(asked.Topics, asked.Target.Partitions)
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	if asked.Owned != nil {
		step.Owned = []kmsg.ConsumerGroupHeartbeatRequestTopic{}
		for name, partitions := range asked.Owned {
			topic := kmsg.NewConsumerGroupHeartbeatRequestTopic()
			if topic.TopicID, err = asked.Topics.id(name); err != nil {
				return nil, err
			}
			topic.Partitions = partitions
			step.Owned = append(step.Owned, topic)
		}
	}
	found := kfake.Reconciled(known, step)
	return map[string]any{
		"epoch": found.Epoch, "previousEpoch": found.PreviousEpoch, "state": found.State,
		"assigned": named(names, found.Assigned), "revoking": named(names, found.Revoking),
	}, nil
}

func named(names map[[16]byte]string, epochs map[[16]byte]map[int32]int32) map[string]map[int32]int32 {
	found := map[string]map[int32]int32{}
	for id, partitions := range epochs {
		if len(partitions) > 0 {
			found[names[id]] = partitions
		}
	}
	return found
}
