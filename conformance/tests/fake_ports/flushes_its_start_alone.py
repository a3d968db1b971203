"""Keeps its answers until its end, as a program does that never empties its buffer."""

from conversation import cases, hello, put, requests

kept = []
for request in requests():
    if request["cmd"] == "start":
        hello()
    elif request["cmd"] == "stop":
        break
    else:
        kept += [{"seq": case["seq"], "value": len(case["input"]["a"])} for case in cases(request)]
for answer in kept:
    put(**answer)
