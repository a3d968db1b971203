"""`jarparity report`: results of `jarparity check` as a page, and for machines."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from jarparity.cli import options as opt
from jarparity.cli.commands import argument, command, option
from jarparity.cli.output import write
from jarparity.report.formats import FORMATS, TITLED, rendered
from jarparity.report.results import read


@command()
def report(
    *,
    results: tuple[Path, ...] = argument(
        "results", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
    ),
    form: str = opt.formats(*FORMATS),
    output: Path | None = opt.output("Write here in place of standard output."),
    title: str | None = option("--title", help="The heading of the page or of the summary."),
) -> None:
    """Show RESULTS, the files of `jarparity check --format json` or `ndjson`: one for each port.

    The page is one file that needs no server and no network: a matrix of ports, operations and releases, with the
    smallest failing case of each, both answers and the command that shows it again. Ends with 0 whatever the
    results are: `jarparity check` has judged.

    Examples:
      jarparity check --format json --output mine.json --port my_port:PORT
      jarparity report mine.json --output report/index.html
      jarparity report *.json --title 'Kafka clients' --output report/index.html
      jarparity report *.json --format markdown >> "$GITHUB_STEP_SUMMARY"
      jarparity report mine.json --format badge --output badge.json
    """
    if title is not None and form not in TITLED:
        raise click.UsageError(f"--title: {form} has no heading; leave it out, or take {' or '.join(TITLED)}")
    if output is None and form == "html" and sys.stdout.isatty():
        raise click.UsageError("the page is for a browser: write it by --output FILE, or take --format markdown")
    content = rendered(form, read(results), title).encode("utf-8", "backslashreplace")
    if output is None:
        click.echo(content, nl=False)
    else:
        write(output, content)
