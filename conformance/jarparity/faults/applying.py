"""Functions of a loaded port that are replaced for a while: the function object stays, its code is exchanged.

So whoever imported the function, put it into a table, or calls it as a method gets the replacement, and nothing has to
be loaded again.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import linecache
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    _Texts: TypeAlias = tuple[tuple[str, str], ...]

_LOCK: Final = RLock()
_FUNCTION: Final = 2
"""`CO_NEWLOCALS`: the code of a function; the body of a class has it not."""


class TargetError(LookupError):
    """The port has no such function, or the function hasn't the text that is to be rewritten."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """A function of the port that does something else.

    Attributes:
        target: The function: `package.module:function`, or `package.module:Class.method`.
        function: Called in its place; the original comes first, then the arguments.
    """

    target: str
    function: Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A function of the port with one place of its text changed.

    Attributes:
        target: The function, as in `Replaced`.
        old: What the text has there, once.
        new: What it has instead.
    """

    target: str
    old: str
    new: str


@contextmanager
def applied(changes: Sequence[Replaced | Rewritten]) -> Iterator[None]:
    """Makes these changes in the loaded port, and takes them back; rewritten texts first.

    The whole process sees them: nothing else may ask the port meanwhile.

    Raises:
        TargetError: A target is not there, or two changes rewrite one place.
    """
    texts: dict[str, _Texts] = {}
    for change in changes:
        if isinstance(change, Rewritten):
            texts[change.target] = (*texts.get(change.target, ()), (change.old, change.new))
    codes = [(function_of(target), _rewritten(target, pairs)) for target, pairs in texts.items()]
    packages = {change.target.partition(".")[0].partition(":")[0] for change in changes}
    undo: list[tuple[FunctionType, CodeType]] = []
    with _LOCK:
        try:
            for function, code in codes:
                undo.append((function, function.__code__))
                function.__code__ = code
            for change in changes:
                if isinstance(change, Replaced):
                    function = function_of(change.target)
                    undo.append((function, function.__code__))
                    function.__code__ = _calling(change.function, function)
            forget(packages)
            yield
        finally:
            for function, code in reversed(undo):
                function.__code__ = code
            forget(packages)


@functools.cache
def function_of(target: str) -> FunctionType:
    """The function of this name, without what wraps it.

    Raises:
        TargetError: There is none.
    """
    name, _, path = target.partition(":")
    try:
        found: Any = importlib.import_module(name)
        for part in path.split("."):
            found = inspect.getattr_static(found, part)
    except (ImportError, AttributeError) as error:
        raise TargetError(f"{target}: there is no such function ({error})") from error
    for wrapped in ("__func__", "fget", "func", "__wrapped__"):
        found = getattr(found, wrapped, found)
    if not isinstance(found, FunctionType):
        raise TargetError(f"{target} is a {type(found).__name__}, not a function")
    return found


def _calling(replacement: Callable[..., Any], function: FunctionType) -> CodeType:
    """Code that calls the replacement with the original and the arguments."""
    original = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    original.__kwdefaults__ = function.__kwdefaults__
    bound = functools.partial(replacement, original)
    code = _template.__code__
    constants: Any = tuple(bound if constant == "bound" else constant for constant in code.co_consts)
    return code.replace(co_consts=constants, co_freevars=function.__code__.co_freevars)


def _template(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401 - any function's
    bound: Any = "bound"
    return bound(*arguments, **named)


@functools.cache
def _rewritten(target: str, texts: _Texts) -> CodeType:
    """The function's code with these places of its text changed, one after the other."""
    function = function_of(target)
    path = function.__code__.co_filename
    # A module in a zip, such as Spark sends, has its text from its loader.
    lines = linecache.getlines(path, function.__globals__)
    name = function.__qualname__
    first, last = _span(path, tuple(lines), name)
    text = "".join(lines[first - 1 : last])
    for old, new in texts:
        if text.count(old) != 1:
            raise TargetError(f"{target} has {text.count(old)} times: {old}")
        text = text.replace(old, new)
    whole = "".join((*lines[: first - 1], text, *lines[last:]))
    # Under another file's name, or its lines would count as executed where coverage is measured.
    try:
        module = compile(whole, f"<{target} rewritten>", "exec", dont_inherit=True)
    except SyntaxError as error:
        raise TargetError(f"{target} is no Python with {texts}: {error}") from error
    return next(code for code in _functions(module) if code.co_qualname == name and code.co_firstlineno == first)


@functools.cache
def _span(path: str, lines: tuple[str, ...], name: str) -> tuple[int, int]:
    """The first and the last line of a function, with its decorators."""
    found: Any = ast.parse("".join(lines))
    for part in name.split("."):
        declared = (s for s in found.body if isinstance(s, ast.ClassDef | ast.FunctionDef) and s.name == part)
        found = next(declared, None)
        if found is None:
            raise TargetError(f"{path} has no {name}: its text can't be read, or is not what was imported")
    first = min(found.lineno, *(decorator.lineno for decorator in found.decorator_list), found.lineno)
    return first, found.end_lineno or first


def _functions(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module and of its classes, not those within functions."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_flags & _FUNCTION:
                yield constant
            else:
                yield from _functions(constant)


def forget(packages: set[str]) -> None:
    """Empties what functions of these packages remember of earlier calls."""
    for package in packages:
        for cached in _caches(package, len(sys.modules)):
            cached.cache_clear()


@functools.lru_cache(maxsize=16)
def _caches(package: str, modules: int) -> list[Any]:
    """The `functools.cache`s of all loaded modules of a package; `modules` are loaded in all."""
    del modules
    loaded = [m for name, m in sys.modules.items() if name == package or name.startswith(f"{package}.")]
    return [found for module in loaded for found in vars(module).values() if hasattr(found, "cache_clear")]
