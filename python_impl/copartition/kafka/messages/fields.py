"""Structs and their fields: what Kafka's generated classes are made of, and the words in which tables say it.

A field is a line: its name, its type, and what else there is to say. So `reason string versions 8+ nullable all default
null ignorable` is a text from version 8 on, which may be null, is null where nothing is said, and is left out of older
versions without a word. `epoch int32 versions 12+ tag 0` is written behind all others, by its tag, where it isn't 0.
The other words: `up-to 0`, the highest version of a struct that is read; `inflexible`, a text whose length is always
two bytes; `zero-copy`, bytes that Java takes as a buffer; `since` and `before`, releases.

Kafka's schemas give some fields that may be null the default `null`, without quotes; its generator takes that for none
at all. So the default of `classicMemberMetadata` is no null but a struct of defaults, and null is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from copartition.kafka.uuid import Uuid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

Value: TypeAlias = Any
"""A field's value: an int, bool, float, str, bytes, `Uuid`, a list, a dict of a struct's fields, or None."""

ALWAYS: Final = range(-(1 << 15), 1 << 15)
"""All that a version can be."""
NEVER: Final = range(0)
UNKNOWN: Final = "_unknownTaggedFields"
"""Under this name a struct has its tags that no release knew: a list of `RawTaggedField`, sorted by tag."""
_LIST: Final = "[]"
_FLAGS: Final = frozenset({"ignorable", "inflexible", "zero-copy"})
_DEFAULTS: Final[Mapping[str, Value]] = {
    "bool": False,
    "bytes": b"",
    "float64": 0.0,
    "records": None,
    "string": "",
    "uuid": Uuid(0, 0),
}


class RawTaggedField(NamedTuple):
    """A field with a tag that the release doesn't know: `RawTaggedField`.

    Attributes:
        tag: Its tag.
        data: Its bytes.
    """

    tag: int
    data: bytes


@dataclass(frozen=True, slots=True, eq=False)
class Struct:
    """What has fields: a message, or a part of one.

    Attributes:
        name: Its name, as the original's class has it.
        fields: Its fields, in the order of the schema.
    """

    name: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A field of a struct.

    Attributes:
        name: Its name.
        type: Of a field that has others, these; otherwise the name of its type: `int32`.
        is_list: Whether it has any number of such values.
        versions: In which versions of the message it stands.
        null_in: In which of them it may be null.
        tag: By which number it is written; None where its place says what it is.
        default: What it is where nothing is said.
        ignorable: Whether a version that lacks it leaves it out; otherwise it must have its default there.
        inflexible: Whether its length is never a varint.
        zero_copy: Whether Java reads its bytes as a part of the buffer.
        up_to: The highest version in which the struct that it has is read; None: any.
    """

    name: str
    type: str | Struct
    is_list: bool
    versions: range
    null_in: range
    tag: int | None
    default: Value
    ignorable: bool
    inflexible: bool
    zero_copy: bool
    up_to: int | None

    @property
    def nullable(self) -> bool:
        """Whether it may be null in any version."""
        return bool(self.null_in)


class Layout(NamedTuple):
    """The fields of a struct in one version.

    Attributes:
        names: The names of all its fields.
        in_order: Those that the version has, and those that must have their default because it lacks them: each with
            whether it has it.
        placed: Those that it writes by their place.
        tagged: Those that it writes by their tag.
        by_tag: All that have a tag in some version, by it.
    """

    names: frozenset[str]
    in_order: tuple[tuple[Field, bool], ...]
    placed: tuple[Field, ...]
    tagged: tuple[Field, ...]
    by_tag: Mapping[int, Field]


@cache
def layout(of: Struct, version: int) -> Layout:
    """How a version writes a struct."""
    here = [field for field in of.fields if version in field.versions]
    return Layout(
        frozenset(field.name for field in of.fields),
        tuple((field, field in here) for field in of.fields if field in here or not field.ignorable),
        tuple(field for field in here if field.tag is None),
        tuple(field for field in here if field.tag is not None),
        {field.tag: field for field in of.fields if field.tag is not None},
    )


def default_in(field: Field, version: int) -> Value:
    """What a field is in a version where nothing is said: a value of its own."""
    if field.default is None or field.is_list:
        return None if field.default is None else []
    if isinstance(field.type, Struct):
        here = layout(field.type, version)
        return {each.name: default_in(each, version) for each in (*here.placed, *here.tagged)}
    return field.default


def versions_of(said: str) -> range:
    """Versions such as `3+`, `0-12`, `1` or `all`."""
    if said == "all":
        return ALWAYS
    first, _, last = said.partition("-")
    return range(int(said[:-1]), ALWAYS.stop) if said.endswith("+") else range(int(first), int(last or first) + 1)


class Structs:
    """Makes structs of lines.

    Args:
        lines: By name the lines of structs that are parts.
        is_there: Takes what a line says by its words, and says whether the release has the field.
    """

    def __init__(self, lines: Mapping[str, Iterable[str]], is_there: Callable[[Mapping[str, str]], bool]) -> None:
        self._lines, self._is_there = lines, is_there

    def of(self, name: str, lines: Iterable[str]) -> Struct:
        """The struct of these fields."""
        return Struct(name, tuple(field for line in lines if (field := self._field(line)) is not None))

    def _field(self, line: str) -> Field | None:
        name, kind, *rest = line.split()
        flags = _FLAGS.intersection(rest)
        words = [word for word in rest if word not in flags]
        said = dict(zip(words[::2], words[1::2], strict=True))
        if not self._is_there(said):
            return None
        is_list, of = kind.startswith(_LIST), kind.removeprefix(_LIST)
        type_ = self.of(of, self._lines[of]) if of in self._lines else of
        return Field(
            name=name,
            type=type_,
            is_list=is_list,
            versions=versions_of(said.get("versions", "all")),
            null_in=versions_of(said["nullable"]) if "nullable" in said else NEVER,
            tag=int(said["tag"]) if "tag" in said else None,
            default=_default(type_, said.get("default"), is_list=is_list),
            ignorable="ignorable" in flags,
            inflexible="inflexible" in flags,
            zero_copy="zero-copy" in flags,
            up_to=int(said["up-to"]) if "up-to" in said else None,
        )


def _default(of: str | Struct, said: str | None, *, is_list: bool) -> Value:
    """What a field is where nothing is said: of a struct the struct of its fields' defaults."""
    if said is not None:
        return _said(of, said)
    if is_list:
        return []
    if isinstance(of, Struct):
        return {field.name: field.default for field in of.fields}
    return _DEFAULTS.get(of, 0)


def _said(of: str | Struct, said: str) -> Value:
    if said == "null":
        return None
    match of:
        case "bool":
            return said == "true"
        case "string":
            return said.strip('"')
    return int(said, 0)
