"""Where Hypothesis keeps its files."""

from __future__ import annotations

from jarparity.originals.store import Store


def keep_hypothesis_out_of_the_way() -> None:
    """Its own cache belongs to ours; by default it would make a `.hypothesis` where the user is."""
    from hypothesis.configuration import set_hypothesis_home_dir  # noqa: PLC0415 - only before a search

    set_hypothesis_home_dir(Store.default().root / "hypothesis")
