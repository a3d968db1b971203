"""The types of records and their fields, release by release: what Kafka's generated classes are made of.

`record_types.json` has a line for each field, in the words of `copartition.kafka.messages.fields`. So
`expireTimestamp int64 versions 1 default -1 ignorable` stands in values of version 1 alone and is -1 where nothing is
said, and `metadataHash int64 tag 0 since 4.1.0` is written behind all others, by its tag, where it isn't 0: so do
releases from 4.1.0 on.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from copartition.kafka.assignors.versions import parsed
from copartition.kafka.messages.fields import Structs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.kafka.group.releases import Release
    from copartition.kafka.messages.fields import Struct


@dataclass(frozen=True, slots=True)
class RecordType:
    """A type of record.

    Attributes:
        number: What its keys begin with, int16.
        highest: The highest version of its value.
        key: The fields of its key.
        value: The fields of its value.
        flexible: From which version on values have tags and short lengths; None: no version has.
    """

    number: int
    highest: int
    key: Struct
    value: Struct
    flexible: int | None

    def is_flexible(self, version: int) -> bool:
        """Whether values of a version have tags and short lengths."""
        return self.flexible is not None and (self.flexible == 0 or version >= self.flexible)


@lru_cache(maxsize=64)
def record_types(release: Release) -> Mapping[str, RecordType]:
    """By name the types that a release knows, in the order of their numbers."""
    document = _document()
    structs = Structs(document["structs"], partial(_is_there, release=release))
    return {
        name: RecordType(
            number=each["number"],
            highest=each.get("highest", 0),
            key=structs.of(f"{name}Key", each["key"]),
            value=structs.of(f"{name}Value", each["value"]),
            flexible=each.get("flexible", 0),
        )
        for name, each in document["records"].items()
        if _is_there(each, release=release)
    }


@lru_cache(maxsize=64)
def types_by_number(release: Release) -> Mapping[int, tuple[str, RecordType]]:
    """The same by number, each with its name. Up to 4.0 number 0 is an older form of number 1."""
    found = {each.number: (name, each) for name, each in record_types(release).items()}
    found.setdefault(0, found[1])
    return found


def _is_there(said: Mapping[str, str], *, release: Release) -> bool:
    """Whether a release has a type or a field."""
    since, before = said.get("since"), said.get("before")
    return (since is None or release >= parsed(since)) and (before is None or release < parsed(before))


@cache
def _document() -> Any:  # noqa: ANN401 - JSON
    return json.loads(files(__package__).joinpath("record_types.json").read_text(encoding="utf-8"))
