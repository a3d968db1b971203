"""`pytest --area NAME` runs what there is: each area has its tests, and each of the port's test files is listed."""

from types import SimpleNamespace

import area_tests
import pytest

from jarparity import registry

AREAS = [area for area in registry.AREAS if area.folder]


def test_every_area_is_listed_and_no_other():
    assert area_tests.listed().keys() == {area_tests.NONE, *(area.name for area in AREAS)}


@pytest.mark.parametrize(("name", "patterns"), area_tests.listed().items())
def test_listed_files_exist(name, patterns):
    assert [pattern for pattern in patterns if not list(area_tests.ROOT.glob(pattern))] == []


def test_every_test_of_the_port_is_listed():
    root = area_tests.ROOT
    found = {path for patterns in area_tests.listed().values() for pattern in patterns for path in root.glob(pattern)}
    assert set((root / "python_impl" / "tests").glob("test_*.py")) - found == set()


@pytest.mark.parametrize("area", AREAS, ids=lambda area: area.name)
def test_of_recorded_data_the_operations_of_the_area_are_kept(area):
    places = [area_tests.ROOT / name for name in area_tests.RECORDED]
    names = ["test_a", *(f"test_b[{name}{end}]" for name in registry.OPERATIONS for end in ("", ".jsonl", ".jsonl.gz"))]
    kept, left_out = area_tests.split(area.name, [SimpleNamespace(name=n, path=p) for n in names for p in places])
    assert {item.name.partition("[")[2].partition("]")[0].partition(".jsonl")[0] for item in kept} == {
        operation.name for operation in area.operations
    }
    assert len(kept) == len(area.operations) * 3 * len(places)
    assert len(kept) + len(left_out) == len(names) * len(places)


@pytest.mark.parametrize("name", ["kafka_assignor", area_tests.NONE])
def test_an_unknown_area_is_refused_with_those_there_are(name):
    with pytest.raises(pytest.UsageError, match=r"no such area; write one of flink_checkpoints, flink_groups, "):
        area_tests.files_of(name)


def test_the_command_is_in_contributing_for_each_area():
    text = (area_tests.ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert "pytest -n auto --area " in text
    for area in AREAS:
        assert f"`{area.name}`" in text
