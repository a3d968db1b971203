"""What the reassignment tool reads: `--reassignment-json-file`, as Jackson and the tool take it, with their errors."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from copartition import _arguments
from copartition.errors import (
    AdminCommandFailedException,
    AdminOperationException,
    JavaError,
    JsonMappingException,
    noted,
)
from copartition.java.comparisons import never_ordered
from copartition.java.hash_map import HashSet
from copartition.java.ints import MAX_INT, MIN_INT
from copartition.kafka.reassign.json_text import Number, decoded
from copartition.kafka.reassign.scala_order import hashed
from copartition.kafka.reassign.tool_text import ANY_LOG_DIR, quoted
from copartition.kafka.topic_partition import TopicPartition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

T = TypeVar("T")

_SPACE: Final = " \t\n\r"
_ABSENT: Final = object()
"""In place of a JSON value where the text holds none at all."""


@dataclass(frozen=True, slots=True)
class Reassignment:
    """What a file asks for.

    Attributes:
        replicas: By partition, in the file's order, the brokers that its replicas shall be on.
        log_dirs: By partition and broker the log directory, where the file names one.
    """

    replicas: Mapping[TopicPartition, tuple[int, ...]]
    log_dirs: Mapping[tuple[TopicPartition, int], str]


def parse_reassignment(text: str, *, scala: bool = False) -> Reassignment:
    """`ReassignPartitionsCommand.parseExecuteAssignmentArgs`: the file, read and checked as `--execute` does.

    Unknown fields are passed over, and so is whatever follows the JSON object. Of a field that is there twice the
    last one counts. Without a version it is 1, without `log_dirs` any will do. Where the tool doesn't say which value
    is wrong, a note of the error does, such as `partitions[0].replicas[2]`.

    Args:
        text: The file's text.
        scala: Whether errors are worded as by the Scala tool, up to 3.6.

    Raises:
        AdminOperationException: The text is no JSON (the original's message is Jackson's), or of another version.
        JsonMappingException: A field is missing, or of another type.
        StreamConstraintsException: A number has more than 1,000 digits, a name more than 50,000 UTF-16 units, or
            something nests deeper than 1,000 levels; not in Scala, whose Jackson had no limits.
        AdminCommandFailedException: The lists differ in size; there are no partitions, or no replicas; a partition,
            or a broker of one, is there twice.
        WrongTypeError: `text` is no str.
    """
    _arguments.text("text", text)
    reader = _Reader(scala=scala)
    try:
        listed, log_dirs = reader.read(_decoded(text, scala=scala))
    except JavaError as error:
        if place := reader.place():
            error.add_note(place)
        raise
    if not listed:
        raise AdminCommandFailedException("Partition reassignment list cannot be empty")
    if any(not replicas for _, replicas in listed):
        place = f"partitions[{next(at for at, (_, replicas) in enumerate(listed) if not replicas)}].replicas"
        raise noted(AdminCommandFailedException("Partition replica list cannot be empty"), place)
    duplicates = _duplicates_in_scala if scala else _duplicates
    twice = duplicates(partition for partition, _ in listed)
    if twice:
        names = ",".join(f"{partition.topic}-{partition.partition}" for partition in twice)
        raise AdminCommandFailedException(f"Partition reassignment contains duplicate topic partitions: {names}")
    brokers_twice = [(partition, duplicates(replicas)) for partition, replicas in listed]
    said = [
        f"{partition.topic}-{partition.partition} contains multiple entries for {','.join(map(str, brokers))}"
        for partition, brokers in brokers_twice
        if brokers
    ]
    if said:
        raise AdminCommandFailedException(
            f"Partition replica lists may not contain duplicate entries: {'. '.join(said)}"
        )
    return Reassignment(dict(listed), log_dirs)


def _decoded(text: str, *, scala: bool) -> Any:  # noqa: ANN401 - any JSON value
    if not text:
        raise AdminOperationException("The input string shouldn't be empty")
    at = len(text) - len(text.lstrip(_SPACE))
    if at == len(text):
        return _ABSENT
    return decoded(text, at, limited=not scala)


class _Reader:
    """Reads fields, in the tool's order; what is wrong first is said first."""

    def __init__(self, *, scala: bool) -> None:
        self._scala = scala
        self._integer = "Int" if scala else "Integer"
        self._place: list[str | int] = []

    def place(self) -> str:
        """Where the value is that was refused; nothing where that is the document, or none was."""
        parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in reversed(self._place))
        return "".join(parts).removeprefix(".")

    def _at(self, part: str | int, read: Callable[[Any], T], value: Any) -> T:  # noqa: ANN401 - any JSON value
        """What a field's value, or an element, means; if it is refused, its place is kept."""
        try:
            return read(value)
        except JavaError:
            self._place.append(part)
            raise

    def read(
        self,
        document: Any,  # noqa: ANN401 - any JSON value
    ) -> tuple[list[tuple[TopicPartition, tuple[int, ...]]], dict[tuple[TopicPartition, int], str]]:
        fields = self._fields(document)
        version = self._at("version", self._int, fields["version"]) if "version" in fields else 1
        if version != 1:
            raise AdminOperationException(f"Not supported version field value {version}")
        listed: list[tuple[TopicPartition, tuple[int, ...]]] = []
        log_dirs: dict[tuple[TopicPartition, int], str] = {}
        for partition, replicas, dirs in self._at("partitions", self._entries, fields.get("partitions", [])):
            listed.append((partition, tuple(replicas)))
            named = zip(replicas, dirs, strict=True)
            log_dirs.update(((partition, broker), path) for broker, path in named if path != ANY_LOG_DIR)
        return listed, log_dirs

    def _entries(self, entries: Any) -> list[tuple[TopicPartition, list[int], list[str]]]:  # noqa: ANN401 - as above
        if not isinstance(entries, list):
            raise JsonMappingException(f"Expected JSON array, received {_shown(entries)}")
        return self._each(self._entry, entries)

    def _entry(self, entry: Any) -> tuple[TopicPartition, list[int], list[str]]:  # noqa: ANN401 - as above
        fields = self._fields(entry)
        topic = self._at("topic", self._text, _field(fields, "topic"))
        number = self._at("partition", self._int, _field(fields, "partition"))
        replicas = self._at("replicas", self._ints, _field(fields, "replicas"))
        dirs = [ANY_LOG_DIR] * len(replicas)
        if "log_dirs" in fields:
            dirs = self._at("log_dirs", self._texts, fields["log_dirs"])
        if len(replicas) != len(dirs):
            raise AdminCommandFailedException(
                f"Size of replicas list {self._list(replicas)} is different from size of log dirs list "
                f"{self._list(dirs)} for partition {topic}-{number}"
            )
        return TopicPartition(topic, number), replicas, dirs

    def _fields(self, value: Any) -> dict[str, Any]:  # noqa: ANN401 - as above
        if not isinstance(value, dict):
            raise JsonMappingException(f"Expected JSON object, received {_shown(value)}")
        return value

    def _int(self, value: Any) -> int:  # noqa: ANN401 - as above
        if not isinstance(value, int) or isinstance(value, bool) or not MIN_INT <= value <= MAX_INT:
            raise JsonMappingException(f"Expected `{self._integer}` value, received {_shown(value)}")
        return value

    @staticmethod
    def _text(value: Any) -> str:  # noqa: ANN401 - as above
        if not isinstance(value, str) or isinstance(value, Number):
            raise JsonMappingException(f"Expected `String` value, received {_shown(value)}")
        return value

    def _array(self, value: Any) -> list[Any]:  # noqa: ANN401 - as above
        if not isinstance(value, list):
            wanted = "JSON array" if self._scala else "`JSON array` value"
            raise JsonMappingException(f"Expected {wanted}, received {_shown(value)}")
        return value

    def _ints(self, value: Any) -> list[int]:  # noqa: ANN401 - as above
        return self._each(self._int, self._array(value))

    def _texts(self, value: Any) -> list[str]:  # noqa: ANN401 - as above
        return self._each(self._text, self._array(value))

    def _each(self, read: Callable[[Any], T], items: list[Any]) -> list[T]:
        return [self._at(at, read, item) for at, item in enumerate(items)]

    def _list(self, items: Iterable[object]) -> str:
        listed = ", ".join(map(str, items))
        return f"List({listed})" if self._scala else f"[{listed}]"


def _field(fields: Mapping[str, Any], name: str) -> Any:  # noqa: ANN401 - any JSON value
    if name not in fields:
        raise JsonMappingException(f"No such field exists: `{name}`")
    return fields[name]


def _duplicates(items: Iterable[Any]) -> list[Any]:
    """`ToolsUtils.duplicates`, in the order of its HashSet."""
    seen: set[Any] = set()
    twice: HashSet[Any] = HashSet(hash_code=_hash_code, order=never_ordered, equals=lambda a, b: bool(a == b))
    for item in items:
        if item in seen:
            twice.add(item)
        seen.add(item)
    return list(twice)


def _duplicates_in_scala(items: Iterable[Any]) -> list[Any]:
    """`CoreUtils.duplicates`, in the order of the map of a `groupBy`."""
    return hashed([item for item, count in Counter(items).items() if count > 1], _hash_code)


def _hash_code(item: int | TopicPartition) -> int:
    return item if isinstance(item, int) else item.java_hash_code()


def _shown(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """`JsonNode.toString()`, without a call a level."""
    parts: list[str] = []
    rest: list[Any] = [value]
    while rest:
        match rest.pop():
            case _Said(text):
                parts.append(text)
            case dict() as fields:
                pairs = [[_Said(f"{quoted(name)}:"), item] for name, item in fields.items()]
                rest += reversed(_between(pairs, "{", "}"))
            case list() as items:
                rest += reversed(_between([[item] for item in items], "[", "]"))
            case scalar:
                parts.append(_scalar(scalar))
    return "".join(parts)


@dataclass(frozen=True, slots=True)
class _Said:
    """What is written as it is."""

    text: str


def _between(entries: Sequence[list[Any]], before: str, after: str) -> list[Any]:
    listed: list[Any] = [_Said(before)]
    for place, entry in enumerate(entries):
        listed += [_Said(","), *entry] if place else entry
    return [*listed, _Said(after)]


def _scalar(value: object) -> str:
    if value is _ABSENT:
        return ""
    if isinstance(value, Number):
        return str(value)
    return quoted(value) if isinstance(value, str) else json.dumps(value)
