"""`python -m quality determinism`."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import click

from jarparity import catalogue
from jarparity.environment import switched_on, under_ci
from jarparity.originals import Originals, OriginalsError
from jarparity.originals.second_jdk import NoSecondJdkError, second_jdk
from jarparity.originals.toolchain import require_java
from jarparity.page_section import read_section, write_section
from jarparity.references import BridgeError, ReferenceUnavailableError
from jarparity.references.fresh import FreshReference
from jarparity.references.golden import GoldenReference
from jarparity.references.settings import opposites
from quality.determinism import canaries, table, telling
from quality.determinism.asking import Found, ask, rounds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarparity.cases import Vector

PAGE: Final = Path(__file__).parents[2] / "docs" / "quality.md"
SECTION: Final = "determinism"


@click.command(
    epilog="\b\nExamples:\n  python -m quality determinism"
    "\n  python -m quality determinism --sample 20"
    "\n  python -m quality determinism --operation 'kafka.assignor.*' --one-jdk"
)
@click.option(
    "--operation", "patterns", multiple=True, metavar="GLOB", help="Only these operations; nothing is written."
)
@click.option(
    "--sample", type=click.IntRange(min=1), metavar="N", help="Only N vectors an operation; nothing is written."
)
@click.option("--second", "home", type=click.Path(path_type=Path), metavar="HOME", help="The second JDK's JAVA_HOME.")
@click.option("--one-jdk", is_flag=True, help="Only the machine's own JDK; nothing is written, and refused under CI.")
@click.option("-j", "--jobs", type=click.IntRange(min=1), default=2, show_default=True, help="JVMs at once.")
@click.option("--check", is_flag=True, help="Change nothing; exit 1 if docs/quality.md would be another.")
def command(  # noqa: PLR0913 - one parameter an option
    patterns: tuple[str, ...], sample: int | None, home: Path | None, jobs: int, *, one_jdk: bool, check: bool
) -> None:
    """Ask every vector again in two JVMs with opposite settings, on two JDKs; exit 1 if any answer is another."""
    if one_jdk and (under_ci() or switched_on("JARPARITY_REQUIRE_JVM")):
        raise click.ClickException("a second JDK is required here: leave --one-jdk out")
    try:
        first = require_java()
        jdks: list[tuple[Path | None, int]] = [(None, first.major)]
        if not one_jdk:
            jdks.append(second_jdk(home, first.major))
        vectors = _vectors(patterns, sample)
        found = _all(jdks, vectors, jobs)
    except (NoSecondJdkError, OriginalsError, ReferenceUnavailableError, BridgeError, canaries.DeafError) as error:
        raise click.ClickException(str(error)) from error
    for line in telling.lines(found):
        click.echo(line)
    if varying := sum(one.varying.total() for one in found):
        raise click.ClickException(
            f"{varying:,} answers vary: declare them `unordered` or `excluded` in "
            "jarparity.catalogue.varying, and take them out of the answers or the cases out of the vectors; or "
            "declare the setting on which they hang in `assumed`"
        )
    if patterns or sample or one_jdk:
        click.echo("a part only: docs/quality.md is left as it is")
    elif check:
        if read_section(PAGE, SECTION) != table.text(found).strip():
            raise click.ClickException("docs/quality.md is another: run `python -m quality determinism`, look at it")
    else:
        click.echo("docs/quality.md changed" if write_section(PAGE, SECTION, table.text(found)) else "nothing changed")


def _vectors(patterns: Sequence[str], sample: int | None) -> dict[str, list[Vector]]:
    golden = GoldenReference.default()
    chosen = catalogue.select(patterns)
    if not chosen:
        raise click.ClickException(f"no operation matches {' '.join(patterns)}; `jarparity list` shows all")
    every = {operation.name: golden.vectors(operation.name) for operation in chosen}
    if sample is None:
        return every
    return {name: some[:: max(1, len(some) // sample)][:sample] for name, some in every.items()}


def _all(jdks: Sequence[tuple[Path | None, int]], vectors: Mapping[str, list[Vector]], jobs: int) -> list[Found]:
    """East and west on each JDK, in this order.

    Raises:
        DeafError: A canary answers alike in both.
    """
    originals = Originals.default()
    lines = [line for line in originals.lines() if any(catalogue.operation(name).has(line) for name in vectors)]
    originals.ensure(lines, click.echo)
    bridge = originals.bridge(click.echo)
    jars = {line: originals.jars(line) for line in lines}
    with TemporaryDirectory(prefix="jarparity-canary-") as folder, ExitStack() as opened:
        canary = canaries.build(bridge.core, Path(folder))

        def one(java: Path | None, major: int, which: int) -> Found:
            found = Found(major, opposites()[which].name)
            for each in rounds(vectors, major):
                needed = {line: jars[line] for line in lines if str(line) in each.lines}
                needed[canaries.LINE] = [canary]
                jvm = FreshReference.open(needed, bridge, opposites(each.assumed)[which], java)
                opened.callback(jvm.close)
                found.canaries[each.assumed] = canaries.answers(jvm)
                ask(jvm, found, each.vectors, click.echo)
                jvm.close()
            return found

        pool = ThreadPoolExecutor(jobs)
        opened.callback(pool.shutdown, wait=False, cancel_futures=True)
        asked = [pool.submit(one, java, major, which) for java, major in jdks for which in range(2)]
        found = [future.result() for future in asked]
    for east, west in pairwise(found):
        if east.java == west.java:
            for assumed, answered in east.canaries.items():
                canaries.compare(answered, west.canaries[assumed], assumed)
    return found
