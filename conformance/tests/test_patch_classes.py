"""What is put in front of a release: diffs that are applied and compiled, classes that are given, and refusals."""

from __future__ import annotations

import zipfile
from pathlib import Path

import patched_original
import pytest
from patched_original import NEW, NEWEST, OLD, PATCH

from jarparity.lines import Line
from jarparity.measures.patch.classes import compiled, given
from jarparity.measures.patch.diff import read_diff
from jarparity.measures.patch.errors import PatchError
from jarparity.originals import silent


@pytest.fixture
def project(tmp_path, monkeypatch):
    return patched_original.project(tmp_path, monkeypatch)


def made(project, line, text=PATCH, also=()):
    return compiled(project.originals, line, project.patch(text), also, project.work(), silent)


def arguments_of_javac(project):
    (call,) = (project.folder / "fake" / "compilations").read_text().splitlines()
    (name,) = (part.removeprefix("@") for part in call.split() if part.endswith(".args"))
    return [line.strip('"') for line in Path(name).read_text().splitlines()]


def test_a_diff_of_a_checkout_is_applied_to_the_sources_jar_and_compiled(project):
    patch = made(project, NEW)
    with zipfile.ZipFile(patch.jar) as jar:
        assert "return 2;" in jar.read("Sticky.class").decode()
    assert [(one.name, one.added, one.removed) for one in patch.touched] == [("org.x.Sticky", 1, 1)]
    assert patch.sources == "kafka-clients 4.3.1"
    assert patch.patched.family == "kafka-clients"
    assert patch.patched.version.startswith("4.3.1+patch-")
    assert NEW < patch.patched < Line("kafka-clients", "4.3.2")


def test_the_lines_jars_and_what_only_the_compiler_needs_are_on_its_class_path(project):
    also = project.folder / "also.jar"
    made(project, NEW, also=[also])
    arguments = arguments_of_javac(project)
    path = arguments[arguments.index("-cp") + 1]
    assert "kafka-clients-4.3.1.jar" in path
    assert "annotations-1.jar" in path
    assert str(also) in path
    assert "-sources.jar" not in path


def test_a_release_without_sources_takes_those_of_one_with_the_same_class_files(project):
    patch = made(project, NEWEST)
    assert patch.sources == (
        "kafka-clients 4.3.1 (locked with no sources of kafka-clients 4.4.0; the class files of both are the same)"
    )
    assert patch.patched.version.startswith("4.4.0+patch-")


def test_no_sources_are_taken_of_a_release_with_other_class_files(project):
    other = PATCH.replace("Sticky", "Other").replace("-    return 1;", "-class Other {}")
    with pytest.raises(
        PatchError, match=r"no sources of kafka-clients 4\.4\.0 are locked, and no release .* Other\.java"
    ):
        made(project, NEWEST, other)


def test_paths_of_a_plain_diff_are_taken_too(project):
    plain = (
        "\n".join(PATCH.splitlines()[1:])
        .replace("a/clients/src/main/java/", "")
        .replace("b/clients/src/main/java/", "")
    )
    assert made(project, OLD, f"{plain}\n").touched[0].name == "org.x.Sticky"


def test_tests_and_texts_of_a_diff_are_left_out_and_named(project):
    more = "--- a/{0}\n+++ b/{0}\n@@ -1 +1 @@\n-x\n+y\n"
    places = ("clients/src/test/java/org/x/StickyTest.java", "docs/upgrade.html")
    patch = made(project, NEW, PATCH + "".join(map(more.format, places)))
    assert patch.left_out == places
    assert len(patch.touched) == 1


def test_a_class_that_the_diff_makes_is_compiled_too(project):
    place = "clients/src/main/java/org/x/Helper.java"
    new = f"--- /dev/null\n+++ b/{place}\n@@ -0,0 +1 @@\n+class Helper {{}}\n"
    patch = made(project, NEW, PATCH + new)
    with zipfile.ZipFile(patch.jar) as jar:
        assert {"Sticky.class", "Helper.class"} == set(jar.namelist())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello\n", "no unified diff: it has no lines '--- a/File.java' and '\\+\\+\\+ b/File.java'; make one with"),
        ("--- a/x.md\n+++ b/x.md\n@@ -1 +1 @@\n-a\n+b\n", r"changes no Java source: x\.md; give compiled --classes"),
        (PATCH.replace("\n   }\n }\n", "\n"), r"my\.patch:\d+: hunk 1 \(@@ -2,6 \+2,6 @@.*\) is cut short"),
        (
            "--- a/org/x/Sticky.java\n+++ /dev/null\n@@ -1 +0,0 @@\n-package org.x;\n",
            r"takes org/x/Sticky\.java away: a class of a JAR can't be taken away",
        ),
        ("diff --git a/x b/y\nrename from x\nrename to y\n", "'rename from x': only changes of texts are taken"),
    ],
    ids=["no diff", "no Java", "cut short", "taken away", "renamed"],
)
def test_what_is_no_diff_of_sources_is_refused(project, text, said):
    with pytest.raises(PatchError, match=said):
        read_diff(project.patch(text))


def test_a_form_feed_in_a_line_of_java_does_not_end_it(project):
    (file,) = read_diff(project.patch(PATCH.replace("-    return 1;", "-    return 1; // \fpage\u2028two"))).sources
    assert [(hunk.added, hunk.removed) for hunk in file.hunks] == [(1, 1)]


def test_a_place_that_does_not_fit_is_named_with_its_hunk_file_and_release(project):
    with pytest.raises(PatchError) as refused:
        made(project, NEW, PATCH.replace("-    return 1;", "-    return 7;"))
    assert str(refused.value) == (
        f"{project.folder / 'my.patch'}: hunk 1 of 1 (@@ -2,6 +2,6 @@ package org.x;) doesn't apply to "
        "clients/src/main/java/org/x/Sticky.java of kafka-clients 4.3.1: is it for another release? "
        "Make it against the sources of kafka-clients 4.3.1"
    )


@pytest.mark.parametrize("line", [NEW, NEWEST])
def test_a_file_that_the_release_lacks_is_named_with_the_nearest(project, line):
    with pytest.raises(
        PatchError,
        match=r"touches .*/org/y/Sticky\.java, which the sources of kafka-clients 4\.3\.1 don't "
        r"have; did you mean org/x/Sticky\.java\?",
    ):
        made(project, line, PATCH.replace("org/x", "org/y"))


def test_a_diff_that_does_not_compile_says_so_in_the_compilers_words(project):
    with pytest.raises(PatchError) as refused:
        made(project, NEW, PATCH.replace("+    return 2;", "+    error;"))
    assert str(refused.value) == (
        f"the sources that {project.folder / 'my.patch'} changes don't compile:\n"
        "  org/x/Sticky.java: error: so it says\n"
        "Give JARs that only the compiler needs by --class-path"
    )


def test_a_family_without_sources_asks_for_classes(project):
    with pytest.raises(
        PatchError, match="no sources of flink are locked: compile the patch yourself, and give --classes"
    ):
        made(project, Line("flink", "2.3.0"))


def test_without_git_the_fix_is_said(project, monkeypatch):
    monkeypatch.setenv("PATH", str(project.folder / "bin"))
    with pytest.raises(PatchError, match="`git` was not found, which applies the diff: install it, or give compiled"):
        made(project, NEW)


def classes(project, *names, version=61):
    for name in names:
        file = project.folder / "classes" / f"{name}.class"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"\xca\xfe\xba\xbe\x00\x00" + version.to_bytes(2, "big"))
    return project.folder / "classes"


def test_classes_are_taken_as_they_are_nested_ones_too(project):
    folder = classes(project, "org/x/Sticky", "org/x/Sticky$1", "org/x/Sticky$New")
    patch = given(project.originals, NEWEST, folder, project.work(), silent)
    with zipfile.ZipFile(patch.jar) as jar:
        assert set(jar.namelist()) == {"org/x/Sticky.class", "org/x/Sticky$1.class", "org/x/Sticky$New.class"}
    assert [one.name for one in patch.touched] == ["org.x.Sticky"]
    assert patch.sources == ""


def test_the_same_classes_give_the_same_line_and_others_another(project):
    one = given(project.originals, NEW, classes(project, "org/x/Sticky"), project.work(), silent).patched
    (project.folder / "work" / "patch.jar").unlink()
    again = given(project.originals, NEW, classes(project, "org/x/Sticky"), project.folder / "work", silent).patched
    other = given(
        project.originals, NEW, classes(project, "org/x/Sticky", version=60), project.folder / "work", silent
    ).patched
    assert one == again != other


@pytest.mark.parametrize(
    ("name", "version", "said"),
    [
        (
            "org/x/Strange",
            61,
            r"has org\.x\.Strange, which kafka-clients 4\.3\.1 doesn't have: is it for another release",
        ),
        ("org/x/Sticky", 69, r"Sticky\.class: is for Java 25, and this is Java 17\.0\.15: compile with --release"),
    ],
)
def test_classes_that_cannot_be_loaded_are_refused(project, name, version, said):
    with pytest.raises(PatchError, match=said):
        given(project.originals, NEW, classes(project, name, version=version), project.work(), silent)


def test_a_folder_without_classes_is_refused(project):
    with pytest.raises(PatchError, match=r"no folder with \.class files below their packages"):
        given(project.originals, NEW, project.folder / "nowhere", project.work(), silent)
