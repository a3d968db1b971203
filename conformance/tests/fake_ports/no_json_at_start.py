print("Welcome to my port!", flush=True)  # noqa: T201 - that is what is wrong with it
input()
