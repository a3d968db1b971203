"""`jarparity originals` as users run it, on a fake Maven."""

import json

import fake_maven
import pytest
from click.testing import CliRunner
from fake_maven import ONE, TWO

from jarparity import data
from jarparity.cli import main


@pytest.fixture
def maven(tmp_path, monkeypatch):
    """The kit's own data replaced by the fake project."""
    return fake_maven.install(tmp_path, monkeypatch)


def run(*arguments):
    result = CliRunner().invoke(main, ["originals", *arguments])
    return result.exit_code, result.output


def test_fetch_verify_and_list(maven):
    assert run("fetch") == (0, f"2 of 2 releases fetched, the others were whole; cache: {maven.originals.store.root}\n")
    assert run("fetch", "--line", "flink *")[1].startswith("0 of 1 releases fetched")
    assert run("verify") == (0, "4 JARs of 2 releases are the locked ones; the bridge is as it was built\n")
    code, output = run("list", "--line", "flink *", "--format", "json")
    (line,) = json.loads(output)["lines"]
    assert (code, line["line"], line["fetched"], sorted(line["jars"])) == (
        0,
        "flink 2.3.0",
        True,
        ["flink-2.3.0.jar", "slf4j-api-1.7.36.jar"],
    )


def test_list_before_fetching(maven):
    code, output = run("list")
    assert code == 0
    assert output.count("not fetched") == 2
    assert str(maven.originals.store.root) in output


def test_verify_names_each_complaint(maven):
    run("fetch")
    fake_maven.flip_a_byte(maven.originals.store.line(ONE) / "flink-2.3.0.jar")
    (maven.originals.store.line(ONE) / "evil.jar").touch()
    declared = maven.root.lines
    declared.write_text(
        declared.read_text().replace("4.4.0", "4.4.1").replace('"$log"]\njava = ["keys"]', ']\njava = ["keys"]')
    )
    code, output = run("verify")
    assert code == 1
    for words in (
        "flink-2.3.0.jar is not the JAR",
        "evil.jar does not belong",
        "kafka-clients 4.4.1 is in lines.toml, but not locked",
        "kafka-clients 4.4.0 is locked, but not in lines.toml",
        "flink 2.3.0: slf4j-api-1.7.36.jar is either in lines.toml or locked, not both",
        "5 complaints about 4 JARs of 2 releases",
    ):
        assert words in output


def test_verify_compares_the_bridge_and_fetch_fixes_it(maven):
    maven.originals.ensure([ONE, TWO])
    assert run("verify") == (0, "4 JARs of 2 releases are the locked ones; the bridge is not built yet\n")
    core = maven.originals.bridge()
    core.write_text("another")
    code, output = run("verify")
    assert code == 1
    assert f"{core} is not the JAR that was built" in output
    assert "build it anew with: jarparity originals fetch" in output
    assert run("fetch")[0] == 0
    assert run("verify")[0] == 0


def test_lock_and_check(maven):
    lock = maven.root.lock
    before = lock.read_bytes()
    assert run("lock", "--check") == (0, "unchanged: 2 releases, 4 JARs\n")
    fake_maven.flip_a_byte(maven.jar(ONE, "flink-2.3.0.jar"))
    code, output = run("lock", "--check")
    assert code == 1
    assert "! flink 2.3.0: flink-2.3.0.jar: sha256:" in output
    assert lock.read_bytes() == before
    assert run("lock")[0] == 0
    assert lock.read_bytes() != before
    assert run("lock", "--check")[0] == 0
    assert run("verify")[0] == 0


def test_lock_from_nothing(maven):
    lock = maven.root.lock
    before = lock.read_bytes()
    lock.unlink()
    assert run("verify")[0] == 4
    code, output = run("lock")
    assert code == 0
    assert output.count("+ ") == 4
    assert lock.read_bytes() == before


def test_lock_is_for_checkouts(maven, monkeypatch):
    monkeypatch.setattr(data.DataRoot, "installed", True)
    code, output = run("lock")
    assert code == 4
    assert "belongs to a checkout" in output


def test_unknown_line(maven):
    code, output = run("fetch", "--line", "flink 9*")
    assert code == 4
    assert "no release matches flink 9*; known: flink 2.3.0, kafka-clients 4.4.0" in output


def test_missing_maven_is_a_sentence(maven, tmp_path):
    (tmp_path / "bin" / "mvn").unlink()
    code, output = run("fetch")
    assert code == 4
    assert "Maven was not found" in output
    assert "Traceback" not in output
