"""One mutant in one forked copy: loaded or exchanged, then asked until an answer is another."""

from __future__ import annotations

import resource
import signal
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from quality.mutation import forks, loading
from quality.mutation.results import Died, Killed, Survived, TrialOutcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import CodeType, FunctionType

    from jarparity.answers import JSON
    from jarparity.ports.callables import CallablePort
    from quality.mutation.code import Module
    from quality.mutation.mutants import Mutant
    from quality.mutation.vectors import Vectors

_LEAST: Final = 1.0
_TIMES: Final = 20.0
"""Seconds of processor time that a case may take: at least, and as a multiple of what it took under coverage."""
_MEMORY: Final = 3 << 30
"""Bytes of address space that a mutant may add."""
_LOADING: Final = -1
_OVER: Final = -2


@dataclass(frozen=True)
class Change:
    """What is tried.

    Attributes:
        mutant: What is changed, and how.
        module: The module that is changed.
        code: The function whose code is exchanged in the loaded port; None: the port is loaded with the changed text.
        cases: Which cases are asked, in this order.
        place: The number of the case that the copy is at; the parent reads it even when the copy was ended.
    """

    mutant: Mutant
    module: Module
    code: CodeType | None
    cases: Sequence[int]
    place: Any = field(default_factory=lambda: forks.FORK.RawValue("q", _OVER))


@dataclass(frozen=True)
class Trials:
    """What all trials share.

    Attributes:
        vectors: The recorded cases.
        costs: By case, seconds under coverage, on every line.
        port: The loaded port, in which functions are exchanged.
        functions: The loaded port's functions.
    """

    vectors: Vectors
    costs: Mapping[int, float]
    port: CallablePort
    functions: Mapping[loading.Key, list[FunctionType]]

    def run(self, change: Change) -> JSON:
        """In the copy: the number of the case that tells the change, or None."""
        _limit_memory()
        change.place.value = _LOADING
        port = self._port(change, change.mutant.source(change.module.text))
        if port is None:
            return {"loading": True}
        # What survives on one line of each group is asked on every line, as `jarparity check` asks where lines vary.
        again = [number for number in change.cases if self.vectors.more_lines(number)]
        for number, every_line in chain(((n, False) for n in change.cases), ((n, True) for n in again)):
            change.place.value = number
            asked = 1 + (self.vectors.more_lines(number) if every_line else 0)
            # The default action of SIGPROF ends the process, whatever the changed code catches.
            signal.setitimer(signal.ITIMER_PROF, asked * _LEAST + _TIMES * self.costs.get(number, 0.0))
            if not self.vectors.agrees(port, number, every_line=every_line):
                return {"case": number}
        change.place.value = _OVER
        signal.setitimer(signal.ITIMER_PROF, 0)
        return {"case": None}

    def _port(self, change: Change, text: str) -> CallablePort | None:
        if change.code is not None:
            loading.exchange(self.functions, change.code, str(change.module.path), text)
            return self.port
        signal.setitimer(signal.ITIMER_PROF, 30.0)
        try:
            return loading.load(change.module.name, text)
        except SyntaxError:  # no mutant, but a fault of what makes them
            raise
        except Exception:  # noqa: BLE001 - a port that can't be loaded answers nothing
            return None

    def outcome(self, change: Change, ended: forks.Ended | forks.Dead) -> TrialOutcome:
        """In the parent: what the copy's end means."""
        place = change.place.value
        match ended:
            case forks.Ended({"loading": True}):
                return Killed("", "loading")
            case forks.Ended({"case": None}):
                return Survived(len(change.cases))
            case forks.Ended({"case": int(number)}):
                return Killed(self.vectors.name(number), "answer")
            case forks.Dead(signal.Signals.SIGPROF) if place != _OVER:
                return Killed("" if place == _LOADING else self.vectors.name(place), "time")
            case _:
                return Died(ended.text if isinstance(ended, forks.Dead) else f"sent {ended.document!r}")


def _limit_memory() -> None:
    with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - one read in each copy
        pages = int(file.read().split()[0])
    limit = pages * resource.getpagesize() + _MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
