"""Damage to golden vectors: what is judged harmless is, and what is not named is a finding."""

import json
from random import Random
from types import SimpleNamespace

import pytest
from quality.health import corruptions, damage
from quality.health.damage import DamageOutcome, FindingError, Golden
from quality.health.fixtures import SEED, draw, judge, load

from jarparity import data
from jarparity.originals.lock import read_lock

LOCK = read_lock().lines
NAME = "flink.key-group.check-parallelism.jsonl"


@pytest.fixture(scope="module")
def golden():
    return Golden(NAME, (data.fixtures() / NAME).read_bytes()).cut_down(0, 5)


def sealed(golden, tmp_path, old, new):
    damaged = golden.raw.replace(old, new, 1)
    assert damaged != golden.raw
    return damage.sealed_again(golden, damaged, tmp_path, LOCK)


def test_outcomes(golden, tmp_path):
    first = golden.raw.split(b"\n")[1]
    assert sealed(golden, tmp_path, b'"id":', b'"id": ') is DamageOutcome.LINE
    assert sealed(golden, tmp_path, b'"kit":"', b'"kit":"9') is DamageOutcome.SAYS_NOTHING
    assert damage.as_it_lies(golden, golden.raw.replace(b'"kit":"', b'"kit":"9'), tmp_path) is DamageOutcome.FILE
    assert damage.as_it_lies(golden, golden.raw.replace(first, first[:-1]), tmp_path) is DamageOutcome.LINE


def test_answer_under_a_wrong_line_is_found_by_the_stand_in(tmp_path):
    name = "flink.watermark.valve.jsonl"
    whole = Golden(name, (data.fixtures() / name).read_bytes()).cut_down(2, 2)
    damaged = edited(whole, lambda _, case: case["answers"][1]["lines"].insert(0, case["answers"][0]["lines"].pop(0)))
    assert damage.sealed_again(whole, damaged, tmp_path, LOCK) is DamageOutcome.ORIGINALS


def edited(golden, edit):
    first, case, *rest = golden.raw.split(b"\n")
    header, document = json.loads(first), json.loads(case)
    edit(header, document)
    return b"\n".join([corruptions.printed(header), corruptions.printed(document), *rest])


@pytest.fixture
def silent(monkeypatch):
    monkeypatch.setattr(damage, "verify", lambda *_a, **_k: ([], 5))


@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize(
    "edit",
    [
        lambda header, _: header["generator"].update(kit="9", seed=1),
        lambda _, case: case.update(id="a" + case["id"]),
        lambda _, case: case.update(source="https://example.org"),
        lambda _, case: case["answers"][0]["lines"].reverse(),
    ],
)
def test_ids_sources_and_provenance_may_change(golden, tmp_path, edit):
    assert damage.sealed_again(golden, edited(golden, edit), tmp_path, LOCK) is DamageOutcome.SAYS_NOTHING


def _split_off(recorded):
    return {**recorded, "lines": [recorded["lines"].pop()]}


@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize(
    ("edit", "what"),
    [
        (lambda header, _: header["originals"].update({"flink 9.9.9": {}}), "`originals`"),
        (lambda header, _: header.update(excluded=[{"what": "a", "why": "b"}]), "`excluded`"),
        (lambda _, case: case["input"].update(more=1), "tags of "),
        (lambda _, case: case.update(tags=["string-code-points"]), "tags of "),
        (lambda _, case: case["answers"][0].update(value=7), "answer of flink"),
        (lambda _, case: case["answers"][0]["lines"].pop(), "answer of flink"),
        (lambda _, case: case["answers"].append(_split_off(case["answers"][0])), "answer of flink"),
    ],
)
def test_change_that_is_not_reported_is_a_finding(golden, tmp_path, edit, what):
    with pytest.raises(FindingError, match=f"{what}.* and nothing is reported"):
        damage.sealed_again(golden, edited(golden, edit), tmp_path, LOCK)


@pytest.mark.parametrize("name", ["kafka.reassign.plan.jsonl", "flink.kafka-source.state-bytes.jsonl", NAME])
def test_cut_down_files_are_valid(name, tmp_path):
    whole = Golden(name, (data.fixtures() / name).read_bytes())
    (tmp_path / name).write_bytes(whole.cut_down(0, 2).raw)
    (problem,) = damage.verify(tmp_path, LOCK, patterns=[whole.operation], schemas=True)[0]
    assert "SHA256SUMS" in problem.what


def test_report_of_an_undamaged_line_is_a_finding(golden, tmp_path, monkeypatch):
    problem = SimpleNamespace(place=f"{tmp_path / NAME}:5", what="wrong")
    monkeypatch.setattr(damage, "verify", lambda *_a, **_k: ([problem], 5))
    with pytest.raises(FindingError, match="reported on line 5, changed is line 2"):
        sealed(golden, tmp_path, b'"id":', b'"id": ')


def test_digest_that_is_not_checked_is_a_finding(golden, tmp_path, monkeypatch):
    monkeypatch.setattr(damage.sums, "problems", lambda *_: iter(()))
    with pytest.raises(FindingError, match="the digest is not reported"):
        damage.as_it_lies(golden, golden.raw.replace(b'"kit":"', b'"kit":"9'), tmp_path)


def test_trials_are_drawn_from_their_number(tmp_path):
    goldens = load(data.fixtures())
    assert draw(goldens, SEED, 301) == draw(goldens, SEED, 301) != draw(goldens, SEED, 303)
    assert isinstance(judge(draw(goldens, SEED, 301), tmp_path, LOCK), DamageOutcome)


@pytest.mark.parametrize("kind", sorted(corruptions.OF_TEXT))
def test_every_kind_of_damage_changes_something(golden, kind):
    other = b'{"schema":"x"}\n{"id":"y"}\n'
    made = {corruptions.OF_TEXT[kind](Random(seed), golden.raw, other) for seed in range(40)}  # noqa: S311 - reproducible
    assert made - {golden.raw}


def test_edits_leave_the_given_document_as_it_was():
    document = {"a": [1, "2", None, True, {"b": []}]}
    edited = [corruptions.edited(Random(seed), document) for seed in range(200)]  # noqa: S311 - reproducible
    assert document == {"a": [1, "2", None, True, {"b": []}]}
    assert sum(one != document for one in edited) > 150
