from conversation import put, talk


def bad(seq):
    put(seq=seq, value=3)
    put(seq=seq, value=3)


talk(bad)
