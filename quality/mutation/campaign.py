"""All trials of a run: which cases judge which change, what is known already, and the rest tried in copies."""

from __future__ import annotations

import hashlib
import os
import re
import time
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Final

from quality.mutation import forks, loading
from quality.mutation.code import Code
from quality.mutation.results import Survived
from quality.mutation.trial import Change, Trials

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import CodeType

    from quality.mutation.code import Module
    from quality.mutation.mutants import Mutant
    from quality.mutation.reach import Reach
    from quality.mutation.results import Results, TrialOutcome
    from quality.mutation.vectors import Vectors

_ADAPTER: Final = "copartition.port"
_ROOT: Final = Path(__file__).parents[2]
_CALL: Final = "jarparity.conformance"
"""What a test suite calls; the package offers it, and who reads the package's version judges nothing by it."""
_AREA: Final = re.compile(r"jarparity\.areas\.\w+")
_JUDGES: Final = tuple(f"quality.mutation.{name}" for name in ("campaign", "mutants", "reach", "trial", "wrong_ports"))


@cache
def _kit_and_measures() -> Code:
    return Code({**Code.read(_ROOT / "conformance", "jarparity").modules, **Code.read(_ROOT, "quality").modules})


def judges() -> frozenset[str]:
    """The modules by which mutants are made, tried and compared, of the measures, of the kit and of its areas."""
    code = _kit_and_measures()
    # Areas are found by their entry points: no import names them.
    areas = (name for name in code.modules if _AREA.fullmatch(name))
    return code.needed([*_JUDGES, *areas], without=_CALL)


def judges_digest() -> str:
    """Of all their texts: if one changes, old outcomes say nothing."""
    modules = _kit_and_measures().modules
    parts = [f"{name} {modules[name].digest}" for name in sorted(judges())]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


@dataclass(frozen=True, eq=False)
class Campaign:
    """What all trials of a run rest on.

    Attributes:
        code: The port's modules.
        vectors: The recorded cases.
        reach: Which case runs which line.
        results: What is known already.
        judges: As `judges_digest`.
    """

    code: Code
    vectors: Vectors
    reach: Reach
    results: Results
    judges: str

    def run(
        self,
        mutants: Iterable[Mutant],
        *,
        jobs: int,
        until: float,
        seen: Callable[[Mutant, TrialOutcome], None],
    ) -> dict[str, TrialOutcome]:
        """The outcome of every mutant, by its name; those that the time isn't enough for are left out.

        Args:
            mutants: The mutants.
            jobs: How many copies at once.
            until: When to begin no more trials, on the monotonic clock.
            seen: Called with each, as it becomes known.
        """
        found: dict[str, TrialOutcome] = {}

        def know(mutant: Mutant, outcome: TrialOutcome) -> None:
            found[mutant.ident] = outcome
            seen(mutant, outcome)

        def changes() -> Iterator[Change]:
            for mutant in mutants:
                known = self.results.known(mutant.ident, self._fingerprints[mutant.module])
                if known is not None:
                    know(mutant, known)
                elif time.monotonic() < until:
                    change = self.change(mutant)
                    if change.cases:
                        yield change
                    else:
                        know(mutant, Survived(0))

        os.environ["NUMBA_DISABLE_JIT"] = "1"
        port = loading.load()
        functions = loading.functions(str(module.path) for module in self.code.modules.values())
        trials = Trials(self.vectors, self.reach.costs, port, functions)
        for change, ended in forks.each(changes(), trials.run, jobs=jobs):
            outcome = trials.outcome(change, ended)
            self.results.add(change.mutant.ident, self._fingerprints[change.mutant.module], outcome)
            know(change.mutant, outcome)
        return found

    def change(self, mutant: Mutant) -> Change:
        """How a mutant is tried, and by which cases."""
        module = self.code.modules[mutant.module]
        numbers, function = self._within(module, mutant)
        cases = self._order(numbers, self.results.killer(mutant.ident))
        return Change(mutant, module, function, cases)

    def _within(self, module: Module, mutant: Mutant) -> tuple[frozenset[int], CodeType | None]:
        """The cases that judge a mutant, and the function whose exchange is enough."""
        if module.runs_on_loading(mutant.number):
            return self._users(module.name), None
        lines = module.statement(mutant.number)
        loaded = self.reach.loaded.get(module.name, set())
        cases = frozenset(self.reach.cases(module.name, lines))
        if not loaded.isdisjoint(lines):
            return cases | self._users(module.name), None
        function = loading.code_at(module, mutant.number)
        if function is None:
            return cases, None
        runs = {line for _, _, line in function.co_lines() if line} - {function.co_firstlineno}
        return cases, None if runs & loaded else function

    @lru_cache(maxsize=8)  # noqa: B019 - a run has one campaign
    def _users(self, module: str) -> frozenset[int]:
        """The cases that run a line of the module or of any module that is loaded with it."""
        return frozenset().union(*(self.reach.cases(user) for user in self.code.users(module, _ADAPTER)))

    def _order(self, numbers: Iterable[int], killer: str) -> Sequence[int]:
        """What killed it last, then one of each operation in turn, the cheapest."""
        by_operation: dict[str, list[int]] = {}
        for number in sorted(numbers, key=lambda number: (self.reach.costs.get(number, 0.0), number)):
            by_operation.setdefault(self.vectors.operations[number], []).append(number)
        ordered = [number for number in chain(*zip_longest(*by_operation.values())) if number is not None]
        if killer:
            ordered.sort(key=lambda number: self.vectors.name(number) != killer)
        return ordered

    @cached_property
    def _fingerprints(self) -> dict[str, str]:
        """By module, a digest of all that decides what becomes of its mutants; see `results`."""
        found: dict[str, str] = {}
        for name in self.code.modules:
            users = self.code.users(name, _ADAPTER)
            operations = sorted({o for user in users for o in self.reach.operations.get(user, ())})
            runs = {other for other, ran in self.reach.operations.items() if not ran.isdisjoint(operations)}
            runs = runs.union({name}, *(self.code.imports[other] for other in runs))
            parts = [f"{other} {self.code.modules[other].digest}" for other in sorted(runs)]
            parts += [f"{operation} {self.vectors.digests[operation]}" for operation in operations]
            found[name] = hashlib.sha256("\n".join([*parts, f"judges {self.judges}"]).encode()).hexdigest()
        return found
