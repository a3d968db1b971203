"""What judges: the modules by which mutants are made, tried and compared. If one changes, old outcomes say nothing."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

from quality.mutation.code import Code

_ROOT: Final = Path(__file__).parents[2]
_FIRST: Final = (
    "quality.mutation.campaign",
    "quality.mutation.mutants",
    "quality.mutation.reach",
    "quality.mutation.rewrites",
    "quality.mutation.trial",
)


def modules(first: tuple[str, ...] = _FIRST) -> frozenset[str]:
    """These modules of the measure, and all of it and of the kit that they import, directly or through others."""
    code = _code()
    found, left = set(first), list(first)
    while left:
        for name in code.imports[left.pop()] - found:
            found.add(name)
            left.append(name)
    return frozenset(found)


def digest() -> str:
    """Of all their texts."""
    code = _code()
    parts = [f"{name} {code.modules[name].digest}" for name in sorted(modules())]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


@cache
def _code() -> Code:
    kit, measure = Code.read(_ROOT / "conformance", "jarparity"), Code.read(_ROOT, "quality")
    return Code({**kit.modules, **measure.modules})
