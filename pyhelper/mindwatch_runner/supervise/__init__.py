"""Starts one training, waits for it, and is the only writer of its run.json.

Outlives whoever started it. Never stands between the training and its log, and never spins.
"""
