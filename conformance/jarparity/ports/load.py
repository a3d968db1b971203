"""Opening a port by what the user typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.ports import PortError
from jarparity.ports.callables import CallablePort
from jarparity.ports.process import TIMEOUT, ProcessPort

if TYPE_CHECKING:
    from jarparity.ports import Port

DEFAULT = "copartition.port:PORT"
"""The kit's own port; found by name, like any other."""


def open_port(port: str | None = None, command: str | None = None, timeout: float = TIMEOUT) -> Port:
    """The port that the user names; `copartition` where nothing is named.

    Args:
        port: `module:attribute` of a port in this process.
        command: A program that speaks the protocol, with its arguments, as a shell would split them.
        timeout: Seconds that the program has for one case; a port in this process can't be timed out.

    Raises:
        PortError: Both are named, or the port can't be loaded or started.
    """
    if port is not None and command is not None:
        raise PortError("name a Python port or a program, not both")
    if command is not None:
        return ProcessPort(command, timeout=timeout)
    return CallablePort.load(DEFAULT if port is None else port)
