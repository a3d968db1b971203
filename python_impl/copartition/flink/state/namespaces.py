"""Namespaces: under one key a state has a value for each of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

from copartition.java.boxed import check_field
from copartition.java.ints import MAX_LONG, MIN_LONG

if TYPE_CHECKING:
    from collections.abc import Hashable


class VoidNamespace(Enum):
    """`org.apache.flink.runtime.state.VoidNamespace`: the one namespace of state without namespaces."""

    INSTANCE = "VoidNamespace"

    def __repr__(self) -> str:
        return "VOID"


VOID: Final = VoidNamespace.INSTANCE
"""The namespace of state without namespaces."""


class GlobalWindow(Enum):
    """`org.apache.flink.streaming.api.windowing.windows.GlobalWindow`: the one window of all elements."""

    INSTANCE = "GlobalWindow"

    def __repr__(self) -> str:
        return "GLOBAL_WINDOW"


GLOBAL_WINDOW: Final = GlobalWindow.INSTANCE
"""The one window of all elements."""


@dataclass(frozen=True, slots=True)
class TimeWindow:
    """`org.apache.flink.streaming.api.windowing.windows.TimeWindow` as a namespace.

    Attributes:
        start: Where the window starts, milliseconds, int64; inclusive.
        end: Where it ends, exclusive.
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        check_field(self, "start", MIN_LONG, MAX_LONG)
        check_field(self, "end", MIN_LONG, MAX_LONG)


Namespace: TypeAlias = "VoidNamespace | str | TimeWindow | GlobalWindow | Hashable"
"""A namespace: `VOID`, a string, a window, or any other immutable value that says what it equals."""
