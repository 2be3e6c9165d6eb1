"""Gets our callback into the trainings of this process: waits for MindSpore to be imported, then adds it.

Imports nothing heavy and never MindSpore; does nothing in a process that does not train.
"""

from mindwatch_runner.hooks.install import install

__all__ = ["install"]
