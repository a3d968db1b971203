"""The kit's own files are found in an installed wheel and in a checkout, and their absence is said."""

import pytest

from jarparity import data


def place(monkeypatch, tmp_path, *files):
    """A package whose surroundings have these files only."""
    for name in files:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    monkeypatch.setattr(data, "_WHEEL", tmp_path / "conformance" / "jarparity" / "_data")
    monkeypatch.setattr(data, "_CHECKOUT", tmp_path)


def test_this_checkout_or_wheel_is_whole():
    assert (data.java() / "lines.toml").is_file()
    assert data.lock_file().parent == data.fixtures()


def test_checkout(monkeypatch, tmp_path):
    place(monkeypatch, tmp_path, "pom.xml", "java_ref/lines.toml", "fixtures/x.jsonl")
    assert data.java() == tmp_path / "java_ref"
    assert data.fixtures() == tmp_path / "fixtures"
    assert data.in_checkout()


def test_wheel(monkeypatch, tmp_path):
    wheel = "conformance/jarparity/_data"
    place(monkeypatch, tmp_path, f"{wheel}/java/lines.toml", f"{wheel}/fixtures/x.jsonl", "pom.xml", "fixtures/y.jsonl")
    assert data.java() == tmp_path / wheel / "java"
    assert data.fixtures() == tmp_path / wheel / "fixtures"
    assert not data.in_checkout()


def test_neither(monkeypatch, tmp_path):
    place(monkeypatch, tmp_path)
    assert not data.in_checkout()
    with pytest.raises(data.DataNotFoundError, match="java_ref is missing: install jarparity"):
        data.java()
    with pytest.raises(data.DataNotFoundError, match="fixtures is missing: install jarparity"):
        data.lock_file()
