"""How metadata of checkpoints is drawn: handles of all kinds, and bytes of all formats, some damaged."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from jarparity.areas.flink_checkpoints.layouts import written
from jarparity.values import texts
from jarparity.values.numbers import int64

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

# By the package's loader: on Spark's workers the kit is a ZIP file.
PROPERTIES: Final[dict[str, str]] = json.loads((files(__package__) / "properties.json").read_text("utf-8"))
"""`CheckpointProperties` as Java serializes them, alike on all releases."""

_FOLDERS: Final = (
    "file:/checkpoints/7/",
    "s3://bucket/job/chk-9/",
    "hdfs://nn:8020/flink/",
    "/checkpoints/",
    "relative/",
)
_ODD_PATHS: Final = (
    "file:///a",
    "file:/a//b/",
    "/a/./b/../c",
    "C:/a",
    "s3://b",
    "a\\b",
    "é😀",
    "/a b%20",
    "..",
    "/..",
    "a/.",
    "s#://b/c",
    "%41?b#c:/d",
    "é#:/",
    "a<#:",
    "s3://[::1]:80/a",
    "s3://u@[fe80::1%e.t]/a",
    "//[::01.2.3.4]/a",
    "s3://[zz]/a",
    "//a]/b",
)
_UUIDS: Final = ("0f8fad5b-d9cb-469f-a165-70867728950e", "00000000-0000-0000-0000-000000000001")
_READ_AS_UUIDS: Final = (*_UUIDS, "1-2-3-4-5", "1-+٣-\uff26-f-\uff19", "\uff27-1-1-1-1", "backend")
"""What may stand in bytes for the UUID of a backend."""
_NAMES: Final = ("4f1c", "shared-1.sst", "Ω", "😀", "x")
_MODES: Final = ("SPLIT_DISTRIBUTE", "UNION", "BROADCAST")
_FORMATS: Final = (2, 3, 4, 4, 5, 6, 6)
_OLDEST: Final = 2
_WITH_PROPERTIES: Final = 4
_MERGED_SINCE: Final = 6


def metadata(random: Random) -> JSON:
    """An input of `flink.checkpoint.metadata`."""
    if random.randrange(2):
        document = Drawn(random).metadata()
        return {"direction": "encode", "version": random.choice((*_FORMATS, 1, 7, 4, 6)), **document}
    format_ = random.choice(_FORMATS)
    document = Drawn(random, merged=format_ == _MERGED_SINCE, kinds=True, backends=_READ_AS_UUIDS).metadata()
    if format_ == _OLDEST:
        _without_finished(document)
    data, places = written(document, format_, legacy=random.randrange(3) == 0)
    match random.randrange(4):
        case 0 | 1:
            pass
        case 2:
            kept = (document["properties"] or "") if format_ >= _WITH_PROPERTIES else ""
            data = data[: random.randrange(len(data) - len(kept) // 2)]
        case _:
            at, instead = random.choice(places)
            damage = random.choice(instead)
            data = data[:at] + damage + data[at + len(damage) :]
    return {"direction": "decode", "bytes": data.hex()}


def _without_finished(document: JSON) -> None:
    """The oldest format has neither operators nor subtasks that had finished."""
    for operator in document["operators"]:
        subtasks = operator["subtasks"] or {}
        operator["subtasks"] = {index: subtask for index, subtask in subtasks.items() if subtask is not None}


class Drawn:
    """Draws documents.

    Args:
        random: Where from.
        merged: Whether channels may share a handle.
        kinds: Whether operators may have names, and files segments, as not all releases write them.
        backends: The ids that a state backend may have.
    """

    def __init__(
        self,
        random: Random,
        *,
        merged: bool | None = None,
        kinds: bool | None = None,
        backends: tuple[str, ...] = _UUIDS,
    ) -> None:
        self._random = random
        rare = random.randrange(3) == 0
        self._merged = rare if merged is None else merged
        self._kinds = rare if kinds is None else kinds
        self._backends = backends

    def metadata(self) -> dict[str, JSON]:
        """A whole one."""
        random = self._random
        return {
            "checkpointId": str(random.choice((1, 7, 2**62, random.randrange(10**6)))),
            "master": [self._master() for _ in range(random.choice((0, 0, 0, 1, 2)))],
            "operators": [self._operator() for _ in range(random.choice((0, 1, 1, 1, 2)))],
            "properties": random.choice((None, None, *PROPERTIES.values())),
        }

    def _master(self) -> JSON:
        random = self._random
        return {"name": self._text(), "bytes": self._data(), "version": random.choice((0, 1, -1, 2**31 - 1))}

    def _operator(self) -> JSON:
        random = self._random
        parallelism = random.choice((1, 1, 2, 3, 8))
        subtasks = None
        coordinator = None
        if random.randrange(6):
            indexes = random.sample(range(parallelism), random.choice((0, 1, 1, min(2, parallelism))))
            subtasks = {str(index): self._subtask() if random.randrange(8) else None for index in indexes}
            coordinator = (
                {"type": "bytes", "name": self._text(), "data": self._data()} if random.randrange(3) == 0 else None
            )
        named = self._kinds and random.randrange(2)
        return {
            "name": random.choice(("Source: words", "é", "map")) if named else None,
            "uid": random.choice(("uid-1", "Ω")) if named and random.randrange(2) else None,
            "id": random.randbytes(16).hex(),
            "parallelism": parallelism,
            "maxParallelism": random.choice((parallelism, 128, 32768)),
            "coordinator": coordinator,
            "subtasks": subtasks,
        }

    def _subtask(self) -> JSON:
        random = self._random
        return {
            "managedOperator": self._operator_state() if random.randrange(3) == 0 else None,
            "rawOperator": self._operator_state() if random.randrange(6) == 0 else None,
            "managedKeyed": self.keyed() if random.randrange(2) else None,
            "rawKeyed": self.keyed() if random.randrange(6) == 0 else None,
            "inputChannels": [self._channel() for _ in range(random.choice((0, 0, 0, 1, 2)))],
            "outputChannels": [self._channel() for _ in range(random.choice((0, 0, 0, 1)))],
        }

    def _operator_state(self) -> JSON:
        random = self._random
        names = dict.fromkeys(texts.java_string(random, 6) or "s" for _ in range(random.choice((0, 1, 2, 3, 14))))
        states = [{"name": name, "mode": random.choice(_MODES), "offsets": self._offsets()} for name in names]
        if self._kinds and random.randrange(3) == 0:
            handle = random.choice((self._segment(), {"type": "empty-segment"}))
            folders = {"taskOwned": self._path(), "shared": self._path()}
            return {"type": "merged", "states": states, **folders, "empty": bool(random.randrange(2)), "handle": handle}
        return {"type": "partitionable", "states": states, "handle": self.stream()}

    def _channel(self) -> JSON:
        random = self._random
        head = {"subtask": random.randrange(4), "size": self._number(), "handle": self.stream()}
        if self._merged and random.randrange(2):
            return {"type": "merged", **head, "offsets": self._data()}
        info = [random.randrange(3), random.randrange(9)]
        return {"type": "channel", **head, "info": info, "offsets": self._offsets()}

    def stream(self) -> JSON:
        """A handle of a stream."""
        random = self._random
        size = random.choice(("0", "17", "-1", str(2**40)))
        match random.randrange(8 if self._kinds else 6):
            case 0 | 1:
                return {"type": "bytes", "name": self._text(), "data": self._data()}
            case 2 | 3:
                return {"type": "file", "path": self._path(), "size": size}
            case 4:
                return {"type": "relative", "path": random.choice(_NAMES), "size": size}
            case 5:
                return {"type": "key-groups", **self._groups(), "handle": self.stream()}
            case 6:
                return self._segment()
            case _:
                return {"type": "empty-segment"}

    def _segment(self) -> JSON:
        random = self._random
        return {
            "type": "segment",
            "path": self._path(),
            "start": self._number(),
            "size": self._number(),
            "scope": random.choice(("EXCLUSIVE", "SHARED")),
            "logicalFile": self._text(),
        }

    def keyed(self) -> JSON:
        """A handle of keyed state."""
        random = self._random
        match random.randrange(7):
            case 0 | 1:
                return {"type": "key-groups", **self._groups(), "handle": self.stream(), "id": self._text()}
            case 2:
                return {"type": "savepoint", **self._groups(), "handle": self.stream()}
            case 3:
                return self._incremental()
            case 4:
                return {
                    "type": "changelog",
                    "range": self._range(),
                    "materialized": [self.keyed() for _ in range(random.randrange(2))],
                    "changes": [self._changes() for _ in range(random.randrange(3))],
                    "checkpointId": self._number(),
                    "materializationId": self._number(),
                    "checkpointedSize": self._number(),
                    "id": self._text(),
                }
            case _:
                return self._changes()

    def _incremental(self) -> JSON:
        random = self._random
        return {
            "type": "incremental",
            "range": self._range(),
            "checkpointId": self._number(),
            "backend": random.choice(self._backends),
            "checkpointedSize": random.choice(("-1", self._number())),
            "meta": self.stream(),
            "shared": [[self._text(), self.stream()] for _ in range(random.randrange(3))],
            "private": [[self._text(), self.stream()] for _ in range(random.randrange(3))],
            "id": self._text(),
        }

    def _changes(self) -> JSON:
        random = self._random
        head = {"range": self._range(), "id": self._text()}
        if random.randrange(2):
            changes = [[random.choice((-1, 0, 5, 127)), self._data()] for _ in range(random.randrange(3))]
            ends = {"from": str(random.randrange(9)), "to": str(random.randrange(2**40))}
            return {"type": "changes-in-memory", **head, **ends, "changes": changes}
        handles = [[self._number(), self.stream() if random.randrange(5) else None] for _ in range(random.randrange(3))]
        sizes = {"size": self._number(), "checkpointedSize": self._number()}
        storage = random.choice(("filesystem", "memory"))
        return {"type": "changes-in-files", **head, "handles": handles, **sizes, "storage": storage}

    def _range(self) -> JSON:
        start = self._random.choice((0, 0, 3, 127, 32767))
        return {"start": start, "end": start + self._random.choice((0, 1, 4))}

    def _groups(self) -> dict[str, JSON]:
        key_groups = self._range()
        if self._random.randrange(12) == 0:
            return {"range": {"start": 0, "end": -1}, "offsets": []}
        count = key_groups["end"] - key_groups["start"] + 1
        return {"range": key_groups, "offsets": [self._number() for _ in range(count)]}

    def _offsets(self) -> list[str]:
        return [self._number() for _ in range(self._random.choice((0, 1, 1, 2, 3)))]

    def _number(self) -> str:
        return str(self._random.choice((0, 1, 100, int64(self._random), self._random.randrange(10**5))))

    def _data(self) -> str:
        return self._random.randbytes(self._random.choice((0, 1, 3, 9))).hex()

    def _text(self) -> str:
        return texts.java_string(self._random, 6) if self._random.randrange(4) == 0 else self._random.choice(_NAMES)

    def _path(self) -> str:
        random = self._random
        return (
            random.choice(_ODD_PATHS) if random.randrange(8) == 0 else random.choice(_FOLDERS) + random.choice(_NAMES)
        )
