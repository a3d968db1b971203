"""Words that the project gave up for the field's own: pages, docstrings and messages have none of them."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import click

from quality.pages import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RETIRED: Final = {
    r"belongs into": "run it on",
    r"desks?": "request handler, sandbox, release context",
    r"duels?": "pairing",
    r"furnish\w*": "populate",
    r"hangs? on": "depends on",
    r"hostile": "malformed",
    r"jury|witness\w*": "arbiter",
    r"lawful|unlawful": "valid, contract-violating",
    r"leash": "parent-death watchdog",
    r"mend(?:s|ed|ing)?": "fix",
    r"misread\w*": "input-misinterpretation",
    r"own assignors?": "custom assignor",
    r"rubbish": "a line that is not JSON",
    r"small worlds?": "exhaustive small scope",
    r"spoil\w*": "affect, faulty",
    r"takers?": "eligible lines",
    r"unsteady": "flaky, non-deterministic",
    r"wish(?:es)?": "request",
    r"worked (?:ports?|cases?)": "example ports, hand-written cases",
}
"""By regular expression what to write instead."""
_WORD: Final = re.compile(rf"\b(?:{'|'.join(RETIRED)})\b", re.IGNORECASE)
_CODE: Final = re.compile(r"^```.*?^```$|`[^`\n]*`|\]\([^)]*\)", re.MULTILINE | re.DOTALL)
"""What isn't prose: code, and where a link leads."""
_PAGES: Final = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md", "docs/findings/*.md")
_SOURCES: Final = ("conformance/jarparity/**/*.py", "python_impl/copartition/**/*.py", "quality/**/*.py")
_ITSELF: Final = "quality/words.py"


@dataclass(frozen=True, slots=True)
class Met:
    """A retired word where it shouldn't be.

    Attributes:
        place: File and line.
        word: As it is written there.
        instead: What to write.
    """

    place: str
    word: str
    instead: str

    def __str__(self) -> str:
        return f"{self.place}: {self.word!r} is retired: write {self.instead}"


def met(root: Path = ROOT) -> list[Met]:
    """Retired words in pages and in the strings of Python files, docstrings among them."""
    return [*_in_pages(root), *_in_sources(root)]


def retired(text: str) -> Iterator[tuple[int, str, str]]:
    """Retired words of a text, outside of code: the line within it, from 0, the word, and what to write."""
    prose = _CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), text)
    for found in _WORD.finditer(prose):
        instead = next(words for pattern, words in RETIRED.items() if re.fullmatch(pattern, found[0], re.IGNORECASE))
        yield prose.count("\n", 0, found.start()), found[0], instead


def _in_pages(root: Path) -> Iterator[Met]:
    for page in sorted(path for glob in _PAGES for path in root.glob(glob)):
        for line, word, instead in retired(page.read_text("utf-8")):
            yield Met(f"{page.relative_to(root)}:{line + 1}", word, instead)


def _in_sources(root: Path) -> Iterator[Met]:
    for source in sorted(path for glob in _SOURCES for path in root.glob(glob)):
        name = source.relative_to(root).as_posix()
        if name == _ITSELF:
            continue
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            # A name is an identifier of some kind, and stays; prose has a space.
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
                for line, word, instead in retired(node.value):
                    yield Met(f"{name}:{node.lineno + line}", word, instead)


@click.command()
def command() -> None:
    """Say where a retired word is in pages, docstrings or messages."""
    found = met()
    for one in found:
        click.echo(one)
    if found:
        raise SystemExit(1)
