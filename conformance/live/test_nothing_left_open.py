"""What the originals' own test harnesses open is closed, on inputs that they refuse, too."""

import jpype
import pytest

from jarparity import registry
from jarparity.answers import Error
from jarparity.originals import locked_lines
from jarparity.references.golden import GoldenReference

OPERATION = registry.operation("flink.state.keyed-operator")


@pytest.mark.parametrize("line", [line for line in locked_lines() if OPERATION.has(line)], ids=str)
def test_a_refused_operator_leaves_no_thread(jpype_reference, line):
    """Each subtask that the harness opens has two threads for its disk, and a folder in the system's temporary one."""
    vectors = GoldenReference.default().vectors(OPERATION.name)
    refused = [v.case.input for v in vectors if any(isinstance(recorded.answer, Error) for recorded in v.answers)]
    before = _disk_threads()
    answers = jpype_reference.answers(OPERATION.name, line, refused)
    assert len(answers) >= 6  # max parallelism, parallelism and index, each too small and too large
    assert all(isinstance(answer, Error) for answer in answers)
    assert _disk_threads() == before


def _disk_threads():
    threads = jpype.JClass("java.lang.Thread").getAllStackTraces().keySet()
    return sorted(name for name in (str(thread.getName()) for thread in threads) if name.startswith("IOManager"))
