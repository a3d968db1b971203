"""The pytest plugin on the real JARs: a JVM in a user's own test run."""

import subprocess
import sys

import pytest

PORT = """\
from copartition.kafka import murmur2

class PORT:
    lines = "kafka-clients 4.4.0"
    operations = {"kafka.partitioner.murmur2": lambda case: murmur2(bytes.fromhex(case["bytes"]))}
"""


@pytest.mark.usefixtures("jpype_reference")
def test_the_real_jars_are_asked_in_a_pytest_as_it_comes(tmp_path):
    (tmp_path / "my_port.py").write_text(PORT)
    plugin = ("-p", "no:jarparity", "-p", "jarparity.pytest_plugin", "-p", "no:cacheprovider")
    options = ("--jarparity-port", "my_port:PORT", "--jarparity-require-jvm", "-m", "jarparity_live", "-rA")
    command = [sys.executable, "-m", "pytest", *plugin, *options]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "PASSED jarparity::kafka.partitioner.murmur2[jpype]" in run.stdout
    assert "Fatal Python error" not in run.stderr
