"""What went wrong in Spark, in a sentence: the cause, without the frames of two languages around it."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from jarparity.spark.errors import SparkPipelineError

if TYPE_CHECKING:
    from collections.abc import Iterator

_OURS: Final = "the bridge: "
_PYTHON: Final = re.compile(r"^(?:\w+\.)*(\w+(?:Error|Exception|Interrupt|Exit)): (.*)$", re.MULTILINE)
_WIDTH: Final = 600


@contextmanager
def explained(what: str) -> Iterator[None]:
    """Makes a sentence of whatever Spark throws in the context; the exception itself stays as the cause.

    Args:
        what: What has failed then: `keys.csv can't be read`.

    Raises:
        SparkPipelineError: Spark threw.
    """
    from py4j.protocol import Py4JError, Py4JJavaError  # noqa: PLC0415 - comes with an extra
    from pyspark.errors import PySparkException  # noqa: PLC0415 - an extra

    try:
        yield
    except Py4JJavaError as error:
        raise SparkPipelineError(f"{what}: {_java(error.java_exception)}") from error
    except (PySparkException, Py4JError) as error:
        raise SparkPipelineError(f"{what}: {_sentence(str(error))}") from error


def _java(thrown: Any) -> str:  # noqa: ANN401 - a Java exception
    said = str(thrown.getMessage())
    while (cause := thrown.getCause()) is not None:
        thrown = cause
        if thrown.getMessage():
            said = str(thrown.getMessage())
    return _sentence(said)


def _sentence(text: str) -> str:
    if _OURS in text:
        text = text.rpartition(_OURS)[2]
    # A Python worker's exception stands at the end of its traceback.
    elif "Traceback (most recent call last)" in text and (raised := _PYTHON.findall(text)):
        kind, said = raised[-1]
        text = said if kind == SparkPipelineError.__name__ else f"{kind}: {said}"
    first = text.strip().partition("\n")[0]
    return first if len(first) <= _WIDTH else f"{first[:_WIDTH]}…"
