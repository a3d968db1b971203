"""Retired words are found in prose, and not in code."""

from __future__ import annotations

from quality import words


def test_prose_has_them_and_code_does_not():
    text = "A desk, `a desk` and [x](desk.md).\n```\na desk\n```\nIt hangs on\nthat."
    assert [*words.retired(text)] == [
        (0, "desk", "request handler, sandbox, release context"),
        (4, "hangs on", "depends on"),
    ]


def test_pages_and_strings_are_read(tmp_path):
    (tmp_path / "README.md").write_text("fine\na Small World\n")
    package = tmp_path / "conformance" / "jarparity"
    package.mkdir(parents=True)
    (package / "one.py").write_text('"""Mends it."""\nlawful = "lawful"\nprint(f"{lawful} is not lawful here")\n')
    assert [str(met) for met in words.met(tmp_path)] == [
        "README.md:2: 'Small World' is retired: write exhaustive small scope",
        "conformance/jarparity/one.py:1: 'Mends' is retired: write fix",
        "conformance/jarparity/one.py:3: 'lawful' is retired: write valid, contract-violating",
    ]
