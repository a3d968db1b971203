"""All trials of a run: which cases judge which change, what is known already, and the rest tried in copies."""

from __future__ import annotations

import hashlib
import os
import time
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from quality.mutation import forks, loading, patching
from quality.mutation.mutants import Mutant
from quality.mutation.outcome import Survived
from quality.mutation.trial import Change, Place, Trials

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import CodeType

    from quality.mutation.code import Code, Module
    from quality.mutation.outcome import Outcome
    from quality.mutation.reach import Reach
    from quality.mutation.results import Results
    from quality.mutation.trial import Candidate
    from quality.mutation.vectors import Vectors

_DOORS = "copartition.port"


@dataclass(frozen=True, eq=False)
class Campaign:
    """What all trials of a run rest on.

    Attributes:
        code: The port's modules.
        vectors: The recorded cases.
        reach: Which case runs which line.
        results: What is known already.
        judges: A digest of what makes the mutants, tries them and compares answers.
    """

    code: Code
    vectors: Vectors
    reach: Reach
    results: Results
    judges: str

    def run(
        self, candidates: Iterable[Candidate], *, jobs: int, until: float, seen: Callable[[Candidate, Outcome], None]
    ) -> dict[str, Outcome]:
        """The outcome of every candidate, by its name; those that the time isn't enough for are left out.

        Args:
            candidates: The mutants and rewrites.
            jobs: How many copies at once.
            until: When to begin no more trials, on the monotonic clock.
            seen: Called with each, as it becomes known.
        """
        found: dict[str, Outcome] = {}

        def know(candidate: Candidate, outcome: Outcome) -> None:
            found[candidate.ident] = outcome
            seen(candidate, outcome)

        def changes() -> Iterator[Change]:
            for candidate in candidates:
                known = self.results.known(candidate.ident, self._fingerprints[candidate.module])
                if known is not None:
                    know(candidate, known)
                elif time.monotonic() < until:
                    change = self.change(candidate)
                    if change.cases:
                        yield change
                    else:
                        know(candidate, Survived(0))

        os.environ["NUMBA_DISABLE_JIT"] = "1"
        port = loading.load()
        known = patching.functions(str(module.path) for module in self.code.modules.values())
        trials = Trials(self.vectors, self.reach.costs, port, known)
        for change, ended in forks.each(changes(), trials.run, jobs=jobs):
            outcome = trials.outcome(change, ended)
            self.results.add(change.candidate.ident, self._fingerprints[change.candidate.module], outcome)
            know(change.candidate, outcome)
        return found

    def change(self, candidate: Candidate) -> Change:
        """How a candidate is tried, and by which cases."""
        module = self.code.modules[candidate.module]
        numbers, function = self._within(module, candidate)
        # The page says what rejects a rewrite, so that it mustn't hang on how long cases took, or on an earlier run.
        quickest = isinstance(candidate, Mutant)
        cases = self._order(numbers, self.results.killer(candidate.ident) if quickest else "", quickest=quickest)
        return Change(candidate, module, function, cases, Place())

    def _within(self, module: Module, candidate: Candidate) -> tuple[frozenset[int], CodeType | None]:
        """The cases that judge a candidate, and the function whose exchange is enough."""
        if not isinstance(candidate, Mutant):
            return self._users(module.name), None
        statement = module.statement(candidate.number)
        lines = set(range(statement.first, statement.last + 1))
        loaded = self.reach.loaded.get(module.name, set())
        if statement.loading:
            return self._users(module.name), None
        cases = frozenset(self.reach.cases(module.name, statement.first, statement.last))
        if lines & loaded:
            return cases | self._users(module.name), None
        function = patching.code_at(module, candidate.number)
        if function is None:
            return cases, None
        runs = {line for _, _, line in function.co_lines() if line} - {function.co_firstlineno}
        return cases, None if runs & loaded else function

    @lru_cache(maxsize=8)  # noqa: B019 - a run has one campaign
    def _users(self, module: str) -> frozenset[int]:
        """The cases that run a line of the module or of any module that is loaded with it."""
        return frozenset(self.reach.cases_of(self.code.users(module, _DOORS)))

    def _order(self, numbers: Iterable[int], killer: str, *, quickest: bool) -> Sequence[int]:
        """What killed it last, then one of each operation in turn: the cheapest, or the first."""
        costs = self.reach.costs if quickest else {}
        cheapest = sorted(numbers, key=lambda number: (costs.get(number, 0.0), number))
        by_operation: dict[str, list[int]] = {}
        for number in cheapest:
            by_operation.setdefault(self.vectors.operations[number], []).append(number)
        turns = chain.from_iterable(zip_longest(*by_operation.values()))
        ordered = [number for number in turns if number is not None]
        if killer:
            ordered.sort(key=lambda number: self.vectors.name(number) != killer)
        return ordered

    @cached_property
    def _fingerprints(self) -> dict[str, str]:
        """By module, a digest of all that decides what becomes of its mutants; see `results`."""
        found: dict[str, str] = {}
        for module in self.code.modules.values():
            users = self.code.users(module.name, _DOORS)
            operations = sorted({o for user in users for o in self.reach.operations.get(user, ())})
            runs = {name for name, ran in self.reach.operations.items() if not ran.isdisjoint(operations)}
            runs = runs.union({module.name}, *(self.code.imports[name] for name in runs))
            parts = [f"{name} {self.code.modules[name].digest}" for name in sorted(runs)]
            parts += [f"{operation} {self.vectors.digests[operation]}" for operation in operations]
            parts.append(f"judges {self.judges}")
            found[module.name] = hashlib.sha256("\n".join(parts).encode()).hexdigest()
        return found
