"""Serialized keys at which ports of murmur2 go wrong: tails of 1 to 3 bytes, bytes from 0x80, none."""

from __future__ import annotations

from jarparity.values.boundary.strings import STRINGS

_TEXTS = ("hello", "user", "uuid", "umlauts", "euro", "emoji-in-text", "chinese", "nul-inside", "long-ascii")

SERIALIZED: dict[str, bytes] = {
    "empty": b"",
    "byte-00": b"\x00",
    "byte-01": b"\x01",
    "byte-7f": b"\x7f",
    "byte-80": b"\x80",
    "byte-ff": b"\xff",
    "tail-of-two-high": b"\x80\xff",
    "tail-of-three-high": b"\xff\x80\xfe",
    "word-of-zeros": bytes(4),
    "word-of-high": b"\xff" * 4,
    "word-and-high-tail-1": b"abcd\x80",
    "word-and-high-tail-2": b"abcd\x80\x81",
    "word-and-high-tail-3": b"abcd\x80\x81\x82",
    "two-words-of-high": b"\xfe" * 8,
    "long-minus-one": (-1).to_bytes(8, "big", signed=True),
    "long-one": (1).to_bytes(8, "big"),
    "int-minus-one": (-1).to_bytes(4, "big", signed=True),
    "int-min": (-(2**31)).to_bytes(4, "big", signed=True),
    "avro-header": b"\x00\x00\x00\x00\x01\x06abc",
    "all-bytes": bytes(range(256)),
    "kibibyte-of-high": bytes(255 - i % 128 for i in range(1024)),
    **{f"text-{name}": STRINGS[name].encode() for name in _TEXTS},
}
