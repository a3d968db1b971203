"""Hand-written cases of key groups that are compressed: what is written, chunks and blocks that are read."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.values.boundary.keys import key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON

_HEADER: Final = b"\xff\x06\x00\x00sNaPpY"
_BLOCK: Final = 1 << 16
_AS_IT_IS: Final = 1
_USERS: Final = tuple(key("string", f"user_{i}") for i in range(12))
_COUNTS: Final = {"type": "map", "key": "string", "value": "long"}
_HEAP: Final = "flink.state.checkpoint"
_NUMBER: Final = 4


def _state(kind: str = "value", of: JSON = "string", namespace: str = "void-namespace", name: str = "state") -> JSON:
    return {"name": name, "kind": kind, "namespaceType": namespace, "type": of}


def _put(of: JSON, value: JSON, name: str = "state", **more: JSON) -> JSON:
    return {"op": "update", "state": name, "key": of, "value": value, **more}


def _history(states: list[JSON], entries: list[JSON], groups: int = 128) -> JSON:
    whole = {"start": 0, "end": groups - 1}
    return {
        "compression": True,
        "maxParallelism": groups,
        "range": whole,
        "keyType": "string",
        "states": states,
        "entries": entries,
    }


def packed() -> Iterator[tuple[str, JSON]]:
    """Histories whose key groups are compressed; they are the same for both operations."""
    text = key("string", "v")
    yield "snappy/no-states", _history([], [])
    yield "snappy/nothing", _history([_state()], [], 2)
    yield "snappy/one", _history([_state()], [_put(_USERS[1], text)])
    yield "snappy/two-groups", _history([_state()], [_put(of, text) for of in _USERS], 2)
    yield "snappy/turned-off", {**_history([_state()], [_put(_USERS[1], text)], 2), "compression": False}
    counts = key("map", [[key("string", "k"), key("long", "1")], [key("string", "l"), key("long", "-1")]])
    timers = _state("timers", "long", name="_timer_state/event_t")
    states = [_state(), _state("map", _COUNTS, "time-window", "counts"), _state(name="empty"), timers]
    window = key("time-window", {"start": "0", "end": "10"})
    entries = [
        entry
        for of in _USERS[:4]
        for entry in (
            _put(of, text),
            _put(of, counts, "counts", namespace=window),
            _put(of, key("long", "10"), timers["name"]),
        )
    ]
    yield "snappy/several-states", _history(states, entries, 2)
    for count in (2, 3, 5):
        declared = [_state(name=f"state-{i}") for i in range(count)]
        put = [_put(_USERS[i], text, f"state-{i}") for i in range(count)]
        yield f"snappy/states/{count}", _history(declared, put, 2)
    lengths = (200, 240, 255, 256, 257, 300, 500, 511, 512, 513, 600, 1023, 1024, 1200)
    for length in lengths:  # of which the checksum is taken
        value = key("string", "".join(chr(97 + i * i % 26) for i in range(length)))
        yield f"snappy/length-{length}", _history([_state()], [_put(_USERS[1], value)], 1)
    for length in (_BLOCK - 40, _BLOCK, 2 * _BLOCK + 3):
        yield f"snappy/blocks/text-of-{length}", _history([_state()], [_put(_USERS[1], key("string", "x" * length))], 1)
    # Around the length at which one block is full, and a second one has a byte.
    for of in range(_BLOCK - 36, _BLOCK - 16):
        yield f"snappy/blocks/bytes-{of}", _history([_state(of="bytes")], [_put(_USERS[1], key("bytes", "00" * of))], 1)


def _chunk(kind: int, body: bytes, checksum: bytes = bytes(4)) -> bytes:
    return bytes((kind,)) + (len(checksum) + len(body)).to_bytes(3, "little") + checksum + body


def _bare(kind: int, body: bytes, length: int | None = None) -> bytes:
    """A chunk without a checksum, and with another length than it has."""
    return bytes((kind,)) + (len(body) if length is None else length).to_bytes(3, "little") + body


def _length(number: int) -> bytes:
    data = bytearray()
    while number >= 0x80:  # noqa: PLR2004 - what fits into seven bits
        data.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes((*data, number))


def _literal(data: bytes, width: int = 0) -> bytes:
    """A piece that stands there; its length in the byte before, or in so many behind that."""
    if width == 0:
        return bytes((len(data) - 1 << 2,)) + data
    return bytes((59 + width << 2,)) + (len(data) - 1).to_bytes(width, "little") + data


def _copy(kind: int, back: int, size: int) -> bytes:
    """A piece that is copied from before."""
    if kind == 1:
        return bytes((back >> 8 << 5 | size - 4 << 2 | 1, back & 0xFF))
    return bytes((size - 1 << 2 | kind,)) + back.to_bytes(2 if kind == 2 else 4, "little")  # noqa: PLR2004 - a kind


def unpacked(operation: str, small: JSON) -> Iterator[tuple[str, JSON]]:
    """Streams to be read.

    Args:
        operation: The operation.
        small: A stream of one key group that is not compressed.
    """
    begin = int(small["offsets"]["0"])
    whole = bytes.fromhex(small["stream"])
    before, group = whole[:begin], whole[begin:]
    if operation == _HEAP:  # the number of a key group stands before what is compressed
        before, group = whole[: begin + _NUMBER], group[_NUMBER:]
    before = before[:_NUMBER] + b"\x01" + before[_NUMBER + 1 :]
    for stream in library_streams():
        if stream["operation"] == operation:
            fields = ("maxParallelism", "range", "stream", "offsets")
            yield f"read/snappy/library/{stream['id']}", {**small, **{name: stream[name] for name in fields}}
    for name, rest in (*_headers(group), *_chunks(group), *_blocks(group)):
        yield f"read/snappy/{name}", {**small, "stream": (before + rest).hex()}
    sound = before + _HEADER + _chunk(_AS_IT_IS, group)
    for flag in ("00", "02", "ff"):
        yield f"read/snappy/flag-{flag}", {**small, "stream": sound[:_NUMBER].hex() + flag + sound[5:].hex()}
    yield "read/snappy/flag-of-an-uncompressed-one", {**small, "stream": (before + group).hex()}
    for length in range(len(before) - _NUMBER, len(sound)):
        yield f"read/snappy/cut/{length - len(before) + _NUMBER}", {**small, "stream": sound[:length].hex()}


@cache
def library_streams() -> list[JSON]:
    """Streams with blocks that are shorter than their data: of snappy-java 1.1.10.7, which is that of Flink 2.3.0."""
    streams: list[JSON] = json.loads(Path(__file__).with_name("snappy_streams.json").read_text("utf-8"))
    return streams


def _headers(group: bytes) -> Iterator[tuple[str, bytes]]:
    chunk = _chunk(_AS_IT_IS, group)
    yield "header/alone", _HEADER
    for place in range(len(_HEADER)):
        other = bytes((_HEADER[place] ^ 1,))
        yield f"header/byte-{place}", _HEADER[:place] + other + _HEADER[place + 1 :] + chunk
    yield "header/twice", _HEADER * 2 + chunk
    yield "header/again-with-another-text", _HEADER + b"\xff\x06\x00\x00snappy" + chunk
    yield "header/again-and-shorter", _HEADER + b"\xff\x05\x00\x00sNaPp" + chunk
    yield "header/again-and-longer", _HEADER + b"\xff\x07\x00\x00sNaPpYY" + chunk
    yield "header/missing", chunk


def _chunks(group: bytes) -> Iterator[tuple[str, bytes]]:
    chunk = _chunk(_AS_IT_IS, group)
    yield "chunk/one", _HEADER + chunk
    yield "chunk/checksum-of-ones", _HEADER + _chunk(_AS_IT_IS, group, b"\xff" * 4)
    for at in (1, 2, 3, len(group) - 1):
        both = _chunk(_AS_IT_IS, group[:at]) + _chunk(_AS_IT_IS, group[at:])
        yield f"chunk/two/{at}", _HEADER + both
        yield f"chunk/two-streams/{at}", _HEADER + _chunk(_AS_IT_IS, group[:at]) + _HEADER + _chunk(1, group[at:])
    yield "chunk/each-byte", _HEADER + b"".join(_chunk(_AS_IT_IS, bytes((byte,))) for byte in group)
    for kind in (2, 3, 0x7F, 0x80, 0x81, 0xFE):
        yield f"chunk/kind-{kind:02x}/before", _HEADER + _bare(kind, b"abc") + chunk
        yield f"chunk/kind-{kind:02x}/behind", _HEADER + chunk + _bare(kind, b"abc")
    between = _chunk(_AS_IT_IS, group[:5]) + _bare(0x80, b"") + _bare(0x9A, bytes(300)) + _chunk(_AS_IT_IS, group[5:])
    yield "chunk/skipped-between", _HEADER + between
    yield "chunk/skipped-and-cut", _HEADER + _bare(0x80, b"abc", 9) + chunk[:3]
    yield "chunk/skipped-and-cut-behind", _HEADER + chunk + _bare(0x80, b"abc", 9)
    for kind in (0, 1):
        for length in range(5):
            yield f"chunk/length-{length}/kind-{kind}", _HEADER + _bare(kind, bytes(length)) + chunk
    yield "chunk/longer-than-the-stream", _HEADER + _bare(_AS_IT_IS, bytes(4) + group, len(group) + 5)
    yield "chunk/shorter", _HEADER + _bare(_AS_IT_IS, bytes(4) + group, len(group) + 3)
    yield "chunk/of-70000", _HEADER + _chunk(_AS_IT_IS, group + bytes(70_000))
    for rest in (b"\x00", b"\x01\xff\xff", b"\x02\x00\x00\x00", b"\x00\x06\x00\x00", b"\xff" * 9):
        yield f"chunk/followed-by-{rest.hex()}", _HEADER + chunk + rest


def _blocks(group: bytes) -> Iterator[tuple[str, bytes]]:
    size = _length(len(group))

    def block(*parts: bytes) -> bytes:
        return _HEADER + _chunk(0, b"".join(parts))

    for width in range(5):
        yield f"block/literal/{width}", block(size, _literal(group, width))
    yield "block/literal/cut", block(size, _literal(group)[:-1])
    yield "block/literal/longer", block(size, _literal(group), _literal(b"a"))
    for width in range(1, 5):
        for left in range(width):
            cut = _literal(group, width)[: 1 + left]
            yield f"block/literal/{width}-cut-after-{left}", block(size, _literal(group[:4]), cut)
    yield "block/literal/of-four-gigabytes", block(size, b"\xfc\xff\xff\xff\xff", group)
    for name, more in (("one-fewer", -1), ("one-more", 1), ("a-hundred-more", 100)):
        yield f"block/promised/{name}", block(_length(len(group) + more), _literal(group))
    for name, number in (
        ("none", b""),
        ("cut", b"\x80"),
        ("too-long", bytes((len(group) | 0x80, 0x80, 0x80, 0x80, 0x80, 0))),
        ("in-five-bytes", bytes((len(group) | 0x80, 0x80, 0x80, 0x80, 0))),
        ("in-two-bytes", bytes((len(group) | 0x80, 0))),
        ("too-large", bytes((len(group) | 0x80, 0x80, 0x80, 0x80, 0x10))),
    ):
        yield f"block/length/{name}", block(number, _literal(group) if number else b"")
    yield from _copies(group, size)


def _copies(group: bytes, size: bytes) -> Iterator[tuple[str, bytes]]:
    """Copies of the eight or more zero bytes that a key group has somewhere."""

    def block(*parts: bytes) -> bytes:
        return _HEADER + _chunk(0, b"".join(parts))

    at = group.index(bytes(6))
    zeros = len(group[at:]) - len(group[at:].lstrip(b"\0"))
    behind = group[at + zeros :]
    for kind in (1, 2, 3):
        for back in (1, 2, 3):
            run = _copy(kind, back, zeros - back) if kind > 1 or zeros - back >= 4 else b""  # noqa: PLR2004 - a copy
            if run:
                yield f"block/copy-{kind}/back-{back}", block(size, _literal(group[: at + back]), run, _literal(behind))
        for back in (0, at + 2, at + 300):
            run = _copy(kind, back, zeros - 1)
            yield f"block/copy-{kind}/too-far-{back}", block(size, _literal(group[: at + 1]), run, _literal(behind))
        whole = _copy(kind, 1, 4)
        for left in range(1, len(whole)):
            yield f"block/copy-{kind}/cut-after-{left}", block(size, _literal(group[: at + 1]), whole[:left])
        yield f"block/copy-{kind}/first", block(size, _copy(kind, 1, 4), _literal(group[4:]))
        repeated = group + group[4:11]
        yield (
            f"block/copy-{kind}/of-seven",
            block(_length(len(repeated)), _literal(group), _copy(kind, len(group) - 4, 7)),
        )
        yield f"block/copy-{kind}/beyond-what-is-promised", block(size, _literal(group), _copy(kind, 1, 4))
    far = group + bytes(range(256)) * 6 + group[:10]
    literals = _literal(group) + b"".join(_literal(bytes(range(256)), 1) for _ in range(6))
    for kind in (1, 2, 3):
        copy = _copy(kind, len(far) - 10, 10)
        yield f"block/copy-{kind}/far", block(_length(len(far)), literals, copy)
    long = group + b"\0" * 100_000
    runs = _literal(b"\0") + _copy(2, 1, 64) * 1562 + _copy(2, 1, 31)
    yield "block/of-100000", block(_length(len(long)), _literal(group), runs)
