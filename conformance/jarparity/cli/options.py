"""Options that several commands share: each is declared here once."""

from __future__ import annotations

import os
import secrets
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import click

from jarparity import catalogue, registry
from jarparity.cli.commands import choice, flag, many, number, option, together
from jarparity.cli.output import progress
from jarparity.environment import under_ci
from jarparity.ports.load import open_port
from jarparity.ports.process import TIMEOUT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from jarparity.cli.commands import Default
    from jarparity.lines import Line
    from jarparity.operations import Operation
    from jarparity.ports import Port
    from jarparity.references import LiveReference

T = TypeVar("T")

_ROUTES: Final = {
    "auto": "golden, and live Java where it is installed",
    "golden": "recorded answers, no JVM",
    "jpype": "the JARs in this process",
    "gateway": "the JARs in Spark's JVM",
}
"""What `--reference` can be told; each command takes some of them."""


class _Written(click.Path):
    """A file to be written. Neither nothing nor a dash is its name: `''` is a shell's variable without a value."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, path_type=Path)

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        if not os.fspath(value):
            self.fail("the name is empty: write a file's name", param, ctx)
        if os.fspath(value) == "-":
            self.fail("'-' stands for no file: write a name, or ./- for a file that is called so", param, ctx)
        return super().convert(value, param, ctx)


class Chosen(list[T]):
    """What globs chose; with the globs, of which there are none where all was chosen."""

    def __init__(self, found: Iterable[T], patterns: tuple[str, ...]) -> None:
        super().__init__(found)
        self.patterns = patterns


def operations(what: str = "Only these operations.") -> Default:
    """`--operation`: the command gets `Chosen` operations, at least one."""
    return many("--operation", metavar="GLOB", help=what, made=chosen_operations)


def lines(what: str = "Only these releases, such as 'flink 2.*'.") -> Default:
    """`--line`: the command gets `Chosen` locked lines, at least one."""
    return many("--line", metavar="GLOB", help=what, made=chosen_lines)


def reference(*routes: str, default: str | None = None, what: str = "", repeatable: bool = False) -> Default:
    """`--reference`: what gives the true answers.

    Args:
        routes: What the command takes.
        default: What it takes by itself; None for nothing.
        what: What they are asked for; where it explains a route of its own, it explains all.
        repeatable: Whether several may be asked.
    """
    explained = "" if ": " in what else f" {'; '.join(f'{name}: {_ROUTES[name]}' for name in routes)}."
    if repeatable:
        of = click.Choice(routes)
        return many("--reference", type=of, default=[default], show_default=True, help=f"{what}{explained}")
    return choice("--reference", *routes, default=default, help=f"{what}{explained}".lstrip())


def formats(*forms: str) -> Default:
    """`--format`, the first by default: text and JSON, where none is named."""
    forms = forms or ("text", "json")
    return choice("--format", *forms, default=forms[0])


def written(flag: str, what: str, metavar: str | None = None) -> Default:
    """A file to be written, whole or not at all, with the folders that it lacks."""
    return option(flag, type=_Written(), metavar=metavar, help=f"{what} Missing folders are made.")


def output(what: str = "Write the report here in place of standard output.") -> Default:
    """`--output`, a file to be written."""
    return written("--output", what)


def seed(default: int | None = None, most: int | None = None) -> Default:
    """`--seed`; without a default it is drawn."""
    what = "All that is drawn follows from it."
    if default is not None:
        return number("--seed", 0, most, default=default, help=what)
    drawn = "  [default: another one each time; fixed under CI]"
    return number("--seed", 0, most, help=what + drawn, made=_chosen_seed)


def draw(default: int, what: str, least: int = 0) -> Default:
    """`--draw`: how many inputs are drawn."""
    return number("--draw", least, default=default, help=what)


def max_time() -> Default:
    """`--max-time`, in seconds."""
    above_none = click.FloatRange(min=0, min_open=True)
    return option("--max-time", type=above_none, metavar="SECONDS", help="Stop searching then.")


def require_jvm() -> Default:
    """`--require-jvm`."""
    return flag("--require-jvm", help="Fail where live Java is missing.  [default: only with CI set]")


def save() -> Default:
    """`--save`."""
    return flag("--save", help="Keep the smallest difference of each operation in fixtures/regressions.")


def port_name(default: str = "copartition's") -> Default:
    """`--port`: a port in this process."""
    what = f"The port is this Python object, in this process.  [default: {default}]"
    return option("--port", metavar="MODULE:ATTR", help=what)


@dataclass(frozen=True, slots=True)
class PortChoice:
    """What the options of `port` say.

    Attributes:
        name: `module:attribute`, or None.
        command: A program that speaks the protocol, or None.
        timeout: Seconds that the program may take for a case.

    Raises:
        click.UsageError: There are both.
    """

    name: str | None
    command: str | None
    timeout: float = TIMEOUT

    def __post_init__(self) -> None:
        if self.name is not None and self.command is not None:
            raise click.UsageError("--port and --port-cmd exclude each other: give one")

    @property
    def repeated(self) -> tuple[str, ...]:
        """The same options, as the reproducing command must repeat them."""
        return port_arguments(self.name, self.command, self.timeout)

    def or_brought(self, operations: Iterable[Operation]) -> PortChoice:
        """The port that the operations' areas bring, where none is named and all bring the same one."""
        if self.name is not None or self.command is not None:
            return self
        brought = {registry.area_of(one.name).port for one in operations}
        return self if len(brought) > 1 else replace(self, name=brought.pop())

    def open(self) -> Port:
        """The port.

        Raises:
            PortError: It can't be opened.
        """
        return open_port(self.name, self.command, timeout=self.timeout)


def port() -> Default:
    """`--port`, `--port-cmd` and `--port-timeout`: the command gets a `PortChoice`."""
    program = "The port is this program; it answers JSON lines (see `jarparity serve port --help`)."
    timeout = option(
        "--port-timeout",
        type=click.FloatRange(min=0, min_open=True),
        default=TIMEOUT,
        show_default=True,
        metavar="SECONDS",
        help="How long a --port-cmd may take for a case; six times as long to start.",
    )
    name = port_name("copartition's, or the one that the area brings")
    return together(PortChoice, name, option("--port-cmd", metavar="COMMAND", help=program), timeout)


def port_arguments(port: str | None, port_cmd: str | None, port_timeout: float = TIMEOUT) -> tuple[str, ...]:
    """The options of a port, as the reproducing command must repeat them."""
    if port_cmd:
        timeout = () if port_timeout == TIMEOUT else ("--port-timeout", f"{port_timeout:g}")
        return ("--port-cmd", port_cmd, *timeout)
    return ("--port", port) if port else ()


def chosen_operations(patterns: tuple[str, ...]) -> Chosen[Operation]:
    """As `catalogue.operations`, with the globs."""
    return Chosen(catalogue.operations(patterns), patterns)


def chosen_lines(patterns: tuple[str, ...]) -> Chosen[Line]:
    """As `catalogue.releases`, with the globs."""
    return Chosen(catalogue.releases(patterns), patterns)


def _chosen_seed(given: int | None) -> int:
    """The seed that was given, else another one each time; under CI always the same."""
    from jarparity.check.search import FIXED_SEED  # noqa: PLC0415 - not for help

    if given is not None:
        return given
    return FIXED_SEED if under_ci() else secrets.randbelow(2**31)


@contextmanager
def opened_reference(route: str, lines: Sequence[Line]) -> Iterator[LiveReference]:
    """The real JARs of these lines by a route, fetched on first use.

    Raises:
        ReferenceUnavailableError: Something is missing here.
        OriginalsError: The JARs aren't the locked ones, or Maven failed.
    """
    from jarparity.references import factory  # noqa: PLC0415 - only where Java is wanted

    with progress("preparing") as step:
        live = factory.open_reference(route, lines=lines, progress=step)
    try:
        yield live
    finally:
        live.close()
