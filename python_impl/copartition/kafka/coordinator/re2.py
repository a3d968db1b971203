"""Regular expressions as RE2 reads them, which brokers use, for Python's `re`, which reads many otherwise.

To Python `[[:digit:]]` is a set of the letters of "digit", `a{,5}` repeats, `a++` is no error, and `(?i)` may stand at
the beginning only. Python tries what RE2 counts: an expression such as `(a|a)*b` may take it long.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from copartition.kafka.coordinator.re2_classes import (
    PERL,
    SCRIPTS,
    Ranges,
    any_case,
    negated,
    posix,
    unicode_class,
    with_other_case,
)

if TYPE_CHECKING:
    from copartition.kafka.group.releases import Release

_MOST: Final = 1000
"""A repetition counts no further."""
_CONTROLS: Final = {"a": "\a", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_REPEATED: Final = re.compile(r"\{(0|[1-9][0-9]*)(?:(,)(0|[1-9][0-9]*)?)?\}")
_NAMED: Final = re.compile(r"\(\?(?:P?<)([^>]*)>")
_FLAGS: Final = re.compile(r"\(\?([imsU]*)(-?)([imsU]*)([:)])")
_OCTAL: Final = re.compile(r"0[0-7]{0,2}|[1-7][0-7]{1,2}")
_HEXADECIMAL: Final = re.compile(r"x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))")
_LAST: Final = 0x10FFFF
_NAMED_AS_PERL: Final = (4, 1)
"""From this release on brokers have RE2/J 1.8, which knows `(?<name>`; before, `(?P<name>` alone."""


class Re2SyntaxError(ValueError):
    """RE2 refuses the expression; the message is RE2/J's description."""


@dataclass(frozen=True, slots=True)
class _Flags:
    """What is switched on: `i`, `m` and `s`; `U` prefers the shortest match, and a whole text has one only."""

    fold: bool = False
    many: bool = False
    dot_all: bool = False

    def changed(self, letters: str, *, on: bool) -> _Flags:
        names = {"i": "fold", "m": "many", "s": "dot_all"}
        return replace(self, **{names[letter]: on for letter in letters if letter in names})


class _Repeated(str):
    """What is repeated, with how often: to repeat it once more takes parentheses."""

    __slots__ = ()


@dataclass(slots=True)
class _Group:
    """An open parenthesis: the alternatives so far, of which the last is being read.

    Attributes:
        flags: Those that hold again behind it.
        parts: By alternative what has been read, one text for each thing that can be repeated.
    """

    flags: _Flags
    parts: list[list[str]] = field(default_factory=lambda: [[]])

    def text(self) -> str:
        return "|".join(map("".join, self.parts))

    def part(self) -> str:
        """The group as something that can be repeated, in few parentheses: Python reads some hundred."""
        only = self.parts[0][0] if len(self.parts) == len(self.parts[0]) == 1 else None
        return f"(?:{self.text()})" if only is None or isinstance(only, _Repeated) else only


@lru_cache(maxsize=256)
def compiled(regex: str, release: Release) -> re.Pattern[str]:
    """The pattern whose `fullmatch` is RE2/J's `matches`.

    Args:
        regex: The regular expression.
        release: Of the broker.

    Raises:
        Re2SyntaxError: RE2/J refuses the expression.
        ValueError: It asks for a Unicode class that isn't known here, or has more parentheses in each other than Python
            reads.

    Original: `com.google.re2j.Pattern.compile(String)`.
    """
    read = _Reader(regex, ("(?P<", "(?<") if release >= _NAMED_AS_PERL else ("(?P<",)).read()
    try:
        return re.compile(read)
    except RecursionError:
        raise ValueError(
            "the regular expression has parentheses in parentheses, too many for Python; write it flatter"
        ) from None


class _Reader:
    """Reads one expression: `com.google.re2j.Parser.parseInternal`."""

    def __init__(self, regex: str, names_begin: tuple[str, ...]) -> None:
        self._regex = regex
        self._names_begin = names_begin
        self._at = 0
        self._flags = _Flags()
        self._groups = [_Group(self._flags)]
        self._names: set[str] = set()

    def read(self) -> str:
        repeated = False
        while self._at < len(self._regex):
            repeated = self._step(repeated=repeated)
        if len(self._groups) > 1:
            raise Re2SyntaxError("missing closing )")
        return self._groups[0].text()

    def _step(self, *, repeated: bool) -> bool:
        """Reads one thing; whether it repeats the one before it."""
        char = self._regex[self._at]
        if char in "*+?" or (char == "{" and _REPEATED.match(self._regex, self._at)):
            self._repeat(twice=repeated)
            return True
        if char == "(":
            self._open()
        elif char == ")":
            self._close()
        elif char == "|":
            self._at += 1
            self._groups[-1].parts.append([])
        elif char == "[":
            self._at += 1
            self._add(_set(self._class()))
        elif char == "\\":
            self._escape()
        else:
            self._at += 1
            self._plain(char)
            return char == "{"  # RE2/J takes one that counts nothing for a repetition, too, if another follows
        return False

    def _plain(self, char: str) -> None:
        if char == "^":
            self._add(r"(?m:^)" if self._flags.many else r"(?:\A)")
        elif char == "$":
            self._add(r"(?m:$)" if self._flags.many else r"(?:\Z)")
        elif char == ".":
            self._add(r"(?s:.)" if self._flags.dot_all else r"[^\n]")
        else:
            self._add(self._literal(char))

    def _add(self, text: str) -> None:
        self._groups[-1].parts[-1].append(text)

    def _literal(self, char: str) -> str:
        return _set(any_case(ord(char))) if self._flags.fold else re.escape(char)

    def _folded(self, ranges: Ranges) -> Ranges:
        """Python's own flag takes more for alike: `i` and the one without a dot."""
        return with_other_case(ranges) if self._flags.fold else ranges

    def _repeat(self, *, twice: bool) -> None:
        counted = _REPEATED.match(self._regex, self._at)
        operator = counted[0] if counted else self._regex[self._at]
        parts = self._groups[-1].parts[-1]
        if counted:
            least, comma, most = counted.groups()
            if int(least) > _MOST or (most and (int(most) > _MOST or int(most) < int(least))):
                raise Re2SyntaxError("invalid repeat count")
            operator = f"{{{least}{comma or ''}{most or ''}}}"
        self._at += len(counted[0] if counted else operator)
        if self._regex.startswith("?", self._at):  # the shortest first, and a whole text has one match only
            self._at += 1
        if twice:
            raise Re2SyntaxError("invalid nested repetition operator")
        if not parts:
            raise Re2SyntaxError("missing argument to repetition operator")
        part = parts.pop()
        parts.append(_Repeated(f"(?:{part}){operator}" if isinstance(part, _Repeated) else f"{part}{operator}"))

    def _open(self) -> None:
        if not self._regex.startswith("(?", self._at):
            self._at += 1
            self._groups.append(_Group(self._flags))
        elif self._regex.startswith(self._names_begin, self._at):
            self._open_named()
        else:
            self._open_with_flags()

    def _open_named(self) -> None:
        found = _NAMED.match(self._regex, self._at)
        if found is None or not re.fullmatch(r"[0-9A-Za-z_]+", found[1]):
            raise Re2SyntaxError("invalid named capture")
        if found[1] in self._names:
            raise Re2SyntaxError("duplicate capture group name")
        self._names.add(found[1])
        self._at = found.end()
        self._groups.append(_Group(self._flags))

    def _open_with_flags(self) -> None:
        found = _FLAGS.match(self._regex, self._at)
        if found is None or (found[2] and not found[3]):
            raise Re2SyntaxError("invalid or unsupported Perl syntax")
        self._at = found.end()
        if found[4] == ":":
            self._groups.append(_Group(self._flags))
        self._flags = self._flags.changed(found[1], on=True).changed(found[3], on=False)

    def _close(self) -> None:
        if len(self._groups) == 1:
            raise Re2SyntaxError("regexp/syntax: internal error")
        self._at += 1
        group = self._groups.pop()
        self._flags = group.flags
        self._add(group.part())

    def _escape(self) -> None:
        """What begins with a backslash, outside of brackets."""
        letter = self._regex[self._at + 1 : self._at + 2]
        if letter == "Q":
            end = self._regex.find(r"\E", self._at + 2)
            quoted = self._regex[self._at + 2 : end if end >= 0 else None]
            self._at = end + 2 if end >= 0 else len(self._regex)
            for char in quoted:
                self._add(self._literal(char))
        elif letter and letter in "AbBz":
            self._at += 2
            self._add({"A": r"(?:\A)", "b": r"(?a:\b)", "B": r"(?a:(?!\b))", "z": r"(?:\Z)"}[letter])
        else:
            ranges = self._escaped_class()
            self._add(self._literal(self._escaped_char()) if ranges is None else _set(ranges))

    def _escaped_class(self) -> Ranges | None:
        r"""Such as `\d` and `\pL`; None where something else stands here."""
        letter = self._regex[self._at + 1 : self._at + 2]
        if letter in {"p", "P"}:
            return self._unicode_class(letter)
        if not letter or letter.lower() not in PERL:
            return None
        self._at += 2
        ranges = self._folded(PERL[letter.lower()])
        return negated(ranges) if letter.isupper() else ranges

    def _unicode_class(self, letter: str) -> Ranges:
        start, self._at = self._at, self._at + 2
        name = self._regex[self._at : self._at + 1]
        if name == "{":
            end = self._regex.find("}", self._at)
            if end < 0:
                raise Re2SyntaxError("invalid character class range")
            name = self._regex[self._at + 1 : end]
            self._at = end
        self._at += 1
        absent = letter == "P"
        if name.startswith("^"):
            absent, name = not absent, name[1:]
        ranges = unicode_class(name, fold=self._flags.fold)
        if ranges is None and name not in SCRIPTS:
            raise Re2SyntaxError("invalid character class range")
        if ranges is None:
            raise ValueError(
                f"{self._regex[start : self._at]} isn't known here: of Unicode's classes write a general category, "
                r"such as \pL, or ranges of letters"
            )
        return negated(ranges) if absent else ranges

    def _escaped_char(self) -> str:
        """A single character behind a backslash: `Parser.parseEscape`."""
        self._at += 1
        if self._at == len(self._regex):
            raise Re2SyntaxError("trailing backslash at end of expression")
        char = self._regex[self._at]
        if octal := _OCTAL.match(self._regex, self._at):
            self._at = octal.end()
            return chr(int(octal[0], 8))
        if hexadecimal := _HEXADECIMAL.match(self._regex, self._at):
            self._at = hexadecimal.end()
            code = int(hexadecimal[1] or hexadecimal[2], 16)
            if code > _LAST:
                raise Re2SyntaxError("invalid escape sequence")
            return chr(code)
        self._at += 1
        if char in _CONTROLS:
            return _CONTROLS[char]
        if char.isascii() and char.isalnum():
            raise Re2SyntaxError("invalid escape sequence")
        return char

    def _class(self) -> Ranges:
        """What stands in brackets, behind the first: `Parser.parseClass`."""
        absent = self._regex.startswith("^", self._at)
        self._at += absent
        first, ranges = True, Ranges()
        while first or not self._regex.startswith("]", self._at):
            first = False
            ranges += self._class_part()
        self._at += 1
        return negated(ranges) if absent else ranges

    def _class_part(self) -> Ranges:
        if self._regex.startswith("[:", self._at):
            end = self._regex.find(":]", self._at + 1)
            if end >= 0:
                ranges = posix(self._regex[self._at + 2 : end], fold=self._flags.fold)
                if ranges is None:
                    raise Re2SyntaxError("invalid character class range")
                self._at = end + 2
                return ranges
        if self._regex.startswith("\\", self._at):
            escaped = self._escaped_class()
            if escaped is not None:
                return escaped
        low = high = self._class_char()
        if self._regex.startswith("-", self._at) and not self._regex.startswith("-]", self._at):
            self._at += 1
            high = self._class_char()
            if high < low:
                raise Re2SyntaxError("invalid character class range")
        return self._folded(Ranges(((ord(low), ord(high)),)))

    def _class_char(self) -> str:
        if self._at == len(self._regex):
            raise Re2SyntaxError("missing closing ]")
        if self._regex[self._at] == "\\":
            return self._escaped_char()
        self._at += 1
        return self._regex[self._at - 1]


def _set(ranges: Ranges) -> str:
    """The ranges as Python writes them."""
    if not ranges:
        return r"(?!)"
    written = (_quoted(low) if low == high else f"{_quoted(low)}-{_quoted(high)}" for low, high in ranges)
    return f"[{''.join(written)}]"


def _quoted(code: int) -> str:
    return f"\\U{code:08x}"
