"""What a package index shows of the installed distribution: its description stands alone, its metadata are there."""

import re
from importlib.metadata import metadata

FOUND = metadata("jarparity")
DESCRIPTION = FOUND.get_payload()


def test_the_description_has_no_link_to_a_file_and_no_picture():
    assert FOUND["Description-Content-Type"] == "text/markdown"
    assert "# jarparity" in DESCRIPTION
    assert re.findall(r"\]\((?!https?:)[^)]*\)", DESCRIPTION) == []
    assert "![" not in DESCRIPTION
    assert "<!--" not in DESCRIPTION


def test_the_description_speaks_to_who_installs_and_not_to_who_clones():
    assert "pip install 'jarparity[jvm]' && jarparity check" in DESCRIPTION
    for words in ("fresh clone", "tox", "picture", "All pages", "CONTRIBUTING"):
        assert words not in DESCRIPTION
    assert "`docs/README.md`" in DESCRIPTION


def test_metadata_say_what_it_is():
    assert FOUND["Summary"].startswith("Checks that a port of Kafka's or Flink's placement code")
    assert FOUND["License-Expression"] == "Apache-2.0"
    assert {"jvm", "spark", "fast"} <= set(FOUND.get_all("Provides-Extra"))
    assert "Typing :: Typed" in FOUND.get_all("Classifier")
