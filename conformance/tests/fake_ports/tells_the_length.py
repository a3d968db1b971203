"""Answers each case with the bytes of the line that asked it; ends where that is longer than its argument says."""

import json
import sys

from conversation import cases, hello, put

for line in sys.stdin.buffer:
    request = json.loads(line)
    if len(sys.argv) > 1 and len(line) > int(sys.argv[1]):
        sys.exit("line too long")
    if request["cmd"] == "start":
        hello()
    elif request["cmd"] == "stop":
        break
    else:
        for case in cases(request):
            put(seq=case["seq"], value=len(line))
