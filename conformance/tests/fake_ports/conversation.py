"""What the fakes share: the sound half of the conversation. Each fake then breaks it in its own way.

A fake answers the length of the input's `a`; the input `{"a": "bad"}` is what it breaks on.
"""

import json
import sys


def put(**message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def hello(**changes):
    about = {"name": "fake", "version": "1", "language": "python", "operations": ["*"], "lines": ["*"]}
    put(**({"protocol": 1} | about | changes))


def requests():
    for line in sys.stdin:
        yield json.loads(line)


def cases(request):
    return request.get("batch", [request])


def talk(bad):
    """Answers soundly, but calls `bad(seq)` for the input that this fake breaks on."""
    for request in requests():
        if request["cmd"] == "start":
            hello()
        elif request["cmd"] == "stop":
            return
        else:
            for case in cases(request):
                if case["input"]["a"] == "bad":
                    bad(case["seq"])
                else:
                    put(seq=case["seq"], value=len(case["input"]["a"]))
