"""Follows the first example of the protocol alone: a `run` has a `seq` and an `input`."""

from conversation import hello, put, requests

for request in requests():
    if request["cmd"] == "start":
        hello()
    elif request["cmd"] == "run":
        put(seq=request["seq"], value=len(request["input"]["a"]))
    else:
        break
