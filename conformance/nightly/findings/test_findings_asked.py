"""The findings' runner on real releases: a record that is wrong in either direction is red, and names the release."""

from __future__ import annotations

import json
import shutil

import pytest
from click.testing import CliRunner
from findings import frequencies, pages
from findings.__main__ import main
from findings.declared import HERE
from findings.records import EXPECTED

NAME = "kafka-subscribed-to-nothing"
OLDER, NEWEST = "kafka-clients 2.5.0", "kafka-clients 4.4.0"


@pytest.fixture
def run(tmp_path):
    shutil.copytree(HERE / NAME, tmp_path / "findings" / NAME)
    shutil.copytree(pages.PAGES, tmp_path / "pages")
    index = tmp_path / "pages" / pages.INDEX
    index.write_text("<!-- index: begin -->\n<!-- index: end -->\n", encoding="utf-8")

    def run(*arguments):
        folders = ["--folder", str(tmp_path / "findings"), "--pages", str(tmp_path / "pages")]
        return CliRunner().invoke(main, [*folders, "--release", OLDER, "--release", NEWEST, *arguments])

    run.record = tmp_path / "findings" / NAME / EXPECTED
    return run


def test_the_record_is_what_the_releases_say(run):
    assert run("--record").exit_code == 0
    assert run.record.read_text("utf-8") == (HERE / NAME / EXPECTED).read_text("utf-8")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (OLDER, "the fault is gone, and was recorded"),
        (NEWEST, "has the fault, and was recorded without it"),
    ],
)
def test_a_wrong_record_is_red_and_names_the_release(run, wrong, told):
    document = json.loads(run.record.read_text("utf-8"))
    for answer in document["answers"]:
        if wrong in answer["releases"]:
            answer["faulty"] = not answer["faulty"]
    run.record.write_text(json.dumps(document), encoding="utf-8")
    found = run()
    assert found.exit_code == 1
    assert f"FAILED {NAME}: {wrong}: {told}" in found.output


def test_a_history_that_never_ended_never_ends_again():
    counted = frequencies.read()
    met = max((count for count in counted.counts if count.first is not None), key=lambda count: count.endless)
    (again,) = frequencies.ask(met.first, 1, met)
    assert (again.kind, again.histories, again.endless) == (met.kind, 1, 1)
    (other,) = frequencies.ask(met.first + 1, 1, met)
    assert (other.histories, other.endless) == (1, 0)
