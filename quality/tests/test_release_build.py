"""Steps `build` and `contents`: archives that differ, what is not ours, and what is left in `dist`; each shown red."""

from __future__ import annotations

import sys
import tarfile
import zipfile

import pytest
from quality.release import archives, building
from quality.release.cli import ROOT
from release_faults import failing


def wheel(path, files, time=(2026, 1, 1, 0, 0, 0)):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, time), content)
    return path


def test_equal_archives_have_no_differences(tmp_path):
    one, other = (wheel(tmp_path / f"{name}.whl", {"a.py": "x\n"}) for name in "ab")
    assert archives.differences(one, other) == []


@pytest.mark.parametrize(
    ("files", "time", "what"),
    [
        ({"a.py": "x\n", "b.py": ""}, (2026, 1, 1, 0, 0, 0), "b.py: only in one of the two"),
        ({"a.py": "y\n"}, (2026, 1, 1, 0, 0, 0), "a.py: line 1 is b'x' in one and b'y' in the other"),
        ({"a.py": "x\n"}, (2026, 1, 1, 0, 0, 2), "a.py: time is (2026, 1, 1, 0, 0, 0) in one"),
    ],
)
def test_the_member_that_differs_is_named(tmp_path, files, time, what):
    found = archives.differences(wheel(tmp_path / "a.whl", {"a.py": "x\n"}), wheel(tmp_path / "b.whl", files, time))
    assert any(fault.startswith(what) for fault in found), found


def test_members_in_another_order_are_a_difference(tmp_path):
    one = wheel(tmp_path / "a.whl", {"a": "", "b": ""})
    assert archives.differences(one, wheel(tmp_path / "b.whl", {"b": "", "a": ""})) == [
        "the same members in another order"
    ]


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
def test_what_has_no_business_in_a_wheel_is_named(tmp_path, name, content, what):
    path = wheel(tmp_path / "a.whl", {"jarparity/good.py": "x = 1\n", name: content})
    [fault] = archives.foreign(path, ["/home/me"])
    assert fault.startswith(f"{name} {what}")


@pytest.mark.parametrize("drifts", [False, True])
def test_a_build_that_differs_is_a_fault_and_is_not_delivered(desk, tmp_path, monkeypatch, drifts):
    surroundings = []

    def built(_desk, _source, name, *, more=None, **_):
        surroundings.append(more)
        folder = tmp_path / name
        folder.mkdir()
        made = wheel(folder / "a.whl", {"a.py": f"BUILT = {name if drifts else 'always'!r}\n"})
        with tarfile.open(folder / "a.tar.gz", "w:gz"):
            pass
        return building.Built(made, tmp_path / "first" / "a.tar.gz")

    desk.clone, desk.commit = tmp_path, "0" * 40
    monkeypatch.setattr(building, "_built", built)
    monkeypatch.setattr(building, "_exported", lambda _: tmp_path)
    monkeypatch.setattr(building, "_unpacked", lambda *_: tmp_path)
    if drifts:
        found = failing(building.build, desk)
        assert "wheel of a clone and an export: a.py: line 1 is b\"BUILT = 'first'\" in one and" in found
        assert "wheel of a clone and the sdist: a.py" in found
        assert not desk.dist.exists()
    else:
        assert "the same bytes" in building.build(desk).said
        assert (desk.dist / "a.whl").is_file()
    assert surroundings == [*building.SURROUNDINGS, None]


def test_the_builds_are_in_another_locale_encoding_and_time_zone(desk):
    code = (
        "import locale, time; print(locale.setlocale(locale.LC_ALL, ''), locale.getpreferredencoding(False),"
        " time.strftime('%z'))"
    )
    seen = [desk.must([sys.executable, "-c", code], desk.scratch, more=more).output for more in building.SURROUNDINGS]
    assert seen[0].split() == ["C.UTF-8", "UTF-8", "+0000"]
    assert seen[1].split() == ["C", "ANSI_X3.4-1968", "+1400"]


def test_the_page_on_releasing_rebuilds_as_the_rehearsal_builds(desk, tmp_path, monkeypatch):
    ran = []
    desk.epoch = "1"
    monkeypatch.setattr(desk, "must", lambda command, *_, more, **__: ran.append((command, more)))
    building._built(desk, tmp_path, "first", mask=0o022)
    [(command, more)] = ran
    page = (ROOT / "docs" / "releasing.md").read_text("utf-8")
    assert more == {"SOURCE_DATE_EPOCH": "1"}
    assert f"SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) python {' '.join(command[1:-2])} rebuilt\n" in page
    assert "python -m pip install --group release" in page


def test_another_commits_build_is_not_taken_for_this_ones(desk):
    desk.dist.mkdir()
    for name in ("jarparity-0.1.0-py3-none-any.whl", "jarparity-0.1.0.tar.gz"):
        (desk.dist / name).write_bytes(b"")
    (desk.dist / "COMMIT").write_text("0" * 40)
    desk.version = "0.1.0"
    assert "another commit's build" in failing(building.delivered, desk)


def made(folder, content):
    """A wheel and an sdist of 0.1.0, as a build would leave them."""
    folder.mkdir()
    built = building._in(folder, "0.1.0")
    for path in (built.wheel, built.sdist):
        path.write_bytes(content)
    return built


def test_a_delivery_that_is_killed_leaves_no_build_of_this_commit(desk, tmp_path, monkeypatch):
    desk.version, desk.commit, desk.clone = "0.1.0", "0" * 40, tmp_path
    building._deliver(desk, made(tmp_path / "old", b"old"))
    new = made(tmp_path / "new", b"new")
    halfway = building.Built(new.wheel, tmp_path / "not written yet")
    with pytest.raises(FileNotFoundError):
        building._deliver(desk, halfway)
    monkeypatch.setattr(building, "_built", lambda *_, **__: new)
    found = building.delivered(desk)
    assert (found.wheel.read_bytes(), found.sdist.read_bytes()) == (b"new", b"new")
    assert building._stamp(desk).read_text() == f"{desk.commit}\n"


def test_a_delivered_file_is_exchanged_whole(desk, tmp_path):
    desk.commit = "0" * 40
    building._deliver(desk, made(tmp_path / "old", b"old"))
    before = sorted(desk.dist.iterdir())
    for path in before:
        (tmp_path / path.name).hardlink_to(path)
    desk.commit = "1" * 40
    building._deliver(desk, made(tmp_path / "new", b"new"))
    assert [(tmp_path / path.name).read_bytes() for path in before] == [b"0" * 40 + b"\n", b"old", b"old"]
    assert sorted(desk.dist.iterdir()) == before
