"""The port's modules: their texts, who imports whom, and which lines belong together."""

from __future__ import annotations

import ast
import hashlib
import io
import tokenize
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

PACKAGE: Final = "copartition"
ROOT: Final = Path(__file__).parents[2] / "python_impl"


@dataclass(frozen=True)
class Function:
    """Where a function is.

    Attributes:
        lines: All of it, decorators included.
        body: What runs when it is called.
    """

    lines: range
    body: range


@dataclass(frozen=True)
class Module:
    """A module of the port.

    Attributes:
        name: Dotted.
        path: Its file.
        text: The file's content.
    """

    name: str
    path: Path
    text: str

    @cached_property
    def digest(self) -> str:
        """Of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @cached_property
    def tree(self) -> ast.Module:
        """The text, parsed."""
        return ast.parse(self.text)

    @cached_property
    def functions(self) -> Mapping[str, Function]:
        """By qualified name, `Class.method`, every function; the outer before the inner."""
        return dict(_functions(self.tree.body, ""))

    def function(self, line: int) -> str:
        """The qualified name of the innermost function on a line; empty where there is none."""
        return next((name for name, one in reversed(list(self.functions.items())) if line in one.lines), "")

    def runs_on_loading(self, line: int) -> bool:
        """Whether the line runs when the module is loaded, not when the port is asked."""
        return not any(line in function.body for function in self.functions.values())

    @cached_property
    def _logical_lines(self) -> list[range]:
        found, first = [], 0
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            if token.type == tokenize.NEWLINE:
                found.append(range(first, token.end[0] + 1))
                first = 0
            elif not first and token.type not in {tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT}:
                first = token.start[0]
        return found

    def statement(self, line: int) -> range:
        """The lines of the simple statement on a line, or of a compound one up to its body.

        Raises:
            LookupError: There is none.
        """
        for lines in self._logical_lines:
            if line in lines:
                return lines
        raise LookupError(f"{self.name}:{line}: no statement")


def _functions(body: list[ast.stmt], owner: str) -> Iterator[tuple[str, Function]]:
    for statement in body:
        if isinstance(statement, ast.ClassDef | ast.FunctionDef):
            name, end = f"{owner}{statement.name}", (statement.end_lineno or statement.lineno) + 1
            if isinstance(statement, ast.FunctionDef):
                first = min([statement.lineno, *(decorator.lineno for decorator in statement.decorator_list)])
                yield name, Function(range(first, end), range(statement.body[0].lineno, end))
            yield from _functions(statement.body, f"{name}.")


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
            name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
            found[name] = Module(name, path, path.read_text("utf-8"))
        return cls(found)

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
            without: A prefix of modules that are passed over: the adapter imports everything.
        """
        names = [module for module in self.modules if not module.startswith(without)]
        return _closure([name], lambda used: (module for module in names if used in self.imports[module]))

    def needed(self, names: Iterable[str], without: str) -> frozenset[str]:
        """These modules and all that they import, directly or through others.

        Args:
            names: The modules.
            without: One that is passed over, with what it alone imports.
        """
        return _closure(names, lambda name: self.imports[name] - {without})


def _closure(first: Iterable[str], following: Callable[[str], Iterable[str]]) -> frozenset[str]:
    found, left = set(first), list(first)
    while left:
        more = set(following(left.pop())) - found
        found |= more
        left += more
    return frozenset(found)
