"""What commands are made of: help that keeps its examples, and parameters that are declared in the signature.

    @command()
    def doctor(form: str = opt.formats()) -> Exit: ...

A parameter's default says what it is on the command line; the command gets what was given there.
"""

from __future__ import annotations

import inspect
import sys
from dataclasses import dataclass
from functools import wraps
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import click

from jarparity.check.outcome import Exit
from jarparity.streams import writing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


Default: TypeAlias = Any
"""The default of a command's parameter, `Declared`; to mypy it is of the parameter's own type."""


Setting: TypeAlias = Any
"""An argument of click's own."""


class Refused(click.ClickException):
    """What was asked can't be done here; the message says why, and the fix."""

    exit_code = Exit.USAGE


@dataclass(frozen=True, slots=True)
class Declared:
    """What a parameter is on the command line.

    Attributes:
        parts: Makes click's parameters.
        made: Makes the value of theirs.
    """

    parts: tuple[Callable[[], click.Parameter], ...]
    made: Callable[..., Any]


def option(*flags: str, made: Callable[[Any], Any] = lambda value: value, **settings: Setting) -> Default:
    """A parameter that is an option, with click's settings; `made` makes the value of what was given."""
    return Declared((lambda: click.Option(flags, **settings),), made)


def flag(*flags: str, help: str) -> Default:  # noqa: A002 - click's name
    """A parameter that is true where its option is given."""
    return option(*flags, is_flag=True, help=help)


def number(flag: str, least: int = 1, most: int | None = None, **settings: Setting) -> Default:
    """A parameter that is a whole number; its default is shown."""
    named: dict[str, Setting] = {"metavar": "N"} | settings
    return option(flag, type=click.IntRange(least, most), show_default="default" in settings, **named)


def choice(flag: str, *several: str, default: str | None = None, **settings: Setting) -> Default:
    """A parameter that is one of several words."""
    return option(flag, type=click.Choice(several), default=default, show_default=default is not None, **settings)


def many(*flags: str, help: str, **settings: Setting) -> Default:  # noqa: A002 - click's name
    """A parameter whose option may be given several times, and says so."""
    return option(*flags, multiple=True, help=f"{help}  [repeatable]", **settings)


def argument(name: str, made: Callable[[Any], Any] = lambda value: value, **settings: Setting) -> Default:
    """A parameter that is an argument, with click's settings; `made` makes the value of what was given."""
    return Declared((lambda: click.Argument([name], **settings),), made)


def together(made: Callable[..., Any], *declared: Declared) -> Default:
    """A parameter that several make up: `made` gets the value of each."""

    def whole(*values: Any) -> Any:  # noqa: ANN401 - click's
        rest = iter(values)
        return made(*(one.made(*islice(rest, len(one.parts))) for one in declared))

    return Declared(tuple(part for one in declared for part in one.parts), whole)


def fields(shared: type[NamedTuple]) -> Default:
    """A parameter that is such a tuple, whose fields have the defaults that parameters have: what commands share."""
    return together(shared, *shared._field_defaults.values())


def _show_help(ctx: click.Context, _: click.Parameter, is_wanted: bool) -> None:  # noqa: FBT001 - click's signature
    """As click's own, but a full disk is a sentence, as for all other output."""
    if is_wanted and not ctx.resilient_parsing:
        with writing(sys.stdout):
            click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


class _Helped(click.Command):
    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Click's, with `_show_help`."""
        if (found := super().get_help_option(ctx)) is not None:
            found.callback = _show_help
        return found


class Command(_Helped):
    """A command whose help is its docstring, in which examples and lists keep their lines."""

    def __init__(self, name: str | None, callback: Callable[..., Any], **more: Setting) -> None:
        found = _parameters(callback)
        if more["params"]:
            raise TypeError(f"{callback.__name__}: declare parameters in the signature, not by click's decorators")
        more |= {"params": [one for several, _ in found.values() for one in several], "help": _kept(more["help"])}
        super().__init__(name, callback=_called(callback, found), **more)


def _parameters(function: Callable[..., Any]) -> dict[str, tuple[list[click.Parameter], Callable[..., Any]]]:
    """By parameter of a function: what it is on the command line, and what makes its value."""
    defaults = ((name, one.default) for name, one in inspect.signature(function).parameters.items())
    return {name: ([part() for part in one.parts], one.made) for name, one in defaults if isinstance(one, Declared)}


def _called(
    function: Callable[..., Any], found: Mapping[str, tuple[list[click.Parameter], Callable[..., Any]]]
) -> Callable[..., Any]:
    @wraps(function)
    def call(**given: Any) -> Any:  # noqa: ANN401 - a command's
        values = {name: made(*(given.pop(str(one.name)) for one in several)) for name, (several, made) in found.items()}
        return function(**values, **given)

    return call


def _kept(text: str | None) -> str:
    """A help text with click's mark before each paragraph that has two spaces in a row, or is indented."""
    paragraphs = inspect.cleandoc(text or "").split("\n\n")
    return "\n\n".join(f"\b\n{part}" if "  " in part else part for part in paragraphs)


class Group(_Helped, click.Group):
    """A group whose help has every command's whole first sentence, those of maintainers apart.

    Attributes:
        sections: By heading the commands below it; what isn't named comes under the first heading.
    """

    command_class = Command
    sections: Mapping[str, Sequence[str]]

    def __init__(self, name: str | None = None, maintainers: Sequence[str] = (), **more: Setting) -> None:
        super().__init__(name, **more | {"help": _kept(more.get("help"))})
        self.sections = {"Commands": (), "For maintainers": maintainers}

    def summary(self, name: str) -> str:
        """The first sentence of a command's help."""
        return self.commands[name].get_short_help_str(10_000)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the sections."""
        named = {name for names in self.sections.values() for name in names}
        names = [name for name in self.list_commands(ctx) if name not in named]
        width = max(map(len, self.list_commands(ctx)))
        for heading, below in self.sections.items():
            if rows := [(name.ljust(width), self.summary(name)) for name in (*names, *below)]:
                with formatter.section(heading):
                    formatter.write_dl(rows)
            names = []

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds the command; one that isn't there is refused with the nearest name."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-") and not ctx.resilient_parsing:
            import difflib  # noqa: PLC0415 - only for the message

            near = difflib.get_close_matches(name, self.list_commands(ctx), n=1)
            hint = f"Did you mean {near[0]}?" if near else f"There are {', '.join(self.list_commands(ctx))}."
            raise click.UsageError(f"No such command '{name}'. {hint}", ctx)
        return super().resolve_command(ctx, args)


def command(name: str | None = None, **more: Setting) -> Callable[[Callable[..., Any]], Command]:
    """As `click.command`, of a `Command`."""
    return click.command(name, cls=Command, **more)


def group(**more: Setting) -> Callable[[Callable[..., Any]], Group]:
    """As `click.group`, of a `Group`; `maintainers` are the commands that stand apart."""
    return click.group(cls=Group, **more)
