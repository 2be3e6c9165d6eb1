"""Watches the trainings of this process and writes down loss, learning rate, pace and evaluation.

Reads, never changes: no operator that draws random numbers, no parameter, no dataset is touched. Whatever
fails in here is said once on stderr and left out from then on.
"""

from mindwatch_runner.monitor.callbacks import model_callback, trainer_callback

__all__ = ["model_callback", "trainer_callback"]
