"""The search for drift, on two small lines that differ in a known way; what it writes, and what makes it red."""

from __future__ import annotations

import importlib
import json
import random
from dataclasses import replace

import pytest

from jarparity import registry
from jarparity.answer_pairs import AnswerPair, Boundary
from jarparity.answers import Error, Value
from jarparity.areas.kafka_assignors import random_groups
from jarparity.areas.kafka_assignors.edits import edits
from jarparity.lines import Line
from jarparity.measures.drift import changes, page, recording
from jarparity.measures.drift.aspects import holds
from jarparity.measures.drift.boundaries import boundaries, compare
from jarparity.measures.drift.changes import Change, ChangesError, read_changes
from jarparity.measures.drift.search import Budget, TimeIsOverError, generated, search
from jarparity.originals import locked_lines
from jarparity.shrinking import size, smaller
from jarparity.values.sticky_bytes import claims

RANGE = registry.operation("kafka.assignor.range")
STICKY = registry.operation("kafka.assignor.sticky")
SOURCE = registry.operation("flink.kafka-source.enumerator")
OLD, MIDDLE, NEW = (Line("kafka-clients", version) for version in ("2.3.1", "2.5.0", "3.4.0"))
CHANGE = Change("static", OLD, MIDDLE, "2.4.0", (RANGE.name,), ("static",), ("KAFKA-8355",), "Static members first.")
BUDGET = Budget(60, 20, 1)


class Lines:
    """Every line answers alike, but that MIDDLE and later name members that have an instance id in another order."""

    name = "lines"
    lines = (OLD, MIDDLE, NEW)

    def __init__(self):
        self.asked = []

    def answers(self, operation, line, inputs):
        self.asked.append(line)
        return [self.answer(line, document) for document in inputs]

    def answer(self, line, document):
        members = sorted(document["members"], key=lambda m: m["id"])
        if not line < MIDDLE:
            members.sort(key=lambda m: m.get("instance") is None)
        return Value({m["id"]: [[t, 0]] for i, m in enumerate(members) for t in m["topics"] if i == 0})


class Restless(Lines):
    """NEW fails where a topic has three partitions, which is not listed."""

    def answer(self, line, document):
        if line == NEW and 3 in document["topics"].values():
            return Error("IllegalStateException")
        return super().answer(line, document)


@pytest.fixture(scope="module")
def found():
    return search(RANGE, Lines(), [], {}, [CHANGE], BUDGET)


def group(*members, **topics):
    return {"topics": topics, "members": [{"id": name, "topics": list(topics)} for name in members]}


def test_the_smallest_input_of_a_change_is_found_and_counted(found):
    assert found.missing == []
    assert found.unknown == {}
    shown = found.smallest["static"]
    assert len(shown.input["members"]) == 2
    assert sum("instance" in member for member in shown.input["members"]) == 1
    assert not any("instance" in member for member in shown.narrowed["members"])
    first, second = found.boundaries
    assert 0 < found.differing[first, "static"] < found.asked[first]
    assert found.asked[second] > 0
    assert not any(boundary == second for boundary, _ in found.differing)


def test_the_same_seed_gives_the_same(found):
    again = search(RANGE, Lines(), [], {}, [CHANGE], BUDGET)
    assert page.section(again, [CHANGE], BUDGET) == page.section(found, [CHANGE], BUDGET)


def test_an_unlisted_change_is_found_and_shrunk():
    found = search(RANGE, Restless(), [], {}, [CHANGE], BUDGET)
    (boundary,) = found.unknown
    assert boundary == Boundary(MIDDLE, NEW)
    assert found.unknown[boundary].input == {"members": [], "topics": {"t": 3}}
    assert "static" in found.smallest


def test_a_listed_change_that_is_not_there_is_missing():
    ghost = replace(CHANGE, id="ghost", older=MIDDLE, newer=NEW)
    assert search(RANGE, Lines(), [], {}, [CHANGE, ghost], BUDGET).missing == [ghost]


def test_a_recorded_input_is_enough():
    document = group("A", "B", t=1)
    document["members"][1]["instance"] = "i"
    found = search(RANGE, Lines(), [document], {}, [CHANGE], Budget(1, 1, 1))
    assert size(RANGE, found.smallest["static"].input) <= size(RANGE, document)


def test_a_recorded_example_stays_whatever_is_drawn(found):
    # No step leads from it to the one that a search finds, whose names are shorter.
    kept = group("AaAa", "BBBB", t=1)
    kept["members"][0]["instance"] = "i"
    assert size(RANGE, found.smallest["static"].input) < size(RANGE, kept)
    reduced = search(RANGE, Lines(), [], {"static": kept}, [CHANGE], BUDGET).smallest["static"].input
    sections = set()
    for examples in (1, 5, 20):
        again = search(RANGE, Lines(), [], {"static": reduced}, [CHANGE], replace(BUDGET, examples=examples))
        sections.add(page.section(again, [CHANGE], BUDGET))
        assert again.smallest["static"].input == reduced
    assert len(sections) == 1


def test_a_recorded_example_that_can_be_smaller_is_made_so():
    large = group("A", "B", "C", t=3, u=2)
    large["members"][1]["instance"] = "i"
    found = search(RANGE, Lines(), [], {"static": large}, [CHANGE], Budget(1, 1, 1))
    assert len(found.smallest["static"].input["members"]) == 2


def test_a_recorded_example_that_shows_its_change_no_more_is_replaced(found):
    again = search(RANGE, Lines(), [], {"static": group("A", t=1)}, [CHANGE], BUDGET)
    assert again.smallest == found.smallest
    ghost = replace(CHANGE, id="ghost", older=MIDDLE, newer=NEW)
    shows = {"ghost": found.smallest["static"].input}
    assert search(RANGE, Lines(), [], shows, [CHANGE, ghost], BUDGET).missing == [ghost]


class Watched(Lines):
    """Notes what it is asked."""

    def answers(self, operation, line, inputs):
        self.asked += inputs
        return [self.answer(line, document) for document in inputs]


def test_what_is_drawn_does_not_hang_on_the_source_of_the_program(tmp_path, monkeypatch):
    before, after = Watched(), Watched()
    search(RANGE, before, [], {}, [CHANGE], BUDGET)
    (tmp_path / "numbers_of_mine.py").write_text(f"NUMBERS = {list(range(100, 1_000))}")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("numbers_of_mine")
    search(RANGE, after, [], {}, [CHANGE], BUDGET)
    assert before.asked == after.asked


def test_time_that_is_over_is_an_error():
    with pytest.raises(TimeIsOverError, match="give it more"):
        search(RANGE, Lines(), [group("A", t=1)], {}, [], replace(BUDGET, deadline=0.0))


def test_each_line_is_asked_in_one_round_trip_and_only_what_it_takes():
    lines = Lines()
    racked = group("A", t=1)
    racked["members"][0] |= {"rack": "r", "generation": 1}
    compared = compare(lines, RANGE, boundaries(RANGE, lines.lines), [group("A", t=1), racked])
    assert sorted(lines.asked) == [OLD, MIDDLE, NEW]
    # OLD and MIDDLE don't carry racks; NEW is compared with MIDDLE on the same group without.
    assert [(c.boundary.newer, c.narrowed == c.input) for c in compared] == [(MIDDLE, True), (NEW, True), (NEW, False)]


def test_boundaries_follow_an_original_into_another_artifact():
    replicas = registry.operation("kafka.replicas.assign")
    having = [line for line in locked_lines() if replicas.has(line)]
    found = boundaries(replicas, having)
    assert [str(boundary) for boundary in found][-1].endswith("-> kafka-server-common 4.0.2")
    assert [boundary.newer.age for boundary in found] == sorted(line.age for line in having)[1:]


def test_generated_cases_are_of_their_seed_and_small():
    assert generated(RANGE, 1, 50) == generated(RANGE, 1, 50) != generated(RANGE, 2, 50)
    assert len(generated(RANGE, 1, 150)) >= 150


@pytest.mark.parametrize("family", random_groups.FAMILIES)
def test_every_step_is_smaller_and_valid(family):
    drawn = random.Random(family)  # noqa: S311 - the same each time
    api = random_groups.api_versions("sticky", family)[-1]
    document = random_groups.group(drawn, "sticky", family, api, (3, 3, 3))
    steps = [edited for batch in smaller(STICKY, document) for edited in batch]
    assert steps
    assert all(size(STICKY, edited) < size(STICKY, document) for edited in steps)
    assert all(edited != document for edited in steps)


def test_a_subtask_of_a_job_is_smaller_than_one_that_no_job_has():
    backend = {"keyType": "long", "maxParallelism": 4, "range": {"start": 0, "end": 1}, "states": [], "steps": []}
    operation = registry.operation("flink.state.heap-backend")
    assert size(operation, backend) < size(operation, {**backend, "range": {"start": 0, "end": 4}})
    kept = [edited for batch in smaller(operation, backend) for edited in batch]
    assert {"start": 0, "end": 0} in [edited["range"] for edited in kept]
    assert all(edited["range"]["end"] < edited["maxParallelism"] for edited in kept)


def test_a_file_in_an_input_stays_json_while_it_shrinks():
    document = {"json": '{"version": 1, "partitions": [{"topic": "tt", "partition": 7, "replicas": [1]}]}'}
    steps = [edited for batch in smaller(registry.operation("kafka.reassign.parse"), document) for edited in batch]
    kept = [json.loads(edited["json"]) for edited in steps]
    assert json.loads(document["json"]) in kept  # the same, written shorter
    assert {"version": 1} in kept
    assert {"version": 1, "partitions": [{"topic": "t", "partition": 7, "replicas": [1]}]} in kept
    assert all(len(edited["json"]) < len(document["json"]) for edited in steps)
    assert not any(smaller(registry.operation("kafka.reassign.parse"), {"json": '{"version": 1} and more'}))


def test_a_source_loses_what_does_not_matter_at_once_and_keeps_its_subtasks():
    restored = {"op": "restore", "state": "00000000", "version": 1}
    offsets = [["a", number, "5"] for number in range(8)]
    document = job([{"op": "start"}, restored], endOffsets=offsets)
    steps = [edited for batch in smaller(SOURCE, document) for edited in batch]
    kept = [edited["endOffsets"] for edited in steps]
    assert [] in kept
    assert offsets[4:] in kept
    told = [step for edited in steps for step in edited["steps"] if step["op"] == "restore"]
    assert {"op": "restore"} not in told
    assert all(("state" in step) == ("version" in step) for step in told)
    assert size(SOURCE, job([{"op": "start"}])) < size(SOURCE, job([], parallelism=0))


def job(steps, **fields):
    plain = {"parallelism": 2, "discoveryIntervalMs": "1", "boundedness": "BOUNDED", "start": {"type": "latest"}}
    return {**plain, "stop": None, "endOffsets": [], **fields, "steps": steps}


def test_claims_follow_a_topic_that_is_renamed_or_dropped():
    document = random_groups.group(random.Random(3), "sticky", "uniform-owned", "2.0", (2, 2, 3))  # noqa: S311
    topic = next(iter(document["topics"]))
    renamed = next(edited for edited in edits(document) if "t" in edited["topics"])
    assert renamed["topics"] == {"t": document["topics"][topic]}
    assert [member["topics"] for member in renamed["members"]] == [["t"], ["t"]]
    claimed = [[[*claims(member)] for member in group["members"]] for group in (document, renamed)]
    assert claimed == [[[(name, 1)], []] for name in (topic, "t")]
    without = next(iter(edits(document)))
    assert topic not in without["topics"]
    assert all(topic.encode().hex() not in (member.get("userData") or "") for member in without["members"])


def comparison(before, after, document=None):
    return AnswerPair(RANGE, Boundary(OLD, MIDDLE), document or group("A", t=2), {}, before, after)


def history(before, after, *steps):
    return replace(comparison(Value(before), Value(after), {"steps": list(steps)}), operation=SOURCE)


FAILED = {"error": {"kind": "X"}}
SPLITS = [["a", 0, "-2", None], ["a", 1, "5", "9"]]
ORDERED, TURNED = Value({"A": [["t", 0], ["t", 1]]}), Value({"A": [["t", 1], ["t", 0]]})


@pytest.mark.parametrize(
    ("aspect", "compared", "answer"),
    [
        ("order", comparison(ORDERED, TURNED), True),
        ("order", comparison(ORDERED, Value({"A": [["t", 0]]})), False),
        ("contents", comparison(ORDERED, TURNED), False),
        ("before:value", comparison(ORDERED, Error("X")), True),
        ("after:X", comparison(ORDERED, Error("X")), True),
        ("after:Y", comparison(ORDERED, Error("X")), False),
        ("mentions:-7", comparison(ORDERED, TURNED, {"start": "-7"}), True),
        ("mentions:-7", comparison(ORDERED, TURNED, {"start": "7"}), False),
        ("empty-group", comparison(ORDERED, TURNED, group(t=1)), True),
        ("empty-group", comparison(ORDERED, TURNED), False),
        ("topic-twice", comparison(ORDERED, TURNED), False),
        ("field:assignor=sticky", comparison(ORDERED, TURNED), False),
        ("field:assignor=sticky", comparison(ORDERED, TURNED, {"assignor": "sticky"}), True),
        ("field:version=5", comparison(ORDERED, TURNED, {"version": 5}), True),
        ("field:version=5", comparison(ORDERED, TURNED, {"version": 15}), False),
        ("fails-before", history([FAILED, None], [None, None]), True),
        ("fails-before", history([FAILED, None], [FAILED, FAILED]), False),
        ("fails-after", history([FAILED, None], [FAILED, FAILED]), True),
        ("fails-after", history([FAILED, None], [None, None]), False),
        ("fails-otherwise", history([FAILED], [{"error": {"kind": "Y"}}]), True),
        ("fails-otherwise", history([FAILED], [None]), False),
        ("only:heard", history([{"said": 1, "heard": 1}], [{"said": 1, "heard": 2}]), True),
        ("only:heard", history([{"said": 1, "heard": 1}], [{"said": 2, "heard": 1}]), False),
        ("only:heard", comparison(ORDERED, Error("X")), False),
        ("only:said,heard", history([{"said": 1, "heard": 1}], [{"said": 2, "heard": 2}]), True),
        ("only:said,heard", history([{"said": 1, "seen": 1}], [{"said": 2, "seen": 2}]), False),
        ("order:state", history([{"assign": SPLITS, "state": 1}], [{"assign": SPLITS[::-1], "state": 2}]), True),
        ("order:state", history([{"assign": SPLITS, "state": 1}], [{"assign": SPLITS, "state": 2}]), False),
        ("order", history([{"assign": SPLITS, "state": 1}], [{"assign": SPLITS[::-1], "state": 2}]), False),
        ("order", history([{"assign": SPLITS}], [{"assign": SPLITS[:1]}]), False),
        ("fails-before:X", history([FAILED], [{"error": {"kind": "Y"}}]), True),
        ("fails-before:X", history([FAILED], [FAILED]), False),
        ("fails-before:Y", history([FAILED], [None]), False),
        ("fails-after:X", history([None], [FAILED]), True),
        ("fails-after:Y", history([None], [FAILED]), False),
        ("fails-at:b", history([FAILED, None], [FAILED, FAILED], {"op": "a"}, {"op": "b"}), True),
        ("fails-at:a", history([FAILED, None], [FAILED, FAILED], {"op": "a"}, {"op": "b"}), False),
        ("fails-at:a", history([None], [None], {"op": "a"}), False),
        ("step:a", history([None], [None], {"op": "a"}), True),
        ("step:b", history([None], [None], {"op": "a"}), False),
        ("discovers-later", history([], [], {"op": "discover", "partitions": []}), True),
        ("discovers-later", history([], [], {"op": "discover", "partitions": [["a", 0]], "initialize": False}), True),
        ("discovers-later", history([], [], {"op": "discover", "partitions": [["a", 0]]}, {"op": "start"}), False),
    ],
)
def test_an_aspect_holds_or_not(aspect, compared, answer):
    assert holds(aspect, compared) == answer


@pytest.mark.parametrize("aspect", ["step:a", "fails-at:a"])
def test_steps_that_the_operation_does_not_name_are_none_to_look_for(aspect):
    with pytest.raises(ValueError, match=f"^{RANGE.name} doesn't say what happens in its steps"):
        holds(aspect, replace(history([None], [None], {"op": "a"}), operation=RANGE))


def test_a_page_keeps_other_sections_and_is_read_back(found, tmp_path):
    (tmp_path / "docs").mkdir()
    other = f"## {STICKY.name}\n\nkept\n"
    (tmp_path / recording.PAGE).write_text(page.updated("", {STICKY.name: other}))
    sections = {RANGE.name: page.section(found, [CHANGE], BUDGET)}
    assert recording.record(tmp_path, sections, check=True).change
    assert f"## {RANGE.name}" not in (tmp_path / recording.PAGE).read_text()
    recording.record(tmp_path, sections, check=False)
    text = (tmp_path / recording.PAGE).read_text()
    assert text.index(f"## {RANGE.name}") < text.index(other)
    (example,) = page.read_examples(text)
    shown = found.smallest["static"]
    assert (example.operation, example.change) == (RANGE.name, "static")
    assert example.inputs == {OLD: shown.narrowed, MIDDLE: shown.input}
    assert example.answers == {OLD: shown.before, MIDDLE: shown.after}
    assert not recording.record(tmp_path, sections, check=True).change
    newer, older = recording.new_cases([found], ())
    assert (newer.input, older.input) == (shown.input, shown.narrowed)
    assert recording.examples([older, newer]) == {"static": shown.input}
    assert recording.new_cases([found], {newer.id, older.id}) == []


def test_the_list_of_changes_is_read_and_its_names_exist():
    listed = read_changes()
    assert len(listed) >= 50
    assert all(change.sentence.endswith(".") for change in listed)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"kafka.assignor.range"', '"kafka.assignor.rang"', "no operation 'kafka.assignor.rang'"),
        ('"order"', '"ordr"', "no aspect 'ordr'"),
        ('"range-racks"', '"range-topic-twice"', "stands there twice"),
        ('"release": "2.1.0"', '"release": "next"', "does not match"),
        ('{\n"schema"', '{\n"scheme"', "'schema' is a required property"),
        ('"when": [', '"when": [], "when": [', "has 'when' twice"),
    ],
)
def test_a_damaged_list_is_named(tmp_path, old, new, said):
    text = (registry.area_of("kafka.assignor.range").folder / changes.FILE).read_text("utf-8")
    assert old in text
    (tmp_path / "changes.json").write_text(text.replace(old, new))
    with pytest.raises(ChangesError, match=said):
        read_changes(tmp_path / "changes.json")
