"""Stands in for the JVM of a cluster: answers, refuses, or breaks, as the command says."""

import json
import os
import shutil
import sys

_SAID = {
    "start": {"bootstrap": "127.0.0.1:1,127.0.0.1:2", "logDirs": ["logs-0", "logs-1"]},
    "describe": [{"partition": 0, "leader": 1, "replicas": [1, 0], "isr": [0, 1]}],
    "counts": {"0": 2, "1": 0},
    "read": [
        {
            "partition": 0,
            "offset": 5,
            "timestamp": 9,
            "key": "00ff",
            "value": None,
            "headers": [{"key": "h", "value": None}, {"key": "i", "value": "01"}],
        }
    ],
    "produceTogether": [0, "InvalidRecordException"],
    "produce": [1, 0],
    "tool": {"code": 1, "output": "no\n"},
    "group": {"state": "Stable", "members": {"ann": "ann-1"}},
    "topicId": "AAAAAAAAAAAAAAAAAAAABw",
}
_KEPT = [[1, 0, 1], [1, 1, 0], [1, 1, 1]]
"""What each broker has of a topic's one partition, at the first time of asking, the second, and from then on."""


def _answer(request):
    match request["do"]:
        case "refuse":
            return {"error": {"kind": "TopicExistsException", "message": "Topic 't' already exists."}}
        case "crash":
            sys.stderr.write("the reason\n")
            os._exit(9)
        case "sleep":
            sys.stdin.read()
            os._exit(0)
        case "rubbish":
            return request["reply"]
        case "echo":
            return {"value": request["fields"]}
        case "kept":
            return {"value": _KEPT.pop(0) if len(_KEPT) > 1 else _KEPT[0]}
        case command:
            return {"value": _SAID.get(command)}


def main():
    for line in sys.stdin:
        answer = _answer(json.loads(line))
        sys.stdout.write((answer if isinstance(answer, str) else json.dumps(answer)) + "\n")
        sys.stdout.flush()
    if len(sys.argv) > 1:
        shutil.rmtree(sys.argv[1])


main()
