"""What users name with globs: the operations that areas declare, and the releases that are locked.

A glob that matches nothing is an error, which names the nearest: passed over, it would leave out what was meant.
"""

from __future__ import annotations

import difflib
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final

from jarparity import registry
from jarparity.errors import UserError
from jarparity.lines import select
from jarparity.originals import locked_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jarparity.lines import Line
    from jarparity.operations import Operation


_NAMED: Final = 3
"""Names that are named at most."""


class NoneMatchesError(UserError, ValueError):
    """There is nothing of that name; the message names the nearest."""


def operations(globs: Sequence[str]) -> list[Operation]:
    """The operations that match any of the globs (all, where there are none), in the registry's order.

    Raises:
        NoneMatchesError: One of the globs matches none.
    """
    for glob in globs:
        if not registry.select([glob]):
            raise NoneMatchesError(f"no operation matches {glob}{nearest(glob, registry.OPERATIONS)}")
    return registry.select(globs)


def releases(globs: Sequence[str]) -> list[Line]:
    """The locked lines that match any of the globs (all, where there are none), in order.

    Raises:
        NoneMatchesError: One of the globs matches none.
    """
    for glob in globs:
        if not select(locked_lines(), [glob]):
            raise NoneMatchesError(f"no release matches {glob}{nearest(glob, map(str, locked_lines()))}")
    return select(locked_lines(), globs)


def releases_with(chosen: Iterable[Operation], globs: Sequence[str]) -> list[Line]:
    """Those of `releases` that have any of the operations.

    Raises:
        NoneMatchesError: None has one, or one of the globs matches none.
    """
    chosen = list(chosen)
    having = [line for line in releases(globs) if any(operation.has(line) for operation in chosen)]
    if not having:
        if not any(one.has(line) for one in chosen for line in locked_lines()):
            raise NoneMatchesError(f"no release of {chosen[0].name} is locked: run `jarparity originals lock`")
        none = f"no release that matches {' '.join(globs)} has"
        if len(chosen) > 1:
            raise NoneMatchesError(f"{none} any of these operations; see `jarparity list`")
        (one,) = chosen
        known = ", ".join(str(line) for line in locked_lines() if one.has(line))
        raise NoneMatchesError(f"{none} {one.name}; it is compared on {known}")
    return having


def nearest(pattern: str, known: Iterable[str], otherwise: str = "`jarparity list` shows all") -> str:
    """The end of a sentence on a name that is not known: which one may be meant.

    Behind a product that is known its releases are named. A release's version, alone or behind another product, may be
    meant of each product that has it, and the end of a name of each name that ends so.

    Args:
        pattern: The name, or glob.
        known: The names that there are.
        otherwise: What is said where none is near.
    """
    known = list(known)
    product, _, wanted = pattern.rpartition(" ")
    versions = [name.partition(" ") for name in known]
    if its := [version for name, space, version in versions if space and name == product]:
        return f"; of {product} these are compared: {', '.join(its)}"
    products = dict.fromkeys(product for product, space, version in versions if space and fnmatchcase(version, wanted))
    if products:
        return f"; did you mean {' or '.join(f'{product} {wanted}' for product in products)}?"
    ends = [name for name in known if " " not in name and fnmatchcase(name, f"*[./]{pattern}")]
    near = ends[:_NAMED] or difflib.get_close_matches(pattern, known, n=1)
    return f"; did you mean {' or '.join(near)}?" if near else f"; {otherwise}"
