"""Answers the port protocol, for libraries in an environment of their own, where the kit is not installed."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Operation = Callable[[dict[str, Any]], Any]


class Declined(Exception):  # noqa: N818 - not an error: the library can't be asked such a case
    """The library can't be asked a case; the message is the reason."""


def serve(name: str, version: str, operations: Mapping[str, Operation], line: str = "kafka-clients 4.4.0") -> None:
    """Answers standard input until `stop` or its end.

    Args:
        name: The port's.
        version: The library's.
        operations: By name what takes an input and gives the library's answer; an exception of the library's is one.
        line: The release of the original that the library is compared with; by default the newest Java client.
    """
    start = {"protocol": 1, "name": name, "version": version, "language": "python"}
    start |= {"operations": sorted(operations), "lines": [line]}
    for text in sys.stdin:
        request = json.loads(text)
        match request["cmd"]:
            case "stop":
                return
            case "start":
                sys.stdout.write(json.dumps(start) + "\n")
            case "run":
                sys.stdout.writelines(json.dumps(one) + "\n" for one in _answers(request, operations))
        sys.stdout.flush()


def _answers(request: Mapping[str, Any], operations: Mapping[str, Operation]) -> Iterator[dict[str, Any]]:
    for question in request.get("batch") or [request]:
        answer = {"seq": question["seq"]}
        try:
            answer["value"] = operations[request["operation"]](question["input"])
        except Declined as why:
            answer["skipped"] = str(why)
        except Exception as error:  # noqa: BLE001 - whatever a library throws is its answer
            answer["error"] = {"kind": type(error).__name__, "message": str(error)}
        yield answer
