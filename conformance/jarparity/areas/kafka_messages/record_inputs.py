"""How records are drawn: fields to be written, and bytes to be read, of which a third are damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_messages.drawing import SCARCE, Odd, damage, struct, unknown_tags
from jarparity.areas.kafka_messages.fields import UNKNOWN
from jarparity.areas.kafka_messages.record_types import records
from jarparity.areas.kafka_messages.wire import key_bytes, value_bytes

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON
    from jarparity.areas.kafka_messages.record_types import RecordType

_NUMBERS: Final = (9, 15, 18, 24)
"""What a damaged key may begin with: numbers of types that some release doesn't know."""


def record(random: Random) -> JSON:
    """An input of `kafka.group.record`."""
    of = random.choice([*records().values()])
    version = random.randrange(of.highest + 1)
    if random.randrange(3) == 0 or of.before is not None:
        if random.randrange(SCARCE) == 0:
            version = random.choice((-32768, -1, of.highest + 1, 32767))
        return _decode(random, of, version)
    wrong = random.randrange(6) == 0
    value = None if random.randrange(SCARCE) == 0 else struct(random, of.value, None, Odd(wrong=wrong))
    return {
        "direction": "encode",
        "record": of.name,
        "version": version,
        "key": struct(random, of.key, None, Odd(wrong=wrong and random.randrange(3) == 0)),
        "value": value,
    }


def _decode(random: Random, of: RecordType, version: int) -> JSON:
    key = bytearray(key_bytes(of, struct(random, of.key, None)))
    unknown = unknown_tags(random)
    fields = struct(random, of.value, None, Odd(wrong=random.randrange(3) == 0))
    value = bytearray(value_bytes(of, {**fields, UNKNOWN: unknown}, version))
    if random.randrange(SCARCE) == 0:
        return {"direction": "decode", "key": key.hex(), "value": None}
    if random.randrange(3) == 0:
        damage(random, key if random.randrange(4) == 0 else value, _NUMBERS)
    return {"direction": "decode", "key": key.hex(), "value": value.hex()}
