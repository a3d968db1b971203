"""Steps `install`, `commands`, `ports` and `fixtures`: what a user, and the next maintainer, will do with a release."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Final

from jarparity.originals.toolchain import require_java
from quality.release import building, locking, provenance
from quality.release.context import Done, StepFailedError, sources

if TYPE_CHECKING:
    from quality.release.context import ReleaseContext

_TWO_COMMANDS: Final = re.compile(r"^## Two commands$(.*?)^## ", re.MULTILINE | re.DOTALL)
_BLOCK: Final = re.compile(r"^```\n(.+?)\n```$", re.MULTILINE | re.DOTALL)
_TOX_PART: Final = "lint,types,py313"
"""What of the README's second command is run: the rest starts JVMs, and CI runs it anyway."""
_TOX_WHOLE: Final = "--skip-missing-interpreters false"
"""`tox.ini` skips a Python that is missing, and tox then ends with 0: here that would pass for tested."""


def install(context: ReleaseContext) -> Done:
    """Installs the wheel with its extra by the lock alone, away from the checkout, and asks it for a verdict.

    Raises:
        StepFailedError: The lock lacks something, the installation is not whole, or the port is not found right.
    """
    wheel, elsewhere = building.delivered(context).wheel, context.scratch / "elsewhere"
    elsewhere.mkdir()
    python = _environment(context, "installed")
    own = {"JARPARITY_CACHE": str(context.scratch / "cache-installed")}

    def ask(*arguments: str) -> str:
        return context.must([python, "-m", *arguments], elsewhere, clean=True, more=own).output

    ask("pip", "install", "--quiet", "--require-hashes", "--requirement", str(context.root / locking.KIT))
    ask("pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel))
    ask("pip", "check")
    version = ask("jarparity", "--version").strip()
    if context.version not in version.split():
        raise StepFailedError(f"the installed `jarparity --version` says {version!r}, not {context.version}")
    verdict = json.loads(ask("jarparity", "check", "--reference", "golden", "--format", "json"))
    if not verdict["verdicts"]["agrees"]:
        raise StepFailedError("the installed kit compared nothing")
    return Done(
        f"the wheel with `[jvm]`, from `{locking.KIT}` by digest, in an empty environment with an empty cache: "
        "`pip check` and `jarparity check --reference golden` are green there"
    )


def commands(context: ReleaseContext) -> Done:
    """Runs the README's two commands in a fresh clone, an empty environment, an empty cache.

    As they are there; but a Python that the second lacks is a failure, where a developer's machine may be without.

    Raises:
        StepFailedError: One of them fails, or the README has no two.
    """
    first, tests = readme_commands((context.clone / "README.md").read_text("utf-8"))
    programs = _environment(context, "readme").rpartition("/")[0]
    own = {
        "PATH": f"{programs}:{context.environ['PATH']}",
        "JARPARITY_CACHE": str(context.scratch / "cache-readme"),
        "JARPARITY_REQUIRE_JVM": "1",
    }
    second = f"{tests} {_TOX_WHOLE}" + ("" if context.everything else f" -e {_TOX_PART}")
    for command in (first, second):
        context.must(["bash", "-euc", command], context.clone, clean=True, more=own)
    return Done(
        f"`{first}` and `{second}`, in a fresh clone, an empty environment and an empty cache"
        + ("" if context.everything else " (`--everything` runs the second whole)")
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


def ports(context: ReleaseContext) -> Done:
    """Checks the example ports against recorded answers: their differences are still those that are recorded.

    Raises:
        StepFailedError: One has other differences, or could not be run: a release is checked with all of them.
    """
    reports = context.scratch / "reports"
    command = [sys.executable, "-m", "ports", "--no-live", "--reports", str(reports)]
    ran = context.run(command, context.root, more={"JARPARITY_REQUIRE_TOOLCHAINS": "1"})
    if ran.code:
        named = [line for line in ran.output.splitlines() if line.startswith(("MISSING ", "FAILED "))]
        # Behind a colon the reason follows in further lines.
        if not named or any(line.endswith(":") for line in named):
            raise StepFailedError(f"`python -m ports --no-live` ended with {ran.code}:\n{ran.tail()}")
        raise StepFailedError(*named)
    count = len(list(reports.glob("*.json")))
    return Done(f"{count} example ports have the differences that are recorded of them, and no others")


def fixtures(context: ReleaseContext) -> Done:
    """Makes vectors, regressions and tags again from the real JARs, in a clone; git says what differs. Verifies all.

    Raises:
        StepFailedError: A file differs, or can't be made.
    """
    only = [option for pattern in context.patterns for option in ("--operation", pattern)]

    def jarparity(*arguments: str) -> None:
        context.must([sys.executable, "-m", "jarparity", *arguments], context.clone, more=sources(context.clone))

    jarparity("originals", "fetch")
    jarparity("fixtures", "generate", *only)
    status = ["git", "status", "--porcelain", "--", "fixtures"]
    if changed := context.must(status, context.clone).output.splitlines():
        stat = context.run(["git", "diff", "--stat", "--", "fixtures"], context.clone)
        raise StepFailedError(*(f"made again, it is not the same: {line[3:]}" for line in changed), stat.tail())
    jarparity("fixtures", "verify", *only)
    if only:
        only_these = f"of {', '.join(context.patterns)} alone"
        return Done("made again from the real JARs, without a difference", open=only_these)
    provenance.note(context, java=require_java().version)
    return Done(
        "vectors, regressions and tags, made again from the real JARs of every line: no difference; `jarparity "
        "fixtures verify` finds nothing against them, nor against the blocks of complete digests that it computes"
    )


def _environment(context: ReleaseContext, name: str) -> str:
    """The Python of a new and empty virtual environment."""
    folder = context.scratch / f"venv-{name}"
    context.must([sys.executable, "-m", "venv", "--upgrade-deps", str(folder)], context.scratch, clean=True)
    return str(folder / "bin" / "python")
