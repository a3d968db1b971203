"""The site, built once, and a browser that looks at it as files: nothing may complain, nothing come from elsewhere."""

import subprocess
import sys
from pathlib import Path

import pytest
from browser import opened_browser

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the site."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


@pytest.fixture(scope="session")
def pages(site):
    """The addresses of all pages within the site, but those of files that only links reach."""
    found = (path.relative_to(site) for path in site.rglob("*.html"))
    return sorted(str(path) for path in found if path.parts[0] != "repository" and path.name != "404.html")


@pytest.fixture(scope="session")
def browser():
    with opened_browser() as chromium:
        yield chromium


@pytest.fixture
def look(browser, site):
    """Opens a page of the site; at the end nothing may have gone wrong in any, and nothing come from elsewhere."""
    contexts, wrong = [], []

    def opened(name, width=1280, height=900, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda sent: None if sent.url.startswith(site.as_uri()) else wrong.append(sent.url))
        page.goto((site / name).as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []
