"""`jarparity explain savepoint`: what is in a savepoint or checkpoint, and whether it could be restored."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from jarparity.check.outcome import Exit
from jarparity.cli import options as opt
from jarparity.cli.advice import PARALLELISM, ask
from jarparity.cli.commands import Refused, argument, command, many, option
from jarparity.cli.output import show, write

if TYPE_CHECKING:
    from pathlib import Path

    from jarparity.answers import JSON


@command("savepoint")
def savepoint(
    *,
    path: str = argument("path", metavar="PATH", type=click.Path(exists=True)),
    maximum: int | None = option(
        "--max-parallelism", **PARALLELISM, help="The number of key groups: only of a subtask's stream alone."
    ),
    parallelisms: tuple[int, ...] = many(
        "--parallelism",
        **PARALLELISM,
        help="A future parallelism, beside the present one.  [default: its half and its double]",
    ),
    uids: tuple[str, ...] = many(
        "--uid",
        metavar="UID",
        help="An operator's uid: metadata of Flink 1 has only its hash.",
    ),
    html: Path | None = opt.written("--html", "Write a page with plots here."),
    form: str = opt.formats(),
) -> Exit:
    """Explain a savepoint or checkpoint: operators, states, where the bytes are, whether it could be restored.

    PATH is its folder, its _metadata, or the stream of one subtask. No JVM reads it, and no user's class is needed.
    Every stream is read to its end, in constant memory. Of a damaged file, what can be read is shown, and at which byte
    it ends. A key in another key group than its own counts as lost: Flink restores it, and no job finds it. The exit
    code is 1 where it could not be restored.

    Examples:
      jarparity explain savepoint /savepoints/savepoint-8c3f1a-0d2e5c
      jarparity explain savepoint checkpoints/chk-7/_metadata --parallelism 8 --parallelism 12
      jarparity explain savepoint chk-7 --uid enrich-orders --html chk-7.html
      jarparity explain savepoint 2f1c9a0e-stream --max-parallelism 128 --parallelism 4 --format json
    """
    from jarparity.advice import savepoint as text  # noqa: PLC0415 - numpy comes with the page alone

    question: JSON = {"path": path, "parallelisms": list(parallelisms), "uids": list(uids)}
    if maximum is not None:
        question["maxParallelism"] = maximum
    try:
        answer = ask("savepoint", question)
    except Refused as error:
        raise Refused(error.message.replace("maxParallelism", "--max-parallelism")) from error
    if html is not None:
        from jarparity.advice.savepoint_page import page  # noqa: PLC0415

        write(html, page(answer).encode("utf-8", "backslashreplace"), "--html")
    for problem in text.unnamed(answer, uids):
        click.echo(f"--uid {problem}", err=True)
    show(text.document(answer), form)
    return Exit.DIFFERS if answer["restorable"] == "no" else Exit.OK
