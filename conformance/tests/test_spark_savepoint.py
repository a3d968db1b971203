"""`jarparity spark savepoint` without Spark: what is refused before it starts, rows, and what is shown of counts."""

import json
from importlib.resources import files

import pytest
import sample_savepoint as sample
import timer_streams
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from copartition.advice.savepoint.rows import part_rows, savepoint_parts
from jarparity.cli import main
from jarparity.report.as_text import as_text
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.savepoint.document import Outcome
from jarparity.spark.savepoint.reading import ROWS, Savepoint, batches

pytestmark = pytest.mark.usefixtures("no_spark")

SCHEMA = json.loads((files("jarparity") / "schemas" / "spark-savepoint.schema.json").read_text("utf-8"))
ID = "dd79253398c423ef7fcc8bbf5c6ea08e"
LONG = {"type": "long", "value": "5"}


@pytest.fixture
def path(tmp_path):
    return sample.write(tmp_path / "savepoint")


def asked(*arguments):
    return CliRunner().invoke(main, ["spark", "savepoint", *map(str, arguments)])


def test_what_is_no_savepoint_is_refused_before_spark_starts(path, tmp_path):
    shown = asked(tmp_path / "nothing")
    assert shown.exit_code == 4
    assert "nothing can't be read: " in shown.output
    assert "is no file and no folder" in shown.output
    shown = asked(path, "--compare", tmp_path)
    assert shown.exit_code == 4
    assert "has no _metadata" in shown.output
    (path / "part-1").unlink()
    shown = asked(path)
    assert shown.exit_code == 4
    said = " ".join(shown.output.split())
    assert "operator count-clicks, subtask 1: part-1: the file is not there" in said


def test_a_folder_that_can_not_be_opened_is_refused(path, monkeypatch):
    def refused(*_):
        raise PermissionError(13, "Permission denied", "_metadata")

    monkeypatch.setattr("pathlib.Path.read_bytes", refused)
    with pytest.raises(SparkPipelineError, match=r"^_metadata can't be read: Permission denied$"):
        Savepoint.of(path)


def test_damaged_metadata_is_refused(path):
    (path / "_metadata").write_bytes((path / "_metadata").read_bytes()[:50])
    with pytest.raises(SparkPipelineError, match=r"can't be read: .*_metadata, byte \d+"):
        Savepoint.of(path)


def test_a_uid_that_names_no_operator_is_said(path):
    there = f"there are {sample.UID}, source"
    assert f"--uid nope names no operator: {there}" in asked(path, "--uid", "nope").output
    assert "names no operator" not in asked(path, "--uid", sample.UID).output


def test_help_has_examples():
    shown = asked("--help").output
    assert "jarparity spark savepoint before --compare after --out differing.parquet --format json" in shown


def test_operators_are_called_by_uid_name_or_id(path, tmp_path):
    names = {each.id: each.name for each in savepoint_parts(path).operators}
    assert Savepoint.of(path).uids == {each: {"Source": "source"}.get(name, sample.UID) for each, name in names.items()}
    older = sample.write(tmp_path / "older", version=4)
    assert Savepoint.of(older).uids == {each: each for each in names}
    assert Savepoint.of(older, [sample.UID]).uids[ID] == sample.UID


def test_batches_have_the_columns(path):
    found = Savepoint.of(path)
    tables = [batch for part in found.parts.parts for batch in batches(part, found.uids)]
    assert all(batch.schema.names == [name for name, _ in ROWS.types] for batch in tables)
    rows = [row for batch in tables for row in batch.to_pylist()]
    assert len(rows) == 166
    (row,) = [row for row in rows if row["state"] == "total" and 'user_5"' in row["key"]]
    assert row == {
        "operator_id": ID,
        "operator": sample.UID,
        "subtask": 1,
        "key_group": 34,
        "state": "total",
        "kind": "value",
        "namespace": '{"type":"void-namespace","value":null}',
        "key": '{"type":"string","value":"user_5"}',
        "user_key": None,
        "value": '{"type":"long","value":"5"}',
        "bytes": 25,
    }
    pages = [row for row in rows if row["state"] == "pages"]
    assert {json.loads(row["user_key"])["type"] for row in pages} == {"string"}


def test_damage_says_where_and_what_shows_more(path):
    file = path / "part-2"
    file.write_bytes(file.read_bytes()[:-2] + b"\0\0")
    found = Savepoint.of(path)
    part = found.parts.parts[2]
    with pytest.raises(SparkPipelineError, match=r"part-2, byte \d+, key group \d+: .*`jarparity explain savepoint`"):
        list(batches(part, found.uids))


def test_a_file_that_an_executor_has_not_is_named(path):
    found = Savepoint.of(path)
    (path / "part-0").unlink()
    with pytest.raises(SparkPipelineError, match=r"part-0 can't be read: .*; put the savepoint where all executors"):
        list(batches(found.parts.parts[0], found.uids))


@pytest.mark.parametrize("is_savepoint", [True, False])
def test_timers_are_rows_with_their_time(tmp_path, is_savepoint):
    names = ("NEWEST_SAVEPOINT", "NEWEST_CHECKPOINT")
    name = names[not is_savepoint]
    data = bytes.fromhex(getattr(timer_streams, name))
    by_group = {str(50 + at): str(offset) for at, offset in enumerate(getattr(timer_streams, f"{name}_OFFSETS"))}
    sample.write_stream(tmp_path, data, by_group, 128, is_savepoint=is_savepoint)
    rows = [row for part in savepoint_parts(tmp_path).parts for row in part_rows(part)]
    timers = [(row.state, row.value) for row in rows if row.kind == "timers"]
    assert sorted(timers, key=repr) == sorted(
        [
            *(("_timer_state/event_timers", {"type": "long", "value": value}) for value in ("-1", "5", "1000")),
            ("_timer_state/processing_timers", {"type": "long", "value": "7"}),
        ],
        key=repr,
    )
    assert all(row.key == {"type": "string", "value": "user_1"} and row.user_key is None for row in rows)


STATE = {"operator_id": ID, "operator": "clicks", "state": "total", "kind": "value", "rows": 3, "bytes": 75}


def first(key, before, after):
    texts = [None if part is None else json.dumps(part) for part in ({"type": "string", "value": key}, before, after)]
    none = '{"type":"void-namespace","value":null}'
    return {"key": texts[0], "namespace": none, "user_key": None, "before": texts[1], "after": texts[2]}


COMPARED = {
    "operator_id": ID,
    "operator": "clicks",
    "state": "total",
    "missing": 1,
    "new": 0,
    "changed": 2,
    "same": 7,
    "first_missing": first("gone", LONG, None),
    "first_new": None,
    "first_changed": first("other", LONG, {"type": "long", "value": "6"}),
}
SAME = {**COMPARED, "missing": 0, "changed": 0, "first_missing": None, "first_changed": None}


def shown(outcome):
    document = outcome.document()
    Draft202012Validator(SCHEMA).validate(document.data)
    return as_text(document.blocks), document.data


def test_counts_by_state_are_shown():
    text, data = shown(Outcome("sp", None, "out", ["operator x, subtask 0: raw keyed state"], [STATE], 1.25))
    assert text.splitlines() == [
        "operator  state  kind   rows  bytes",
        "clicks    total  value     3   75 B",
        "",
        "Not read",
        "    operator x, subtask 0: raw keyed state",
        "",
        "rows: out (Parquet)",
        "sp: 3 rows, 75 B, in 1.2 s",
    ]
    assert data["states"] == [
        {"operatorId": ID, "operator": "clicks", "state": "total", "kind": "value", "rows": 3, "bytes": 75}
    ]


def test_what_differs_is_shown():
    outcome = Outcome("sp", "other", "out", [], [COMPARED], 1)
    assert outcome.differing == 3
    text, data = shown(outcome)
    assert "DIFFERS clicks, total: 1 missing, 0 new, 2 changed, 7 same" in text
    rows = [line.split() for line in text.splitlines()]
    assert ["missing", "gone", "5"] in rows
    assert ["changed", "other", "5", "6"] in rows
    assert "what differs: out (Parquet)" in text
    assert "sp and other: 10 entries, of which 3 differ, in 1.0 s" in text
    compared = data["comparison"]
    assert compared["agrees"] is False
    assert compared["states"][0]["first"]["missing"] == {
        "key": {"type": "string", "value": "gone"},
        "namespace": {"type": "void-namespace", "value": None},
        "userKey": None,
        "before": LONG,
        "after": None,
    }
    assert compared["states"][0]["first"]["new"] is None


def test_what_is_the_same_is_shown():
    outcome = Outcome("sp", "other", None, [], [SAME], 1)
    assert outcome.differing == 0
    text, data = shown(outcome)
    assert "same    clicks, total: 0 missing, 0 new, 0 changed, 7 same" in text
    assert data["comparison"]["agrees"] is True


@pytest.mark.parametrize("other", [None, "other"])
def test_nothing_is_no_success(other):
    text, _ = shown(Outcome("sp", other, None, [], [], 1))
    assert "nothing was read: there is no entry of keyed state" in text
