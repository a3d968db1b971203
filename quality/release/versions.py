"""Step `version`: one version everywhere, and a checkout that is what will be released."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from quality.release.desk import Done, StepFailedError, sources

if TYPE_CHECKING:
    from quality.release.desk import Desk

_WRITTEN_BY_MEASURES: Final = "docs/quality.md"
_ENTRY: Final = re.compile(r"^## (\S+)(?: \((.+)\))?$", re.MULTILINE)
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


def version(desk: Desk) -> Done:
    """Does every place say the version of `pyproject.toml`, and is everything committed?

    Raises:
        StepFailedError: A place says another, the changelog lacks it, or the checkout has changes.
    """
    tag = f"v{desk.version}"
    tags = desk.must(["git", "tag", "--points-at", desk.commit], desk.root).output.split()
    elsewhere = desk.must(["git", "tag", "--list", tag], desk.root).output.split()
    faults = [
        f"{place} says {said}, pyproject.toml {desk.version}"
        for place, said in _said(desk).items()
        if said != desk.version
    ]
    faults += [f"the tag {one} is at this commit, the version is {desk.version}" for one in tags if _other(one, tag)]
    if elsewhere and tag not in tags:
        faults.append(f"the tag {tag} is at another commit: raise the version")
    faults += changelog_faults((desk.root / "CHANGELOG.md").read_text("utf-8"), desk.version, tagged=tag in tags)
    faults += [f"not committed: {name}" for name in uncommitted(desk)]
    if faults:
        raise StepFailedError(*faults)
    return Done(
        f"{desk.version} in pyproject.toml, pom.xml, the package, its metadata, `jarparity --version`, the changelog, "
        "and the tag where there is one; everything is committed"
    )


def uncommitted(desk: Desk) -> list[str]:
    """What the checkout has and the commit has not, or otherwise; but for the page that the measures write."""
    changed = desk.must(["git", "status", "--porcelain", "--untracked-files=normal"], desk.root).output.splitlines()
    return [line[3:] for line in changed if line[3:] != _WRITTEN_BY_MEASURES]


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


def _said(desk: Desk) -> dict[str, str]:
    code = "import importlib.metadata as m, jarparity; print(jarparity.__version__, m.version('jarparity'))"
    package, metadata = desk.must([sys.executable, "-c", code], desk.root, more=sources(desk.root)).output.split()
    command = desk.must(
        [sys.executable, "-m", "jarparity", "--version"], desk.root, more=sources(desk.root)
    ).output.split()
    return {
        "pom.xml": ET.parse(desk.root / "pom.xml").findtext("{*}version") or "nothing",  # noqa: S314 - our own
        "jarparity.__version__": package,
        "the installed metadata": metadata,
        "jarparity --version": command[-1] if command else "nothing",
    }


def _other(one: str, tag: str) -> bool:
    return re.fullmatch(r"v\d.*", one) is not None and one != tag
