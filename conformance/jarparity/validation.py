"""Checks inputs and answers against the catalogue's schemas, and says in a sentence what to fix.

`jsonschema` is imported with the first check only: a golden run, which never checks, starts faster so.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from jarparity.errors import UserError
from jarparity.values import formats
from jarparity.values.shapes import VALUES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from jarparity.answers import JSON
    from jarparity.cases import Case
    from jarparity.operations import Operation

_SHOWN = 80
_compiled: dict[tuple[str, str], tuple[JSON, Any]] = {}


def validate_input(operation: Operation | str, document: JSON) -> None:
    """Checks an input of an operation.

    Raises:
        KeyError: There is no operation of this name.
        ValueError: The input is not in the operation's schema, or breaks a rule between its fields. The
            message names the operation, the field and what to write instead.
    """
    found = _resolve(operation)
    _validate(found.name, "input", found.input, document)
    for path, problem in found.problems(document) if found.problems else ():
        raise ValueError(f"{found.name}: {path}: {problem}")


class CaseError(UserError, ValueError):
    """A case that an area has written by hand, or that was given, doesn't fit; the message names it and the field."""


def validate_case(operation: Operation, case: Case) -> None:
    """Checks the input of a case that isn't recorded yet.

    Raises:
        CaseError: It is not in the operation's schema, or breaks a rule between its fields.
    """
    try:
        validate_input(operation, case.input)
    except ValueError as error:
        raise CaseError(f"case {case.id}: {error}") from error


def validate_answer(operation: Operation | str, value: JSON) -> None:
    """Checks the value that an operation answered.

    Raises:
        KeyError: There is no operation of this name.
        ValueError: The value is not in the schema of the operation's answers.
    """
    found = _resolve(operation)
    _validate(found.name, "answer", found.answer, value)


def _resolve(operation: Operation | str) -> Operation:
    if not isinstance(operation, str):
        return operation
    from jarparity import registry  # noqa: PLC0415 - this module is a part of that package

    return registry.operation(operation)


def _validate(name: str, part: str, schema: JSON, document: JSON) -> None:
    known = _compiled.get((name, part))
    if known is None or known[0] is not schema:
        known = _compiled[name, part] = (schema, _compile(schema))
    for error in known[1].iter_errors(document):
        path = part + "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in error.absolute_path)
        raise ValueError(f"{name}: {path}: {_sentence(error)}")


def _sentence(error: Any) -> str:  # noqa: ANN401 - a jsonschema ValidationError, which is imported lazily
    """What is wrong with one value, and what to write instead (the description in its schema)."""
    fix = error.schema.get("description", "") if isinstance(error.schema, dict) else ""
    match error.validator:
        case "required":
            missing = [name for name in error.validator_value if name not in error.instance]
            what = f"the field {missing[0]!r} is missing"
            fix = error.schema.get("properties", {}).get(missing[0], {}).get("description", "") or f"add {missing[0]!r}"
        case "additionalProperties":
            extra = sorted(set(error.instance) - set(error.schema["properties"]))
            what, fix = (
                f"there is no field {extra[0]!r}",
                f"write only {', '.join(error.schema['properties'])}",
            )
        case "enum":
            what = f"{_show(error.instance)} is none of the values here"
            fix = fix or f"write one of {', '.join(map(str, error.validator_value))}"
        case "type":
            wanted = error.validator_value
            names = wanted if isinstance(wanted, str) else " or ".join(wanted)
            fields = ", ".join(error.schema.get("properties", {}))
            fix = fix or (f"an object with {fields}" if fields else names)
            what = f"{_show(error.instance)} is not of type {names}"
        case "minItems":
            what = f"{_show(error.instance)} has fewer items than {error.validator_value}"
        case "uniqueItems":
            what, fix = f"{_show(error.instance)} has an item twice", fix or "write each once"
        case _:
            what = f"{_show(error.instance)} does not fit"
    return (
        f"{what}; write: {fix}" if fix and not fix.startswith(("write", "add")) else f"{what}; {fix or error.message}"
    )


def _show(value: JSON) -> str:
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


@cache
def values_schema() -> JSON:
    """The document `schemas/values.schema.json`."""
    return json.loads((files("jarparity") / "schemas" / "values.schema.json").read_text("utf-8"))


@cache
def _definitions() -> dict[str, JSON]:
    """The definitions of the shared values by their references, each reference in them replaced by what it names."""
    shared = values_schema()["$defs"]
    linked: dict[str, JSON] = {name: {} for name in shared}
    found = {f"{base}#/$defs/{name}": its for name, its in linked.items() for base in ("", VALUES)}
    for name, schema in shared.items():
        linked[name].update(_linked(schema, found))
    return found


def _linked(schema: JSON, definitions: Mapping[str, JSON]) -> JSON:
    """The schema with what its references name in their place: looking one up takes longer than checking a number.

    What names itself becomes a circle, which is followed no further than the value that is checked.
    """
    match schema:
        case {"$ref": str() as name, **rest} if not rest and name in definitions:
            return definitions[name]
        case dict():
            return {key: _linked(part, definitions) for key, part in schema.items()}
        case list():
            return [_linked(part, definitions) for part in schema]
        case _:
            return schema


def _asked(branch: JSON) -> tuple[str, Callable[[str], bool]] | None:
    """The one field on whose text a branch's `if` hangs, and what it asks; None where `if` is something else."""
    if branch.keys() != {"if", "then"}:
        return None
    condition = branch["if"]
    fields = condition.get("properties", {})
    if len(fields) != 1 or not condition.keys() <= {"properties", "required"}:
        return None
    ((name, asked),) = fields.items()
    if not set(condition.get("required", ())) <= {name}:
        return None
    match asked:
        case {"const": str() as text, **rest} if not rest:
            return name, text.__eq__
        case {"pattern": str() as pattern, **rest} if not rest:
            return name, lambda text: formats.pattern(pattern).search(text) is not None
        case _:
            return None


def _compile(schema: JSON) -> Any:  # noqa: ANN401 - as in _sentence
    from jsonschema import Draft202012Validator, ValidationError  # noqa: PLC0415 - see the module's docstring
    from jsonschema.validators import extend  # noqa: PLC0415
    from referencing import Registry, Resource  # noqa: PLC0415

    def check_format(_: Any, name: str, value: JSON, schema: Mapping[str, JSON]) -> Iterator[ValidationError]:  # noqa: ANN401
        if isinstance(value, str) and not formats.holds(name, schema.get("pattern"), value):
            yield ValidationError(f"{value!r} is not of the format {name}")

    known: dict[int, tuple[JSON, list[Any]]] = {}

    def check_all(validator: Any, branches: JSON, value: JSON, _: Any) -> Iterator[ValidationError]:  # noqa: ANN401
        # Deciding here what a field's text decides, in place of validating `if`, is several times faster.
        if id(branches) not in known:
            known[id(branches)] = branches, [_asked(branch) for branch in branches]
        fields = value if isinstance(value, dict) else {}
        for i, (branch, asked) in enumerate(zip(*known[id(branches)], strict=True)):
            text = fields.get(asked[0]) if asked else None
            if not isinstance(text, str):
                yield from validator.descend(value, branch, schema_path=i)
            elif asked[1](text):
                yield from validator.descend(value, branch["then"], schema_path=i)

    def check_pattern(_: Any, pattern: str, value: JSON, __: Any) -> Iterator[ValidationError]:  # noqa: ANN401
        if isinstance(value, str) and not formats.pattern(pattern).search(value):
            yield ValidationError(f"{value!r} does not match {pattern}")

    # 1.0 is an integer to JSON Schema; here it is a slip, for answers are compared exactly.
    types = Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)
    )
    make: Any = extend  # published without types
    strict = make(
        Draft202012Validator, {"allOf": check_all, "format": check_format, "pattern": check_pattern}, type_checker=types
    )
    registry: Registry[JSON] = Registry().with_resource(VALUES, Resource.from_contents(values_schema()))
    return strict(_linked(schema, _definitions()), registry=registry)
