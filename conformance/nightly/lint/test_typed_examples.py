"""mypy has nothing to say of the examples that the docs and docstrings give of copartition."""

from __future__ import annotations

import ast
import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
PORT = ROOT / "python_impl"
OPTIONS = (
    "--strict",
    # Who writes no types is told nothing inside his functions.
    "--allow-untyped-defs",
    "--allow-incomplete-defs",
    "--allow-untyped-calls",
    "--no-check-untyped-defs",
    # A frozenset equals a set, whatever mypy holds of that.
    "--no-strict-equality",
)
KNOWN = {
    "kafka_source_0.py": 'incompatible type "Cluster"; expected "KafkaCluster"',  # it says itself that it is half one
}
"""By example what mypy does say."""


def of_docs():
    """By name each example of the docs that uses copartition, and not the kit."""
    for page in (*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"):
        blocks = re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
        for number, block in enumerate(blocks):
            program = doctest.script_from_examples(block) if block.startswith(">>>") else block
            if re.search(r"^(from|import) copartition\b", program, re.MULTILINE):
                yield f"{page.stem.replace('-', '_')}_{number}.py", program


def of_docstrings():
    """By name the examples of each module of copartition that has some."""
    for path in sorted((PORT / "copartition").rglob("*.py")):
        text = path.read_text("utf-8")
        if ">>> " in text:
            module = ".".join(path.relative_to(PORT).with_suffix("").parts)
            documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
            found = [
                ast.get_docstring(node) or "" for node in ast.walk(ast.parse(text)) if isinstance(node, documented)
            ]
            yield (
                f"{module.replace('.', '_')}.py",
                f"from {module} import *\n" + "".join(map(doctest.script_from_examples, found)),
            )


def mypy(folder, programs):
    for name, program in programs.items():
        (folder / name).write_text(program, "utf-8")
    own = ("--config-file=", "--follow-imports=silent", f"--cache-dir={folder.parent / 'mypy'}")
    command = [sys.executable, "-m", "mypy", *OPTIONS, *own, *programs]
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "MYPYPATH": str(PORT)}, capture_output=True, text=True, check=False
    )
    assert not done.stderr, done.stderr
    return [line for line in done.stdout.splitlines() if ": error: " in line]


def test_examples_are_well_typed(tmp_path):
    programs = {**dict(of_docs()), **dict(of_docstrings())}
    assert {"keyed_state_0.py", "README_1.py", "copartition_flink_state_heap_backend.py"} <= programs.keys()
    left = dict(KNOWN)
    unknown = []
    for error in mypy(tmp_path, programs):
        name = error.partition(":")[0]
        if name in left and left[name] in error:
            del left[name]
        else:
            unknown.append(error)
    assert unknown == []
    assert left == {}


def test_a_wrong_example_is_seen(tmp_path):
    wrong = (
        "from copartition.flink import KeyGroupRange\n"
        "from copartition.flink.state import HeapKeyedStateBackend, ValueState\n"
        "backend = HeapKeyedStateBackend(128, KeyGroupRange(0, 63))\n"
        'total: ValueState[int | None] = backend.value_state("total")\n'
        "total.update(total.value() + 1)\n"
    )
    (error,) = mypy(tmp_path, {"wrong.py": wrong})
    assert 'Unsupported operand types for + ("None" and "int")' in error


def test_integers_of_numpy_are_numbers(tmp_path):
    taken = (
        "import numpy as np\n"
        "from copartition.flink.watermarks import IndexedCombinedWatermarkStatus, StatusWatermarkValve\n"
        "from copartition.java import Long\n"
        "Long(np.int64(3))\n"
        "IndexedCombinedWatermarkStatus(np.int64(2)).update_watermark(np.int64(0), np.int64(3))\n"
        "StatusWatermarkValve(np.int64(2))\n"
    )
    assert mypy(tmp_path, {"taken.py": taken}) == []
