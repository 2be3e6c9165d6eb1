"""Use cases, one module each: they join the rooms below and speak the types of `protocol.messages`.

A capability that is missing here does not exist; both doors, `lsp` and `cli`, only translate.
"""
