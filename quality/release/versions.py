"""Step `version`: one version everywhere, and a checkout that is what will be released."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from quality import pages
from quality.release.context import Done, StepFailedError, sources

if TYPE_CHECKING:
    from quality.release.context import ReleaseContext

_ENTRY: Final = re.compile(r"^## (\S+)(?: \((.+)\))?$", re.MULTILINE)
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


def version(context: ReleaseContext) -> Done:
    """Does every place say the version of `pyproject.toml`, and is everything committed?

    Raises:
        StepFailedError: A place says another, the changelog lacks it, or the checkout has changes.
    """
    tag = f"v{context.version}"
    tags = context.must(["git", "tag", "--points-at", context.commit], context.root).output.split()
    elsewhere = context.must(["git", "tag", "--list", tag], context.root).output.split()
    faults = [
        f"{place} says {found}, pyproject.toml {context.version}"
        for place, found in _places(context).items()
        if found != context.version
    ]
    others = (one for one in tags if re.match(r"v\d", one) and one != tag)
    faults += [f"the tag {one} is at this commit, the version is {context.version}" for one in others]
    if elsewhere and tag not in tags:
        faults.append(f"the tag {tag} is at another commit: raise the version")
    faults += changelog_faults((context.root / "CHANGELOG.md").read_text("utf-8"), context.version, tagged=tag in tags)
    faults += [f"not committed: {name}" for name in uncommitted(context)]
    if faults:
        raise StepFailedError(*faults)
    return Done(
        f"{context.version} in pyproject.toml, pom.xml, the package, its metadata, `jarparity --version`, the "
        "changelog, and the tag where there is one; everything is committed"
    )


def uncommitted(context: ReleaseContext) -> list[str]:
    """What the checkout has and the commit has not, or otherwise; but for what the measures write."""
    status = ["git", "status", "--porcelain", "--untracked-files=normal"]
    changed = context.must(status, context.root).output.splitlines()
    return [line[3:] for line in changed if line[3:] not in pages.WRITTEN]


def changelog_faults(text: str, version: str, *, tagged: bool) -> list[str]:
    """What is wrong with the changelog's first entry."""
    entry = _ENTRY.search(text)
    if entry is None or entry[1] != version:
        return [f"CHANGELOG.md begins with {entry[1] if entry else 'no entry'}, not with {version}"]
    body = text[entry.end() :].partition("\n## ")[0]
    faults = [] if "\n- " in body else [f"CHANGELOG.md says nothing of {version}"]
    if tagged and not _DATE.fullmatch(entry[2] or ""):
        faults.append(f"CHANGELOG.md has {version} as {entry[2] or 'undated'}, though it is tagged: write 2026-01-31")
    return faults


def _places(context: ReleaseContext) -> dict[str, str]:
    code = "import importlib.metadata as m, jarparity; print(jarparity.__version__, m.version('jarparity'))"
    package, metadata, *_, command = (
        word
        for arguments in (["-c", code], ["-m", "jarparity", "--version"])
        for word in context.must([sys.executable, *arguments], context.root, more=sources(context.root)).output.split()
    )
    return {
        "pom.xml": ET.parse(context.root / "pom.xml").findtext("{*}version") or "nothing",  # noqa: S314 - our own
        "jarparity.__version__": package,
        "the installed metadata": metadata,
        "jarparity --version": command,
    }
