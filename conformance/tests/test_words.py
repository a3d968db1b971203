"""Retired words are found in prose, and not in code."""

from __future__ import annotations

import pytest
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
    (package / "one.py").write_text('"""Mends it."""\nkind = "lawful"\nprint(f"{kind} is not lawful here")\n')
    assert [str(met) for met in words.met(tmp_path)] == [
        "README.md:2: 'Small World' is retired: write exhaustive small scope",
        "conformance/jarparity/one.py:1: 'Mends' is retired: write fix",
        "conformance/jarparity/one.py:3: 'lawful' is retired: write valid, contract-violating",
    ]


def test_pages_written_by_hand_have_fewer_words_than_those_of_commands(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    for name in ("mine.md", "quality.md"):
        (docs / name).write_text("Wrong usage, and `wrong usage`.\n")
    assert [one.place + " " + one.word for one in words.met(tmp_path)] == ["docs/mine.md:1 Wrong usage"]


def test_ids_may_go_on_behind_a_word():
    assert [word for _, word, _ in words.retired("nobody reads nobody-left, somebody. Everybody-")] == [
        "nobody",
        "somebody",
    ]


def test_comments_and_docstrings_of_tests_are_read_and_their_inputs_are_not(tmp_path):
    package = tmp_path / "conformance" / "tests"
    package.mkdir(parents=True)
    (package / "one.py").write_text(
        'def test():\n    """Two\n    lawful lines."""\n    # nobody is here\n    assert f("nobody is here")\n'
    )
    assert [one.place + " " + one.word for one in words.met(tmp_path)] == [
        "conformance/tests/one.py:3 lawful",
        "conformance/tests/one.py:4 nobody",
    ]


def test_sentences_of_documents_are_read_and_ids_inputs_and_answers_are_not(tmp_path):
    area = tmp_path / "conformance" / "jarparity" / "areas" / "mine"
    area.mkdir(parents=True)
    (area / "cases.json").write_text(
        '{"groups": [{"about": "Nobody comes.", "cases": {"nobody left": {"title": 1, "member": "nobody here"}}}]}'
    )
    assert [str(met) for met in words.met(tmp_path)] == [
        "conformance/jarparity/areas/mine/cases.json: Nobody comes.: 'Nobody' is retired: write no member, a subtask, "
        "all ports: what it is about"
    ]


@pytest.mark.parametrize(
    ("name", "words_met"),
    [
        ("test_a_lawful_port", ["lawful"]),
        ("UnsteadyPort", ["Unsteady"]),
        ("_OLD_WORLDS", ["WORLDS"]),
        ("recommended", []),
        ("worldwide", []),
        ("test_spoiltVerdict", ["spoilt"]),
        ("test_nobodys_member", ["nobodys"]),
    ],
)
def test_names_are_read_word_by_word(name, words_met):
    assert [word for word, _ in words.retired_in(name)] == words_met


def test_names_are_read_in_modules_classes_functions_arguments_and_variables(tmp_path):
    package = tmp_path / "conformance" / "tests"
    package.mkdir(parents=True)
    (package / "swift.py").write_text(
        "class Taker:\n    def wish(self, desk, *, jury=1):\n        self.spoilt = mended = desk\n"
    )
    (package / "fine.py").write_text("from swift import Taker\nTaker().wish(1)\n")
    assert [one.place + " " + one.word for one in words.met(tmp_path)] == [
        "conformance/tests/swift.py swift",
        "conformance/tests/swift.py:1 Taker in Taker",
        "conformance/tests/swift.py:2 desk in desk",
        "conformance/tests/swift.py:2 jury in jury",
        "conformance/tests/swift.py:2 wish in wish",
        "conformance/tests/swift.py:3 mended in mended",
        "conformance/tests/swift.py:3 spoilt in spoilt",
    ]
