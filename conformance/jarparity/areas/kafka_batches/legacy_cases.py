"""Hand-written bytes of formats 0 and 1: records by themselves, and compressed within another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_batches import wire

if TYPE_CHECKING:
    from collections.abc import Iterator

_NOW: Final = 1_700_000_000_000


def named(batch: bytes) -> Iterator[tuple[str, bytes]]:
    """Cases by name.

    Args:
        batch: One of format 2, whose first offset is 71.
    """
    for magic in (0, 1):
        place, append = f"decode/magic-{magic}", wire.TIMESTAMP_TYPE
        for name, pair in {
            "both": (b"k", b"v"),
            "nulls": (None, None),
            "empty": (b"", b""),
            "long": (b"k", b"v" * 1000),
        }.items():
            yield f"{place}/{name}", wire.legacy(70, magic, 0, _NOW, pair)
        yield f"{place}/append-time", wire.legacy(70, magic, append, _NOW, (b"k", b"v"))
        yield f"{place}/time-negative", wire.legacy(70, magic, 0, -9, (b"k", b"v"))
        yield f"{place}/other-bits", wire.legacy(70, magic, -0x80 | 0x70, _NOW, (b"k", b"v"))
        for codec in (5, 6, 7):
            yield f"{place}/codec/{codec}", wire.legacy(70, magic, codec, _NOW, (b"k", b"v"))
        sound = wire.legacy(70, magic, 0, _NOW, (b"k", b"v"))
        yield f"{place}/checksum", sound[:-1] + b"w"
        yield f"{place}/two", sound + wire.legacy(71, magic, 0, _NOW, (None, b"w"))
        yield f"{place}/before-a-batch", sound + batch
        # The inner offsets of format 0 are the records' own ones, those of format 1 are counted.
        other, first = 1 - magic, 71 * magic
        inner = b"".join(wire.legacy(first + step, other, 0, _NOW, (b"k", b"w")) for step in range(2))
        wrapped = wire.legacy(72, other, wire.GZIP, _NOW, (None, wire.gzipped(inner)))
        yield f"{place}/before-wrapped-of-magic-{other}", sound + wrapped
        for more in (1, 4, 8):
            tail = (1 + more).to_bytes(4, "big") + b"k"
            body = bytes((magic, 0)) + bytes(8 * magic) + tail
            yield f"{place}/key-beyond/{more}", wire.sealed(70, body + bytes(4 - 4 * magic))
            value = bytes((magic, 0)) + bytes(8 * magic) + b"\xff" * 4 + tail
            yield f"{place}/value-beyond/{more}", wire.sealed(70, value)
        for size in (8, 10, 12, 16, 18, 20):
            for fill in (b"\0", b"\xff", b"\x01"):
                body = bytes((magic, 0)) + fill * size
                yield f"{place}/short/{size}-of-{fill.hex()}", wire.sealed(70, body)
        yield from _wrapped(magic)


def _wrapped(magic: int) -> Iterator[tuple[str, bytes]]:
    """Records that are compressed within another one."""
    gzip, append = wire.GZIP, wire.TIMESTAMP_TYPE
    inner = [wire.legacy(place, magic, 0, _NOW + place, (b"k", bytes((place,)))) for place in range(3)]
    for name, (offset, data) in {
        "three": (72, b"".join(inner)),
        "one": (70, inner[0]),
        "offset-0": (0, b"".join(inner)),
        "offset-of-the-last": (2, b"".join(inner)),
        "offset-less": (1, b"".join(inner)),
        "gap": (72, inner[0] + inner[2]),
        "backwards": (72, inner[2] + inner[0]),
        "none": (72, b""),
        "cut": (72, b"".join(inner)[:-1]),
        "cut-in-size": (72, inner[0] + inner[1][:9]),
        "too-small": (72, inner[0] + (1).to_bytes(8, "big") + (13).to_bytes(4, "big") + bytes(13)),
        "cut-behind-a-wrong-size": (72, inner[0] + bytes(12)),
        "least": (72, wire.legacy(0, 0, 0, 0, (None, None))),
        "magic-2": (72, wire.legacy(0, 2, 0, _NOW, (b"k", b"v"))),
        "magic-127": (72, wire.legacy(0, 127, 0, _NOW, (b"k", b"v"))),
        "checksum": (72, b"".join(inner)[:-1] + b"\7"),
        "other-magic": (72, inner[0] + wire.legacy(1, 1 - magic, 0, _NOW, (b"k", b"v"))),
        "compressed-within": (72, inner[0] + wire.legacy(1, magic, gzip, _NOW, (None, wire.gzipped(inner[1])))),
        "inner-append-time": (72, wire.legacy(0, magic, append, _NOW, (b"k", b"v"))),
    }.items():
        for bits, kind in ((0, "create-time"), (append, "append-time")):
            data_ = wire.legacy(offset, magic, gzip | bits, _NOW + 9, (None, wire.gzipped(data)))
            yield f"decode/magic-{magic}/wrapped/{kind}/{name}", data_
    yield f"decode/magic-{magic}/wrapped/null", wire.legacy(72, magic, gzip, _NOW, (None, None))
    keyed = wire.legacy(72, magic, gzip, _NOW, (b"key", wire.gzipped(inner[0])))
    yield f"decode/magic-{magic}/wrapped/with-a-key", keyed
