"""What a reference or a port says to one input.

A reference gives an `Answer`: a value, or an error of the original. A port may also decline (`Skip`), or break
(`NoAnswer`): crash, hang, write what is no answer. `same` is the only comparison of the kit, and it is exact.
"""

from __future__ import annotations

import json
import marshal
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

JSON: TypeAlias = Any
"""A JSON document: None, bool, int, float, str, or lists and string-keyed dicts of these."""


@dataclass(frozen=True, slots=True)
class Value:
    """The operation returned this JSON value."""

    value: JSON


@dataclass(frozen=True, slots=True)
class Error:
    """The operation threw; `kind` is the simple class name of Java's exception.

    `where` is the place in a port's own code, for people; two errors from different places are the same answer.
    """

    kind: str
    message: str | None = None
    where: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Skip:
    """The port says that it does not do this."""

    reason: str
    issue_url: str | None = None


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """The port did not answer at all: it crashed, hung, or wrote something that is no answer.

    `reason` is one of a few short phrases (`timed out`, `crashed`, …); `detail` is free text for people.
    """

    reason: str
    detail: str = ""


IN_BATCH = " in a batch only"
"""Ends the reason of a `NoAnswer` of a port that answers each of a batch's cases when it is asked alone."""

AFTER_OTHERS = " after other cases only"
"""Ends the reason of a `NoAnswer` of a port that answers the case when it is asked first."""

TIMED_OUT = "timed out"
"""The reason of a fault: the port gave no answer in time."""

GAVE_UP = "broke too often"
"""The reason of a `NoAnswer` that stands for cases which were not asked any more."""

Answer: TypeAlias = Value | Error
Reply: TypeAlias = Value | Error | Skip | NoAnswer


def canonical(document: JSON) -> str:
    """The one text of a JSON document: sorted keys, no spaces, ASCII (lone surrogates travel as escapes)."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


_CONTAINERS: Final[frozenset[type]] = frozenset({dict, list})


_SURROGATES: Final = b"\xed"


def _ordered(document: JSON, like: JSON) -> JSON:
    """The document with its fields in the order of another one, as far as both have the same fields."""
    kind = type(document)
    if kind is not type(like):
        return document
    if kind is dict and document.keys() == like.keys():
        # Most parts have none inside: they get no call.
        return {
            name: _ordered(document[name], part) if type(part) in _CONTAINERS else document[name]
            for name, part in like.items()
        }
    if kind is list and len(document) == len(like) and not _CONTAINERS.isdisjoint(map(type, like)):
        return list(map(_ordered, document, like))
    return document


def same(expected: Answer, got: Answer, *, messages: bool = False) -> bool:
    """Exact equality: the same JSON value (1 is not 1.0, nor True), or an error of the same kind.

    With `messages` the text of an error must be the same, too.
    """
    match expected, got:
        case Value(a), Value(b):
            if isinstance(a, int):
                return type(a) is type(b) and a == b
            if isinstance(a, str) and type(b) is str and a == b:
                return True
            if type(a) is dict and type(b) is dict and a.keys() == b.keys():
                a, b = list(a.values()), [b[name] for name in a]  # most often all that is in another order
            # Version 0 of marshal writes types and values and nothing else; only the order of fields is free in JSON.
            wanted, given = marshal.dumps(a, 0), marshal.dumps(b, 0)
            if wanted == given or wanted == marshal.dumps(_ordered(b, a), 0):
                return True
            # Two halves of a surrogate pair are the character; this byte begins both in UTF-8, and few others.
            return _SURROGATES in wanted + given and canonical(a) == canonical(b)
        case Error(a, x), Error(b, y):
            return a == b and (not messages or x == y)
        case _:
            return False


def to_json(reply: Reply) -> dict[str, JSON]:
    """The reply as the protocol and the fixtures write it (without `seq`)."""
    match reply:
        case Value(value):
            return {"value": value}
        case Error(kind, message):
            return {"error": {"kind": kind, "message": message}}
        case Skip(reason, issue_url):
            return {"skipped": reason} | ({"issue_url": issue_url} if issue_url else {})
        case NoAnswer(reason, detail):
            return {"fault": {"reason": reason, "detail": detail}}


def reply_from_json(document: dict[str, JSON]) -> Reply:
    """The inverse of `to_json`.

    Raises:
        ValueError: The document is no reply.
    """
    match document:
        case {"skipped": str(reason)}:
            return Skip(reason, document.get("issue_url"))
        case {"fault": {"reason": str(reason), "detail": str(detail)}}:
            return NoAnswer(reason, detail)
        case _:
            return answer_from_json(document)


def answer_from_json(document: dict[str, JSON]) -> Answer:
    """The inverse of `to_json` for answers.

    Raises:
        ValueError: The document has neither `value` nor a well-formed `error`.
    """
    if "value" in document:
        return Value(document["value"])
    error = document.get("error")
    if isinstance(error, dict) and isinstance(error.get("kind"), str):
        return Error(error["kind"], error.get("message"))
    raise ValueError(f"an answer has `value`, or `error` with a `kind`; got {canonical(document)[:200]}")
