"""Verification: every way in which a folder can differ from the lock is named, with the command that repairs it."""

import fake_maven
import pytest
from fake_maven import ONE, TWO

from jarparity.originals import OriginalsRefusedError
from jarparity.originals.lock import Damaged, Foreign, Missing, NotFetched


@pytest.fixture
def originals(tmp_path, monkeypatch):
    originals = fake_maven.install(tmp_path, monkeypatch).originals
    originals.ensure([ONE])
    return originals


def test_whole(originals):
    assert originals.examine(ONE) == []


def test_not_fetched(originals):
    assert originals.examine(TWO) == [NotFetched(TWO)]
    with pytest.raises(OriginalsRefusedError, match=r"originals fetch --line 'kafka-clients 4\.4\.0'"):
        originals.jars(TWO)


def test_flipped_byte(originals):
    jar = originals.store.line(ONE) / "flink-2.3.0.jar"
    fake_maven.flip_a_byte(jar)
    (finding,) = originals.examine(ONE)
    assert isinstance(finding, Damaged)
    with pytest.raises(OriginalsRefusedError) as raised:
        originals.jars(ONE)
    for words in (
        str(jar),
        finding.expected,
        finding.found,
        "jarparity originals fetch --line 'flink 2.3.0'",
    ):
        assert words in str(raised.value)
    assert finding.expected == originals.lock.jars(ONE)[jar.name] != finding.found


def test_truncated(originals):
    jar = originals.store.line(ONE) / "flink-2.3.0.jar"
    jar.write_bytes(b"")
    assert [type(finding) for finding in originals.examine(ONE)] == [Damaged]


def test_missing_jar(originals):
    jar = originals.store.line(ONE) / "slf4j-api-1.7.36.jar"
    jar.unlink()
    assert originals.lacks(ONE)
    assert originals.examine(ONE) == [Missing(ONE, jar)]
    with pytest.raises(OriginalsRefusedError, match=r"slf4j-api-1\.7\.36\.jar is missing"):
        originals.jars(ONE)


def test_foreign_jar(originals):
    jar = originals.store.line(ONE) / "evil.jar"
    jar.touch()
    assert originals.examine(ONE) == [Foreign(ONE, jar)]
    with pytest.raises(OriginalsRefusedError, match=r"evil\.jar does not belong"):
        originals.jars(ONE)


def test_all_findings_are_told(originals):
    folder = originals.store.line(ONE)
    (folder / "slf4j-api-1.7.36.jar").rename(folder / "other.jar")
    fake_maven.flip_a_byte(folder / "flink-2.3.0.jar")
    assert [type(finding) for finding in originals.examine(ONE)] == [Damaged, Missing, Foreign]
