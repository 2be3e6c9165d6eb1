"""What the text of a log says.

Works on lines of text alone. Any line is accepted, however long or broken; nothing here knows whether a path
exists.
"""

from mindwatch.logs.links import find_links
from mindwatch.logs.texts import clean_text, last_lines, reason_line

__all__ = ["clean_text", "find_links", "last_lines", "reason_line"]
