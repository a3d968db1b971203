"""The measure's part of `docs/quality.md`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quality.mutation.outcome import Died, Killed, Survived
from quality.mutation.scope import OUTSIDE, Outside

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from quality.mutation.outcome import Outcome
    from quality.mutation.tally import Row, Tally

_HEAD = """| {what} | mutants | killed | equivalent | unproven | survived | not reached | not tried |
|---|---:|---:|---:|---:|---:|---:|---:|"""


def text(tally: Tally, declared: Mapping[str, Outcome | None], bugs: Mapping[str, int]) -> str:
    """The section, in Markdown.

    Args:
        tally: The mutants.
        declared: By name, the rewrites.
        bugs: By tag, how many vectors reject the known wrong port.
    """
    total = tally.total
    left = total.mutants - total.killed - total.equivalent - total.unproven
    verdict = "Every mutant dies, or is declared." if tally.passes else f"**{left:,} mutants are left.**"
    parts = [
        "The port's placement logic is changed in one small place at a time; the golden vectors alone judge it, "
        "without a JVM. *Killed*: an answer is another one, or never comes. *Equivalent*: no input can tell; each has "
        "its reason in `quality/mutation/equivalent.json`. *Unproven*: no input that was found tells, but nothing "
        "proves that none can; the file names each search. *Survived*: the vectors run the changed line and agree. "
        "*Not reached*: no vector runs it.",
        f"{total.mutants:,} mutants: {total.killed:,} killed, {total.equivalent:,} equivalent, {total.unproven:,} "
        f"that no input found tells, {total.survived:,} "
        f"survived, {total.unreached:,} not reached, "
        f"{total.untried:,} not tried yet. {verdict}",
        "### By operation, in modules that only it reaches",
        _table("operation", tally.operations),
        "### In modules that several operations share",
        _table("module", {name.removeprefix("copartition."): row for name, row in tally.modules.items()}),
        "### Wrong ports with a name",
        _named(declared, bugs),
        "### Not mutated",
        "\n".join([*map(_outside, OUTSIDE), _EVERYWHERE]),
    ]
    if tally.survivors:
        parts += ["### What is left", _left(tally)]
    return "\n\n".join(parts)


_EVERYWHERE: Final = (
    "- Everywhere: types, imports, decorators, assertions and `__repr__`; checks of a Python caller's types; defaults "
    "of parameters and fields, which no vector leaves to the port; the arguments `strict`, `compare` and `repr`, which "
    "change no answer; an error's words, which live suites compare (recorded vectors compare its kind); the numbers of "
    "a release, and whether a comparison with one holds at equality, too: `tox -e versions` asks the releases on both "
    "sides."
)


def _outside(out: Outside) -> str:
    return f"- {', '.join(f'`{glob}`' for glob in out.globs)}: {out.reason}."


def _table(what: str, rows: Mapping[str, Row]) -> str:
    lines = [_HEAD.format(what=what)]
    for name, row in sorted(rows.items()):
        counts = (
            row.mutants, row.killed, row.equivalent, row.unproven, row.survived + row.died, row.unreached, row.untried,
        )  # fmt: skip
        lines.append(f"| `{name}` | " + " | ".join(f"{count:,}" for count in counts) + " |")
    return "\n".join(lines)


def _named(declared: Mapping[str, Outcome | None], bugs: Mapping[str, int]) -> str:
    missed = [name for name, outcome in declared.items() if not isinstance(outcome, Killed)]
    missed += [tag for tag, rejected in bugs.items() if not rejected]
    lines = [
        f"{len(bugs)} known wrong ports of `jarparity.bugs` and {len(declared)} rewrites of the port; "
        + ("each is rejected by the vectors alone." if not missed else f"**not rejected: {', '.join(missed)}.**"),
        "| rewrite | rejected by |\n|---|---|",
    ]
    rows = "\n".join(f"| {name} | {_by(outcome)} |" for name, outcome in declared.items())
    return "\n\n".join(lines) + ("\n" + rows if rows else "")


def _by(outcome: Outcome | None) -> str:
    match outcome:
        case Killed(_, "time"):
            return "an answer that never comes"
        case Killed(case, _):
            return f"`{case.partition(' ')[0]}`" if case else "the port can't be loaded"
        case Survived(asked):
            return f"**nothing, of {asked:,} cases**"
        case Died(text):
            return f"**unknown: {text}**"
        case None:
            return "**not tried**"


def _left(tally: Tally) -> str:
    by_module: dict[str, list[str]] = {}
    for mutant, outcome in tally.survivors:
        match outcome:
            case Survived(0):
                why = "not reached"
            case Died(_):
                why = "no verdict"
            case _:
                why = "survived"
        by_module.setdefault(mutant.module, []).append(f"{mutant.line}  # {mutant.label}: {why}")
    return "\n\n".join(_module(name, lines) for name, lines in by_module.items())


def _module(name: str, lines: Sequence[str]) -> str:
    listed = "\n".join(lines)
    return f"<details><summary><code>{name}</code>: {len(lines)}</summary>\n\n```python\n{listed}\n```\n\n</details>"
