"""Verifying `fixtures/complete/`: edited, damaged, foreign or stale digests are named with file and line."""

import json
import shutil
from dataclasses import dataclass

import numpy as np
import pytest

from jarparity import data
from jarparity.domains import ColumnDomain
from jarparity.fixtures import sums
from jarparity.lines import Line
from jarparity.measures.prove import complete, digests
from jarparity.measures.prove.asking import oracle_answers
from jarparity.measures.prove.digests import DOMAINS
from jarparity.originals.lock import read_lock
from jarparity.ports.load import open_port

NAME = "flink.key-group.range-of-operator"
LOCK = read_lock().lines
OF_COLUMNS = [domain for domain in DOMAINS.values() if isinstance(domain, ColumnDomain)]


class PortReference:
    """Stands for the JARs: copartition answers, but `wrong` lines answer otherwise."""

    name = "jpype"

    def __init__(self, wrong=()):
        self.lines = [Line.parse("flink 1.16.3"), Line.parse("flink 2.3.0"), Line.parse("kafka-clients 4.4.0")]
        self.asked = []
        self._wrong, self._port = wrong, open_port()

    def bulk(self, operation, line, parameters, column, width=1):
        self.asked.append((operation, str(line)))
        answers = self._port.bulk(operation, parameters, column, width)
        return np.zeros_like(answers) if str(line) in self._wrong else answers


@pytest.fixture
def whole(tmp_path):
    shutil.copytree(data.fixtures() / "complete", tmp_path / "complete")
    return tmp_path


@pytest.fixture
def folder(whole, monkeypatch):
    """Digests of which few blocks are computed: damage shows in the first of them, or before any."""
    monkeypatch.setattr(complete, "SAMPLE", 4)
    return whole


def edit(folder, number, old, new):
    path = digests.path_of(folder, NAME)
    lines = path.read_text().splitlines(keepends=True)
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    path.write_text("".join(lines))
    return path


def problems_of(folder, *, lock=LOCK, **more):
    return complete.verify(folder, lock, patterns=(NAME,), **more)[0]


def digest_on(folder, number):
    return json.loads(digests.path_of(folder, NAME).read_text().splitlines()[number - 1])["sha256"]


def test_missing_digests_of_a_chosen_operation_are_named(whole):
    digests.path_of(whole, NAME).unlink()
    (problem,) = problems_of(whole)
    assert problem.place.startswith(f"{whole / 'complete' / sums.FILE}:")
    assert f"{NAME}.jsonl is not there; record it again with `jarparity prove" in problem.what
    assert complete.verify(whole, LOCK, patterns=("java.string.hash",))[0] == []


def test_the_recorded_digests_verify(whole):
    problems, blocks = complete.verify(whole, LOCK)
    assert problems == []
    expected = 0
    for domain in DOMAINS.values():
        recorded = digests.read(digests.path_of(whole, domain.operation), domain)
        for group in recorded.groups:
            sampled = complete.sample(domain, recorded, Line.parse(group[-1]))
            assert domain in OF_COLUMNS or 2 <= len(sampled) <= complete.NEWEST_SAMPLE
            expected += len(sampled)
    assert blocks == expected


@pytest.mark.parametrize("domain", OF_COLUMNS, ids=lambda domain: domain.operation)
def test_a_sample_is_spread_from_the_first_to_the_last(domain):
    recorded = digests.read(digests.path_of(data.fixtures(), domain.operation), domain)
    blocks, chosen = domain.blocks(), complete.sample(domain, recorded, Line.parse("flink 2.3.0"))
    assert (chosen[0], chosen[-1]) == (blocks[0], blocks[-1])
    assert len({block.name for block in chosen}) == complete.SAMPLE


def test_an_edited_digest_is_named_with_its_line(folder):
    path = edit(folder, 2, digest_on(folder, 2)[:8], "00000000")
    (problem,) = problems_of(folder)
    assert problem.place == f"{path}:2"
    assert "block max-1/parallelism-1-1: recorded 00000000" in problem.what
    assert "edited, or copartition is wrong" in problem.what


def test_every_block_can_be_computed(folder, monkeypatch):
    recorded = digests.read(digests.path_of(folder, NAME), DOMAINS[NAME])
    sampled = complete.sample(DOMAINS[NAME], recorded, Line.parse("flink 2.3.0"))
    outside = next(n for n, b in enumerate(DOMAINS[NAME].blocks(), 2) if b not in sampled)
    path = edit(folder, outside, digest_on(folder, outside)[:8], "00000000")
    sums.record(path)
    assert problems_of(folder) == []
    # All 2,388 blocks take half a minute; what counts is that none is left out.
    asked = []
    right = recorded.of()
    port = open_port()

    @dataclass
    class Recorded:
        block: str

        def digest(self):
            return right[self.block]

    def oracle(_port, domain, _line):
        def ask(block):
            asked.append(block.name)
            first = block.rows < 100
            return oracle_answers(port, domain)(block) if first else Recorded(block.name)

        return ask

    monkeypatch.setattr(complete, "oracle_answers", oracle)
    (problem,) = problems_of(folder, every_block=True)
    assert problem.place == f"{path}:{outside}"
    assert asked == list(right)


def test_jars_are_asked_where_there_are_some(folder):
    reference = PortReference()
    assert problems_of(folder, reference=reference) == []
    each = complete.LIVE_SAMPLE
    assert reference.asked == [(NAME, "flink 1.16.3")] * each + [(NAME, "flink 2.3.0")] * each


def test_other_originals_are_named_by_line(folder):
    found = problems_of(folder, reference=PortReference(wrong=("flink 2.3.0",)))
    assert found
    assert all("but flink 2.3.0 gives" in p.what and "made from other originals" in p.what for p in found)


@pytest.mark.parametrize(
    ("number", "old", "new", "what"),
    [
        (1, "jarparity-complete-1", "other", "expected a header with schema"),
        (1, '"flink 1.16.3"', '"nonsense"', "is the name of no line"),
        (1, '"flink 1.16.3"', '"flink 1.0.0"', "flink 1.0.0 is not in the lock"),
        (1, '"flink 1.16.3"', '"flink 1.0.0"', "no answers of flink 1.16.3, which the lock has"),
        (1, "flink-core-1.16.3.jar", "flink-more-1.16.3.jar", "flink-core-1.16.3.jar is not named here"),
        (3, '"block":"max-2/', '"block":"max-3/', "expected block 'max-2/"),
        (3, '"sha256":"', '"sha256":"sha256:', "64 hexadecimal digits"),
        (3, '"rows"', '"row"', "expected block"),
        (3, '{"', '"', "not JSON"),
    ],
)
def test_damage_is_named_with_its_line(folder, number, old, new, what):
    path = edit(folder, number, old, new)
    found = problems_of(folder)
    assert {p.place for p in found} == {f"{path}:{number}"}
    assert any(what in p.what for p in found), found


def test_a_changed_lock_is_named(folder):
    lock = {line: dict.fromkeys(jars, "sha256:" + "1" * 64) for line, jars in LOCK.items()}
    found = problems_of(folder, lock=lock)
    assert found
    assert all("made from other originals" in p.what for p in found)


def test_missing_and_foreign_files_are_named(folder):
    path = digests.path_of(folder, NAME)
    path.rename(path.with_name("java.string.hash.jsonl"))
    found = {p.place: p.what for p in complete.verify(folder, LOCK)[0]}
    assert set(found) == {str(path), str(path.with_name("java.string.hash.jsonl"))}
    assert "no digests are recorded" in found[str(path)]
    assert "a foreign file" in found[str(path.with_name("java.string.hash.jsonl"))]


def test_a_copy_of_some_operations_may_lack_the_others(folder):
    path = digests.path_of(folder, NAME)
    path.unlink()
    sums.write(path.parent, {name: hexed for name, hexed in sums.read(path.parent).items() if name != path.name})
    assert complete.verify(folder, LOCK, patterns=(NAME, "java.*")) == ([], 0)


def test_a_small_scope_never_lacks_the_newest_line(folder):
    assert complete.verify(folder, LOCK, patterns=("kafka.assignor.round-robin",))[0] == []
    more = {**LOCK, "kafka-clients 9.9.9": {}}
    (problem,) = complete.verify(folder, more, patterns=("kafka.assignor.round-robin",))[0]
    assert "no answers of kafka-clients 9.9.9, the newest line" in problem.what


def test_an_edited_digest_of_a_group_of_lines_is_named(folder):
    domain = DOMAINS["kafka.assignor.round-robin"]
    path = digests.path_of(folder, domain.operation)
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    sampled = complete.sample(domain, digests.read(path, domain), Line.parse("kafka-clients 4.4.0"))
    number = 1 + domain.blocks().index(sampled[3])
    rows[number]["sha256"][-1] = "0" * 64
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    (problem,) = complete.verify(folder, LOCK, patterns=(domain.operation,))[0]
    assert problem.place == f"{path}:{number + 1}"
    assert "but copartition as kafka-clients 4.4.0 gives" in problem.what
