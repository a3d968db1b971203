"""The port, loaded anew in a forked copy, with one module's text changed."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.util
import sys
from typing import TYPE_CHECKING, Final

from jarparity.ports.callables import CallablePort
from quality.mutation import forks

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import CodeType, ModuleType

DOOR: Final = "copartition.port:PORT"


class _Changed(importlib.abc.InspectLoader):
    """Loads one module from a text."""

    def __init__(self, path: str, text: str) -> None:
        self._path, self._text = path, text

    def get_source(self, fullname: str) -> str:  # noqa: ARG002 - the loader has one module only
        return self._text

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - the loader has one module only
        return self.source_to_code(self._text.encode(), self._path)


class _Finder(importlib.abc.MetaPathFinder):
    """Puts a changed text in the place of a module."""

    def __init__(self, name: str, text: str) -> None:
        self._name, self._text = name, text

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,  # noqa: ARG002 - importlib's signature
    ) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        found = importlib.machinery.PathFinder.find_spec(fullname, path)
        if found is None or found.origin is None:
            return None
        found.loader = _Changed(found.origin, self._text)
        return found


class CannotLoadError(RuntimeError):
    """The port can't be loaded, though nothing is changed."""


def load(name: str | None = None, text: str = "", door: str = DOOR) -> CallablePort:
    """Loads the port, with one module changed; what is loaded of it already is forgotten first.

    Args:
        name: The changed module; None for none.
        text: What stands in its place.
        door: The port's `module:attribute`.

    Raises:
        Exception: Whatever the changed module raises when it is loaded.
    """
    package = door.partition(":")[0].partition(".")[0]
    for loaded in [loaded for loaded in sys.modules if loaded.partition(".")[0] == package]:
        del sys.modules[loaded]
    if name is not None:
        sys.meta_path.insert(0, _Finder(name, text))
    module, _, attribute = door.partition(":")
    return CallablePort(getattr(importlib.import_module(module), attribute), "port")


def warm_up(door: str = DOOR) -> None:
    """Loads, in this process, what the port imports of others: a copy then loads the port's own modules only.

    Raises:
        CannotLoadError: The port can't be loaded as it is.
    """
    package = door.partition(":")[0].partition(".")[0]

    def foreign(_: str) -> list[str]:
        load(door=door)
        return [name for name in sys.modules if name.partition(".")[0] != package]

    ((_, outcome),) = forks.each([door], foreign, jobs=1)
    if isinstance(outcome, forks.Dead):
        raise CannotLoadError(f"{door} can't be loaded: {outcome.text}")
    for name in outcome.document:
        if name not in sys.modules and importlib.util.find_spec(name) is not None:
            importlib.import_module(name)
