"""Faults of the originals: what an answer shows them by, and which inputs a fix may answer otherwise."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from jarparity import registry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

    from jarparity.answers import JSON, Answer
    from jarparity.operations import Operation

Shown: TypeAlias = "Callable[[JSON, Answer], bool]"
"""Takes an input, and what a release answers to it."""


@dataclass(frozen=True, slots=True)
class OriginalFault:
    """A fault of an original.

    Attributes:
        name: Of its page and its fix: `kafka-assignment-never-ends`.
        title: A sentence.
        operations: Globs of the operations that can show it.
        shown: Whether an answer shows it.
        concerns: Whether an input is one that a fix may answer otherwise, given what the release answers to it.
        draw: Draws inputs that come near it, by operation; those without are drawn as ever.
        refuses: Whether an input is one to which a fix may answer by an error where the release doesn't: no original
            brings it. Without, a fix answers whatever the release answers.
    """

    name: str
    title: str
    operations: tuple[str, ...]
    shown: Shown
    concerns: Shown
    draw: Callable[[str, Random], JSON] | None = None
    refuses: Shown | None = None

    def is_of(self, operation: Operation) -> bool:
        """Whether the operation can show it."""
        return operation.matches(self.operations)


@cache
def known_faults() -> tuple[OriginalFault, ...]:
    """The faults of originals that the areas declare."""
    modules = (importlib.import_module(area.original_faults) for area in registry.AREAS if area.original_faults)
    return tuple([fault for module in modules for fault in module.ORIGINAL_FAULTS])


@cache
def faults_of(operation: str) -> tuple[OriginalFault, ...]:
    """Those that an operation can show."""
    return tuple([fault for fault in known_faults() if registry.operation(operation).matches(fault.operations)])


def named(faults: Iterable[OriginalFault], name: str) -> OriginalFault:
    """The fault of a name.

    Raises:
        KeyError: There is none; the message names those that there are.
    """
    known = {fault.name: fault for fault in faults}
    if name not in known:
        raise KeyError(f"no fault of an original is called {name!r}; there are {', '.join(known) or 'none'}")
    return known[name]
