"""What a release is made of: locks, their audit, licences, JARs and SBOMs; each fault is shown red."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest
from quality.release import (
    auditing,
    jars,
    licences,
    locking,
    python_parts,
    sbom,
)
from quality.release.cli import ROOT
from quality.release.desk import Ran
from quality.release.jars import Coordinates
from quality.release.locking import Pin
from release_faults import failing

DIGEST = "0" * 64
CLICK = Pin("click", "8.5.1", "", (DIGEST,))


def test_a_lock_is_read():
    text = f"# head\nnumpy==2.4.6 ; python_full_version < '3.12' \\\n    --hash=sha256:{DIGEST}\n"
    assert locking.read(text, "lock") == [Pin("numpy", "2.4.6", 'python_full_version < "3.12"', (DIGEST,))]


@pytest.mark.parametrize("line", ["click==8.5.1", f"click>=8 --hash=sha256:{DIGEST}", "click==8.5.1 --hash=md5:00"])
def test_a_pin_without_digest_or_version_is_a_fault(line):
    assert "is not pinned to one version with the digests" in failing(locking.read, f"{line}\n", "lock")


def test_a_lock_that_lacks_a_dependency_or_has_an_old_one_or_names_an_index(desk, tmp_path):
    desk.root = tmp_path
    (tmp_path / "locks").mkdir()
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nversion = "1"\ndependencies = ["click>=9"]\n'
        '[project.optional-dependencies]\njvm = ["jpype1"]\nspark = []\nfast = []\n'
    )
    for name in (locking.KIT, locking.ALL):
        (tmp_path / name).write_text(f"--index-url https://example.org/simple\n{CLICK.requirement}\n")
    assert "names an address: --index-url" in failing(locking.lock, desk)
    for name in (locking.KIT, locking.ALL):
        (tmp_path / name).write_text(f"{CLICK.requirement}\n")
    found = failing(locking.lock, desk)
    assert "lacks jpype1" in found
    assert "click 8.5.1 is not >=9, as pyproject.toml has it" in found


def report(**fields):
    return json.dumps({"dependencies": [{"name": "click", "version": "8.5.1"} | fields], "fixes": []})


def test_what_the_service_says_is_read():
    assert auditing.judge(report(vulns=[]), [CLICK]) == ([], [])
    bad = [{"id": "PYSEC-1", "fix_versions": ["8.5.2"]}]
    assert auditing.judge(report(vulns=bad), [CLICK]) == (["click 8.5.1: PYSEC-1, mended in 8.5.2"], [])


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (json.dumps({"dependencies": [{"name": "click", "skip_reason": "not found"}]}), "not found"),
        (report(version="8.5.0", vulns=[]), "lacks click 8.5.1"),
        (json.dumps({"dependencies": []}), "lacks click 8.5.1"),
        ("Traceback", "made no report"),
    ],
)
def test_what_was_not_asked_is_never_clean(said, reason):
    vulnerable, unasked = auditing.judge(said, [CLICK])
    assert vulnerable == []
    assert reason in unasked[0]


@pytest.mark.parametrize("offline", [False, True])
def test_an_audit_that_reached_nobody_is_red_and_open_only_offline(desk, tmp_path, offline, monkeypatch):
    desk.root, desk.offline = tmp_path, offline
    (tmp_path / "locks").mkdir()
    (tmp_path / locking.ALL).write_text(f"{CLICK.requirement}\n")
    monkeypatch.setattr(desk, "tool", lambda *_: Ran(0, '{"dependencies": []}', "No known vulnerabilities found"))
    if offline:
        assert auditing.audit(desk).open.startswith("not asked: ")
    else:
        assert "not asked: " in failing(auditing.audit, desk)


def test_a_known_vulnerability_is_red_even_offline(desk, tmp_path, monkeypatch):
    desk.root, desk.offline = tmp_path, True
    (tmp_path / "locks").mkdir()
    (tmp_path / locking.ALL).write_text(f"{CLICK.requirement}\n")
    said = report(vulns=[{"id": "PYSEC-1", "fix_versions": []}])
    monkeypatch.setattr(desk, "tool", lambda *_: Ran(1, said, ""))
    assert "PYSEC-1, mended in none yet" in failing(auditing.audit, desk)


def policy(allowed=("MIT", "BSD-3-Clause"), names=None, declared=None):
    return licences.Policy(dict.fromkeys(allowed, "why"), names or {}, declared or {})


def test_a_licence_is_found_where_metadata_say_it():
    known = policy(names={"BSD": "BSD-3-Clause"})
    assert known.expression("a", ("MIT",)) == "MIT"
    assert known.expression("a", ("nonsense", "BSD")) == "BSD-3-Clause"
    assert policy(declared={"a": {"licence": "MIT", "read": "LICENSE"}}).expression("a", ()) == "MIT"


@pytest.mark.parametrize("said", [(), ("Dual License",), ("BSD License",)])
def test_an_unknown_licence_is_a_fault(said):
    known = policy()
    [fault] = licences.faults_of({"a 1": known.expression("a", said)}, known)
    assert fault.startswith("a 1: its licence is unknown")


@pytest.mark.parametrize(
    ("expression", "refused"),
    [
        ("MIT", None),
        ("MIT AND BSD-3-Clause", None),
        ("GPL-3.0-only OR MIT", None),
        ("GPL-3.0-only", "GPL-3.0-only"),
        ("MIT AND GPL-3.0-only", "GPL-3.0-only"),
        ("MIT WITH LLVM-exception", "MIT WITH LLVM-exception"),
    ],
)
def test_what_is_not_allowed_is_a_fault(expression, refused):
    found = policy().refusal(expression)
    assert found == (refused and f"{refused} is not among the allowed licences")


def test_the_page_says_why_each_licence_of_an_expression_is_allowed():
    known = licences.Policy({"MIT": "short", "Apache-2.0 WITH LLVM-exception": "fewer conditions"}, {}, {})
    table = licences._table({"a 1": "MIT AND Apache-2.0 WITH LLVM-exception", "b 2": "MIT"}, known)
    assert table[2:] == (
        "| MIT | 1 | b | short |",
        "| MIT AND Apache-2.0 WITH LLVM-exception | 1 | a | fewer conditions; short |",
    )


def test_what_no_part_needs_is_taken_out_of_the_policy():
    known = policy(names={"Old": "MIT"})
    known.refusal(known.expression("a", ("MIT",)))
    assert known.unused() == ["BSD-3-Clause", "Old"]


def pom(licence="", parent=""):
    names = f"<licenses><license><name>{licence}</name></license></licenses>" if licence else ""
    above = f"<parent><groupId>g</groupId><artifactId>{parent}</artifactId><version>1</version></parent>"
    text = f'<project xmlns="http://maven.apache.org/POM/4.0.0">{names}{above if parent else ""}</project>'
    return ET.fromstring(text)  # noqa: S314 - a test's own


def test_licences_come_from_the_nearest_parent_that_names_one():
    poms = {"a": pom(parent="b"), "b": pom("MIT", parent="c"), "c": pom("Apache-2.0"), "d": pom(parent="e"), "e": pom()}
    found = jars.resolve(
        [Coordinates("g", name, "1") for name in "ad"], lambda wanted: {one: poms[one.artifact] for one in wanted}
    )
    assert {one.artifact: names for one, names in found.items()} == {"a": ("MIT",), "d": ()}


def test_a_circle_of_parents_ends():
    circle = {"a": pom(parent="b"), "b": pom(parent="a")}
    wanted = [Coordinates("g", "a", "1")]
    assert "have no end" in failing(jars.resolve, wanted, lambda ones: {one: circle[one.artifact] for one in ones})


def test_every_locked_jar_has_coordinates(desk):
    found = jars.locked(desk)
    assert all(jar.name.startswith(f"{jar.coordinates.artifact}-{jar.coordinates.version}") for jar in found)
    assert len({jar.digest for jar in found}) > 1


def test_a_jar_that_the_pom_does_not_know_is_a_fault(desk, tmp_path):
    (tmp_path / "fixtures").mkdir()
    (tmp_path / "pom.xml").write_text("<project/>")
    (tmp_path / "fixtures/originals.lock.json").write_bytes((ROOT / "fixtures/originals.lock.json").read_bytes())
    desk.root = tmp_path
    assert "`pom.xml` doesn't say whose it is" in failing(jars.locked, desk)


def test_a_report_of_pip_that_lacks_a_pin_is_a_fault():
    about = {"name": "click", "version": "8.5.1", "license": "BSD\nmore", "requires_dist": ["a", "b; extra == 'c'"]}
    said = json.dumps({"install": [{"metadata": about}]})
    [part] = python_parts.parse(said, [CLICK])
    assert (part.said, part.needs) == (("BSD",), ("a",))
    assert "lacks rich 15" in failing(python_parts.parse, said, [CLICK, Pin("rich", "15", "", (DIGEST,))])


def test_a_document_that_is_not_cyclonedx_is_a_fault():
    assert sbom.invalid('{"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [{"name": "x"}]}')
