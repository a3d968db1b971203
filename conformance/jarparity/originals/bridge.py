"""The built bridge in the cache: which JARs it consists of, and whether they are still as they were built.

The lock can't say: each machine builds its own. So a build is stored with its `SHA256SUMS`
(which `sha256sum -c` reads, too).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarparity.originals.errors import OriginalsError
from jarparity.originals.lock import digest

if TYPE_CHECKING:
    from pathlib import Path

_CORE = "jarparity-bridge.jar"
_SUMS = "SHA256SUMS"
_ALGORITHM = "sha256:"


@dataclass(frozen=True, slots=True)
class BridgeJars:
    """The bridge, built.

    Attributes:
        core: The JAR that goes on a class path.
        adapters: The JARs that each line's loader gets beside the line's own.
    """

    core: Path
    adapters: tuple[Path, ...]


def bridge_jars(folder: Path) -> BridgeJars:
    """The JARs of a build.

    Raises:
        OriginalsError: The core or all adapters are missing.
    """
    core, adapters = folder / _CORE, tuple(sorted((folder / "adapters").glob("*.jar")))
    if not core.is_file() or not adapters:
        raise OriginalsError(f"the bridge in {folder} is not whole: remove that folder, and it is built anew")
    return BridgeJars(core, adapters)


def seal_bridge(folder: Path) -> None:
    """Writes the digests of a build beside it.

    Raises:
        OriginalsError: The build is not whole.
    """
    bridge_jars(folder)
    sums = [f"{found.removeprefix(_ALGORITHM)}  {name}\n" for name, found in _digests(folder).items()]
    (folder / _SUMS).write_text("".join(sums), "utf-8", newline="\n")


def examine_bridge(folder: Path) -> list[str]:
    """Everything in which a build differs from what was stored, a sentence each; reads every byte of every JAR."""
    try:
        lines = (folder / _SUMS).read_text("utf-8").splitlines()
        there = _digests(folder)
    except (OSError, ValueError) as error:
        return [f"nothing says whether the bridge in {folder} is whole: {error}"]
    stored = {name: f"{_ALGORITHM}{found}" for found, _, name in (line.partition("  ") for line in lines)}
    findings = []
    for name in sorted(stored.keys() | there.keys()):
        jar = folder / name
        if name not in there:
            findings.append(f"{jar} is missing")
        elif name not in stored:
            findings.append(f"{jar} does not belong to the bridge")
        elif stored[name] != there[name]:
            findings.append(
                f"{jar} is not the JAR that was built:\n  expected {stored[name]}\n  found    {there[name]}"
            )
    return findings or ([] if _CORE in stored else [f"{folder / _SUMS} is not whole: it lacks {_CORE}"])


def _digests(folder: Path) -> dict[str, str]:
    """Digests of all JARs by their path in the folder."""
    return {jar.relative_to(folder).as_posix(): digest(jar) for jar in sorted(folder.rglob("*.jar")) if jar.is_file()}
