"""Pre-keyed streams: the model, with the switches of `PrekeyedRules`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.bugs import key_groups
from jarparity.bugs.key_hash import key_hash
from jarparity.bugs.rules import Rules, ThrownError, nothing_else
from jarparity.utf16 import units

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.bugs.rules import PrekeyedRules

_TRUE = Rules()


class _Model:
    """A whole job: by subtask its splits, by key group its values."""

    def __init__(self, document: JSON, rules: PrekeyedRules) -> None:
        self.rules = rules
        self.most, self.parallelism = document["maxParallelism"], document["parallelism"]
        self.own(document["operator"])
        self.operator = document["operator"]
        self.splits: dict[int, dict[str, int]] = {}
        self.highest: dict[int, int] = {}
        self.values: dict[int, dict[str, str]] = {}

    def own(self, subtask: int) -> range:
        ends = key_groups.range_of_operator(self.most, self.parallelism, subtask, _TRUE.group)
        return range(ends["start"], ends["end"] + 1)

    def step(self, step: JSON) -> JSON:
        if step["op"] == "rescale":
            return self.rescale(step["parallelism"])
        subtask = step.get("operator", self.operator)
        if not 0 <= subtask < self.parallelism:
            raise ThrownError("IllegalArgumentException")
        splits = self.splits.setdefault(subtask, {})
        match step["op"]:
            case "addSplit":
                if step["split"] in splits:
                    raise ThrownError("IllegalArgumentException")
                return self.seen(subtask, self.take(subtask, step["split"]))
            case "removeSplit":
                group = self.group(subtask, step["split"])
                if self.rules.removed == "frees":
                    del splits[step["split"]]
                else:
                    splits["removed " + step["split"]] = splits.pop(step["split"])
                return self.seen(subtask, group)
            case "record":
                return self.record(step, subtask)
            case "dump":
                return self.dump(subtask)
        raise nothing_else(step)

    def take(self, subtask: int, split: str) -> int:
        own, splits = self.own(subtask), self.splits[subtask]
        unused = sorted(set(own) - set(splits.values()))
        if self.rules.reuse == "never":
            unused = [group for group in unused if group > self.highest.get(subtask, -1)]
        if not unused and self.rules.full == "shares":
            unused = [own[0]]
        if not unused:
            raise ThrownError("IllegalStateException")
        group = unused[-1] if self.rules.take == "highest" else unused[0]
        if self.rules.take == "from-zero":
            group -= own[0]
        self.highest[subtask] = max(group, self.highest.get(subtask, -1))
        splits[split] = group
        return group

    def seen(self, subtask: int, group: int) -> JSON:
        unused = sorted(set(self.own(subtask)) - set(self.splits[subtask].values()))
        gaps: list[list[int]] = []
        for free in unused:
            if gaps and gaps[-1][1] == free - 1:
                gaps[-1][1] = free
            else:
                gaps.append([free, free])
        return {"keyGroup": group, "free": gaps}

    def group(self, subtask: int, split: str) -> int:
        splits = self.splits.setdefault(subtask, {})
        if split not in splits and self.rules.unknown == "mapped":
            return self.take(subtask, split)
        if split not in splits:
            raise ThrownError("IllegalArgumentException")
        return splits[split]

    def record(self, step: JSON, subtask: int) -> JSON:
        group = stored = self.group(subtask, step["split"])
        if step["key"]["type"] == "null":
            raise ThrownError("NullPointerException")
        if self.rules.state == "by-hash":
            stored = key_groups.group_of_hash(key_hash(step["key"], _TRUE), self.most, _TRUE.group)
        if stored not in self.own(subtask):
            raise ThrownError("IllegalArgumentException")
        entries = self.values.setdefault(stored, {})
        before = entries.get(step["key"]["value"])
        if step.get("value") is not None:
            entries[step["key"]["value"]] = step["value"]
        elif "value" in step:
            entries.pop(step["key"]["value"], None)
        return {"keyGroup": group, "value": before}

    def dump(self, subtask: int) -> JSON:
        return {
            str(group): [[key, entries[key]] for key in sorted(entries, key=units)]
            for group in self.own(subtask)
            if (entries := self.values.get(group))
        }

    def rescale(self, parallelism: int) -> JSON:
        key_groups.range_of_operator(self.most, parallelism, 0, _TRUE.group)
        found = [entry for subtask in sorted(self.splits) for entry in self.splits[subtask].items()]
        if len({split for split, _ in found}) < len(found):
            raise ThrownError("IllegalStateException")
        self.parallelism, self.splits, self.highest = parallelism, {}, {}
        for place, (split, group) in enumerate(sorted(found)):
            owner = key_groups.operator_of_group(group, self.most, parallelism, _TRUE.group)
            if self.rules.moved == "dealt-out":
                self.splits.setdefault(place % parallelism, {})[split] = group
            elif self.rules.moved == "with-groups":
                self.splits.setdefault(owner, {})[split] = group
        return {str(subtask): dict(splits) for subtask, splits in self.splits.items() if splits}


def mapping(document: JSON, rules: PrekeyedRules) -> JSON:
    """`flink.prekeyed.mapping`."""
    model = _Model(document, rules)
    observations: list[JSON] = []
    for step in document["steps"]:
        try:
            observations.append(model.step(step))
        except ThrownError as thrown:
            observations.append({"error": {"kind": thrown.kind}})
    return observations
