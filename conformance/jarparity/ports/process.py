"""A port that is a program: it speaks the protocol over standard input and output.

The program is asked in batches. When one breaks (the program crashes, hangs, writes what is no answer, answers another
case), the program is started again and what was not answered is asked one case at a time, so that the fault is that of
the case which causes it, and of no other.
"""

from __future__ import annotations

import os
import re
import shlex
import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarparity.answers import AFTER_OTHERS, GAVE_UP, IN_BATCH, TIMED_OUT, NoAnswer, Reply, canonical, to_json
from jarparity.child_process.child import Child, ChildError
from jarparity.ports import PortError, PortInfo
from jarparity.protocol import (
    MAX_LINE,
    NoObjectError,
    ProtocolError,
    Question,
    Run,
    Start,
    Stop,
    parse_hello,
    parse_response,
    print_request,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import numpy as np

    from jarparity.answers import JSON
    from jarparity.columns import Column
    from jarparity.lines import Line

TIMEOUT = 10.0
"""Seconds for one case."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long the kit waits for a program, and how often it may break.

    Attributes:
        start: Seconds from its start to its answer to `start`; six time-outs of a case where None is given.
        stop: Seconds from `stop` to its end, before it is killed.
        batch: Cases in a batch at most; a case alone is asked in the single form of `run`.
        line: Bytes of an answer at most.
        in_a_row: Breakages of one operation without an answer between them, before the rest is given up.
        in_all: Breakages of one operation, before the rest is given up.
    """

    start: float | None = None
    stop: float = 2.0
    batch: int = 512
    line: int = 8 * 2**20
    in_a_row: int = 5
    in_all: int = 50


_START = 6
"""Time-outs of a case that a program has to start: a virtual machine may need many seconds."""

_LONG = 4096
"""Bytes of a request whose length a fault names: the first size at which a program's buffer may be too small."""

_FAILED_STARTS = 3
"""Starts that fail in a row, before the program is not started any more."""

_FIRST_BATCH = 32
"""Cases of the first batch: small, as the port may be slow."""

_BROKEN_BATCHES = 2
"""Batches of a program that never answered one, after which it is asked single cases only."""

_NEW_TO_BATCHES = (
    "it has answered no batch so far: a `run` may have `batch`, a list of `seq` and `input`, in place of the two "
    "(`jarparity serve port --help` shows one); "
)
"""What to say of a port that only ever answered single cases."""

_FLUSHED = "; is each line flushed?"
"""What to ask of a port that let the time run out, and has answered nothing so far."""

_IN_ORDER = "a batch is answered in its order, and an answer repeats its question's seq"
_TWICE = "that has its answer already, and a case has one line"

_OF_A_SHELL = re.compile(r"\|\|?|&&?|;|\d?>>?|<")
"""Words that mean something to a shell alone."""

_QUOTES = frozenset("\"'\\")

_SETTING = re.compile(r"[A-Za-z_]\w*=")

_FAST = 0.1
"""Seconds: a batch that took less may be followed by one of twice the size."""

_SLOW = 1.0
"""Seconds, or a tenth of the time-out if that is less: after a batch that took more, the next is halved."""


@dataclass(slots=True)
class _Breakages:
    """How often one operation broke the program."""

    in_a_row: int = 0
    in_all: int = 0
    last: str = ""
    is_confirmed: bool = False


class ProcessPort:
    """A program that speaks the protocol.

    Every breakage is a `NoAnswer` for its case; the program is started again and the rest goes on, until an operation
    has broken it too often (see `Limits`). A batch that broke, though each of its cases is answered when asked alone,
    is a fault of its first unanswered case (`IN_BATCH`), unless the batch was merely too slow for one time-out.
    """

    def __init__(self, command: str | Sequence[str], timeout: float = TIMEOUT, limits: Limits | None = None) -> None:
        """Starts the program and asks what it is.

        Args:
            command: The program and its arguments; a string is split as a shell would, but no shell runs.
            timeout: Seconds for one case.
            limits: Other limits.

        Raises:
            PortError: It can't be started, or answers `start` wrongly.
        """
        self._command = _split(command)
        self._timeout = timeout
        self._limits = limits or Limits()
        self._child: Child | None = None
        self._seq = 0
        self._size = min(_FIRST_BATCH, self._limits.batch)
        self._takes_batches = False
        self._answered = 0
        self._has_answered = False
        self._bytes = 0
        self._broken_batches = 0
        self._failed_starts = 0
        self._breakages: dict[str, _Breakages] = {}
        try:
            self._info = self._start()
        except ChildError as error:
            raise PortError(f"the port {shlex.join(self._command)} {error}") from error

    @property
    def info(self) -> PortInfo:
        """What the program answered to `start`."""
        return self._info

    @property
    def pid(self) -> int | None:
        """The process id of the running program, or None while none runs."""
        return None if self._child is None else self._child.pid

    def replies(self, operation: str, line: Line | None, inputs: Sequence[JSON]) -> Iterator[Reply]:
        """One reply per input, in order; whole batches are asked, as the iterator gets to them."""
        start = 0
        while start < len(inputs):
            batch = inputs[start : start + self._size]
            start += len(batch)
            yield from self._batch(operation, None if line is None else str(line), batch)

    def bulk(self, operation: str, parameters: Mapping[str, JSON], column: Column, width: int = 1) -> np.ndarray | None:
        """None: the protocol has no bulk form."""
        del operation, parameters, column, width
        return None

    def close(self) -> None:
        """Says `stop`, and ends the program and all that it started."""
        if self._child is not None:
            self._child.send(print_request(Stop()))
            self._child.end(self._limits.stop)
            self._child = None

    def _batch(self, operation: str, line: str | None, inputs: Sequence[JSON]) -> list[Reply]:
        began = time.monotonic()
        replies = self._ask(operation, line, inputs)
        fault = replies[-1]
        if not isinstance(fault, NoAnswer):
            self._takes_batches = self._takes_batches or len(inputs) > 1
            self._resize(time.monotonic() - began)
            return replies
        if fault.reason == GAVE_UP:
            return [fault] * len(inputs)
        if len(inputs) == 1:
            return [self._confirmed(operation, line, inputs[0], fault)]
        first = len(replies) - 1
        began = time.monotonic()
        alone = [self._alone(operation, line, one) for one in inputs[first:]]
        too_slow = fault.reason == TIMED_OUT and time.monotonic() - began >= self._timeout
        if not too_slow and not any(isinstance(reply, NoAnswer) for reply in alone):
            note = f"in a batch of {len(inputs)}, though each case is answered when asked alone; "
            if not self._takes_batches:
                note += _NEW_TO_BATCHES
                self._broken_batches += 1
            alone[0] = NoAnswer(fault.reason + IN_BATCH, note + fault.detail)
        self._shrink()
        return replies[:first] + alone

    def _alone(self, operation: str, line: str | None, one: JSON) -> Reply:
        (reply,) = self._ask(operation, line, [one])
        return self._confirmed(operation, line, one, reply)

    def _confirmed(self, operation: str, line: str | None, one: JSON, reply: Reply) -> Reply:
        """The reply to a case; of one that breaks an operation, whether it does so when it is asked first."""
        before, known = self._answered, self._breakages.get(operation)
        if not isinstance(reply, NoAnswer) or reply.reason == GAVE_UP or known is None:
            return reply
        if known.is_confirmed and reply.reason == TIMED_OUT:
            return reply  # once is enough: each takes a time-out
        known.is_confirmed = True
        if not before:
            return reply
        again = self._exchanged(operation, line, [one])[0]
        if isinstance(again, NoAnswer):
            # It is one breakage, seen twice.
            known.in_a_row, known.in_all = known.in_a_row - 1, known.in_all - 1
            return reply
        note = f"after {before} other{'s' * (before > 1)}, though it is answered when asked first; "
        return NoAnswer(reply.reason + AFTER_OTHERS, note + reply.detail)

    def _ask(self, operation: str, line: str | None, inputs: Sequence[JSON]) -> list[Reply]:
        """One reply per input; where the program breaks, or has been given up, a fault is the last one."""
        gave_up = self._gave_up(operation)
        return [gave_up] if gave_up is not None else self._exchanged(operation, line, inputs)

    def _exchanged(self, operation: str, line: str | None, inputs: Sequence[JSON]) -> list[Reply]:
        """The same, however often the program broke before."""
        replies: list[Reply] = []
        self._bytes = 0
        try:
            child = self._running()
            for request, questions in self._requests(operation, line, inputs):
                child.send(request)
                self._bytes = len(request)
                for question in questions:
                    replies.append(self._reply(child, question.seq))
                    self._answered += 1
                    self._has_answered = True
        except ChildError as error:
            length = f"; the request has {self._bytes:,} bytes" if self._bytes > _LONG else ""
            flushed = _FLUSHED if error.reason == TIMED_OUT and not self._has_answered else ""
            return [*replies, self._broke(operation, error.reason, error.detail + flushed + length + self._end())]
        except BaseException:
            # An interrupted exchange must not leave its rest to the next one.
            self._end()
            raise
        self._breakages.setdefault(operation, _Breakages()).in_a_row = 0
        return replies

    def _requests(
        self, operation: str, line: str | None, inputs: Sequence[JSON]
    ) -> Iterator[tuple[bytes, Sequence[Question]]]:
        """The inputs as requests, and the questions of each: no line is longer than `MAX_LINE`, unless one case is."""
        questions = [Question(seq, document) for seq, document in enumerate(inputs, self._seq + 1)]
        self._seq += len(inputs)
        left = deque([questions] if self._limits.batch > 1 else [[question] for question in questions])
        while left:
            asked = left.popleft()
            request = print_request(Run(operation, tuple(asked), line, len(asked) > 1))
            if len(request) <= MAX_LINE or len(asked) == 1:
                yield request, asked
                continue
            self._size = -(-len(asked) // (len(request) // MAX_LINE + 1))
            parts = [asked[start : start + self._size] for start in range(0, len(asked), self._size)]
            left.extendleft(reversed(parts))

    def _reply(self, child: Child, seq: int) -> Reply:
        try:
            response = parse_response(child.receive(self._timeout))
        except ProtocolError as wrong:
            raise ChildError("wrote what is no answer", _advised(wrong)) from wrong
        if response.seq is None:
            raise ChildError("could not read a request", canonical(to_json(response.reply)))
        if response.seq != seq:
            why = _TWICE if response.seq < seq else _IN_ORDER
            raise ChildError("answered another case", f"seq {response.seq} where {seq} was due: {why}")
        return response.reply

    def _running(self) -> Child:
        """The program, started again if it broke."""
        if self._child is None:
            if self._failed_starts >= _FAILED_STARTS:
                raise ChildError("does not start any more", f"it failed to {_FAILED_STARTS} times in a row")
            self._failed_starts += 1
            self._start()
            self._failed_starts = 0
        if self._child is None:
            raise AssertionError("started, yet there is no child")
        return self._child

    def _start(self) -> PortInfo:
        self._answered = 0
        self._child = Child(self._command, self._limits.line)
        try:
            self._child.send(print_request(Start()))
            seconds = self._limits.start if self._limits.start is not None else _START * self._timeout
            return parse_hello(self._child.receive(seconds))
        except ProtocolError as wrong:
            raise ChildError("did not answer `start`", f"{_advised(wrong)}{self._end()}") from wrong
        except ChildError as error:
            flushed = _FLUSHED if error.reason == TIMED_OUT else ""
            raise ChildError(error.reason, f"{error.detail}, when it was started{flushed}{self._end()}") from error
        except BaseException:
            self._end()
            raise

    def _end(self) -> str:
        """Kills the program; returns what it wrote last to standard error, as the end of a sentence."""
        if self._child is None:
            return ""
        child, self._child = self._child, None
        errors = child.end()
        return f"; its standard error ended with:\n{errors}" if errors else ""

    def _broke(self, operation: str, reason: str, detail: str) -> NoAnswer:
        """Counts a breakage."""
        count = self._breakages.setdefault(operation, _Breakages())
        count.in_a_row += 1
        count.in_all += 1
        count.last = f"it {reason}: {detail}"
        return NoAnswer(reason, detail)

    def _gave_up(self, operation: str) -> NoAnswer | None:
        """What every further case of an operation gets, once it has broken the program too often."""
        count = self._breakages.get(operation)
        if count is None or (count.in_a_row < self._limits.in_a_row and count.in_all < self._limits.in_all):
            return None
        often = (
            f"{count.in_a_row} times in a row" if count.in_a_row >= self._limits.in_a_row else f"{count.in_all} times"
        )
        return NoAnswer(GAVE_UP, f"not asked, after {operation} broke it {often}; the last time {count.last}")

    def _shrink(self) -> None:
        """A small batch after one that broke; single cases for good where none was ever answered, and two broke."""
        self._size = 1 if self._broken_batches >= _BROKEN_BATCHES else min(_FIRST_BATCH, self._limits.batch)

    def _resize(self, took: float) -> None:
        """Larger batches for a fast port, if they fit into a line; smaller for a slow one, well below the time-out."""
        if self._broken_batches >= _BROKEN_BATCHES:
            self._shrink()
        elif took < min(_FAST, self._timeout / 100) and 2 * self._bytes <= MAX_LINE:
            self._size = min(2 * self._size, self._limits.batch)
        elif took > min(_SLOW, self._timeout / 10):
            self._size = max(1, self._size // 2)


def _advised(wrong: ProtocolError) -> str:
    """What is wrong with a line; where it may be one of a log, or a part of an answer, what belongs where."""
    logs = "; an answer is one line, and standard output is for answers alone: write logs to standard error"
    return f"{wrong}{logs if isinstance(wrong, NoObjectError) else ''}"


def _split(command: str | Sequence[str]) -> list[str]:
    try:
        words = shlex.split(command, posix=os.name == "posix") if isinstance(command, str) else list(command)
    except ValueError as wrong:
        raise PortError(f"the port's command {command!r} can't be split into words: {wrong}") from wrong
    if not words:
        raise PortError("the port's command is empty: give a program and its arguments")
    if isinstance(command, str) and _QUOTES.isdisjoint(command):  # what is quoted is meant for the program
        for word in filter(_OF_A_SHELL.fullmatch, words):
            raise PortError(f"the port's command has {word!r}, and no shell runs: write sh -c {shlex.quote(command)}")
    if isinstance(command, str) and _SETTING.match(words[0]):
        raise PortError(f"the port's command begins with {words[0]!r}, and no shell runs: write env {command}")
    return words
