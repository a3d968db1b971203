"""What a test needs and is missing: a skip on a machine of one's own, a failure where all must be had."""

import sys

import pytest
import required


@pytest.fixture
def no_numba(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)


@pytest.mark.usefixtures("no_numba")
def test_what_is_missing_is_skipped_with_the_way_to_have_it(monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"numba is not installed: `pip install 'jarparity\[fast\]'`"):
        required.numba()


@pytest.mark.usefixtures("no_numba")
def test_under_ci_it_fails(monkeypatch):
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="required here: numba is not installed"):
        required.numba()


@pytest.mark.parametrize(("value", "raised"), [("1", pytest.fail.Exception), ("0", pytest.skip.Exception)])
def test_a_switch_requires_it_elsewhere(monkeypatch, value, raised):
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("JARPARITY_REQUIRE_BROWSER", value)
    with pytest.raises(raised, match="a browser"):
        required.missing("a browser", "JARPARITY_REQUIRE_BROWSER")
