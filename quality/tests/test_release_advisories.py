"""The step `audit` on a copy of an advisory database: what it finds, what it can't tell, and how long a copy keeps."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from quality.release import advisories, auditing, locking
from quality.release.locking import Pin
from release_faults import failing

DIGEST = "0" * 64


def pin(version, name="py-thing"):
    return Pin(name, version, "", (DIGEST,))


def advisory(*, modified="2026-01-31T12:00:00Z", ecosystem="PyPI", name="Py.Thing", **says):
    about = {"package": {"ecosystem": ecosystem, "name": name}} | says
    return {"id": "PYSEC-1", "aliases": ["CVE-1"], "modified": modified, "affected": [about]}


def ranged(*events, kind="ECOSYSTEM"):
    return {"ranges": [{"type": kind, "events": [dict([event]) for event in events]}]}


def judged(folder, version, document):
    (folder / "a").mkdir(exist_ok=True)
    (folder / "a" / "PYSEC-1.json").write_text(json.dumps(document))
    return advisories.read(folder).judge([pin(version)])


MENDED = ranged(("introduced", "1.2"), ("fixed", "1.10"))
TWICE = ranged(("introduced", "0"), ("fixed", "1.1"), ("introduced", "2.0"), ("fixed", "2.1"))
LAST = ranged(("introduced", "0"), ("last_affected", "1.4"))


@pytest.mark.parametrize(
    ("version", "says", "affected"),
    [
        ("1.2", MENDED, True),
        ("1.9", MENDED, True),
        ("1.10", MENDED, False),
        ("1.10rc1", MENDED, True),
        ("1.1", MENDED, False),
        ("0.1", TWICE, True),
        ("1.1", TWICE, False),
        ("2.0.post1", TWICE, True),
        ("2.1", TWICE, False),
        ("1.4", LAST, True),
        ("1.4.1", LAST, False),
        ("9", ranged(("introduced", "0")), True),
        ("1.5", ranged(("fixed", "1.10"), ("introduced", "1.2")), True),
        ("1.5.0", {"versions": ["0.1-old", "1.5"]}, True),
        ("1.6", {"versions": ["0.1-old", "1.5"]}, False),
        ("1.6", {"versions": ["1.5"]} | ranged(("introduced", "abc"), kind="GIT"), False),
    ],
)
def test_a_version_is_affected_as_the_format_says(tmp_path, version, says, affected):
    vulnerable, untold = judged(tmp_path, version, advisory(**says))
    assert not untold
    assert bool(vulnerable) == affected
    assert all(one.startswith(f"py-thing {version}: PYSEC-1 (CVE-1), mended in ") for one in vulnerable)


@pytest.mark.parametrize(
    ("says", "reason"),
    [
        ({}, "names neither versions nor a range"),
        (ranged(("introduced", "abc"), kind="GIT"), "names neither versions nor a range"),
        (ranged(("introduced", "zero")), "has a range that can't be read"),
        (ranged(("introduced", "0"), ("limit", "2")), "has an event that is not understood: limit"),
    ],
)
def test_what_an_advisory_leaves_open_is_never_clean(tmp_path, says, reason):
    vulnerable, [untold] = judged(tmp_path, "1.0", advisory(**says))
    assert not vulnerable
    assert reason in untold


def test_advisories_of_other_ecosystems_and_withdrawn_ones_say_nothing(tmp_path):
    (tmp_path / "b.json").write_text(json.dumps(advisory(name="other", versions=["1"])))
    assert judged(tmp_path, "1.5", advisory(ecosystem="npm", **MENDED)) == ([], [])
    assert judged(tmp_path, "1.5", advisory(**MENDED) | {"withdrawn": "2026-02-01T00:00:00Z"}) == ([], [])


def test_versions_of_a_yaml_file_are_texts(tmp_path):
    text = "id: PYSEC-1\nmodified: 2026-01-31T12:00:00Z\naffected:\n- package: {ecosystem: PyPI, name: py_thing}\n"
    (tmp_path / "a.yaml").write_text(f"{text}  versions:\n  - 1.10\n")
    copy = advisories.read(tmp_path)
    assert copy.as_of == datetime(2026, 1, 31, 12, tzinfo=UTC)
    assert copy.judge([pin("1.1")]) == ([], [])
    assert copy.judge([pin("1.10")]) == (["py-thing 1.10: PYSEC-1, mended in none yet"], [])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", "{"),
        ("a.json", "[]"),
        ("a.json", '{"id": "PYSEC-1"}'),
        ("a.json", '{"id": "PYSEC-1", "modified": "yesterday"}'),
        ("a.yaml", "id: ]"),
        ("a.yaml", ""),
    ],
)
def test_a_file_that_is_no_advisory_is_a_fault(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    assert f"{tmp_path / name} is no advisory in OSV's format: " in failing(advisories.read, tmp_path)


def test_a_folder_without_advisories_is_a_fault(tmp_path):
    (tmp_path / "README.md").write_text("all clean")
    assert "has no advisories about PyPI" in failing(advisories.read, tmp_path)


@pytest.fixture
def audited(desk, tmp_path):
    """A desk whose lock has one pin, and a folder for advisories of a given age; no service is asked."""
    desk.root, desk.advisories = tmp_path, tmp_path / "advisories"
    for name in ("locks", "advisories"):
        (tmp_path / name).mkdir()
    (tmp_path / locking.ALL).write_text(f"{pin('1.10').requirement}\n")

    def of(age, **says):
        modified = (datetime.now(UTC) - timedelta(days=age)).isoformat()
        (desk.advisories / "a.json").write_text(json.dumps(advisory(modified=modified, **says)))
        return modified[:10]

    desk.tool = None
    return of


def test_a_fresh_copy_answers(desk, audited):
    day = audited(29, **MENDED)
    done = auditing.audit(desk)
    assert done.open is None
    assert done.said == f"no vulnerability in 1 pinned distributions by 1 advisories as of {day}, 1 of them about these"


@pytest.mark.parametrize("offline", [False, True])
def test_an_old_copy_is_red_and_open_only_offline(desk, audited, offline):
    day = audited(31, **MENDED)
    desk.offline = offline
    said = auditing.audit(desk).open if offline else failing(auditing.audit, desk)
    assert f"the advisories are of {day}: " in said


@pytest.mark.parametrize("age", [0, 1000])
def test_what_a_copy_knows_against_a_pin_is_red_however_old_it_is(desk, audited, age):
    audited(age, **LAST | {"versions": ["1.10"]})
    desk.offline = True
    assert "py-thing 1.10: PYSEC-1 (CVE-1), mended in none yet" in failing(auditing.audit, desk)


def test_what_a_fresh_copy_cannot_tell_is_open(desk, audited):
    audited(0)
    desk.offline = True
    assert "names neither versions" in auditing.audit(desk).open
