"""The records and their fields, as `records.json` has them: one form of a record for all releases.

A field that is newer than its record says since when it is there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from jarparity import plain_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from jarparity.answers import JSON

_LIST: Final = "[]"


@dataclass(frozen=True, slots=True)
class Field:
    """A field.

    Attributes:
        name: Its name.
        type: The name of its type, or of its items'.
        fields: Those of a struct; none of another type.
        is_list: Whether it is a list.
        nullable: Whether it may be null.
        default: What it is where nothing is said.
        tag: By which number it is written, if by any.
        versions: From which version on it is there; of one that is there in one alone, that one.
        only: Whether it is there in that version alone.
        since: The release that brought it; None where it is as old as its record.
    """

    name: str
    type: str
    fields: tuple[Field, ...]
    is_list: bool
    nullable: bool
    default: JSON
    tag: int | None
    versions: int
    only: bool
    since: str | None

    def is_in(self, version: int) -> bool:
        """Whether a version has it."""
        if self.only:
            return version == self.versions
        return self.versions == 0 or version >= self.versions


@dataclass(frozen=True, slots=True)
class RecordOf:
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
def records() -> Mapping[str, RecordOf]:
    """All records by name."""
    document = plain_json.parse(files(__package__).joinpath("records.json").read_bytes())
    structs = document["structs"]
    return {
        name: RecordOf(
            name=name,
            number=each["number"],
            since=each.get("since"),
            before=each.get("before"),
            highest=each["highest"],
            flexible=each["flexible"],
            key=tuple(_fields(each["key"], structs)),
            value=tuple(_fields(each["value"], structs)),
        )
        for name, each in document["records"].items()
    }


def _fields(said: list[Any], structs: Mapping[str, list[Any]]) -> Iterator[Field]:
    for each in said:
        of, versions = each["type"].removeprefix(_LIST), each.get("versions", "0+")
        yield Field(
            name=each["name"],
            type=of,
            fields=tuple(_fields(structs.get(of, []), structs)),
            is_list=each["type"].startswith(_LIST),
            nullable=each.get("null", False),
            default=_default(each, is_struct=of in structs),
            tag=each.get("tag"),
            versions=int(versions.removesuffix("+")),
            only=not versions.endswith("+"),
            since=each.get("since"),
        )


def _default(said: Mapping[str, JSON], *, is_struct: bool) -> JSON:
    type_ = said["type"]
    if "default" in said:
        return str(said["default"]) if type_ == "int64" else said["default"]
    if type_.startswith(_LIST):
        return []
    if is_struct:
        return {}
    return {"string": "", "bytes": "", "int64": "0", "uuid": "A" * 22}.get(type_, 0)
