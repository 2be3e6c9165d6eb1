"""What can be known of a training script by reading it.

Works on source text alone: nothing here opens a file, imports or runs the script. A script that cannot be
understood gives an empty answer, never an exception, and never leads to an argument being added.
"""

from mindwatch.analysis.declared import declared_arguments
from mindwatch.analysis.injection import monitoring_arguments, with_injected_arguments
from mindwatch.analysis.program import ReadModule
from mindwatch.analysis.sources import decode_source, environment_names_read, imports_mindspore

__all__ = [
    "ReadModule",
    "declared_arguments",
    "decode_source",
    "environment_names_read",
    "imports_mindspore",
    "monitoring_arguments",
    "with_injected_arguments",
]
