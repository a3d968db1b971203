"""What is wrong with what was asked of the pipeline, or went wrong within Spark: in one sentence."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from jarparity.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterator

_OURS: Final = "the bridge: "
_PYTHON: Final = re.compile(r"^(?:\w+\.)*(\w+(?:Error|Exception|Interrupt|Exit)): (.*)$", re.MULTILINE)
_UNESCAPED: Final = "Unescaped quote character"
_TWICE: Final = """a quote stands within a quoted value: give --option 'escape="' where such quotes are written twice"""
"""Spark's CSV takes a backslash before such a quote; its message names settings of its parser's."""
_NANOSECONDS: Final = "TIMESTAMP(NANOS"
_MICROSECONDS: Final = """\
a column has nanoseconds (datetime64[ns] in pandas), which Spark can't read: write it with microseconds, \
or leave it out: --schema names the columns that are read"""
_HEADER: Final = re.compile(
    r"(?:CSV header does not conform|Number of column in CSV header).*\n(?s:(.+?))\n(?:Expected|CSV)"
)
"""What Spark says of a line of names that are not the schema's, and both."""
_NAMES: Final = "the first line of each file must have the same columns in the same order"
_WIDTH: Final = 600


class SparkPipelineError(UserError, RuntimeError):
    """Something can't be done as it was asked, or failed within Spark; the message says what, and the fix."""


@contextmanager
def explained(what: str) -> Iterator[None]:
    """Makes a sentence of whatever Spark throws in the context; the exception itself stays as the cause.

    Args:
        what: What has failed then: `keys.csv can't be read`.

    Raises:
        SparkPipelineError: Spark threw.
        KeyboardInterrupt: The user stopped it: PySpark then cancels its jobs, which fail.
    """
    from py4j.protocol import Py4JError, Py4JJavaError  # noqa: PLC0415 - comes with an extra
    from pyspark.errors import PySparkException  # noqa: PLC0415 - an extra

    try:
        yield
    except Py4JJavaError as error:
        _end_if_interrupted(error)
        raise SparkPipelineError(f"{what}: {_summary(_root_message(error.java_exception))}") from error
    except (PySparkException, Py4JError) as error:
        _end_if_interrupted(error)
        raise SparkPipelineError(f"{what}: {_summary(str(error))}") from error


def _end_if_interrupted(error: BaseException) -> None:
    """Raises the interrupt that an error took the place of, if one did."""
    before = error.__context__
    while before is not None:
        if isinstance(before, KeyboardInterrupt):
            raise KeyboardInterrupt from error
        before = before.__context__


def _root_message(thrown: Any) -> str:  # noqa: ANN401 - a Java exception
    message = str(thrown.getMessage())
    while (thrown := thrown.getCause()) is not None:
        message = str(thrown.getMessage() or message)
    return message


def _summary(text: str) -> str:
    """The cause, without the frames of two languages around it."""
    if _OURS in text:
        text = text.rpartition(_OURS)[2]
    # A Python worker's exception is the last line of its traceback.
    elif "Traceback (most recent call last)" in text and (raised := _PYTHON.findall(text)):
        kind, message = raised[-1]
        text = message if kind == SparkPipelineError.__name__ else f"{kind}: {message}"
    first = text.strip().partition("\n")[0]
    if header := _HEADER.match(text):
        return f"{_NAMES}: {'; '.join(line.strip() for line in header[1].splitlines())}"
    if first.startswith(_UNESCAPED):
        return _TWICE
    if _NANOSECONDS in first:
        return _MICROSECONDS
    return first if len(first) <= _WIDTH else f"{first[:_WIDTH]}…"
