"""All known faults, in the order in which a verdict names them: each area has its own."""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING

from jarparity.registry import AREAS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jarparity.faults.fault import Fault


@cache
def every_fault() -> tuple[Fault, ...]:
    """Every fault, also those with which no case is tagged. Imported when something differs, or for tags."""
    names = (name for area in AREAS for name in area.faults)
    return tuple(fault for name in names for fault in importlib.import_module(name).FAULTS)


@cache
def tagged_faults() -> tuple[Fault, ...]:
    """The faults with which cases are tagged."""
    return tuple(fault for fault in every_fault() if fault.tagged)


def named(tag: str) -> Fault:
    """The fault of this name.

    Raises:
        KeyError: There is none; the message names the nearest.
    """
    import difflib  # noqa: PLC0415 - only for the message

    by_tag = _by_tag()
    if tag in by_tag:
        return by_tag[tag]
    near = difflib.get_close_matches(tag, by_tag, n=3)
    raise KeyError(f"no tag {tag!r}" + (f"; did you mean {', '.join(near)}?" if near else ""))


def faults_of(operation: str) -> tuple[Fault, ...]:
    """The faults with which cases of an operation are tagged."""
    return _by_operation().get(operation, ())


@cache
def _by_tag() -> Mapping[str, Fault]:
    return {one.tag: one for one in every_fault()}


@cache
def _by_operation() -> Mapping[str, tuple[Fault, ...]]:
    operations = {operation for one in tagged_faults() for operation in one.operations}
    return {name: tuple(one for one in tagged_faults() if name in one.operations) for name in operations}
