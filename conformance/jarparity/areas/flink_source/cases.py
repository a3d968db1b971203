"""Cases of split owners, splits and states: owners that overflow; every version of the bytes, and their damage."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from jarparity.areas.flink_source.layouts import NO_STOP, are_modest, write_readers, write_split, write_state
from jarparity.case_collector import Cases, named
from jarparity.values import boundary as edges

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON
    from jarparity.cases import Case

_MAX_INT = 2**31 - 1
_DOCUMENTED = tuple((topic, partition) for topic in "abcd" for partition in range(5))
"""Four topics of five partitions each on ten readers: how evenly are they spread?"""
_OWNED = {
    "empty": "",
    "a": "a",
    "orders": "orders",
    "min-int-hash": "polygenelubricants",
    "collision-a": "Aa",
    "collision-b": "BB",
    "umlaut": "tä",
    "emoji": "😀",
    "lone-surrogate": "\ud800",
}


def split_owner() -> Iterable[Case]:
    """Cases of `flink.kafka-source.split-owner`: the article's question, overflow, readers that no job has."""
    cases = Cases("flink.kafka-source.split-owner")
    for topic, partition in _DOCUMENTED:
        cases.add(f"spread/{topic}-{partition}", _owner(topic, partition, 10))
    for name, topic in _OWNED.items():
        for readers in (1, 2, 3, 7, 10, 128, 32768):
            cases.add(f"topic/{name}/{readers}-readers", _owner(topic, 0, readers))
        for readers in (7, 10, _MAX_INT):
            cases.add(f"overflow/{name}/{named(readers)}-readers", _owner(topic, _MAX_INT, readers))
    for readers in (0, -1, -7, -(2**31)):
        for partition in (0, 5, -5, _MAX_INT):
            cases.add(f"readers/{named(readers)}/{named(partition)}", _owner("orders", partition, readers))
    for label, partition in edges.INT32.items():
        cases.add(f"partition/{label}", _owner("b", partition, 10))
    return cases


def _owner(topic: str, partition: int, readers: int) -> JSON:
    return {"topic": topic, "partition": partition, "readers": readers}


_TOPICS = {
    "plain": "orders",
    "one": "a",
    "empty": "",
    "two-bytes": "tä",
    "three-bytes": "日本",
    "pair": "😀",
    "high-alone": "\ud83d",
    "low-first": "\ude00\ud83d",
    "nul": "a\0b",
    "edges": "\x7f\x80\u07ff\u0800\uffff",
    "byte-order-mark": "\ufeffa",
}
_OFFSETS = {
    "zero": 0,
    "latest": -1,
    "earliest": -2,
    "committed": -3,
    "no-marker": -4,
    "min-int": -(2**31),
    "most": 2**63 - 1,
    "above-int": 2**32,
    "next-to-least": NO_STOP + 1,
    "least": NO_STOP,
}
_TEXTS = {
    "nul-in-two-bytes": "c080",
    "nul-in-one-byte": "00",
    "nul-in-three-bytes": "e08080",
    "letter-in-two-bytes": "c181",
    "letter-in-three-bytes": "e08181",
    "pair": "eda0bdedb880",
    "high-alone": "eda0bd",
    "four-bytes": "f09f9880",
    "goes-on-at-once": "80",
    "goes-on-at-the-end": "6180",
    "ends-after-one-of-two": "61c3",
    "ends-after-one-of-three": "61e2",
    "ends-after-two-of-three": "61e282",
    "second-is-a-letter": "c361",
    "second-of-three-is-a-letter": "e26161",
    "third-is-a-letter": "e28261",
    "third-begins": "e282c3",
    "above-all": "ff",
}
_LATER_TEXTS = {
    "four-bytes-without-the-last": "f08080",
    "goes-on-at-once-twice": "bf80",
    "last-of-two-bytes-after-nul": "c080dfbf",
    "first-of-three-bytes-after-nul": "c080e0a080",
    "nul-alone-between": "61c08062",
}
_A0, _A1, _B0, _E7 = ["a", 0, "5", None], ["a", 1, "7", "9"], ["b", 0, "-2", "-1"], ["é😀", 7, "-3", "-3"]


def splits() -> Iterable[Case]:
    """Cases of `flink.kafka-source.split-bytes`."""
    cases = Cases("flink.kafka-source.split-bytes")
    example = ["tä", 3, "42", "99"]
    cases.add("encode/example", _split(example))
    cases.add("decode/example", _decode(0, write_split(example)))
    for name, topic in _TOPICS.items():
        cases.add(f"encode/topic-{name}", _split([topic, 0, "5", None]))
        cases.add(f"decode/topic-{name}", _decode(0, write_split([topic, 0, "5", None])))
    cases.add("encode/topic-too-long", _split(["a" * 65536, 0, "5", None]))
    for partition in (0, 1, -1, 2**31 - 1, -(2**31)):
        cases.add(f"encode/partition-{named(partition)}", _split(["a", partition, "5", None]))
        cases.add(f"decode/partition-{named(partition)}", _decode(0, write_split(["a", partition, "5", None])))
    for name, offset in _OFFSETS.items():
        for end, split in {"start": ["a", 1, str(offset), None], "stop": ["a", 1, "5", str(offset)]}.items():
            cases.add(f"encode/{end}-{name}", _split(split))
            cases.add(f"decode/{end}-{name}", _decode(0, write_split(split)))
    cases.add("decode/both-wrong", _decode(0, write_split(["a", 1, "-9", "-9"])))
    whole = write_split(example)
    for length in range(len(whole)):
        cases.add(f"decode/first-{length}", _decode(0, whole[:length]))
    for more in (1, 8, len(whole)):
        cases.add(f"decode/longer-by-{more}", _decode(0, whole + whole[:more]))
    for version in (1, 2, -1, 2**31 - 1):
        cases.add(f"decode/version-{named(version)}", _decode(version, whole))
    for name, text in _TEXTS.items():
        data = bytes.fromhex(text)
        cases.add(f"decode/text-{name}", _decode(0, struct.pack(">H", len(data)) + data + bytes(20)))
    cases.add("decode/text-longer-than-all", _decode(0, struct.pack(">H", 65535) + bytes(20)))
    cases.add("encode/topic-longest", _split(["a" * 65535, 0, "5", None]))
    for name, text in _LATER_TEXTS.items():
        data = bytes.fromhex(text)
        cases.add(f"decode/text-{name}", _decode(0, struct.pack(">H", len(data)) + data + bytes(20)))
    return cases


def states() -> Iterable[Case]:
    """Cases of `flink.kafka-source.state-bytes`."""
    cases = Cases("flink.kafka-source.state-bytes")
    _add_written(cases)
    sound = _sound()
    for (version, name), data in sound.items():
        cases.add(f"decode/version-{version}/{name}", _decode(version, data))
        cases.add(f"decode/version-{version}/{name}/longer", _decode(version, data + b"\0"))
    for name, (version, data) in _malformed().items():
        cases.add(f"decode/version-{version}/{name}", _decode(version, data))
    for version in range(4):
        _add_damaged(cases, version, [data for (written, _), data in sound.items() if written == version])
    return cases


def _add_written(cases: Cases) -> None:
    for name, assigned in _assigned().items():
        cases.add(f"encode/assigned-{name}", _state(assigned))
    for name, offset in _OFFSETS.items():
        cases.add(f"encode/start-{name}", _state([["a", 1, str(offset), None]]))
        cases.add(f"encode/stop-{name}", _state([["a", 1, "5", str(offset)]]))
    for finished in (True, False):
        word = "finished" if finished else "unfinished"
        cases.add(f"encode/{word}/nothing", _state([], [], finished=finished))
        cases.add(f"encode/{word}/both", _state([_A0, _E7], [_A1, _B0], finished=finished))
        cases.add(f"encode/{word}/unassigned-only", _state([], [_A1], finished=finished))
        cases.add(f"encode/{word}/in-both", _state([_A0], [_A0], finished=finished))


def _add_damaged(cases: Cases, version: int, sound: list[bytes]) -> None:
    """Bytes of a version read as another, cut, and changed."""
    several = max(sound, key=len)
    for told in range(-1, 5):
        if are_modest(told, several):
            cases.add(f"decode/version-{version}/read-as-{named(told)}", _decode(told, several))
    for length in range(0, len(several), 5 if version in (0, 3) else 3):
        cases.add(f"decode/version-{version}/first-{length}", _decode(version, several[:length]))


def _assigned() -> dict[str, list[JSON]]:
    return {
        "none": [],
        "one": [_A0],
        "several": [_B0, _A1, _A0, _E7],
        "twice": [_A0, _A0],
        "twice-elsewhere": [_A0, ["a", 0, "6", None]],
        "stop-0": [["a", 0, "0", "0"]],
        **{f"topic-{name}": [[topic, 0, "5", None]] for name, topic in _TOPICS.items()},
    }


def _sound() -> dict[tuple[int, str], bytes]:
    """By version and name, state that releases wrote, or could have."""
    several = [(_B0, 0), (_A1, 1), (_A0, 0), (_E7, 1)]
    return {
        (version, name): write_state(version, splits)
        for version in range(4)
        for name, splits in {
            "nothing": [],
            "one": [(_A0, 0)],
            "several": several,
            "all-assigned": [(split, 0) for split, _ in several],
            "twice": [(_A0, 0), (_A0, 0)],
            "twice-elsewhere": [(_A0, 0), (["a", 0, "6", None], 1)],
            "three-times": [(_A0, 0)] * 3,
            "twice-among-others": [(_B0, 0), (_A0, 0), (_A1, 0), (_A0, 0)],
            "below-other": [(["\uffff", 0, "1", None], 0), (["😀", 0, "1", None], 0)],
        }.items()
    }


def _malformed() -> dict[str, tuple[int, bytes]]:
    """By name, the version as which bytes are read, and bytes that no release wrote."""
    a0 = write_split(_A0)
    partition = a0[:-16]
    by_name = {
        "reader-twice": (0, write_readers([(7, [_A0, _B0]), (3, [_A1]), (7, [_E7])])),
        "reader-twice-then-none": (0, write_readers([(7, [_A0, _B0]), (7, [])])),
        "reader-three-times": (0, write_readers([(0, [_A0]), (0, [_A1]), (0, [_B0])])),
        "reader-negative": (0, write_readers([(-1, [_A0])])),
        "size-negative": (0, _ints(1, 0, 7, 1, -1) + a0),
        "size-0": (0, _ints(1, 0, 7, 1, 0) + a0),
        "size-too-small": (0, _ints(1, 0, 7, 1, 9) + a0),
        "size-too-large": (0, _ints(1, 0, 7, 1, 99) + a0),
        "splits-negative": (0, _ints(1, 0, 7, -1)),
        "splits-more": (0, _ints(1, 0, 7, 2, len(a0)) + a0),
        "split-version-1": (0, _ints(1, 1, 7, 1, len(a0)) + a0),
    }
    for version in range(4):
        by_name[f"count-minus-1-of-{version}"] = (version, _ints(-1, 0))
        by_name[f"count-minus-1-alone-of-{version}"] = (version, _ints(-1))
        by_name[f"count-min-int-of-{version}"] = (version, _ints(-(2**31), 0))
    for status in (-1, 2, 256, 2**31 - 1):
        by_name[f"status-{named(status)}"] = (2, _ints(1) + partition + _ints(status) + b"\1")
        by_name[f"status-{named(status)}-of-split"] = (3, _ints(1, 0, len(a0)) + a0 + _ints(status) + b"\1")
    for finished in (0, 2, 255):
        by_name[f"finished-{finished}"] = (2, write_state(2, [(_A0, 1)], finished=finished))
        by_name[f"finished-{finished}-with-splits"] = (3, write_state(3, [(_A0, 1)], finished=finished))
    for size in (-1, -(2**31), 0, 9, len(a0) + 2, 4096):
        by_name[f"split-size-{named(size)}"] = (3, _ints(1, 0, size) + a0 + _ints(0) + b"\1")
    by_name["split-longer"] = (3, _ints(1, 0, len(a0) + 2) + a0 + b"??" + _ints(1) + b"\1")
    by_name["split-version-9"] = (3, _ints(1, 9, len(a0)) + a0 + _ints(1) + b"\1")
    by_name["start-least-with-stop-in-3"] = (3, write_state(3, [(_A0, 0), (["a", 1, str(NO_STOP), "9"], 1)]))
    by_name["stop-zero-in-0"] = (0, write_readers([(0, [["a", 1, "0", "0"]])]))
    by_name["stop-zero-in-3"] = (3, write_state(3, [(["a", 1, "0", "0"], 1)]))
    for name in ("no-marker", "least", "committed"):
        start = ["a", 1, str(_OFFSETS[name]), None]
        by_name[f"start-{name}-in-0"] = (0, write_readers([(0, [start])]))
        by_name[f"start-{name}-in-3"] = (3, write_state(3, [(start, 0)]))
    return by_name


def _ints(*numbers: int) -> bytes:
    return struct.pack(f">{len(numbers)}i", *numbers)


def _split(split: JSON) -> JSON:
    return {"direction": "encode", "split": split}


def _state(assigned: list[JSON], unassigned: Iterable[JSON] = (), *, finished: bool = True) -> JSON:
    return {
        "direction": "encode",
        "assigned": assigned,
        "unassigned": list(unassigned),
        "initialDiscoveryFinished": finished,
    }


def _decode(version: int, data: bytes) -> JSON:
    return {"direction": "decode", "version": version, "bytes": data.hex()}
