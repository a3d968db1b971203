"""Rules between the fields of inputs about reassignments."""

from __future__ import annotations

import json
import re
import sys
from contextlib import contextmanager
from json.scanner import py_make_scanner  # type: ignore[attr-defined] # typeshed leaves it out
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.answers import JSON

_DEEPEST = 2_000
"""Levels that a text may nest. Jackson takes 1,000 from 2.15 on."""

_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


def problems(document: JSON) -> Iterator[tuple[str, str]]:
    """The path and the sentence of each broken rule in an input that fits its schema."""
    if isinstance(document.get("json"), str):
        yield from _text_problems(document["json"], with_log_dirs="brokers" not in document)
    for name in ("current", "proposed", "reassigning"):
        if isinstance(document.get(name), list):
            yield from _twice(f"input.{name}", document[name])
    if "json" in document and "current" in document:
        yield from _rollback_problems(document)
    if "proposed" in document and "current" in document:
        known = _partitions(document["current"]) | _partitions(document.get("reassigning", ()))
        if len(_partitions(document["proposed"]) - known) > 1:
            yield "input.proposed", "more than one partition has no replicas now; write at most one"


def _text_problems(text: str, *, with_log_dirs: bool) -> Iterator[tuple[str, str]]:
    if _depth(text) > _DEEPEST:
        yield "input.json", f"nests deeper than {_DEEPEST:,} levels; write fewer"
        return
    try:
        found, fractions = _decoded(text)
    except ValueError as error:
        yield "input.json", f"the text is no JSON ({error}); write some, for Jackson words that error"
        return
    if fractions:
        yield "input.json", f"{fractions[0]} is no integer; write integers, for Java words others its own way"
    if not with_log_dirs and any(
        path != "any"
        for entry in _entries(text)
        for path in (entry["log_dirs"] if isinstance(entry.get("log_dirs"), list) else ())
    ):
        yield "input.json", 'names a log directory; write "any", for the tool would go on to move replicas in brokers'
    if not with_log_dirs and any("\ud800" <= unit <= "\udfff" for name in _names(_listed(found)) for unit in name[0]):
        yield "input.json", "has half a surrogate pair, which can't be printed; write whole characters"


def _decoded(text: str) -> tuple[JSON, list[str]]:
    """The JSON value at the start, None where there is only space, and numbers that are no integers."""
    stripped = text.lstrip(" \t\n\r")
    if text and not stripped:
        return None, []
    fractions: list[str] = []

    def refused(name: str) -> None:
        raise ValueError(f"{name} is no number")

    decoder = json.JSONDecoder(parse_constant=refused, parse_float=fractions.append, parse_int=_integer)
    # The one in C goes 1,500 levels deep in Python 3.12.0 and 3.12.1, whatever the limit.
    decoder.scan_once = py_make_scanner(decoder)  # type: ignore[attr-defined] # typeshed leaves it out
    with _deep():
        found, end = decoder.raw_decode(stripped)
    if end < len(stripped.rstrip(" \t\n\r")) and not isinstance(found, dict):
        raise ValueError("something follows it")
    return found, fractions


def _integer(written: str) -> int | str:
    """Python reads no number of any length."""
    return int(written) if len(written) < 20 else written  # noqa: PLR2004 - more than 64 bits


def _depth(text: str) -> int:
    """How many arrays and objects are within each other at most."""
    depth = deepest = 0
    for found in _BRACKETS.finditer(text):
        depth += 1 if found[0] in "[{" else -(found[0] in "]}")
        deepest = max(deepest, depth)
    return deepest


@contextmanager
def _deep() -> Iterator[None]:
    """Python's decoder goes into each level by a call."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + 4 * _DEEPEST)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _rollback_problems(document: JSON) -> Iterator[tuple[str, str]]:
    for i, entry in enumerate(document["current"]):
        if "logDirs" in entry and len(entry["logDirs"]) != len(entry["replicas"]):
            yield f"input.current[{i}].logDirs", "write one for each replica, null where there is none"
        if any("\ud800" <= unit <= "\udfff" for unit in json.dumps(entry, ensure_ascii=False)):
            yield f"input.current[{i}]", "has half a surrogate pair, which can't be printed; write whole characters"
    try:
        entries = _entries(document["json"])
    except ValueError:
        return
    known = {topic for topic, _ in _partitions(document["current"])}
    if len({topic for topic, _ in _names(entries)} - known) > 1:
        yield (
            "input.json",
            "more than one topic is unknown, and which is named is the Admin's choice; write at most one",
        )


def _twice(path: str, entries: JSON) -> Iterator[tuple[str, str]]:
    seen: set[tuple[str, int]] = set()
    for i, entry in enumerate(entries):
        name = (entry["topic"], entry["partition"])
        if name in seen:
            yield f"{path}[{i}]", f"{name[0]}-{name[1]} stands there twice; write each partition once"
        seen.add(name)


def _entries(text: str) -> list[JSON]:
    return _listed(_decoded(text)[0])


def _listed(found: JSON) -> list[JSON]:
    entries = found.get("partitions") if isinstance(found, dict) else None
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []


def _names(entries: Iterable[JSON]) -> list[JSON]:
    named = ([entry.get("topic"), entry.get("partition")] for entry in entries)
    return [name for name in named if isinstance(name[0], str) and isinstance(name[1], int)]


def _partitions(entries: Iterable[JSON]) -> set[tuple[str, int]]:
    return {(entry["topic"], entry["partition"]) for entry in entries}
