"""Operations as JSON documents, for other programs."""

from __future__ import annotations

import json
from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from jarparity.answers import Value, canonical, to_json
from jarparity.validation import values_schema
from jarparity.values.shapes import VALUES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.cases import Vector
    from jarparity.lines import Line
    from jarparity.operations import Operation

_SHORT: Final = 300
"""Characters of an input that is still read at a glance."""


def document(operation: Operation, lines: Iterable[Line]) -> dict[str, JSON]:
    """What an operation compares, on which lines, the JSON Schemas of its inputs and answers, and what these mean."""
    return {
        "operation": operation.name,
        "summary": operation.summary,
        "original": operation.original,
        "python": operation.python,
        "lines": [str(line) for line in lines if operation.has(line)],
        "input": with_definitions(operation.input),
        "answer": with_definitions(operation.answer),
        "notes": operation.notes,
    }


def with_definitions(schema: JSON) -> JSON:
    """The schema with the definitions of all shared values that it names, so that any validator can read it alone."""
    shared: dict[str, Any] = values_schema()["$defs"]
    used: dict[str, JSON] = {}
    wanted = list(_named(schema))
    while wanted:
        name = wanted.pop()
        if name not in used:
            used[name] = _local(shared[name])
            wanted += _named(shared[name])
    alone = _local(schema)
    return alone | {"$defs": dict(sorted(used.items()))} if used else alone


def example(operation: Operation, vectors: Sequence[Vector]) -> dict[str, JSON] | None:
    """One recorded input and what the newest release answered: short, but not so short that it shows nothing.

    If any is like that, all of it can be printed: no half of a surrogate pair.

    Args:
        operation: Which.
        vectors: What is recorded of it.
    """
    by_length = sorted(((len(canonical(v.case.input)), v.case.id, v) for v in vectors), key=itemgetter(0, 1))
    short = [vector for length, _, vector in by_length if length <= _SHORT]
    telling = [vector for vector in short if _tells(operation, vector)]
    # Thousands are longer: they are looked at where no short one tells anything, and then up to the first that does.
    longer = (vector for _, _, vector in by_length[len(short) :] if _tells(operation, vector))
    choice = telling or [*islice(longer, 1)] or short or [vector for _, _, vector in by_length[:1]]
    if not choice:
        return None
    # The shortest has one of everything, or none.
    first = len(choice) // 4
    chosen = next(filter(_is_printable, [*choice[first:], *choice[:first]]), choice[first])
    return {"id": chosen.case.id, "input": chosen.case.input, **to_json(chosen.answers[-1].answer)}


def _tells(operation: Operation, vector: Vector) -> bool:
    """Whether it is like what a cluster asks, and nothing in it is empty."""
    return operation.is_realistic(vector.case.input) and _is_full(vector)


def _is_printable(vector: Vector) -> bool:
    """Whether a reader can see each character of an input."""
    text = json.dumps(vector.case.input, ensure_ascii=False)
    return text.isprintable() and "\\u" not in text  # what is below a space, is escaped all the same


def _is_full(vector: Vector) -> bool:
    answer = vector.answers[-1].answer
    return isinstance(answer, Value) and not (_has_nothing(vector.case.input) or _has_nothing(answer.value))


def _has_nothing(value: JSON) -> bool:
    """Whether there is an empty list, object or text anywhere, or an error in a history's step."""
    if isinstance(value, dict):
        return not value or "error" in value or any(map(_has_nothing, value.values()))
    if isinstance(value, list):
        return not value or any(map(_has_nothing, value))
    return isinstance(value, str) and not value


def _named(schema: JSON) -> Iterator[str]:
    """The shared definitions that a schema refers to, those of its parts included."""
    if isinstance(schema, dict):
        if isinstance(name := schema.get("$ref"), str):
            yield name.rpartition("/")[2]
        for part in schema.values():
            yield from _named(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _named(part)


def _local(schema: JSON) -> Any:  # noqa: ANN401 - JSON of the same kind
    """The schema, its references to shared values as references within itself."""
    match schema:
        case dict():
            return {
                key: part.removeprefix(VALUES) if key == "$ref" and isinstance(part, str) else _local(part)
                for key, part in schema.items()
            }
        case list():
            return [_local(part) for part in schema]
        case _:
            return schema
