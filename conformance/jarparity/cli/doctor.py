"""`jarparity doctor`: what is here, what is missing, and exactly how to get it."""

from __future__ import annotations

import json

import click

from jarparity.check.outcome import Exit
from jarparity.cli.progress import progress
from jarparity.originals.diagnosis import Diagnosis, Ok, diagnose


@click.command(epilog="\b\nExamples:\n  jarparity doctor\n  jarparity doctor --format json")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True)
def doctor(format_: str) -> Exit:
    """Say what is here, what is missing, and how to get it.

    Ends with 0 if golden vectors can be checked, which needs neither Java nor a network; else with 4.
    """
    with progress("looking") as report:
        diagnosis = diagnose(lambda text: report(text, 0))
    click.echo(json.dumps(diagnosis.document(), indent=2) if format_ == "json" else _text(diagnosis))
    return Exit.OK if diagnosis.golden else Exit.USAGE


def _text(diagnosis: Diagnosis) -> str:
    width = max(len(finding.name) for finding in diagnosis.findings) + 2
    rows = []
    for finding in diagnosis.findings:
        state = "ok" if isinstance(finding, Ok) else "missing"
        rows.append(f"{finding.name:{width}}{state:9}{finding.detail}")
        if not isinstance(finding, Ok):
            rows += [f"{'':{width + 9}}{line}" for line in finding.fix.splitlines()]
    rows.append("")
    for name, reason in diagnosis.references().items():
        rows.append(f"reference {name:9}{'available' if reason is None else f'not available: {reason}'}")
    return "\n".join(rows)
