"""What MindWatch runs beside and inside the user's training.

Standard library only, Python 3.7 syntax, imports nothing of `mindwatch`, is imported by nobody.
`supervise` runs beside the training; `boot`, `hooks`, `monitor` and `events` run inside it.
"""
