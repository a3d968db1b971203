from conversation import put

input()
put(seq=None, error={"kind": "ProtocolError", "message": "no such command"})
input()
