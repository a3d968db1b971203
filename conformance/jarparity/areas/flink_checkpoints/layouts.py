"""Bytes of `_metadata`: the kit's own writer, which knows also what no release writes any more.

It remembers where fields begin that can be damaged in a way after which no release reads on: the originals reserve
memory for any count that they meet, so a damage that shifts what follows would ask a JVM for gigabytes.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final, NamedTuple

from jarparity.values.utf16 import write_utf

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jarparity.answers import JSON

_HEADER: Final = 0x4960672D
_MASTER: Final = 0xC96B1696
_NO_PROPERTIES: Final = bytes.fromhex("aced000570")
_MODES: Final = ("SPLIT_DISTRIBUTE", "UNION", "BROADCAST")
_SCOPES: Final = ("EXCLUSIVE", "SHARED")

NEGATIVE: Final = (b"\xff\xff\xff\xff", b"\x80\x00\x00\x00")
"""Counts that no release takes."""


class Place(NamedTuple):
    """Where a field begins, and what may stand there instead."""

    at: int
    instead: tuple[bytes, ...]


class Writer:
    """Writes metadata.

    Args:
        format_: The format, 2 to 6.
        legacy: Whether handles are of the kinds before Flink 1.15 or 1.16, where there is an older kind.
    """

    def __init__(self, format_: int, *, legacy: bool = False) -> None:
        self.format = format_
        self.legacy = legacy
        self.data = bytearray()
        self.places: list[Place] = []

    def metadata(self, document: JSON) -> None:
        """All of it."""
        self._int(_HEADER, b"\x00\x00\x00\x00")
        self._int(self.format, *(struct.pack(">i", known) for known in (-1, 0, 1, 7)))
        self._long(document["checkpointId"], b"\x80" + bytes(7))
        self._int(len(document["master"]), *NEGATIVE)
        for master in document["master"]:
            self._master(master)
        self._list(document["operators"], self._operator)
        if self.format >= 4:  # noqa: PLR2004 - the first format with properties
            self.places.append(Place(len(self.data), (b"\x00\x00", b"\xac\xee")))
            properties = document["properties"]
            self.data += _NO_PROPERTIES if properties is None else bytes.fromhex(properties)

    def _int(self, number: int, *instead: bytes) -> None:
        if instead:
            self.places.append(Place(len(self.data), instead))
        self.data += struct.pack(">I", number & 0xFFFF_FFFF)

    def _long(self, text: str, *instead: bytes) -> None:
        if instead:
            self.places.append(Place(len(self.data), instead))
        self.data += struct.pack(">q", int(text))

    def _code(self, code: int) -> None:
        self.places.append(Place(len(self.data), (b"\x63", b"\xff")))
        self.data.append(code)

    def _utf(self, text: str) -> None:
        data = write_utf(text)
        if len(data) > 2:  # noqa: PLR2004 - a text that isn't empty
            self.places.append(Place(len(self.data) + 2, (b"\xff", b"\xc1", b"\x80")))
        self.data += data

    def _bytes(self, data: str) -> None:
        self._int(len(data) // 2, *NEGATIVE)
        self.data += bytes.fromhex(data)

    def _list(self, items: Sequence[JSON], write: Callable[[JSON], None]) -> None:
        self._int(len(items), *NEGATIVE)
        for item in items:
            write(item)

    def _master(self, master: JSON) -> None:
        inner = struct.pack(">i", master["version"]) + write_utf(master["name"])
        data = bytes.fromhex(master["bytes"])
        self._int(_MASTER, b"\xff")
        self._int(len(inner) + 4 + len(data), bytes(4), *NEGATIVE)
        self.data += inner
        self._int(len(data), *NEGATIVE, struct.pack(">i", len(data) - 1), struct.pack(">i", len(data) + 1))
        self.data += data

    def _operator(self, operator: JSON) -> None:
        if self.format >= 5:  # noqa: PLR2004 - the first format with names
            self._utf(operator["name"] or "")
            self._utf(operator["uid"] or "")
        self.data += bytes.fromhex(operator["id"])
        self._int(operator["parallelism"], *NEGATIVE, b"\x7f\xff\xff\xff", bytes(4))
        self._int(operator["maxParallelism"], *NEGATIVE)
        if self.format == 2:  # noqa: PLR2004 - the format
            self._int(1, bytes(4), *NEGATIVE)
        else:
            self.stream(operator["coordinator"])
        subtasks = operator["subtasks"]
        self._int(-1 if subtasks is None else len(subtasks))
        for index, subtask in (subtasks or {}).items():
            if subtask is None:
                self._int(-int(index) - 1, b"\x80\x00\x00\x00")
            else:
                self._int(int(index), b"\x7f\xff\xff\xff", b"\x00\x01\x00\x00")
                self._subtask(subtask)

    def _subtask(self, subtask: JSON) -> None:
        if self.format == 2:  # noqa: PLR2004 - the format
            self._long("-1")
            self._int(0, b"\x00\x00\x00\x01", *NEGATIVE)
        for name in ("managedOperator", "rawOperator"):
            handle = subtask[name]
            self._int(0 if handle is None else 1, *(() if handle is None else NEGATIVE))
            if handle is not None:
                self._operator_state(handle)
        self.keyed(subtask["managedKeyed"])
        self.keyed(subtask["rawKeyed"])
        if self.format > 2:  # noqa: PLR2004 - the format
            for first, name in ((1, "inputChannels"), (2, "outputChannels")):
                self._int(len(subtask[name]), *(() if subtask[name] else NEGATIVE))
                for channel in subtask[name]:
                    self._channel(channel, first)

    def _channel(self, channel: JSON, first: int) -> None:
        merged = channel["type"] == "merged"
        if self.format >= 6:  # noqa: PLR2004 - the first format with kinds
            self._code(first + 2 * merged)
        self._int(channel["subtask"], *NEGATIVE)
        if merged:
            self._long(channel["size"])
            self.stream(channel["handle"])
            self._bytes(channel["offsets"])
            return
        for number in channel["info"]:
            self._int(number)
        self._list(channel["offsets"], self._long)
        self._long(channel["size"])
        self.stream(channel["handle"])

    def _operator_state(self, handle: JSON) -> None:
        merged = handle["type"] == "merged"
        self._code(17 if merged else 4)
        self._list(handle["states"], self._state)
        if merged:
            self._utf(handle["taskOwned"])
            self._utf(handle["shared"])
            self.data.append(handle["empty"])
        self.stream(handle["handle"])

    def _state(self, state: JSON) -> None:
        self._utf(state["name"])
        self.places.append(Place(len(self.data), (b"\x00", b"\x02", b"\x03", b"\xff")))
        self.data.append(_MODES.index(state["mode"]))
        self._list(state["offsets"], self._long)

    def stream(self, handle: JSON) -> None:
        """A handle of a stream, or null."""
        if handle is None:
            self._code(0)
            return
        match handle["type"]:
            case "bytes":
                self._code(1)
                self._utf(handle["name"])
                self._bytes(handle["data"])
            case "file":
                self._code(2)
                self._long(handle["size"], *_SIZES)
                self._utf(handle["path"])
            case "relative":
                self._code(6)
                self._utf(handle["path"])
                self._long(handle["size"], *_SIZES)
            case "key-groups":
                self._code(3)
                self._groups(handle)
            case "segment":
                self._code(15)
                self._long(handle["start"])
                self._long(handle["size"])
                self._int(_SCOPES.index(handle["scope"]), b"\x00\x00\x00\x02", *NEGATIVE)
                self._utf(handle["path"])
                self._utf(handle["logicalFile"])
            case _:
                self._code(16)

    def _range(self, key_groups: JSON) -> int:
        count: int = key_groups["end"] - key_groups["start"] + 1
        self._int(key_groups["start"], *NEGATIVE[: count > 0])
        return count

    def _groups(self, handle: JSON) -> None:
        self._int(self._range(handle["range"]), *NEGATIVE)
        for offset in handle["offsets"]:
            self._long(offset)
        self.stream(handle["handle"])

    def _key_groups(self, handle: JSON) -> None:
        self._int(self._range(handle["range"]))

    def _pair(self, pair: JSON) -> None:
        self._utf(pair[0])
        self.stream(pair[1])

    def keyed(self, handle: JSON) -> None:
        """A handle of keyed state, or null."""
        if handle is None:
            self._code(0)
            return
        getattr(self, "_" + handle["type"].replace("-", "_") + "_handle")(handle)

    def _key_groups_handle(self, handle: JSON) -> None:
        self._code(3 if self.legacy else 12)
        self._groups(handle)
        if not self.legacy:
            self._utf(handle["id"])

    def _savepoint_handle(self, handle: JSON) -> None:
        self._code(7)
        self._groups(handle)

    def _incremental_handle(self, handle: JSON) -> None:
        self._code(5 if self.legacy else 11)
        self._long(handle["checkpointId"])
        self._utf(handle["backend"])
        self._key_groups(handle)
        if not self.legacy:
            self._long(handle["checkpointedSize"], b"\xff" * 8)
        self.stream(handle["meta"])
        self._list(handle["shared"], self._pair)
        self._list(handle["private"], self._pair)
        if not self.legacy:
            self._utf(handle["id"])

    def _changelog_handle(self, handle: JSON) -> None:
        self._code(8 if self.legacy else 14)
        self._key_groups(handle)
        self._long(handle["checkpointedSize"])
        self._list(handle["materialized"], self.keyed)
        self._list(handle["changes"], self.keyed)
        self._long(handle["materializationId"])
        if not self.legacy:
            self._long(handle["checkpointId"])
        self._utf(handle["id"])

    def _changes_in_memory_handle(self, handle: JSON) -> None:
        self._code(9)
        self._key_groups(handle)
        self._long(handle["from"], b"\xff")
        self._long(handle["to"], b"\xff")
        self._list(handle["changes"], self._change)
        self._utf(handle["id"])

    def _change(self, change: JSON) -> None:
        self._int(change[0], *NEGATIVE, b"\xff\xff\xff\xfe")
        self._bytes(change[1])

    def _changes_in_files_handle(self, handle: JSON) -> None:
        self._code(10 if self.legacy else 13)
        self._key_groups(handle)
        self._list(handle["handles"], self._offset_and_handle)
        self._long(handle["size"])
        self._long(handle["checkpointedSize"])
        self._utf(handle["id"])
        if not self.legacy:
            self._utf(handle["storage"])

    def _offset_and_handle(self, pair: JSON) -> None:
        self._long(pair[0])
        self.stream(pair[1])


_SIZES: Final = (b"\xff" * 8, b"\xff" * 7 + b"\xfe", b"\x7f" + b"\xff" * 7)


def written(document: JSON, format_: int, *, legacy: bool = False) -> tuple[bytes, list[Place]]:
    """Metadata in a format, and where it can be damaged."""
    writer = Writer(format_, legacy=legacy)
    writer.metadata(document)
    return bytes(writer.data), writer.places
