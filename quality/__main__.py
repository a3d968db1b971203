"""`python -m quality`: measures what the kit's own checks are worth. One package a measure."""

from __future__ import annotations

import importlib
from typing import Final

import click

from jarparity.cli.commands import Group

_MEASURES: Final = {
    "campaign": "Compare a billion keys, ten million groups, a million histories on Spark; resumable.",
    "determinism": "Ask the originals again in other JVMs: another locale, time zone, JDK.",
    "draws": "How many drawn inputs it takes until each known bug is met.",
    "health": "The kit under kill -9, damaged fixtures, random orders and seeds.",
    "messages": "Write the tables of Kafka's messages, from the schemas in its JARs.",
    "mutation": "Change the port's code on purpose: do the golden vectors notice?",
    "picture": "Draw the failing check of the README anew, from a real run.",
    "release": "A release's dry run: build twice, install, check, list what is inside.",
    "words": "Retired words in pages, docstrings and messages, and what to write.",
}

_OURS: Final = ("quality", "jarparity", "copartition")


class _Measures(Group):
    """Imports a measure only when it is named: each needs tools that the others do without."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(_MEASURES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _MEASURES:
            return None
        try:
            command: click.Command = importlib.import_module(f"quality.{cmd_name}").command
        except ModuleNotFoundError as error:
            # A module of our own that is missing is a fault, and shows its trace.
            if error.name is None or error.name.partition(".")[0] in _OURS:
                raise
            raise click.UsageError(
                f"{cmd_name} needs {error.name}, which isn't installed: tox -e {cmd_name}"
            ) from error
        return command

    def summary(self, name: str) -> str:
        return _MEASURES[name]


@click.group(cls=_Measures, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def main() -> None:
    """Measure what the kit's own checks are worth; each measure rewrites its part of docs/quality.md."""


if __name__ == "__main__":
    main()
