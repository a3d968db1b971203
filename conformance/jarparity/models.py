"""The kit's own models of originals: small, slow, pure, and independent of any port; a third opinion.

An area may bring a module of models, `Area.models`. It exports `MODELS`: by operation a callable from the input to the
answer, of the newest original. The callable raises `ThrownError` for an error of the original.
"""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING

from jarparity.answers import Error, Value
from jarparity.registry import AREAS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from jarparity.answers import JSON, Answer


class ThrownError(RuntimeError):
    """What the original throws.

    Attributes:
        kind: The exception's simple class name in Java.
    """

    def __init__(self, kind: str, message: str | None = None) -> None:
        super().__init__(*([] if message is None else [message]))
        self.kind = kind


class NotModelledError(Exception):
    """The model says nothing about this input, or there is no model of the operation."""


@cache
def models() -> Mapping[str, Callable[[JSON], JSON]]:
    """By operation the models of all areas."""
    modules = (importlib.import_module(area.models) for area in AREAS if area.models)
    return {operation: model for module in modules for operation, model in module.MODELS.items()}


def answer(operation: str, document: JSON) -> Answer:
    """What the model says.

    Raises:
        NotModelledError: There is no model of the operation, or it says nothing about this input.
    """
    if operation not in models():
        raise NotModelledError(f"no model of {operation}")
    try:
        return Value(models()[operation](document))
    except ThrownError as thrown:
        return Error(thrown.kind)


def answers(operation: str, inputs: Sequence[JSON]) -> list[Answer | None]:
    """What the model says of each input; None where it says nothing."""
    found: list[Answer | None] = []
    for document in inputs:
        try:
            found.append(answer(operation, document))
        except NotModelledError:
            found.append(None)
    return found
