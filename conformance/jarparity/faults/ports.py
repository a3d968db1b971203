"""Every known fault as a port: `--port jarparity.faults.ports:finish_masked` is one that `check` must find out.

The tag's hyphens are underscores in the attribute's name.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from jarparity.answers import Error, Value
from jarparity.faults.applying import TargetError
from jarparity.faults.fault import answers
from jarparity.faults.known import named
from jarparity.models import ThrownError

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON
    from jarparity.faults.fault import Fault

    WrongPort: TypeAlias = dict[str, Callable[[JSON], JSON]]


def wrong_port(tag: str) -> WrongPort:
    """A port with this fault and no other: for each operation that it affects, a callable.

    A callable raises an exception with the attribute `kind` for an error, and declines with `NotImplementedError`.

    Raises:
        KeyError: There is no such fault; the message names the nearest.
    """
    found = named(tag)
    return {operation: partial(_call, found, operation) for operation in found.operations}


def _call(found: Fault, operation: str, document: JSON) -> JSON:
    match found.answer(operation, document):
        case Value(value):
            return value
        case Error(kind, message):
            raise ThrownError(kind, message)
        case _:
            raise NotImplementedError(f"the fault {found.tag} says nothing about this input")


def __getattr__(name: str) -> WrongPort:
    tag = name.replace("_", "-")
    try:
        fault = named(tag)
        answers([fault], fault.operations[0], [])  # or what can't be changed would look like the port's own error
    except KeyError as error:
        raise AttributeError(str(error.args[0])) from None
    except TargetError as error:
        raise AttributeError(f"the fault {tag} can't be made: {error}") from None
    return wrong_port(tag)
