"""Steps `install`, `commands`, `ports` and `fixtures`: what a user, and the next maintainer, will do with a release."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Final

from jarparity.originals.toolchain import require_java
from quality.release import building, locking, provenance
from quality.release.desk import Done, StepFailedError, sources

if TYPE_CHECKING:
    from quality.release.desk import Desk

_TWO_COMMANDS: Final = re.compile(r"^## Two commands$(.*?)^## ", re.MULTILINE | re.DOTALL)
_BLOCK: Final = re.compile(r"^```\n(.+?)\n```$", re.MULTILINE | re.DOTALL)
_TOX_PART: Final = "lint,types,py311"
"""What of the README's second command is run: all of it takes half an hour, and CI runs it anyway."""
_TOX_WHOLE: Final = "--skip-missing-interpreters false"
"""`tox.ini` skips a Python that is missing, and tox then ends with 0: here that would pass for tested."""


def install(desk: Desk) -> Done:
    """Installs the wheel with its extra by the lock alone, away from the checkout, and asks it for a verdict.

    Raises:
        StepFailedError: The lock lacks something, the installation is not whole, or the port is not found right.
    """
    wheel = building.delivered(desk).wheel
    python = _environment(desk, "installed")
    elsewhere = desk.scratch / "elsewhere"
    elsewhere.mkdir()
    own = {"JARPARITY_CACHE": str(desk.scratch / "cache-installed")}
    for arguments in (
        ("install", "--quiet", "--require-hashes", "--requirement", str(desk.root / locking.KIT)),
        ("install", "--quiet", "--no-deps", "--no-index", str(wheel)),
        ("check",),
    ):
        desk.must([python, "-m", "pip", *arguments], elsewhere, clean=True)
    said = desk.must([python, "-m", "jarparity", "--version"], elsewhere, clean=True).output
    if desk.version not in said.split():
        raise StepFailedError(f"the installed `jarparity --version` says {said.strip()!r}, not {desk.version}")
    command = [python, "-m", "jarparity", "check", "--reference", "golden", "--format", "json"]
    verdict = json.loads(desk.must(command, elsewhere, clean=True, more=own).output)
    agrees = verdict["verdicts"]["agrees"]
    if not agrees:
        raise StepFailedError("the installed kit compared nothing")
    return Done(
        f"the wheel with `[jvm]`, from `{locking.KIT}` by digest, in an empty environment with an empty cache: "
        "`pip check` and `jarparity check --reference golden` are green there"
    )


def commands(desk: Desk) -> Done:
    """Runs the README's two commands in a fresh clone, an empty environment, an empty cache.

    As they stand there; but a Python that the second lacks is a failure, where a developer's desk may be without.

    Raises:
        StepFailedError: One of them fails, or the README has no two.
    """
    blocks = readme_commands((desk.clone / "README.md").read_text("utf-8"))
    python = _environment(desk, "readme")
    programs = python.rpartition("/")[0]
    own = {
        "PATH": f"{programs}:{desk.environ['PATH']}",
        "JARPARITY_CACHE": str(desk.scratch / "cache-readme"),
        "JARPARITY_REQUIRE_JVM": "1",
    }
    second = f"{blocks[1]} {_TOX_WHOLE}" + ("" if desk.everything else f" -e {_TOX_PART}")
    for command in (blocks[0], second):
        desk.must(["bash", "-euc", command], desk.clone, clean=True, more=own)
    return Done(
        f"`{blocks[0]}` and `{second}`, in a fresh clone, an empty environment and an empty cache"
        + ("" if desk.everything else " (`--everything` runs the second whole)")
    )


def readme_commands(text: str) -> tuple[str, str]:
    """The commands in the README's section of that name.

    Raises:
        StepFailedError: It has not two.
    """
    section = _TWO_COMMANDS.search(text)
    blocks = _BLOCK.findall(section[1]) if section else []
    if len(blocks) != 2:  # noqa: PLR2004 - the section's title says it
        raise StepFailedError(f"README.md: the section `Two commands` has {len(blocks)} blocks of commands")
    return blocks[0], blocks[1]


def ports(desk: Desk) -> Done:
    """Checks the worked ports against recorded answers: their differences are still those that are recorded.

    Raises:
        StepFailedError: One has other differences, or could not be run: a release is checked with all of them.
    """
    reports = desk.scratch / "reports"
    command = [sys.executable, "-m", "ports", "--no-live", "--reports", str(reports)]
    ran = desk.run(command, desk.root, more={"JARPARITY_REQUIRE_TOOLCHAINS": "1"})
    if ran.code:
        named = [line for line in ran.output.splitlines() if line.startswith(("MISSING ", "FAILED "))]
        raise StepFailedError(*named or [f"`python -m ports --no-live` ended with {ran.code}:\n{ran.tail()}"])
    count = len(list(reports.glob("*.json")))
    return Done(f"{count} worked ports have the differences that are recorded of them, and no others")


def fixtures(desk: Desk) -> Done:
    """Makes vectors, regressions and tags again from the real JARs, in a clone; git says what differs. Verifies all.

    Raises:
        StepFailedError: A file differs, or can't be made.
    """
    paths = sources(desk.clone)
    desk.must([sys.executable, "-m", "jarparity", "originals", "fetch"], desk.clone, more=paths)
    only = [option for pattern in desk.patterns for option in ("--operation", pattern)]
    desk.must([sys.executable, "-m", "jarparity", "fixtures", "generate", *only], desk.clone, more=paths)
    changed = desk.must(["git", "status", "--porcelain", "--", "fixtures"], desk.clone).output.splitlines()
    if changed:
        shown = desk.run(["git", "diff", "--stat", "--", "fixtures"], desk.clone)
        raise StepFailedError(*(f"made again, it is not the same: {line[3:]}" for line in changed), shown.tail())
    desk.must([sys.executable, "-m", "jarparity", "fixtures", "verify", *only], desk.clone, more=paths)
    if only:
        return Done("made again from the real JARs, without a difference", open=f"of {', '.join(desk.patterns)} alone")
    provenance.note(desk, java=require_java().version)
    return Done(
        "vectors, regressions and tags, made again from the real JARs of every line: no difference; `jarparity "
        "fixtures verify` finds nothing against them, nor against the blocks of complete digests that it computes"
    )


def _environment(desk: Desk, name: str) -> str:
    """The Python of a new and empty virtual environment."""
    folder = desk.scratch / f"venv-{name}"
    desk.must([sys.executable, "-m", "venv", "--upgrade-deps", str(folder)], desk.scratch, clean=True)
    return str(folder / "bin" / "python")
