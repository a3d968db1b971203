"""`jarparity doctor`: what is here, what is missing, and exactly how to get it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.check.outcome import Exit
from jarparity.cli import options as opt
from jarparity.cli.commands import command
from jarparity.cli.output import progress, show
from jarparity.originals.diagnosis import Ok, diagnose
from jarparity.report.tables import Document, Table

if TYPE_CHECKING:
    from jarparity.originals.diagnosis import Diagnosis


@command()
def doctor(form: str = opt.formats()) -> Exit:
    """Show what is installed, what is missing, and how to get it.

    Ends with 0 if golden vectors can be checked, which needs neither Java nor a network; else with 4.

    Examples:
      jarparity doctor
      jarparity doctor --format json
    """
    with progress("looking") as step:
        diagnosis = diagnose(step)
    show(_document(diagnosis), form)
    return Exit.OK if diagnosis.golden else Exit.USAGE


def _document(diagnosis: Diagnosis) -> Document:
    findings = [
        (one.name, "ok", one.detail) if isinstance(one, Ok) else (one.name, "missing", f"{one.detail}\n{one.fix}")
        for one in diagnosis.findings
    ]
    references = [
        (f"reference {name}", "available" if reason is None else f"not available: {reason}")
        for name, reason in diagnosis.references().items()
    ]
    return Document((Table.of([""] * 3, findings), Table.of([""] * 2, references)), diagnosis.document())
