"""Two routes to one truth, and every line apart from the others: what the references promise as a whole."""

import os
import random
import shutil
import subprocess
import sys
from dataclasses import replace
from zipfile import ZipFile

import numpy as np
import pytest
from direct_calls import ThroughJPype

from jarparity import registry
from jarparity.check.volume import random_column, random_parameters
from jarparity.columns import Column
from jarparity.lines import Line
from jarparity.originals import OriginalsRefusedError, locked_lines
from jarparity.originals.store import Store
from jarparity.references import BridgeError
from jarparity.references.factory import open_reference

LINES = locked_lines()
OPERATIONS = list(registry.OPERATIONS.values())
SAMPLE = 30


def lines_of(operation):
    return [line for line in LINES if operation.has(line)]


def run(script):
    """Runs a script in a Python of its own: a process has one JVM, and one Spark context."""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


@pytest.mark.usefixtures("jpype_reference")
def test_a_foreign_jvm_is_left_alone():
    said, _ = run("""
import jpype
jpype.startJVM()
from jarparity.lines import Line
from jarparity.references import ReferenceUnavailableError
from jarparity.references.factory import open_reference
try:
    open_reference("jpype", lines=[Line("flink", "2.3.0")])
except ReferenceUnavailableError as error:
    print(error)
""")
    assert "another library has started this process's JVM without the bridge" in said


@pytest.mark.usefixtures("gateway_reference")
def test_a_session_of_our_own_ends_quietly_and_a_foreign_one_is_left_alone():
    """In one process: a Spark takes long to start. It stands here, for the longest test is best begun early."""
    said, complained = run("""
import sys
from pyspark.sql import SparkSession
from jarparity.columns import Column
from jarparity.lines import Line
from jarparity.references import BRIEF, BridgeError
from jarparity.references.factory import open_reference
import numpy as np
kafka = Line("kafka-clients", "4.4.0")
reference = open_reference("gateway", lines=[kafka], options=BRIEF)
print(reference.answers("kafka.partitioner.murmur2", kafka, [{"bytes": "3231"}]))
gateway = reference.spark.gateway
reference.close()
print(gateway.proc.poll() is not None)
print("our own has ended", file=sys.stderr, flush=True)

builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
session = builder.config("spark.driver.extraJavaOptions", " ".join(BRIEF)).getOrCreate()
line = Line("flink", "2.3.0")
reference = open_reference("gateway", lines=[line])
key = {"type": "long", "value": "-1"}
print(reference.answers("flink.key-group.of-key", line, [{"key": key, "maxParallelism": 128}]))
column = Column.of_array("long", np.array([-1, -2]))
print(reference.bulk("flink.key-group.of-key", line, {"maxParallelism": 128}, column).tolist())
try:
    reference.answers("flink.no-such", line, [])
    reference.answers("flink.no-such", line, [{}])
except BridgeError as error:
    print(str(error)[:50])
reference.close()
print(session.range(3).count())
session.stop()
""")
    assert said.splitlines() == [
        "[Value(value=-973932308)]",
        "True",
        "[Value(value=94)]",
        "[94, 86]",
        "the line flink 2.3.0 has no operation flink.no-suc",
        "3",
    ]
    assert complained.partition("our own has ended\n")[0] == ""


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_routes_agree(jpype_reference, gateway_reference, operation):
    seeded = random.Random(20261121)  # noqa: S311 - a sample, not a secret
    cases = list(operation.cases())
    inputs = [case.input for case in seeded.sample(cases, min(SAMPLE // 2, len(cases)))]
    inputs += [operation.draw(seeded) for _ in range(SAMPLE // 2)]
    for line in lines_of(operation):
        taken = [document for document in inputs if operation.takes(line, document)]
        here = jpype_reference.answers(operation.name, line, taken)
        assert here == gateway_reference.answers(operation.name, line, taken), line
        assert len(here) == len(taken) > 0


@pytest.mark.parametrize(
    ("operation", "kind"),
    [(operation, kind) for operation in OPERATIONS if operation.bulk for kind in operation.bulk.kinds],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_routes_agree_on_columns(jpype_reference, gateway_reference, operation, kind):
    seeded = np.random.default_rng(20261121)
    parameters = random_parameters(operation.bulk, seeded)
    column = random_column(kind, 5000, seeded, operation.bulk)
    for line in lines_of(operation):
        asked = (operation.name, line, parameters, column, operation.bulk.width)
        here, there = jpype_reference.bulk(*asked), gateway_reference.bulk(*asked)
        assert here.shape == (5000 * operation.bulk.width,)
        assert here.dtype == there.dtype == np.dtype("<i4")
        assert (here == there).all(), line


def test_column_larger_than_a_round_trip(jpype_reference, gateway_reference):
    """17 MB of strings: the gateway sends them in two pieces."""
    line = LINES[[line.family for line in LINES].index("kafka-clients")]
    strings = Column.of_bytes("utf8", [b"%013d" % i for i in range(1_000_000)])
    assert strings.data.nbytes > 16 * 2**20
    asked = ("kafka.partitioner.partition-for-key", line, {"partitions": 12}, strings)
    assert (jpype_reference.bulk(*asked) == gateway_reference.bulk(*asked)).all()


def test_batch_larger_than_a_round_trip(reference):
    """8 MB and more of JSON cross in pieces; the answers come in order."""
    line = Line("flink", "2.3.0")
    inputs = [{"value": i} for i in range(120_000)] + [{"value": 7}]
    answers = reference.answers("flink.math.murmur-hash", line, inputs)
    column = reference.bulk("flink.math.murmur-hash", line, {}, Column.of_array("integer", np.arange(120_000)))
    assert [answer.value for answer in answers[:-1]] == column.tolist()
    assert answers[-1] == answers[7]


def test_every_catalogued_operation_is_served(reference):
    known = {line.family: {o.name for o in OPERATIONS if line.family in o.families} for line in LINES}
    for line in LINES:
        served = set(reference.operations(line))
        # An adapter may serve more than the catalogue asks of a line, such as one that is there for a single fault.
        assert {o.name for o in OPERATIONS if o.has(line)} <= served <= known[line.family], line


def test_failures_of_the_bridge_are_no_answers(reference):
    line = Line("flink", "2.3.0")
    for asked, complaint in [
        (("flink.no-such", line, [{}]), "no operation flink.no-such"),
        (("flink.math.murmur-hash", Line("flink", "9.9"), [{"value": 1}]), r"flink 9\.9 is not open"),
        (("flink.math.murmur-hash", line, [{"value": "one"}]), "value"),
        (("flink.math.murmur-hash", line, [{"value": 2**31}]), "value"),
    ]:
        with pytest.raises(BridgeError, match=complaint):
            reference.answers(*asked)
    with pytest.raises(BridgeError, match="row 0: the original threw ArithmeticException: / by zero"):
        reference.bulk("flink.key-group.of-hash", line, {"maxParallelism": 0}, Column.of_array("integer", np.zeros(3)))


def test_one_jvm_holds_all_lines(jpype_reference):
    import jpype  # noqa: PLC0415 - an extra

    assert list(jpype_reference.lines) == LINES
    assert int(jpype.java.lang.ProcessHandle.current().pid()) == os.getpid()
    assert int(jpype_reference.about()["java.version"].split(".")[0]) >= 17


def test_gateway_is_another_process(gateway_reference):
    jvm = gateway_reference.spark.session.sparkContext._jvm
    assert jvm.java.lang.ProcessHandle.current().pid() != os.getpid()
    assert list(gateway_reference.lines) == LINES


def line_loader(reference, line):
    """The bridge's own loader of a line, dug out of its private fields."""

    def field(java_class, thing, name):
        found = java_class.getDeclaredField(name)
        found.setAccessible(True)
        return found.get(thing)

    bridge = reference.bridge.class_
    lines = field(bridge, None, "LINES")
    opened = field(lines.getClass(), lines, "open").get(str(line))
    return field(opened.getClass(), opened, "loader")


@pytest.mark.parametrize("line", [line for line in LINES if line.family in ("flink", "kafka-clients")], ids=str)
def test_each_line_is_the_version_that_it_says(jpype_reference, originals, line):
    import jpype  # noqa: PLC0415 - an extra

    if line.family == "flink":
        name = "org.apache.flink.runtime.util.EnvironmentInformation"
    else:
        moved = not line < Line("kafka-clients", "4.4")
        name = f"org.apache.kafka.common.utils.{'internals.' if moved else ''}AppInfoParser"
    java_class = jpype.JClass(name, loader=line_loader(jpype_reference, line))
    assert str(java_class.getVersion()) == line.version
    location = str(java_class.class_.getProtectionDomain().getCodeSource().getLocation().getPath())
    assert location in [path.as_uri().removeprefix("file://") for path in originals.jars(line)]
    assert java_class.class_.getClassLoader().equals(line_loader(jpype_reference, line))


def test_lines_do_not_see_each_other(jpype_reference, originals):
    import jpype  # noqa: PLC0415 - an extra

    def holds(line, name):
        return any(f"{name.replace('.', '/')}.class" in ZipFile(jar).namelist() for jar in originals.jars(line))

    def visible(name, loader):
        try:
            return jpype.JClass("java.lang.Class").forName(name, False, loader)  # noqa: FBT003 - not run
        except jpype.java.lang.ClassNotFoundException:
            return None

    flink, kafka = "org.apache.flink.util.MathUtils", "org.apache.kafka.common.utils.Utils"
    loaders = {line: line_loader(jpype_reference, line) for line in LINES}
    for name in (flink, kafka):
        found = {line: visible(name, loader) for line, loader in loaders.items()}
        own = {line for line in LINES if holds(line, name)}
        assert len(own) > 1
        assert {line for line, java_class in found.items() if java_class is not None} == own
        classes = [java_class for java_class in found.values() if java_class is not None]
        assert len({int(c.getClassLoader().hashCode()) for c in classes}) == len(classes)
        assert visible(name, jpype.JClass("java.lang.ClassLoader").getSystemClassLoader()) is None
    # What only the bridge has, no line sees, but for the interfaces that adapters implement.
    for loader in loaders.values():
        assert visible("io.jarparity.bridge.Bridge", loader) is None
        assert visible("org.jpype.JPypeContext", loader) is None
        assert visible("io.jarparity.bridge.spi.Registry", loader) is not None


def test_a_fresh_loader_gives_a_fresh_class(jpype_reference, originals):
    line = Line("flink", "2.3.0")
    calls = ThroughJPype(originals.jars(line))
    ours = calls.java("org.apache.flink.util.MathUtils").class_
    assert not ours.getClassLoader().equals(line_loader(jpype_reference, line))


def test_a_flipped_byte_is_refused_by_name(originals, tmp_path):
    line = Line("kafka-clients", "4.4.0")
    originals.ensure([line])
    store = Store(tmp_path)
    shutil.copytree(originals.store.line(line), store.line(line))
    jar = store.line(line) / "kafka-clients-4.4.0.jar"
    content = bytearray(jar.read_bytes())
    content[len(content) // 2] ^= 1
    jar.write_bytes(content)
    shutil.copytree(originals.store.root / "bridge", store.root / "bridge")
    with pytest.raises(OriginalsRefusedError, match=r"kafka-clients-4\.4\.0\.jar is not the JAR") as raised:
        open_reference("jpype", replace(originals, store=store), [line])
    assert "jarparity originals fetch --line 'kafka-clients 4.4.0'" in str(raised.value)
