"""Steps `build` and `contents`: archives that differ, what is not ours, and what is left in `dist`; each shown red."""

from __future__ import annotations

import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from quality.pages import ROOT
from quality.programs import Ran
from quality.release import archives, building

DAY = (2026, 1, 1, 0, 0, 0)


def wheel(path, files, time=DAY):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, time), content)
    return path


@pytest.mark.parametrize(
    ("files", "time", "what"),
    [
        ({"a.py": "x\n", "c.py": "", "b.py": ""}, DAY, "b.py: only in one of the two"),
        ({"a.py": "y\n", "c.py": ""}, DAY, "a.py: line 1 is b'x' in one and b'y' in the other"),
        ({"a.py": "x\n", "c.py": ""}, (2026, 1, 1, 0, 0, 2), "a.py: ((2026, 1, 1, 0, 0, 0), "),
        ({"c.py": "", "a.py": "x\n"}, DAY, "the same members in another order"),
        ({"a.py": "x\n", "c.py": ""}, DAY, None),
    ],
)
def test_differences_of_archives(tmp_path, files, time, what):
    one = wheel(tmp_path / "a.whl", {"a.py": "x\n", "c.py": ""})
    found = archives.differences(one, wheel(tmp_path / "b.whl", files, time))
    assert any(fault.startswith(what) for fault in found) if what else found == []


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("jarparity/tests/x.py", "", "is a test"),
        ("jarparity/_data/java/java_ref/bridge/src/test/java/X.java", "", "is a test"),
        ("jarparity/test_x.py", "", "is a test"),
        ("jarparity/__pycache__/x.pyc", "", "is a cache"),
        ("jarparity/_data/java/target/x.txt", "", "is a cache"),
        ("jarparity/_data/kafka-clients-4.4.0.jar", "", "is compiled Java"),
        ("copartition/_bulk.so", "", "is a native library"),
        ("jarparity/x.py", "HOME = '/home/me/x'", "names a place of this machine: /home/me"),
        ("jarparity/X.java", "/* Licensed to the Apache Software Foundation (ASF)", "has the licence header of"),
    ],
)
def test_foreign_files_in_a_wheel(tmp_path, name, content, what):
    path = wheel(tmp_path / "a.whl", {"jarparity/good.py": "x = 1\n", name: content})
    [fault] = archives.foreign(path, ["/home/me"])
    assert fault.startswith(f"{name} {what}")


@pytest.mark.parametrize("tool", ["check_wheel_contents", "twine", None])
def test_contents_by_tools(context, monkeypatch, failing, tool):
    monkeypatch.setattr(building, "delivered", lambda _: building.Built(Path("a.whl"), Path("a.tar.gz")))
    monkeypatch.setattr(building.archives, "foreign", lambda *_: [])
    monkeypatch.setattr(context, "tool", lambda module, *_: Ran(int(module == tool), "W009"))
    if tool:
        assert failing(building.contents, context) == f"{tool} ended with 1:\n    W009"
    else:
        assert building.contents(context).open is None


@pytest.mark.parametrize("drifts", [False, True])
def test_build_that_differs_is_a_fault_and_is_not_delivered(context, tmp_path, monkeypatch, failing, drifts):
    surroundings = []

    def built(_context, _source, name, *, more=None, **_):
        surroundings.append(more)
        (tmp_path / name).mkdir()
        made = wheel(tmp_path / name / "a.whl", {"a.py": f"BUILT = {name if drifts else 'always'!r}\n"})
        with tarfile.open(tmp_path / name / "a.tar.gz", "w:gz"):
            pass
        return building.Built(made, tmp_path / "first" / "a.tar.gz")

    context.clone, context.commit = tmp_path, "0" * 40
    monkeypatch.setattr(building, "_built", built)
    monkeypatch.setattr(building, "_exported", lambda _: tmp_path)
    monkeypatch.setattr(building, "_unpacked", lambda *_: tmp_path)
    if drifts:
        found = failing(building.build, context)
        assert "wheel of a clone and an export: a.py: line 1 is b\"BUILT = 'first'\" in one and" in found
        assert "wheel of a clone and the sdist: a.py" in found
        assert not context.dist.exists()
    else:
        assert "the same bytes" in building.build(context).answer
        assert (context.dist / "a.whl").is_file()
    assert surroundings == [*building.SURROUNDINGS, None]


def test_builds_differ_in_locale_encoding_and_time_zone(context):
    code = (
        "import locale, time; print(locale.setlocale(locale.LC_ALL, ''), locale.getpreferredencoding(False),"
        " time.strftime('%z'))"
    )
    python = [sys.executable, "-c", code]
    seen = [context.must(python, context.scratch, more=more).output.split() for more in building.SURROUNDINGS]
    assert seen == [["C.UTF-8", "UTF-8", "+0000"], ["C", "ANSI_X3.4-1968", "+1400"]]


def test_releasing_page_builds_as_the_rehearsal_does(context, tmp_path, monkeypatch):
    ran = []
    context.epoch = "1"
    monkeypatch.setattr(context, "must", lambda command, *_, more, **__: ran.append((command, more)))
    building._built(context, tmp_path, "first", mask=0o022)
    [(command, more)] = ran
    page = (ROOT / "docs" / "releasing.md").read_text("utf-8")
    assert more == {"SOURCE_DATE_EPOCH": "1"}
    assert f"SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) python {' '.join(command[1:-2])} rebuilt\n" in page
    assert "python -m pip install --group release" in page


def made(folder, content):
    """A wheel and an sdist of 0.1.0, as a build would leave them."""
    folder.mkdir()
    built = building._in(folder, "0.1.0")
    for path in built:
        path.write_bytes(content)
    return built


def test_delivery_is_whole_or_not_there(context, tmp_path, monkeypatch, failing):
    context.version, context.commit, context.clone = "0.1.0", "0" * 40, tmp_path
    building._deliver(context, made(tmp_path / "old", b"old"))
    old = context.dist / "jarparity-0.1.0.tar.gz"
    (tmp_path / "kept").hardlink_to(old)
    context.commit = "1" * 40
    assert "another commit's build" in failing(building.delivered, context)
    new = made(tmp_path / "new", b"new")
    with pytest.raises(FileNotFoundError):  # as if it were killed halfway
        building._deliver(context, building.Built(new.wheel, tmp_path / "not written yet"))
    monkeypatch.setattr(building, "_built", lambda *_, **__: new)
    assert [path.read_bytes() for path in building.delivered(context)] == [b"new", b"new"]
    assert (context.dist / "COMMIT").read_text() == f"{context.commit}\n"
    assert (tmp_path / "kept").read_bytes() == b"old"
