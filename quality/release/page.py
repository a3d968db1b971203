"""What a rehearsal saw, as the part `release` of `docs/quality.md`: nothing in it changes from commit to commit."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quality.release.steps import Step, Taken


def page(steps: Iterable[Step], taken: Iterable[Taken]) -> str:
    """The part, as Markdown: a row for every step, whether it was taken or not."""
    known = {one.step: one for one in taken}
    lines = ["| step | question | answer |", "|---|---|---|"]
    lines += [f"| `{step.name}` | {step.question} | {_answer(known.get(step))} |" for step in steps]
    for one in known.values():
        for title, table in one.done.tables if one.done else ():
            lines += ["", f"{title}:", "", *table]
    return "\n".join(lines)


def _answer(taken: Taken | None) -> str:
    if taken is None:
        return "**not taken**"
    if taken.done is None:
        return f"**no**: {_cell(taken.faults[0])}"
    if taken.done.open:
        return f"**open**: {_cell(taken.done.said)}; {_cell(taken.done.open)}"
    return f"yes: {_cell(taken.done.said)}"


def _cell(text: str) -> str:
    return text.splitlines()[0].replace("|", "\\|")
