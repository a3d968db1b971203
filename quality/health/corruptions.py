"""Ways in which a file of golden vectors gets damaged: by disks, editors, merges and people; each drawn from a seed."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from quality.health import edited_json

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

Corruption: TypeAlias = "Callable[[Random, bytes, bytes], bytes]"
"""Takes the text and that of another file; returns the damaged text, which may by chance be the same."""

_WRONG_WORDS: Final = (b"NaN", b"-Infinity", b"1e999", b"00", b"1.0", b"tru", b"'a'", b"9" * 5000, b'"\\ud800"', b"")
_HEADER: Final[dict[str, tuple[Any, ...]]] = {
    "schema": ("jarparity-vectors-2", None, 1),
    "operation": ("java.string.hash", "", None, "no.such"),
    "originals": ({}, None, [], {"flink 2.3.0": {}}, {"no line": {}}),
    "generator": ({}, {"kit": "9.9.9", "seed": 20261121}, {"kit": "0.1.0", "seed": 1}, {"kit": 1}, None),
    "cases": (0, -1, 1.0, "2", 10**6, None, True),
    "unordered": ([], None, "all of it", [{"what": "the members"}], [{"what": "the members", "why": "hash maps"}]),
    "excluded": ([], {}, [1], [{"what": "everything", "why": "it is easier", "who": "us"}]),
}


def flip_bit(random: Random, text: bytes, _other: bytes) -> bytes:
    """One bit of one byte."""
    at = random.randrange(len(text))
    return text[:at] + bytes([text[at] ^ (1 << random.randrange(8))]) + text[at + 1 :]


def other_byte(random: Random, text: bytes, _other: bytes) -> bytes:
    """A few bytes are others, NUL and newline among them."""
    at, size = random.randrange(len(text)), random.randint(1, 4)
    return text[:at] + bytes(random.choices([0, 10, 13, 34, 44, 48, 57, 91, 125, 255], k=size)) + text[at + size :]


def truncated(random: Random, text: bytes, _other: bytes) -> bytes:
    """Cut off anywhere; also to nothing."""
    return text[: random.choice([0, random.randrange(len(text)), len(text) - 1])]


def truncated_at_a_line(random: Random, text: bytes, _other: bytes) -> bytes:
    """Whole lines are missing from the end."""
    lines = text.splitlines(keepends=True)
    return b"".join(lines[: random.randrange(len(lines))])


def deleted_line(random: Random, text: bytes, _other: bytes) -> bytes:
    """A line is missing."""
    lines = text.splitlines(keepends=True)
    del lines[random.randrange(len(lines))]
    return b"".join(lines)


def duplicated_line(random: Random, text: bytes, _other: bytes) -> bytes:
    """A line stands twice."""
    lines = text.splitlines(keepends=True)
    at = random.randrange(len(lines))
    return b"".join([*lines[:at], lines[at], *lines[at:]])


def swapped_lines(random: Random, text: bytes, _other: bytes) -> bytes:
    """Two lines have changed places."""
    lines = text.splitlines(keepends=True)
    a, b = random.randrange(len(lines)), random.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return b"".join(lines)


def foreign_line(random: Random, text: bytes, other: bytes) -> bytes:
    """Another file's line stands in place of one, or beside it."""
    lines, theirs = text.splitlines(keepends=True), other.splitlines(keepends=True)
    at = random.randrange(len(lines))
    lines[at : at + random.randrange(2)] = [random.choice(theirs)]
    return b"".join(lines)


def foreign_file(_random: Random, _text: bytes, other: bytes) -> bytes:
    """Another file under this name."""
    return other


def merge_marks(random: Random, text: bytes, _other: bytes) -> bytes:
    """A merge that nobody resolved."""
    lines = text.splitlines(keepends=True)
    at = random.randrange(len(lines))
    lines[at : at + 1] = [b"<<<<<<< ours\n", lines[at], b"=======\n", lines[at], b">>>>>>> theirs\n"]
    return b"".join(lines)


def blank_line(random: Random, text: bytes, _other: bytes) -> bytes:
    """An empty line, or one of spaces."""
    lines = text.splitlines(keepends=True)
    lines.insert(random.randrange(len(lines) + 1), random.choice([b"\n", b"  \n", b"null\n", b"[]\n"]))
    return b"".join(lines)


def line_ends(random: Random, text: bytes, _other: bytes) -> bytes:
    """Another system's line ends, everywhere or on one line."""
    if random.random() < 0.5:  # noqa: PLR2004 - a coin
        return text.replace(b"\n", random.choice([b"\r\n", b"\r"]))
    lines = text.split(b"\n")
    lines[random.randrange(len(lines) - 1)] += b"\r"
    return b"\n".join(lines)


def other_encoding(random: Random, text: bytes, _other: bytes) -> bytes:
    """A byte-order mark, UTF-16, or a character that is no ASCII."""
    match random.randrange(4):
        case 0:
            return b"\xef\xbb\xbf" + text
        case 1:
            return text.decode("ascii").encode(random.choice(["utf-16", "utf-16-le", "utf-32"]))
        case _:
            at = random.randrange(len(text))
            return text[:at] + random.choice(["é", "\u2028", "😀"]).encode() + text[at + 1 :]


def wrong_word(random: Random, text: bytes, _other: bytes) -> bytes:
    """What is no JSON, or none of ours, in place of a number."""
    lines = text.split(b"\n")
    at = random.randrange(len(lines) - 1)
    places = [n for n in range(1, len(lines[at])) if lines[at][n : n + 1].isdigit() and lines[at][n - 1] in b":[,"]
    if places:
        start = random.choice(places)
        end = start
        while lines[at][end : end + 1].isdigit():
            end += 1
        lines[at] = lines[at][:start] + random.choice(_WRONG_WORDS) + lines[at][end:]
    return b"\n".join(lines)


def deep_nesting(random: Random, text: bytes, _other: bytes) -> bytes:
    """Brackets within brackets, more than a parser's stack holds, or just fewer."""
    depth = random.choice([100, 900, 5_000, 100_000])
    lines = text.split(b"\n")
    at = random.randrange(len(lines) - 1)
    value = b"[" * depth + b"]" * depth
    lines[at] = random.choice([value, lines[at].replace(b'"input":{', b'"input":{"x":' + value + b",", 1)])
    return b"\n".join(lines)


def spaces(random: Random, text: bytes, _other: bytes) -> bytes:
    """A formatter was here: blanks, or another order of fields."""
    lines = text.split(b"\n")
    at = random.randrange(len(lines) - 1)
    document = json.loads(lines[at])
    lines[at] = random.choice(
        [
            json.dumps(document).encode(),
            json.dumps(dict(reversed(document.items())), separators=(",", ":")).encode(),
            b" " + lines[at],
            lines[at] + b"\t",
        ]
    )
    return b"\n".join(lines)


def header_field(random: Random, text: bytes, _other: bytes) -> bytes:
    """A field of the header is another, is missing, or is too many."""
    first, _, rest = text.partition(b"\n")
    header = json.loads(first)
    field = random.choice(list(_HEADER))
    match random.randrange(6):
        case 0:
            header.pop(field, None)
        case 1:
            header["comment"] = "hello"
        case 2 | 3 if isinstance(header.get("originals"), dict):
            header["originals"] = edited_json.edit(random, header["originals"])
        case _:
            header[field] = random.choice(_HEADER[field])
    return edited_json.line(header) + b"\n" + rest


def edited_input(random: Random, text: bytes, _other: bytes) -> bytes:
    """A number, text, list or field in an input is another."""
    return _edited(random, text, "input")


def edited_answers(random: Random, text: bytes, _other: bytes) -> bytes:
    """A number, text, list or field in the answers is another."""
    return _edited(random, text, "answers")


def edited_field(random: Random, text: bytes, _other: bytes) -> bytes:
    """Another id, tag or source."""
    return _edited(random, text, random.choice(["id", "tags", "source"]))


def exchanged_answers(random: Random, text: bytes, _other: bytes) -> bytes:
    """Two cases have changed answers, or ids."""
    lines = text.split(b"\n")
    a, b = random.randrange(1, len(lines) - 1), random.randrange(1, len(lines) - 1)
    one, two = json.loads(lines[a]), json.loads(lines[b])
    field = random.choice(["answers", "answers", "id"])
    if field in one and field in two:
        one[field], two[field] = two[field], one[field]
        lines[a], lines[b] = edited_json.line(one), edited_json.line(two)
    return b"\n".join(lines)


def _edited(random: Random, text: bytes, field: str) -> bytes:
    lines = text.split(b"\n")
    if len(lines) < 3:  # noqa: PLR2004 - the header and the end: no case
        return text
    at = random.randrange(1, len(lines) - 1)
    document = json.loads(lines[at])
    if field in document:
        document[field] = edited_json.edit(random, document[field])
    elif field in {"tags", "source"}:
        document[field] = random.choice([["seed-0"], ["no-such-tag"], "https://example.org", ""])
    lines[at] = edited_json.line(document)
    return b"\n".join(lines)


OF_TEXT: Final[dict[str, Corruption]] = {
    function.__name__.replace("_", " "): function
    for function in (
        flip_bit,
        other_byte,
        truncated,
        truncated_at_a_line,
        deleted_line,
        duplicated_line,
        swapped_lines,
        foreign_line,
        foreign_file,
        merge_marks,
        blank_line,
        line_ends,
        other_encoding,
        wrong_word,
        deep_nesting,
        spaces,
        header_field,
        edited_input,
        edited_answers,
        edited_field,
        exchanged_answers,
    )
}


def _two_members(_random: Random, raw: bytes, other: bytes) -> bytes:
    """Another packed file behind this one: gzip reads both."""
    return raw + gzip.compress(other, mtime=0)


def _trailing(random: Random, raw: bytes, _other: bytes) -> bytes:
    return raw + random.choice([b"\0" * 8, b"x", b"\n"])


def _wrong_trailer(random: Random, raw: bytes, _other: bytes) -> bytes:
    at = len(raw) - random.randint(1, 8)
    return raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]


def _wrong_front(random: Random, raw: bytes, _other: bytes) -> bytes:
    at = random.randrange(10)
    return raw[:at] + bytes([raw[at] ^ (1 << random.randrange(8))]) + raw[at + 1 :]


def _unpacked(_random: Random, raw: bytes, _other: bytes) -> bytes:
    """The text under the packed file's name."""
    return gzip.decompress(raw)


OF_PACKED: Final[dict[str, Corruption]] = {
    "packed: flip bit": flip_bit,
    "packed: truncated": truncated,
    "packed: other byte": other_byte,
    "packed: two members": _two_members,
    "packed: trailing bytes": _trailing,
    "packed: wrong trailer": _wrong_trailer,
    "packed: wrong front": _wrong_front,
    "packed: unpacked": _unpacked,
}
