"""Cases of `kafka.protocol.*`: every version, the orders of topics, cut and damaged bytes."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from jarparity.case_collector import Cases, named
from jarparity.values import sticky_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON
    from jarparity.cases import Case

_OWNED: dict[str, list[tuple[str, int]]] = {
    "none": [],
    "one": [("t", 0)],
    "out-of-order": [("b", 1), ("a", 0), ("b", 0)],
    "by-hash": [(f"t{n}", n % 3) for n in (10, 2, 33, 7, 25, 1, 40, 12, 19, 5, 28, 3, 16)],
    "one-hash": [("BB", 0), ("Aa", 1), ("BB", 2)],
    "planes": [("😀", 0), ("\uffff", 1), ("é", 2)],
    "twice": [("t", 1), ("t", 1)],
    # An object of JavaScript has its numbers first, and more properties than it was given.
    "numbers": [("b", 0), ("10", 0), ("2", 1), ("b", 1)],
    "properties": [("toString", 0), ("__proto__", 1), ("constructor", 0), ("__proto__", 0)],
}
_TOPICS = {"none": [], "out-of-order": ["b", "a"], "twice": ["t", "t"], "planes": ["😀", "\uffff", "é"]}
_DATA = {"no-data": None, "empty-data": "", "data": "0102"}
_TOO_LONG = "t" * 2**15
"""A name of one byte more than an int16 counts."""
_VERSIONS = (-32768, -1, 0, 1, 2, 3, 4, 32767)
_GENERATIONS = (None, -2, -1, 0, 7, 2**31 - 1)


_DAMAGED_NAMES: Final = {
    "surrogate": b"a\xed\xa0\x80b",
    "half-surrogate": b"a\xed\xa0b",
    "half-surrogate-at-end": b"a\xed\xbf",
    "overlong": b"\xe0\x80\x80b",
    "cut": b"a\xf0\x9f\x98b\xe2\x82",
}
"""Names of topics that are no UTF-8: half a surrogate pair is one error to Java, whole or cut."""


def subscriptions() -> Iterable[Case]:
    """Cases of `kafka.protocol.subscription`."""
    cases = Cases("kafka.protocol.subscription")
    for name, topics in _TOPICS.items():
        for label, data in _DATA.items():
            cases.add(f"encode/oldest/{name}/{label}", _encode(version=0, topics=topics, userData=data))
    for version in _VERSIONS:
        kind = f"encode/version-{named(version)}"
        for name, owned in _OWNED.items():
            cases.add(
                f"{kind}/owned-{name}", _encode(version=version, topics=["b", "a"], userData=None, owned=_pairs(owned))
            )
        for generation in _GENERATIONS:
            number = "none" if generation is None else named(generation)
            whole = _encode(version=version, topics=["b", "a"], userData="0102", owned=_pairs(_OWNED["out-of-order"]))
            cases.add(f"{kind}/generation-{number}", {**whole, "generation": generation})
            cases.add(f"{kind}/generation-{number}/rack", {**whole, "generation": generation, "rack": "r1"})
        cases.add(f"{kind}/empty-rack", _encode(version=version, topics=["a"], rack=""))
    whole_bytes = {
        str(version): struct.pack(">hih1sh1s", version, 2, 1, b"a", 1, b"b")
        + struct.pack(">i2s", 2, b"\1\2")
        + (sticky_bytes.write([("a", 0), ("b", 0), ("b", 1)], None) if version >= 1 else b"")
        + (struct.pack(">i", 7) if version > 1 else b"")
        + (struct.pack(">h2s", 2, b"r1") if version > 2 else b"")  # noqa: PLR2004 - the version that brought it
        for version in range(5)
    }
    for written, sound in whole_bytes.items():
        _add_decoding(cases, f"version-{written}", sound)
    empty_rack = whole_bytes["3"][:-4] + struct.pack(">h", 0)
    cases.add("decode/empty-rack", _decode(empty_rack))
    cases.add("decode/null-rack", _decode(whole_bytes["3"][:-4] + struct.pack(">h", -1)))
    for count in (-2, -1, 1, 7):
        cases.add(f"decode/topics-{named(count)}", _decode(struct.pack(">hi", 0, count)))
    cases.add("decode/topics-0", _decode(struct.pack(">hii", 0, 0, -1)))
    for length in (-1, 0):
        cases.add(f"decode/topic-of-length-{named(length)}", _decode(struct.pack(">hihi", 0, 1, length, -1)))
        cases.add(f"decode/user-data-of-length-{named(length)}", _decode(struct.pack(">hih1si", 0, 1, 1, b"a", length)))
    for version in (-1, 3):
        nameless = struct.pack(">hihiihiiih", version, 1, 0, -1, 1, 0, 1, 7, 5, -1)
        cases.add(f"decode/version-{named(version)}/nameless-topics", _decode(nameless))
    _add_damaged_names(cases)
    cases.add("encode/too-long/topic", _encode(version=0, topics=[_TOO_LONG]))
    cases.add("encode/too-long/owned", _encode(version=1, topics=["a"], owned=[[_TOO_LONG, 0]]))
    cases.add("encode/too-long/owned-unsent", _encode(version=0, topics=["a"], owned=[[_TOO_LONG, 0]]))
    cases.add("encode/too-long/rack", _encode(version=3, topics=["a"], rack=_TOO_LONG))
    cases.add("encode/longest/topic", _encode(version=0, topics=[_TOO_LONG[1:]]))
    return cases


def _add_damaged_names(cases: Cases) -> None:
    for name, topic in _DAMAGED_NAMES.items():
        written = struct.pack(f">hih{len(topic)}si", 0, 1, len(topic), topic, -1)
        cases.add(f"decode/damaged-topic/{name}", _decode(written))


def assignments() -> Iterable[Case]:
    """Cases of `kafka.protocol.assignment`."""
    cases = Cases("kafka.protocol.assignment")
    for version in _VERSIONS:
        for name, partitions in _OWNED.items():
            for label, data in _DATA.items():
                document = _encode(version=version, partitions=_pairs(partitions), userData=data)
                cases.add(f"encode/version-{named(version)}/{name}/{label}", document)
    whole = [
        struct.pack(">h", version) + sticky_bytes.write([("b", 1), ("b", 0), ("a", 0)], None) + tail
        for version in range(5)
        for tail in (struct.pack(">i", -1), struct.pack(">i2s", 2, b"\1\2"))
    ]
    for i, data_ in enumerate(whole):
        _add_decoding(cases, f"version-{i // 2}/{'data' if i % 2 else 'no-data'}", data_)
    topic_twice = struct.pack(">hih1sii", 0, 2, 1, b"t", 1, 0) + struct.pack(">h1siii", 1, b"t", 1, 1, -1)
    cases.add("decode/topic-twice", _decode(topic_twice))
    for count in (-2, -1, 1, 7):
        cases.add(f"decode/topics-{named(count)}", _decode(struct.pack(">hi", 0, count)))
    cases.add("encode/too-long", _encode(version=0, partitions=[[_TOO_LONG, 0]]))
    return cases


def sticky_user_data() -> Iterable[Case]:
    """Cases of `kafka.protocol.sticky-user-data`."""
    cases = Cases("kafka.protocol.sticky-user-data")
    for name, partitions in _OWNED.items():
        cases.add(f"encode/{name}", _encode(partitions=_pairs(partitions)))
        for generation in _GENERATIONS:
            if generation is not None:
                document = _encode(partitions=_pairs(partitions), generation=generation)
                cases.add(f"encode/{name}/generation-{named(generation)}", document)
    whole = []
    for name, partitions in _OWNED.items():
        for generation in (None, -1, 7):
            data = sticky_bytes.write(partitions, generation)
            whole.append(data)
            label = "none" if generation is None else named(generation)
            cases.add(f"decode/{name}/generation-{label}", _decode(data))
            cases.add(f"decode/{name}/generation-{label}/longer", _decode(data + b"\0"))
    cases.add("decode/nothing", _decode(b""))
    for name, data in _misleading().items():
        cases.add(f"decode/misleading/{name}", _decode(data))
    cases.add("encode/too-long", _encode(partitions=[[_TOO_LONG, 0]]))
    return cases


def _misleading() -> dict[str, bytes]:
    """User data in which a reader that is off by a few bytes finds groups, too."""
    one = struct.pack(">ih1sii", 1, 1, b"t", 1, 5)
    surrogate = b"a\xed\xa0\x80b"
    return {
        "no-partitions": struct.pack(">ih1sii", 1, 1, b"t", 0, 7) + b"\0\0",
        "zeros-in-a-name": sticky_bytes.write([("ab\0\0\0\0", 0)], 7),
        "zeros-as-a-name-after-two": sticky_bytes.write([("a", 0), ("a", 1), ("\0\0\0\0", 0)], 7),
        "fewer-than-no-topics": struct.pack(">ii", -1, 7),
        "zeros-behind": one + struct.pack(">h40x", 7),
        "length-leads-back": struct.pack(">ihhi", 1, -6, 0, 7),
        "two-then-none-without-generation": struct.pack(">ih1siii", 2, 1, b"t", 2, 0, 1)
        + struct.pack(">h1si", 1, b"u", 0),
        "two-topics-of-two-as-long-as-one-of-one": struct.pack(">ih1siii", 2, 1, b"t", 2, 5, 7),
        "no-topic-as-long-as-one-of-one": struct.pack(">ih1siii", 0, 1, b"t", 0, 5, 7),
        "surrogate-in-a-name": struct.pack(f">ih{len(surrogate)}siii", 1, len(surrogate), surrogate, 1, 0, 7),
    }


def _pairs(partitions: Iterable[tuple[str, int]]) -> JSON:
    return [[topic, number] for topic, number in partitions]


def _encode(**fields: JSON) -> JSON:
    return {"direction": "encode", **fields}


def _decode(data: bytes) -> JSON:
    return {"direction": "decode", "bytes": data.hex()}


def _add_decoding(cases: Cases, name: str, data: bytes) -> None:
    """The bytes, longer ones, and every beginning of them."""
    cases.add(f"decode/{name}", _decode(data))
    cases.add(f"decode/{name}/longer", _decode(data + b"\0"))
    for length in range(len(data)):
        cases.add(f"decode/{name}/first-{length}", _decode(data[:length]))
