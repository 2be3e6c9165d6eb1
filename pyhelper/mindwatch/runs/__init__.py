"""Run folders on disk: make them, find them, read what they say, and derive the state that is shown.

The files are the truth. This room writes nothing but the new folder and `stop.json`; `run.json` belongs to
the supervisor. Whether a process lives is asked through a function that the caller gives.
"""
