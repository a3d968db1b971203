"""The port with one change, in a forked copy: loaded anew with one module's text changed, or a function exchanged.

All that refers to an exchanged function (imports, tables, methods, partials) goes on referring to it: nothing has to be
loaded again. Changes to what runs while the port is loaded can't be made so.
"""

from __future__ import annotations

import gc
import importlib
import importlib.util
import pkgutil
import sys
from importlib.machinery import SourceFileLoader
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.ports.callables import CallablePort
from quality.mutation import forks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from quality.mutation.code import Module

PORT: Final = "copartition.port:PORT"
Key: TypeAlias = tuple[str, int, str]
"""File, first line and qualified name of a function's code."""


class CannotLoadError(RuntimeError):
    """The port can't be loaded, though nothing is changed."""


def load(name: str | None = None, text: str = "", port: str = PORT) -> CallablePort:
    """Loads the port, with one module changed; what is loaded of it already is forgotten first.

    Args:
        name: The changed module, in a copy that ends after its trial; None for none.
        text: Its changed text.
        port: The port's `module:attribute`.

    Raises:
        Exception: Whatever the changed module raises when it is loaded.
    """
    for known in [known for known in sys.modules if _is_of(known, port)]:
        del sys.modules[known]
    if name is not None:
        unchanged = SourceFileLoader.get_code

        def get_code(loader: SourceFileLoader, fullname: str) -> CodeType | None:
            if fullname != name:
                return unchanged(loader, fullname)
            return loader.source_to_code(text.encode(), loader.path)

        SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment] # of this copy alone
    module, _, attribute = port.partition(":")
    loaded = importlib.import_module(module)
    # A port may load what is about an operation when it is asked for it: here all of it is loaded.
    for part in pkgutil.iter_modules(getattr(loaded, "__path__", ()), f"{module}."):
        importlib.import_module(part.name)
    return CallablePort(getattr(loaded, attribute), "port")


def warm_up(port: str = PORT) -> None:
    """Loads, in this process, what the port imports of others: a copy then loads the port's own modules only.

    Raises:
        CannotLoadError: The port can't be loaded as it is.
    """

    def foreign(_: str) -> list[str]:
        load(port=port)
        return [name for name in sys.modules if not _is_of(name, port)]

    ((_, outcome),) = forks.each([port], foreign, jobs=1)
    if isinstance(outcome, forks.Dead):
        raise CannotLoadError(f"{port} can't be loaded: {outcome.text}")
    for name in outcome.document:
        if name not in sys.modules and importlib.util.find_spec(name) is not None:
            importlib.import_module(name)


def _is_of(module: str, port: str) -> bool:
    """Whether a module belongs to the port's own package."""
    return module.partition(".")[0] == port.partition(":")[0].partition(".")[0]


def functions(files: Iterable[str]) -> Mapping[Key, list[FunctionType]]:
    """Every function that is loaded from these files."""
    wanted = frozenset(files)
    found: dict[Key, list[FunctionType]] = {}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename in wanted:
            found.setdefault(_key(thing.__code__), []).append(thing)
    return found


def code_at(module: Module, line: int) -> CodeType | None:
    """The outermost function around a line, if its code can be exchanged alone."""
    inside: CodeType | None = None
    for code in _outermost(compile(module.text, str(module.path), "exec")):
        if code.co_firstlineno <= line and (inside is None or code.co_firstlineno > inside.co_firstlineno):
            inside = code
    return None if inside is None or inside.co_freevars else inside


def exchange(known: Mapping[Key, list[FunctionType]], old: CodeType, path: str, text: str) -> None:
    """Gives the function the code that it has in the changed text.

    Raises:
        LookupError: The port or the text hasn't this function.
    """
    new = [code for code in _outermost(compile(text, path, "exec")) if _key(code) == _key(old)]
    loaded = known.get(_key(old), [])
    if not new or not loaded:
        raise LookupError(f"{path}:{old.co_firstlineno}: no function {old.co_qualname}")
    for function in loaded:
        function.__code__ = new[0]


def _outermost(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module and of its classes, not those within functions."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType) and not constant.co_name.startswith("<"):
            if constant.co_flags & 2:  # CO_NEWLOCALS: a function; the body of a class has it not
                yield constant
            else:
                yield from _outermost(constant)


def _key(code: CodeType) -> Key:
    return code.co_filename, code.co_firstlineno, code.co_qualname
