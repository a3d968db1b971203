"""The types of records, as `records.json` has them: one form of a record for all releases.

A field that is newer than its record says since when it is there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from jarparity import plain_json
from jarparity.areas.kafka_messages.fields import fields_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jarparity.areas.kafka_messages.fields import Field


@dataclass(frozen=True, slots=True)
class RecordType:
    """A type of record.

    Attributes:
        name: Its name.
        number: What its keys begin with.
        since: The release that brought it, if it isn't as old as the first.
        before: The release that has it no more, if there is one: it is read, and not written.
        highest: The highest version of its values.
        flexible: From which version on values have tags; None: none has.
        key: The fields of its key.
        value: Those of its value.
    """

    name: str
    number: int
    since: str | None
    before: str | None
    highest: int
    flexible: int | None
    key: tuple[Field, ...]
    value: tuple[Field, ...]


@cache
def records() -> Mapping[str, RecordType]:
    """All records by name."""
    document = plain_json.parse(files(__package__).joinpath("records.json").read_bytes())
    structs = document["structs"]
    return {
        name: RecordType(
            name=name,
            number=each["number"],
            since=each.get("since"),
            before=each.get("before"),
            highest=each["highest"],
            flexible=each["flexible"],
            key=fields_of(each["key"], structs),
            value=fields_of(each["value"], structs),
        )
        for name, each in document["records"].items()
    }
