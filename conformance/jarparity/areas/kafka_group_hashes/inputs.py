"""How group ids and topics are drawn, and the hand-written cases."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING, Final

from jarparity.case_collector import Cases
from jarparity.values import texts
from jarparity.values.utf16 import string_with_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random

    from jarparity.answers import JSON
    from jarparity.cases import Case
    from jarparity.operations import Problem

_DEFAULT: Final = 50
"""The default of `offsets.topic.num.partitions` and of `transaction.state.log.num.partitions`."""
_REDPANDA: Final = "redpanda-data/redpanda:subscription_metadata_hash.algorithm_is_frozen"
_SIZES: Final = (32, 64, 96, 128, 144, 160, 176, 240, 256, 1024, 1088, 1152, 2048)
"""Around so many bytes the hash function takes another way, or another step of one."""
_OF_A_TOPIC: Final = 25
"""So many bytes are hashed of a topic without name and partitions: 1 + 8 + 8 + 4 of the name's length + 4."""


def partition_for(random: Random) -> JSON:
    """An input of `kafka.group.partition-for`."""
    partitions = random.choice((_DEFAULT, _DEFAULT, 1 + random.randrange(200), random.randrange(2**31)))
    return {"id": texts.java_string(random), "partitions": partitions}


def partitions() -> Iterable[Case]:
    """Cases of `kafka.group.partition-for`."""
    cases = Cases("kafka.group.partition-for")
    ids = {
        "empty": "",
        "letter": "g",
        "word": "panda3",
        "accent-and-emoji": "hé😀",
        "lone-surrogate": "g\ud800",
        "hash-of-min-value": "polygenelubricants",
        "hash-of-max-value": string_with_hash(2**31 - 1),
        "hash-above-min-value": string_with_hash(1 - 2**31),
        "hash-of-minus-one": string_with_hash(-1),
        "as-a-service-names-it": "orders.payment-service-7c9f8",
    }
    for name, text in ids.items():
        for count in (_DEFAULT, 1, 2, 100, 2**31 - 1):
            cases.add(f"{name}/partitions-{count}", {"id": text, "partitions": count})
    cases.add("no-partitions", {"id": "g", "partitions": 0})
    return cases


def topic_id(random: Random) -> str:
    """An id of any 128 bits, or a small one."""
    data = random.randbytes(16) if random.randrange(4) else random.randrange(8).to_bytes(16)
    return _printed(data)


def _printed(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def metadata_hash(random: Random) -> JSON:
    """An input of `kafka.group.metadata-hash`: topics with odd names, and partitions in no, some or many racks."""
    racks = [texts.java_string(random, 12) for _ in range(random.randrange(4))] or ["a"]
    topics = {}
    for _ in range(random.randrange(5)):
        partitions = [
            [random.choice(racks) for _ in range(random.randrange(4))]
            for _ in range(random.choice((0, 1, 3, random.randrange(40))))
        ]
        topics[topic_id(random)] = (texts.java_string(random, random.choice((8, 8, 200))), partitions)
    names: set[str] = set()
    document: list[JSON] = []
    for of, (name, partitions) in topics.items():
        if name not in names:
            names.add(name)
            document.append({"name": name, "id": of, "partitions": partitions})
    return {"topics": document}


def metadata_hashes() -> Iterable[Case]:
    """Cases of `kafka.group.metadata-hash`."""
    cases = Cases("kafka.group.metadata-hash")
    one, three = _printed(b"\1" + bytes(15)), _printed(b"\3" + bytes(15))

    def add(name: str, *topics: tuple[str, str, JSON], source: str | None = None) -> None:
        document = [{"name": topic, "id": of, "partitions": racks} for topic, of, racks in topics]
        cases.add(name, {"topics": document}, source=source)

    add("redpanda/two-racks", ("topic-1", one, [["rack-a"], ["rack-b"]]), source=_REDPANDA)
    add("redpanda/accent", ("topic-é", three, [["rack-a"]]), source=_REDPANDA)
    add("no-topic")
    add("no-partitions", ("t", one, []))
    add("no-racks", ("t", one, [[], []]))
    add("racks-out-of-order", ("t", one, [["b", "a", "c"]]))
    add("racks-in-order", ("t", one, [["a", "b", "c"]]))
    add("racks-of-utf-16-order", ("t", one, [["\uff61", "\U0001f600"]]))
    add("racks-of-utf-16-order-alone", ("t", one, [["\ufffd", "\U00010000"], ["a"]]))
    add("racks-of-utf-16-order-and-letters", ("t", one, [["z", "\U0010ffff", "\uf8ff", "a"]]))
    add("one-rack-twice", ("t", one, [["a", "a"]]))
    add("rack-of-two-letters-or-two-racks", ("t", one, [["ab"]]), ("u", three, [["a", "b"]]))
    add("rack-without-a-name", ("t", one, [[""]]), ("u", three, [[]]))
    add("rack-with-emoji", ("t", one, [["😀"]]))
    add("names-out-of-order", ("b", one, [[]]), ("a", three, [[]]))
    add("names-of-utf-16-order", ("\uff61", one, [[]]), ("\U0001f600", three, [[]]))
    add("id-of-zero", ("t", _printed(bytes(16)), [[]]))
    add("id-negative", ("t", _printed(b"\xff" * 16), [[]]))
    add("two-ids", ("t", one, [[]]), ("u", three, [[]]))
    for size in _SIZES:
        for more in (-1, 1):
            add(f"bytes-{size + more}", ("x" * ((size + more - _OF_A_TOPIC) // 2), one, []))
    for count in (8, 9, 16, 27, 28, 29, 30, 31, 60, 126, 127, 128, 129, 130, 255, 256, 257):
        add(f"topics-{count}", *((f"t{n:03}", _printed(n.to_bytes(16)), []) for n in range(count)))
        add(f"partitions-{count}", ("t", one, [["r"]] * count))
    return cases


def problems(document: JSON) -> Iterator[Problem]:
    """A cluster has each topic, and each id, once."""
    for field in ("name", "id"):
        seen: set[str] = set()
        for place, topic in enumerate(document["topics"]):
            if topic[field] in seen:
                yield f"input.topics[{place}].{field}", f"a topic before it has this {field}; give each its own"
            seen.add(topic[field])
