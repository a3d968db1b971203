"""The forms in which results can be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.report.badge import badge
from jarparity.report.cells import cells
from jarparity.report.junit import junit
from jarparity.report.markdown import markdown
from jarparity.report.page.page import TITLE, page

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from jarparity.report.results import Result

FORMATS: Final[Mapping[str, Callable[[Sequence[Result], str], str]]] = {
    "html": page,
    "markdown": markdown,
    "junit": lambda results, _: junit(results) + "\n",
    "ndjson": lambda results, _: cells(results),
    "badge": lambda results, _: badge(results),
}

TITLED: Final = ("html", "markdown")
"""Those of them that have a heading."""


def rendered(name: str, results: Sequence[Result], title: str | None = None) -> str:
    """The results in one of `FORMATS`."""
    return FORMATS[name](results, title or TITLE)
