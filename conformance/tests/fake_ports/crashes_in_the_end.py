"""Answers so many cases as its argument says, whatever they are, and crashes at the next one."""

import sys

from conversation import cases, hello, put, requests

left = int(sys.argv[1])
for request in requests():
    if request["cmd"] == "start":
        hello()
    elif request["cmd"] == "stop":
        break
    else:
        for case in cases(request):
            if not left:
                sys.exit(3)
            left -= 1
            put(seq=case["seq"], value=3)
