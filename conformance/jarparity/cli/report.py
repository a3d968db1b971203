"""`jarparity report`: results of `jarparity check` as a page, and for machines."""

from __future__ import annotations

from pathlib import Path

import click

from jarparity import whole_file
from jarparity.cli import Refused
from jarparity.report.formats import FORMATS, TITLED, rendered
from jarparity.report.results import ResultError, read


@click.command(
    epilog="""\b
Examples:
  jarparity check --format json --output mine.json --port my_port:PORT
  jarparity report mine.json --output report/index.html
  jarparity report *.json --title 'Kafka clients' --output report/index.html
  jarparity report *.json --format markdown >> "$GITHUB_STEP_SUMMARY"
  jarparity report mine.json --format badge --output badge.json"""
)
@click.argument("results", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--format", "format_", type=click.Choice(list(FORMATS)), default="html", show_default=True)
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write here in place of standard output."
)
@click.option("--title", help="The heading of the page or of the summary.")
def report(results: tuple[Path, ...], format_: str, output: Path | None, title: str | None) -> None:
    """Show RESULTS, the files of `jarparity check --format json` or `ndjson`: one for each port.

    The page is one file that needs no server and no network: a matrix of ports, operations and lines, with the
    smallest failing case of each, both answers and the command that shows it again. Ends with 0 whatever the
    results are: `jarparity check` has judged.
    """
    if title is not None and format_ not in TITLED:
        raise click.UsageError(f"--title: {format_} has no heading; leave it out, or take {' or '.join(TITLED)}")
    try:
        content = rendered(format_, read(results), title).encode("utf-8", "backslashreplace")
    except ResultError as error:
        raise Refused(str(error)) from None
    if output is None:
        click.echo(content, nl=False)
        return
    try:
        whole_file.replace(output, content)
    except OSError as error:
        raise Refused(f"--output {output}: {error.strerror}") from None
