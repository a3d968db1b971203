"""Child processes that speak JSON Lines: one request or reply a line, over standard input and output.

`child` starts and ends a program and moves its lines; `worker` asks a process of the kit's own for values; `serving` is
that process's side in Python (`io.jarparity.live.Conversation` is the one in Java).
"""
