"""Hashes a string, and adds how many it has hashed before: right on the first one alone."""

from conversation import cases, hello, put, requests

before = 0
for request in requests():
    if request["cmd"] == "start":
        hello(operations=["java.string.hash"])
    elif request["cmd"] == "stop":
        break
    else:
        for case in cases(request):
            code = 0
            for unit in memoryview(case["input"]["a"].encode("utf-16", "surrogatepass")).cast("H")[1:]:
                code = 31 * code + unit & 0xFFFFFFFF
            put(seq=case["seq"], value=(code ^ 1 << 31) - (1 << 31) + before)
            before += 1
