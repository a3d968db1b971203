from conversation import talk

talk(lambda _: print("computing the hash now", flush=True))  # noqa: T201 - that is what is wrong with it
