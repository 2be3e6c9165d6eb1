"""Event files: bytes in, points out.

Decoders are fed bytes and keep what is not complete yet; only `EventFileReader` and `latest_points` open a
file, for reading. A half-written tail is waited for, a damaged record is skipped and reported; no content
raises an exception.
"""

from mindwatch.summary.events import decode_event
from mindwatch.summary.latest import LatestPoints, latest_points
from mindwatch.summary.reader import EventFileReader
from mindwatch.summary.records import Record, RecordDecoder, RecordProblem

__all__ = [
    "EventFileReader",
    "LatestPoints",
    "Record",
    "RecordDecoder",
    "RecordProblem",
    "decode_event",
    "latest_points",
]
