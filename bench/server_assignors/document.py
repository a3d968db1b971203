"""`docs/kafka-4-assignor-costs.md`: one run's figures."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.server_assignors.contenders import JAVA, PORT
from bench.server_assignors.million import MILLION
from bench.server_assignors.rows import COUNTS_FROM, MOST
from jarparity import whole_file

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bench.kit import Limit
    from bench.server_assignors.rows import Row

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "kafka-4-assignor-costs.md"


def write(rows: Sequence[Row], memory: Sequence[Limit], about: Mapping[str, str]) -> None:
    """Writes the page.

    Args:
        rows: The grid.
        memory: What a million partitions take.
        about: Versions of what was measured.
    """
    lines = [
        "# What an assignment of Kafka 4's coordinator costs",
        "",
        f"Written by `python -m bench --part server-assignors --document`: the figures of one run, on {os.cpu_count()} "
        f"cores with Java {about['java.version']} and Python {platform.python_version()}. Times depend on the machine "
        "and on what else it does; ratios hardly do.",
        "",
        "The time of copartition's [assignors](kafka-4-assignors.md) in times of what `assign(GroupSpec, "
        f"SubscribedTopicDescriber)` of kafka-group-coordinator {about['kafka-group-coordinator']} takes, both warm; "
        "milliseconds of both in brackets. The assignments are compared before they are timed, and are the same. There "
        "are ten partitions for each member. Members subscribe to all topics, or to one of five disjoint sets of them. "
        f"Asked: at most {MOST:g} where Java takes {1000 * COUNTS_FROM:g} ms or more; `MISSED` stands where that is "
        "missed.",
        "",
        "| group | uniform, all are new | uniform, one joins | range, all are new | range, one joins |",
        "| --- | --- | --- | --- | --- |",
    ]
    by_workload: dict[str, list[str]] = {}
    for row in rows:
        by_workload.setdefault(str(row.workload), []).append(_cell(row))
    lines += [f"| {workload} | {' | '.join(cells)} |" for workload, cells in by_workload.items()]
    lines += ["", f"## {MILLION.topics * MILLION.partitions:,} partitions, {MILLION.members:,} members", ""]
    lines += ["Each in a process of its own, whose memory is counted with Python, input and answer.", ""]
    lines += ["| assignor | GB, at most | GB |", "| --- | --- | --- |"]
    for limit in memory:
        missed = "" if limit.kept else " MISSED"
        lines.append(f"| {limit.command.split(',')[0]} | {limit.at_most:g} | {limit.measured:.2f}{missed} |")
    whole_file.replace(DOCUMENT, ("\n".join(lines) + "\n").encode())


def _cell(row: Row) -> str:
    mine, java = (_digits(row.seconds[name] * 1e3) for name in (PORT, JAVA))
    return f"**{_digits(row.ratio)}**{' MISSED' if row.kept is False else ''} ({mine} / {java})"


def _digits(figure: float) -> str:
    """Two significant digits, or all before the point."""
    return f"{figure:,.0f}" if figure >= 10 else f"{figure:.1f}" if figure >= 1 else f"{figure:.2g}"  # noqa: PLR2004
