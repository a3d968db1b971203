"""Complete digests: some blocks of each domain are made again from the JARs (`tox -e prove` does all of them)."""

from __future__ import annotations

import pytest

from jarparity import catalogue, data
from jarparity.ports.load import open_port
from jarparity.prove import digests, prover
from jarparity.prove.domains import DOMAINS


@pytest.mark.parametrize("operation", DOMAINS)
def test_recorded_digests_are_those_of_every_line(operation, live_reference):
    domain = DOMAINS[operation]
    recorded = digests.read(digests.path_of(data.fixtures(), operation), domain)
    blocks = domain.blocks()
    chosen = [blocks[0], blocks[len(blocks) // 2], blocks[-1]]
    lines = [line for line in live_reference.lines if catalogue.operation(operation).has(line)]
    assert set(map(str, lines)) == set(recorded.originals)
    for line in lines:
        originals = prover.original_answers(live_reference, line, domain)
        for block in chosen:
            assert digests.digest(originals(block)) == recorded.blocks[block.name], (line, block)


@pytest.mark.parametrize("operation", DOMAINS)
def test_copartition_equals_the_newest_jar_on_some_blocks(operation, live_reference):
    domain = DOMAINS[operation]
    blocks = domain.blocks()[-4:]
    port = prover.port_answers(open_port(), domain, blocks)
    original = prover.original_answers(live_reference, live_reference.lines[0], domain)
    findings = list(prover.compare(domain, blocks, port, original))
    assert [type(f) for f in findings] == [prover.Equal] * len(blocks)
