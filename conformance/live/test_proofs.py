"""Complete digests: some blocks of each domain are made again from the oldest and the newest JAR.

`tox -e prove` makes all of them again, from every JAR.
"""

from __future__ import annotations

import pytest

from jarparity import data
from jarparity.measures.prove import complete, digests, prover
from jarparity.measures.prove.digests import DOMAINS, lines_of, varies
from jarparity.ports.load import open_port


def recorded_of(domain):
    return digests.read(digests.path_of(data.fixtures(), domain.operation), domain)


@pytest.mark.parametrize("domain", DOMAINS.values(), ids=lambda domain: domain.operation)
def test_recorded_digests_are_those_of_the_oldest_and_the_newest_line(domain, jpype_reference):
    recorded = recorded_of(domain)
    lines = lines_of(domain, jpype_reference.lines)
    assert {str(line) for line in lines} >= set(recorded.originals)
    assert varies(domain) or {str(line) for line in lines} == set(recorded.originals)
    asked = [line for line in lines if str(line) in recorded.originals]
    for line in {asked[0], asked[-1]}:
        originals = prover.original_answers(jpype_reference, line, domain)
        for block in complete.sample(domain, recorded, line)[:: -complete.LIVE_SAMPLE]:
            assert originals(block).digest() == recorded.of(line)[block.name], (line, block)


@pytest.mark.parametrize("domain", DOMAINS.values(), ids=lambda domain: domain.operation)
def test_copartition_equals_the_newest_jar_on_some_blocks(domain, jpype_reference):
    line = lines_of(domain, jpype_reference.lines)[-1]
    blocks = complete.sample(domain, recorded_of(domain), line)[-4:]
    port = prover.port_answers(open_port(), domain, blocks, line)
    original = prover.original_answers(jpype_reference, line, domain)
    findings = list(prover.compare(domain, blocks, port, original))
    assert [type(f) for f in findings] == [prover.Equal] * len(blocks)
