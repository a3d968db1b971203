"""What MkDocs is told beside mkdocs.yml: pages may link to files of the repository; the site gets copies of them."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).resolve().parents[1]
_LINK: Final = re.compile(r"\]\((?P<target>\.\./[^)#\s]+)(?P<anchor>#[^)\s]*)?\)")
_BESIDE: Final = "repository"
"""The folder of the site in which files from outside of docs/ are."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Takes into the site what pages link to outside of docs/."""
    for page in [file for file in files if file.is_documentation_page()]:
        for target in _outside(Path(page.abs_src_path or ""), page.content_string):
            name = f"{_BESIDE}/{target.relative_to(ROOT).as_posix()}"
            if target.is_file() and files.get_file_from_path(name) is None:
                files.append(File.generated(config, name, abs_src_path=str(target)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lets links that leave docs/ lead to the site's copies; folders have none, and are named only."""
    del config, files
    if page.file.src_uri.startswith(_BESIDE):
        return markdown.replace("](docs/", "](../")
    source = Path(page.file.abs_src_path or "")

    def replaced(match: re.Match[str]) -> str:
        target = (source.parent / match["target"]).resolve()
        if target.is_relative_to(ROOT / "docs") or not target.is_relative_to(ROOT):
            return match[0]
        copy = ROOT / "docs" / _BESIDE / target.relative_to(ROOT)
        if target.is_dir():
            return "]"
        return f"]({os.path.relpath(copy, source.parent)}{match['anchor'] or ''})"

    return _LINK.sub(replaced, markdown)


def _outside(source: Path, text: str) -> list[Path]:
    targets = ((source.parent / match["target"]).resolve() for match in _LINK.finditer(text))
    return [target for target in targets if target.is_relative_to(ROOT) and not target.is_relative_to(ROOT / "docs")]
