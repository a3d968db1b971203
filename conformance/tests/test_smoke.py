"""Smoke test of the kit, for each Python: it imports, golden is green and red, the plugin and `serve` work.

The whole suite runs on the newest Python alone; on the others, this and the port's tests.
"""

import importlib
import json
import pkgutil
import shlex
import subprocess
import sys

import jarparity
from jarparity import registry

EXTRAS = {"jpype", "pandas", "py4j", "pyspark"}
PORT = "copartition.port:PORT"
MURMUR2 = "kafka.partitioner.murmur2"
WHOLE = sys.version_info >= (3, 13)
"""Whether each release is asked; on other Pythons the newest of those that agree is."""


def command(*arguments):
    return [sys.executable, "-W", "error", "-m", "jarparity", *arguments]


def run(*arguments, code=0, **options):
    done = subprocess.run(command(*arguments), capture_output=True, text=True, check=False, **options)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def test_every_module_imports():
    names = [module.name for module in pkgutil.walk_packages(jarparity.__path__, "jarparity.", onerror=lambda _: None)]
    assert len(names) > len(registry.OPERATIONS)
    lacking = {}
    for name in names:
        if not name.endswith(".__main__"):
            try:
                importlib.import_module(name)
            except ModuleNotFoundError as error:
                lacking[name] = error.name.partition(".")[0]
    assert {name: what for name, what in lacking.items() if what not in EXTRAS} == {}


def test_the_command_starts():
    assert "check" in run("--help")


def test_every_operation_passes_by_golden():
    releases = () if WHOLE else ("--quick",)
    document = json.loads(run("check", "--reference", "golden", *releases, "--format", "json"))
    assert document["operations"].keys() == registry.OPERATIONS.keys()
    for name, counts in document["operations"].items():
        assert counts["agrees"] > 0, name
        assert not any(counts[verdict] for verdict in ("differs", "errored", "skipped", "known")), name


def test_a_wrong_port_fails_by_golden():
    wrong = ("--operation", "flink.math.murmur-hash", "--port", "jarparity.faults.ports:finish_masked")
    assert "finish-masked" in run("check", "--reference", "golden", *wrong, code=1)


def test_a_served_port_passes_by_golden():
    served = shlex.join(command("serve", "port", "--port", PORT))
    run("check", "--reference", "golden", "--operation", MURMUR2, "--port-cmd", served)


def test_the_pytest_plugin_runs(tmp_path):
    # By name, not by entry point: an editable install keeps those that it was made with.
    plugin = ("-p", "no:jarparity", "-p", "jarparity.pytest_plugin", "-p", "no:cacheprovider")
    asked = ("--jarparity-port", PORT, "--jarparity-operation", MURMUR2)
    pytest = [sys.executable, "-m", "pytest", *plugin, "-rA", *asked]
    done = subprocess.run(pytest, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"PASSED jarparity::{MURMUR2}" in done.stdout
