"""Wrong ports by name: rewrites of one place in the port, listed in `rewrites.toml`, and the faults of the kit."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity import faults, registry
from jarparity.check.asking import PortReplies
from jarparity.ports.callables import CallablePort
from jarparity.verdicts import Differs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.faults import Fault
    from quality.mutation.vectors import Vectors


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A wrong port.

    Attributes:
        name: In the report.
        of: The dotted name of the module that it changes, under `copartition`.
        old: What the module has, once.
        new: What replaces it.
    """

    name: str
    of: str
    old: str
    new: str

    @property
    def module(self) -> str:
        """The whole dotted name."""
        return f"copartition.{self.of}"

    @property
    def ident(self) -> str:
        """Its name in the cache."""
        return f"rewrite {self.name}: {self.module}: {self.old} -> {self.new}"

    def source(self, text: str) -> str:
        """The module's changed text.

        Raises:
            ValueError: The old text isn't in the module, or is in it twice.
        """
        if text.count(self.old) != 1:
            raise ValueError(f"rewrite {self.name!r}: {self.module} has {text.count(self.old)} times: {self.old}")
        return text.replace(self.old, self.new)


REWRITES: Final = tuple(
    Rewrite(**one) for one in tomllib.loads(Path(__file__).with_name("rewrites.toml").read_text("utf-8"))["rewrite"]
)
"""In the order of the report."""


def rejected(vectors: Vectors, chosen: Iterable[Fault] | None = None) -> dict[str, int]:
    """By tag, how many of the fault's own operations have a vector that tells it from the originals."""
    chosen = faults.tagged_faults() if chosen is None else chosen
    return {fault.tag: sum(_differs(vectors, fault, operation) for operation in fault.operations) for fault in chosen}


def _differs(vectors: Vectors, fault: Fault, operation: str) -> bool:
    port = CallablePort(faults.wrong_port(fault.tag), fault.tag)
    truths = [vectors.truths[number] for number in vectors.ranges.get(operation, ())]
    verdicts = PortReplies(registry.operation(operation), port).verdicts(truths, "golden", every_line=False)
    return any(isinstance(verdict, Differs) for verdict in verdicts)
