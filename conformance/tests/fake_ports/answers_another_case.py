from conversation import put, talk

talk(lambda seq: put(seq=seq + 1, value=3))
