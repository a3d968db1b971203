"""How snapshots of serializers are drawn that are to be read: nested, some of too many or too few parts, some cut.

What has a length is never longer than that: behind a wrong one, the originals ask for memory for whatever stands there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.flink_state_bytes.class_snapshots import POJO_SNAPSHOT, begun, enum, frame, of_parts, optional_map
from jarparity.values.state_rules import POJO, POJO_FIELDS
from jarparity.values.utf16 import write_utf

if TYPE_CHECKING:
    from random import Random

_BASE: Final = "org.apache.flink.api.common.typeutils.base"
_PARTS: Final = {
    f"{_BASE}.ListSerializerSnapshot": 1,
    f"{_BASE}.MapSerializerSnapshot": 2,
    "org.apache.flink.runtime.state.ttl.TtlStateFactory$TtlSerializerSnapshot": 2,
}
_CONSTANTS: Final = ("RED", "GREEN", "BLUE")
_SIMPLE: Final = ("Long", "String", "Int", "SqlDate")


def snapshot(random: Random, depth: int = 3) -> bytes:
    """A snapshot. What is cut ends a frame: a part of a name before other bytes may be that of a class."""
    match random.randrange(6) if depth else 0:
        case 1 | 2:
            name, parts = random.choice(tuple(_PARTS.items()))
            count = parts if random.randrange(6) else random.randrange(4)
            return of_parts(name, *(snapshot(random, depth - 1) for _ in range(count)))
        case 3 | 4:
            return _pojo(random, depth - 1)
        case 5:
            constants = [random.choice(_CONSTANTS) for _ in range(random.randrange(4))]
            return enum(constants=constants) if constants or random.randrange(2) else enum(count=-1, constants=())
        case _:
            name = random.choice(_SIMPLE)
            return begun(f"{_BASE}.{name}Serializer${name}SerializerSnapshot", 3 if random.randrange(16) else 4)


def _pojo(random: Random, depth: int) -> bytes:
    fields = random.sample(POJO_FIELDS, random.randrange(4))
    names = [name if random.randrange(5) else name.upper() for name in fields]
    entries = [
        write_utf(entry) + _maybe(random, write_utf(POJO) + write_utf(name)) + _maybe(random, snapshot(random, depth))
        for name, entry in zip(fields, names, strict=True)
        for _ in range(1 + (random.randrange(8) == 0))
    ]
    maps = [entries, *(_subclasses(random, depth) for _ in range(2))]
    head = begun(POJO_SNAPSHOT, 2 if random.randrange(16) else 1) + write_utf(POJO)
    return head + b"".join(optional_map(b"".join(known), len(known)) for known in maps)


def _subclasses(random: Random, depth: int) -> list[bytes]:
    count = 1 + random.randrange(2) if random.randrange(5) == 0 else 0
    return [write_utf(POJO) + _maybe(random, b"") + _maybe(random, snapshot(random, depth)) for _ in range(count)]


def _maybe(random: Random, data: bytes) -> bytes:
    """A frame; one in twelve is not there, and one in eight of the others has a part of it."""
    if random.randrange(12) == 0:
        return b"\0"
    return frame(data[: random.randrange(len(data) + 1)] if random.randrange(8) == 0 else data)
