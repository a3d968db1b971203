"""The run: stages one after the other, tried again where Spark fails, and resumed where a run ended."""

import errno
from contextlib import contextmanager

import pytest
from quality.campaign.journal import JournalError
from quality.campaign.plan import Stage
from quality.campaign.reopening import Reopening
from quality.campaign.running import Outlook, StageFailedError, run

from jarparity.spark.errors import SparkPipelineError


class FakeSpark:
    """Does stages; fails, is interrupted or breaks before those that it is told."""

    def __init__(self, outcome, trouble=()):
        self.outcome, self.trouble, self.asked = outcome, dict(trouble), []

    def __call__(self, stage):
        self.asked.append(stage)
        errors = self.trouble.get(stage, [])
        if errors:
            raise errors.pop(0)
        return self.outcome(stage)


@pytest.fixture
def begun(journal, about):
    journal.begin(about)
    return journal


@pytest.fixture
def whole(plan, journal, about, outcome, tmp_path):
    """What an uninterrupted run finds."""
    other = type(journal)(tmp_path / "other")
    other.begin(about)
    return run(plan, other, FakeSpark(outcome), 1, [].append)


def test_every_stage_is_asked_once_and_kept(plan, journal, about, outcome, whole):
    journal.begin(about)
    spark, said = FakeSpark(outcome), []
    found = run(plan, journal, spark, 1, said.append)
    assert found == whole == journal.outcomes()
    assert len(spark.asked) == len(set(spark.asked)) == 5
    assert said[0] == "keys 0: 1,000 compared, 0 differ, 2.0 s (some)"
    assert said[-1] == "  stage 5 of about 5, 100.0% done"


@pytest.mark.parametrize("number", range(5))
def test_a_run_that_is_stopped_anywhere_goes_on_from_there(plan, begun, outcome, whole, number):
    journal = begun
    stopped_at = sorted(whole, key=list(whole).index)[number]
    first = FakeSpark(outcome, {stopped_at: [KeyboardInterrupt()]})
    with pytest.raises(KeyboardInterrupt):
        run(plan, journal, first, 1, [].append)
    second = FakeSpark(outcome)
    assert run(plan, journal, second, 1, [].append) == whole
    assert second.asked[0] == stopped_at
    assert len(first.asked) + len(second.asked) == 5 + 1
    assert run(plan, journal, FakeSpark(outcome, {stage: [KeyError()] for stage in whole}), 1, [].append) == whole


def test_a_stage_whose_file_is_half_is_done_again_and_the_others_not(plan, journal, about, outcome, whole):
    journal.begin(about)
    run(plan, journal, FakeSpark(outcome), 1, [].append)
    path = journal.folder / "groups-00001.json"
    path.write_text(path.read_text()[:40])
    spark = FakeSpark(outcome)
    assert run(plan, journal, spark, 1, [].append) == whole
    assert spark.asked == [Stage("groups", 1)]


def test_a_stage_that_fails_in_spark_is_tried_again_and_counts_once(plan, journal, about, outcome, whole):
    journal.begin(about)
    lost = {Stage("groups", 1): [SparkPipelineError("lost a worker"), SparkPipelineError("lost another")]}
    said = []
    found = run(plan, journal, FakeSpark(outcome, lost), 3, said.append)
    assert said[4:6] == [
        "groups 1: attempt 1 of 3 failed: lost a worker",
        "groups 1: attempt 2 of 3 failed: lost another",
    ]
    assert {stage: one.compared for stage, one in found.items()} == {
        stage: one.compared for stage, one in whole.items()
    }
    assert journal.outcomes()[Stage("groups", 1)].attempts == 3


def test_a_stage_that_fails_again_and_again_ends_the_run_and_says_how_to_resume(plan, journal, about, outcome):
    journal.begin(about)
    spark = FakeSpark(outcome, {Stage("groups", 1): [SparkPipelineError("no disk")] * 3})
    with pytest.raises(
        StageFailedError, match=r"groups 1 failed 3 times, at last: no disk\n.*start the campaign again"
    ):
        run(plan, journal, spark, 3, [].append)
    assert journal.outcomes().keys() == {Stage("keys", 0), Stage("groups", 0)}


def test_an_error_that_is_not_sparks_is_not_tried_again(plan, journal, about, outcome):
    journal.begin(about)
    spark = FakeSpark(outcome, {Stage("keys", 0): [KeyError("ours")]})
    with pytest.raises(KeyError):
        run(plan, journal, spark, 3, [].append)
    assert len(spark.asked) == 1


def test_a_full_disk_ends_the_run_with_what_was_kept(plan, begun, outcome, whole, monkeypatch):
    journal = begun
    write_bytes = type(journal.folder).write_bytes

    def full(self, content):
        if "groups-00001" in self.name:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write_bytes(self, content)

    monkeypatch.setattr(type(journal.folder), "write_bytes", full)
    with pytest.raises(JournalError, match="No space left on device"):
        run(plan, journal, FakeSpark(outcome), 3, [].append)
    monkeypatch.undo()
    spark = FakeSpark(outcome)
    assert run(plan, journal, spark, 3, [].append) == whole
    assert spark.asked[0] == Stage("groups", 1)


def test_a_stage_that_compares_nothing_is_an_error(plan, journal, about, outcome):
    journal.begin(about)

    def nothing(stage):
        return type(outcome(stage))(*stage, "nothing", {}, {}, (), 1.0)

    with pytest.raises(StageFailedError, match="keys 0 compared nothing"):
        run(plan, journal, nothing, 3, [].append)
    assert journal.outcomes() == {}


def test_a_difference_is_said_and_the_run_goes_on(plan, journal, about, outcome):
    journal.begin(about)
    said = []
    found = run(plan, journal, lambda stage: outcome(stage, differs=stage.kind == "groups"), 1, said.append)
    assert len(found) == 5
    assert "groups 0: 10 compared, 1 FAILED, 2.0 s (some)" in said


def test_the_outlook_tells_from_what_is_done(plan, outcome):
    first = {stage: outcome(stage) for stage in (Stage("keys", 0),)}
    assert str(Outlook.of(plan, first)) == "stage 1, 0.0% done"
    both = {**first, Stage("groups", 0): outcome(Stage("groups", 0))}
    # A stage of keys of 2 s, and 15 groups at 5 a second.
    assert Outlook.of(plan, both) == Outlook(0.4, 2, 5, 2.0 + 3.0)


def test_a_session_that_failed_gives_way_to_a_new_one(plan, begun, outcome, whole):
    sessions = []
    trouble = {Stage("groups", 0): [SparkPipelineError("the JVM is gone")]}

    @contextmanager
    def opened():
        sessions.append("open")
        try:
            yield FakeSpark(outcome, trouble)
        finally:
            sessions.append("closed")

    with Reopening(opened) as ask:
        assert sessions == []
        run(plan, begun, ask, 2, [].append)
    assert sessions == ["open", "closed"] * 2
    assert begun.outcomes().keys() == whole.keys()
