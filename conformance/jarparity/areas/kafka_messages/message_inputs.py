"""How messages are drawn: fields to be written, and bytes to be read, of which a third are damaged."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from jarparity.areas.kafka_messages.drawing import SCARCE, Odd, damage, struct, unknown_tags
from jarparity.areas.kafka_messages.fields import UNKNOWN
from jarparity.areas.kafka_messages.message_types import messages, of_version, requests_and_responses
from jarparity.areas.kafka_messages.wire import message_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from jarparity.answers import JSON
    from jarparity.areas.kafka_messages.fields import Field
    from jarparity.areas.kafka_messages.message_types import MessageType


def header(random: Random) -> JSON:
    """An input of `kafka.message.header`."""
    # The one whose header is another one.
    name = random.choice(requests_and_responses()) if random.randrange(8) else "ApiVersionsResponse"
    versions = messages()[name][0 if random.randrange(3) else -1].versions
    version = random.choice(versions) if random.randrange(8) else random.randint(-32768, 32767)
    return {"message": name, "version": version}


@cache
def _odd_ones() -> list[str]:
    """Messages of which a field has a tag, or a length that is never a varint, or is null in some versions alone."""
    return [name for name, forms in messages().items() if _is_odd(forms[-1].fields, forms[-1])]


def _is_odd(fields: Iterable[Field], of: MessageType) -> bool:
    return any(
        field.tag is not None
        or field.inflexible
        or any(version in field.versions and version not in field.null_in for version in of.versions if field.null_in)
        or _is_odd(field.fields, of)
        for field in fields
    )


def message(random: Random) -> JSON:
    """An input of `kafka.message.bytes`."""
    name = random.choice(_odd_ones() if random.randrange(2) else [*messages()])
    forms = messages()[name]
    version = random.choice(forms[-1 if random.randrange(4) else 0].versions)
    if random.randrange(SCARCE * 2) == 0:
        version = random.choice((-32768, -1, forms[-1].versions.stop, 32767))
    of = of_version(name, version) or forms[-1]
    asked = {"message": name, "version": version}
    wrong = random.randrange(4) == 0
    if random.randrange(2):
        tags = random.randrange(6) == 0
        value = struct(random, of.fields, version, Odd(wrong=wrong, lacking=random.randrange(3) == 0, tags=tags))
        if tags:
            value[UNKNOWN] = unknown_tags(random)
        return {"direction": "encode", **asked, "value": value}
    value = struct(random, of.fields, version, Odd(wrong=wrong, tags=True)) | {UNKNOWN: unknown_tags(random)}
    data = bytearray(message_bytes(of, value, version))
    if len(data) > 1 and random.randrange(3) == 0:
        damage(random, data)
    return {"direction": "decode", **asked, "bytes": data.hex()}
