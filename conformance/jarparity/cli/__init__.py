"""The command line. One file a command; a command's imports are made when it is called."""

from __future__ import annotations

import importlib
import signal
import sys
import traceback
from typing import TYPE_CHECKING, Any, ClassVar

import click

from jarparity import __version__
from jarparity.check.outcome import Exit

if TYPE_CHECKING:
    from collections.abc import Sequence


class _LazyGroup(click.Group):
    """Loads a command's module only when it is named: `check` on golden vectors must not import Hypothesis.

    Also gives errors pytest's exit codes in place of click's.
    """

    COMMANDS: ClassVar = {
        "assignor": ("assignor:assignor", "Check an assignor of your own for Kafka's consumer groups."),
        "balance": ("balance:balance", "Advise on parallelisms, keys and misplaced key groups."),
        "check": ("check:check", "Check a port against the originals."),
        "coverage": ("coverage:coverage", "Count which branches of the originals are run."),
        "doctor": ("doctor:doctor", "Say what is here, what is missing, and how to get it."),
        "drift": ("drift:drift", "Search for what changed between the originals' lines."),
        "explain": ("explain:explain", "Explain a case, a bug, a key or a rescaling."),
        "fixtures": ("fixtures:fixtures", "Generate, verify, list and copy the golden vectors."),
        "live": ("live:live", "Compare a real cluster with what a port predicts."),
        "list": ("listing:listing", "List the operations, and which lines have them."),
        "originals": ("originals:originals", "Fetch, verify and list the originals' JARs."),
        "prove": ("prove:prove", "Compare an operation on its whole domain."),
        "reassign": ("reassign:reassign", "Plan, show and undo a reassignment of Kafka's replicas."),
        "report": ("report:report", "Show results of a check as a page, and for machines."),
        "serve": ("serve:serve", "Answer cases over standard input and output."),
        "spark": ("spark:spark", "Compare and measure placements on whole data sets, with Spark."),
        "upstream": ("upstream:upstream", "Run the originals' own tests against a port."),
    }

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return sorted(self.COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in self.COMMANDS:
            return None
        module, _, attribute = self.COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(f"jarparity.cli.{module}"), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in sorted(self.COMMANDS.items())])

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
        try:
            result = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except click.UsageError as error:
            error.show()
            sys.exit(Exit.USAGE)
        except click.ClickException as error:
            error.show()
            sys.exit(error.exit_code)
        except (click.Abort, KeyboardInterrupt):
            click.echo("interrupted", err=True)
            sys.exit(Exit.INTERRUPTED)
        except Exception as error:  # noqa: BLE001 - the last resort: exit code 1 would say that a port differs
            if _is_for_the_user(error):
                click.echo(f"Error: {error}", err=True)
                sys.exit(Exit.USAGE)
            traceback.print_exc()
            click.echo("Error: jarparity itself failed; please report the lines above", err=True)
            sys.exit(Exit.INTERNAL)
        sys.exit(result if isinstance(result, int) else Exit.OK)


def _is_for_the_user(error: Exception) -> bool:
    """Whether the message alone says what is wrong and how to mend it: something is missing, damaged or misnamed."""
    from jarparity.data import DataNotFoundError  # noqa: PLC0415 - only once something went wrong
    from jarparity.divergences.file import DivergencesError  # noqa: PLC0415
    from jarparity.fixtures.format import FixtureError  # noqa: PLC0415
    from jarparity.originals.errors import OriginalsError  # noqa: PLC0415
    from jarparity.ports import PortError  # noqa: PLC0415
    from jarparity.references import BridgeError, ReferenceUnavailableError  # noqa: PLC0415
    from jarparity.spark.errors import SparkPipelineError  # noqa: PLC0415

    mended = (
        DivergencesError
        | DataNotFoundError
        | FixtureError
        | OriginalsError
        | PortError
        | BridgeError
        | ReferenceUnavailableError
    )
    return isinstance(error, mended | SparkPipelineError)


class Refused(click.ClickException):
    """What was asked can't be done here; the message says why, and the fix."""

    exit_code = Exit.USAGE


@click.group(
    cls=_LazyGroup,
    context_settings={
        "auto_envvar_prefix": "JARPARITY",
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
    },
    epilog="Exit codes are pytest's: 0 all agree, 1 something differs, 2 interrupted, 3 the kit failed, "
    "4 wrong usage or a missing part, 5 nothing was compared.",
)
@click.version_option(__version__)
def main() -> None:
    """Does this port put things where the Java originals put them?

    \b
    Examples:
      jarparity check                                  our own port, golden vectors and live JARs
      jarparity check --port my_port:PORT              yours, in this process
      jarparity check --port-cmd 'node my-port.js'     yours, over standard input and output
      jarparity prove flink.math.murmur-hash           all 2^32 hash codes
      jarparity doctor                                 what is missing here
    """  # noqa: D301 - click's mark for a block that keeps its line ends
