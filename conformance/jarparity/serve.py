"""Serving a port: answers the protocol's requests from a stream, until it ends or says `stop`."""

from __future__ import annotations

import time
from typing import IO, TYPE_CHECKING

from jarparity.answers import Error, NoAnswer, Reply
from jarparity.catalogue import nearest
from jarparity.lines import Line
from jarparity.originals import locked_lines
from jarparity.protocol import (
    PROTOCOL_ERROR,
    VERSION,
    ProtocolError,
    Run,
    Start,
    Stop,
    parse_request,
    print_hello,
    print_response,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.ports import Port

LONGEST = 64 * 2**20
"""Bytes of a request at most."""

_HELD = 0.05
"""Seconds that an answer waits for the others of its batch at most."""


class _NoSuchError(ValueError):
    """What a request names is not there."""


def serve(port: Port, requests: IO[bytes], responses: IO[bytes]) -> None:
    """Answers every line; what can't be read is answered by an error with `seq` null, and the talk goes on.

    Inputs are checked against the catalogue first: an input that breaks its schema is answered by an error
    of the kind `ValueError` that names the field. A port that breaks answers with an error of the kind
    `PortFault`.

    Args:
        port: Who answers.
        requests: Lines from the client, in binary.
        responses: Where the answers go, in binary; flushed after every request, and within a slow batch.
    """
    for line in _lines(requests):
        if line is None:
            too_long = Error(PROTOCOL_ERROR, f"the line has more than {LONGEST} bytes")
            responses.write(print_response(None, too_long))
            responses.flush()
            continue
        try:
            match parse_request(line):
                case Start(protocol):
                    _greet(port, protocol, responses)
                case Run() as run:
                    _write(_answers(port, run), responses)
                case Stop():
                    return
        except ProtocolError as wrong:
            responses.write(print_response(wrong.seq, Error(PROTOCOL_ERROR, str(wrong))))
        responses.flush()


def _write(answers: Iterator[bytes], responses: IO[bytes]) -> None:
    flushed = time.monotonic()
    for answer in answers:
        responses.write(answer)
        # A client times cases, not batches: what is answered must not wait for what is slow.
        if (now := time.monotonic()) - flushed > _HELD:
            responses.flush()
            flushed = now


def _greet(port: Port, protocol: int, responses: IO[bytes]) -> None:
    if protocol != VERSION:
        raise ProtocolError(f"`protocol` {protocol} is not spoken here; {VERSION} is")
    responses.write(print_hello(port.info))


def _answers(port: Port, run: Run) -> Iterator[bytes]:
    """One line a case, in order; the cases that pass the checks go to the port together."""
    try:
        check, line = _checks(port, run.operation), _line(port, run.line)
    except _NoSuchError as wrong:
        refusal = Error("ValueError", str(wrong))
        yield from (print_response(question.seq, refusal) for question in run.questions)
        return
    refused = {i: error for i, q in enumerate(run.questions) if (error := _refusal(check, q.input)) is not None}
    asked = [question.input for i, question in enumerate(run.questions) if i not in refused]
    replies = _sound(port, run.operation, line, asked)
    for i, question in enumerate(run.questions):
        yield print_response(question.seq, refused[i] if i in refused else next(replies))


def _sound(port: Port, operation: str, line: Line | None, asked: Sequence[JSON]) -> Iterator[Reply]:
    """The port's replies; if the port itself fails, the rest are faults."""
    given = 0
    try:
        for reply in port.replies(operation, line, asked):
            given += 1
            yield reply
    except Exception as broken:  # noqa: BLE001 - a server answers, whatever its port does
        failure = NoAnswer("failed", f"{type(broken).__name__}: {broken}")
    else:
        failure = NoAnswer("gave too few answers", f"{given} to {len(asked)} cases")
    for _ in asked[given:]:
        yield failure


def _refusal(check: Callable[[JSON], None] | None, document: JSON) -> Error | None:
    if check is None:
        return None
    try:
        check(document)
    except ValueError as wrong:
        return Error("ValueError", str(wrong))
    except RecursionError:
        return Error("ValueError", "the input is nested too deeply to be checked")
    return None


def _checks(port: Port, operation: str) -> Callable[[JSON], None] | None:
    """What checks an input; None for an operation that only the port knows."""
    from jarparity.registry import OPERATIONS  # noqa: PLC0415 - needed by the first request, not by --help
    from jarparity.registry import operation as lookup  # noqa: PLC0415
    from jarparity.validation import validate_input  # noqa: PLC0415

    if operation not in OPERATIONS:
        if operation in port.info.operations:
            return None
        try:
            lookup(operation)
        except KeyError as unknown:
            raise _NoSuchError(unknown.args[0]) from None
    declared = OPERATIONS[operation]
    return lambda document: validate_input(declared, document)


def _line(port: Port, name: str | None) -> Line | None:
    """The line that a client names; `kafka-clients 4.4` is short for the newest of 4.4 that is served."""
    if name is None:
        return None
    try:
        exact = Line.parse(name)
    except ValueError as wrong:
        raise _NoSuchError(str(wrong)) from None
    served = [Line.parse(known) for known in port.info.lines if not set("*?[") & set(known)]
    meant = sorted(line for line in served if str(line).startswith(f"{name}."))
    if meant and exact not in served:
        return meant[-1]
    # A port that names its releases says by itself which they are.
    if not served and not any(str(known) == name for known in locked_lines()):
        raise _NoSuchError(f"no release {name!r}{nearest(name, map(str, locked_lines()))}")
    return exact


def _lines(requests: IO[bytes]) -> Iterator[bytes | None]:
    """The client's lines, without empty ones; None in place of one that is too long to be held."""
    while line := requests.readline(LONGEST):
        if not line.endswith(b"\n") and len(line) == LONGEST:
            while (rest := requests.readline(LONGEST)) and not rest.endswith(b"\n"):
                pass
            yield None
        elif line.strip():
            yield line
