"""Commands of the kit that pages show: each is one that there is, and so are its options."""

import re
import shlex
from pathlib import Path

import click
import pytest

from jarparity.cli import main

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md")] + sorted((ROOT / "docs").rglob("*.md"))
FENCE = re.compile(r"^```[a-z]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(jarparity [^`\n]+)`")


def commands(text):
    """Commands of blocks, whole, and of sentences, which may leave things out."""
    for block in FENCE.findall(text):
        lines = block.replace("\\\n", " ").splitlines()
        yield from (line.strip().removeprefix("$ ") for line in lines if re.match(r"\s*(\$ )?jarparity ", line))
    yield from INLINE.findall(FENCE.sub("", text))


def words(line):
    """The arguments of a command: without a comment, what is chained to it, and dots that stand for more."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;>")
    lexer.whitespace_split = True
    found = []
    for word in lexer:
        if set(word) <= set("|&;>"):
            break
        found.append(word)
    return [word for word in found[1:] if word not in {"…", "..."}]


def unknown(arguments):
    """The command or option of these arguments that there isn't, in click's words; None where all are there."""
    command, context = main, click.Context(main, info_name="jarparity")
    while isinstance(command, click.Group) and arguments and not arguments[0].startswith("-"):
        name, *arguments = arguments
        found = command.get_command(context, name)
        if found is None:
            return f"no command {name}"
        command, context = found, click.Context(found, context, info_name=name)
    try:
        command.make_parser(context).parse_args([*arguments])
    except click.NoSuchOption as error:
        return error.format_message().partition(".")[0]
    except click.UsageError:  # a sentence names a command, and leaves out what it needs
        return None
    return None


def test_commands_are_found_and_read():
    text = (
        "Ask `jarparity list` or `jarparity chek --x`.\n```\n$ jarparity check \\\n    --line 'a b' | head # c\n```\n"
    )
    assert [words(line) for line in commands(text)] == [["check", "--line", "a b"], ["list"], ["chek", "--x"]]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("jarparity chek", "no command chek"),
        ("jarparity explain kye a", "no command kye"),
        ("jarparity check --oeration x", "No such option '--oeration'"),
        ("jarparity check --line 'flink 2.*' --quick", None),
        ("jarparity explain key", None),
    ],
)
def test_what_is_not_there_is_said(line, said):
    assert unknown(words(line)) == said


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_shows_commands_that_there_are(page):
    lines = [*commands(page.read_text("utf-8"))]
    assert {line: wrong for line in lines if (wrong := unknown(words(line)))} == {}
