"""Results read back, and their forms for CI and for other programs."""

import json
import os
import pty
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest
import sample_results
from sample_results import MARKUP, results

from jarparity.report.formats import BYTES, FORMATS, badge, cells, markdown, rendered
from jarparity.report.junit import junit
from jarparity.report.page.page import page
from jarparity.report.results import Result, ResultError, Status, all_lines, all_operations, read


@pytest.fixture
def both(tmp_path):
    return results(tmp_path, sample_results.good(), sample_results.bad())


@pytest.mark.parametrize(
    ("counts", "grade", "status"),
    [
        ({"agrees": 2}, None, "agrees"),
        ({"agrees": 2, "skipped": 1}, None, "partly"),
        ({"skipped": 1}, None, "skipped"),
        ({"agrees": 2, "known": 1}, None, "known"),
        ({"agrees": 2, "differs": 1, "known": 1}, None, "differs"),
        ({"agrees": 2, "errored": 1}, None, "errored"),
        ({"differs": 2, "errored": 1}, "valid", "differs"),
        ({"agrees": 2, "differs": 1}, "wrong", "differs"),
        ({"agrees": 2, "differs": 1}, "valid", "valid"),
        ({"agrees": 2, "differs": 1}, "equivalent", "equivalent"),
        ({"agrees": 0}, None, None),
    ],
)
def test_an_operations_status_is_its_worst_count(counts, grade, status):
    assert Status.of(counts, grade) is (Status(status) if status else None)


def test_operations_stand_in_the_catalogues_order_and_lines_in_theirs(both):
    assert all_operations(both) == [
        "java.string.hash",
        "flink.math.murmur-hash",
        "kafka.assignor.range",
        "kafka.assignor.sticky",
    ]
    assert all_lines(both)[-3:] == ["java 17", "kafka-clients 2.8.2", "kafka-clients 4.4.0"]


def test_results_of_one_port_are_told_apart(tmp_path):
    other = sample_results.good() | {"reference": "jpype"}
    found = results(tmp_path, sample_results.good(), other, sample_results.bad(), other)
    assert [r.label for r in found] == [
        "good-port 1.0 (golden)",
        "good-port 1.0 (jpype) #1",
        "bad-port 1.0",
        "good-port 1.0 (jpype) #2",
    ]


def test_a_stream_is_read_by_its_last_line(tmp_path):
    path = tmp_path / "run.ndjson"
    path.write_text('{"verdict": "agrees"}\n' + json.dumps(sample_results.bad()) + "\n")
    (found,) = read([path])
    assert found.label == "bad-port 1.0"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "not a jarparity result file"),
        ("[" * 100_000, "not a jarparity result file"),
        ("[]", "schema: None in place of 'jarparity-report-1'"),
        ('{"schema": "jarparity-live-1"}', "schema: 'jarparity-live-1' in place of"),
        ('{"verdict": "agrees"}\n{"verdict": "agrees"}\n', "wrote to its end"),
        (json.dumps(sample_results.good() | {"seed": "x"}), "seed: 'x' is not of type 'integer'; run"),
    ],
)
def test_what_is_no_result_is_refused(content, message, tmp_path):
    path = tmp_path / "broken.json"
    path.write_text(content)
    with pytest.raises(ResultError, match=r"broken\.json") as caught:
        read([path])
    assert message in str(caught.value)


def test_what_is_no_text_is_refused(tmp_path):
    (tmp_path / "x").write_bytes(b"\xff")
    with pytest.raises(ResultError, match="is not UTF-8"):
        read([tmp_path / "x"])


def test_markdown(both):
    shown = markdown(both, "Ports")
    assert shown.startswith(
        """\
# Ports

| port | operations | inputs | compared with | exit |
|---|---|---:|---|---:|
| good-port 1.0 | ≈ 1 known, ◐ 1 partly, ✓ 2 agrees | 43 | golden | 0 |
| bad-port 1.0 | ✗ 2 differs, &#33; 1 errored, \u2013 1 skipped | 6 | golden | 1 |

| operation | good-port 1.0 | bad-port 1.0 |
|---|---|---|
| java.string.hash | ◐ 1 partly | &#33; 1 errored |
| flink.math.murmur-hash | ✓ 120 agrees | ✗ 4 differs |
| kafka.assignor.range | ✓ 2 agrees | ✗ 1 differs |
| kafka.assignor.sticky | ≈ 2 known | \u2013 1 skipped |
"""
    )
    assert '\n  input      {"value":1}\n  port       2079408170\n  original   68075478\n' in shown
    assert "reproduce  jarparity check --operation flink.math.murmur-hash --reference golden --case value/1" in shown


def test_markdown_of_nothing_wrong_says_so(tmp_path):
    agreeing = results(
        tmp_path,
        sample_results.checked(
            "fine",
            sample_results.Agrees(sample_results.hash_case(1), sample_results.FLINK, "golden", sample_results.Value(1)),
        ),
    )
    assert "Nothing that was compared differs." in markdown(agreeing, "x")


def test_markup_in_words_do_nothing_in_markdown(tmp_path):
    shown = markdown(results(tmp_path, sample_results.markup()), MARKUP)
    outside, fenced, *_ = shown.split("\n````")[0], shown
    rows = [line for line in outside.splitlines() if line.startswith(("|", "#"))]
    assert all("<" not in row and "`" not in row for row in rows)
    assert [row.count("|") for row in rows if row.startswith("|")][:3] == [6, 6, 6]
    # The port's own back quotes don't end the block.
    assert fenced.count("```") == 2


def test_markdown_stays_below_the_limit(tmp_path):
    many = sample_results.big(ports=4, operations=60, failures=1)
    for result in many:
        for row in result["failures"]:
            row["reproduce"] = "x" * 5000
    shown = markdown(results(tmp_path, *many), "x")
    assert BYTES - 10_000 < len(shown.encode()) < BYTES + 1000
    assert "more failing operations are not shown" in shown


def test_a_line_of_ndjson_for_every_cell(both):
    rows = [json.loads(line) for line in cells(both).splitlines()]
    assert len(rows) == 16
    assert rows[1] == {
        "port": "bad-port",
        "version": "1.0",
        "reference": "golden",
        "operation": "java.string.hash",
        "line": "java 17",
        "status": "errored",
        "agrees": 0,
        "differs": 0,
        "errored": 1,
        "skipped": 0,
        "known": 0,
    }


def test_a_valid_port_is_yellow_and_its_lost_grades_have_cases(tmp_path):
    (found,) = results(tmp_path, sample_results.valid())
    assert found.document["exit"] == 0
    assert found.statuses == {"kafka.assignor.sticky": Status.VALID}
    assert json.loads(badge([found]))["color"] == "yellow"
    rows = found.failures("kafka.assignor.sticky")
    assert [(row["id"], row["lost"]) for row in rows] == [("three", ["equivalent"]), ("two", ["exact"])]
    assert "&#126; 3 valid" in markdown([found], "x")
    assert 'failures="0"' in junit([found])
    strict = Result("strict", found.document | {"requiredGrade": "equivalent"})
    assert 'failures="1"' in junit([strict])


def test_lost_grades_are_shown_though_the_document_has_other_failures(tmp_path):
    document = sample_results.valid()
    (two,) = (row for row in document["failures"] if row["id"] == "two")
    document["failures"] = [two | {"cases": 2}, two]
    (found,) = results(tmp_path, document)
    assert [row["id"] for row in found.failures("kafka.assignor.sticky")] == ["two", "three", "two"]


def test_junit_has_a_suite_for_every_operation_of_every_port(both):
    root = ET.fromstring(junit(both))  # noqa: S314 - our own
    suites = {suite.get("name"): suite for suite in root}
    assert len(suites) == 8
    assert [suites["good-port 1.0: flink.math.murmur-hash"].get(name) for name in ("failures", "errors")] == ["0", "0"]
    assert suites["bad-port 1.0: java.string.hash"].get("errors") == "1"
    assert suites["bad-port 1.0: kafka.assignor.sticky"].find("testcase/skipped").get("message") == "not ported"
    failure = suites["bad-port 1.0: flink.math.murmur-hash"].find("testcase/failure")
    assert failure.get("message") == "DIFFERS flink.math.murmur-hash [value/1]"
    assert "port       2079408170" in failure.text
    assert "DIFFERS flink.math.murmur-hash [value/7]\n" in failure.text
    assert "port       ArithmeticException: / by zero" in failure.text


@pytest.mark.parametrize(
    ("code", "why"), [(2, "the run was interrupted"), (3, "the kit failed"), (5, "nothing was compared")]
)
def test_a_run_that_did_not_come_to_its_end_is_red_in_junit_and_said_in_the_summary(tmp_path, code, why):
    found = results(tmp_path, sample_results.good() | {"exit": code})
    assert why in markdown(found, "x").replace("&#58;", ":")
    (error,) = ET.fromstring(junit(found)).iter("error")  # noqa: S314 - our own
    assert why in error.get("message")
    assert "<error" not in junit(results(tmp_path, sample_results.good()))


def test_a_port_that_differs_and_breaks_shows_both_everywhere(tmp_path):
    (found,) = results(tmp_path, sample_results.bad())
    row = next(row for row in found.document["failures"] if row["operation"] == sample_results.MURMUR)
    broke = {name: value for name, value in row.items() if name not in {"expected", "got", "tags", "grade"}}
    found.document["failures"].append(broke | {"verdict": "errored", "id": "broke", "reason": "crashed", "detail": ""})
    rows = found.failures(sample_results.MURMUR)
    assert [row["verdict"] for row in rows[:3]] == ["differs", "differs", "errored"]
    for shown in (markdown([found], "t"), junit([found])):
        assert f"DIFFERS {sample_results.MURMUR} " in shown
        assert f"ERRORED {sample_results.MURMUR} [broke]" in shown


def test_a_stale_divergence_is_said(tmp_path):
    entry = {"divergence": "late|", "operation": "java.string.hash", "inside": 3, "failed": 0, "issue": "https://x/1"}
    document = sample_results.good() | {"exit": 1, "divergences": [entry | {"problem": "it no longer fails"}]}
    found = results(tmp_path, document)
    assert "good-port 1.0&#58; known divergence late&#124;&#58; it no longer fails\n" in markdown(found, "x")
    assert "known divergence late|: it no longer fails" in page(found)
    assert json.loads(badge(found))["color"] == "red"


def test_badges(tmp_path, both):
    def shown(*documents):
        found = json.loads(badge(results(tmp_path, *documents)))
        assert (found.pop("schemaVersion"), found.pop("label")) == (1, "jarparity")
        return found["message"], found["color"]

    assert shown(sample_results.bad()) == ("0 of 3 operations agree", "red")
    assert shown(sample_results.good()) == ("3 of 4 operations agree, 1 in part", "yellow")
    assert shown(sample_results.good(), sample_results.bad()) == ("3 of 7 operations agree, 1 in part", "red")
    fine = [sample_results.Agrees(sample_results.hash_case(1), sample_results.FLINK, "golden", sample_results.Value(1))]
    assert shown(sample_results.checked("fine", *fine)) == ("1 of 1 operation agree", "brightgreen")
    declined = sample_results.Skipped(sample_results.hash_case(2), sample_results.FLINK, "golden", "not ported")
    assert shown(sample_results.checked("partly", *fine, declined)) == ("1 of 1 operation agree, 1 in part", "yellow")
    assert shown(sample_results.checked("fine", *fine, interrupted=True)) == (
        "1 of 1 operation agree, not finished",
        "red",
    )
    assert shown(sample_results.checked("empty")) == ("nothing compared", "lightgrey")


@pytest.mark.parametrize("name", FORMATS)
def test_every_form_can_be_written_whatever_the_port_says(name, tmp_path):
    markup = results(tmp_path, sample_results.markup())
    assert rendered(name, markup).encode("utf-8", "backslashreplace")


def report(*arguments, cwd):
    command = [sys.executable, "-m", "jarparity", "report", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, check=False)


def test_the_command_writes_whole_files(tmp_path):
    (tmp_path / "bad.json").write_text(json.dumps(sample_results.bad()))
    shown = report("bad.json", "--output", "made/index.html", "--title", "My port", cwd=tmp_path)
    assert (shown.returncode, shown.stdout, shown.stderr) == (0, b"", b"wrote made/index.html\n")
    assert [p.name for p in (tmp_path / "made").iterdir()] == ["index.html"]
    assert "<title>My port</title>" in (tmp_path / "made" / "index.html").read_text()


def test_a_page_is_not_printed_on_a_terminal(tmp_path):
    (tmp_path / "bad.json").write_text(json.dumps(sample_results.bad()))
    master, terminal = pty.openpty()
    command = [sys.executable, "-m", "jarparity", "report", "bad.json"]
    done = subprocess.run(command, cwd=tmp_path, stdout=terminal, stderr=subprocess.PIPE, text=True, check=False)
    os.close(terminal)
    os.close(master)
    assert done.returncode == 4
    assert "Error: the page is for a browser: write it by --output FILE, or take --format markdown" in done.stderr


def test_the_command_names_the_file_that_is_wrong(tmp_path):
    (tmp_path / "bad.json").write_text("{}")
    shown = report("bad.json", cwd=tmp_path)
    assert shown.returncode == 4
    assert shown.stdout == b""
    assert shown.stderr.decode().startswith("Error: bad.json: schema: None in place of 'jarparity-report-1'; give a")


def test_a_heading_where_there_is_none_is_refused(tmp_path):
    (tmp_path / "bad.json").write_text(json.dumps(sample_results.bad()))
    shown = report("bad.json", "--format", "badge", "--title", "x", cwd=tmp_path)
    assert shown.returncode == 4
    assert b"--title: badge has no heading" in shown.stderr
