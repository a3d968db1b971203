"""Lines of CSV that Spark would read as other values than those that stand there, and not complain of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.spark.errors import SparkPipelineError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyspark.sql import SparkSession

READER: Final[Mapping[str, str]] = {
    "header": "true",
    # A line that can't be read is an error: as a null it would be a key that isn't in the data.
    "mode": "FAILFAST",
    # Of the key's column alone, Spark would not notice that a line has too few values, or too many.
    "columnPruning": "false",
    "unescapedQuoteHandling": "RAISE_ERROR",
}
"""How CSV is read, where the user doesn't say otherwise."""

_OTHER_TEXT: Final = ("encoding", "charset", "linesep")
"""Options with which lines are not what is looked at here."""
_OTHER_QUOTES: Final = ("multiline", "sep", "delimiter", "quote", "escape")
"""Options with which a quote means something else, or may stand open at a line's end."""
_SHOWN: Final = 80
"""Characters of a line that are shown."""

_OPEN: Final = r'^(?:(?:[^",][^,]*+)?,|"(?:[^"\\]++|\\.)*+"[^,]*+,)*+"(?:[^"\\]++|\\.)*+$'
"""A line that ends within a quoted value: whole values, then a quote that nothing closes."""


def refuse_broken(session: SparkSession, name: str, options: Mapping[str, str]) -> None:
    """Looks through CSV as text, once, in Spark: what costs little beside reading it as CSV.

    Args:
        session: The session.
        name: As Spark takes it.
        options: The user's, of Spark's reader.

    Raises:
        SparkPipelineError: A line is no UTF-8, which Spark reads as U+FFFD, or ends within a quoted value, the rest of
            which Spark takes for the next row.
    """
    from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

    given = {option.lower() for option in options}
    if given.intersection(_OTHER_TEXT):
        return
    line = f.col("value")
    is_broken = ~f.is_valid_utf8(line)
    # Most lines have no quote, and most others an even number: the expression is for what is left.
    quotes = f.length(line) - f.length(f.replace(line, f.lit('"'), f.lit("")))
    is_open = f.lit(False) if given.intersection(_OTHER_QUOTES) else (quotes % 2 == 1) & line.rlike(_OPEN)  # noqa: FBT003 - a value
    shown = f.substring(f.make_valid_utf8(line), 1, _SHOWN)
    text = session.read.options(**options).text(name)
    found = text.where(is_broken | is_open).select(is_broken.alias("broken"), shown.alias("line")).take(1)
    for row in found:
        what, fix = (
            ("is no UTF-8", "save it so, or give --option encoding=ISO-8859-1, or what it is")
            if row["broken"]
            else ("ends within a quoted value, which goes on in the next line", "give --option multiLine=true")
        )
        raise SparkPipelineError(f"{name} can't be read as csv: the line {row['line']!r} {what}: {fix}")
