"""What a journal says first: the plan, and what the figures depend on beside it."""

from __future__ import annotations

import hashlib
import platform
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final

import copartition
import jarparity
from jarparity import data
from jarparity.originals.toolchain import require_java
from jarparity.ports.load import DEFAULT
from quality.state import State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from quality.campaign.plan import Plan

_PACKAGES: Final = ("numpy", "pyarrow", "pyspark")
_SUFFIXES: Final = frozenset({".java", ".json", ".py", ".toml"})
_OURS: Final = ("key_stages.py", "on_spark.py", "plan.py")
_LENGTH: Final = 12


def header(plan: Plan, port: str | None) -> dict[str, JSON]:
    """What the first file of a journal says.

    Raises:
        OriginalsUnavailableError: There is no Java.
    """
    return {
        "seed": plan.seed,
        "scale": plan.scale,
        "port": port or DEFAULT,
        "plan": plan.document(),
        "code": code(),
        "versions": {
            "Python": platform.python_version(),
            "Java": require_java().version,
            **{name: metadata.version(name) for name in _PACKAGES},
        },
        "commit": _commit(),
    }


def code() -> str:
    """A digest of all code and data that decide what is drawn and what is answered."""
    total = hashlib.sha256()
    for path in _files():
        total.update(f"{path.name}\n".encode())
        total.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return total.hexdigest()[:_LENGTH]


def _files() -> Iterator[Path]:
    for folder in (Path(copartition.__file__).parent, Path(jarparity.__file__).parent, data.java()):
        for path in sorted(folder.rglob("*")):
            if path.suffix in _SUFFIXES and not {"target", "_data"} & set(path.relative_to(folder).parts):
                yield path
    yield data.lock_file()
    yield from (Path(__file__).with_name(name) for name in _OURS)


def _commit() -> str:
    try:
        state = State.of_checkout()
    except OSError:
        return ""
    return f"{state.commit}{', and changes' if state.changes else ''}"
