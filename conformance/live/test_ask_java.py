"""docs/your-port.md's program in JavaScript asks the real JARs."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "your-port.md").read_text("utf-8")


@pytest.mark.skipif(shutil.which("node") is None, reason="node, for the example in JavaScript, is not here")
@pytest.mark.usefixtures("jpype_reference")
def test_the_example_prints_what_it_says(tmp_path):
    name, text = re.search(r"<!-- file: (\S+\.mjs) -->\n```js\n(.*?)```", PAGE, re.DOTALL).groups()
    (tmp_path / name).write_text(text)
    (tmp_path / "jarparity").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m jarparity "$@"\n')
    (tmp_path / "jarparity").chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    command = ["node", name]
    asked = subprocess.run(
        command, cwd=tmp_path, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False
    )
    (said,) = re.findall(r"console\.log\(answer\.value\); // (\d+)", text)
    assert (asked.returncode, asked.stdout) == (0, f"{said}\n"), asked.stderr
