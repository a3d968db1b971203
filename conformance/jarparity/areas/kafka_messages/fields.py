"""The fields of messages and records, as the tables of this folder have them: a line of words for each.

A line is a field's name, its type, and what else there is to say: `reason string versions 8+ nullable all default null
ignorable` is a text from version 8 on, null or not, and left out of older versions without a word. `tag 0` is the
number by which a field is written behind all others; `since 4.3.0`, the release that brought it; `inflexible`, that its
length is never a varint.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity import plain_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from jarparity.answers import JSON

UNKNOWN: Final = "_unknownTaggedFields"
"""Under this name a struct has its tags that no release knows."""
_LIST: Final = "[]"
_FLAGS: Final = frozenset({"ignorable", "inflexible", "zero-copy"})
_ALL: Final = range(-(1 << 15), 1 << 15)
_EMPTY: Final = {"bool": False, "bytes": "", "float64": "0" * 16, "int64": "0", "string": "", "uuid": "A" * 22}


@dataclass(frozen=True, slots=True)
class Field:
    """A field.

    Attributes:
        name: Its name.
        type: The name of its type, or of its items'.
        fields: Those of a struct; none of another type.
        is_list: Whether it is a list.
        versions: The versions that have it.
        null_in: The versions in which it may be null.
        default: What it is where nothing is said.
        tag: By which number it is written, if by any.
        ignorable: Whether it is left out where a version lacks it, whatever it is.
        inflexible: Whether its length is never a varint.
        since: The release that brought it; None where it is as old as what has it.
    """

    name: str
    type: str
    fields: tuple[Field, ...]
    is_list: bool
    versions: range
    null_in: range
    default: JSON
    tag: int | None
    ignorable: bool
    inflexible: bool
    since: str | None

    @property
    def can_be_null(self) -> bool:
        """Whether a program can ask for null, though Kafka may refuse it."""
        return self.is_list or bool(self.fields) or self.type in {"string", "bytes", "records"}


def fields_of(lines: Iterable[str], structs: Mapping[str, list[str]]) -> tuple[Field, ...]:
    """The fields that lines say."""
    return tuple(_fields(lines, structs))


def versions_of(said: str) -> range:
    """Versions such as `3+`, `0-12`, `1` or `all`."""
    if said == "all":
        return _ALL
    first, _, last = said.partition("-")
    return range(int(said[:-1]), _ALL.stop) if said.endswith("+") else range(int(first), int(last or first) + 1)


def _fields(lines: Iterable[str], structs: Mapping[str, list[str]]) -> Iterator[Field]:
    for line in lines:
        name, type_, *rest = line.split()
        flags = _FLAGS.intersection(rest)
        words = [word for word in rest if word not in flags]
        said = dict(zip(words[::2], words[1::2], strict=True))
        of = type_.removeprefix(_LIST)
        parts = fields_of(structs.get(of, ()), structs)
        yield Field(
            name=name,
            type=of,
            fields=parts,
            is_list=type_.startswith(_LIST),
            versions=versions_of(said.get("versions", "all")),
            null_in=versions_of(said["nullable"]) if "nullable" in said else range(0),
            default=_default(type_, said.get("default"), is_struct=bool(parts)),
            tag=int(said["tag"]) if "tag" in said else None,
            ignorable="ignorable" in flags,
            inflexible="inflexible" in flags,
            since=said.get("since"),
        )


def _default(type_: str, said: str | None, *, is_struct: bool) -> JSON:
    if said is not None:
        number = int(said, 0) if said.startswith("0x") else plain_json.parse(said.encode())
        return str(number) if type_ == "int64" and number is not None else number
    if type_.startswith(_LIST):
        return []
    if is_struct:
        return {}
    return None if type_ == "records" else _EMPTY.get(type_, 0)
