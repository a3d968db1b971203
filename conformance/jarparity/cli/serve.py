"""`jarparity serve`: a port, or the real JARs, over standard input and output."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from jarparity.cli import Refused
from jarparity.cli.options import chosen_lines
from jarparity.cli.progress import progress
from jarparity.originals import OriginalsError
from jarparity.ports import Port, PortError
from jarparity.ports.load import DEFAULT, open_port
from jarparity.references import BridgeError, LiveReference, ReferenceUnavailableError
from jarparity.serve import serve as answer
from jarparity.streams import private_streams

if TYPE_CHECKING:
    from collections.abc import Callable

_SESSION = """\b
An example session (> is typed, < is answered):
  > {"cmd":"start","protocol":1}
  < {"protocol":1,"name":"…","version":"…","language":"…","operations":["…"],"lines":["…"]}
  > {"cmd":"run","seq":1,"operation":"java.string.hash","line":"java 17","input":{"a":"key"}}
  < {"seq":1,"value":106079}
  > {"cmd":"run","operation":"java.string.hash","batch":[{"seq":2,"input":{"a":"Aa"}},{"seq":3,"input":{"a":"BB"}}]}
  < {"seq":2,"value":2112}
  < {"seq":3,"value":2112}
  > {"cmd":"run","seq":4,"operation":"flink.math.murmur-hash","input":{"value":"1"}}
  < {"seq":4,"error":{"kind":"ValueError","message":"…"}}
  > {"cmd":"stop"}

An answer has `value`, `error` or `skipped`. A run that names no line is for the newest. An input that
the operation doesn't take is answered by an error of the kind ValueError that names the field; a line that
is no request by one of the kind ProtocolError (its seq is null where it can't be told); a port that broke
by one of the kind PortFault. Ends at `stop`, or with its input. What anything prints goes to standard
error."""


@click.group(epilog=_SESSION + "\n\n\b\nExamples:\n  jarparity serve port\n  jarparity serve original")
def serve() -> None:
    """Answer cases over standard input and output.

    Speaks the port protocol: JSON Lines, one process for many cases. `serve port` makes a program of a
    Python port, so that it can be checked with a time-out (`check --port-cmd`). `serve original` lets the
    property tests of a port in any language ask Java.
    """


@serve.command(
    epilog=_SESSION + "\n\n\b\nExamples:\n  jarparity serve port\n"
    "  jarparity check --port-cmd 'jarparity serve port --port my_package.port:PORT' --port-timeout 1"
)
@click.option(
    "--port",
    "name",
    metavar="MODULE:ATTR",
    default=DEFAULT,
    show_default=True,
    help="The Python port to serve.",
)
def port(name: str) -> None:
    """Serve a Python port."""
    _serve(lambda: open_port(name))


@serve.command(
    epilog=_SESSION + "\n\n\b\nExamples:\n  jarparity serve original --line 'kafka-clients 4.*'\n"
    "  jarparity serve original --reference gateway"
)
@click.option(
    "--line",
    "patterns",
    multiple=True,
    metavar="GLOB",
    help="Serve only lines that match, such as 'flink 2.*'; repeatable.  [default: all]",
)
@click.option(
    "--reference",
    type=click.Choice(["jpype", "gateway"]),
    default="jpype",
    show_default=True,
    help="The JARs in this process, or in Spark's JVM.",
)
def original(patterns: tuple[str, ...], reference: str) -> None:
    """Serve the real JARs; fetches them on first use."""
    _serve(lambda: _original(patterns, reference))


def _original(patterns: tuple[str, ...], reference: str) -> Port:
    from jarparity.ports.original import OriginalPort  # noqa: PLC0415 - for this alone
    from jarparity.references.factory import open_reference  # noqa: PLC0415 - as above

    with progress("originals") as report:
        opened: LiveReference = open_reference(
            reference, lines=chosen_lines(patterns), progress=lambda text: report(text, 0)
        )
    return OriginalPort(opened)


def _serve(open_: Callable[[], Port]) -> None:
    """Keeps the streams for the protocol from before the port is loaded until after it has ended."""
    try:
        with private_streams() as (requests, responses):
            served = open_()
            try:
                answer(served, requests, responses)
            finally:
                served.close()
    except BrokenPipeError:
        return  # the client has gone without a `stop`; nobody is left to be told
    except (PortError, OriginalsError, ReferenceUnavailableError, BridgeError) as wrong:
        raise Refused(str(wrong)) from wrong
