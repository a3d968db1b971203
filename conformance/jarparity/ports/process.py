"""A port that is a program: it speaks the protocol over standard input and output.

The program is asked in batches. When one breaks (the program crashes, hangs, prints rubbish, answers
another case), the program is started anew and what was not answered is asked again one case at a time, so
that the blame falls on the case that deserves it, and on no other.
"""

from __future__ import annotations

import os
import shlex
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarparity.answers import Fault, Reply, canonical, to_json
from jarparity.ports import PortError, PortInfo
from jarparity.ports.child import BrokenChildError, Child
from jarparity.protocol import (
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

GAVE_UP = "broke too often"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a program may ask of our patience.

    Attributes:
        start: Seconds from its start to its answer to `start`; a virtual machine may need many.
        stop: Seconds from `stop` to its end, before it is killed.
        batch: Cases in a batch at most; 1 for the single form of `run` alone.
        line: Bytes of an answer at most.
        in_a_row: Breakages of one operation without a sound answer between them, before the rest is given up.
        in_all: Breakages of one operation, before the rest is given up.
    """

    start: float = 60.0
    stop: float = 2.0
    batch: int = 512
    line: int = 8 * 2**20
    in_a_row: int = 5
    in_all: int = 50


_FAILED_STARTS = 3
"""Starts that fail in a row, before the program is not started any more."""

_FIRST_BATCH = 32
"""Batches begin small: how fast a port is, is not known yet."""

_SWIFT = 0.1
"""Seconds: a batch that took less may be followed by one of twice the size."""

_SLOW = 1.0
"""Seconds, or a tenth of the time-out if that is less: after a batch that took more, the next is halved."""


@dataclass(slots=True)
class _Breakages:
    """How often one operation broke the program."""

    in_a_row: int = 0
    in_all: int = 0
    last: str = ""


class ProcessPort:
    """A program that speaks the protocol.

    Every breakage is a `Fault` for its case; the program is started anew and the rest goes on, until an
    operation has broken it too often (see `Limits`). A batch that broke, though each of its cases is
    answered when asked alone, is a fault of its first unanswered case, unless the batch was merely too
    slow for one time-out.
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
        self._failed_starts = 0
        self._breakages: dict[str, _Breakages] = {}
        try:
            self._info = self._start()
        except BrokenChildError as broken:
            raise PortError(f"the port {shlex.join(self._command)} {broken}") from broken

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
        if (gave_up := self._gave_up(operation)) is not None:
            return [gave_up] * len(inputs)
        replies: list[Reply] = []
        began = time.monotonic()
        try:
            self._ask(operation, line, inputs, replies, together=self._limits.batch > 1)
        except BrokenChildError as broken:
            fault = self._broke(operation, broken)
        else:
            self._resize(time.monotonic() - began)
            return replies
        if len(inputs) == 1:
            return [fault]
        first = len(replies)
        self._size = min(_FIRST_BATCH, self._limits.batch)
        began = time.monotonic()
        replies.extend(self._alone(operation, line, one) for one in inputs[first:])
        innocent = not any(isinstance(reply, Fault) for reply in replies[first:])
        too_slow = fault.reason == "timed out" and time.monotonic() - began >= self._timeout
        if innocent and not too_slow:
            note = f"in a batch of {len(inputs)}, though each case is answered when asked alone; "
            replies[first] = Fault(fault.reason, note + fault.detail)
        return replies

    def _alone(self, operation: str, line: str | None, one: JSON) -> Reply:
        if (gave_up := self._gave_up(operation)) is not None:
            return gave_up
        replies: list[Reply] = []
        try:
            self._ask(operation, line, [one], replies, together=self._limits.batch > 1)
        except BrokenChildError as broken:
            return self._broke(operation, broken)
        return replies[0]

    def _ask(
        self,
        operation: str,
        line: str | None,
        inputs: Sequence[JSON],
        replies: list[Reply],
        *,
        together: bool,
    ) -> None:
        """Appends one reply per input; those that came before a breakage are sound."""
        child = self._running()
        first = self._seq + 1
        self._seq += len(inputs)
        questions = tuple(Question(first + i, document) for i, document in enumerate(inputs))
        try:
            if together:
                child.send(print_request(Run(operation, questions, line)))
            for question in questions:
                if not together:
                    child.send(print_request(Run(operation, (question,), line, batch=False)))
                replies.append(self._reply(child, question.seq))
        except BrokenChildError as broken:
            raise BrokenChildError(broken.reason, broken.detail + self._end()) from broken
        except BaseException:
            # Whoever interrupts a conversation must not leave the rest of it to the next one.
            self._end()
            raise
        self._breakages.setdefault(operation, _Breakages()).in_a_row = 0

    def _reply(self, child: Child, seq: int) -> Reply:
        line = child.line(self._timeout)
        try:
            response = parse_response(line)
        except ProtocolError as wrong:
            raise BrokenChildError("printed rubbish", str(wrong)) from wrong
        if response.seq is None:
            raise BrokenChildError("could not read a request", canonical(to_json(response.reply)))
        if response.seq != seq:
            raise BrokenChildError("answered another case", f"seq {response.seq} where {seq} was due")
        return response.reply

    def _running(self) -> Child:
        """The program, started anew if it broke."""
        if self._child is None:
            if self._failed_starts >= _FAILED_STARTS:
                raise BrokenChildError("does not start any more", f"it failed to {_FAILED_STARTS} times in a row")
            try:
                self._start()
            except PortError as wrong:
                self._failed_starts += 1
                raise BrokenChildError("does not start any more", str(wrong)) from wrong
            except BrokenChildError:
                self._failed_starts += 1
                raise
            self._failed_starts = 0
        if self._child is None:
            raise AssertionError("started, yet there is no child")
        return self._child

    def _start(self) -> PortInfo:
        child = Child(self._command, self._limits.line)
        self._child = child
        try:
            child.send(print_request(Start()))
            info = parse_hello(child.line(self._limits.start))
        except ProtocolError as wrong:
            words = self._end()
            raise BrokenChildError("did not answer `start`", f"{wrong}{words}") from wrong
        except BrokenChildError as broken:
            words = self._end()
            raise BrokenChildError(broken.reason, f"{broken.detail}, when it was started{words}") from broken
        except BaseException:
            self._end()
            raise
        return info

    def _end(self) -> str:
        """Kills the program; returns what it said last on standard error, as the end of a sentence."""
        if self._child is None:
            return ""
        child, self._child = self._child, None
        child.end()
        words = child.last_words()
        return f"; its standard error ended with:\n{words}" if words else ""

    def _broke(self, operation: str, broken: BrokenChildError) -> Fault:
        """Counts a breakage."""
        count = self._breakages.setdefault(operation, _Breakages())
        count.in_a_row += 1
        count.in_all += 1
        count.last = f"it {broken.reason}: {broken.detail}"
        return Fault(broken.reason, broken.detail)

    def _gave_up(self, operation: str) -> Fault | None:
        """What every further case of an operation gets, once it has broken the program too often."""
        count = self._breakages.get(operation)
        if count is None or (count.in_a_row < self._limits.in_a_row and count.in_all < self._limits.in_all):
            return None
        often = (
            f"{count.in_a_row} times in a row" if count.in_a_row >= self._limits.in_a_row else f"{count.in_all} times"
        )
        return Fault(GAVE_UP, f"not asked, after {operation} broke it {often}; the last time {count.last}")

    def _resize(self, took: float) -> None:
        """Larger batches for a swift port, smaller for a slow one: a batch stays well below the time-out."""
        if took < min(_SWIFT, self._timeout / 100):
            self._size = min(2 * self._size, self._limits.batch)
        elif took > min(_SLOW, self._timeout / 10):
            self._size = max(1, self._size // 2)


def _split(command: str | Sequence[str]) -> list[str]:
    try:
        words = shlex.split(command, posix=os.name == "posix") if isinstance(command, str) else list(command)
    except ValueError as wrong:
        raise PortError(f"the port's command {command!r} can't be split into words: {wrong}") from wrong
    if not words:
        raise PortError("the port's command is empty: give a program and its arguments")
    return words
