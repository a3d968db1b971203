"""A small plan, a journal in a folder that is gone afterwards, and a Spark that is none."""

import pytest
from quality.campaign.journal import Journal, Outcome
from quality.campaign.plan import Kind, Plan

ABOUT = {
    "seed": 7,
    "scale": 1.0,
    "port": "copartition.port:PORT",
    "code": "c0de",
    "versions": {"Python": "3.13.1"},
    "commit": "1f",
}


@pytest.fixture
def plan():
    """Two stages of keys, three of groups."""
    return Plan(7, 1.0, {"keys": Kind("keys", 2000, 1), "groups": Kind("groups", 25, 1, ("kafka.assignor.range",))})


@pytest.fixture
def about(plan):
    return {**ABOUT, "plan": plan.document()}


@pytest.fixture
def journal(tmp_path):
    return Journal(tmp_path / "journal")


@pytest.fixture
def outcome():
    """Makes the outcome of a stage: all agrees unless it is told otherwise."""

    def made(stage, differs=0, failures=()):
        each = 1000 if stage.kind == "keys" else 10
        name = "kafka.partitioner.partition-for-key" if stage.kind == "keys" else "kafka.assignor.range"
        verdicts = {"agrees": each - differs, **({"differs": differs} if differs else {})}
        by_line = {name: {"kafka-clients 4.4.0": verdicts}}
        return Outcome(*stage, "some", {name: each}, by_line, tuple(failures), 2.0, master="local[2]")

    return made
