"""Step `lock`: what the kit is installed with, pinned by digest.

`locks/kit.txt` is what the README's first command needs, `locks/all.txt` every extra. Both are for every Python and
system that the kit supports, hold no address of an index, and are made by `python -m quality release --write-locks`.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from jarparity import whole_file
from quality.release.desk import Done, StepFailedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from quality.release.desk import Desk

KIT: Final = Path("locks/kit.txt")
ALL: Final = Path("locks/all.txt")

_EXTRAS: Final[Mapping[Path, tuple[str, ...]]] = {ALL: ("fast", "jvm", "spark"), KIT: ("jvm",)}
"""By lock, in the order in which they are made: the second is made of the first's versions."""

_OLDEST_PYTHON: Final = "3.11"
_HEAD: Final = """\
# What jarparity{extras} was released with: python -m pip install --require-hashes -r {name}
# Made by `python -m quality release --write-locks`.
"""
_HASH: Final = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_ADDRESS: Final = re.compile(
    r"\S*(?:://|--index|--find-links|--extra-index|--trusted-host)\S*|^-[if]\b.*", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Pin:
    """One line of a lock.

    Attributes:
        name: The distribution, as indexes spell it.
        version: Exactly this one.
        marker: Where it is installed; empty for everywhere.
        digests: SHA-256 of each of its files, in hexadecimal digits.
    """

    name: str
    version: str
    marker: str
    digests: tuple[str, ...]

    @property
    def requirement(self) -> str:
        """As pip reads it, without the marker."""
        return " ".join((f"{self.name}=={self.version}", *(f"--hash=sha256:{one}" for one in self.digests)))


def read(text: str, name: str) -> list[Pin]:
    """The pins of a lock.

    Raises:
        StepFailedError: Something in it is no pin with digests; each line that isn't is named.
    """
    pins, faults = [], []
    logical = re.sub(r"\\\n", " ", re.sub(r"(?m)^ *#.*\n?", "", text))
    for line in filter(None, map(str.strip, logical.splitlines())):
        wanted, *options = re.split(r"\s+(?=--)", line)
        digests = tuple(found[1] for option in options if (found := _HASH.fullmatch(option.strip())))
        try:
            requirement = Requirement(wanted)
        except InvalidRequirement:
            faults.append(f"{name}: {wanted!r} is no requirement")
            continue
        exact = re.fullmatch(r"==([^*,]+)", str(requirement.specifier))
        if exact is None or not digests or len(digests) != len(options):
            faults.append(f"{name}: {wanted!r} is not pinned to one version with the digests of its files")
            continue
        pins.append(Pin(canonicalize_name(requirement.name), exact[1], str(requirement.marker or ""), digests))
    if faults:
        raise StepFailedError(*faults)
    return pins


def write(desk: Desk) -> list[Path]:
    """Makes both locks anew, from what the index has now.

    Raises:
        StepFailedError: They can't be resolved.
    """
    for name, extras in _EXTRAS.items():
        wanted = [option for extra in extras for option in ("--extra", extra)]
        constraints = [] if name == ALL else ["--constraint", str(ALL)]
        with tempfile.TemporaryDirectory(dir=desk.scratch) as folder:
            out = Path(folder) / "lock.txt"
            said = desk.tool(
                "uv",
                *("pip", "compile", "pyproject.toml", *wanted, *constraints, "--output-file", str(out), "--quiet"),
                *("--universal", "--python-version", _OLDEST_PYTHON, "--generate-hashes"),
                *("--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"),
            )
            if said.code:
                raise StepFailedError(f"`uv pip compile` ended with {said.code}:\n{said.tail()}")
            head = _HEAD.format(extras=f"[{','.join(extras)}]", name=name.as_posix())
            whole_file.replace(desk.root / name, head.encode() + out.read_bytes())
    return list(_EXTRAS)


def lock(desk: Desk) -> Done:
    """Are the locks whole, of `pyproject.toml`, of one mind, and without addresses?

    Raises:
        StepFailedError: One of them isn't.
    """
    texts = {name: text(desk, name) for name in _EXTRAS}
    faults = [f"{name}: names an address: {found}" for name, said in texts.items() for found in _ADDRESS.findall(said)]
    if faults:
        raise StepFailedError(*faults)
    pins = {}
    for name, extras in _EXTRAS.items():
        pins[name] = read(texts[name], name.as_posix())
        faults += list(_unmet(desk, name, extras, pins[name]))
    faults += [f"{KIT}: {one.name} {one.version} is not the one of {ALL}" for one in pins[KIT] if one not in pins[ALL]]
    if faults:
        raise StepFailedError(*faults, "make the locks anew with `python -m quality release --write-locks`")
    return Done(
        f"`{KIT}` pins {len(pins[KIT])} distributions, `{ALL}` {len(pins[ALL])}, each with the digests of its files "
        "and no address; both fit `pyproject.toml`"
    )


def text(desk: Desk, name: Path) -> str:
    """A lock's text.

    Raises:
        StepFailedError: There is none.
    """
    try:
        return (desk.root / name).read_text("utf-8")
    except OSError as error:
        raise StepFailedError(
            f"{name}: {error.strerror}; make it with `python -m quality release --write-locks`"
        ) from None


def _unmet(desk: Desk, name: Path, extras: Sequence[str], pins: Sequence[Pin]) -> Iterator[str]:
    """What `pyproject.toml` asks for and a lock doesn't have; that nothing more is missing, `install` shows."""
    for text in desk.requirements(*extras):
        requirement = Requirement(text)
        found = [pin.version for pin in pins if pin.name == canonicalize_name(requirement.name)]
        if not found:
            yield f"{name}: lacks {requirement.name}"
        for version in found:
            if not requirement.specifier.contains(version):
                yield f"{name}: {requirement.name} {version} is not {requirement.specifier}, as pyproject.toml has it"


def layers(pins: Sequence[Pin]) -> list[list[Pin]]:
    """The pins in groups that have each distribution once: a lock can have two versions for two Pythons."""
    grouped: list[list[Pin]] = []
    for pin in pins:
        place = next((layer for layer in grouped if all(pin.name != other.name for other in layer)), None)
        if place is None:
            grouped.append([pin])
        else:
            place.append(pin)
    return grouped
