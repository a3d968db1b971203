"""Wrong ports of our own, by name: the mistakes that porters make, each a rewrite of one place in the port.

`jarparity.bugs` has the same for what its model covers; these are for the assignors, the enumerator, state, watermarks
and replicas, where a wrong model would be a second port.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A wrong port.

    Attributes:
        name: In the report.
        of: The dotted name of the module that it changes, under `copartition`.
        old: What stands there, once.
        new: What stands there instead.
    """

    name: str
    of: str
    old: str
    new: str

    @property
    def module(self) -> str:
        """The whole dotted name."""
        return f"copartition.{self.of}"

    @property
    def ident(self) -> str:
        """Its name in the cache."""
        return f"rewrite {self.name}: {self.module}: {self.old} -> {self.new}"

    def source(self, text: str) -> str:
        """The module's changed text.

        Raises:
            ValueError: The old text doesn't stand there, or stands there twice.
        """
        if text.count(self.old) != 1:
            raise ValueError(f"rewrite {self.name!r}: {self.module} has {text.count(self.old)} times: {self.old}")
        return text.replace(self.old, self.new)


_HASH = "flink.math_utils"
_PLACE = "flink.assignment"
_STICKY = "kafka.assignors"

REWRITES: Final = (
    Rewrite("mask for negate", _HASH, "-mixed & MASK_32 & ~_SIGN", "mixed & ~_SIGN"),
    Rewrite("murmur without its finish", _HASH, "mixed = bit_mix(mixed ^ 4)", "mixed = mixed ^ 4"),
    Rewrite("floor for ceil", _PLACE, "int32(index * groups + operators - 1)", "int32(index * groups)"),
    Rewrite("range with its end left out", _PLACE, "int32((index + 1) * groups - 1)", "int32((index + 1) * groups)"),
    Rewrite(
        "operator by remainder",
        _PLACE,
        'int32("key_group", key_group) * operators), groups)',
        'int32("key_group", key_group) % operators), 1)',
    ),
    Rewrite("tail bytes read big-endian", "kafka.murmur", '& ~3 :], "little")', '& ~3 :], "big")'),
    Rewrite("absolute value for mask", "kafka.murmur", "return number & 0x7FFF_FFFF", "return abs(number)"),
    Rewrite("remainder to the last", f"{_STICKY}.range", "(place < more)", "(place >= len(members) - more)"),
    Rewrite("range over all topics at once", f"{_STICKY}.range", "start = 0\n    for", "start = more\n    for"),
    Rewrite(
        "members in the order of joining",
        f"{_STICKY}.sorted_members",
        "for member_id in sorted_names(by_id)",
        "for member_id in by_id",
    ),
    Rewrite(
        "static members last",
        f"{_STICKY}.sorted_members",
        "return instance is None, utf16",
        "return instance is not None, utf16",
    ),
    Rewrite(
        "the ring begins anew at each topic",
        f"{_STICKY}.round_robin",
        "at = turn[(len(partitions) - 1) % len(turn)] + 1",
        "at = 0",
    ),
    Rewrite(
        "tie-break by the last for the first",
        f"{_STICKY}.round_robin",
        "bisect_left(turn, at)",
        "bisect_left(turn, at + 1)",
    ),
    Rewrite("no check of generations", f"{_STICKY}.claims", "if generation < others:", "if False:"),
    Rewrite(
        "claimed twice, kept by the first",
        f"{_STICKY}.claims",
        "_forget(owned.partitions[claimed_by], number)\n        owned.claimed_twice.add(number)",
        "pass",
    ),
    Rewrite("older generations count", f"{_STICKY}.claims", "if generation < owned.max_generation:", "if False:"),
    Rewrite("cooperative moves at once", f"{_STICKY}.cooperative", "if number in revoked}", "if False}"),
    Rewrite(
        "insertion order for hash order",
        f"{_STICKY}.java_order",
        "    return [keys[place] for place in sorted(range(len(keys)), key=bins.__getitem__)]",
        "    return list(keys)",
    ),
    Rewrite(
        "split owner by the plain hash",
        "flink.kafka_source.split_owner",
        "string_hash(topic) * _SPREAD & MAX_INT",
        "string_hash(topic) & MAX_INT",
    ),
    Rewrite(
        "all splits begin at reader 0",
        "flink.kafka_source.split_owner",
        "int32(first_owner(partition.topic, readers) + partition.partition)",
        "partition.partition",
    ),
    Rewrite(
        "new partitions start as the first ones do",
        "flink.kafka_source.memory",
        "new = ask(Earliest(), change.new) if change.new else {}",
        "new = ask(user, change.new) if change.new else {}",
    ),
    Rewrite(
        "returned splits stay assigned",
        "flink.kafka_source.memory",
        "            self._assigned.pop(split.topic_partition, None)",
        "            pass",
    ),
    Rewrite(
        "no end signalled to bounded readers",
        "flink.kafka_source.enumerator",
        "self._context.signal_no_more_splits(reader)",
        "pass",
    ),
    Rewrite(
        "splits back go to anyone",
        "flink.kafka_source.enumerator",
        "            self._assign((reader,))",
        "            self._assign([*self._context.registered_readers()])",
    ),
    Rewrite(
        "the lowest key group is not reused",
        "flink.prekeyed.split_key_groups",
        "        if self._freed:\n",
        "        if self._freed and self._untouched > self._range.end:\n",
    ),
    Rewrite(
        "splits change their key group on rescaling",
        "flink.prekeyed.rescaling",
        "moved[operator_of_key_group(max_parallelism, count, group)]",
        "moved[group % count]",
    ),
    Rewrite(
        "odd elements always to the first", "flink.rescale_operator_state", "start = (start + odd) % count", "start = 0"
    ),
    Rewrite(
        "union state is split",
        "flink.rescale_operator_state",
        "_unite(_collected(subtasks, OperatorStateMode.UNION)",
        "_split(_collected(subtasks, OperatorStateMode.UNION)",
    ),
    Rewrite(
        "state outside of the range is taken",
        "flink.state.state_table",
        "not 0 <= place < len(self.maps):\n            raise self._refused(namespace)\n        return",
        "not place < len(self.maps):\n            raise self._refused(namespace)\n        return",
    ),
    Rewrite("idle inputs hold the watermark", "flink.watermarks.combined", "if not partial.idle]", "]"),
    Rewrite(
        "an old watermark leaves an input idle",
        "flink.watermarks.combined",
        "        self.idle = False\n        updated",
        "        updated",
    ),
    Rewrite(
        "the valve forgets the last idle channel",
        "flink.watermarks.valve",
        "self._emit(max(other.watermark for other in self._channels), output)",
        "pass",
    ),
    Rewrite(
        "late channels count at once", "flink.watermarks.valve", "if status.watermark >= self._emitted:", "if True:"
    ),
    Rewrite(
        "brokers not alternating by rack",
        "kafka.replicas.assigning",
        "alternating(racks) if racks else [",
        "sorted(racks) if racks else [",
    ),
    Rewrite("followers never move on", "kafka.replicas.assigning", "distance = int32(distance + 1)", "pass"),
    Rewrite(
        "fenced brokers lead",
        "kafka.replicas.placing",
        "self._order[leading].unfenced.next(epoch)",
        "self._order[leading].next(epoch)",
    ),
    Rewrite("no shuffling of racks", "kafka.replicas.placing", "shuffle(self._order, self._random)", "pass"),
    Rewrite(
        "one counter for all topics",
        "kafka.keyless",
        "number = self._placed[topic] & _POSITIVE\n        self._placed[topic] += 1",
        'number = self._placed[""] & _POSITIVE\n        self._placed[""] += 1',
    ),
)
"""In the order of the report."""
