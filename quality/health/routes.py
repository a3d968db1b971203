"""`python -m quality health routes`: the recorded answers, JPype's and the gateway's, for every vector and line."""

from __future__ import annotations

import json
import sys
from typing import Final

import click

from jarparity.references.golden import GoldenReference
from quality.health.measured import Row, publish
from quality.programs import run
from quality.state import State

_ROUTES: Final = ("jpype", "gateway")


@click.command(
    epilog="\b\nExamples:\n  python -m quality health routes\n  python -m quality health routes --route jpype"
)
@click.option("--route", "routes", type=click.Choice(_ROUTES), multiple=True, help="Only this.  [default: both]")
@click.option("--operation", "patterns", multiple=True, metavar="GLOB", help="Only these; then nothing is written.")
@click.option("--check", is_flag=True, help="Write nothing into docs/quality.md.")
def command(routes: tuple[str, ...], patterns: tuple[str, ...], *, check: bool) -> None:
    """Ask the real JARs every recorded vector again, on each line, by each route to them.

    It is `jarparity fixtures verify --reference ROUTE`, which also compares with the kit's own model and the digests.
    """
    began, rows, failed = State.of_checkout(), [], False
    for route in routes or _ROUTES:
        problems, cases = verified(route, patterns)
        for problem in problems:
            click.echo(f"{route}: {problem}")
        failed |= bool(problems) or not cases
        answers = recorded_answers(patterns)
        asked = f"`fixtures verify --reference {route}`: {cases:,} vectors, {answers:,} answers of lines"
        result = f"{len(problems):,} differ" if problems else "equal, each"
        rows.append(Row("routes", f"golden = {route}", asked, result, str(began.until_now())))
    publish(rows, failed=failed, check=check or bool(patterns))


def verified(route: str, patterns: tuple[str, ...]) -> tuple[list[str], int]:
    """What is wrong, and of how many vectors; asked in a process of its own, for a JVM is started once in one."""
    chosen = [argument for pattern in patterns for argument in ("--operation", pattern)]
    verify = ("fixtures", "verify", "--reference", route, "--format", "json", *chosen)
    done = run([sys.executable, "-m", "jarparity", *verify])
    if done.code not in {0, 1}:
        raise click.ClickException(f"fixtures verify --reference {route} ended with {done.code}:\n{done.tail()}")
    report = json.loads(done.output)
    return [f"{problem['place']}: {problem['what']}" for problem in report["problems"]], report["cases"]


def recorded_answers(patterns: tuple[str, ...]) -> int:
    """How many answers of lines the vectors hold."""
    from jarparity import registry  # noqa: PLC0415 - slow to import

    golden = GoldenReference.default()
    vectors = (vector for operation in registry.select(patterns) for vector in golden.vectors(operation.name))
    return sum(len(recorded.lines) for vector in vectors for recorded in vector.answers)
