"""Prints the bytes that it is given as hex, whatever they are."""

import sys

from conversation import cases, hello, requests

for request in requests():
    if request["cmd"] == "start":
        hello()
    elif request["cmd"] == "stop":
        break
    else:
        for case in cases(request):
            sys.stdout.buffer.write(bytes.fromhex(case["input"]["a"]) + b"\n")
        sys.stdout.flush()
