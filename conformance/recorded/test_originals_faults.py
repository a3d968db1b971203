"""`docs/originals-faults.md` says what the golden vectors have: inputs, lines, answers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from golden_vectors import GOLDEN

from jarparity import registry
from jarparity.answers import Error, answer_from_json, same
from jarparity.lines import Line
from jarparity.validation import validate_input

PAGE = (Path(__file__).parents[2] / "docs" / "originals-faults.md").read_text("utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```\n", PAGE, re.MULTILINE | re.DOTALL)
VECTORS = [block.splitlines() for block in BLOCKS if block.startswith("vector ")]
UNANSWERABLE = [block.splitlines() for block in BLOCKS if block.startswith("unanswerable ")]


def recorded(operation, case_id):
    return next(vector for vector in GOLDEN.vectors(operation) if vector.case.id == case_id)


def shown(rows):
    """By line the answer that the page shows."""
    answers = {}
    for row in rows:
        lines, _, answer = row.partition(": ")
        for version in lines.split(", "):
            assert version not in answers, row
            answers[version] = answer_from_json(json.loads(answer))
    return answers


def differences(block):
    """What the page says otherwise than the vector that it names."""
    (_, operation, case_id), stated, *rows = (block[0].split(" "), *block[1:])
    vector = recorded(operation, case_id)
    true = {Line.parse(name).version: r.answer for r in vector.answers for name in r.lines}
    page = shown(rows)
    wrong = [] if json.loads(stated.removeprefix("input ")) == vector.case.input else ["input"]
    wrong += sorted(true.keys() ^ page.keys())
    return wrong + [line for line in true.keys() & page.keys() if not same(true[line], page[line])]


@pytest.mark.parametrize("block", VECTORS, ids=lambda block: block[0])
def test_a_shown_vector_is_recorded_so(block):
    assert differences(block) == []


def test_every_block_is_checked_and_there_are_some():
    assert len(VECTORS) >= 20
    assert len(VECTORS) + len(UNANSWERABLE) == len(BLOCKS)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ('{"error":{"kind":"ArithmeticException"}}', '{"value":{}}', True),
        ("2.8.0, ", "", True),
        ('input {"members":[]', 'input {"members":[ ]', False),
        ('{"t":2}', '{"t":3}', True),
    ],
)
def test_a_wrong_page_is_seen(old, new, found):
    block = next(block for block in VECTORS if block[0] == "vector kafka.assignor.sticky edge/nobody")
    assert any(old in row for row in block)
    assert bool(differences([row.replace(old, new) for row in block])) == found


def test_every_kind_of_error_is_one_of_an_answer():
    kinds = {a.kind for block in VECTORS for a in shown(block[2:]).values() if isinstance(a, Error)}
    expected = {"IllegalStateException", "NullPointerException", "NoSuchElementException", "ArithmeticException"}
    assert kinds >= expected


@pytest.mark.parametrize("block", UNANSWERABLE, ids=lambda block: block[0])
def test_what_identities_decide_is_not_asked(block):
    _, operation, line = block[0].split(" ", 2)
    document = json.loads(block[1].removeprefix("input "))
    validate_input(operation, document)
    found = registry.operation(operation)
    assert not found.takes(Line.parse(line), document)
    assert found.takes(Line.parse("kafka-clients 3.3.2"), document)
