"""The parts of docs/findings that are made of the records and of the programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from findings import frequencies, records
from jarparity.page_section import read_section, write_section
from jarparity.report.as_markdown import as_markdown
from jarparity.report.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from findings.declared import Finding
    from jarparity.lines import Line

PAGES: Final = Path(__file__).resolve().parents[1] / "docs" / "findings"
INDEX: Final = "README.md"

_FENCES: Final = {"java": "java", "python": "python", "javascript": "js", "go": "go"}


def settle(found: Sequence[Finding], pages: Path = PAGES, *, check: bool) -> list[Path]:
    """Writes every finding's sections, and the index; with `check` leaves them.

    Returns:
        The pages that were, or are, other ones.

    Raises:
        OSError: A page can't be read or written.
        SectionError: A page lacks a section's marks.
        FindingError: A record can't be read.
    """
    sections = [(pages / INDEX, "index", index(found))]
    for finding in found:
        page = pages / f"{finding.name}.md"
        sections += [(page, "releases", releases(finding)), (page, "programs", programs(finding))]
        if finding.folder == frequencies.COUNTED.parent:
            sections.append((page, "frequencies", frequencies.section(frequencies.read())))
    changed = [path for path, name, text in sections if _settled(path, name, text, check=check)]
    return list(dict.fromkeys(changed))


def _settled(page: Path, name: str, text: str, *, check: bool) -> bool:
    return read_section(page, name) != text.strip() if check else write_section(page, name, text)


def index(found: Iterable[Finding]) -> str:
    """One row a finding."""
    rows = []
    for finding in sorted(found, key=lambda finding: finding.original.lower()):  # of one software they stand together
        recorded = records.read(finding)
        faulty = [release for release, answer in recorded.items() if answer.faulty]
        clean = [release for release, answer in recorded.items() if not answer.faulty]
        rows.append(
            (
                finding.original,
                f"[{finding.title}]({finding.name}.md)",
                _by_family(faulty, finding),
                _by_family(clean, finding),
            )
        )
    columns = ("original", "finding", "releases that have it", "asked, and don't")
    return as_markdown([Table.of(columns, rows)], escape=str)


def releases(finding: Finding) -> str:
    """Which releases have the fault, and what each group of them says."""
    return "\n\n".join(_answers(finding))


def _answers(finding: Finding) -> Iterator[str]:
    for answer, lines in records.grouped(records.read(finding)).items():
        verdict = "**faulty**" if answer.faulty else "no fault"
        family = lines[0].family
        yield f"{family} {_versions(lines)}: {verdict}"
        yield "\n".join(["```", *answer.output, "```"])


def programs(finding: Finding) -> str:
    """The programs' texts, so that the page is all that a report needs."""
    shown = []
    for program in finding.programs:
        asked = f"{program.releases[0].family} {_versions(program.releases)}"
        text = program.path.read_text("utf-8").rstrip()
        shown += [f"`{program.path.name}`, for {asked}:", f"```{_FENCES[program.language]}\n{text}\n```"]
    return "\n\n".join(shown)


def _by_family(lines: Sequence[Line], finding: Finding) -> str:
    """The versions; where a finding asks several products, with their names."""
    families = dict.fromkeys(line.family for program in finding.programs for line in program.releases)
    if len(families) == 1:
        return _versions(lines)
    its = {family: _versions(line for line in lines if line.family == family) for family in families}
    return "; ".join(f"{family} {versions}" for family, versions in its.items() if versions)


def _versions(lines: Iterable[Line]) -> str:
    return ", ".join(line.version for line in lines)
