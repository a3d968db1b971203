"""Step `lock`: what the kit is installed with, pinned by digest.

`locks/kit.txt` is what the README's first command needs, `locks/all.txt` every extra. Both are for every Python and
system that the kit supports, hold no address of an index, and are made by `python -m quality release --write-locks`.
So are the locks of environments that the kit makes: those in which `jarparity live flink` runs PyFlink, which lie
beside that scenario, and those of clients in `ports/` that can't be installed beside the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from pip_requirements_parser import RequirementsFile

from jarparity import whole_file
from jarparity.measures.live.flink.pyflink import environment as pyflink
from quality.release.context import Done, StepFailedError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from quality.release.context import ReleaseContext

T = TypeVar("T")
KIT: Final = Path("locks/kit.txt")
ALL: Final = Path("locks/all.txt")

_EXTRAS: Final[Mapping[Path, tuple[str, ...]]] = {ALL: ("fast", "jvm", "spark"), KIT: ("jvm",)}
"""By lock, in the order in which they are made: the second is made of the first's versions."""

_LOCKS: Final = Path("conformance/jarparity/measures/live/flink/pyflink/locks")
_BUILD: Final = _LOCKS / pyflink.BUILD.name
_PORTS: Final = {
    "python-faust": "faust-streaming==0.15.3",
    "python-iterabledata": "iterabledata==1.0.23",
    "python-quixstreams": "quixstreams==3.28.1",
}
"""By folder in `ports/` what its environment is for."""
_MADE: Final[Mapping[Path, tuple[str, tuple[str, ...]]]] = {
    _BUILD: ("builds PyFlink's distributions that have no wheel.", ("setuptools<82", "wheel")),
    **{
        _LOCKS / release.lock.name: (
            f"`jarparity live flink --scenario 'pyflink {release.flink.version}'` runs with.",
            (f"apache-flink=={release.flink.version}",),
        )
        for release in pyflink.RELEASES
    },
    **{
        Path("ports", folder, "requirements.txt"): (f"`python -m ports --port {folder}` asks.", (requirement,))
        for folder, requirement in _PORTS.items()
    },
}
"""By lock, in this order: what its first line says, and what is required. The first builds what the others need."""
_OLDEST_PYTHON: Final = "3.11"
_HEAD: Final = """\
# What {what}
# Made by `python -m quality release --write-locks`.
"""
_HASH: Final = "sha256:"


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
        return " ".join((f"{self.name}=={self.version}", *(f"--hash={_HASH}{one}" for one in self.digests)))

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


def read(root: Path, name: Path) -> list[Pin]:
    """The pins of a lock.

    Raises:
        StepFailedError: There is none, or something in it isn't a pin with digests; each line that isn't is named.
    """
    if not (root / name).is_file():
        raise StepFailedError(f"{name} is missing; make it with `python -m quality release --write-locks`")
    found = RequirementsFile.from_file(str(root / name))
    faults = [f"{name}: names an address: {line.line}" for line in found.options]
    faults += [f"{name}: {line.line!r} is not a requirement" for line in found.invalid_lines]
    for one in found.requirements:
        if not one.is_pinned or not one.hash_options or not all(text.startswith(_HASH) for text in one.hash_options):
            faults.append(f"{name}: {one.line!r} is not pinned to one version with the digests of its files")
    if faults:
        raise StepFailedError(*faults)
    return [
        Pin(
            canonicalize_name(one.name),
            one.get_pinned_version,
            str(one.marker or ""),
            tuple(text.removeprefix(_HASH) for text in one.hash_options),
        )
        for one in found.requirements
    ]


def write(context: ReleaseContext) -> list[Path]:
    """Makes all locks anew, from what the index has now.

    Raises:
        StepFailedError: They can't be resolved.
    """
    for name, extras in _EXTRAS.items():
        wanted = [option for extra in extras for option in ("--extra", extra)]
        constraints = [] if name == ALL else ["--constraint", str(ALL)]
        released = f"jarparity[{','.join(extras)}] was released with: python -m pip install --require-hashes -r {name}"
        _compile(context, name, released, "pyproject.toml", *wanted, *constraints)
    required = context.scratch / "required.in"
    for name, (what, requirements) in _MADE.items():
        required.write_text("\n".join(requirements), "utf-8")
        constraints = [] if name == _BUILD else ["--constraint", str(_BUILD)]
        _compile(context, name, what, str(required), *constraints)
    return [*_EXTRAS, *_MADE]


def _compile(context: ReleaseContext, name: Path, what: str, *wanted: str) -> None:
    out = context.scratch / name.name
    ran = context.tool(
        "uv",
        *("pip", "compile", *wanted, "--output-file", str(out), "--quiet"),
        *("--universal", "--python-version", _OLDEST_PYTHON, "--generate-hashes"),
        *("--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"),
    )
    if ran.code:
        raise StepFailedError(f"`uv pip compile` ended with {ran.code}:\n{ran.tail()}")
    whole_file.replace(context.root / name, _HEAD.format(what=what).encode() + out.read_bytes())


def lock(context: ReleaseContext) -> Done:
    """Are the locks whole, of `pyproject.toml`, consistent, and without addresses?

    Raises:
        StepFailedError: One of them isn't.
    """
    pins = {name: read(context.root, name) for name in _EXTRAS}
    faults = [fault for name, extras in _EXTRAS.items() for fault in _unmet(context, name, extras, pins[name])]
    faults += [f"{KIT}: {one} is not the one of {ALL}" for one in pins[KIT] if one not in pins[ALL]]
    if faults:
        raise StepFailedError(*faults, "make the locks anew with `python -m quality release --write-locks`")
    for name in _MADE:
        read(context.root, name)
    return Done(
        f"`{KIT}` pins {len(pins[KIT])} distributions, `{ALL}` {len(pins[ALL])}, each with the digests of its files "
        "and no address; both fit `pyproject.toml`. Those of PyFlink and of `ports/` have digests and no address, too"
    )


def _unmet(context: ReleaseContext, name: Path, extras: Iterable[str], pins: Sequence[Pin]) -> Iterator[str]:
    """What `pyproject.toml` asks for and a lock doesn't have; that nothing more is missing, `install` shows."""
    optional = context.project["optional-dependencies"]
    for text in [*context.project["dependencies"], *(text for extra in extras for text in optional[extra])]:
        requirement = Requirement(text)
        found = [pin.version for pin in pins if pin.name == canonicalize_name(requirement.name)]
        if not found:
            yield f"{name}: lacks {requirement.name}"
        for version in found:
            if not requirement.specifier.contains(version):
                yield f"{name}: {requirement.name} {version} is not {requirement.specifier}, as pyproject.toml has it"


def layers(items: Iterable[T], key: Callable[[T], Hashable]) -> list[list[T]]:
    """The items in groups that have each key once: a lock can have two versions of one distribution for two Pythons."""
    grouped: list[dict[Hashable, T]] = []
    for item in items:
        layer = next((layer for layer in grouped if key(item) not in layer), None)
        if layer is None:
            grouped.append(layer := {})
        layer[key(item)] = item
    return [list(layer.values()) for layer in grouped]
