"""MindWatch's helper: the side of MindWatch that reads, plans, starts and explains MindSpore trainings."""

__version__ = "0.1.0"
