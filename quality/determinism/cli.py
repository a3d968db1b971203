"""`python -m quality determinism`."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from jarparity import registry
from jarparity.environment import switched_on, under_ci
from jarparity.originals import Originals, OriginalsError
from jarparity.originals.toolchain import NoSecondJdkError, require_java, second_jdk
from jarparity.references import BridgeError, ReferenceUnavailableError
from jarparity.references.fresh import FreshReference, opposites
from jarparity.references.golden import GoldenReference
from quality.determinism import canaries, page
from quality.determinism.asking import AskedJvm, ask, lines_of, rounds
from quality.pages import settle

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarparity.cases import Vector


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
    """Ask every vector again in JVMs of two opposite profiles, on two JDKs; exit 1 if any answer is another."""
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
    for line in chain.from_iterable(one.summary() for one in found):
        click.echo(line)
    if varying := sum(one.varying.total() for one in found):
        raise click.ClickException(
            f"{varying:,} answers vary: declare them `unordered` or `excluded` in "
            "jarparity.varying, and take them out of the answers or the cases out of the vectors; or "
            "declare the setting on which they depend in `assumed`"
        )
    if patterns or sample or one_jdk:
        click.echo("a part only: docs/quality.md is unchanged")
    elif settle("determinism", page.text(found), check=check):
        if check:
            raise click.ClickException("docs/quality.md is another: run `python -m quality determinism`, look at it")
        click.echo("docs/quality.md changed")


def _vectors(patterns: Sequence[str], sample: int | None) -> dict[str, list[Vector]]:
    golden = GoldenReference.default()
    chosen = registry.select(patterns)
    if not chosen:
        raise click.ClickException(f"no operation matches {' '.join(patterns)}; `jarparity list` shows all")
    every = {operation.name: golden.vectors(operation.name) for operation in chosen}
    if sample is None:
        return every
    return {name: some[:: max(1, len(some) // sample)][:sample] for name, some in every.items()}


def _all(jdks: Sequence[tuple[Path | None, int]], vectors: Mapping[str, list[Vector]], jobs: int) -> list[AskedJvm]:
    """Profiles A and B on each JDK, in this order.

    Raises:
        DeafError: A canary answers alike in both.
    """
    originals = Originals.default()
    lines = [line for line in originals.lines() if any(registry.operation(name).has(line) for name in vectors)]
    bridge = originals.bridge(click.echo)
    jars = originals.class_paths(lines, click.echo)
    with TemporaryDirectory(prefix="jarparity-canary-") as folder, ExitStack() as opened:
        canary = canaries.build(bridge, Path(folder))

        def one(java: Path | None, major: int, which: int) -> AskedJvm:
            asked = AskedJvm(major, opposites()[which].name)
            for assumed, some in rounds(vectors, major):
                needed = {line: jars[line] for line in lines if str(line) in lines_of(some)}
                needed[canaries.LINE] = [canary]
                jvm = FreshReference.open(needed, bridge, opposites(assumed)[which], java)
                opened.callback(jvm.close)
                asked.canaries[assumed] = canaries.answers(jvm)
                for name, of_operation in some.items():
                    ask(jvm, asked, {name: of_operation})
                    click.echo(f"JDK {major}, profile {asked.profile}: {name}")
                jvm.close()
            return asked

        pool = ThreadPoolExecutor(jobs)
        opened.callback(pool.shutdown, wait=False, cancel_futures=True)
        started = [pool.submit(one, java, major, which) for java, major in jdks for which in range(2)]
        found = [future.result() for future in started]
    for first, second in zip(found[::2], found[1::2], strict=True):
        for assumed, answered in first.canaries.items():
            canaries.compare(answered, second.canaries[assumed], assumed)
    return found
