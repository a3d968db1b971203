"""The mutants of a module: one small change each, named so that the name outlives edits elsewhere in the file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

from quality.mutation.operators import chosen

if TYPE_CHECKING:
    from collections.abc import Iterator

_UNREAD_METHODS: Final = frozenset({"__repr__"})
"""What only a debugger shows."""
_GUARDS: Final = frozenset({"strict", "compare", "repr"})
"""Keyword arguments that make the port's own mistakes loud, or say how Python shows things; they change no answer."""
_PYTHON_ERRORS: Final = frozenset({"TypeError", "ValueError", "WrongTypeError"})
"""What a Python caller gets for arguments that no vector can carry: an input's schema has seen to that before."""
_ARITHMETIC: Final = frozenset({"arith_expr", "term", "expr", "xor_expr", "and_expr", "shift_expr"})
"""Where an operator has two sides: a star alone may also unpack, or end the positional parameters."""
_CHECKS: Final = frozenset({"checked_int", "check_field", "_arguments"})
"""Functions that raise these errors and change nothing else."""
_TYPES: Final = frozenset({"TypeVar"})
"""What a type checker reads."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change.

    Attributes:
        module: The dotted name of the changed module.
        operator: The kind of change.
        occurrence: Which of the operator's places in the module: how the change is made again.
        number: The line that is changed, from 1.
        line: That line's text, stripped.
        place: Which of the operator's places on lines of this text.
    """

    module: str
    operator: str
    occurrence: int
    number: int
    line: str
    place: int

    @property
    def label(self) -> str:
        """The operator and the place: with module and line's text, the mutant's lasting name."""
        return f"{self.operator}#{self.place}"

    @property
    def ident(self) -> str:
        """Its lasting name, whole."""
        return f"{self.module} {self.label} {self.line}"

    def source(self, text: str) -> str:
        """The module's changed text.

        Raises:
            ValueError: The text has no such place.
        """
        changed: str | None = mutate_code(text, _operators()[self.operator](), self.occurrence)
        if changed is None:
            raise ValueError(f"{self.module}: no place {self.occurrence} for {self.operator}")
        return changed


@cache
def _operators() -> Any:  # noqa: ANN401 - cosmic-ray's classes are untyped
    return chosen()


def mutants_of(module: str, text: str) -> Iterator[Mutant]:
    """Every mutant of a module's text."""
    tree = get_ast(text)
    lines = text.splitlines()
    nodes = list(ast_nodes(tree))
    passed_over = [span for node in nodes for span in _passed_over(node)]
    for name, operator in _operators().items():
        places: Counter[str] = Counter()
        made = operator()
        occurrence = -1
        for node in nodes:
            for start, _ in made.mutation_positions(node):
                occurrence += 1
                if any(first <= start < last for first, last in passed_over):
                    continue
                if name.startswith("ReplaceBinaryOperator") and node.parent.type not in _ARITHMETIC:
                    continue
                line = lines[start[0] - 1].strip()
                if name.startswith("ReplaceBinaryOperator_BitOr") and line.startswith("case "):
                    continue  # alternatives of a pattern
                yield Mutant(module, name, occurrence, start[0], line, places[line])
                places[line] += 1


def _passed_over(  # noqa: C901, PLR0912 - one case a kind of node
    node: Any,  # noqa: ANN401 - parso's tree
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The parts of the tree that decide nothing when the port answers."""
    match node.type:
        case "decorator" | "import_name" | "import_from" | "assert_stmt":
            yield node.start_pos, node.end_pos
        case "annassign":
            typed_only = len(node.children) == 2  # noqa: PLR2004 - a colon and a type: nothing is set
            yield (node.parent if typed_only else node).start_pos, node.children[1].end_pos
            if not typed_only and _is_field(node):
                yield node.children[3].start_pos, node.end_pos  # a default, which no vector leaves to the port
        case "tfpdef":
            yield node.start_pos, node.end_pos
        case "param":
            if node.annotation is not None:
                yield node.annotation.start_pos, node.annotation.end_pos
            if node.default is not None:
                yield node.default.start_pos, node.default.end_pos
        case "fstring" if _is_raised(node):
            yield node.start_pos, node.end_pos  # an error's words: recorded vectors compare its kind, live suites these
        case "funcdef":
            if node.name.value in _UNREAD_METHODS:
                yield node.start_pos, node.end_pos
            if node.annotation is not None:
                yield node.annotation.start_pos, node.annotation.end_pos
        case "argument" if getattr(node.children[0], "value", "") in _GUARDS:
            yield node.start_pos, node.end_pos
        case "if_stmt" if getattr(node.children[1], "value", "") == "TYPE_CHECKING":
            yield node.start_pos, node.end_pos
        case "if_stmt" if _raises_for_python(node.children[3]):
            yield node.start_pos, node.children[3].end_pos
        case "atom_expr" if getattr(node.children[0], "value", "") in _CHECKS | _TYPES:
            yield node.start_pos, node.end_pos
        case "testlist_comp" if _is_release(node):
            yield node.start_pos, node.end_pos  # some are recorded, and `tox -e versions` asks the others


def _is_release(node: Any) -> bool:  # noqa: ANN401 - parso's tree
    """Whether it is two or three numbers, the first not 0: `3, 4, 1`."""
    numbers = [child.value for child in node.children if child.type == "number"]
    commas = [child for child in node.children if getattr(child, "value", "") == ","]
    return len(numbers) in {2, 3} and numbers[0] != "0" and len(numbers) + len(commas) == len(node.children)


def _is_field(node: Any) -> bool:  # noqa: ANN401 - parso's tree
    statement = node.parent.parent
    holder = statement.parent.parent if statement.parent.type == "suite" else statement.parent
    return holder.type == "classdef" and not {"Final", "ClassVar"} & {leaf.value for leaf in _leaves(node.children[1])}


def _leaves(node: Any) -> Iterator[Any]:  # noqa: ANN401 - parso's tree
    leaf, last = node.get_first_leaf(), node.get_last_leaf()
    yield leaf
    while leaf is not last:
        leaf = leaf.get_next_leaf()
        yield leaf


def _is_raised(node: Any) -> bool:  # noqa: ANN401 - parso's tree
    while node is not None and node.type not in {"simple_stmt", "file_input"}:
        if node.type == "raise_stmt":
            return True
        node = node.parent
    return False


def _raises_for_python(suite: Any) -> bool:  # noqa: ANN401 - parso's tree
    statements = [child for child in suite.children if child.type != "newline"] if suite.type == "suite" else []
    if len(statements) != 1 or statements[0].type != "simple_stmt":
        return False
    raised = statements[0].children[0]
    return raised.type == "raise_stmt" and raised.children[1].get_first_leaf().value in _PYTHON_ERRORS
