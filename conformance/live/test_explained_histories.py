"""What `explain group` and `explain rebalances` say of the histories of their pages is what the originals do."""

import json
import re
from pathlib import Path

import pytest

from jarparity import advice, registry
from jarparity.advice import agrees, groups, rebalances
from jarparity.ports.callables import CallablePort

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    groups.COORDINATOR: ("kafka-4-coordinator.md", groups.completed),
    rebalances.REBALANCES: ("rebalances.md", rebalances.completed),
}


def history_of(operation):
    page, completed = PAGES[operation]
    # The first one; another one of rebalances is of several releases, which no original is asked.
    text, *_ = re.findall(r"^```json\n(.*?)^```$", (DOCS / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return completed(json.loads(text))


@pytest.mark.parametrize("operation", PAGES)
def test_the_originals_agree(operation, jpype_reference):
    history = history_of(operation)
    lines = registry.operation(operation).eligible_lines(jpype_reference.lines, history)
    assert lines
    assert [line for line in lines if not agrees(operation, jpype_reference, line, history)] == []


@pytest.mark.parametrize("operation", PAGES)
def test_another_answer_is_noticed(operation, jpype_reference, monkeypatch):
    history = history_of(operation)
    line = registry.operation(operation).eligible_lines(jpype_reference.lines, history)[-1]
    monkeypatch.setattr(advice, "open_port", lambda: CallablePort({operation: lambda _: []}))
    assert not agrees(operation, jpype_reference, line, history)
