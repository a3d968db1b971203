"""The port's adapter of a custom assignor: all that the kit knows of the class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from jarparity.ports import PortError
from jarparity.ports.importing import import_object
from jarparity.ports.load import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON

_FORM: Final = "module:class, such as my_package.assignors:Weighted"


class AssignorAdapter(Protocol):
    """A user's class behind a port's `custom_assignor(class)`."""

    def answer(self, document: JSON, line: str | None) -> JSON:
        """The answer of `kafka.assignor.custom` with the class, run in Python; what it raises passes through."""

    def violations(self, document: JSON, line: str | None) -> list[str]:
        """A sentence for each rule that it breaks as the leader's assignor of such a group."""

    def delegate(self, line: str | None) -> Callable[[str, str], str]:
        """What the real interface hands its calls on to: a method and its arguments in, an answer out, as JSON."""


def open_adapter(assignor: str, port: str | None = None) -> AssignorAdapter:
    """The adapter of the class that `module:Class` names.

    Args:
        assignor: Such as `my_package.assignors:Weighted`; modules in the current directory are found, too.
        port: `module:attribute` of the port through which it runs; `copartition`'s where nothing is named.

    Raises:
        PortError: There is no such class or port, the port has no adapters, or doesn't take the class.
    """
    adapted = getattr(import_object(DEFAULT if port is None else port), "custom_assignor", None)
    if adapted is None:
        raise PortError(f"port {port!r} runs no custom assignors: it has no method custom_assignor")
    try:
        adapter: AssignorAdapter = adapted(import_object(assignor, "assignor", _FORM))
    except TypeError as error:
        raise PortError(f"assignor {assignor!r}: {error}") from None
    return adapter
