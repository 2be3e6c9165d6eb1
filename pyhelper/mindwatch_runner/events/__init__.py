"""Writes TensorBoard's event files: framing, checksum and messages by hand, without protobuf.

Each record reaches the file whole, by one write: whoever is killed, the file stays readable.
"""
