"""Which recorded cases reach which lines of the port: each case is run under coverage, in a context of its own.

A case is asked on every line that it is recorded for: where all lines answer alike, the port may still get there by
code of its own for each release.

What was seen is kept in the cache, one file an operation; it is traced again when its vectors, a module that it runs or
what judges changed. Sets of cases are kept as bits of an int, by case number.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from coverage import Coverage

from jarparity import whole_file
from quality.mutation import forks, loading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from jarparity.answers import JSON
    from quality.mutation.code import Code
    from quality.mutation.vectors import Vectors

_LOADING: Final = "loading"


@dataclass(frozen=True)
class Reach:
    """What was seen.

    Attributes:
        lines: By module and line, the cases that run it, as bits.
        loaded: By module, the lines that run when the port is loaded.
        operations: By module, the operations of which a case runs a line of it.
        costs: By case, seconds under coverage, on every line.
    """

    lines: dict[str, dict[int, int]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(int)))
    loaded: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    operations: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    costs: dict[int, float] = field(default_factory=dict)

    def cases(self, module: str, lines: Iterable[int] | None = None) -> set[int]:
        """The cases that run any of these lines of a module; any of its lines, where none are given."""
        of_module = self.lines.get(module, {})
        bits = 0
        for line in of_module if lines is None else lines:
            bits |= of_module.get(line, 0)
        return {number for number, bit in enumerate(reversed(f"{bits:b}")) if bit == "1"}

    def _add(self, operation: str, start: int, seen: JSON) -> None:
        for module, lines in seen["lines"].items():
            if lines:
                self.operations[module].add(operation)
            for line, bits in lines.items():
                self.lines[module][int(line)] |= int(bits, 16) << start
        for module, loaded in seen["loaded"].items():
            self.loaded[module].update(loaded)
        self.costs.update(enumerate(seen["costs"], start))


class TracingError(RuntimeError):
    """An operation couldn't be traced, or its vectors don't pass without any change."""


def trace(  # noqa: PLR0913 - one parameter a setting
    code: Code, vectors: Vectors, judges: str, cache: Path, *, jobs: int, seen: Callable[[str], None]
) -> Reach:
    """Reads what is cached, and traces the rest; the port must not be loaded yet.

    Args:
        code: The port.
        vectors: The cases.
        judges: A digest of what compares their answers.
        cache: The folder of what was seen.
        jobs: How many operations are traced at once.
        seen: Called with each operation that is traced.

    Raises:
        TracingError: The port doesn't pass its own vectors, or a copy died.
    """
    files = {o: cache / f"{o}.{vectors.digests[o][:16]}.{judges[:16]}.json" for o in vectors.ranges}
    missing = sorted((o for o, path in files.items() if _stale(code, path)), key=lambda o: -len(vectors.ranges[o]))

    def work(operation: str) -> JSON:
        whole_file.replace(files[operation], json.dumps(_trace_one(code, vectors, operation)).encode())

    for operation, outcome in forks.each(missing, work, jobs=jobs, patience=1800):
        if isinstance(outcome, forks.Dead):
            raise TracingError(f"{operation}: {outcome.text}")
        seen(operation)
    reach = Reach()
    for operation, path in files.items():
        reach._add(operation, vectors.ranges[operation].start, json.loads(path.read_text()))  # noqa: SLF001 - its maker
    return reach


def _stale(code: Code, path: Path) -> bool:
    if not path.exists():
        return True
    digests = json.loads(path.read_text())["digests"]
    return any(name not in code.modules or code.modules[name].digest != digest for name, digest in digests.items())


def _trace_one(code: Code, vectors: Vectors, operation: str) -> JSON:
    numbers = vectors.ranges[operation]
    folder = str(next(iter(code.modules.values())).path.parent)
    coverage = Coverage(data_file=None, source=[folder], config_file=False, messages=False)
    costs: list[float] = []
    coverage.start()
    coverage.switch_context(_LOADING)
    port = loading.load()
    for place, number in enumerate(numbers):
        coverage.switch_context(str(place))
        start = time.process_time()
        if not vectors.agrees(port, number, every_line=True):
            raise TracingError(f"the unchanged port fails {vectors.name(number)}: `jarparity check` says how")
        costs.append(round(time.process_time() - start, 6))
    coverage.stop()
    data = coverage.get_data()
    names = {str(module.path): module.name for module in code.modules.values()}
    lines: dict[str, dict[int, str]] = {}
    loaded: dict[str, list[int]] = {}
    for file in sorted(data.measured_files() & names.keys()):
        found = data.contexts_by_lineno(file)
        bits = {line: sum(1 << int(c) for c in contexts if c.isdigit()) for line, contexts in found.items()}
        lines[names[file]] = {line: f"{value:x}" for line, value in bits.items() if value}
        loaded[names[file]] = sorted(line for line, contexts in found.items() if _LOADING in contexts)
    ran = {name for name, of_module in lines.items() if of_module}
    used = ran.union(*(code.imports[name] for name in ran))
    digests = {name: code.modules[name].digest for name in sorted(used)}
    return {"digests": digests, "costs": costs, "lines": lines, "loaded": loaded}
