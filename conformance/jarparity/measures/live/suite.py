"""The scenarios of one kind of cluster, and the environment in which they run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from jarparity.lines import Line
    from jarparity.measures.live.scenario import Scenario
    from jarparity.originals import Originals, Progress
    from jarparity.ports import Port


@dataclass(frozen=True, slots=True)
class Environment:
    """A cluster that is ready.

    Attributes:
        scenarios: By name, in order: those that were chosen.
        figures: What was measured, with its unit; scenarios add to it.
    """

    scenarios: Mapping[str, Scenario]
    figures: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LiveSuite:
    """All scenarios of one kind of cluster.

    Attributes:
        cluster: `kafka` or `flink`.
        originals: The sets of JARs that it needs.
        scenarios: Their names, in order.
        opened: Starts the cluster for a port and the names of the chosen scenarios; it lasts as long as the context.
    """

    cluster: str
    originals: tuple[Line, ...]
    scenarios: tuple[str, ...]
    opened: Callable[[Port, Sequence[str], Originals, Progress], AbstractContextManager[Environment]]
