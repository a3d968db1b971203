"""The distributions of the lock, as their own metadata describe them. pip reads these; nothing is installed."""

from __future__ import annotations

import json
import platform
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from quality.release import locking
from quality.release.desk import StepFailedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from quality.release.desk import Desk
    from quality.release.licences import Policy
    from quality.release.locking import Pin

_PYTHONS: Final = ("3.11", "3.12", "3.13")
_CLASSIFIER: Final = "License ::"


@dataclass(frozen=True, slots=True)
class Part:
    """A pinned distribution.

    Attributes:
        pin: Its line of the lock.
        said: What it says of its licence, the most exact first.
        needs: The names of what it requires, whatever the marker.
    """

    pin: Pin
    said: tuple[str, ...]
    needs: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.pin.name} {self.pin.version}"


@cache
def locked(desk: Desk) -> list[Part]:
    """All of `locks/all.txt`, by name.

    Raises:
        StepFailedError: pip can't find one of them, or its digest is none of the lock's.
    """
    pins = locking.read((desk.root / locking.ALL).read_text("utf-8"), locking.ALL.as_posix())
    here = ".".join(platform.python_version_tuple()[:2])
    found: list[Part] = []
    for python in dict.fromkeys((here, *_PYTHONS)):
        wanted = [pin for pin in pins if _python_of(pin, here) == python]
        for layer in locking.layers(wanted):
            found += _described(desk, layer, None if python == here else python)
    return sorted(found, key=str)


def licensed(parts: Iterable[Part], policy: Policy) -> dict[str, str | None]:
    """By distribution, the SPDX expression of its licence; None where its metadata leave it open."""
    return {str(part): policy.expression(part.pin.name, part.said) for part in parts}


def parse(report: str, pins: Sequence[Pin]) -> list[Part]:
    """The parts of an installation report of pip.

    Raises:
        StepFailedError: It lacks a pin, or has another version of it.
    """
    by_name = {pin.name: pin for pin in pins}
    parts = []
    for one in json.loads(report)["install"]:
        about = one["metadata"]
        pin = by_name.get(canonicalize_name(about["name"]))
        if pin is not None and pin.version == about["version"]:
            parts.append(Part(pin, _licence_texts(about), _needs(about)))
    if missing := by_name.keys() - {part.pin.name for part in parts}:
        raise StepFailedError(*(f"pip's report lacks {name} {by_name[name].version}" for name in sorted(missing)))
    return parts


def _described(desk: Desk, pins: Sequence[Pin], python: str | None) -> list[Part]:
    if not pins:
        return []
    other = ("--python-version", python, "--only-binary", ":all:") if python else ()
    with tempfile.TemporaryDirectory(dir=desk.scratch) as folder:
        listed, report = Path(folder) / "lock.txt", Path(folder) / "report.json"
        listed.write_text("".join(f"{pin.requirement}\n" for pin in pins), "utf-8")
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--no-deps", "--quiet"]
        command += ["--require-hashes", "--requirement", str(listed), "--report", str(report)]
        desk.must([*command, "--target", str(Path(folder) / "none"), *other], desk.root)
        return parse(report.read_text("utf-8"), pins)


def _python_of(pin: Pin, here: str) -> str:
    """A Python on which the pin is installed: this one, if it can be. On another system than this, this one, too."""
    if not pin.marker:
        return here
    marker = Marker(pin.marker)
    for python in dict.fromkeys((here, *_PYTHONS)):
        if marker.evaluate({"python_version": python, "python_full_version": f"{python}.0"}):
            return python
    return here


def _licence_texts(about: Mapping[str, object]) -> tuple[str, ...]:
    texts = [str(about.get("license_expression") or ""), str(about.get("license") or "").strip().partition("\n")[0]]
    classifiers = about.get("classifier")
    if isinstance(classifiers, list):
        texts += [str(one) for one in classifiers if str(one).startswith(_CLASSIFIER)]
    return tuple(filter(None, texts))


def _needs(about: Mapping[str, object]) -> tuple[str, ...]:
    required = about.get("requires_dist")
    found = [Requirement(str(one)) for one in required] if isinstance(required, list) else []
    names = {canonicalize_name(one.name) for one in found if "extra" not in str(one.marker or "")}
    return tuple(sorted(names))
