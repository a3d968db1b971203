"""The command line. One file a command; a command's imports are made when it is called."""

from __future__ import annotations

import atexit
import importlib
import re
import signal
import sys
import traceback
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, Final

import click

from jarparity import __version__
from jarparity.check.outcome import Exit
from jarparity.cli.commands import Group, Refused
from jarparity.errors import UserError
from jarparity.streams import buffered, send_nowhere, writing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Refused", "main"]

CLOSED_PIPE: Final = 141
"""The exit code where standard output was closed: a shell's, of a program that SIGPIPE has ended."""


class _ClosedPipeError(Exception):
    """Standard output was closed; of a BrokenPipeError click makes 1, which would say that a port differs."""


@contextmanager
def _pipe_noticed() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise _ClosedPipeError from error


class _LazyGroup(Group):
    """Loads a command's module only when it is named: `check` on golden vectors must not import Hypothesis.

    Also gives errors pytest's exit codes in place of click's.
    """

    SECTIONS: ClassVar = {
        "Check a port": {
            "doctor": ("doctor:doctor", "Show what is installed, what is missing, and how to get it."),
            "list": ("listing:listing", "List the operations, and the releases that have them."),
            "check": ("check:check", "Check a port against the originals."),
            "report": ("report:report", "Show results of check as a page, as a summary, or for other programs."),
            "fixtures": ("fixtures:fixtures", "List, verify, copy and generate the recorded answers."),
            "serve": ("serve:serve", "Answer cases over standard input and output, as a port or as the originals."),
        },
        "Run Kafka and Flink": {
            "balance": ("balance:balance", "Find parallelisms and keys that load every subtask evenly."),
            "explain": (
                "explain:explain",
                "Explain where keys, partitions, state and in-flight records go, a group, a vector, a known bug.",
            ),
            "reassign": (
                "reassign:reassign",
                "Plan and show a reassignment of Kafka's replicas, with the file that undoes it.",
            ),
            "assignor": ("assignor:assignor", "Check your custom assignor for Kafka's consumer groups."),
            "spark": ("spark:spark", "Compare and measure placements of whole data sets, with Spark."),
        },
        "For maintainers": {
            "originals": ("originals:originals", "Fetch, verify, list and lock the originals' JARs."),
            "drift": ("drift:drift", "Search for what changed between releases of the originals."),
            "patch": ("patch:patch", "Check a patch of an original: fault gone, nothing else changed, not slower."),
            "prove": ("prove:prove", "Compare an operation on its whole domain, or on every small group or history."),
            "coverage": ("coverage:coverage", "Count which branches of the originals are run."),
            "upstream": ("upstream:upstream", "Run the originals' own tests against a port."),
            "live": ("live:live", "Compare a real cluster with what a port predicts."),
        },
    }
    COMMANDS: ClassVar = {name: where for commands in SECTIONS.values() for name, where in commands.items()}

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - click's
        super().__init__(*args, **more)
        self.sections = {heading: tuple(commands) for heading, commands in self.SECTIONS.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(self.COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in self.COMMANDS:
            return None
        module, _, attribute = self.COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(f"jarparity.cli.{module}"), attribute)
        return command

    def summary(self, name: str) -> str:
        return str(self.COMMANDS[name][1])

    def make_context(self, *args: Any, **more: Any) -> click.Context:  # noqa: ANN401 - click's; help is shown there
        with _pipe_noticed(), writing(sys.stdout):
            return super().make_context(*args, **more)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's
        with _pipe_noticed():
            return super().invoke(ctx)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,  # noqa: FBT001, FBT002 - click's signature
        **extra: Any,  # noqa: ANN401
    ) -> Any:  # noqa: ANN401
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        # As Control-C: what was opened is closed, and no half-written file stays.
        # Python acts on a signal between two steps of its own: within a call into the JVM both wait until it returns.
        # Who can't wait sends SIGKILL: files stand under their names whole or not at all, and our own children end
        # with their standard input.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        sys.stdout = buffered(sys.stdout)
        try:
            result = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except click.UsageError as error:
            error.show()
            if isinstance(error, click.NoSuchOption) and re.match(r"-[\d.]", error.option_name):
                click.echo(f"A value that begins with '-' goes behind '--', as in: … -- {error.option_name}", err=True)
            sys.exit(Exit.USAGE)
        except click.ClickException as error:
            error.show()
            sys.exit(error.exit_code)
        except _ClosedPipeError:
            send_nowhere(sys.stdout)
            sys.exit(CLOSED_PIPE)
        except (click.Abort, KeyboardInterrupt):
            click.echo("interrupted", err=True)
            sys.exit(Exit.INTERRUPTED)
        except UserError as error:
            click.echo(f"Error: {error}", err=True)
            sys.exit(Exit.USAGE)
        except Exception:  # noqa: BLE001 - the last resort: exit code 1 would say that a port differs
            traceback.print_exc()
            click.echo("Error: jarparity itself failed; please report the lines above", err=True)
            sys.exit(Exit.INTERNAL)
        finally:
            if args is None:  # as a program, and not within another one
                # The report is written: what a port prints when the process ends is none of it. What is registered last
                # is called first.
                atexit.register(setattr, sys, "stdout", sys.stderr)
        sys.exit(result if isinstance(result, int) else Exit.OK)


@click.group(
    cls=_LazyGroup,
    context_settings={
        "auto_envvar_prefix": "JARPARITY",
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
    },
    epilog="Exit codes are pytest's: 0 all agree, 1 something differs, 2 interrupted, 3 the kit failed, "
    "4 usage error or missing dependency, 5 nothing was compared. 141: standard output was closed, as by head.",
)
@click.version_option(__version__)
def main() -> None:
    """Check that a reimplementation (port) of Kafka's or Flink's placement code answers as the Java original does.

    Examples:
      jarparity check                                  our own port, golden vectors and live JARs
      jarparity check --port my_port:PORT              yours, in this process
      jarparity check --port-cmd 'node my-port.js'     yours, over standard input and output
      jarparity doctor                                 what is missing here
    """
