"""A change within a function, made in the loaded port: the function gets the changed code.

All that refers to the function (imports, tables, methods, partials) goes on referring to it, so that nothing has to be
loaded again. Changes to what runs while the port is loaded can't be made so; `loading` makes those.
"""

from __future__ import annotations

import gc
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from quality.mutation.code import Module

Key: TypeAlias = tuple[str, int, str]
"""File, first line and qualified name of a function's code."""


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
