"""Words that the project gave up for the field's own: pages, docstrings, messages and names in code have none."""

from __future__ import annotations

import ast
import json
import re
import tokenize
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

import click

from quality.pages import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
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
    # Ids of changes and vectors go on with a hyphen.
    r"(?:nobody|somebody|everybody)(?!-)": "no member, a subtask, all ports: what it is about",
}
"""By regular expression what to write instead."""
IN_PAGES: Final = {r"wrong usage": "usage error"}
"""Words that pages written by hand don't have, either."""
IN_NAMES: Final = {
    r"crossings?": "round trip, batch",
    r"eras?": "API version",
    r"(?:nobody|somebody|everybody)s?": "what it is about: no member, no port, unassigned",
    r"standings?": "status",
    r"swift": "fast path",
    r"worked": "hand-written, example",
    r"worlds?": "exhaustive small scope, workload",
} | {pattern: instead for pattern, instead in RETIRED.items() if " " not in pattern}
"""Words that no class, function, argument, test or module has in its name; some of them are fine in prose."""
_ANY: Final = re.compile(rf"\b(?:{'|'.join(RETIRED)})\b", re.IGNORECASE)
"""One of them, in code or not: a file without it isn't looked at token by token."""
_PART: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
"""A word of a name: of snake_case, CamelCase or CAPITALS."""
_CODE: Final = re.compile(r"^```.*?^```$|`[^`\n]*`|\]\([^)]*\)", re.MULTILINE | re.DOTALL)
"""What isn't prose: code, and where a link leads."""
_WRITTEN_BY_COMMANDS: Final = ("docs/behaviour-changes.md", "docs/quality.md")
"""Pages whose sentences are those of data that commands read."""
_PAGES: Final = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md", "docs/findings/*.md")
_SOURCES: Final = ("conformance/jarparity/**/*.py", "python_impl/copartition/**/*.py", "quality/**/*.py")
_FOLDERS: Final = ("bench", "conformance", "findings", "ports", "python_impl", "quality")
"""Whose Python files are asked for the names in them."""
_DOCUMENTS: Final = ("conformance/jarparity/areas/*/*.json", "quality/*/*.json")
"""JSON files that have sentences in them."""
_SENTENCES: Final = frozenset({"about", "branch", "reason", "sentence", "title", "why"})
"""Fields of theirs that are sentences; ids, inputs and answers stay as they are."""
_RECORDED: Final = frozenset(
    f"conformance/jarparity/areas/{area}/domains.py" for area in ("kafka_assignors", "kafka_group_assignors")
)
"""Whose strings are in headers of recorded digests."""
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
    """Retired words in pages, in strings, docstrings and comments of Python, in sentences of JSON, and in names."""
    looks = (_in_pages, _in_python, _in_comments, _in_documents)
    return [*dict.fromkeys(found for look in looks for found in look(root))]


def retired(text: str, words: Mapping[str, str] = RETIRED) -> Iterator[tuple[int, str, str]]:
    """Retired words of a text, outside of code: the line within it, from 0, the word, and what to write."""
    prose = _CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), text)
    for found in re.finditer(rf"\b(?:{'|'.join(words)})\b", prose, re.IGNORECASE):
        instead = next(other for pattern, other in words.items() if re.fullmatch(pattern, found[0], re.IGNORECASE))
        yield prose.count("\n", 0, found.start()), found[0], instead


def _in_pages(root: Path) -> Iterator[Met]:
    for page in sorted(path for glob in _PAGES for path in root.glob(glob)):
        name = page.relative_to(root).as_posix()
        words = RETIRED if name in _WRITTEN_BY_COMMANDS else RETIRED | IN_PAGES
        for line, word, instead in retired(page.read_text("utf-8"), words):
            yield Met(f"{name}:{line + 1}", word, instead)


def _in_python(root: Path) -> Iterator[Met]:
    """In names, and in the strings of what isn't a test; only files with such a word somewhere are parsed."""
    told = {path for glob in _SOURCES for path in root.glob(glob)}
    for source in _sources_of(root):
        name = source.relative_to(root).as_posix()
        text = source.read_text("utf-8")
        # A module's own name is one of its names, too.
        if not (_ANY.search(text) or any(map(retired_in, {source.stem, *_PART.findall(text)}))):
            continue
        nodes = list(ast.walk(ast.parse(text)))
        if source in told and name != _ITSELF and name not in _RECORDED:
            yield from _in_strings(name, nodes)
        yield from _in_names(name, source.stem, nodes)


def _in_strings(name: str, nodes: Iterable[ast.AST]) -> Iterator[Met]:
    for node in nodes:
        # A name is an identifier of some kind, and stays; prose has a space.
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            for line, word, instead in retired(node.value):
                yield Met(f"{name}:{node.lineno + line}", word, instead)


def _in_comments(root: Path) -> Iterator[Met]:
    """In all folders: tests have them, too, and their strings are inputs."""
    for source in _sources_of(root):
        name = source.relative_to(root).as_posix()
        if name == _ITSELF or not _ANY.search(source.read_text("utf-8")):
            continue
        with tokenize.open(source) as text:
            for token in tokenize.generate_tokens(text.readline):
                if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and token.string.startswith('"""')):
                    for line, word, instead in retired(token.string):
                        yield Met(f"{name}:{token.start[0] + line}", word, instead)


def _sources_of(root: Path) -> list[Path]:
    return sorted(path for folder in _FOLDERS for path in (root / folder).rglob("*.py"))


def _in_documents(root: Path) -> Iterator[Met]:
    for document in sorted(path for glob in _DOCUMENTS for path in root.glob(glob)):
        name = document.relative_to(root).as_posix()
        for sentence in _sentences(json.loads(document.read_text("utf-8"))):
            for _, word, instead in retired(sentence):
                yield Met(f"{name}: {sentence}", word, instead)


def _sentences(value: object) -> Iterator[str]:
    match value:
        case dict():
            for field, inner in value.items():
                if field in _SENTENCES and isinstance(inner, str):
                    yield inner
                else:
                    yield from _sentences(inner)
        case list():
            for inner in value:
                yield from _sentences(inner)
        case _:
            pass


@cache
def retired_in(name: str) -> tuple[tuple[str, str], ...]:
    """Retired words that a name is made of, and what to write."""
    return tuple(
        (part, instead)
        for part in _PART.findall(name)
        for pattern, instead in IN_NAMES.items()
        if re.fullmatch(pattern, part, re.IGNORECASE)
    )


def _in_names(name: str, stem: str, nodes: Iterable[ast.AST]) -> Iterator[Met]:
    for word, instead in retired_in(stem):
        yield Met(name, word, instead)
    seen: set[str] = set()
    for number, one in sorted(_names(nodes)):
        if one not in seen:
            seen.add(one)
            for word, instead in retired_in(one):
                yield Met(f"{name}:{number}", f"{word} in {one}", instead)


def _names(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """What a module names itself: its classes, functions, arguments and variables, each with its line."""
    for node in nodes:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield node.lineno, name
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case _:
                pass


@click.command()
def command() -> None:
    """Say where a retired word is in pages, docstrings, messages or names."""
    found = met()
    for one in found:
        click.echo(one)
    if found:
        raise SystemExit(1)
