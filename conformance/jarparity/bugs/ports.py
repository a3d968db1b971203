"""Every known bug as a port: `--port jarparity.bugs.ports:finish_masked` is one that `check` must find out.

The tag's hyphens are underscores in the attribute's name.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from jarparity.answers import Error, Value
from jarparity.bugs.bug import NotApplicable
from jarparity.bugs.known import bug
from jarparity.bugs.rules import ThrownError

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON
    from jarparity.bugs.bug import Bug

    WrongPort: TypeAlias = dict[str, Callable[[JSON], JSON]]


def wrong_port(tag: str) -> WrongPort:
    """A port with this bug and no other: for each operation that it spoils, a callable.

    A callable raises an exception with the attribute `kind` for an error, and declines with `NotImplementedError`.

    Raises:
        KeyError: There is no such bug; the message names the nearest.
    """
    found = bug(tag)
    return {operation: partial(_call, found, operation) for operation in found.operations}


def _call(found: Bug, operation: str, document: JSON) -> JSON:
    match found.answer(operation, document):
        case Value(value):
            return value
        case Error(kind, _):
            raise ThrownError(kind)
        case NotApplicable():
            raise NotImplementedError(f"the bug {found.tag} says nothing about this input")


def __getattr__(name: str) -> WrongPort:
    try:
        return wrong_port(name.replace("_", "-"))
    except KeyError as error:
        raise AttributeError(str(error.args[0])) from None
