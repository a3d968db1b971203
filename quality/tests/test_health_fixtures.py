"""Damage to golden vectors: what is judged harmless is, and what nobody names is a finding."""

import json
from random import Random

import pytest
from quality.health import corruptions, damage, edited_json
from quality.health.damage import FindingError, Golden, Outcome
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


def test_each_outcome_is_told_from_the_others(golden, tmp_path):
    first = golden.raw.split(b"\n")[1]
    assert sealed(golden, tmp_path, b'"id":', b'"id": ') is Outcome.LINE
    assert sealed(golden, tmp_path, b'"kit":"', b'"kit":"9') is Outcome.SAYS_NOTHING
    assert damage.as_it_lies(golden, golden.raw.replace(b'"kit":"', b'"kit":"9'), tmp_path) is Outcome.FILE
    assert damage.as_it_lies(golden, golden.raw.replace(first, first[:-1]), tmp_path) is Outcome.LINE


def test_an_edited_answer_that_no_model_knows_is_told_by_what_stands_for_the_originals(tmp_path):
    name = "flink.watermark.valve.jsonl"
    whole = Golden(name, (data.fixtures() / name).read_bytes()).cut_down(2, 2)
    first, case, *rest = whole.raw.split(b"\n")
    document = json.loads(case)
    document["answers"][0]["value"].reverse()
    damaged = b"\n".join([first, edited_json.line(document), *rest])
    assert damage.sealed_again(whole, damaged, tmp_path, LOCK) is Outcome.ORIGINALS


def _last_line(case):
    return case["answers"][0]["lines"].pop()


def edited(golden, edit):
    first, case, *rest = golden.raw.split(b"\n")
    header, document = json.loads(first), json.loads(case)
    edit(header, document)
    return b"\n".join([edited_json.line(header), edited_json.line(document), *rest])


@pytest.mark.parametrize(
    "edit",
    [
        lambda header, _: header["generator"].update(kit="9", seed=1),
        lambda _, case: case.update(id="a" + case["id"]),
        lambda _, case: case.update(source="https://example.org"),
        lambda _, case: case["answers"][0]["lines"].reverse(),
    ],
)
def test_what_says_nothing_may_be_another(golden, tmp_path, monkeypatch, edit):
    monkeypatch.setattr(damage, "verify", lambda *_a, **_k: ([], 5))
    assert damage.sealed_again(golden, edited(golden, edit), tmp_path, LOCK) is Outcome.SAYS_NOTHING


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda header, _: header["originals"].update({"flink 9.9.9": {}}), "`originals`"),
        (lambda header, _: header.update(excluded=[{"what": "a", "why": "b"}]), "`excluded`"),
        (lambda _, case: case["input"].update(more=1), "input"),
        (lambda _, case: case.update(tags=["string-code-points"]), "tags"),
        (lambda _, case: case["answers"][0].update(value=7), "answer of flink"),
        (lambda _, case: case["answers"][0]["lines"].pop(), "lines"),
        (lambda _, case: case["answers"].append({**case["answers"][0], "lines": [_last_line(case)]}), "lines"),
    ],
)
def test_what_says_something_may_not_be_another_unseen(golden, tmp_path, monkeypatch, edit, said):
    monkeypatch.setattr(damage, "verify", lambda *_a, **_k: ([], 5))
    with pytest.raises(FindingError, match=f"{said}.* and nothing is said"):
        damage.sealed_again(golden, edited(golden, edit), tmp_path, LOCK)


@pytest.mark.parametrize("name", ["kafka.reassign.plan.jsonl", "flink.kafka-source.state-bytes.jsonl", NAME])
def test_what_is_cut_down_is_sound_until_it_is_damaged(name, tmp_path):
    whole = Golden(name, (data.fixtures() / name).read_bytes())
    (tmp_path / name).write_bytes(whole.cut_down(0, 2).raw)
    operations = [whole.operation]
    said = [problem.what for problem in damage.verify(tmp_path, LOCK, patterns=operations, schemas=True)[0]]
    assert len(said) == 1, said
    assert "SHA256SUMS" in said[0]


def test_blame_on_a_sound_line_is_a_finding(golden, tmp_path, monkeypatch):
    monkeypatch.setattr(damage, "verify", lambda folder, *_a, **_k: ([_Problem(f"{folder / NAME}:5")], 5))
    with pytest.raises(FindingError, match="blamed on line 5, changed is line 2"):
        sealed(golden, tmp_path, b'"id":', b'"id": ')


def test_silence_is_a_finding(golden, tmp_path, monkeypatch):
    monkeypatch.setattr(damage.sums, "problems", lambda *_: iter(()))
    with pytest.raises(FindingError, match="says nothing"):
        damage.as_it_lies(golden, golden.raw.replace(b'"kit":"', b'"kit":"9'), tmp_path)


def test_a_trial_is_drawn_again_from_its_number_alone(tmp_path):
    goldens = load(data.fixtures())
    assert draw(goldens, SEED, 301) == draw(goldens, SEED, 301) != draw(goldens, SEED, 303)
    assert isinstance(judge(draw(goldens, SEED, 301), tmp_path, LOCK), Outcome)


@pytest.mark.parametrize("kind", sorted(corruptions.OF_TEXT))
def test_every_kind_of_damage_changes_something(golden, kind):
    other = b'{"schema":"x"}\n{"id":"y"}\n'
    made = {corruptions.OF_TEXT[kind](Random(seed), golden.raw, other) for seed in range(40)}  # noqa: S311 - reproducible
    assert made - {golden.raw}


def test_edits_leave_the_given_document_alone():
    document = {"a": [1, "2", None, True, {"b": []}]}
    edited = [edited_json.edit(Random(seed), document) for seed in range(200)]  # noqa: S311 - reproducible
    assert document == {"a": [1, "2", None, True, {"b": []}]}
    assert sum(one != document for one in edited) > 150


class _Problem:
    def __init__(self, place):
        self.place = place
        self.what = "wrong"
