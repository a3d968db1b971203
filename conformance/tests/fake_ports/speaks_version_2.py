from conversation import hello

input()
hello(protocol=2)
input()
