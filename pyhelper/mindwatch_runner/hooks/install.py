"""Which module gets which patch."""

import os

from mindwatch_runner.hooks import patches
from mindwatch_runner.hooks.post_import import call_after_import


def install() -> None:
    """Have the patches applied as soon as MindSpore's modules have been executed; cheap until then."""
    # msrun runs the script in its scheduler too, whose steps would be taken for a second rank 0.
    if os.environ.get("MS_ROLE") == "MS_SCHED":
        return
    call_after_import("mindspore.train.callback._callback", patches.patch_callback_manager)
    call_after_import("mindspore.train.model", patches.patch_model_if_needed)
    call_after_import("mindformers.pynative.callback.callback", patches.patch_callback_handler)
