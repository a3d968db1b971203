"""`docs/assignor-costs.md`: one run's figures."""

from __future__ import annotations

import os
import platform
from typing import TYPE_CHECKING

from bench.assignors.clients import CLIENTS
from bench.assignors.contenders import JAVA, PORT
from bench.assignors.million import MOST_GIGABYTES, WORKLOAD
from bench.assignors.pairings import STICKY
from jarparity import whole_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from bench.assignors.growth import Growth
    from bench.assignors.million import Million
    from bench.assignors.pairings import Outcome

_MODES = (", all join", ", one has left")
_COLUMNS = (("range", ""), ("round-robin", ""), *((name, mode) for name in STICKY for mode in _MODES))


def write(
    target: Path,
    about: Mapping[str, str],
    outcomes: Sequence[Outcome],
    millions: Sequence[Million],
    growths: Sequence[Growth],
) -> None:
    """Write the document.

    Args:
        target: The file; it is replaced.
        about: Versions of what was measured, Java's (`java.version`) and that of its assignors (`assignors`).
        outcomes: The grid.
        millions: A million partitions.
        growths: How the cost grows.
    """
    lines = [
        "# What an assignment costs",
        "",
        "How long the leader of a consumer group takes to assign its partitions, by the size of the group: "
        "copartition, Java and other Python clients. Written by `python -m bench --part assignors --document`: the "
        f"figures of one run, on {os.cpu_count()} cores with Java {about['java.version']} and Python "
        f"{platform.python_version()}. Times depend on the machine and on what else it does; ratios hardly do.",
        "",
        *_grid(about, outcomes),
        *_clients(outcomes),
        *_million(millions),
        *_growth(growths),
    ]
    whole_file.replace(target, "\n".join(lines).encode())


def _grid(about: Mapping[str, str], outcomes: Iterable[Outcome]) -> Iterator[str]:
    yield "## copartition and Java"
    yield ""
    yield (
        f"The time of copartition's `assign`, divided by that of `assign(Cluster, GroupSubscription)` of kafka-clients "
        f"{about['assignors']}, both warm: below 1 copartition is faster. In brackets the milliseconds of both. The "
        "assignments are compared before they are timed, and are the same. Groups are members x topics x partitions a "
        "topic; in five buckets, members subscribe to one of five disjoint sets of topics, in random halves each to a "
        "half of its own. `MISSED` marks a target that is missed."
    )
    yield ""
    yield _row(["group", *(f"{name}{mode}" for name, mode in _COLUMNS)])
    yield _row(["---"] * (1 + len(_COLUMNS)))
    by_workload: dict[str, dict[tuple[str, str], Outcome]] = {}
    for outcome in outcomes:
        key = outcome.pairing.assignor, outcome.pairing.mode
        by_workload.setdefault(str(outcome.pairing.workload), {})[key] = outcome
    for workload, cells in by_workload.items():
        yield _row([workload, *(_cell(cells[column]) for column in _COLUMNS)])
    yield ""
    yield (
        "Targets: at most 2 where all subscribe to the same topics, and wherever Java takes 3 ms or more; of the "
        "sticky assignors' general algorithm, when all join, at most 1 from 1000 x 100 x 50 up and 0.2 at "
        "1000 x 1000 x 50 with random halves. The other figures have no target."
    )
    yield ""


def _cell(outcome: Outcome) -> str:
    missed = " MISSED" if outcome.verdicts().get(JAVA) is False else ""
    mine, java = (_digits(outcome.seconds[contender] * 1e3) for contender in (PORT, JAVA))
    return f"**{_digits(outcome.ratios[JAVA])}**{missed} ({mine} / {java})"


def _clients(outcomes: Iterable[Outcome]) -> Iterator[str]:
    yield "## Other clients"
    yield ""
    yield "How many times as long as copartition they take, on the groups that they assign within minutes."
    yield ""
    yield _row(["group", "assignor", *(f"{name} {version}" for name, version in CLIENTS.items())])
    yield _row(["---"] * (2 + len(CLIENTS)))
    for outcome in outcomes:
        cells = [_times(outcome, client) for client in CLIENTS]
        if any(cells):
            yield _row([str(outcome.pairing.workload), f"{outcome.pairing.assignor}{outcome.pairing.mode}", *cells])
    yield ""
    yield "Target: at least 50 of sticky at 100 x 100 x 10, uniform, when all join."
    yield ""


def _times(outcome: Outcome, client: str) -> str:
    if client in outcome.failed:
        return f"fails: {outcome.failed[client].split(':')[0]}"
    if client not in outcome.ratios:
        return ""
    missed = " MISSED" if outcome.verdicts().get(client) is False else ""
    return f"{_digits(1 / outcome.ratios[client])}{missed}"


def _million(millions: Iterable[Million]) -> Iterator[str]:
    yield f"## {WORKLOAD.total:,} partitions, {WORKLOAD.members:,} members"
    yield ""
    yield (
        f"{WORKLOAD.topics} topics of {WORKLOAD.partitions}, to which all subscribe; each in a process of its own, "
        f"whose memory is counted with Python, input and answer. Target: at most {MOST_GIGABYTES:g} GB."
    )
    yield ""
    yield _row(["assignor", "seconds", "GB"])
    yield _row(["---", "---", "---"])
    for each in millions:
        mode = "" if each.assignor not in STICKY else _MODES[each.again]
        missed = "" if each.kept else " MISSED"
        yield _row([f"{each.assignor}{mode}", f"{each.seconds:.2f}", f"{each.gigabytes:.2f}{missed}"])
    yield ""


def _growth(growths: Iterable[Growth]) -> Iterator[str]:
    yield "## How the cost grows"
    yield ""
    yield (
        "Milliseconds at each size, and the exponent of the curve that fits them best: 1 is linear, 2 quadratic. Small "
        "groups cost something whatever their size, which makes exponents smaller than they are for large ones."
    )
    yield ""
    yield _row(["assignor", "what doubles", "sizes", PORT, "exponent", JAVA, "exponent"])
    yield _row(["---"] * 7)
    for each in growths:
        cells = [each.what, each.axis, ", ".join(map(str, each.sizes))]
        for contender in (PORT, JAVA):
            cells += [
                ", ".join(_digits(seconds * 1e3) for seconds in each.seconds[contender]),
                f"{each.exponent(contender):.1f}",
            ]
        yield _row(cells)
    yield ""


def _digits(figure: float) -> str:
    """Two significant digits, or all before the point."""
    return f"{figure:,.0f}" if figure >= 10 else f"{figure:.1f}" if figure >= 1 else f"{figure:.2g}"  # noqa: PLR2004


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
