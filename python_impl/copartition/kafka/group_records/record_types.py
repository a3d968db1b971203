"""The types of records and their fields, release by release: what Kafka's generated classes are made of.

`record_types.json` has a line for each field: its name, its type, and what else there is to say. So `protocol string
nullable` may be null, `expireTimestamp int64 versions 1 default -1` stands in values of version 1 alone and is -1 where
nothing is said, and `metadataHash int64 tag 0 since 4.1.0` is written behind all others, by its tag, where it isn't 0:
so do releases from 4.1.0 on.

Kafka's schemas give some fields that may be null the default `null`, without quotes; its generator takes that for none
at all. So the default of `classicMemberMetadata` is no null but a struct of defaults, and null is written.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from copartition.kafka.assignors.versions import parsed
from copartition.kafka.uuid import Uuid

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from copartition.kafka.group.releases import Release

Value: TypeAlias = Any
"""A field's value: an int, str, bytes, `Uuid`, a list of one kind, a dict of a struct's fields, or None."""

ALWAYS: Final = range(-(1 << 15), 1 << 15)
"""All that a version can be: fields that every version has don't ask for it."""
_LIST: Final = "[]"
_DEFAULTS: Final[Mapping[str, Value]] = {"string": "", "bytes": b"", "uuid": Uuid(0, 0)}


@dataclass(frozen=True, slots=True)
class Struct:
    """What has fields: a key, a value, or a part of one.

    Attributes:
        name: Its name; of a record's key and value the name of the original's class.
        fields: Those that are always written, in their order.
        tagged: Those that are written by their tag, in the order of tags.
    """

    name: str
    fields: tuple[Field, ...]
    tagged: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a struct.

    Attributes:
        name: Its name.
        type: Of a field that has others, these; otherwise the name of its type: `int32`.
        is_list: Whether it has any number of such values.
        nullable: Whether it may be null.
        versions: In which versions of the key or value it stands.
        up_to: The highest version in which the struct that it has is read; None: any.
        tag: By which number it is written; None where its place says what it is.
        default: What it is where nothing is said.
    """

    name: str
    type: str | Struct
    is_list: bool
    nullable: bool
    versions: range
    up_to: int | None
    tag: int | None
    default: Value


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
    structs = _Structs(document["structs"], release)
    return {
        name: RecordType(
            number=each["number"],
            highest=each.get("highest", 0),
            key=structs.of(f"{name}Key", each["key"]),
            value=structs.of(f"{name}Value", each["value"]),
            flexible=each.get("flexible", 0),
        )
        for name, each in document["records"].items()
        if _is_there(each, release)
    }


@lru_cache(maxsize=64)
def types_by_number(release: Release) -> Mapping[int, tuple[str, RecordType]]:
    """The same by number, each with its name. Up to 4.0 number 0 is an older form of number 1."""
    found = {each.number: (name, each) for name, each in record_types(release).items()}
    found.setdefault(0, found[1])
    return found


def _is_there(said: Mapping[str, str], release: Release) -> bool:
    since, before = said.get("since"), said.get("before")
    return (since is None or release >= parsed(since)) and (before is None or release < parsed(before))


class _Structs:
    """The structs of a release."""

    def __init__(self, lines: Mapping[str, Iterable[str]], release: Release) -> None:
        self._lines, self._release = lines, release

    def of(self, name: str, lines: Iterable[str]) -> Struct:
        """The struct of these fields."""
        fields = [field for line in lines if (field := self._field(line)) is not None]
        tagged = sorted((field for field in fields if field.tag is not None), key=lambda field: field.tag or 0)
        return Struct(name, tuple(field for field in fields if field.tag is None), tuple(tagged))

    def _field(self, line: str) -> Field | None:
        name, kind, *rest = line.split()
        nullable = "nullable" in rest
        words = [word for word in rest if word != "nullable"]
        said = dict(zip(words[::2], words[1::2], strict=True))
        if not _is_there(said, self._release):
            return None
        is_list, of = kind.startswith(_LIST), kind.removeprefix(_LIST)
        type_ = self.of(of, self._lines[of]) if of in self._lines else of
        return Field(
            name=name,
            type=type_,
            is_list=is_list,
            nullable=nullable,
            versions=_versions(said.get("versions")),
            up_to=int(said["up-to"]) if "up-to" in said else None,
            tag=int(said["tag"]) if "tag" in said else None,
            default=_default(type_, said.get("default"), is_list=is_list),
        )


def _versions(said: str | None) -> range:
    if said is None:
        return ALWAYS
    return range(int(said[:-1]), ALWAYS.stop) if said.endswith("+") else range(int(said), int(said) + 1)


def _default(of: str | Struct, said: str | None, *, is_list: bool) -> Value:
    """What a field is where nothing is said: of a struct the struct of its fields' defaults."""
    if said is not None:
        return None if said == "null" else int(said)
    if is_list:
        return []
    if isinstance(of, Struct):
        return {field.name: field.default for field in of.fields}
    return _DEFAULTS.get(of, 0)


@cache
def _document() -> Any:  # noqa: ANN401 - JSON
    return json.loads(files(__package__).joinpath("record_types.json").read_text(encoding="utf-8"))
