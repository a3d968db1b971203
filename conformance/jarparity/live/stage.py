"""A cluster on which scenes can be played, and how it is had."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from jarparity.lines import Line
    from jarparity.live.steps import Scene
    from jarparity.originals import Originals, Progress
    from jarparity.ports import Port


@dataclass(frozen=True, slots=True)
class Stage:
    """A cluster that is ready.

    Attributes:
        scenes: By name, in order: those that were chosen.
        figures: What was measured, with its unit; scenes add to it.
    """

    scenes: Mapping[str, Scene]
    figures: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Show:
    """All that can be seen on one kind of cluster.

    Attributes:
        cluster: `kafka` or `flink`.
        originals: The sets of JARs that it needs.
        scenes: Names of the scenes, in order.
        opened: Starts the cluster for a port and the names of the chosen scenes; it lasts as long as the context.
    """

    cluster: str
    originals: tuple[Line, ...]
    scenes: tuple[str, ...]
    opened: Callable[[Port, Sequence[str], Originals, Progress], AbstractContextManager[Stage]]
