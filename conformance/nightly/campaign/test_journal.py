"""The journal: what was written whole is there, what was not is still to do, and nothing counts twice."""

import errno
import json
import subprocess
import sys
from dataclasses import replace

import pytest
from quality.campaign.journal import Journal, JournalError
from quality.campaign.plan import Stage

KEYS = Stage("keys", 0)


def test_what_was_kept_comes_back(journal, about, outcome):
    journal.begin(about)
    failure = {
        "operation": "o",
        "releases": ["r 1"],
        "input": {"a": "\ud800"},
        "original": {"value": 1},
        "port": {"value": 2},
    }
    kept = outcome(KEYS, differs=1, failures=[failure])
    journal.add(kept)
    assert Journal(journal.folder).outcomes() == {KEYS: kept}
    assert (kept.compared, kept.red) == (1000, 1)


def test_half_a_file_is_of_a_stage_that_is_missing(journal, about, outcome):
    journal.begin(about)
    journal.add(outcome(KEYS))
    path = journal.folder / "keys-00000.json"
    text = path.read_text()
    for length in (0, 1, len(text) // 2, len(text) - 2):
        path.write_text(text[:length])
        assert journal.outcomes() == {}
    journal.add(outcome(KEYS))
    assert journal.outcomes().keys() == {KEYS}


def test_a_stage_that_is_there_twice_is_refused(journal, about, outcome):
    journal.begin(about)
    journal.add(outcome(KEYS))
    with pytest.raises(JournalError, match="stage keys 0 is done already: it would count twice"):
        journal.add(outcome(KEYS))
    (journal.folder / "keys-00001.json").write_bytes((journal.folder / "keys-00000.json").read_bytes())
    with pytest.raises(
        JournalError, match=r"keys-00001\.json is about stage keys 0, which would count twice: remove it"
    ):
        journal.outcomes()


def test_a_file_of_another_form_is_named(journal, about):
    journal.begin(about)
    (journal.folder / "keys-00000.json").write_text('{"kind": "keys"}')
    with pytest.raises(JournalError, match=r"keys-00000\.json is damaged .*: remove it, and its stage is done again"):
        journal.outcomes()


@pytest.mark.parametrize(
    ("field", "value", "fix"),
    [
        ("seed", 8, r"another seed: 7, not 8; give --seed 7 to go on with it, or name another --folder"),
        ("scale", 0.5, r"another scale: 1\.0, not 0\.5; give --scale 1\.0 to go on"),
        ("port", "my:PORT", r"another port: copartition\.port:PORT, not my:PORT; give --port copartition\.port:PORT"),
        ("plan", {"kinds": []}, r"another plan; go back to the plan\.toml of that time"),
        ("code", "beef", r"another code: c0de, not beef; check out 1f to go on with it, or name another --folder"),
        ("versions", {"Python": "3.14.0"}, r"another versions: Python 3\.13\.1, not Python 3\.14\.0; install those"),
    ],
)
def test_a_journal_of_another_campaign_is_refused_with_the_fix(journal, about, field, value, fix):
    journal.begin(about)
    journal.begin(about)
    with pytest.raises(JournalError, match=fix):
        journal.begin({**about, field: value})


def test_another_commit_with_the_same_code_goes_on(journal, about):
    journal.begin(about)
    journal.begin({**about, "commit": "2f"})
    assert journal.about()["commit"] == "1f"


@pytest.mark.parametrize("text", ["{", "[]", '{"schema": "jarparity-check-1"}'])
def test_a_folder_of_something_else_is_refused(journal, about, text):
    journal.folder.mkdir()
    (journal.folder / "campaign.json").write_text(text)
    with pytest.raises(JournalError, match="name another --folder"):
        journal.begin(about)


def test_a_full_disk_is_an_error_that_loses_nothing(journal, about, outcome, monkeypatch):
    journal.begin(about)
    journal.add(outcome(KEYS))
    before = {path.name: path.read_bytes() for path in journal.folder.iterdir()}

    def full(self, content):
        with self.open("wb") as file:
            file.write(content[:10])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(type(journal.folder), "write_bytes", full)
    with pytest.raises(
        JournalError, match=r"can't be written \(No space left on device\): what was written before is whole"
    ):
        journal.add(outcome(Stage("keys", 1)))
    monkeypatch.undo()
    assert {path.name: path.read_bytes() for path in journal.folder.iterdir()} == before
    journal.add(outcome(Stage("keys", 1)))
    assert len(journal.outcomes()) == 2


def test_two_processes_never_share_a_journal(journal, about):
    program = (
        "import pathlib, sys\nfrom quality.campaign.journal import Journal, JournalError\n"
        "try:\n    with Journal(pathlib.Path(sys.argv[1])).alone():\n        print('alone')\n"
        "except JournalError as error:\n    print(error)\n"
    )

    def other():
        return subprocess.run(
            [sys.executable, "-c", program, str(journal.folder)], capture_output=True, text=True, check=True
        ).stdout

    with journal.alone():
        journal.begin(about)
        assert "another campaign is at work in" in other()
    assert other() == "alone\n"


def test_an_error_of_the_work_is_not_one_of_the_journal(journal):
    with pytest.raises(OSError, match=r"^the work$"), journal.alone():
        raise OSError("the work")


def test_a_file_is_json_that_others_can_read(journal, about, outcome):
    journal.begin(about)
    journal.add(replace(outcome(KEYS), attempts=2))
    document = json.loads((journal.folder / "keys-00000.json").read_text())
    assert (document["kind"], document["number"], document["attempts"]) == ("keys", 0, 2)
