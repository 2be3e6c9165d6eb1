"""Describe dashboard servers and find out whether they answer; processes are started by those who join the
rooms.

Servers listen on 127.0.0.1 alone, on a port that their own bind chooses, below a path that cannot be guessed.
That path is a secret: it is written to no log, title, command line or file.
"""
