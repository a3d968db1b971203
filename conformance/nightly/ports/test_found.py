"""What the search finds in released clients, from nothing: no recorded case is asked."""

from __future__ import annotations

import importlib.util
import warnings
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from required import missing

from jarparity import registry
from jarparity.areas.kafka_assignors.realistic import is_group
from jarparity.check.asking import Comparison
from jarparity.check.search import Budget, search
from jarparity.check.tally import Tally
from jarparity.divergences.syntax import parse
from jarparity.grades import Grade
from jarparity.lines import Line
from jarparity.ports.callables import CallablePort
from jarparity.references import ReferenceUnavailableError
from jarparity.references.factory import open_reference
from jarparity.verdicts import Differs

NEWEST = Line("kafka-clients", "4.4.0")
PORTS = Path(__file__).parents[3] / "ports"


@pytest.fixture(scope="session")
def java():
    try:
        opened = open_reference("jpype", lines=[NEWEST])
    except ReferenceUnavailableError as error:
        missing(f"no real JARs: {error}", "JARPARITY_REQUIRE_JVM")
    yield opened
    opened.close()


def load(folder, released):
    distribution, _, wanted = released.partition("==")
    try:
        found = version(distribution)
    except PackageNotFoundError:
        found = "not installed"
    if found != wanted:
        missing(f"{released} is looked at, and it is {found}: `pip install --group clients`")
    spec = importlib.util.spec_from_file_location(folder.replace("-", "_"), PORTS / folder / "port.py")
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of their imports
        patch.syspath_prepend(PORTS / folder)  # it may have modules of its own beside it
        spec.loader.exec_module(module)
    return CallablePort(module.PORT, folder)


def found(port, assignor, java, below, where="true"):
    """The smallest group of a region on which the port's answer is worse than `below`."""
    region = parse(where)
    operation, tally = registry.operation(f"kafka.assignor.{assignor}"), Tally()
    comparison = Comparison(operation, port, java, [NEWEST])
    for verdict in search(comparison, Budget(1000, None, 1), region.of, below):
        tally.add(verdict)
    worse = tally.lost(operation.name)[below]
    assert isinstance(worse, Differs)
    assert is_group(worse.case.input)
    return worse


def test_kafka_python_raises_on_mixed_subscriptions(java):
    port = load("python-kafka-python", "kafka-python==3.0.12")
    failure = found(port, "round-robin", java, Grade.VALID)
    assert failure.grade is Grade.WRONG
    assert failure.got.kind == "KeyError"
    assert len(failure.case.input["members"]) == 2
    assert sum(failure.case.input["topics"].values()) == 1


def test_kafka_python_drops_members_where_static_and_dynamic_ones_interleave(java):
    port = load("python-kafka-python", "kafka-python==3.0.12")
    # It doesn't know of racks either, which is no fault.
    failure = found(port, "range", java, Grade.EQUIVALENT, "all(members, rack == null)")
    group = failure.case.input
    statics = [member.get("instance") is not None for member in group["members"]]
    assert len(statics) == 3
    assert statics in ([False, True, False], [True, False, True])
    dropped = group["members"][0]["id"]
    assert failure.expected.value[dropped] != failure.got.value[dropped] == []


@pytest.mark.parametrize("assignor", ["range", "round-robin"])
def test_aiokafka_ignores_instance_ids(assignor, java):
    port = load("python-aiokafka", "aiokafka==0.14.0")
    # It doesn't know of racks either, which range asks; a group that tells so may be as small.
    failure = found(port, assignor, java, Grade.EQUIVALENT, "all(members, rack == null)")
    assert failure.grade is Grade.VALID
    members = failure.case.input["members"]
    assert len(members) == 2
    assert any(member.get("instance") is not None for member in members)
    without = [{**member, "instance": None} for member in members]
    (again,) = java.answers(f"kafka.assignor.{assignor}", NEWEST, [{**failure.case.input, "members": without}])
    assert {m: sorted(each) for m, each in again.value.items()} == {
        m: sorted(each) for m, each in failure.got.value.items()
    }, "with the ids left out, Java agrees"
