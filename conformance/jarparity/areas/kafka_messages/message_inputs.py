"""How messages are drawn: fields to be written, and bytes to be read, of which a third are damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.areas.kafka_messages.drawing import SCARCE, damage, struct, unknown_tags
from jarparity.areas.kafka_messages.fields import UNKNOWN
from jarparity.areas.kafka_messages.message_types import messages, of_version
from jarparity.areas.kafka_messages.wire import message_bytes

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON


def message(random: Random) -> JSON:
    """An input of `kafka.message.bytes`."""
    name, forms = random.choice([*messages().items()])
    version = random.choice(forms[-1 if random.randrange(4) else 0].versions)
    if random.randrange(SCARCE * 2) == 0:
        version = random.choice((-32768, -1, forms[-1].versions.stop, 32767))
    of = of_version(name, version) or forms[-1]
    asked = {"message": name, "version": version}
    wrong = random.randrange(4) == 0
    if random.randrange(2):
        value = struct(random, of.fields, version, wrong=wrong, lacking=random.randrange(3) == 0)
        if random.randrange(6) == 0:
            value[UNKNOWN] = unknown_tags(random)
        return {"direction": "encode", **asked, "value": value}
    value = struct(random, of.fields, version, wrong=wrong) | {UNKNOWN: unknown_tags(random)}
    data = bytearray(message_bytes(of, value, version))
    if len(data) > 1 and random.randrange(3) == 0:
        damage(random, data)
    return {"direction": "decode", **asked, "bytes": data.hex()}
