"""The language server on standard input and output: translates between the editor and `app`, and decides
nothing.

Standard output is the wire and belongs to the protocol alone. Trainings never end with this process;
dashboards do.
"""
