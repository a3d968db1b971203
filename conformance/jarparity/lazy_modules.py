"""An area's modules, loaded when one of their functions is first called.

A golden run draws no inputs, adds no cases and, where all is right, grades nothing: it doesn't wait for what does.
"""

from __future__ import annotations

from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class LazyModule:
    """Stands for a module of which only functions are used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, function: str) -> Callable[..., Any]:
        return partial(_call, self._name, function)


def lazy_modules(package: str, *names: str) -> Iterator[LazyModule]:
    """Stand-ins for modules of a package; type checkers are shown the modules themselves, under `TYPE_CHECKING`."""
    return (LazyModule(f"{package}.{name}") for name in names)


def _call(module: str, function: str, *arguments: Any) -> Any:  # noqa: ANN401 - whatever the function takes and gives
    return _loaded(module, function)(*arguments)


@cache
def _loaded(module: str, function: str) -> Callable[..., Any]:
    """Looked up once: releases and inputs are asked for by the million."""
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found
