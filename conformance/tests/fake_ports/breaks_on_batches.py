"""Answers the single form, and batches of one; breaks on larger ones."""

from conversation import cases, hello, put, requests

for request in requests():
    if request["cmd"] == "start":
        hello()
    elif request["cmd"] == "stop":
        break
    elif len(cases(request)) > 1:
        print("I can't do that", flush=True)  # noqa: T201 - that is what is wrong with it
    else:
        put(seq=cases(request)[0]["seq"], value=3)
