"""`python -m quality`: measures what the kit's own checks are worth. One package a measure."""

from __future__ import annotations

import click

from quality.lazy import LazyGroup


@click.group(
    cls=LazyGroup,
    package="quality",
    summaries={
        "determinism": "Ask the originals again in other JVMs: another locale, time zone, JDK.",
        "health": "The kit under kill -9, damaged fixtures, random orders and seeds.",
        "mutation": "Change the port's code on purpose: do the golden vectors notice?",
        "release": "A release's dry run: build twice, install, check, list what is inside.",
    },
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
def main() -> None:
    """Measure what the kit's own checks are worth; each measure rewrites its part of docs/quality.md."""


if __name__ == "__main__":
    main()
