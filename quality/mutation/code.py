"""The port's modules: their texts, who imports whom, and which lines belong together."""

from __future__ import annotations

import ast
import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PACKAGE: Final = "copartition"
ROOT: Final = Path(__file__).parents[2] / "python_impl"


@dataclass(frozen=True)
class Statement:
    """The lines of a simple statement, or of a compound one up to its body.

    Attributes:
        first: Its first line.
        last: Its last line.
        loading: It runs when the module is loaded, not when the port is asked.
    """

    first: int
    last: int
    loading: bool


@dataclass(frozen=True)
class Module:
    """A module of the port.

    Attributes:
        name: Dotted.
        path: Where it stands.
        text: What stands there.
    """

    name: str
    path: Path
    text: str

    @property
    def is_package(self) -> bool:
        """Whether it is an `__init__`."""
        return self.path.name == "__init__.py"

    @cached_property
    def digest(self) -> str:
        """Of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @cached_property
    def tree(self) -> ast.Module:
        """The text, parsed."""
        return ast.parse(self.text)

    @cached_property
    def statements(self) -> list[Statement]:
        """All statements, the outer before the inner."""
        return list(_statements(self.tree.body, loading=True))

    def statement(self, line: int) -> Statement:
        """The innermost statement on a line.

        Raises:
            LookupError: There is none.
        """
        found = [s for s in self.statements if s.first <= line <= s.last]
        if not found:
            raise LookupError(f"{self.name}:{line}: no statement")
        return found[-1]

    @cached_property
    def functions(self) -> Mapping[str, range]:
        """By qualified name, `Class.method`, the lines of every function, decorators included."""
        return dict(_functions(self.tree.body, ""))

    def function(self, line: int) -> str:
        """The qualified name of the innermost function on a line; empty where there is none."""
        within = [name for name, lines in self.functions.items() if line in lines]
        return within[-1] if within else ""


def _functions(body: list[ast.stmt], owner: str) -> Iterator[tuple[str, range]]:
    for statement in body:
        if isinstance(statement, ast.ClassDef | ast.FunctionDef):
            name = f"{owner}{statement.name}"
            if isinstance(statement, ast.FunctionDef):
                first = min([statement.lineno, *(decorator.lineno for decorator in statement.decorator_list)])
                yield name, range(first, (statement.end_lineno or first) + 1)
            yield from _functions(statement.body, f"{name}.")


def _statements(body: list[ast.stmt], *, loading: bool) -> Iterator[Statement]:
    for statement in body:
        inner: list[ast.stmt] = [
            child for field in ("body", "orelse", "finalbody") for child in getattr(statement, field, [])
        ]
        parts: list[ast.AST] = [*getattr(statement, "handlers", []), *getattr(statement, "cases", [])]
        inner += [child for part in parts for child in part.body]  # type: ignore[attr-defined] # handlers and cases
        first = min([statement.lineno, *(d.lineno for d in getattr(statement, "decorator_list", []))])
        last = max(first, min(child.lineno for child in inner) - 1) if inner else statement.end_lineno or first
        yield Statement(first, last, loading)
        for part in parts:
            head = part.body[0].lineno - 1  # type: ignore[attr-defined] # handlers and cases
            start: int = getattr(part, "lineno", None) or part.pattern.lineno  # type: ignore[attr-defined] # a case
            yield Statement(start, max(start, head), loading)
        function = isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef)
        yield from _statements(inner, loading=loading and not function)


@dataclass(frozen=True)
class Code:
    """The whole port.

    Attributes:
        modules: By dotted name.
    """

    modules: Mapping[str, Module]

    @classmethod
    def read(cls, root: Path = ROOT, package: str = PACKAGE) -> Code:
        """Every module under a folder."""
        found: dict[str, Module] = {}
        for path in sorted(root.glob(f"{package}/**/*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = Module(name, path, path.read_text("utf-8"))
        return cls(found)

    @cached_property
    def digest(self) -> str:
        """Of all texts."""
        parts = (f"{module.name} {module.digest}\n" for module in self.modules.values())
        return hashlib.sha256("".join(parts).encode()).hexdigest()

    @cached_property
    def imports(self) -> Mapping[str, frozenset[str]]:
        """By module, the modules of the port that it names in an import anywhere."""
        return {name: frozenset(self._imports(module)) for name, module in self.modules.items()}

    def _imports(self, module: Module) -> Iterator[str]:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names if alias.name in self.modules)
            elif isinstance(node, ast.ImportFrom) and node.module:
                inner = [f"{node.module}.{alias.name}" for alias in node.names]
                yield from (name for name in inner if name in self.modules)
                if node.module in self.modules and any(name not in self.modules for name in inner):
                    yield node.module

    def users(self, name: str, without: str) -> frozenset[str]:
        """The module and all modules that import it, directly or through others.

        Args:
            name: The module.
            without: A prefix of modules that are passed over: the doors import everything.
        """
        found, left = {name}, [name]
        while left:
            used = left.pop()
            for module, imported in self.imports.items():
                if used in imported and module not in found and not module.startswith(without):
                    found.add(module)
                    left.append(module)
        return frozenset(found)
