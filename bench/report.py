"""The tables for people and the document for programs."""

from __future__ import annotations

import os
import platform
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from bench.assignors.contenders import PORT
from bench.assignors.million import MOST_GIGABYTES, WORKLOAD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bench.assignors.growth import Growth
    from bench.assignors.million import Million
    from bench.assignors.pairings import Outcome
    from bench.benchmark import Figures, Target
    from bench.kit import Limit


@dataclass(slots=True)
class Report:
    """Prints each result as it comes, and keeps it.

    Attributes:
        echo: Prints a text.
        about: Versions of what was measured.
    """

    echo: Callable[[str], object]
    about: dict[str, str] = field(default_factory=dict)
    _benchmarks: list[dict[str, Any]] = field(default_factory=list)
    _limits: list[dict[str, Any]] = field(default_factory=list)
    _outcomes: list[dict[str, Any]] = field(default_factory=list)
    _millions: list[dict[str, Any]] = field(default_factory=list)
    _growths: list[dict[str, Any]] = field(default_factory=list)
    _kept: list[bool] = field(default_factory=list)
    _unavailable: dict[str, str] = field(default_factory=dict)

    def benchmark(self, figures: Figures) -> None:
        """A line for each contender with its rate and its ratio to the first, then the targets."""
        first = figures.benchmark.contenders[0].name
        lines = [figures.benchmark.task, f"  {'median of the rounds':26} {'M rows/s':>9}  {'ratio':>6}"]
        for name, rate in figures.rates.items():
            lines.append(f"  {name:26} {rate:9.2f}  {rate / figures.rates[first]:6.2f}")
        for target, figure in figures.reached.items():
            lines.append(f"  {_mark(ok=figure >= target.at_least)} {_sentence(target)}: {figure:.2f}")
        self.echo("\n".join(lines) + "\n")
        rates = {name: round(rate, 3) for name, rate in figures.rates.items()}
        targets = [_target(target, figure) for target, figure in figures.reached.items()]
        self._benchmarks.append({"task": figures.benchmark.task, "rates": rates, "targets": targets})

    def limits(self, limits: Iterable[Limit]) -> None:
        """A line for each command's figure."""
        for limit in limits:
            says = f"{limit.command}, at most {limit.at_most:g} {limit.unit}: {limit.measured:.2f}"
            self.echo(f"  {_mark(ok=limit.kept)} {says}\n")
            self._limits.append(
                {
                    "command": limit.command,
                    "unit": limit.unit,
                    "at_most": limit.at_most,
                    "measured": round(limit.measured, 3),
                    "ok": limit.kept,
                }
            )

    def outcome(self, outcome: Outcome) -> None:
        """A line for each rival: both times, the ratio, and the target if there is one."""
        asked, verdicts = outcome.asked(), outcome.verdicts()
        mine = outcome.seconds[PORT]
        lines = [str(outcome.pairing)]
        for rival, ratio in outcome.ratios.items():
            wanted = f", at most {asked[rival]:g}" if rival in asked else ""
            mark = _mark(ok=verdicts[rival]) if rival in verdicts else "      "
            theirs = outcome.seconds[rival] * 1e3
            lines.append(f"  {mark} {rival:14} {theirs:10.2f} ms, {PORT} {mine * 1e3:9.2f} ms: {ratio:.3g}{wanted}")
        lines += [f"         {rival:14} fails: {why}" for rival, why in outcome.failed.items()]
        self.echo("\n".join(lines))
        self._outcomes.append(
            {
                "task": str(outcome.pairing),
                "seconds": outcome.seconds,
                "ratios": outcome.ratios,
                "at_most": asked,
                "failed": outcome.failed,
                "ok": all(verdicts.values()),
            }
        )
        self._kept += verdicts.values()

    def millions(self, millions: Iterable[Million]) -> None:
        """A line for each assignment of a million partitions."""
        for each in millions:
            mode = " again" if each.again else ""
            says = f"{WORKLOAD.total:,} partitions, {WORKLOAD.members:,} members, {each.assignor}{mode}"
            figures = f"at most {MOST_GIGABYTES:g} GB: {each.gigabytes:.2f}, in {each.seconds:.2f} s"
            self.echo(f"  {_mark(ok=each.kept)} {says}, {figures}")
            self._millions.append(asdict(each) | {"ok": each.kept})
            self._kept.append(each.kept)

    def growth(self, growth: Growth) -> None:
        """A line for each contender: the seconds at each size and the exponent."""
        self.echo(f"{growth.what}: {growth.axis}: {', '.join(map(str, growth.sizes))}")
        for contender, seconds in growth.seconds.items():
            milliseconds = ", ".join(f"{each * 1e3:.2f}" for each in seconds)
            self.echo(f"         {contender:14} {milliseconds} ms: exponent {growth.exponent(contender):.2f}")
        exponents = {contender: round(growth.exponent(contender), 3) for contender in growth.seconds}
        self._growths.append(asdict(growth) | {"exponents": exponents})

    def unavailable(self, part: str, reason: str) -> None:
        """A part that can't be measured here."""
        self.echo(f"NOT MEASURED {part}: {reason}\n")
        self._unavailable[part] = reason

    def summary(self) -> None:
        """The last line."""
        verdicts = self._verdicts()
        missed = verdicts.count(False)
        text = f"{len(verdicts) - missed} of {len(verdicts)} targets reached"
        if self._unavailable:
            text += f"; not measured: {', '.join(self._unavailable)}"
        self.echo(text)

    @property
    def good(self) -> bool:
        """Whether all was measured, and every target reached."""
        return all(self._verdicts()) and not self._unavailable

    def document(self) -> dict[str, Any]:
        """All of it as JSON."""
        packages = {name: version(name) for name in ("numpy", "numba", "pyarrow")}
        machine = {"python": platform.python_version(), "machine": platform.machine(), "cores": os.cpu_count()}
        return {
            "machine": machine | packages | self.about,
            "benchmarks": self._benchmarks,
            "limits": self._limits,
            "assignors": {"groups": self._outcomes, "million": self._millions, "growth": self._growths},
            "unavailable": self._unavailable,
        }

    def _verdicts(self) -> list[bool]:
        return (
            [target["ok"] for benchmark in self._benchmarks for target in benchmark["targets"]]
            + [limit["ok"] for limit in self._limits]
            + self._kept
        )


def _mark(*, ok: bool) -> str:
    return "ok    " if ok else "MISSED"


def _sentence(target: Target) -> str:
    if target.of is None:
        return f"{target.contender}, at least {target.at_least:g} M rows/s"
    return f"{target.contender}, at least {target.at_least:g} x {target.of}"


def _target(target: Target, figure: float) -> dict[str, Any]:
    return {
        "contender": target.contender,
        "of": target.of,
        "at_least": target.at_least,
        "reached": round(figure, 3),
        "ok": figure >= target.at_least,
    }
