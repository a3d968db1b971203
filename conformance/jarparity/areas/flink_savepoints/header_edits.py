"""Headers of streams in which something else stands: versions of serializers, kinds, parts, and how many there are.

None promises much: of a number that is too large an original asks for as much memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from jarparity.answers import JSON

_KEY: Final = 5
"""Where the version of the key's serializer stands: behind the header's version and the flag of compression."""
_VERSION: Final = 4
_VERSIONS: Final = {f"version-{number}": number.to_bytes(_VERSION) for number in (0, 3, 176, 0xFFFFFFFF)}
"""Not 1, which releases up to 1.16 read: drift cuts what differs, and a stream that is cut may promise anything."""
_EDITS: Final[dict[str, tuple[bytes, bytes]]] = {
    **{f"values-{name}": (b"VALUE_SERIALIZER\0\0\0\2", b"VALUE_SERIALIZER" + data) for name, data in _VERSIONS.items()},
    **{
        f"namespaces-{name}": (b"NAMESPACE_SERIALIZER\0\0\0\2", b"NAMESPACE_SERIALIZER" + data)
        for name, data in _VERSIONS.items()
    },
    "kind-unknown": (b"KEYED_STATE_TYPE\0\5VALUE", b"KEYED_STATE_TYPE\0\5VALUU"),
    "kind-in-lower-case": (b"KEYED_STATE_TYPE\0\5VALUE", b"KEYED_STATE_TYPE\0\5value"),
    "kind-of-timers": (b"KEYED_STATE_TYPE\0\5VALUE", b"KEYED_STATE_TYPE\0\6TIMERS"),
    "kind-empty": (b"KEYED_STATE_TYPE\0\5VALUE", b"KEYED_STATE_TYPE\0\0"),
    "no-states": (b"\0\1\0\5state\0\0\0", b"\0\0\0\5state\0\0\0"),
    "states-negative": (b"\0\1\0\5state\0\0\0", b"\xff\xff\0\5state\0\0\0"),
    "no-kind": (b"KEYED_STATE_TYPE", b"KEYED_STATE_TYPO"),
    "no-options": (b"\0\0\0\1\0\x10KEYED_STATE_TYPE\0\5VALUE", bytes(4)),
    "options-negative": (b"\0\0\0\1\0\x10KEYED_STATE_TYPE", b"\xff\xff\xff\xff\0\x10KEYED_STATE_TYPE"),
    "no-values": (b"VALUE_SERIALIZER", b"VALUE_SERIALISER"),
    "no-namespaces": (b"NAMESPACE_SERIALIZER", b"NAMESPACE_SERIALISER"),
    "serializers-negative": (b"\0\0\0\2\0\x10VALUE_SERIALIZER", b"\xff\xff\xff\xfe\0\x10VALUE_SERIALIZER"),
    "serializers-of-timers-negative": (b"\0\0\0\1\0\x10VALUE_SERIALIZER", b"\x80\0\0\0\0\x10VALUE_SERIALIZER"),
}


def edited(document: JSON) -> Iterator[tuple[str, JSON]]:
    """A stream to be read with each of the headers that it can have, by a name; offsets move with what is behind."""
    data = bytes.fromhex(document["stream"])
    for name, version in _VERSIONS.items():
        yield f"key-{name}", _with(document, data[:_KEY] + version + data[_KEY + _VERSION :], 0)
    begin = min((offset for offset in map(int, document["offsets"].values()) if offset), default=len(data))
    for name, (old, new) in _EDITS.items():
        if old in data[:begin]:
            yield name, _with(document, data.replace(old, new, 1), len(new) - len(old))


def _with(document: JSON, data: bytes, moved: int) -> JSON:
    offsets = {
        group: str(int(offset) + moved) if int(offset) else offset for group, offset in document["offsets"].items()
    }
    return {**document, "stream": data.hex(), "offsets": offsets}


def any_edited(random: Random, document: JSON) -> JSON:
    """A stream with one of these headers."""
    return random.choice([found for _, found in edited(document)])
