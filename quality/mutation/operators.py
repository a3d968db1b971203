"""Which changes are made: those of cosmic-ray that fit arithmetic and order, and a few that it lacks.

cosmic-ray replaces each binary operator by each other one, eleven times; one or two neighbours say as much here. It
never drops a statement, the order of a sort or a filter: the mistakes that ports of placement logic are made of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from cosmic_ray.operators.boolean_replacer import AddNot
from cosmic_ray.operators.operator import Operator
from cosmic_ray.operators.provider import OperatorProvider
from parso.python.tree import Keyword, Name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_BINARY: Final = {
    "Add": ("Sub",),
    "Sub": ("Add",),
    "Mul": ("Add",),
    "FloorDiv": ("Mul",),
    "Mod": ("FloorDiv",),
    "RShift": ("LShift",),
    "LShift": ("RShift",),
    "BitOr": ("BitAnd", "BitXor"),
    "BitAnd": ("BitOr",),
    "BitXor": ("BitOr",),
}
_COMPARISONS: Final = {
    "Lt": ("LtE", "GtE"),
    "LtE": ("Lt", "Gt"),
    "Gt": ("GtE", "LtE"),
    "GtE": ("Gt", "Lt"),
    "Eq": ("NotEq",),
    "NotEq": ("Eq",),
    "Is": ("IsNot",),
    "IsNot": ("Is",),
}
_OTHERS: Final = (
    "ReplaceUnaryOperator_USub_UAdd",
    "ReplaceUnaryOperator_Delete_Invert",
    "ReplaceUnaryOperator_Delete_Not",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "NumberReplacer",
    "ZeroIterationForLoop",
)

Node = Any
"""A node of parso's tree; parso's classes share no useful type."""
Span = tuple[tuple[int, int], tuple[int, int]]


class NegateCondition(AddNot):  # type: ignore[misc] # cosmic-ray is untyped
    """cosmic-ray's `AddNot`, but where a comparison or a `not` is the whole condition: others turn these already."""

    def mutation_positions(self, node: Node) -> Iterator[Span]:
        """Conditions of `if`, `while` and conditional expressions."""
        for start, end in super().mutation_positions(node):
            condition = node.children[2 if node.type == "test" else 1]
            if condition.type not in {"comparison", "not_test"}:
                yield start, end

    def mutate(self, node: Node, index: int) -> Node:
        """`not` before it; before a condition that binds a name, with parentheses."""
        place = 2 if node.type == "test" else 1
        condition = node.children[place]
        if condition.type != "namedexpr_test":
            return super().mutate(node, index)
        text = f"not ({condition.get_code(include_prefix=False)})"
        node.children[place] = Name(text, condition.start_pos, condition.get_first_leaf().prefix)
        return node


class SwapFunction(Operator):  # type: ignore[misc] # cosmic-ray is untyped
    """A function for its opposite or its neighbour: least for largest, a sorted list for the order of arrival."""

    SWAPS: ClassVar = {
        "min": "max",
        "max": "min",
        "any": "all",
        "all": "any",
        "sorted": "list",
        "reversed": "iter",
        "bisect_left": "__import__('bisect').bisect_right",
        "bisect_right": "__import__('bisect').bisect_left",
        "lt": "__import__('operator').le",
        "le": "__import__('operator').lt",
        "ceil": "__import__('math').floor",
        "floor": "__import__('math').ceil",
    }

    def mutation_positions(self, node: Node) -> Iterator[Span]:
        """The names that are used (not bound, not an attribute, not imported)."""
        if node.type == "name" and node.value in self.SWAPS and not node.is_definition(include_setitem=True):
            if node.parent.type in {"trailer", "dotted_name", "param"} and node.get_previous_leaf().value == ".":
                return
            if node.parent.type == "argument" and node is node.parent.children[0]:
                return  # the name of a keyword argument
            yield node.start_pos, node.end_pos

    def mutate(self, node: Node, index: int) -> Node:  # noqa: ARG002 - one change a position
        """The other function."""
        node.value = self.SWAPS[node.value]
        return node

    @classmethod
    def examples(cls) -> tuple[()]:
        """None: tested in `quality/tests`."""
        return ()


class DropStatement(Operator):  # type: ignore[misc] # cosmic-ray is untyped
    """A statement that is done for its effect, left out: a call, a deletion, an item or attribute that is set."""

    def mutation_positions(self, node: Node) -> Iterator[Span]:
        """Simple statements with an effect."""
        if node.type != "simple_stmt":
            return
        first = node.children[0]
        called = first.type in {"atom_expr", "power"} and first.children[-1].type == "trailer"
        target = first.children[0] if first.type == "expr_stmt" else None
        augmented = (
            target is not None
            and str(getattr(first.children[1], "value", "")).endswith("=")
            and (first.children[1].value != "=")
        )
        stored = target is not None and target.type in {"atom_expr", "power"}
        if called or augmented or stored or first.type == "del_stmt":
            yield first.start_pos, first.end_pos

    def mutate(self, node: Node, index: int) -> Node:  # noqa: ARG002 - one change a position
        """`pass` in its place."""
        first = node.children[0]
        node.children[0] = Name("pass", first.start_pos, first.get_first_leaf().prefix)
        return node

    @classmethod
    def examples(cls) -> tuple[()]:
        """None: tested in `quality/tests`."""
        return ()


class DropFilter(Operator):  # type: ignore[misc] # cosmic-ray is untyped
    """A comprehension without its condition."""

    def mutation_positions(self, node: Node) -> Iterator[Span]:
        """The conditions of comprehensions."""
        if node.type == "comp_if":
            yield node.children[1].start_pos, node.children[1].end_pos

    def mutate(self, node: Node, index: int) -> Node:  # noqa: ARG002 - one change a position
        """`if True`."""
        node.children[1] = Name("True", node.children[1].start_pos, " ")
        return node

    @classmethod
    def examples(cls) -> tuple[()]:
        """None: tested in `quality/tests`."""
        return ()


class SwapMembership(Operator):  # type: ignore[misc] # cosmic-ray is untyped
    """`in` for `not in`, and back."""

    def mutation_positions(self, node: Node) -> Iterator[Span]:
        """Tests of membership."""
        if node.type == "comparison" and self._text(node.children[1]) in {"in", "not in"}:
            yield node.children[1].start_pos, node.children[1].end_pos

    def mutate(self, node: Node, index: int) -> Node:  # noqa: ARG002 - one change a position
        """The opposite."""
        other = "in" if self._text(node.children[1]) == "not in" else "not in"
        node.children[1] = Keyword(other, node.children[1].start_pos, " ")
        return node

    @staticmethod
    def _text(node: Node) -> str:
        return " ".join(node.get_code().split())

    @classmethod
    def examples(cls) -> tuple[()]:
        """None: tested in `quality/tests`."""
        return ()


def chosen() -> Mapping[str, type[Operator]]:
    """By name, every kind of change, in a fixed order."""
    provider = OperatorProvider()
    names = [f"ReplaceBinaryOperator_{a}_{b}" for a, others in _BINARY.items() for b in others]
    names += [f"ReplaceComparisonOperator_{a}_{b}" for a, others in _COMPARISONS.items() for b in others]
    found = {name: provider[name] for name in (*names, *_OTHERS)}
    return found | {
        own.__name__: own for own in (NegateCondition, SwapFunction, DropStatement, DropFilter, SwapMembership)
    }
