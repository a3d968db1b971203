"""What `finding.toml` says of a finding: what it is called, and which program asks which release."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.lines import Line
from jarparity.originals import locked_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

HERE: Final = Path(__file__).parent
DECLARED: Final = "finding.toml"

_LANGUAGES: Final = {".java": "java", ".py": "python", ".js": "javascript", ".go": "go"}
_KEYS: Final = {"title", "original", "programs"}


class FindingError(ValueError):
    """A finding's files say what can't be."""


@dataclass(frozen=True, slots=True)
class Program:
    """A reproducer, and the releases that it asks.

    Attributes:
        path: The file.
        releases: In their order.
    """

    path: Path
    releases: tuple[Line, ...]

    @property
    def language(self) -> str:
        """Its language, by the file's name."""
        return _LANGUAGES[self.path.suffix]


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault, in a folder of its own.

    Attributes:
        folder: Where its files are; its name is the finding's.
        title: What goes wrong, in a few words.
        original: Whose fault it is, as its users call it.
        programs: Each asks other releases.
    """

    folder: Path
    title: str
    original: str
    programs: tuple[Program, ...]

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name

    @property
    def releases(self) -> tuple[Line, ...]:
        """All releases that a program asks, in order."""
        return tuple(sorted(release for program in self.programs for release in program.releases))


def findings(folder: Path = HERE) -> list[Finding]:
    """Every finding in a folder, by name.

    Raises:
        FindingError: One's declaration is wrong, or there is none.
        LockError: The lock, which says which releases there are, is missing or damaged.
    """
    found = [read(path) for path in sorted(folder.glob(f"*/{DECLARED}"))]
    if not found:
        raise FindingError(f"no folder in {folder} has a {DECLARED}")
    return found


def read(path: Path) -> Finding:
    """One finding.

    Raises:
        FindingError: The declaration is wrong.
    """
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as wrong:
        raise FindingError(f"{path}: {wrong}") from None
    if set(document) != _KEYS:
        raise FindingError(f"{path}: write {', '.join(sorted(_KEYS))}, and nothing else")
    folder, taken = path.parent, set[Line]()
    programs = []
    for each in document["programs"]:
        program = _program(path, folder, each, taken)
        taken.update(program.releases)
        programs.append(program)
    return Finding(folder, document["title"], document["original"], tuple(programs))


def _program(path: Path, folder: Path, document: Mapping[str, object], taken: set[Line]) -> Program:
    file, releases = document.get("file"), document.get("releases")
    if not isinstance(file, str) or not isinstance(releases, list) or len(document) != 2:  # noqa: PLR2004 - these two
        raise FindingError(f"{path}: a program has a file and a list of releases")
    program = folder / file
    if program.suffix not in _LANGUAGES or not program.is_file():
        raise FindingError(f"{path}: {file} is no program: name a file that ends in {', '.join(_LANGUAGES)}")
    named = [str(release) for release in releases]
    if program.suffix != ".java":
        return Program(program, tuple(sorted(map(Line.parse, named))))
    # The first program that names a locked release asks it, so that `*` is all that is left.
    chosen = [
        line for line in locked_lines() if line not in taken and any(fnmatchcase(str(line), glob) for glob in named)
    ]
    if not chosen:
        raise FindingError(f"{path}: no locked release is one of {', '.join(named)}: see `jarparity originals list`")
    return Program(program, tuple(chosen))
