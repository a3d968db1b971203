from conversation import cases, hello, put, requests

for request in requests():
    if request["cmd"] == "start":
        hello()
    elif request["cmd"] == "stop":
        break
    else:
        for case in reversed(cases(request)):
            put(seq=case["seq"], value=3)
