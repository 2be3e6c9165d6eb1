"""Start, recognise and stop process trees; a process is its pid and its start time, never a pid alone.

This room signals only processes it has just recognised, and never a run's supervisor. It writes nothing to
disk.
"""
