"""JSON that a person wrote, in a file or an option: what is wrong with it is said in words that lead to the place."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import TYPE_CHECKING, Final, Never

if TYPE_CHECKING:
    from jarparity.answers import JSON

_DIGITS: Final = 4300
"""As many as Python reads of a whole number at most."""


def parse(text: bytes | str) -> JSON:
    """The document that a text is.

    Raises:
        ValueError: It is none, or has a name twice in an object, or a number that JSON or a double hasn't.
    """
    written = text if isinstance(text, str) else _decoded(text)
    if written.startswith("\ufeff"):
        raise ValueError("the JSON begins with a byte order mark: save it as UTF-8 without one")
    if not written.strip():
        raise ValueError("there is no JSON: the text is empty")
    try:
        return _DECODE(written)
    except json.JSONDecodeError as wrong:
        raise ValueError(f"no JSON at line {wrong.lineno}, column {wrong.colno}: {wrong.msg}") from None
    except RecursionError:
        raise ValueError("the JSON is nested too deeply to be read") from None


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise ValueError(f"the JSON is not UTF-8 (byte {wrong.start}): save it as UTF-8") from None


def _whole(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise ValueError(f"a number of the JSON has {len(digits):,} digits, and may have {_DIGITS:,}")
    return int(digits)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"the JSON has the number {text[:40]}, which a double doesn't hold")
    return number


def _refuse(constant: str) -> Never:
    raise ValueError(f"the JSON has {constant}, which is no number of JSON")


def _distinct(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise ValueError(f"an object of the JSON has {twice!r} twice: write each name once")
    return found


_DECODE: Final = json.JSONDecoder(
    parse_int=_whole, parse_float=_finite, parse_constant=_refuse, object_pairs_hook=_distinct
).decode
