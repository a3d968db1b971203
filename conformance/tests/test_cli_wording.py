"""Options mean the same in every command, and say so in the same words."""

import re
from collections import defaultdict

import click
import pytest

from jarparity.cli import main


def commands(group=main, path=("jarparity",)):
    """Every command that does something, with its whole name."""
    context = click.Context(group, info_name=path[-1])
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield " ".join((*path, name)), command


ALL = dict(commands())
OPTIONS = defaultdict(dict)
for _name, _command in ALL.items():
    for _option in _command.params:
        if isinstance(_option, click.Option):
            OPTIONS[_option.opts[0]][_name] = _option


def test_what_may_be_given_several_times_says_so_and_nothing_else_does():
    found = {(flag, name): option for flag, where in OPTIONS.items() for name, option in where.items()}
    says = {key for key, option in found.items() if option.help and option.help.endswith("[repeatable]")}
    assert says == {key for key, option in found.items() if option.multiple}
    assert not [key for key, option in found.items() if "be repeated" in (option.help or "")]


def kind(option):
    """What a value of it is: a number, one of several words, a file, and so on."""
    names = {"integer range": "number", "integer": "number", "path": "file"}
    return names.get(option.type.name, option.type.name), option.multiple


SEVERAL_KINDS = {
    "--column",  # of a key that is read, or of one that is made
    "--distinct",  # whether to count, or how many to draw
    "--html",  # a page, or JaCoCo's folder
    "--line",  # of a patch, one
    "--parallelism",  # `balance ranges` compares several
    "--reference",  # `check` may ask several
}


@pytest.mark.parametrize("flag", sorted(OPTIONS))
def test_an_option_is_of_one_kind_everywhere(flag):
    kinds = {kind(option) for option in OPTIONS[flag].values()}
    assert len(kinds) == 1 or flag in SEVERAL_KINDS, {n: kind(o) for n, o in OPTIONS[flag].items()}


def test_how_much_is_drawn_has_two_names():
    assert set(OPTIONS["--max-examples"]) == {"jarparity check", "jarparity drift"}  # Hypothesis' word
    assert {name.split()[1] for name in OPTIONS["--draw"]} >= {"assignor", "coverage", "drift", "patch", "spark"}
    assert not {"--cases", "--examples"} & set(OPTIONS)


def test_format_is_the_reports_and_output_is_a_file():
    forms = {name: option.type.choices for name, option in OPTIONS["--format"].items()}
    assert all({"json", "ndjson"} & set(choices) for choices in forms.values())
    assert not {"--report", "--reports"} & set(OPTIONS)
    assert {kind(option) for option in OPTIONS["--output"].values()} == {("file", False)}


@pytest.mark.parametrize("name", list(ALL))
def test_summaries_are_whole_sentences_and_numbers_are_n(name):
    summary = ALL[name].get_short_help_str(limit=200)
    assert summary.endswith((".", "?"))
    assert not summary.endswith("...")
    assert "INTEGER" not in ALL[name].get_help(click.Context(ALL[name], info_name=name))


def helps(group=main, path=("jarparity",)):
    """The help of every command and group, by its whole name."""
    context = click.Context(group, info_name=" ".join(path))
    yield " ".join(path), group.get_help(context)
    for name in group.list_commands(context):
        command, its = group.get_command(context, name), (*path, name)
        if isinstance(command, click.Group):
            yield from helps(command, its)
        else:
            yield " ".join(its), command.get_help(click.Context(command, info_name=" ".join(its)))


def of_maintainers():
    for path, group in (("jarparity", main), ("jarparity fixtures", main.get_command(click.Context(main), "fixtures"))):
        yield from (f"{path} {name}" for name in group.sections["For maintainers"])


def test_help_names_no_page_that_an_installed_jarparity_lacks():
    theirs = tuple(of_maintainers())
    shown = {name: text for name, text in helps() if not name.startswith(theirs)}
    assert {"jarparity", "jarparity check", "jarparity explain group", "jarparity assignor"} < shown.keys()
    assert {name: found for name, text in shown.items() if (found := re.findall(r"docs/\S+", text))} == {}


def test_examples_are_for_every_user():
    theirs = tuple(of_maintainers())
    examples = {name: text.partition("Options:")[0] for name, text in helps() if not name.startswith(theirs)}
    assert {name: found for name, text in examples.items() if (found := [one for one in theirs if one in text])} == {}


def test_what_needs_live_java_says_so():
    assert "live Java" in OPTIONS["--input"]["jarparity check"].help
