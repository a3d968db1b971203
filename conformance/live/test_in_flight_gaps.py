"""The finding about in-flight records, on the real classes: the documented command, word for word."""

import subprocess
import sys
from pathlib import Path

from jarparity import registry

DOCUMENT = Path(__file__).parents[2] / "docs" / "in-flight-gaps.md"


def test_the_documented_command_shows_it_on_the_real_classes(jpype_reference):
    block = DOCUMENT.read_text("utf-8").split("```console\n$ ")[1].split("```")[0]
    command, _, output = block.partition("\n")
    name, *arguments = command.split()
    assert name == "jarparity"
    shown = subprocess.run([sys.executable, "-m", "jarparity", *arguments], capture_output=True, text=True, check=False)
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout == output
    operation = registry.operation("flink.rescale.in-flight")
    flink = [str(line) for line in jpype_reference.lines if operation.has(line)]
    assert shown.stdout.splitlines()[-1] == f"confirmed by the real classes: {', '.join(flink)}"
