"""Rows of the port's table: which fields an operation reads, what it calls with them, and how it writes the answer."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cache, cached_property
from importlib import import_module
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypedDict, TypeVar, Unpack, overload

from copartition.errors import JavaError
from copartition.flink import releases as flink
from copartition.port.fields import JSON, REQUIRED, Fields, Reader, objects, one_of

_ANY: Final[Mapping[str, Any]] = {}

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
E = TypeVar("E")
T = TypeVar("T")

Operation: TypeAlias = Callable[..., JSON]
"""From the JSON input, and from the line's name where it has a parameter `line`, to the JSON answer."""
Of: TypeAlias = Callable[[str | None], Mapping[str, Any]]
"""By a line's name, None for no line, the keyword arguments that say which release to equal."""
Handler: TypeAlias = Callable[[Fields], JSON]
"""Makes a step of a history, whose fields it is given, and gives what could be observed."""


class Field(NamedTuple, Generic[T]):
    """A field of the input.

    Attributes:
        name: Its name.
        read: Reads it.
        default: What it is where the input lacks it; without a default the input must have it.
    """

    name: str
    read: Reader[T]
    default: Any = REQUIRED


class How(TypedDict, total=False):
    """What a row may say besides its function and fields.

    Attributes:
        write: Writes the function's result as JSON; without it the result is the answer.
        of: Which release the line means; without it all lines are alike.
    """

    write: Callable[[Any], JSON]
    of: Of


@overload
def call(function: Callable[[A], Any], a: Field[A], /, **how: Unpack[How]) -> Operation: ...
@overload
def call(function: Callable[[A, B], Any], a: Field[A], b: Field[B], /, **how: Unpack[How]) -> Operation: ...
@overload
def call(
    function: Callable[[A, B, C], Any], a: Field[A], b: Field[B], c: Field[C], /, **how: Unpack[How]
) -> Operation: ...
@overload
def call(
    function: Callable[[A, B, C, D], Any], a: Field[A], b: Field[B], c: Field[C], d: Field[D], /, **how: Unpack[How]
) -> Operation: ...
@overload
def call(
    function: Callable[[A, B, C, D, E], Any],
    a: Field[A],
    b: Field[B],
    c: Field[C],
    d: Field[D],
    e: Field[E],
    /,
    **how: Unpack[How],
) -> Operation: ...
def call(function: Callable[..., Any], *fields: Field[Any], **how: Unpack[How]) -> Operation:
    """An operation that reads fields and calls a function with them."""
    write = how.get("write")
    plain = [(field.name, field.read, f"input.{field.name}", field.default) for field in fields]

    def called(document: JSON, release: Mapping[str, Any] = _ANY) -> JSON:
        try:
            given = [
                read(document[name], path) if default is REQUIRED or name in document else default
                for name, read, path, default in plain
            ]
        except (KeyError, TypeError):  # a field or an object is missing: rare, so it may take longer
            found = Fields(document)
            given = [found.get(*field) for field in fields]
        answer = function(*given, **release)
        return answer if write is None else write(answer)

    return _by_line(called, how.get("of"))


def answer(function: Callable[..., JSON], of: Of | None = None) -> Operation:
    """An operation whose function takes the whole input, and gives the answer."""

    def answered(document: JSON, release: Mapping[str, Any] = _ANY) -> JSON:
        return function(Fields(document), **release)

    return _by_line(answered, of)


def _by_line(operation: Callable[[JSON, Mapping[str, Any]], JSON], of: Of | None) -> Operation:
    """The operation with a parameter `line` where lines differ; without it where they don't."""
    return operation if of is None else _ByLine(operation, of)


class _ByLine:
    """An operation whose answer depends on the line.

    Args:
        operation: Takes the input, and what the line means.
        of: Gives that.
    """

    def __init__(self, operation: Callable[[JSON, Mapping[str, Any]], JSON], of: Of) -> None:
        self._operation = operation
        self._of = of

    def __call__(self, document: JSON, line: str | None = None) -> JSON:
        return self._operation(document, self._of(line))

    def release_of(self, line: str) -> Hashable:
        """All that the operation learns of a line: lines of which it learns the same are one to it."""
        return tuple(self._of(line).items())


class _Later:
    """An operation whose module is loaded when it is first asked.

    Args:
        module: The name of a module of this package; its `OPERATIONS` has the operation.
        name: The operation's.
    """

    def __init__(self, module: str, name: str) -> None:
        self.module = module
        self._name = name

    @cached_property
    def _operation(self) -> Operation:
        operations: Mapping[str, Operation] = import_module(f"{__package__}.{self.module}").OPERATIONS
        return operations[self._name]

    def __call__(self, document: JSON, line: str | None = None) -> JSON:
        operation = self._operation
        return operation(document, line) if isinstance(operation, _ByLine) else operation(document)

    def release_of(self, line: str) -> Hashable:
        """As of `_ByLine`; nothing, where lines are alike."""
        operation = self._operation
        return operation.release_of(line) if isinstance(operation, _ByLine) else ()


def later(module: str, *names: str) -> Mapping[str, Operation]:
    """All operations of a module of this package, by name; it is loaded when one of them is first asked."""
    return {name: _Later(module, name) for name in names}


def codec(
    encode: Callable[..., JSON], decode: Callable[..., JSON], of: Of | None = None, *, unnamed: bool = False
) -> Operation:
    """An operation of two directions; both functions are as for `answer`.

    Args:
        encode: From the value to its bytes.
        decode: From the bytes to the value.
        of: As for `answer`.
        unnamed: Whether an input that names no direction is encoded.
    """
    direction = one_of({"encode": encode, "decode": decode})
    default = encode if unnamed else REQUIRED

    def either(document: Fields, **release: object) -> JSON:
        return document.get("direction", direction, default)(document, **release)

    return answer(either, of)


def steps(document: Fields, known: Mapping[str, T]) -> Iterator[tuple[T, Fields]]:
    """The steps of a history: what is known under the name that `op` has, and the step's fields.

    Raises:
        ValueError: A field is missing or of another type; the message names it.
    """
    op = one_of(known)
    for step in document.get("steps", objects):
        yield step.get("op", op), step


def history(
    document: Fields,
    handlers: Mapping[str, Handler],
    observe: Callable[[Handler, Fields], JSON] | None = None,
) -> list[JSON]:
    """One observation a step: what its handler gives, or the kind of the original's exception.

    Args:
        document: The input, whose field `steps` has the steps.
        handlers: By the name of the step, what makes it.
        observe: Calls the handler of every step, where more is observed than what it gives.

    Raises:
        ValueError: A field is missing or of another type; the message names it.
    """
    observations: list[JSON] = []
    for make, step in steps(document, handlers):
        try:
            observations.append(make(step) if observe is None else observe(make, step))
        except Exception as error:  # noqa: BLE001 - `failed` raises again what isn't the original's
            observations.append(failed(error))
    return observations


def failed(error: Exception) -> JSON:
    """The observation that the original threw.

    Raises:
        Exception: `error` itself, if it isn't the original's.
    """
    if not isinstance(error, JavaError):
        raise error
    return {"error": {"kind": error.kind}}


def _family(name: str, releases: str) -> Of:
    """The release of a line of one product: `version`; without a line, the newest of this module."""

    @cache
    def of(line: str | None) -> Mapping[str, Any]:
        product, _, version = (line or f"{name} {import_module(releases).NEWEST}").partition(" ")
        if product != name:
            raise ValueError(f"line must be one of {name}, not {line}")
        return {"version": version}

    return of


FLINK: Final = _family("flink", "copartition.flink.releases")
CONNECTOR: Final = _family("flink-connector-kafka", "copartition.flink.kafka_source.releases")
CLIENTS: Final = _family("kafka-clients", "copartition.kafka.assignors.versions")


@cache
def streams(line: str | None) -> Mapping[str, Any]:
    """What streams of keyed state a line of Flink reads: `state_v2` and `first_snapshots`, of `read_header`."""
    version = flink.parsed(FLINK(line)["version"])
    return {"state_v2": version >= (2, 0, 0), "first_snapshots": version < (1, 17, 0)}


@cache
def assignors(line: str | None) -> Mapping[str, Any]:
    """The first release of kafka-clients whose assignors do all that the line's do: `version`."""
    from copartition.kafka.assignors.versions import CLASSES, behaviour  # noqa: PLC0415 - with all assignors

    known = behaviour(CLIENTS(line)["version"])
    first = next(first for first, its in CLASSES if its is known)
    return {"version": ".".join(map(str, first))}


@cache
def kafka_release(line: str | None) -> Mapping[str, Any]:
    """The release of a line of any of Kafka's products: `release`, its numbers."""
    from copartition.kafka.assignors.versions import parsed  # noqa: PLC0415 - with all assignors

    return {} if line is None else {"release": parsed(line.split()[-1])}


def scala(line: str | None) -> Mapping[str, Any]:
    """Whether a line is in Scala: `scala`."""
    return {"scala": line is not None and line.startswith("kafka_2.13 ")}


def tool(line: str | None) -> Mapping[str, Any]:
    """Both `kafka_release` and `scala`."""
    return {**kafka_release(line), **scala(line)}
