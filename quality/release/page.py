"""What a rehearsal saw, as the part `release` of `docs/quality.md`: nothing in it changes from commit to commit."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quality.release.steps import Taken


def page(taken: Iterable[Taken]) -> str:
    """The part, as Markdown."""
    steps = list(taken)
    lines = ["| step | question | answer |", "|---|---|---|"]
    lines += [f"| `{one.step.name}` | {one.step.question} | {_answer(one)} |" for one in steps]
    for one in steps:
        for title, table in one.done.tables if one.done else ():
            lines += ["", f"{title}:", "", *table]
    return "\n".join(lines)


def _answer(taken: Taken) -> str:
    if taken.done is None:
        return f"**no**: {_cell(taken.faults[0])}"
    return (
        "**open**: " * bool(taken.done.open)
        + _cell(taken.done.said)
        + (f"; {_cell(taken.done.open)}" if taken.done.open else "")
    )


def _cell(text: str) -> str:
    return text.splitlines()[0].replace("|", "\\|")
