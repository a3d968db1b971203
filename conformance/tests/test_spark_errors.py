"""What Spark throws becomes one sentence, and our classes for it one JAR, made once; without Spark or a compiler."""

import sys
import zipfile
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from jarparity import data
from jarparity.spark import shipping
from jarparity.spark.errors import SparkPipelineError, explained
from jarparity.spark.shipping import spark_jar


class _Py4JError(Exception):
    pass


class _Py4JJavaError(_Py4JError):
    def __init__(self, *messages):
        super().__init__("an exception was thrown")
        self.java_exception = None
        for message in reversed(messages):
            self.java_exception = thrown(message, self.java_exception)


class _PySparkError(Exception):
    pass


def thrown(message, cause):
    return SimpleNamespace(getMessage=lambda: message, getCause=lambda: cause)


@pytest.fixture(autouse=True)
def modules(monkeypatch):
    for name, content in {
        "py4j": {},
        "py4j.protocol": {"Py4JError": _Py4JError, "Py4JJavaError": _Py4JJavaError},
        "pyspark": {"__file__": "/packages/pyspark/__init__.py"},
        "pyspark.errors": {"PySparkException": _PySparkError},
    }.items():
        module = ModuleType(name)
        module.__dict__.update(content)
        monkeypatch.setitem(sys.modules, name, module)


WORKER = """Job aborted: Traceback (most recent call last):
  File "worker.py", line 7, in main
{raised}

\tat org.apache.spark.api.python.BasePythonRunner"""


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        (_Py4JJavaError("Job aborted", None, "no such file: keys.csv\n\tat java.io"), "no such file: keys.csv"),
        (
            _PySparkError(
                "[PARQUET_TYPE_ILLEGAL] Illegal Parquet type: INT64 (TIMESTAMP(NANOS,true)). SQLSTATE: 42846"
            ),
            "a column has nanoseconds (datetime64[ns] in pandas), which Spark can't read: write it with microseconds, "
            "or leave it out: --schema names the columns that are read",
        ),
        (_Py4JJavaError("Job aborted: the bridge: row 7 has no key\n\tat io.jarparity"), "row 7 has no key"),
        (_Py4JJavaError(WORKER.format(raised="builtins.ValueError: not a key")), "ValueError: not a key"),
        (
            _Py4JJavaError(WORKER.format(raised="jarparity.spark.errors.SparkPipelineError: no port")),
            "no port",
        ),
        (_Py4JJavaError("Traceback (most recent call last): cut off"), "Traceback (most recent call last): cut off"),
        (
            _Py4JJavaError(
                "Job aborted",
                "CSV header does not conform to the schema.\n Header: a, b\n Schema: b, a\nExpected: b but found: a\n"
                "CSV file: file:///tmp/keys.csv",
            ),
            "the first line of each file must have the same columns in the same order: Header: a, b; Schema: b, a",
        ),
        (
            _Py4JJavaError(
                "Number of column in CSV header is not equal to number of fields in the schema:\n"
                " Header length: 6, schema size: 1\nCSV file: file:///tmp/keys.csv",
            ),
            "the first line of each file must have the same columns in the same order: "
            "Header length: 6, schema size: 1",
        ),
        (_PySparkError("[PATH_NOT_FOUND] keys.csv\nmore"), "[PATH_NOT_FOUND] keys.csv"),
        (_Py4JError("x" * 700), "x" * 600 + "…"),
    ],
)
def test_the_cause_is_one_sentence(failure, said):
    with pytest.raises(SparkPipelineError) as error, explained("keys.csv can't be read"):
        raise failure
    assert str(error.value) == f"keys.csv can't be read: {said}"
    assert error.value.__cause__ is failure


def test_what_spark_did_not_throw_passes():
    with pytest.raises(KeyError), explained("keys.csv can't be read"):
        raise KeyError("k")


@pytest.fixture
def kit(tmp_path, monkeypatch):
    """A bridge, Spark's JARs, a source of ours, and a compiler that says what it was given."""
    source = tmp_path / "spark" / "Ask.java"
    for path in (source, tmp_path / "home" / "jars" / "spark-core.jar"):
        path.parent.mkdir(parents=True)
        path.write_text("class Ask {}", "utf-8")
    with zipfile.ZipFile(tmp_path / "core.jar", "w") as core:
        core.writestr("io/Bridge.class", "bridge")
    monkeypatch.setattr(data, "java", lambda: tmp_path)
    monkeypatch.setenv("SPARK_HOME", str(tmp_path / "home"))
    compiled = []

    def compiler(sources, jars, classes, what):
        compiled.append([path.name for path in (*sources, *jars)])
        (classes / "io").mkdir()
        (classes / "io" / "Ask.class").write_text("ours", "utf-8")

    @contextmanager
    def changing(_progress):
        folder = tmp_path / f"scratch-{len(compiled)}"
        folder.mkdir()
        yield folder

    def put(made, place, _scratch):
        place.parent.mkdir(exist_ok=True)
        made.rename(place)

    monkeypatch.setattr(shipping, "compile_java", compiler)
    store = SimpleNamespace(root=tmp_path, changing=changing, put=put)
    originals = SimpleNamespace(bridge=lambda _: tmp_path / "core.jar", store=store)
    return SimpleNamespace(originals=originals, compiled=compiled, source=source, store=store)


def silent(_what):
    pass


def test_our_classes_and_the_bridge_are_one_jar_made_once(kit):
    jar = spark_jar(kit.originals, silent)
    assert spark_jar(kit.originals, silent) == jar
    assert kit.compiled == [["Ask.java", "core.jar", "spark-core.jar"]]
    with zipfile.ZipFile(jar) as made:
        assert {name: made.read(name) for name in made.namelist()} == {
            "io/Bridge.class": b"bridge",
            "io/Ask.class": b"ours",
        }
    kit.source.write_text("class Ask { int other; }", "utf-8")
    assert spark_jar(kit.originals, silent) != jar
    assert len(kit.compiled) == 2


def test_a_jar_that_another_process_made_meanwhile_is_taken(kit, monkeypatch):
    made_there = []

    @contextmanager
    def waited(_progress):
        monkeypatch.setattr(Path, "is_file", lambda path: made_there.append(path) or True)
        yield None

    kit.store.changing = waited
    jar = spark_jar(kit.originals, silent)
    assert kit.compiled == []
    assert made_there == [jar]


def test_without_spark_home_the_jars_are_pysparks_own(kit, monkeypatch):
    monkeypatch.delenv("SPARK_HOME")
    with pytest.raises(SparkPipelineError, match=r"no JARs of Spark in /packages/pyspark/jars: is SPARK_HOME right\?"):
        spark_jar(kit.originals, silent)


def test_a_job_that_the_user_stopped_is_an_interrupt_and_no_failure():
    def stopped():
        try:
            try:
                raise KeyboardInterrupt
            finally:
                raise _Py4JJavaError("Job 17 cancelled")
        except _Py4JJavaError as error:
            raise _PySparkError("[SPARK_JOB_CANCELLED] Job 17 cancelled") from error

    with pytest.raises(KeyboardInterrupt), explained("the search failed"):
        stopped()
