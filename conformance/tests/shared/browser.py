"""A real Chromium without a window, driven by playwright; where it can't be had, a skip with the reason.

Under `CI` or `JARPARITY_REQUIRE_BROWSER=1` it must be had.
"""

import importlib.util
import shutil
from contextlib import contextmanager

from required import missing

_SWITCH = "JARPARITY_REQUIRE_BROWSER"
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_ARGUMENTS = (
    "--no-sandbox",  # containers run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def opened_browser():
    """The browser, with an empty profile of its own."""
    program = next(filter(None, map(shutil.which, _NAMES)), None)
    if importlib.util.find_spec("playwright") is None:
        missing("playwright is not installed: `pip install --group browser`", _SWITCH)
    if program is None:
        missing(f"there is no {' or '.join(_NAMES)}: install one, such as by `apt-get install chromium`", _SWITCH)
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - of a group of its own

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=list(_ARGUMENTS))
        yield browser
        browser.close()


def violations(page):
    """What axe finds wrong for who can't see well, or uses no mouse: rule, sentence and element."""
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - of a group of its own

    # Without `preload`, which fetches style sheets once more, and can't where the page is a file.
    # All that passes would be told, too: on a page of tables that takes minutes, and gigabytes.
    options = {"preload": False, "resultTypes": ["violations"]}
    found = Axe().run(page, options=options).response["violations"]
    return [f"{v['id']}: {v['help']}: {node['html'][:200]}" for v in found for node in v["nodes"]]
