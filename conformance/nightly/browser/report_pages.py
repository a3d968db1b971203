"""The report's page as its tests see it: written to a folder, and its cells, headings, rows and status found."""

import re

from jarparity.report.page.page import page as made


def written(folder, results):
    path = folder / "index.html"
    path.write_bytes(made(results).encode("utf-8", "backslashreplace"))
    return path.as_uri()


def cell(page, *words):
    """The cell whose name has these words."""
    pattern = "".join(f"(?=.*{re.escape(word)})" for word in words)
    return page.get_by_role("button", name=re.compile(pattern))


def headings(page):
    return [head.inner_text() for head in page.locator("#matrix thead th").all()]


def rows(page):
    """Without their groups: what differs stands first, with its whole name."""
    return [head.inner_text().rpartition(".")[2] for head in page.locator("#matrix tbody tr:not(.group) th").all()]


def status(page):
    return page.get_by_role("status").inner_text()
