"""A browser for the whole session, and pages that must neither complain nor fetch anything."""

import pytest
import sample_results
from browser import opened_browser
from report_pages import written


@pytest.fixture(scope="session")
def browser():
    with opened_browser() as chromium:
        yield chromium


@pytest.fixture
def look(browser):
    """Opens a page; at the end nothing may have gone wrong in it, and nothing been fetched."""
    contexts, wrong = [], []

    def opened(address, width=1280, height=900, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("dialog", lambda dialog: wrong.append(dialog.message))
        file = address.partition("#")[0]
        page.on("request", lambda request: None if request.url == file else wrong.append(request.url))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    documents = sample_results.good(), sample_results.bad(), sample_results.markup()
    return sample_results.results(tmp_path_factory.mktemp("results"), *documents)


@pytest.fixture(scope="module")
def address(results, tmp_path_factory):
    return written(tmp_path_factory.mktemp("page"), results)


@pytest.fixture(scope="module")
def single(results, tmp_path_factory):
    return written(tmp_path_factory.mktemp("single"), results[1:2])
