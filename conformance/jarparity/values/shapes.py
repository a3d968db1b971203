"""Building blocks of the catalogue's schemas: references into `values.schema.json`, and closed objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jarparity.answers import JSON

VALUES = "urn:jarparity:values-1"
"""The `$id` of `schemas/values.schema.json`."""


def ref(name: str) -> dict[str, JSON]:
    """A reference to one of the definitions in `values.schema.json`: `ref("key")`."""
    return {"$ref": f"{VALUES}#/$defs/{name}"}


def record(**fields: JSON) -> dict[str, JSON]:
    """An object that has exactly these fields."""
    return {"type": "object", "required": list(fields), "additionalProperties": False, "properties": fields}


def extended(base: JSON, **optional: JSON) -> dict[str, JSON]:
    """The object, which may have these fields, too."""
    return {**base, "properties": {**base["properties"], **optional}}


def listing(item: JSON) -> dict[str, JSON]:
    """An array of one kind of thing."""
    return {"type": "array", "items": item}


def step_answers(answer: JSON) -> dict[str, JSON]:
    """What a history answers: by step the answer, or `{"error": {"kind"}}` for what the original threw."""
    thrown = record(error=ref("kind-of-error"))
    return listing({"if": {"type": "object", "required": ["error"]}, "then": thrown, "else": answer})


def row(description: str, *items: JSON) -> dict[str, JSON]:
    """An array that has exactly these items, in this order."""
    return {
        "description": description,
        "type": "array",
        "prefixItems": list(items),
        "minItems": len(items),
        "maxItems": len(items),
        "items": False,
    }


def by_name(value: JSON, description: str = "") -> dict[str, JSON]:
    """An object that has by name, whatever the name, one kind of thing."""
    described = {"description": description} if description else {}
    return {**described, "type": "object", "additionalProperties": value}


def by_number(value: JSON, description: str = "") -> dict[str, JSON]:
    """An object that has by number, 0 or more in decimal digits, one kind of thing."""
    return {**by_name(value, description), "propertyNames": {"pattern": "^(0|[1-9][0-9]{0,8})$"}}


def either_direction(encode: JSON, decode: JSON) -> dict[str, JSON]:
    """An object that is one or the other, as its field `direction` says."""
    return {
        "type": "object",
        "required": ["direction"],
        "properties": {"direction": {"enum": ["encode", "decode"]}},
        "if": {"properties": {"direction": {"const": "decode"}}},
        "then": decode,
        "else": encode,
    }


def steps(**forms: JSON) -> dict[str, JSON]:
    """An array of steps: objects that have, beside `op`, the fields of that op's form."""
    described = f"A step: an object whose op is one of {', '.join(forms)}."
    branches = [{"if": {"properties": {"op": {"const": op}}}, "then": _with_op(form)} for op, form in forms.items()]
    step = {
        "description": described,
        "type": "object",
        "required": ["op"],
        "properties": {"op": {"enum": list(forms)}},
        "allOf": branches,
    }
    return listing(step)


def happening(history: JSON) -> list[str]:
    """By step of such an array, in the field `steps`, its op."""
    return [step["op"] for step in history["steps"]]


def _with_op(form: JSON) -> JSON:
    return {
        **form,
        "required": ["op", *form["required"]],
        "properties": {"op": {"type": "string"}, **form["properties"]},
    }


INT32 = ref("int32")
KEY = ref("key")
RANGE = ref("range")
STRING = ref("java-string")
HEX = ref("hex")
