"""`docs/messages.md`: its program runs, and its figures are those of the operation."""

from __future__ import annotations

import re
from pathlib import Path

from copartition.kafka.messages import message_names

TEXT = (Path(__file__).parents[2] / "docs" / "messages.md").read_text("utf-8")


def test_the_program_runs() -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    exec(program, {})  # noqa: S102 - the page's own


def test_the_page_counts_the_messages_of_the_newest_release() -> None:
    assert f"each of {len(message_names())} messages in each of its" in TEXT
