"""The step `audit`: what a service or a copy of a database finds, what neither can tell, and how long a copy keeps."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from quality.programs import Ran
from quality.release import advisories, auditing, locking
from quality.release.locking import Pin

PIN = Pin("py-thing", "1.10", "", ("0" * 64,))


def advisory(*, modified="2026-01-31T12:00:00Z", ecosystem="PyPI", name="Py.Thing", **affected):
    about = {"package": {"ecosystem": ecosystem, "name": name}} | affected
    return {"id": "PYSEC-1", "aliases": ["CVE-1"], "modified": modified, "affected": [about]}


def ranged(*events, kind="ECOSYSTEM"):
    return {"ranges": [{"type": kind, "events": [dict([event]) for event in events]}]}


def judged(folder, version, document):
    (folder / "a").mkdir(exist_ok=True)
    (folder / "a" / "PYSEC-1.json").write_text(json.dumps(document))
    return advisories.read(folder).judge([Pin(PIN.name, version, "", PIN.digests)])


FIXED = ranged(("introduced", "1.2"), ("fixed", "1.10"))
TWICE = ranged(("introduced", "0"), ("fixed", "1.1"), ("introduced", "2.0"), ("fixed", "2.1"))
LAST = ranged(("introduced", "0"), ("last_affected", "1.4"))
LISTED = {"versions": ["0.1-old", "1.5"]}


@pytest.mark.parametrize(
    ("affected", "versions", "others"),
    [
        (FIXED, ("1.2", "1.9", "1.10rc1"), ("1.1", "1.10")),
        (TWICE, ("0.1", "2.0.post1"), ("1.1", "2.1")),
        (LAST, ("1.4",), ("1.4.1",)),
        (ranged(("fixed", "1.10"), ("introduced", "1.2")), ("1.5",), ()),
        (LISTED, ("1.5.0",), ("1.6",)),
        (LISTED | ranged(("introduced", "abc"), kind="GIT"), (), ("1.6",)),
    ],
)
def test_affected_versions(tmp_path, affected, versions, others):
    for version in versions:
        (vulnerable,), unclear = judged(tmp_path, version, advisory(**affected))
        assert vulnerable.startswith(f"py-thing {version}: PYSEC-1 (CVE-1), fixed in ")
        assert not unclear
    for version in others:
        assert judged(tmp_path, version, advisory(**affected)) == ([], [])


@pytest.mark.parametrize(
    ("affected", "reason"),
    [
        ({}, "names neither versions nor a range"),
        (ranged(("introduced", "abc"), kind="GIT"), "names neither versions nor a range"),
        (ranged(("introduced", "zero")), "has a range that can't be read"),
        (ranged(("introduced", "0"), ("limit", "2")), "has an event that is not understood: limit"),
    ],
)
def test_unclear_advisories_are_never_clean(tmp_path, affected, reason):
    vulnerable, [unclear] = judged(tmp_path, "1.0", advisory(**affected))
    assert not vulnerable
    assert reason in unclear


def test_other_ecosystems_and_withdrawn_advisories_do_not_count(tmp_path):
    (tmp_path / "b.json").write_text(json.dumps(advisory(name="other", versions=["1"])))
    assert judged(tmp_path, "1.5", advisory(ecosystem="npm", **FIXED)) == ([], [])
    assert judged(tmp_path, "1.5", advisory(**FIXED) | {"withdrawn": "2026-02-01T00:00:00Z"}) == ([], [])


def test_versions_in_yaml_are_texts(tmp_path):
    text = "id: PYSEC-1\nmodified: 2026-01-31T12:00:00Z\naffected:\n- package: {ecosystem: PyPI, name: py_thing}\n"
    (tmp_path / "a.yaml").write_text(f"{text}  versions:\n  - 1.1\n")
    copy = advisories.read(tmp_path)
    assert copy.as_of == datetime(2026, 1, 31, 12, tzinfo=UTC)
    assert copy.judge([PIN]) == ([], [])


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("a.json", "{", "isn't an advisory in OSV's format: "),
        ("a.json", "[]", "isn't an advisory in OSV's format: "),
        ("a.json", '{"id": "PYSEC-1", "modified": "yesterday"}', "isn't an advisory in OSV's format: "),
        ("a.yaml", "id: ]", "isn't an advisory in OSV's format: "),
        ("README.md", "all clean", "has no advisories about PyPI"),
    ],
)
def test_folder_that_is_no_database_is_a_fault(tmp_path, failing, name, text, fault):
    (tmp_path / name).write_text(text)
    assert fault in failing(advisories.read, tmp_path)


@pytest.fixture
def pinned(context, tmp_path):
    """A rehearsal whose lock has one pin."""
    context.root = tmp_path
    (tmp_path / "locks").mkdir()
    (tmp_path / locking.ALL).write_text(f"{PIN.requirement}\n")
    return context


@pytest.mark.parametrize(
    ("age", "affected", "faults", "opens"),
    [
        (29, FIXED, "", None),
        (31, FIXED, "the advisories are of ", "the advisories are of "),
        (0, {}, "names neither versions", "names neither versions"),
        (0, LISTED | {"versions": ["1.10"]}, "py-thing 1.10: PYSEC-1 (CVE-1), fixed in none yet", ""),
        (1000, LISTED | {"versions": ["1.10"]}, "py-thing 1.10: PYSEC-1 (CVE-1), fixed in none yet", ""),
    ],
)
def test_audit_by_a_copy(pinned, tmp_path, failing, age, affected, faults, opens):  # noqa: PLR0913
    pinned.advisories, pinned.tool = tmp_path / "copy", None
    pinned.advisories.mkdir()
    modified = (datetime.now(UTC) - timedelta(days=age)).isoformat()
    (pinned.advisories / "a.json").write_text(json.dumps(advisory(modified=modified, **affected)))
    for pinned.offline in (False, True):
        if faults and not (pinned.offline and opens):
            assert faults in failing(auditing.audit, pinned)
        else:
            done = auditing.audit(pinned)
            assert (done.open or "").startswith(opens or "") or opens in done.open
            assert f"1 advisories as of {modified[:10]}, 1 of them about these" in done.answer


def report(**fields):
    return json.dumps({"dependencies": [{"name": "py_thing", "version": "1.10"} | fields], "fixes": []})


VULNERABLE = report(vulns=[{"id": "PYSEC-1", "fix_versions": []}])


@pytest.mark.parametrize(
    ("output", "fault", "opens"),
    [
        (report(vulns=[]), "", False),
        (VULNERABLE, "py-thing 1.10: PYSEC-1, fixed in none yet", False),
        (report(skip_reason="not found"), "not asked: not found", True),
        (report(version="1.9", vulns=[]), "lacks py-thing 1.10", True),
        ('{"dependencies": []}', "lacks py-thing 1.10", True),
        ("Traceback", "made no report about py-thing 1.10", True),
    ],
)
def test_audit_by_a_service(pinned, monkeypatch, failing, output, fault, opens):  # noqa: PLR0913
    monkeypatch.setattr(pinned, "tool", lambda *_: Ran(0, output, "No known vulnerabilities found"))
    for pinned.offline in (False, True):
        if fault and not (pinned.offline and opens):
            assert fault in failing(auditing.audit, pinned)
        else:
            done = auditing.audit(pinned)
            assert fault in (done.open or "")
            assert bool(done.open) is opens
