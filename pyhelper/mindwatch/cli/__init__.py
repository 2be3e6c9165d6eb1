"""The command line: translates words into requests to `app` and answers into text or JSON, and decides
nothing.
"""
