from conversation import put, talk

talk(lambda seq: put(seq=seq, error={"kind": "IllegalArgumentException", "message": "no\ud800"}))
