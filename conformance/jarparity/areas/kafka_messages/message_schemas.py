"""The JSON Schemas of messages, the rules of their fields, and the first release that can be asked."""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.areas.kafka_messages.fields import UNKNOWN
from jarparity.areas.kafka_messages.message_types import messages, of_version, requests_and_responses
from jarparity.areas.kafka_messages.record_schemas import VERSION
from jarparity.values.shapes import HEX, by_name, either_direction, record, ref

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from jarparity.answers import JSON
    from jarparity.areas.kafka_messages.fields import Field
    from jarparity.operations import Problem

_MESSAGE: Final = {"description": "The name of a message of Kafka's: JoinGroupRequest.", "enum": [*messages()]}
_FIELDS: Final = by_name(ref("message-field"), "Fields by their names.")
_HIGHEST_TAG: Final = (1 << 31) - 2
_ASKED: Final = {"message": _MESSAGE, "version": VERSION}

INPUT: Final = either_direction(
    record(direction={"const": "encode"}, **_ASKED, value=_FIELDS),
    record(direction={"const": "decode"}, **_ASKED, bytes=HEX),
)
ANSWER: Final[JSON] = {"if": {"type": "object"}, "then": _FIELDS, "else": HEX}
HEADER_INPUT: Final = record(
    message={"description": "The name of a request or a response.", "enum": [*requests_and_responses()]},
    version=VERSION,
)
HEADER: Final = record(
    api={"description": "The number of the API.", "type": "integer", "minimum": 0, "maximum": 32767},
    header={"description": "The version of the header.", "type": "integer", "minimum": 0, "maximum": 2},
)

_HEX: Final = re.compile("([0-9a-f]{2})*")
_FLOAT: Final = re.compile("[0-9a-f]{16}")
_DECIMAL: Final = re.compile("0|-?[1-9][0-9]{0,18}")
_UUID: Final = re.compile("[A-Za-z0-9_-]{21}[AQgw]")


_Form: TypeAlias = "tuple[str, Callable[[JSON], bool]]"


def problems(document: JSON) -> Iterator[Problem]:
    """Each field of a message to be written that no release has in this version, or that has another type."""
    if document["direction"] == "decode":
        return
    of = of_version(document["message"], document["version"]) or messages()[document["message"]][-1]
    yield from _of_struct("value", of.fields, document["value"])


def first_of(document: JSON) -> str:
    """The first release from which on each has the message, and the fields of a version that it has."""
    forms = messages()[document["message"]]
    first = first_with_message(document)
    if document["direction"] == "decode":
        return first
    for form, newer in pairwise(forms):
        if document["version"] in form.versions and any(_of_struct("value", form.fields, document["value"])):
            first = newer.since
    return first


def first_with_message(document: JSON) -> str:
    """The first release that has the message."""
    return messages()[document["message"]][0].since


def _of_struct(path: str, fields: tuple[Field, ...], value: JSON) -> Iterator[Problem]:
    if not isinstance(value, dict):
        yield path, "must be an object of fields"
        return
    known = {field.name: field for field in fields}
    for name, given in value.items():
        if name == UNKNOWN:
            yield from _of_tags(f"{path}.{name}", given)
        elif name not in known:
            yield f"{path}.{name}", f"is no field: there are {', '.join(known)}"
        else:
            yield from _of_field(f"{path}.{name}", known[name], given)


def _of_tags(path: str, given: JSON) -> Iterator[Problem]:
    rule = f'must be a list of {{"tag": 0 to {_HIGHEST_TAG}, "data": hex}}'
    if not isinstance(given, list):
        yield path, rule
        return
    for place, each in enumerate(given):
        if (
            not isinstance(each, dict)
            or set(each) != {"tag", "data"}
            or not _is_number(each["tag"], 0, _HIGHEST_TAG)
            or not _is_text(each["data"], _HEX)
        ):
            yield f"{path}[{place}]", rule


def _of_field(path: str, field: Field, given: JSON) -> Iterator[Problem]:
    if given is None and field.can_be_null:
        return  # Kafka refuses it, where it may not be
    if not field.is_list:
        yield from _of_one(path, field, given)
    elif isinstance(given, list):
        for place, item in enumerate(given):
            yield from _of_one(f"{path}[{place}]", field, item)
    else:
        yield path, "must be a list"


def _of_one(path: str, field: Field, given: JSON) -> Iterator[Problem]:
    if field.fields:
        yield from _of_struct(path, field.fields, given)
        return
    rule, fits = _FORMS[field.type]
    if not fits(given):
        yield path, f"must be {rule}"


def _is_number(given: JSON, least: int, most: int) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and least <= given <= most


def _is_text(given: JSON, form: re.Pattern[str]) -> bool:
    return isinstance(given, str) and form.fullmatch(given) is not None


def _is_int64(given: JSON) -> bool:
    if not _is_text(given, _DECIMAL):
        return False
    return -(1 << 63) <= int(given) < 1 << 63


def _integer(bits: int) -> _Form:
    least = -(1 << bits - 1)
    return f"{least} to {-least - 1}", partial(_is_number, least=least, most=-least - 1)


_HEX_DIGITS: Final[_Form] = "hex digits, two a byte, in lower case", partial(_is_text, form=_HEX)
_FORMS: Final[dict[str, _Form]] = {
    "bool": ("true or false", lambda given: isinstance(given, bool)),
    "bytes": _HEX_DIGITS,
    "float64": ("the 16 hex digits of its bits", partial(_is_text, form=_FLOAT)),
    "int8": _integer(8),
    "int16": _integer(16),
    "int32": _integer(32),
    "int64": ("a decimal string of 64 bits", _is_int64),
    "records": _HEX_DIGITS,
    "string": ("a string", lambda given: isinstance(given, str)),
    "uint16": ("0 to 65535", partial(_is_number, least=0, most=65535)),
    "uuid": ("an id in base64url, 22 letters", partial(_is_text, form=_UUID)),
}
"""Of each type what a value must be, in words, and whether one is."""
