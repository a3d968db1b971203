"""Known divergences: the search goes around them, they must still fail, and an entry that has had its day is red."""

import json

import click
import pytest
from fakes import NEW, OLD, FakePort, FakeReference, honest, murmur_stand_in
from jsonschema import Draft202012Validator
from test_check_run import FakeGolden, plan, vector

import jarparity
from jarparity import data, registry
from jarparity.answers import Skip, Value
from jarparity.cases import Case, Recorded, Vector
from jarparity.check.events import OF_ONE_JDK, CutShort
from jarparity.check.outcome import Exit, Outcome
from jarparity.check.run import run
from jarparity.check.search import Budget
from jarparity.check.tally import Tally
from jarparity.cli import Refused
from jarparity.cli.divergences_option import known_divergences, rewrite
from jarparity.divergences.file import SCHEMA, DivergencesError, Watch, load
from jarparity.faults import wrong_port
from jarparity.grades import Grade
from jarparity.lines import Line
from jarparity.ports import PortInfo
from jarparity.report.junit import as_junit
from jarparity.report.machine import document
from jarparity.report.text import text
from jarparity.verdicts import Skipped

NAME = "flink.math.murmur-hash"
KEY = "flink.key-group.of-key"
GROUPS = "kafka.assignor.range"
ENTRY = {
    "name": "large-values",
    "operation": NAME,
    "where": "value >= 1000",
    "reason": "the port gives up on large values",
    "issue": "https://example.com/issues/7",
}


def file(tmp_path, *entries):
    path = tmp_path / "divergences.json"
    path.write_text(json.dumps({"schema": SCHEMA, "divergences": entries}))
    return path


def wrong_from(limit):
    return FakePort(lambda value, line: honest(value, line) if value["value"] < limit else Value(0))


def outcome(known, port, *vectors, live=True, **changes):
    reference = FakeReference({OLD: murmur_stand_in, NEW: murmur_stand_in})
    chosen = plan(golden=not live, divergences=known, **{"budget": Budget(60, None, 1)} | changes)
    tally = Tally()
    for event in run(chosen, port, FakeGolden(*vectors), [reference] if live else []):
        tally.add(event)
    return Outcome(tally, port.info, (), 1, 0.0)


def problem(found):
    (watched,) = found.tally.watched
    return watched.problem


def test_the_search_goes_around_the_region_and_still_finds_a_failure_inside(tmp_path):
    found = outcome(load(file(tmp_path, ENTRY)), wrong_from(1000))
    assert found.exit_code is Exit.OK
    assert problem(found) is None
    assert found.tally.totals["known"] > 0
    assert found.tally.totals["differs"] == 0
    assert "known: large-values: " in text(found)
    assert "https://example.com/issues/7" in text(found)


def test_what_is_outside_of_the_region_is_red_as_ever(tmp_path):
    found = outcome(load(file(tmp_path, ENTRY)), wrong_from(20))
    assert found.exit_code is Exit.DIFFERS
    assert found.tally.smallest[NAME].case.input == {"value": 20}
    assert problem(found) is None, "what the search didn't come to is not judged"
    assert "not judged: whether large-values still fails: the port fails elsewhere" in text(found)


def test_an_entry_that_no_longer_fails_is_red(tmp_path):
    found = outcome(load(file(tmp_path, ENTRY)), FakePort(honest))
    assert found.exit_code is Exit.DIFFERS
    assert problem(found).startswith("no longer fails: the port is right on all ")
    assert "DIVERGENCE large-values of flink.math.murmur-hash" in text(found)
    assert 'failures="1"' in as_junit(found)


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize("each", [1, 2], ids=["it agrees inside", "it is as good as required inside"])
def test_an_entry_is_judged_where_the_port_is_as_good_as_required(tmp_path, live, each):
    ranges, newest = registry.operation(GROUPS), Line("kafka-clients", "4.4.0")
    entry = {**ENTRY, "operation": GROUPS, "where": "len(members) == 2"}
    one = {"topics": {"t": 2}, "members": [{"id": "A", "topics": ["t"]}]}
    two = {"topics": {"t": 2 * each}, "members": [{"id": "A", "topics": ["t"]}, {"id": "B", "topics": ["t"]}]}
    parts = [["t", n] for n in range(4)]
    answers = {1: {"A": [["t", 0], ["t", 1]]}, 2: {"A": parts[:each], "B": parts[each : 2 * each]}}

    def true(document, _line=None):
        return Value(answers[len(document["members"])])

    def turned(document, _line):
        return Value({member: partitions[::-1] for member, partitions in true(document).value.items()})

    vectors = [
        Vector(Case(GROUPS, f"members/{n}", document), (Recorded((str(newest),), true(document)),))
        for n, document in enumerate((one, two))
    ]
    port = FakePort(turned, PortInfo("fake", "1", "python", ("*",), lines=("*",)))
    chosen = plan(
        golden=True,
        written=False,
        divergences=load(file(tmp_path, entry)),
        budget=Budget(0, None, 1),
        operations=(ranges,),
        lines=frozenset([newest]),
        required=Grade.EQUIVALENT,
    )
    tally = Tally()
    for event in run(chosen, port, FakeGolden(*vectors), [FakeReference({newest: true})] if live else []):
        tally.add(event)
    (failure,) = {str(failure.grade) for failure in tally.failures[GROUPS]}
    assert failure == "equivalent"
    assert tally.watched[0].problem.startswith("no longer fails: the port is right on all 1 inputs")


def test_an_entry_that_matches_nothing_is_red(tmp_path):
    found = outcome(load(file(tmp_path, {**ENTRY, "where": "value == null"})), FakePort(honest), vector(5))
    assert found.exit_code is Exit.DIFFERS
    assert problem(found).startswith("matches none of the ")
    unclaimed = FakePort(honest, PortInfo("fake", "1", "python", ("kafka.*",)))
    said = problem(outcome(load(file(tmp_path, ENTRY)), unclaimed))
    assert said.startswith(
        "nothing of flink.math.murmur-hash was compared: the port doesn't claim it, or declines it all"
    )


def test_an_entry_for_what_the_port_declines_is_red_and_says_so(tmp_path):
    def declining(document, line):
        return Skip("too large") if document["value"] >= 1000 else honest(document, line)

    known = load(file(tmp_path, ENTRY))
    vectors = [vector(1), vector(2000), vector(3000)]
    assert problem(outcome(known, FakePort(declining), *vectors, live=False)) == (
        "the port declines all 2 inputs inside: what is declined is no divergence, remove the entry"
    )


@pytest.mark.parametrize(("reason", "declined"), [("too large", 1), (f"{OF_ONE_JDK}, and this is Java 21", 0)])
def test_what_the_kit_leaves_out_is_not_declined_by_the_port(tmp_path, reason, declined):
    watch = Watch(load(file(tmp_path, ENTRY)).entries)
    case = vector(2000).case
    skipped = Skipped(case, ("flink 2.3.0",), "jpype", reason)
    assert [*watch.seen([skipped])] == [skipped]
    assert watch.result()[0].declined == declined


@pytest.mark.parametrize("live", [True, False])
def test_an_entry_that_covers_too_much_is_red(tmp_path, live):
    vectors = () if live else [vector(value) for value in range(30)]
    found = outcome(load(file(tmp_path, {**ENTRY, "where": "true"})), wrong_from(0), *vectors, live=live)
    assert found.exit_code is Exit.DIFFERS
    assert problem(found).startswith("covers too much: ")


def test_recorded_answers_alone_judge_entries_too(tmp_path):
    known = load(file(tmp_path, ENTRY))
    vectors = [vector(1), vector(2), vector(2000)]
    assert outcome(known, wrong_from(1000), *vectors, live=False).exit_code is Exit.OK
    assert problem(outcome(known, FakePort(honest), *vectors, live=False)).startswith("no longer fails")


def test_a_filtered_run_judges_no_entry(tmp_path):
    found = outcome(load(file(tmp_path, ENTRY)), FakePort(honest), vector(2000), live=False, whole=False)
    assert (found.exit_code, problem(found)) == (Exit.OK, None)
    assert "not judged: whether large-values still fails: a part of the inputs or releases was compared" in text(found)
    assert '<skipped message="not judged: a part of' in as_junit(found)
    Draft202012Validator(json.loads(data.schema("report.schema.json").read_text("utf-8"))).validate(document(found))
    late = outcome(load(file(tmp_path, ENTRY)), FakePort(honest), vector(2000), budget=Budget(9, 0.0, 1))
    assert problem(late) is None
    assert "not judged: whether large-values still fails: the time ran out" in text(late)


def test_a_filtered_run_judges_how_much_an_entry_covers_of_all_that_is_recorded(tmp_path):
    vectors = [vector(value) for value in range(980, 1020)]
    narrow, wide = (load(file(tmp_path, {**ENTRY, "where": where})) for where in ("value >= 1005", "value >= 995"))
    some = {"live": False, "whole": False, "only": ("value/1*",)}
    assert outcome(narrow, wrong_from(1005), *vectors, **some).exit_code is Exit.OK
    found = outcome(wide, wrong_from(995), *vectors, **some)
    assert found.exit_code is Exit.DIFFERS
    assert problem(found).startswith("covers too much: 25 of 40 inputs")


def test_a_run_that_is_to_fail_fast_judges_all_that_it_came_to(tmp_path):
    known, vectors = load(file(tmp_path, ENTRY)), [vector(20), vector(2000)]
    stale = outcome(known, FakePort(honest), *vectors, live=False, fail_fast=True)
    assert problem(stale).startswith("no longer fails")
    stopped = outcome(known, wrong_from(0), *vectors, live=False, fail_fast=True)
    assert (stopped.exit_code, problem(stopped)) == (Exit.DIFFERS, None)
    assert "not judged: whether large-values still fails: the run stopped at the first failure" in text(stopped)


@pytest.mark.parametrize("live", [True, False])
def test_entries_that_cover_too_much_together_are_red(tmp_path, live):
    thirds = [{**ENTRY, "name": f"rest-{rest}", "where": f"value % 3 == {rest}"} for rest in range(3)]
    vectors = () if live else [vector(value) for value in range(30)]
    found = outcome(load(file(tmp_path, *thirds)), wrong_from(-(2**40)), *vectors, live=live)
    assert found.exit_code is Exit.DIFFERS
    problems = {watched.problem.partition(":")[0] for watched in found.tally.watched}
    assert problems == {"covers too much together with the operation's other entries"}


def test_the_report_names_every_entry(tmp_path):
    found = outcome(load(file(tmp_path, ENTRY)), wrong_from(1000))
    (row,) = document(found)["divergences"]
    assert (row["divergence"], row["problem"], row["issue"]) == ("large-values", None, ENTRY["issue"])
    schema = json.loads(data.schema("report.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(document(found))


def test_one_call_takes_the_file_too(tmp_path):
    port = wrong_port("finish-masked")
    group = "flink.key-group.of-hash"
    for where, said in (("true", "covers too much"), ("maxParallelism == 1", "no longer fails")):
        path = file(tmp_path, {**ENTRY, "operation": group, "where": where})
        with pytest.raises(jarparity.ConformanceError, match=said):
            jarparity.run_conformance(port, operations=[group], divergences=path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"operation": "flink.math.murmur"}, "large-values: operation: no operation 'flink.math.murmur'; did you mean"),
        ({"where": "value >"}, "large-values: where: value >: a field"),
        ({"reason": "no"}, "divergences.0.reason: 'no' is too short; write why the port differs"),
        ({"issue": "soon"}, "divergences.0.issue: 'soon' does not match"),
        ({"name": "Large"}, "divergences.0.name: 'Large' does not match"),
        ({"lines": []}, "divergences.0: Additional properties are not allowed"),
    ],
)
def test_a_wrong_file_is_refused_with_its_entry_and_field(tmp_path, change, said):
    with pytest.raises(DivergencesError) as raised:
        load(file(tmp_path, ENTRY | change))
    assert said in str(raised.value)


def test_an_entry_of_what_the_port_does_not_claim_is_refused(tmp_path):
    with pytest.raises(DivergencesError, match="large-values: operation: the port doesn't claim flink"):
        jarparity.run_conformance({"java.string.hash": len}, divergences=file(tmp_path, ENTRY))


def test_a_file_that_is_none_is_refused(tmp_path):
    with pytest.raises(DivergencesError, match="two entries have the name 'large-values'"):
        load(file(tmp_path, ENTRY, ENTRY))
    (tmp_path / "broken.json").write_text("{")
    with pytest.raises(DivergencesError, match=r"broken\.json: no JSON"):
        load(tmp_path / "broken.json")
    (tmp_path / "broken.json").write_text(f'{{"schema": "{SCHEMA}", "divergences": [], "divergences": []}}')
    with pytest.raises(DivergencesError, match=r"broken\.json: .* has 'divergences' twice"):
        load(tmp_path / "broken.json")
    with pytest.raises(DivergencesError, match="No such file"):
        load(tmp_path / "nowhere.json")


def test_fix_takes_out_what_no_longer_fails_and_nothing_else(tmp_path, capsys):
    other = {**ENTRY, "name": "thirteen", "where": "value == 13"}
    known = load(file(tmp_path, ENTRY, other))
    found = outcome(known, wrong_from(1000), vector(13))
    rewrite(known, found, fix=False)
    assert load(known.path) == known
    assert found.exit_code is Exit.DIFFERS
    rewrite(known, found, fix=True)
    assert capsys.readouterr().err == f"took thirteen out of {known.path}\n"
    assert [entry.document() for entry in load(known.path).entries] == [ENTRY]
    assert found.exit_code is Exit.OK
    assert [row["divergence"] for row in document(found)["divergences"]] == [ENTRY["name"]]


def test_a_fix_hides_nothing_else_that_is_wrong(tmp_path):
    other = {**ENTRY, "name": "thirteen", "where": "value == 13"}
    differing = outcome(load(file(tmp_path, other)), wrong_from(1000), vector(13), vector(2000), live=False)
    rewrite(load(file(tmp_path, other)), differing, fix=True)
    assert differing.exit_code is Exit.DIFFERS


def test_all_that_is_wrong_with_a_file_is_said_at_once(tmp_path):
    path = tmp_path / "known.json"
    path.write_text('{"schema": "jarparity-divergences-1", "divergences": [{"name": "A"}]}')
    with pytest.raises(DivergencesError) as raised:
        load(path)
    said = str(raised.value).splitlines()
    assert len(said) == 5
    assert f"{path}: divergences.0: 'issue' is missing; add the address of the port's issue" in said
    path.write_text("{}")
    with pytest.raises(DivergencesError, match=r"'schema' is missing; add \"schema\": \"jarparity-divergences-1\""):
        load(path)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("any(members, instnce != null)", "no input has a field 'instnce'; did you mean instance"),
        ("qqq == 1", "no input has a field 'qqq'; there are "),
    ],
)
def test_a_field_that_no_input_has_is_refused_with_the_nearest(tmp_path, where, said):
    with pytest.raises(DivergencesError, match=said):
        load(file(tmp_path, {**ENTRY, "operation": "kafka.assignor.range", "where": where}))


@pytest.mark.parametrize(
    ("operation", "where", "said"),
    [
        (KEY, 'key.typ == "string"', "no input has a field 'key.typ'; did you mean key.type?"),
        (KEY, 'type == "string"', "no input has a field 'type'; there are key, maxParallelism"),
        (KEY, "maxParallelism.x == 1", "no input has a field 'maxParallelism.x'; maxParallelism has no fields"),
        (KEY, "key.type", "`key.type` is not a condition: compare it, such as `key.type == …`"),
        (KEY, "maxParallelism + 1", "`maxParallelism + 1` is not a condition"),
        (KEY, "len(maxParallelism) > 3", "`len` takes a list, an object or a text, and `maxParallelism` is none"),
        (KEY, "number(key) > 3", "`number` takes a text or a number, and `key` is none in any input"),
        (KEY, "any(maxParallelism, it > 3)", "`any` takes a list or an object, and `maxParallelism` is none"),
        (KEY, "key == None", "no input has a field 'None'; write `null`"),
        (GROUPS, "any(members, rack is not null)", "there is no `is`: write `rack == …` or `rack != …`"),
        (GROUPS, 'members.id == "A"', "no input has a field 'members.id'; members is a list: write any(members, id …)"),
        (GROUPS, "any(members, partitions > 1)", "no input has a field 'partitions'; there are generation, id, "),
        (GROUPS, "members.first.topic == null", "no input has a field 'members.first.topic'; did you mean members.fi"),
        (GROUPS, "any(members, any(owned, it.x == 1))", "no input has a field 'x'; it is a list"),
    ],
)
def test_a_condition_that_never_holds_is_refused(tmp_path, operation, where, said):
    with pytest.raises(DivergencesError) as raised:
        load(file(tmp_path, {**ENTRY, "operation": operation, "where": where}))
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("operation", "where"),
    [
        (GROUPS, "any(members, instance != null)"),
        (GROUPS, "topics.t == 3"),
        (GROUPS, "any(topics, it > 3)"),
        (GROUPS, 'members.first.id == "A"'),
        (GROUPS, 'any(members, any(owned, it.first == "t" and it.last == 0))'),
        (GROUPS, "any(topics, any(it, len(racks) > 1))"),
        (KEY, 'key.type == "tuple" and any(key.value, type == "string")'),
        (KEY, 'key.value.first.type == "string"'),
        (KEY, 'key.type == "boolean" and key.value'),
        (KEY, f"key{'.value.first' * 40} == null"),
        ("kafka.assignor.rebalances", 'any(steps, op == "rebalance")'),
    ],
)
def test_fields_of_parts_and_of_maps_are_known(tmp_path, operation, where):
    load(file(tmp_path, {**ENTRY, "operation": operation, "where": where}))


def test_fix_is_refused_where_not_everything_was_seen(tmp_path):
    known = load(file(tmp_path, ENTRY))
    found = outcome(known, FakePort(honest))
    found.tally.add(CutShort(NAME))
    with pytest.raises(Refused, match="the file stays as it is"):
        rewrite(known, found, fix=True)
    for active in ({"--operation": ("kafka.*",)}, {"--case": ("x",), "--line": ()}):
        with pytest.raises(click.UsageError, match="--fix is refused with --"):
            known_divergences(str(known.path), active, fix=True)
    with pytest.raises(click.UsageError, match="name one"):
        known_divergences(None, {}, fix=True)
    assert known_divergences(str(known.path), {"--case": ("x",)}, fix=False) == known
