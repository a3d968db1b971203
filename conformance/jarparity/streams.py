"""Standard streams for the kit alone: what a port, a JVM or C code prints goes to standard error meanwhile."""

from __future__ import annotations

import ctypes
import io
import os
import sys
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, TextIO

from jarparity.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def kept_stdout() -> Iterator[TextIO]:
    """Standard output for the kit's own report, while a port runs in this process.

    Gives a text stream to the standard output of before. While it lasts, whatever anyone else writes to
    `sys.stdout` or to descriptor 1 (`print`, a child, a JVM, C code) goes to standard error:

        with kept_stdout() as out:
            ...  # load and run the port
            click.echo(report, file=out)

    It doesn't nest: inside, standard output already is standard error. Ports that call `os._exit` end the kit
    all the same, with what was not flushed.
    """
    standard = sys.stdout
    _flush()
    kept = _duplicate(1)
    _send_to_standard_error()
    # Where another stream has been put in its place (a test's, a notebook's), that one is the kit's.
    ours = _text(kept, standard) if _number(standard) in {1, None} else standard
    sys.stdout = sys.stderr
    try:
        yield ours
    finally:
        sys.stdout = standard
        try:
            # A library may have taken hold of the standard stream before us: what waits in it is not the report.
            _flush()
            ours.flush()
        finally:
            os.dup2(kept, 1)
            os.close(kept)


class OutputError(UserError):
    """What the kit has to say can't be written."""


def buffered(stream: TextIO) -> TextIO:
    """A stream that writes all it is given, or fails.

    With PYTHONUNBUFFERED a standard stream hands its text to the system in one call, and drops in silence what a full
    disk or a closed pipe didn't take.

    Args:
        stream: Standard output. Anything that has a buffer already, or none to look at, is itself.
    """
    raw = getattr(stream, "buffer", None)
    if not isinstance(raw, io.RawIOBase):
        return stream
    # Line by line, for whoever turned the buffer off wants to see what is printed when it is printed.
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding=stream.encoding, errors=stream.errors, line_buffering=True)


def send_nowhere(stream: IO[str]) -> None:
    """Lets go of what waits in a stream that can't be written to: it would fail again when the process ends."""
    with suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
        os.close(nothing)


@contextmanager
def writing(stream: IO[str], path: Path | None = None) -> Iterator[None]:
    """While the kit writes its report to standard output, or to the file that `--output` names.

    Raises:
        BrokenPipeError: It was closed.
        OutputError: It can't be written.
    """
    try:
        yield
    except OSError as error:
        send_nowhere(stream)
        if isinstance(error, BrokenPipeError):
            raise
        where = "standard output" if path is None else f"--output {path}"
        raise OutputError(f"{where}: {error.strerror or error}") from None


@contextmanager
def private_streams() -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    """Standard input and output, in binary, for a protocol alone.

    While it lasts, whatever else prints (a port, a JVM, C code) goes to standard error, and whatever else
    reads standard input finds its end.
    """
    _flush()
    requests, responses = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    _send_to_standard_error()
    try:
        with (
            os.fdopen(requests, "rb", closefd=False) as theirs,
            os.fdopen(responses, "wb", closefd=False) as ours,
        ):
            yield theirs, ours
    finally:
        _flush()
        os.dup2(requests, 0)
        os.dup2(responses, 1)
        for descriptor in (requests, responses, nothing):
            os.close(descriptor)


def _flush() -> None:
    """Lets what was printed go where it was meant to go, before the descriptors change."""
    if sys.stdout is not None:
        sys.stdout.flush()
    # C has a buffer of its own, which would come out later, in the middle of ours.
    ctypes.CDLL("ucrtbase" if sys.platform == "win32" else None).fflush(None)


def _duplicate(number: int) -> int:
    """A second descriptor of the same file; of nothing, where the descriptor is closed."""
    try:
        return os.dup(number)
    except OSError:
        return os.open(os.devnull, os.O_WRONLY)


def _send_to_standard_error() -> None:
    """From now on, whoever writes to descriptor 1."""
    descriptor = _duplicate(2)
    os.dup2(descriptor, 1)
    os.close(descriptor)


def _number(stream: TextIO | None) -> int | None:
    """The stream's descriptor; None without a stream, -1 for one that is in memory."""
    if stream is None:
        return None
    try:
        return stream.fileno()
    except (io.UnsupportedOperation, AttributeError):
        return -1


def _text(descriptor: int, like: TextIO | None) -> TextIO:
    """A text stream on the descriptor, which stays open after it, that encodes as another does, and whatever comes."""
    errors = getattr(like, "errors", None)
    return open(
        descriptor,
        "w",
        encoding=getattr(like, "encoding", None) or "utf-8",
        # With the others half a surrogate pair, which a port may answer, is an error.
        errors="backslashreplace" if errors in (None, "strict", "surrogateescape") else errors,
        closefd=False,
    )
