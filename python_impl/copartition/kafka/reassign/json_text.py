"""JSON as Jackson reads it for the reassignment tool: numbers as they are written, and its limits since 2.15.

Python's own decoder is fast, but it goes into each level by a call; what nests deeply is read here, level by level.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Any, Final, NoReturn
from unicodedata import category

from copartition.errors import AdminOperationException, StreamConstraintsException

_DIGITS: Final = 1000
"""Digits of an integer at most: `StreamReadConstraints.getMaxNumberLength()`."""

_DEPTH: Final = 1000
"""Levels of arrays and objects at most: `StreamReadConstraints.getMaxNestingDepth()`."""

_NAME: Final = 50_000
"""UTF-16 units of a field's name at most: `StreamReadConstraints.getMaxNameLength()`."""

_CALLS: Final = 300
"""Levels that Python's decoder is trusted with."""

_SHORT: Final = 19
"""Characters of an integer that is read as one; longer ones fit 64 bits no more, and are never asked for."""

_SPACES: Final = frozenset(" \t\n\r")
_PARTS_OF_NAMES: Final = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Nl", "Nd", "Pc", "Sc", "Mn", "Mc", "Cf"})
"""Categories of characters of which `Character.isJavaIdentifierPart` holds."""
_BRACKETS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
_OPENING: Final = frozenset("[{")
_NAMES: Final = re.compile(r'("(?:[^"\\]|\\.)*")([ \t\n\r]*:)?', re.DOTALL)
_HALVES: Final = re.compile(r"\\.|[\ud800-\udfff]", re.DOTALL)


class Number(str):
    """A number that is no integer of 64 bits, as it was written."""

    __slots__ = ()


def decoded(text: str, at: int, *, limited: bool) -> Any:  # noqa: ANN401 - any JSON value
    """The JSON value that begins at a place; whatever follows it is passed over.

    Args:
        text: The text.
        at: Where the value begins.
        limited: Whether Jackson's limits hold.

    Raises:
        AdminOperationException: There is no JSON value.
        StreamConstraintsException: A number or a name is too long, or something nests too deeply.
    """
    if not text.isascii():
        text = _HALVES.sub(_half_as_escape, text)
    if limited and len(text) > _NAME // 2 and (long := _long_name(text, at)) is not None:
        place, units = long
        try:
            return decoded(text[:place], at, limited=limited)
        except AdminOperationException:  # the value doesn't end before the name
            raise StreamConstraintsException(
                f"Name length ({units}) exceeds the maximum allowed "
                f"({_NAME}, from `StreamReadConstraints.getMaxNameLength()`)"
            ) from None

    def integer(written: str) -> int | Number:
        digits = len(written.removeprefix("-"))
        if limited and digits > _DIGITS:
            raise StreamConstraintsException(
                f"Number value length ({digits}) exceeds the maximum allowed "
                f"({_DIGITS}, from `StreamReadConstraints.getMaxNumberLength()`)"
            )
        return int(written) if len(written) <= _SHORT else Number(written)

    decoder = json.JSONDecoder(parse_constant=_no_number, parse_float=Number, parse_int=integer)
    try:
        if _nests_deeply(text):
            return _level_by_level(text, at, decoder, limited=limited)
        value, end = decoder.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise AdminOperationException(f"The input string is not a valid JSON: {error}") from None
    if _goes_on(value, text[end : end + 1]):
        raise AdminOperationException(f"The input string is not a valid JSON: {text[end]!r} follows {text[at:end]}")
    return value


def _goes_on(value: object, behind: str) -> bool:
    """Whether Jackson takes what stands behind a value for a part of it: a number ends with a space, a word may not."""
    if isinstance(value, (Number, int)) and not isinstance(value, bool):
        return behind not in _SPACES and behind != ""
    if value is None or isinstance(value, bool):
        return "0" <= behind <= "\uffff" and ("\x7f" <= behind <= "\x9f" or category(behind) in _PARTS_OF_NAMES)
    return False


def _half_as_escape(found: re.Match[str]) -> str:
    """Half a surrogate pair as Python joins it to the other half, which may be an escape, too."""
    said = found[0]
    return said if said.startswith("\\") else f"\\u{ord(said):04x}"


def _long_name(text: str, at: int) -> tuple[int, int] | None:
    """Where the first name begins that is too long, and how long it is."""
    for found in _NAMES.finditer(text, at):
        if found[2] and found.end(1) - found.start(1) > _NAME // 2:
            with suppress(json.JSONDecodeError):
                units = len(json.loads(found[1]).encode("utf-16-le", "surrogatepass")) // 2
                if units > _NAME:
                    return found.start(), units
    return None


def _no_number(name: str) -> NoReturn:
    raise AdminOperationException(f"The input string is not a valid JSON: {name} is no number there")


def _nests_deeply(text: str) -> bool:
    if text.count("[") + text.count("{") <= _CALLS:
        return False
    depth = 0
    for found in _BRACKETS.finditer(text):
        depth += 1 if found[0] in _OPENING else -(found[0] in "]}")
        if depth > _CALLS:
            return True
    return False


def _level_by_level(text: str, at: int, decoder: json.JSONDecoder, *, limited: bool) -> Any:  # noqa: ANN401 - as above
    """As `raw_decode`, without a call a level."""
    open_: list[_Open] = []
    while True:
        value: Any
        if text[at : at + 1] in _OPENING:
            if limited and len(open_) == _DEPTH:
                raise StreamConstraintsException(
                    f"Document nesting depth ({_DEPTH + 1}) exceeds the maximum allowed "
                    f"({_DEPTH}, from `StreamReadConstraints.getMaxNestingDepth()`)"
                )
            opened = _Open([] if text[at] == "[" else {})
            at = _after_space(text, at + 1)
            if text[at : at + 1] != opened.end:
                at = opened.next_place(text, at, decoder)
                open_.append(opened)
                continue
            value, at = opened.holds, at + 1
        else:
            value, at = decoder.raw_decode(text, at)
        while open_:
            open_[-1].add(value)
            at = _after_space(text, at)
            if text[at : at + 1] == ",":
                at = open_[-1].next_place(text, _after_space(text, at + 1), decoder)
                break
            if text[at : at + 1] != open_[-1].end:
                raise json.JSONDecodeError("Expecting ',' delimiter", text, at)
            value, at = open_.pop().holds, at + 1
        else:
            return value


class _Open:
    """An array or an object whose end has not come yet."""

    __slots__ = ("_name", "end", "holds")

    def __init__(self, holds: list[Any] | dict[str, Any]) -> None:
        self.holds = holds
        self.end = "]" if isinstance(holds, list) else "}"
        self._name = ""

    def next_place(self, text: str, at: int, decoder: json.JSONDecoder) -> int:
        """Where the next value begins; of an object, its name is read."""
        if isinstance(self.holds, list):
            return at
        if text[at : at + 1] != '"':
            raise json.JSONDecodeError("Expecting property name enclosed in double quotes", text, at)
        self._name, at = decoder.raw_decode(text, at)
        at = _after_space(text, at)
        if text[at : at + 1] != ":":
            raise json.JSONDecodeError("Expecting ':' delimiter", text, at)
        return _after_space(text, at + 1)

    def add(self, value: object) -> None:
        """Takes a value in."""
        if isinstance(self.holds, list):
            self.holds.append(value)
        else:
            self.holds[self._name] = value


def _after_space(text: str, at: int) -> int:
    while text[at : at + 1] in _SPACES:
        at += 1
    return at
