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

_REFERENCES: Final = frozenset({"atom_expr", "power"})
"""How parso calls a call, an item and an attribute."""

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


class _Own(Operator):  # type: ignore[misc] # cosmic-ray is untyped
    """A kind of change that cosmic-ray lacks: one a node, at the part of it that `part` gives."""

    def mutation_positions(self, node: Node) -> Iterator[Span]:
        """Where the node is changed, if it is."""
        if (part := self.part(node)) is not None:
            yield part.start_pos, part.end_pos

    @staticmethod
    def part(node: Node) -> Node | None:
        """What of the node is changed, if anything is."""
        raise NotImplementedError

    @classmethod
    def examples(cls) -> tuple[()]:
        """None: tested in `conformance/nightly/mutation`."""
        return ()


class SwapFunction(_Own):
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

    @classmethod
    def part(cls, node: Node) -> Node | None:
        """A name that is used (not bound, not an attribute, not imported, not a keyword argument's)."""
        if node.type != "name" or node.value not in cls.SWAPS or node.is_definition(include_setitem=True):
            return None
        attribute = node.parent.type in {"trailer", "dotted_name", "param"} and node.get_previous_leaf().value == "."
        keyword = node.parent.type == "argument" and node is node.parent.children[0]
        return None if attribute or keyword else node

    def mutate(self, node: Node, index: int) -> Node:  # noqa: ARG002 - one change a position
        """The other function."""
        node.value = self.SWAPS[node.value]
        return node


class DropStatement(_Own):
    """A statement that is done for its effect, left out: a call, a deletion, an item or attribute that is set."""

    @staticmethod
    def part(node: Node) -> Node | None:
        """A simple statement with an effect."""
        if node.type != "simple_stmt":
            return None
        first = node.children[0]
        effect = first.type == "del_stmt" or (first.type in _REFERENCES and first.children[-1].type == "trailer")
        if first.type == "expr_stmt":
            sign = str(getattr(first.children[1], "value", ""))
            effect = (sign.endswith("=") and sign != "=") or first.children[0].type in _REFERENCES
        return first if effect else None

    def mutate(self, node: Node, index: int) -> Node:  # noqa: ARG002 - one change a position
        """`pass` in its place."""
        first = node.children[0]
        node.children[0] = Name("pass", first.start_pos, first.get_first_leaf().prefix)
        return node


class DropFilter(_Own):
    """A comprehension without its condition."""

    @staticmethod
    def part(node: Node) -> Node | None:
        """The condition of a comprehension."""
        return node.children[1] if node.type == "comp_if" else None

    def mutate(self, node: Node, index: int) -> Node:  # noqa: ARG002 - one change a position
        """`if True`."""
        node.children[1] = Name("True", node.children[1].start_pos, " ")
        return node


class SwapMembership(_Own):
    """`in` for `not in`, and back."""

    @staticmethod
    def part(node: Node) -> Node | None:
        """A test of membership."""
        return node.children[1] if node.type == "comparison" and _sign(node) in {"in", "not in"} else None

    def mutate(self, node: Node, index: int) -> Node:  # noqa: ARG002 - one change a position
        """The opposite."""
        node.children[1] = Keyword("in" if _sign(node) == "not in" else "not in", node.children[1].start_pos, " ")
        return node


def _sign(comparison: Node) -> str:
    return " ".join(comparison.children[1].get_code().split())


def chosen() -> Mapping[str, type[Operator]]:
    """By name, every kind of change, in a fixed order."""
    provider = OperatorProvider()
    names = [f"ReplaceBinaryOperator_{a}_{b}" for a, others in _BINARY.items() for b in others]
    names += [f"ReplaceComparisonOperator_{a}_{b}" for a, others in _COMPARISONS.items() for b in others]
    found = {name: provider[name] for name in (*names, *_OTHERS)}
    return found | {
        own.__name__: own for own in (NegateCondition, SwapFunction, DropStatement, DropFilter, SwapMembership)
    }
