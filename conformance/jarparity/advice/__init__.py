"""What `copartition.advice` answers, as documents; the commands that ask are in `cli`."""
