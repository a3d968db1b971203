"""Ways in which a file of golden vectors gets damaged: by disks, editors, merges and people; each drawn from a seed."""

from __future__ import annotations

import copy
import gzip
import json
import re
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

Corruption: TypeAlias = "Callable[[Random, bytes, bytes], bytes]"
"""Takes the text and that of another file; returns the damaged text, which may by chance be the same."""

_NUMBER: Final = re.compile(rb"(?<=[:,\[])\d+")
_WRONG_WORDS: Final = (b"NaN", b"-Infinity", b"1e999", b"00", b"1.0", b"tru", b"'a'", b"9" * 5000, b'"\\ud800"', b"")
_BLANK: Final = (b"\n", b"  \n", b"null\n", b"[]\n")
_HEADER: Final[dict[str, tuple[Any, ...]]] = {
    "schema": ("jarparity-vectors-2", None, 1),
    "operation": ("java.string.hash", "", None, "no.such"),
    "originals": ({}, None, [], {"flink 2.3.0": {}}, {"no line": {}}),
    "generator": ({}, {"kit": "9.9.9", "seed": 20261121}, {"kit": "0.1.0", "seed": 1}, {"kit": 1}, None),
    "cases": (0, -1, 1.0, "2", 10**6, None, True),
    "unordered": ([], None, "all of it", [{"what": "the members"}], [{"what": "the members", "why": "hash maps"}]),
    "excluded": ([], {}, [1], [{"what": "everything", "why": "it is easier", "who": "us"}]),
}


def printed(document: Any) -> bytes:  # noqa: ANN401 - any JSON
    """A document as the fixtures print it: no spaces, pure ASCII."""
    return json.dumps(document, separators=(",", ":")).encode("ascii")


def _flip_bit(random: Random, text: bytes, _other: bytes) -> bytes:
    at = random.randrange(len(text))
    return text[:at] + bytes([text[at] ^ (1 << random.randrange(8))]) + text[at + 1 :]


def _other_bytes(random: Random, text: bytes, _other: bytes) -> bytes:
    at, size = random.randrange(len(text)), random.randint(1, 4)
    return text[:at] + bytes(random.choices([0, 10, 13, 34, 44, 48, 57, 91, 125, 255], k=size)) + text[at + size :]


def _truncated(random: Random, text: bytes, _other: bytes) -> bytes:
    return text[: random.choice([0, random.randrange(len(text)), len(text) - 1])]


def _other_encoding(random: Random, text: bytes, _other: bytes) -> bytes:
    match random.randrange(4):
        case 0:
            return b"\xef\xbb\xbf" + text
        case 1:
            return text.decode("ascii").encode(random.choice(["utf-16", "utf-16-le", "utf-32"]))
        case _:
            at = random.randrange(len(text))
            return text[:at] + random.choice(["é", "\u2028", "😀"]).encode() + text[at + 1 :]


def _of_lines(damaged: Callable[[Random, list[bytes], int, list[bytes]], list[bytes]]) -> Corruption:
    """Damage to the list of lines, at one of them; the last argument is another file's."""

    def corruption(random: Random, text: bytes, other: bytes) -> bytes:
        lines = text.splitlines(keepends=True)
        return b"".join(damaged(random, lines, random.randrange(len(lines)), other.splitlines(keepends=True)))

    return corruption


def _of_a_line(damaged: Callable[[Random, bytes], bytes]) -> Corruption:
    return _of_lines(lambda random, lines, at, _: [*lines[:at], damaged(random, lines[at]), *lines[at + 1 :]])


def _swapped(random: Random, lines: list[bytes], at: int, _other: list[bytes]) -> list[bytes]:
    other = random.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]
    return lines


def _wrong_word(random: Random, line: bytes) -> bytes:
    """What isn't JSON, or isn't ours, in place of a number."""
    places = list(_NUMBER.finditer(line))
    start, end = random.choice(places).span() if places else (0, 0)
    return line[:start] + random.choice(_WRONG_WORDS) + line[end:]


def _deep_nesting(random: Random, line: bytes) -> bytes:
    """Brackets within brackets, more than a parser's stack holds, or just fewer."""
    depth = random.choice([100, 900, 5_000, 100_000])
    value = b"[" * depth + b"]" * depth
    return random.choice([value + b"\n", line.replace(b'"input":{', b'"input":{"x":' + value + b",", 1)])


def _spaces(random: Random, line: bytes) -> bytes:
    """As a formatter leaves a line: blanks, or another order of fields."""
    document, text = json.loads(line), line.rstrip(b"\n")
    reverse = printed(dict(reversed(document.items())))
    return random.choice([json.dumps(document).encode(), reverse, b" " + text, text + b"\t"]) + b"\n"


def _header_field(random: Random, text: bytes, _other: bytes) -> bytes:
    first, _, rest = text.partition(b"\n")
    header, field = json.loads(first), random.choice(list(_HEADER))
    match random.randrange(6):
        case 0:
            header.pop(field, None)
        case 1:
            header["comment"] = "hello"
        case 2 | 3 if isinstance(header.get("originals"), dict):
            header["originals"] = edited(random, header["originals"])
        case _:
            header[field] = random.choice(_HEADER[field])
    return printed(header) + b"\n" + rest


def _of_cases(*fields: str) -> Corruption:
    """Damage to one of these fields of a case."""

    def edit(random: Random, text: bytes, _other: bytes) -> bytes:
        first, *cases = text.splitlines()
        if not cases:
            return text
        at, field = random.randrange(len(cases)), random.choice(fields)
        case = json.loads(cases[at])
        if field in case:
            case[field] = edited(random, case[field])
        elif field in {"tags", "source"}:
            case[field] = random.choice([["seed-0"], ["no-such-tag"], "https://example.org", ""])
        cases[at] = printed(case)
        return b"".join(line + b"\n" for line in (first, *cases))

    return edit


def _exchanged_answers(random: Random, text: bytes, _other: bytes) -> bytes:
    """Two cases have changed answers, or ids."""
    lines = text.splitlines()
    a, b, field = *random.choices(range(1, len(lines)), k=2), random.choice(["answers", "answers", "id"])
    one, two = json.loads(lines[a]), json.loads(lines[b])
    if field in one and field in two:
        one[field], two[field] = two[field], one[field]
        lines[a], lines[b] = printed(one), printed(two)
    return b"".join(line + b"\n" for line in lines)


OF_TEXT: Final[dict[str, Corruption]] = {
    "flip bit": _flip_bit,
    "other bytes": _other_bytes,
    "truncated": _truncated,
    "other encoding": _other_encoding,
    "foreign file": lambda _random, _text, other: other,
    "truncated at a line": _of_lines(lambda _random, lines, at, _: lines[:at]),
    "deleted line": _of_lines(lambda _random, lines, at, _: lines[:at] + lines[at + 1 :]),
    "duplicated line": _of_lines(lambda _random, lines, at, _: lines[: at + 1] + lines[at:]),
    "swapped lines": _of_lines(_swapped),
    "foreign line": _of_lines(
        lambda random, lines, at, other: [*lines[:at], random.choice(other), *lines[at + random.randrange(2) :]]
    ),
    "blank line": _of_lines(lambda random, lines, at, _: [*lines[:at], random.choice(_BLANK), *lines[at:]]),
    "all line ends": lambda random, text, _: text.replace(b"\n", random.choice([b"\r\n", b"\r"])),
    "line end": _of_a_line(lambda random, line: line.rstrip(b"\n") + random.choice([b"\r\n", b"\r"])),
    "merge marks": _of_a_line(lambda _, line: b"<<<<<<< ours\n" + line + b"=======\n" + line + b">>>>>>> theirs\n"),
    "wrong word": _of_a_line(_wrong_word),
    "deep nesting": _of_a_line(_deep_nesting),
    "spaces": _of_a_line(_spaces),
    "header field": _header_field,
    "edited input": _of_cases("input"),
    "edited answers": _of_cases("answers"),
    "edited field": _of_cases("id", "tags", "source"),
    "exchanged answers": _exchanged_answers,
}
"""By name, damage to a text, whether it is packed afterwards or not."""

OF_PACKED: Final[dict[str, Corruption]] = {
    "packed: flip bit": _flip_bit,
    "packed: truncated": _truncated,
    "packed: other bytes": _other_bytes,
    "packed: two members": lambda _random, raw, other: raw + gzip.compress(other, mtime=0),
    "packed: trailing bytes": lambda random, raw, _: raw + random.choice([b"\0" * 8, b"x", b"\n"]),
    "packed: wrong trailer": lambda random, raw, other: raw[:-8] + _flip_bit(random, raw[-8:], other),
    "packed: wrong front": lambda random, raw, other: _flip_bit(random, raw[:10], other) + raw[10:],
    "packed: unpacked": lambda _random, raw, _: gzip.decompress(raw),
}
"""By name, damage to a packed file's bytes."""


def edited(random: Random, document: Any) -> Any:  # noqa: ANN401 - any JSON
    """The document with one place changed, such that it may well stay a valid one; the one given stays as it is."""
    holder = [copy.deepcopy(document)]
    container, key = random.choice(list(_places(holder)))
    value = container[key]
    if not value or not isinstance(value, (list, dict)) or random.getrandbits(1):
        container[key] = random.choice(_others(random, value))
    elif isinstance(value, dict):
        chosen = random.choice(list(value))
        kept = value.pop(chosen)
        if random.getrandbits(1):
            value[chosen + random.choice(["x", "", " "])] = kept
    else:
        at, other = random.randrange(len(value)), random.randrange(len(value))
        container[key] = random.choice(
            [value[:at] + value[at + 1 :], value[: at + 1] + value[at:], value[::-1], value[other:] + value[:other]]
        )
    return holder[0]


def _places(container: Any) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401 - any JSON
    for key in range(len(container)) if isinstance(container, list) else list(container):
        yield container, key
        if isinstance(container[key], (list, dict)):
            yield from _places(container[key])


def _others(random: Random, value: Any) -> list[Any]:  # noqa: ANN401, PLR0911 - any JSON; one return a type
    match value:
        case bool():
            return [not value, int(value), None]
        case int():
            return [value + 1, value - 1, -value, value * 10, 2**31, value + 0.5, str(value), None]
        case str() if value.lstrip("-").isdigit():
            return [str(int(value) + 1), value + "0", f"0{value}", f"-{value}", str(2**63), int(value)]
        case str() if value:
            at, letter = random.randrange(len(value)), random.choice("aZ09-/é\ud800 ")
            return [value[:at] + letter + value[at + 1 :], value[:at] + value[at + 1 :], value + letter]
        case list():
            return [[], [None], [[]], {}, None, [value]]
        case dict():
            return [{}, [], None, {"a": 1}, {**value, "more": 1}]
        case _:
            return ["a", "\0", 0, "", False, [], {}, None]
