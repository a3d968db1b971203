"""Lines of CSV that Spark would read as other values, or of other columns, than stand there, and not complain of."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from jarparity.spark.errors import SparkPipelineError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
_OTHER_QUOTES: Final = (
    *("multiline", "sep", "delimiter", "quote"),
    *("mode", "unescapedquotehandling", "comment"),
)
"""Options with which a quote means something else, or may stand open at a line's end, or the user takes what comes."""
_SHOWN: Final = 80
"""Characters of a line that are shown."""

_BACKSLASH: Final = "\\"


def _open(within: str) -> str:
    """A line that ends within a quoted value: whole values, then a quote that nothing closes."""
    return f'^(?:(?:[^",][^,]*+)?,|"(?:{within})*+"[^,]*+,)*+"(?:{within})*+$'


_OPEN: Final = {_BACKSLASH: _open(r'[^"\\]++|\\.'), '"': _open('[^"]++|""')}
"""By what stands before a quote within a quoted value."""


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

    given = {option.lower(): value for option, value in options.items()}
    if not given.keys().isdisjoint(_OTHER_TEXT):
        return
    line = f.col("value")
    is_broken = ~f.is_valid_utf8(line)
    is_open = f.lit(False)  # noqa: FBT003 - a value
    if given.keys().isdisjoint(_OTHER_QUOTES) and (within := _OPEN.get(given.get("escape", _BACKSLASH))):
        # Most lines have no quote, and most others an even number: the expression is for what is left.
        quotes = f.length(line) - f.length(f.replace(line, f.lit('"'), f.lit("")))
        is_open = ((quotes % 2 == 1) | line.contains('\\"')) & line.rlike(within)
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


def refuse_other_names(session: SparkSession, name: str, options: Mapping[str, str], wanted: Sequence[str]) -> bool:
    """Holds a schema's names against those of the first line: Spark takes columns by their places.

    Args:
        session: The session.
        name: As Spark takes it.
        options: The user's, of Spark's reader.
        wanted: The columns' names.

    Returns:
        Whether Spark can hold them against the first line of each file (`enforceSchema`): not where it gives names of
        its own to columns without one, or with that of another.

    Raises:
        SparkPipelineError: The first line has other names.
    """
    given = {option.lower(): value for option, value in options.items()}
    if given.get("header", "true").lower() != "true" or "enforceschema" in given:
        return False
    line = session.read.options(**{**READER, **options, "header": "false"}).csv(name).first()
    if line is None:
        return False
    names = [text or "" for text in line]
    times = Counter(map(str.lower, names))
    own = [bool(there) and times[there.lower()] == 1 for there in names]
    pairs = zip(names, wanted, own, strict=False)
    if len(names) != len(wanted) or any(is_own and there.lower() != here.lower() for there, here, is_own in pairs):
        raise SparkPipelineError(
            f"{name} has the columns {', '.join(names)}, and the schema {', '.join(wanted)}: give it all columns, in "
            "the order of the file"
        )
    return all(own)
