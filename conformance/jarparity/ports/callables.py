"""A port in this process: a mapping from operations to Python callables.

Time-outs can't be had here: a thread that runs Python code can't be stopped from outside. A port that
may hang is checked as a program (`jarparity.ports.process`); `jarparity serve port --port
module:attribute` makes it one. So is a port that may end its process: an exception, `SystemExit` too, is
caught, but `os._exit`, a signal or a crash of C code in a callable ends the kit with it, without a report.
What a port prints is no answer, and does no harm: the command line sends it to standard error
(`jarparity.streams`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from jarparity.answers import JSON, Error, NoAnswer, Reply, Skip, Value
from jarparity.ports import PortBulkError, PortError, PortInfo
from jarparity.ports.importing import import_object
from jarparity.ports.plain import NotPlainError, copied, plain

if TYPE_CHECKING:
    from types import TracebackType

    import numpy as np

    from jarparity.columns import Column
    from jarparity.lines import Line

BulkForm: TypeAlias = "Callable[[str, dict[str, JSON], np.ndarray, int], np.ndarray]"


@dataclass(frozen=True, slots=True)
class _Single:
    """One operation's callable, and how it wants the line."""

    function: Callable[..., Any]
    line: inspect._ParameterKind | None

    @classmethod
    def of(cls, function: Callable[..., Any]) -> _Single:
        try:
            parameters = list(inspect.signature(function).parameters.values())
        except (TypeError, ValueError):  # some builtins and extension functions show no signature
            return cls(function, None)
        wants = len(parameters) > 1 and parameters[1].name == "line"
        return cls(function, parameters[1].kind if wants else None)

    @property
    def takes_an_input(self) -> bool:
        """Whether it can be called with an input, and the line if it wants one; True where no signature is shown."""
        try:
            signature = inspect.signature(self.function)
        except (TypeError, ValueError):
            return True
        by_name = self.line is inspect.Parameter.KEYWORD_ONLY
        try:
            signature.bind(*[None] * (1 if self.line is None or by_name else 2), **({"line": None} if by_name else {}))
        except TypeError:
            return False
        return True

    def __call__(self, document: JSON, line: str | None) -> Any:  # noqa: ANN401 - whatever the port returns
        match self.line:
            case None:
                return self.function(document)
            case inspect.Parameter.KEYWORD_ONLY:
                return self.function(document, line=line)
            case _:
                return self.function(document, line)


class CallablePort:
    """A port made of callables.

    A callable takes an operation's JSON input (a copy) and, if its second parameter is named `line`, the
    line's name (or None). It returns the JSON answer or raises. An exception is an answer, too: its kind
    is its attribute `kind`, or else the name of its class; its message is `str` of it (none, where it was
    raised without arguments). `NotImplementedError` declines the case. numpy's integers and booleans and
    tuples are converted (see `jarparity.ports.plain`); any other value that JSON doesn't have is a fault
    of the port.

    The same input is asked once of lines that a callable can't tell apart: of all, where it doesn't take the line;
    where it does, of those for which its attribute `release_of`, if it has one, gives equal values. That takes a
    line's name and gives all that the callable makes of it.
    """

    def __init__(self, target: object, name: str = "callables") -> None:
        """Reads the target's attributes once.

        Args:
            target: A mapping from operation names to callables, or an object whose attribute `operations`
                is one and that may also have `bulk` (operation name to bulk form), `name`, `version`,
                `lines` and `messages` (see `PortInfo`).
            name: What the port is called if it doesn't say.

        Raises:
            PortError: The target is neither, or a part of it has another type than it must.
        """
        singles = target if isinstance(target, Mapping) else getattr(target, "operations", None)
        if not isinstance(singles, Mapping):
            raise PortError(
                f"port {name!r} is of type {type(target).__name__}: give a mapping from operation names to "
                "callables, or an object with such a mapping as its attribute `operations`"
            )
        bulk = {} if isinstance(target, Mapping) else getattr(target, "bulk", None) or {}
        if not isinstance(bulk, Mapping):
            raise PortError(f"port {name!r}: its attribute `bulk` must be a mapping from operation names to callables")
        self._singles = {o: _Single.of(f) for o, f in _checked(name, "operations", singles)}
        self._bulk: dict[str, BulkForm] = dict(_checked(name, "bulk", bulk))
        self._info = PortInfo(
            name=str(_attribute(target, "name", name)),
            version=str(_attribute(target, "version", "unknown")),
            language="python",
            operations=tuple(self._singles),
            lines=_lines(name, _attribute(target, "lines", ("*",))),
            messages=bool(_attribute(target, "messages", default=False)),
        )

    @classmethod
    def load(cls, name: str) -> CallablePort:
        """The port that `module:attribute` names.

        Raises:
            PortError: It is not there, or is no port.
        """
        return cls(import_object(name), name)

    @property
    def info(self) -> PortInfo:
        """Name, version, and the operations in the mapping."""
        return self._info

    def replies(self, operation: str, line: Line | None, inputs: Sequence[JSON]) -> Iterator[Reply]:
        """One reply per input, in order, each when it is asked for."""
        single = self._singles.get(operation)
        line_name = None if line is None else str(line)
        for document in inputs:
            yield Skip("not implemented") if single is None else _reply(single, copied(document), line_name)

    def told(self, operation: str, line: Line) -> Hashable:
        """What an operation's callable learns of a line: nothing, its name, or what its `release_of` makes of that."""
        single = self._singles.get(operation)
        if single is None or single.line is None:
            return None
        try:
            told: Hashable = single.function.release_of(str(line))  # type: ignore[attr-defined] # few have it
            hash(told)
        except Exception:  # noqa: BLE001 - a port that can't say is asked as each line
            return line
        return told

    def bulk(self, operation: str, parameters: Mapping[str, JSON], column: Column, width: int = 1) -> np.ndarray | None:
        """Answers to a whole column: int32, `column.rows * width`, flat; None without a bulk form.

        Raises:
            PortBulkError: The bulk form threw, or returned another shape or type.
        """
        form = self._bulk.get(operation)
        if form is None:
            return None
        data = column.data.view()
        data.flags.writeable = False  # the column is compared with the original afterwards
        try:
            answers = form(column.kind, copied(dict(parameters)), data, column.rows)
        except NotImplementedError:
            return None
        except Exception as thrown:
            raise PortBulkError(
                f"the bulk form of {operation} threw {type(thrown).__name__} on {column.rows} rows of kind "
                f"{column.kind}: {_text(thrown)}"
            ) from thrown
        return _int32(operation, answers, column.rows * width)

    def close(self) -> None:
        """Nothing was started, so nothing ends."""


def _reply(single: _Single, document: JSON, line: str | None) -> Reply:
    try:
        return _asked(single, document, line)
    except KeyboardInterrupt:
        raise
    except BaseException as broken:  # noqa: BLE001 - an exception's property, or a list's own __iter__, may raise anything
        return NoAnswer("gave no JSON answer", f"reading it raised {type(broken).__name__}: {_text(broken)}")


def _asked(single: _Single, document: JSON, line: str | None) -> Reply:
    try:
        returned = single(document, line)
    except NotImplementedError as declined:
        url = getattr(declined, "issue_url", None)
        return Skip(_text(declined) or "not implemented", url if isinstance(url, str) else None)
    except MemoryError:
        return NoAnswer("ran out of memory")
    except Exception as thrown:  # noqa: BLE001 - whatever a port raises is its answer
        kind = getattr(thrown, "kind", None)
        if not isinstance(kind, str):
            kind, place = type(thrown).__name__, _place(thrown, single)
        else:
            place = None
        return Error(kind, _text(thrown), place)
    except KeyboardInterrupt:
        raise
    except BaseException as thrown:  # noqa: BLE001 - sys.exit, or a panic of an extension module: no answer, no end
        return NoAnswer("crashed", f"{type(thrown).__name__}: {_text(thrown)}")
    try:
        return Value(plain(returned))
    except NotPlainError as wrong:
        return NoAnswer("gave no JSON answer", str(wrong))


def _place(thrown: BaseException, single: _Single) -> str | None:
    frame = _innermost(thrown)
    if frame is not None and frame.tb_frame.f_code is _Single.__call__.__code__:
        return None if single.takes_an_input else "the call: the function must take one argument, the input"
    return raised_at(thrown)


def raised_at(thrown: BaseException) -> str | None:
    """The line of code in which it was raised; None for code that shows no lines."""
    frame = _innermost(thrown)
    if frame is None:
        return None
    code = frame.tb_frame.f_code
    return f"{code.co_filename}, line {frame.tb_lineno}, in {code.co_name}"


def _innermost(thrown: BaseException) -> TracebackType | None:
    frame = thrown.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    return frame


def _text(thrown: BaseException) -> str | None:
    """The message; None where there is none, as `getMessage()` of a Java exception made without one."""
    try:
        return str(thrown) if thrown.args else str(thrown) or None
    except Exception as broken:  # noqa: BLE001 - a __str__ may raise anything
        return f"(its message can't be read: {type(broken).__name__})"


def _checked(name: str, what: str, mapping: Mapping[Any, Any]) -> Iterator[tuple[str, Callable[..., Any]]]:
    for operation, function in mapping.items():
        if not isinstance(operation, str) or not callable(function):
            raise PortError(
                f"port {name!r}: `{what}` maps {operation!r} to {type(function).__name__}; it must map the "
                "names of operations to callables"
            )
        yield operation, function


def _attribute(target: object, attribute: str, default: object) -> object:
    """An object's attribute; a mapping has none of them, whatever its class defines."""
    return default if isinstance(target, Mapping) else getattr(target, attribute, default)


def _lines(name: str, lines: object) -> tuple[str, ...]:
    if isinstance(lines, str):
        return (lines,)
    if isinstance(lines, Iterable):
        globs = tuple(lines)
        if all(isinstance(glob, str) for glob in globs):
            return globs
    raise PortError(f"port {name!r}: its attribute `lines` must be names or globs, such as ('flink 2.*',)")


def _int32(operation: str, answers: object, size: int) -> np.ndarray:
    import numpy as np  # noqa: PLC0415 - only where a column is asked: it takes a tenth of a second

    bounds = np.iinfo(np.int32)
    if not isinstance(answers, np.ndarray) or answers.dtype.kind not in "iu":
        kind = f"an array of {answers.dtype}" if isinstance(answers, np.ndarray) else f"a {type(answers).__name__}"
        raise PortBulkError(f"the bulk form of {operation} returned {kind}: return an array of int32")
    if answers.size != size:
        raise PortBulkError(f"the bulk form of {operation} returned {answers.size} numbers where {size} were due")
    flat = answers.reshape(-1)
    if flat.dtype != np.int32:
        if size and not (flat.min() >= bounds.min and flat.max() <= bounds.max):
            raise PortBulkError(f"the bulk form of {operation} returned numbers beyond 32 bits: return int32")
        flat = flat.astype(np.int32)
    return np.ascontiguousarray(flat)
