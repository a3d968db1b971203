"""The model of tables and its writers: one document in every form."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from jarparity.report.as_console import print_blocks
from jarparity.report.as_html import as_html, page
from jarparity.report.as_markdown import as_markdown
from jarparity.report.as_text import as_text
from jarparity.report.tables import (
    Code,
    Column,
    Document,
    Fields,
    Html,
    Items,
    Note,
    Section,
    Shown,
    Table,
    number,
)

TABLE = Table.of(
    [Column("operation", code=True), number("inputs"), number("size", "bytes"), "state"],
    [["flink.*", 1234, Shown("1.2 MB", 1_200_000), "ok"], ["<b>", None, Shown("2 B", 2), "a|b\nc"]],
    "What is there",
    1,
)
BLOCKS = (
    "One & two.",
    Section("Head", (Fields.of([("input", '{"a":1}'), ("", "more"), ("reproduce", "x")]),)),
    TABLE,
    Note("Bad <luck>.", "bad"),
    Items(("first", "second")),
    Code("if a:\n  b"),
    Html("<svg/>"),
)


def test_text_is_aligned_and_keeps_tables_and_sections_apart():
    assert as_text(BLOCKS).splitlines() == [
        "One & two.",
        "",
        "Head",
        '  input      {"a":1}',
        "             more",
        "  reproduce  x",
        "",
        "What is there",
        "  operation  inputs    size  state",
        "  flink.*     1,234  1.2 MB  ok",
        "  <b>                   2 B  a|b",
        "                             c",
        "",
        "Bad <luck>.",
        "  first",
        "  second",
        "if a:",
        "  b",
    ]


def test_a_table_without_headings_has_only_rows():
    assert as_text([Table.of(["", number("")], [["a", 1], ["bbb", 1000]])]) == "a        1\nbbb  1,000"


def test_markdown_escapes_what_it_is_given():
    assert as_markdown(BLOCKS).splitlines() == [
        "One &#38; two.",
        "",
        "## Head",
        "",
        '- input: &#123;"a"&#58;1&#125;',
        "- more",
        "- reproduce: x",
        "",
        "What is there",
        "",
        "| operation | inputs | size | state |",
        "|---|---:|---:|---|",
        "| `flink.*` | 1,234 | 1.2 MB | ok |",
        "| `<b>` | | 2 B | a&#124;b c |",
        "",
        "Bad &#60;luck&#62;.",
        "",
        "- first",
        "- second",
        "",
        "```",
        "if a:",
        "  b",
        "```",
    ]


def test_markdown_of_our_own_making_stays_as_it_is():
    text = as_markdown([Section("A", (Section("B", ("**so**",)), Section("C", ("d",), folded=True)))], escape=str)
    assert text == "## A\n\n### B\n\n**so**\n\n<details><summary>C</summary>\n\nd\n</details>"


def test_a_fence_is_longer_than_what_it_holds():
    assert as_markdown([Code("````")]) == "`````\n````\n`````"


@pytest.mark.parametrize(
    "part",
    [
        "<p>One &amp; two.</p>",
        '<p class="finding high-text">Bad &lt;luck&gt;.</p>',
        '<tr><td class="key">flink.*</td><td class="number">1,234</td><td class="number">1.2 MB</td><td>ok</td></tr>',
        '<tr class="present"><td class="key">&lt;b&gt;</td><td class="number"></td><td class="number">2 B</td>'
        "<td>a|b<br>c</td></tr>",
        "<caption>What is there</caption>",
        "<div><dt>input</dt><dd>{&quot;a&quot;:1}</dd></div>",
        "<ul><li>first</li><li>second</li></ul>",
        "<pre>if a:\n  b</pre>",
        "<svg/>",
    ],
)
def test_html_escapes_all_but_html(part):
    assert part in as_html(BLOCKS)


def test_a_caption_that_repeats_its_heading_is_marked():
    table = Table.of(["name"], [["x"]], "Names & all")
    assert '<caption class="heard"><span>Names &amp; all</span></caption>' in as_html(
        [Section("Names & all", (table,))]
    )
    assert "<caption>Names &amp; all</caption>" in as_html([Section("Others", (table,))])


def test_a_section_has_an_address_or_is_folded():
    html = as_html([Section("A", (Section("B", ("c",)),), anchor="a"), Section("D", ("e",), folded=True)])
    assert html == (
        '<section id="a" aria-labelledby="a-title" tabindex="-1">\n<h2 id="a-title">A</h2>\n<h3>B</h3>\n<p>c</p>\n'
        "</section>\n<details><summary>D</summary><p>e</p></details>"
    )


def test_a_page_loads_nothing_and_escapes_its_title():
    text = page(Document(("hello",), title="<x>"), "jarparity.report.charts")
    assert "<title>&lt;x&gt;</title>" in text
    assert "<h1>&lt;x&gt;</h1>" in text
    assert "default-src 'none'" in text
    assert "src=" not in text


def test_json_has_values_in_place_of_texts():
    assert TABLE.records() == [
        {"operation": "flink.*", "inputs": 1234, "bytes": 1_200_000, "state": "ok"},
        {"operation": "<b>", "inputs": None, "bytes": 2, "state": "a|b\nc"},
    ]
    assert Document((), {"a": "ü"}).json() == '{\n  "a": "\\u00fc"\n}'


def test_a_console_folds_what_is_too_wide_and_reads_no_markup():
    out = io.StringIO()
    blocks = [Section("S [b]", ("x" * 50, Table.of(["k"], [["[red]" + "y" * 40]]))), Note("n", "good"), Items(("i",))]
    print_blocks(blocks, Console(file=out, width=30, color_system=None))
    text = out.getvalue()
    assert "S [b]\n" + "x" * 30 + "\n" + "x" * 20 in text
    assert "[red]yyyy" in text
    assert max(map(len, text.splitlines())) == 30
    assert text.endswith("n\n  i\n")


def test_figures_that_fit_keep_together_where_names_do_not():
    table = Table.of(["operation", number("agree"), number("differ")], [["n" * 25, 1234, 0], ["m", 5, 67]])
    out = io.StringIO()
    print_blocks([table], Console(file=out, width=30, color_system=None))
    assert out.getvalue() == "\noperation\nagree  differ\n" + "n" * 25 + "\n1,234       0\nm\n    5      67\n\n"
    wide = io.StringIO()
    print_blocks([table], Console(file=wide, width=60, color_system=None))
    assert re.search(r"n{25} +1,234 +0", wide.getvalue())


def test_a_terminal_obeys_nothing_that_a_port_wrote():
    told = "\x1b[31mred\x07\x9b1m \u202etxt\ttab"
    blocks = [told, Note(told, "bad"), Section(told, (Fields.of([("error", told)]),)), Table.of(["port"], [(told,)])]
    console = Console(file=io.StringIO(), width=80)
    print_blocks(blocks, console)
    for shown in (as_text(blocks), console.file.getvalue()):
        assert not set(shown) & {"\x1b", "\x07", "\x9b", "\u202e"}
        assert shown.count("\\u001b[31mred\\u0007\\u009b1m \\u202etxt") == 5
