"""Areas stand alone: each can be taken away, a stranger's is found, and one that is damaged is named."""

import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import copartition
import jarparity
from jarparity import registry
from jarparity.area import Area
from jarparity.cli.options import PortChoice
from jarparity.registry import AreaError, load
from jarparity.spark.worker_port import packed

PACKAGE = Path(jarparity.__file__).parent
LOADED = """
import json, sys
from jarparity import registry
from jarparity.cli import main
print(json.dumps([sorted(area.name for area in registry.AREAS), len(registry.OPERATIONS), registry.__file__]))
"""


def point(name, value):
    return importlib.metadata.EntryPoint(name, value, registry.GROUP)


def test_every_area_of_the_kit_is_found_and_named_as_its_folder():
    folders = {path.parent.name for path in (PACKAGE / "areas").glob("*/__init__.py")}
    own = {area.name for area in registry.AREAS if area.folder and area.folder.is_relative_to(PACKAGE)}
    assert own == folders
    for area in registry.AREAS:
        assert area.summary.endswith(".")
        assert area.operations


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the package with entry points of its own; what makes it importable."""
    site = tmp_path_factory.mktemp("copy") / "site"
    shutil.copytree(PACKAGE, site / "jarparity", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pom.xml", "java_ref", "fixtures"):
        kept = PACKAGE.parents[1] / name
        if kept.exists():
            (site.parent / name).symlink_to(kept)
    return site


@pytest.fixture
def without(copy):
    """Runs Python on the copy without an area."""

    def run(gone, *arguments):
        kept = [area.name for area in registry.AREAS if area.folder and area.name != gone]
        info = copy / "jarparity-0.1.0.dist-info"
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: jarparity\nVersion: 0.1.0\n")
        rows = [f"{name} = jarparity.areas.{name}:AREA" for name in kept]
        (info / "entry_points.txt").write_text("[jarparity.areas]\n" + "\n".join(rows) + "\n")
        folder, aside = copy / "jarparity" / "areas" / gone, copy / gone
        folder.rename(aside)
        try:
            path = os.pathsep.join([str(copy), str(Path(copartition.__file__).parents[1])])
            return subprocess.run(
                [sys.executable, *arguments],
                env={**os.environ, "PYTHONPATH": path},
                capture_output=True,
                text=True,
                check=False,
            )
        finally:
            aside.rename(folder)

    return run


@pytest.mark.parametrize("gone", [area.name for area in registry.AREAS if area.folder])
def test_without_an_area_all_others_are_there(without, copy, gone):
    kept = [area for area in registry.AREAS if area.folder and area.name != gone]
    run = without(gone, "-c", LOADED)
    assert run.returncode == 0, run.stderr
    names, operations, place = json.loads(run.stdout)
    assert names == sorted(area.name for area in kept)
    assert operations == sum(len(area.operations) for area in kept)
    assert place.startswith(str(copy))


def test_without_an_area_the_kit_checks_all_others(without, copy):
    others = "{n: f for n, f in PORT.operations.items() if not n.startswith('kafka.replicas.')}"
    (copy / "smaller.py").write_text(f"from copartition.port import PORT\nPORT = {others}\n")
    command = ("check", "--reference", "golden", "--operation", "kafka.re*", "--port", "smaller:PORT")
    run = without("kafka_replicas", "-m", "jarparity", *command)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "kafka.reassign.plan" in run.stdout
    assert "kafka.replicas" not in run.stdout


DRAWN = """
import json, random
import jarparity
from jarparity import registry
for operation in registry.OPERATIONS.values():
    operation.draw(random.Random(1))
print(json.dumps([len(registry.OPERATIONS), jarparity.__file__]))
"""


def test_an_executor_of_spark_draws_each_operations_inputs_from_a_zip():
    archives = [packed("jarparity"), packed("copartition")]
    path = os.pathsep.join(map(str, archives))
    run = subprocess.run(
        [sys.executable, "-c", DRAWN],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    operations, place = json.loads(run.stdout)
    assert operations == len(registry.OPERATIONS)
    assert place.startswith(str(archives[0]))


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("no_such_package:AREA", "No module named 'no_such_package'; reinstall or remove the distribution"),
        ("jarparity.areas.java:NO_AREA", "has no attribute 'NO_AREA'; reinstall or remove the distribution"),
        ("jarparity.registry:GROUP", "str where jarparity.area.Area is expected"),
    ],
)
def test_an_area_that_is_none_is_named(value, said):
    with pytest.raises(AreaError, match=r"^area broken \(") as raised:
        load([point("broken", value)])
    assert said in str(raised.value)


def test_two_areas_of_one_name_are_refused():
    both = [point("a", "jarparity.areas.java:AREA"), point("b", "jarparity.areas.java:AREA")]
    with pytest.raises(AreaError, match="another area is called java; rename one"):
        load(both)


def test_an_operation_in_two_areas_is_refused(monkeypatch):
    again = Area("again", "As java.", registry.area_of("java.string.hash").operations)
    monkeypatch.setattr(sys.modules[__name__], "AGAIN", again, raising=False)
    both = [point("java", "jarparity.areas.java:AREA"), point("z", f"{__name__}:AGAIN")]
    with pytest.raises(AreaError, match=r"area java declares java\.\S+ too; rename one"):
        load(both)


@pytest.mark.parametrize(
    ("named", "operations", "asked"),
    [
        (PortChoice(None, None), ["a.one", "a.two"], "a_port:PORT"),
        (PortChoice(None, None), ["a.one", "b.one"], None),
        (PortChoice(None, None), ["b.one"], None),
        (PortChoice("mine:PORT", None), ["a.one"], "mine:PORT"),
        (PortChoice(None, "./mine"), ["a.one"], None),
    ],
    ids=["brought", "two areas, one brings none", "none is brought", "named", "a program"],
)
def test_a_port_that_an_area_brings_is_asked_where_none_is_named(named, operations, asked, monkeypatch):
    areas = {name: Area(name, "Something.", (), port=port) for name, port in (("a", "a_port:PORT"), ("b", None))}
    monkeypatch.setattr(registry, "area_of", lambda name: areas[name.partition(".")[0]])
    assert named.or_brought([SimpleNamespace(name=name) for name in operations]).name == asked
