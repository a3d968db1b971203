from conversation import put, talk

talk(lambda seq: put(seq=seq, value=3, error={"kind": "IllegalArgumentException"}))
