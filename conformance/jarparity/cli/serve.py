"""`jarparity serve`: a port, or the real JARs, over standard input and output."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.cli import options as opt
from jarparity.cli.commands import group, option
from jarparity.cli.output import progress
from jarparity.ports.load import DEFAULT, open_port
from jarparity.serve import serve as answer
from jarparity.streams import private_streams

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jarparity.lines import Line
    from jarparity.ports import Port

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


@group(epilog=_SESSION)
def serve() -> None:
    """Answer cases over standard input and output.

    `serve port` makes a program of a Python port, so that it can be checked with a time-out (`check --port-cmd`).
    `serve original` lets the property tests of a port in any language ask Java. Both speak the port protocol: JSON
    Lines, one process for many cases.

    Examples:
      jarparity serve port
      jarparity serve original
    """


@serve.command(epilog=_SESSION)
def port(
    *,
    name: str = option(
        "--port", metavar="MODULE:ATTR", default=DEFAULT, show_default=True, help="The Python port to serve."
    ),
) -> None:
    """Serve a Python port.

    Examples:
      jarparity serve port
      jarparity check --port-cmd 'jarparity serve port --port my_package.port:PORT' --port-timeout 1
    """
    _serve(lambda: open_port(name))


@serve.command(epilog=_SESSION)
def original(
    *,
    lines: opt.Chosen[Line] = opt.lines("Serve only these releases, such as 'flink 2.*'."),
    reference: str = opt.reference("jpype", "gateway", default="jpype"),
) -> None:
    """Serve the real JARs; fetches them on first use.

    Examples:
      jarparity serve original --line 'kafka-clients 4.*'
      jarparity serve original --reference gateway
    """
    _serve(lambda: _original(lines, reference))


def _original(lines: Sequence[Line], reference: str) -> Port:
    from jarparity.ports.original import OriginalPort  # noqa: PLC0415 - for this alone
    from jarparity.references.factory import open_reference  # noqa: PLC0415 - as above

    with progress("originals") as step:
        opened = open_reference(reference, lines=lines, progress=step)
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
        return  # the client has gone without a `stop`
