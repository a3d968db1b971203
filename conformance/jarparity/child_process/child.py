"""A program that is talked to by lines. Every wait has a deadline, and every buffer a limit.

Four threads serve each child. One writes, so that a child which doesn't read can't block us; one reads lines into a
bounded buffer, so that a child which floods is held back by its own pipe; one reads standard error and keeps its end;
one waits for the child's end. The child leads a process group of its own, which is killed as a whole (a program that
leaves its group on purpose, as daemons do, can't be reached).
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import weakref
from collections import deque
from typing import IO, TYPE_CHECKING

from jarparity.answers import TIMED_OUT

if TYPE_CHECKING:
    from collections.abc import Sequence

CHUNK = 65_536
"""Bytes of one read."""

BUFFERED = 4 * 2**20
"""Bytes of whole lines that wait for us at most; the child's writes block beyond that."""

_OVERHEAD = 64
"""Bytes that a line costs besides its text: empty ones must not be free."""

KEPT = 8_192
"""Bytes of the end of standard error that are kept."""

_BEGUN = 80
"""Bytes that are shown of a line without an end."""

SETTLING = 1.0
"""Seconds that a child which closed its output has to end by itself, so that its exit code is known."""


class ChildError(Exception):
    """The child can't be started, or gave no line. `reason` completes "the port …"; `detail` is for people."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail


class Child:
    """A running program."""

    def __init__(self, command: Sequence[str], max_line: int) -> None:
        """Starts the program.

        Args:
            command: The program and its arguments.
            max_line: Bytes of a line at most.

        Raises:
            ChildError: It can't be started.
        """
        self._process = _started(command)
        self._max_line = max_line
        self._lines = _Lines()
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._errors = b""
        self._begun = (0, b"")  # of a line that has no end yet: how long it is, and how it begins
        self._deaf = False
        self._gone = threading.Event()
        # Runs at the interpreter's end, too: the kit never leaves a child behind.
        self._killer = weakref.finalize(self, _kill, self._process)
        self._threads = [
            threading.Thread(target=work, name=f"child-{self.pid}-{work.__name__}", daemon=True)
            for work in (self._write, self._read, self._read_errors, self._wait)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The process id, which is the id of its group, too."""
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """As `subprocess.Popen.returncode`; None while it runs."""
        return self._process.returncode

    def send(self, line: bytes) -> None:
        """Hands a line over to be written; never waits."""
        self._outbox.put(line)

    def receive(self, seconds: float) -> bytes:
        """The next line of the program's output, without its line feed.

        Raises:
            ChildError: There is none: the program ended, closed its output or took too long, or the line is too long.
        """
        try:
            return self._lines.get(seconds)
        except TimeoutError:
            deaf = "; it has closed its standard input" if self._deaf else ""
            size, begun = self._begun
            part = f"; only {size:,} bytes without a line feed, beginning {ascii(begun)[1:]}" if size else ""
            raise ChildError(TIMED_OUT, f"no answer within {seconds:g} s{deaf}{part}") from None

    def end(self, grace: float = 0.0) -> str:
        """Ends the program and everything in its group; after this nothing of it runs.

        Args:
            grace: Seconds that it has to end by itself after its standard input was closed.

        Returns:
            The end of what it wrote to standard error.
        """
        if grace > 0:
            self._outbox.put(None)
            self._gone.wait(grace)
        self._killer()
        self._outbox.put(None)
        self._lines.close()
        for thread in self._threads:
            thread.join(SETTLING)
        if not any(thread.is_alive() for thread in self._threads):
            # A pipe that a program outside the group still holds open keeps its thread, and so its file.
            for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
                _pipe(pipe).close()
        return self._errors.decode("utf-8", "replace").strip()

    def _wait(self) -> None:
        """Waits for the program's end, and ends what it leaves behind, which would hold its pipes open."""
        self._process.wait()
        _kill_group(self.pid)
        self._gone.set()

    def _write(self) -> None:
        stdin = _pipe(self._process.stdin)
        try:
            while (line := self._outbox.get()) is not None:
                rest = memoryview(line)
                while rest:
                    rest = rest[stdin.write(rest) :]
            stdin.close()
        except OSError:
            # The program no longer reads. If it has ended, the reader notices; if not, its time runs out.
            self._deaf = True

    def _read(self) -> None:
        stdout = _pipe(self._process.stdout)
        parts: list[bytes] = []
        held = 0
        while chunk := stdout.read(CHUNK):
            head, feed, tail = chunk.rpartition(b"\n")
            if feed:
                lines = b"".join([*parts, head]).split(b"\n")
                parts, held = [tail], len(tail)
                if not self._lines.put(lines, len(chunk) + _OVERHEAD * len(lines)):
                    return
            else:
                parts.append(chunk)
                held += len(chunk)
            self._begun = held, b"".join(parts[:2])[:_BEGUN]  # the first part may be empty
            if held > self._max_line:
                shown = ascii(b"".join(parts)[:_BEGUN])[2:-1]
                detail = f"more than {self._max_line} bytes without a line feed, beginning {shown}"
                self._lines.end(ChildError("wrote a line that is too long", detail))
                return
        self._lines.end(self._why_ended(b"".join(parts)))

    def _why_ended(self, partial: bytes) -> ChildError:
        """Why no more lines come, after the output's end."""
        self._gone.wait(SETTLING)
        middle = f" in the middle of the line {ascii(partial[:_BEGUN])[1:]}" if partial else " before it answered"
        match self.exit_code:
            case None:
                return ChildError("closed its output", f"it still runs, but closed standard output{middle}")
            case 0:
                return ChildError("ended early", f"exit code 0{middle}")
            case code:
                return ChildError("crashed", f"{_exit(code)}{middle}")

    def _read_errors(self) -> None:
        stderr = _pipe(self._process.stderr)
        while chunk := stderr.read(CHUNK):
            self._errors = (self._errors + chunk)[-KEPT:]


class _Lines:
    """Lines on their way from the reading thread to the asking one, bounded in bytes."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._ended: ChildError | None = None
        self._closed = False
        self._taken: deque[bytes] = deque()

    def put(self, lines: list[bytes], size: int) -> bool:
        """Adds lines; waits while too much is waiting. False once no more are wanted."""
        with self._changed:
            self._changed.wait_for(lambda: self._bytes < BUFFERED or self._closed)
            self._waiting.extend(lines)
            self._bytes += size
            self._changed.notify_all()
            return not self._closed

    def end(self, why: ChildError) -> None:
        """No more lines will come."""
        with self._changed:
            self._ended = why
            self._changed.notify_all()

    def close(self) -> None:
        """No more lines are wanted."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def get(self, seconds: float) -> bytes:
        """The next line; raises `ChildError` at the end, `TimeoutError` when none came in time."""
        if not self._taken:
            with self._changed:
                if not self._changed.wait_for(lambda: self._waiting or self._ended, seconds):
                    raise TimeoutError
                if not self._waiting and self._ended is not None:
                    raise self._ended
                self._taken, self._waiting, self._bytes = self._waiting, deque(), 0
                self._changed.notify_all()
        return self._taken.popleft()


def _started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(  # noqa: S603 - the user's own program, without a shell
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
    except (OSError, ValueError) as why:
        reason = why.strerror if isinstance(why, OSError) and why.strerror else why
        raise ChildError("can't be started", f"{command[0]}: {reason}") from why


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kills the process, if it hasn't ended, with its group; waits until it is gone."""
    # Once the process has ended and was waited for, its id may be another one's.
    if process.returncode is None:
        if sys.platform == "win32":
            killer = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
            subprocess.run(killer, check=False, capture_output=True)  # noqa: S603 - a fixed command
        else:
            _kill_group(process.pid)
    process.wait()


def _kill_group(group: int) -> None:
    """Kills the members of a group; its id is not given again while there are any."""
    if sys.platform != "win32":
        # macOS says "not permitted" of a group that has only zombies.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:  # pragma: no cover - Popen was asked for all three
        raise AssertionError("the child was started without a pipe")
    return pipe


def _exit(code: int) -> str:
    if code > 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"
