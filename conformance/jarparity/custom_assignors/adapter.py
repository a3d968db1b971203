"""The port's adapter of a custom assignor: all that the kit knows of the class."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Protocol

from jarparity.ports import PortError
from jarparity.ports.importing import import_object
from jarparity.ports.load import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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


class EndsTheProcessError(Exception):
    """The user's class called `sys.exit`: in a group it would end the consumer, and here it must not end the kit."""

    kind: Final = "SystemExit"


@contextmanager
def _kept_alive() -> Iterator[None]:
    try:
        yield
    except SystemExit as error:
        # With the user's own frames: the report says in which line it was.
        said = EndsTheProcessError(
            f"it ends its process, with sys.exit({'' if error.code is None else repr(error.code)})"
        )
        raise said.with_traceback(error.__traceback__) from None


class _KeptAlive:
    """An adapter of which no call ends the process."""

    def __init__(self, adapter: AssignorAdapter) -> None:
        self._adapter = adapter

    def answer(self, document: JSON, line: str | None) -> JSON:
        with _kept_alive():
            return self._adapter.answer(document, line)

    def violations(self, document: JSON, line: str | None) -> list[str]:
        with _kept_alive():
            return self._adapter.violations(document, line)

    def delegate(self, line: str | None) -> Callable[[str, str], str]:
        target = self._adapter.delegate(line)

        def called(method: str, arguments: str) -> str:
            with _kept_alive():
                return target(method, arguments)

        return called


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
        with _kept_alive():
            return _KeptAlive(adapted(import_object(assignor, "assignor", _FORM)))
    except (TypeError, EndsTheProcessError) as error:
        raise PortError(f"assignor {assignor!r}: {error}") from None
