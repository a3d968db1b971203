"""What a release is made of: locks, licences and bills of materials; each fault is shown red."""

from __future__ import annotations

import json

import pytest
from quality.pages import ROOT
from quality.programs import Ran
from quality.release import bills, licences, locking, sbom
from quality.release.locking import ALL, KIT, Pin

from jarparity.originals.declared import Coordinates

DIGEST = "0" * 64
CLICK = Pin("click", "8.5.1", "", (DIGEST,))
NUMPY = f"numpy==2.4.6 ; python_full_version < '3.12' \\\n    --hash=sha256:{DIGEST}\n"


@pytest.fixture
def locked(context, tmp_path):
    """Writes both locks of a project that needs click 9 and jpype1."""
    context.root = tmp_path
    (tmp_path / "locks").mkdir()
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nversion = "1"\ndependencies = ["click>=9"]\n'
        '[project.optional-dependencies]\njvm = ["jpype1"]\nspark = []\nfast = []\n'
    )

    def write(text, kit=None):
        (tmp_path / ALL).write_text(text)
        (tmp_path / KIT).write_text(kit or text)
        return context

    return write


def test_lock_is_read(locked):
    pin = Pin("numpy", "2.4.6", 'python_full_version < "3.12"', (DIGEST,))
    assert locking.read(locked(f"# head\n{NUMPY}").root, ALL) == [pin]
    assert locking.layers([CLICK, pin, CLICK], lambda pin: pin.name) == [[CLICK, pin], [CLICK]]


@pytest.mark.parametrize(
    ("text", "kit", "fault"),
    [
        ("click==8.5.1\n", None, "is not pinned to one version with the digests"),
        (f"click>=8 --hash=sha256:{DIGEST}\n", None, "is not pinned to one version with the digests"),
        ("click==8.5.1 --hash=md5:00\n", None, "is not pinned to one version with the digests"),
        ("--index-url https://example.org/simple\n", None, "names an address: --index-url"),
        (f"{CLICK.requirement}\n", None, "lacks jpype1"),
        (f"{CLICK.requirement}\n", None, "click 8.5.1 is not >=9, as pyproject.toml has it"),
        (NUMPY, f"{CLICK.requirement}\n", "click 8.5.1 is not the one of locks/all.txt"),
    ],
)
def test_faults_of_locks(locked, failing, text, kit, fault):
    assert fault in failing(locking.lock, locked(text, kit))


def test_missing_lock_is_a_fault(context, tmp_path, failing):
    context.root = tmp_path
    assert "locks/all.txt is missing" in failing(locking.lock, context)


def policy(allowed=("MIT", "BSD-3-Clause"), names=None, declared=None):
    return licences.Policy(dict.fromkeys(allowed, "why"), names or {}, declared or {})


@pytest.mark.parametrize(
    ("said", "expression"),
    [
        (["MIT"], "MIT"),
        (["New BSD"], "BSD-3-Clause"),
        (["MIT", "New BSD"], "BSD-3-Clause OR MIT"),
        ([], None),
        (["Dual License"], None),
        (["MIT", "nonsense"], None),
    ],
)
def test_licences_are_known_by_names(said, expression):
    known = policy(names={"New BSD": "BSD-3-Clause"})
    found = known.expression("a", said)
    assert found == expression
    assert len(licences.faults_of({"a 1": found}, known)) == (expression is None)
    assert policy(declared={"a": {"licence": "MIT", "read": "LICENSE"}}).expression("a", said) == "MIT"


@pytest.mark.parametrize(
    ("expression", "refused"),
    [
        ("MIT AND BSD-3-Clause", None),
        ("GPL-3.0-only OR MIT", None),
        ("MIT AND (GPL-3.0-only OR BSD-3-Clause)", None),
        ("GPL-3.0-only OR LGPL-3.0-only", "GPL-3.0-only and LGPL-3.0-only"),
        ("GPL-3.0-only", "GPL-3.0-only"),
        ("MIT AND GPL-3.0-only", "GPL-3.0-only"),
        ("MIT WITH LLVM-exception", "MIT WITH LLVM-exception"),
    ],
)
def test_licences_that_are_not_allowed_are_faults(expression, refused):
    assert policy().refusal(expression) == (refused and f"{refused} is not among the allowed licences")


def test_page_says_why_a_licence_is_allowed():
    known = licences.Policy({"MIT": "short", "Apache-2.0 WITH LLVM-exception": "fewer conditions"}, {}, {})
    shown = licences.table({"a 1": "MIT AND Apache-2.0 WITH LLVM-exception", "b 2": "MIT"}, known, "things")
    assert shown.splitlines()[4:] == [
        "| MIT | 1 | b | short |",
        "| MIT AND Apache-2.0 WITH LLVM-exception | 1 | a | fewer conditions; short |",
    ]


def component(name, licence, **more):
    return {"name": name, "version": "1", "licenses": [{"license": {"name": licence}}]} | more


def test_step_names_what_is_unknown_or_unused(context, monkeypatch, failing):
    of_python, of_originals = {"components": [component("a", "MIT")]}, {"components": [component("b", "?", group="g")]}
    monkeypatch.setattr(bills, "of_python", lambda _: of_python)
    monkeypatch.setattr(bills, "of_originals", lambda _: of_originals)
    monkeypatch.setattr(licences.Policy, "load", policy)
    assert failing(licences.licences, context).splitlines() == [
        "g:b 1: its licence is unknown; read it, and declare it in licences.toml",
        "licences.toml: 'BSD-3-Clause' is needed by nothing; take it out",
    ]
    of_originals["components"] = [component("b", "BSD-3-Clause", group="g")]
    done = licences.licences(context)
    assert done.answer == "known and allowed: 1 Python distributions, 1 projects of JARs"
    assert "| BSD-3-Clause | 1 | g:b | why |" in done.tables[1]


def test_every_locked_jar_is_declared():
    found = bills.locked(ROOT)
    assert all(jar.purl.startswith("pkg:maven/") and jar.sets for jar in found)
    assert len({jar.digest for jar in found}) > 1


def test_bill_of_python_has_the_lock_of_every_python(locked, failing, answering):
    context = locked(f"{CLICK.requirement}\n{NUMPY.replace('<', '>=')}")
    context.epoch = "1"
    described = [component("Click", "MIT", version="8.5.1"), component("numpy", "MIT", version="2.4.6")]
    ran = answering(cyclonedx_py=Ran(0, json.dumps({"components": described})))
    found = bills.of_python(context)["components"]
    assert found[0]["properties"] == [{"name": "jarparity:files", "value": DIGEST}]
    assert "--python-version" not in ran[0][0]
    assert ran[1][0][ran[1][0].index("--python-version") + 1] == "3.12"
    answering(cyclonedx_py=Ran(0, json.dumps({"components": described[:1]})))
    assert failing(bills.of_python, context) == "cyclonedx-py's document lacks numpy 2.4.6"


JAR = bills.Jar(Coordinates("g", "a", "1", None, "lines.toml:1"), DIGEST, ("x 1",))


def test_bill_of_originals_has_the_lock(context, monkeypatch, failing, answering):
    jars = [JAR, bills.Jar(Coordinates("g", "a", "2", "t", "lines.toml:1"), DIGEST, ("x 2",))]
    one = component("a", "MIT", purl=JAR.purl, group="g", hashes=[{"alg": "SHA-256", "content": DIGEST}])
    one["bom-ref"] = "1"
    other = one | {"purl": "pkg:maven/g/a@2?classifier=t&type=jar", "bom-ref": "2", "hashes": []}
    ours = component("layer-0", "MIT", group="io.jarparity", purl="pkg:maven/io.jarparity/layer-0@1")
    target = context.scratch / "originals" / "target"
    target.mkdir(parents=True)

    def described(*components):
        text = json.dumps({"metadata": {}, "components": components})
        (target / "bom.json").write_text(text)

    monkeypatch.setattr(bills, "locked", lambda _: jars)
    monkeypatch.setattr(bills, "require_maven", lambda: "mvn")
    answering()
    described(one, other, ours)
    assert failing(bills.of_originals, context) == "a-2-t.jar: Maven has another file than the lock"
    described(one, ours)
    assert failing(bills.of_originals, context) == "cyclonedx-maven-plugin's document lacks a-2-t.jar"
    described(one, other | {"hashes": one["hashes"]}, ours)
    found = bills.of_originals(context)
    assert found["dependencies"] == [{"ref": "jarparity-originals", "dependsOn": ["1", "2"]}]
    assert found["components"][1]["properties"][1] == {"name": "jarparity:sets", "value": "x 2"}


def test_jars_that_are_not_declared_are_faults(tmp_path, failing):
    (tmp_path / "fixtures").mkdir()
    (tmp_path / "java_ref").mkdir()
    (tmp_path / "java_ref" / "lines.toml").touch()
    (tmp_path / "fixtures/originals.lock.json").write_bytes((ROOT / "fixtures/originals.lock.json").read_bytes())
    assert "`lines.toml` doesn't say whose it is" in failing(bills.locked, tmp_path)


def test_documents_must_be_valid_and_the_same_twice(context, monkeypatch, failing, tmp_path):
    (tmp_path / "a.whl").write_bytes(b"")
    context.epoch, serials = "1", iter(range(9))
    good = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "components": []}

    def made(**more):
        root = {"type": "library", "name": "x", "bom-ref": "x"}
        return json.loads(json.dumps(good)) | {"metadata": {"component": root}} | more

    monkeypatch.setattr(sbom.building, "delivered", lambda _: sbom.building.Built(tmp_path / "a.whl", tmp_path))
    monkeypatch.setattr(bills, "of_originals", lambda _: made())
    monkeypatch.setattr(bills, "of_python", lambda _: made())
    assert "CycloneDX 1.6, valid and the same when made again" in sbom.sbom(context).answer
    document = json.loads((context.dist / f"jarparity-{context.version}.cdx.json").read_text())
    assert document["metadata"]["timestamp"] == "1970-01-01T00:00:01+00:00"
    monkeypatch.setattr(bills, "of_python", lambda _: made(version=next(serials) + 1))
    assert "made twice, it is not the same" in failing(sbom.sbom, context)
    monkeypatch.setattr(bills, "of_python", lambda _: made(components=[{"name": "x"}]))
    monkeypatch.setattr(licences, "expression", lambda *_: None)
    assert "not valid: " in failing(sbom.sbom, context)
