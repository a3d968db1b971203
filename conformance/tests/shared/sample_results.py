"""Results with everything in them that a report may meet, as `jarparity check` writes them."""

import json

from jarparity import registry
from jarparity.answers import Error, NoAnswer, Value
from jarparity.cases import Case
from jarparity.check.events import CutShort
from jarparity.check.outcome import Outcome
from jarparity.check.tally import Tally
from jarparity.grades import Grade
from jarparity.ports import PortInfo
from jarparity.report.machine import document
from jarparity.report.results import read
from jarparity.verdicts import Agrees, Differs, Errored, KnownDivergence, Skipped

MARKUP = "</script><!--<b onclick=alert(1)>&amp;`|\u2028\ud800"
"""What would end an element, begin a comment or a table's cell, or can't be written as UTF-8."""

FLINK = ("flink 1.16.3", "flink 1.20.5", "flink 2.3.0")
KAFKA = ("kafka-clients 2.8.2", "kafka-clients 4.4.0")
MURMUR, HASH, RANGE, STICKY = (
    "flink.math.murmur-hash",
    "java.string.hash",
    "kafka.assignor.range",
    "kafka.assignor.sticky",
)


def checked(name, *events, version="1.0", language="python", **changes):
    """The document of a run with these events."""
    tally = Tally()
    for event in events:
        tally.add(event)
    port = PortInfo(name, version, language, ("*",))
    options = ("--port", f"{name}:PORT")
    return json.loads(json.dumps(document(Outcome(tally, port, options, 7, 1.25, **changes))))


def hash_case(value):
    return Case(MURMUR, f"value/{value}", {"value": value})


def good():
    """A port that agrees, but for what it does not take."""
    return checked(
        "good-port",
        *(Agrees(hash_case(value), FLINK, "golden", Value(value)) for value in range(40)),
        Agrees(Case(HASH, "text/a", {"a": "a"}), ("java 17",), "golden", Value(97)),
        Skipped(Case(HASH, "text/b", {"a": "b"}), ("java 17",), "golden", "no such string"),
        Agrees(Case(RANGE, "one", {"members": [], "topics": {}}), KAFKA, "golden", Value({})),
        KnownDivergence(Case(STICKY, "two", {"members": [], "topics": {}}), KAFKA, "golden", "later"),
    )


def bad():
    """A port that is wrong in every way."""
    answer = {"consumer-1": [["orders", [0, 1, 2]]], "consumer-2": [["orders", [3, 4]]]}
    other = {"consumer-1": [["orders", [0, 1]]], "consumer-2": [["orders", [2, 3, 4]]]}
    members = [{"id": f"consumer-{n}", "topics": ["orders"], "userData": None, "owned": None} for n in (1, 2)]
    group = {"members": members, "topics": {"orders": 5}}
    return checked(
        "bad-port",
        Agrees(hash_case(0), FLINK, "golden", Value(593689054)),
        Differs(hash_case(1), FLINK, "golden", Value(68075478), Value(2079408170)),
        Differs(hash_case(7), FLINK[:1], "golden", Value(1), Error("ArithmeticException", "/ by zero")),
        Agrees(hash_case(9), FLINK[1:], "golden", Value(9)),
        Errored(
            Case(HASH, "text/a", {"a": "a"}), ("java 17",), "golden", "the port timed out", "no answer within 10 s"
        ),
        Differs(Case(RANGE, "two/members", group, ("range-floor",)), KAFKA[1:], "golden", Value(answer), Value(other)),
        Agrees(Case(RANGE, "one", {"members": [], "topics": {}}), KAFKA, "golden", Value({})),
        Skipped(Case(STICKY, "two", {"members": [], "topics": {}}), KAFKA, "golden", "not ported"),
        CutShort(RANGE),
        language="go",
        unavailable={"jpype": "JPype is not installed"},
    )


def valid():
    """A port whose answers are as good as the original's, or at least valid."""
    case = Case(STICKY, "two", {"members": [], "topics": {"orders": 2}})
    other = Case(STICKY, "three", {"members": [], "topics": {"orders": 30}})
    return checked(
        "valid-port",
        Differs(case, KAFKA, "golden", Value({"a": [1]}), Value({"a": [0]}), Grade.EQUIVALENT),
        Differs(other, KAFKA[:1], "golden", Value({"a": [1, 2]}), Value({"a": [0]}), Grade.VALID),
        required=Grade.VALID,
    )


def markup():
    """A port whose every word tries to get out of its place."""
    text = Case(HASH, f"text/{MARKUP}", {"a": MARKUP})
    return checked(
        MARKUP,
        Differs(text, ("java 17",), "golden", Value(1), NoAnswer("crashed", MARKUP)),
        Skipped(hash_case(1), FLINK, "golden", MARKUP),
        version=MARKUP,
        language=MARKUP,
    )


def big(ports=10, operations=60, lines=20, failures=20):
    """Results of the size that a page must bear: every operation fails in every line, with inputs of some size."""
    names = [*registry.OPERATIONS, *(f"other.operation.number-{n}" for n in range(operations))][:operations]
    on = [f"kafka-clients {n // 10}.{n % 10}.0" for n in range(10, 10 + lines)]
    made = []
    for port in range(ports):
        result = checked(f"port-{port}")
        result["operations"] = {
            name: {"agrees": 900 + port, "differs": failures, "errored": 0, "skipped": 0, "known": 0} for name in names
        }
        result["byLine"] = {
            name: {line: {"agrees": 900 + 7 * place + port, "differs": failures} for place, line in enumerate(on)}
            for name in names
        }
        result["inputs"] = dict.fromkeys(names, 1000)
        result["exit"] = 1
        result["failures"] = [
            {
                "verdict": "differs",
                "operation": name,
                "id": f"generated/{port:04x}{n:08x}",
                "lines": on,
                "reference": "golden",
                "input": {"bytes": "0123456789abcdef" * 8, "partitions": n},
                "tags": [],
                "expected": {"value": [n] * 40},
                "got": {"value": [n + 1] * 40},
                "looksLike": [],
                **({} if n else {"cases": failures}),
                "reproduce": f"jarparity check --operation {name} --case generated/{port:04x}{n:08x} --port my:PORT",
            }
            for name in names
            for n in range(failures)
        ]
        made.append(result)
    return made


def results(folder, *documents):
    """These documents, written and read back."""
    paths = []
    for place, found in enumerate(documents):
        paths.append(folder / f"{place}.json")
        paths[-1].write_text(json.dumps(found))
    return read(paths)
