"""The port protocol, version 1: JSON Lines between the kit and a program, one process for many cases.

A client (the kit, or anyone's property tests) sends requests, the program sends responses:

    > {"cmd":"start","protocol":1}
    < {"protocol":1,"name":"…","version":"…","language":"…","operations":["*"],"lines":["*"]}
    > {"cmd":"run","seq":1,"operation":"kafka.partitioner.murmur2","line":"kafka-clients 4.4.0","input":{…}}
    < {"seq":1,"value":…}   or {"seq":1,"error":{"kind":"…","message":"…"}}   or {"seq":1,"skipped":"why"}
    > {"cmd":"run","operation":"…","batch":[{"seq":2,"input":{…}},{"seq":3,"input":{…}}]}
    < one such line a case, in order
    > {"cmd":"stop"}

Lines are UTF-8 and end in a line feed; what is not ASCII may be written as escapes, and lone surrogates must
be. A `run` without `line` is for the newest. Fields that a reader doesn't know are ignored. A response whose
`seq` is null answers a line that could not be read. `schemas/protocol.schema.json` has every message.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Never, TypeAlias

from jarparity.answers import JSON, Error, NoAnswer, Skip, Value
from jarparity.ports import PortInfo
from jarparity.ports.plain import MAX_DEPTH

if TYPE_CHECKING:
    from collections.abc import Mapping

VERSION = 1
"""The version of the protocol that this kit speaks."""

MAX_LINE = 65_536
"""Bytes of a request at most, with its line feed, unless it has one case that is longer."""

PROTOCOL_ERROR = "ProtocolError"
"""Kind of the error that answers a line which is no request."""

PORT_FAULT = "PortFault"
"""Kind of the error by which a served port reports that it broke."""

Answered: TypeAlias = Value | Error | Skip


class ProtocolError(ValueError):
    """A line is no message, and why. `seq` is the line's, where it can be told."""

    def __init__(self, message: str, seq: int | None = None) -> None:
        super().__init__(message)
        self.seq = seq


class NoObjectError(ProtocolError):
    """A line is no JSON object, such as a line of a log."""


@dataclass(frozen=True, slots=True)
class Start:
    """The client's first message."""

    protocol: int = VERSION


@dataclass(frozen=True, slots=True)
class Question:
    """One case of a `run`."""

    seq: int
    input: JSON


@dataclass(frozen=True, slots=True)
class Run:
    """The client asks. `batch` tells which of the two forms it took; the single form has one question."""

    operation: str
    questions: tuple[Question, ...]
    line: str | None = None
    batch: bool = True


@dataclass(frozen=True, slots=True)
class Stop:
    """The client's last message; the end of its output means the same."""


@dataclass(frozen=True, slots=True)
class Response:
    """The program's answer to one question, or with `seq` None to a line that it could not read."""

    seq: int | None
    reply: Answered


Request: TypeAlias = Start | Run | Stop


def print_request(request: Request) -> bytes:
    """The request as a line, with its line feed."""
    match request:
        case Start(protocol):
            return _line({"cmd": "start", "protocol": protocol})
        case Stop():
            return _line({"cmd": "stop"})
        case Run(operation, questions, line, batch):
            of_line = {} if line is None else {"line": line}
            asked = [{"seq": q.seq, "input": q.input} for q in questions]
            head = {"cmd": "run", "operation": operation, **of_line}
            return _line(head | {"batch": asked} if batch else head | asked[0])


def parse_request(line: bytes | str) -> Request:
    """Reads a client's line.

    Raises:
        ProtocolError: It is no request.
    """
    document = _object(line)
    seq = document.get("seq")
    known = seq if _is_int(seq) else None
    match document.get("cmd"):
        case "start":
            return Start(_int(document, "protocol", None))
        case "stop":
            return Stop()
        case "run":
            return _run(document, known)
        case other:
            raise ProtocolError(f"`cmd` must be start, run or stop, not {_shown(other)}", known)


def _run(document: dict[str, Any], seq: int | None) -> Run:
    operation, line = document.get("operation"), document.get("line")
    if not isinstance(operation, str):
        raise ProtocolError(f"`operation` must be an operation's name, not {_shown(operation)}", seq)
    if line is not None and not isinstance(line, str):
        raise ProtocolError(f"`line` must be a line's name such as 'flink 2.3.0', not {_shown(line)}", seq)
    if "batch" not in document:
        return Run(operation, (_question(document, "a run"),), line, batch=False)
    if "seq" in document or "input" in document:
        raise ProtocolError("a run has either `batch`, or `seq` and `input`", seq)
    batch = document["batch"]
    if not isinstance(batch, list):
        raise ProtocolError(f"`batch` must be a list of cases, not {_shown(batch)}")
    return Run(operation, tuple(_question(case, f"batch[{i}]") for i, case in enumerate(batch)), line)


def _question(case: object, where: str) -> Question:
    if not isinstance(case, dict):
        raise ProtocolError(f"{where} must be an object with `seq` and `input`, not {_shown(case)}")
    seq = _int(case, "seq", None)
    if "input" not in case:
        raise ProtocolError(f"{where} has no `input`", seq)
    return Question(seq, case["input"])


def print_hello(info: PortInfo) -> bytes:
    """A program's answer to `start`, as a line."""
    document: dict[str, JSON] = {
        "protocol": VERSION,
        "name": info.name,
        "version": info.version,
        "language": info.language,
        "operations": list(info.operations),
        "lines": list(info.lines),
    }
    return _line(document | ({"messages": True} if info.messages else {}))


def parse_hello(line: bytes | str) -> PortInfo:
    """Reads a program's answer to `start`.

    Raises:
        ProtocolError: It is none, or speaks another version of the protocol.
    """
    document = _object(line)
    if "error" in document:
        raise ProtocolError(f"it answered `start` with the error {_shown(document['error'])}")
    version = _int(document, "protocol", None)
    if version != VERSION:
        raise ProtocolError(f"it speaks version {version} of the protocol; this kit speaks {VERSION}")
    messages = document.get("messages", False)
    if not isinstance(messages, bool):
        raise ProtocolError(f"`messages` must be true or false, not {_shown(messages)}")
    return PortInfo(
        name=_string(document, "name"),
        version=_string(document, "version"),
        language=_string(document, "language"),
        operations=_strings(document, "operations"),
        lines=_strings(document, "lines"),
        messages=messages,
    )


def print_response(seq: int | None, reply: Answered | NoAnswer) -> bytes:
    """An answer as a line; a port that broke, or whose value JSON can't hold, answers with an error: `PortFault`."""
    match reply:
        case Value(value):
            try:
                return _line({"seq": seq, "value": value})
            except (ValueError, TypeError, RecursionError) as wrong:
                return print_response(seq, NoAnswer("gave no JSON answer", f"{type(wrong).__name__}: {wrong}"))
        case Error(kind, message):
            return _line({"seq": seq, "error": {"kind": kind, "message": message}})
        case Skip(reason, issue_url):
            return _line({"seq": seq, "skipped": reason} | ({"issue_url": issue_url} if issue_url else {}))
        case NoAnswer(reason, detail):
            message = f"the port {reason}" + (f": {detail}" if detail else "")
            return print_response(seq, Error(PORT_FAULT, message))


def parse_response(line: bytes | str) -> Response:
    """Reads a program's answer to a case.

    Raises:
        ProtocolError: It is none.
    """
    document = _object(line)
    if "seq" not in document:
        raise ProtocolError("an answer must repeat the case's `seq`")
    seq = document["seq"]
    if seq is not None and not _is_int(seq):
        raise ProtocolError(f"`seq` must be the case's number, not {_shown(seq)}")
    given = [name for name in ("value", "error", "skipped") if name in document]
    if len(given) != 1:
        has = " and ".join(given) or "none"
        raise ProtocolError(f"an answer has one of value, error and skipped; this has {has}", seq)
    match given[0]:
        case "value":
            return Response(seq, Value(_not_too_deep(document["value"], seq)))
        case "error":
            return Response(seq, _error(document["error"], seq))
        case _:
            return Response(seq, Skip(_string(document, "skipped"), _url(document, seq)))


def _not_too_deep(value: JSON, seq: int | None) -> JSON:
    """The value, if everything in the kit can handle it: what a port in this process may return."""
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        level = [
            part
            for whole in level
            if isinstance(whole, dict | list)
            for part in (whole.values() if isinstance(whole, dict) else whole)
        ]
        if not level:
            return value
    raise ProtocolError(f"`value` is nested deeper than {MAX_DEPTH} levels", seq)


def _error(error: object, seq: int | None) -> Error:
    if isinstance(error, dict):
        kind, message = error.get("kind"), error.get("message")
        if isinstance(kind, str) and (message is None or isinstance(message, str)):
            return Error(kind, message)
    raise ProtocolError(f"`error` must have a `kind` and may have a `message`, both strings: {_shown(error)}", seq)


def _url(document: Mapping[str, Any], seq: int | None) -> str | None:
    url = document.get("issue_url")
    if url is not None and not isinstance(url, str):
        raise ProtocolError(f"`issue_url` must be a string, not {_shown(url)}", seq)
    return url


def _refuse(constant: str) -> Never:
    raise ProtocolError(f"{constant} is no JSON number")


def _finite(text: str) -> float:
    # Python reads 1e400 as infinity, which it then can't write as JSON again.
    number = float(text)
    if not math.isfinite(number):
        raise ProtocolError(f"{text[:_SHOWN]} is beyond the numbers that a 64-bit float holds")
    return number


_SHOWN = 200
"""Characters of a line or a value that a message shows: about two lines of a terminal."""

_DECODE = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite).decode
_ENCODE = json.JSONEncoder(separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode


def _line(document: JSON) -> bytes:
    return _ENCODE(document).encode("ascii") + b"\n"


def _object(line: bytes | str) -> dict[str, Any]:
    try:
        text = line if isinstance(line, str) else line.decode("utf-8")
        document = _DECODE(text)
    except ProtocolError:
        raise
    except UnicodeDecodeError as wrong:
        raise NoObjectError(f"the line is not UTF-8 (byte {wrong.start}): {_start(line)}") from None
    except RecursionError:
        raise ProtocolError("the line is nested too deeply") from None
    except ValueError as wrong:
        if text.startswith("\ufeff"):
            raise ProtocolError("the line begins with a byte order mark; write UTF-8 without one") from None
        raise NoObjectError(f"the line is not JSON ({wrong}): {_start(line)}") from None
    if not isinstance(document, dict):
        raise NoObjectError(f"the line is not a JSON object: {_start(line)}")
    return document


def _start(line: bytes | str) -> str:
    """The start of a line, for a message."""
    text = line[:_SHOWN].decode("utf-8", "backslashreplace") if isinstance(line, bytes) else line[:_SHOWN]
    return ascii(text)


def _shown(value: JSON) -> str:
    """The start of a value, for a message, whatever it is."""
    try:
        text = _ENCODE(value)
    except (ValueError, TypeError, RecursionError):
        text = f"a {type(value).__name__} that JSON can't hold"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _int(document: Mapping[str, Any], field: str, seq: int | None) -> int:
    value = document.get(field)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ProtocolError(f"`{field}` must be a whole number, not {_shown(value)}", seq)
    return value


def _string(document: Mapping[str, Any], field: str) -> str:
    value = document.get(field)
    if not isinstance(value, str):
        raise ProtocolError(f"`{field}` must be a string, not {_shown(value)}")
    return value


def _strings(document: Mapping[str, Any], field: str) -> tuple[str, ...]:
    value = document.get(field)
    if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
        raise ProtocolError(f"`{field}` must be a list of strings, not {_shown(value)}")
    return tuple(value)
