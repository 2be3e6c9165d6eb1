"""Paths that a line of a log names.

First come the lines we know (`shapes`), then Python's and MindSpore's ways to name a place in a source, then
anything that looks like a path: in quotes, or absolute, or beginning with a dot. What was taken once is not
taken again. Paths of the machine that built MindSpore, places in its C++ sources, cells of notebooks and URLs
are no links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mindwatch.logs.offsets import Utf16Offsets
from mindwatch.logs.readings import ends_of
from mindwatch.logs.shapes import SHAPES
from mindwatch.model.links import FoundPath, LinkKind, PathReading

LONGEST_SCAN = 32_768
"""Characters of a line that are looked at; what follows is a progress bar or data, not a message."""

MOST_LINKS = 200

NOT_OURS = re.compile(r"/home/jenkins/|/tmp/ipykernel_|<|//|\\\\\?")
CPP_SOURCE = re.compile(r"\.(?:cc|cpp|cxx|cu|c|h|hpp|hh)(?:$|[:(]\d)")
URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s\"'`<>，。；）】》]+")

SOURCE_PLACES = (
    re.compile(r'File "(?P<path>[^"\x00-\x1f]{1,4096})", line (?P<line>\d{1,9})'),
    re.compile(
        r"In file (?P<path>[^\x00-\x1f:]{1,4096}?\.py)"
        r"(?::(?P<line>\d{1,9})(?:~\d+)?(?:, (?P<offset>\d{1,9}))?|\((?P<line_in_brackets>\d{1,9})\))"
    ),
    re.compile(
        r"(?<![\w/.\\@+~-])(?P<path>(?:~|\.{1,2}|[A-Za-z]:)?(?:[\\/]?[\w.@+-]{1,255}[\\/]){0,40}[\w@+-]"
        r"[\w.@+-]{0,255}\.(?:py|pyi|ipynb|ya?ml|json|toml|cfg|sh))"
        r"(?::(?P<line>\d{1,9})(?::(?P<column>\d{1,9}))?|\((?P<line_in_brackets>\d{1,9})\))(?!\w)"
    ),
)
"""Places in sources: tracebacks, MindSpore's compiler (its columns count from 0), and `path.py:12`."""

START = r"(?:~?/|\.{1,2}[\\/]|[A-Za-z]:[\\/])"
QUOTED = re.compile(
    rf"(?P<quote>[\"'`])(?P<path>{START}[^\"'`\x00-\x1f]{{1,4096}})(?P=quote)|"
    rf"[“‘「《](?P<path2>{START}[^“”‘’「」《》\x00-\x1f]{{1,4096}})[”’」》]"
)
WORD = r"[^\s\x00-\x1f\"'`“”‘’「」《》<>|*?,;，。；：！？（）【】]"
BARE = re.compile(rf"(?<![^\s\"'`(\[{{=:,;|>，。：；（【])(?P<path>{START}{WORD}{{1,1024}})")
CONTINUED = re.compile(rf"(?: [\w.-]{{1,64}}){{0,3}} [\w-][^\s/\\\"'`:]{{0,63}}[\\/](?!/){WORD}{{0,1024}}")
"""Words behind a bare path that may belong to it, since a later one still has a slash in its middle."""

KINDS_BY_NAME: tuple[tuple[re.Pattern[str], LinkKind], ...] = (
    (re.compile(r"events\.out\.events\.summary|(?:^|[\\/])summary(?:_dir)?[\\/]?$"), "summary"),
    (re.compile(r"tfevents|(?:^|[\\/])tensorboard(?:[\\/]rank_\d+)?[\\/]?$"), "tensorboard"),
    (re.compile(r"_ascend_(?:ms|pt)\b|(?:^|[\\/])PROF_\d"), "profiler"),
    (re.compile(r"\.(?:ckpt|safetensors)$"), "checkpoint"),
    (re.compile(r"\.(?:log|out)$"), "log"),
    (re.compile(r"\.pyi?$"), "source"),
)


@dataclass(frozen=True)
class _Span:
    """A found path in offsets of the text."""

    start: int
    ends: tuple[int, ...]
    kind: LinkKind
    line_number: int = 0
    column: int = 0


def find_links(line: str) -> list[FoundPath]:
    """The paths in a line, left to right, without overlap."""
    text = line[:LONGEST_SCAN]
    taken = bytearray(len(text))
    for match in URL.finditer(text) if "://" in text else ():
        _take(taken, match.start(), match.end())
    spans: list[_Span] = []
    for span in _candidates(text):
        if len(spans) < MOST_LINKS and _take(taken, span.start, span.ends[0]):
            spans.append(span)
    offsets = Utf16Offsets(text)
    ordered = sorted(spans, key=lambda span: span.start)
    return [_found(text, span, offsets) for span in ordered if not _is_foreign(text, span)]


def _take(taken: bytearray, start: int, end: int) -> bool:
    """Mark a piece of the text as used; False when some of it was used before."""
    if taken.find(1, start, end) >= 0:
        return False
    taken[start:end] = b"\1" * (end - start)
    return True


def _candidates(text: str) -> Iterator[_Span]:
    """Everything that may be a path, the surest first."""
    for shape in SHAPES:
        for match in shape.pattern.finditer(text):
            start, end = match.span("path")
            ends = (
                [start + length for length in ends_of(text[start:end])] if shape.extent == "line" else [end]
            )
            yield _Span(start, tuple(ends), shape.kind)
    for pattern in SOURCE_PLACES:
        for match in pattern.finditer(text):
            yield _source_span(match)
    if "/" in text or "\\" in text:
        for match in QUOTED.finditer(text):
            start, end = match.span("path" if match["path"] else "path2")
            yield _Span(start, (end,), _kind_of(text[start:end]))
        for match in BARE.finditer(text):
            yield _bare_span(text, match.start("path"), match.end("path"))


def _source_span(match: re.Match[str]) -> _Span:
    """A place in a source."""
    groups = match.groupdict()
    line_number = int(groups.get("line") or groups.get("line_in_brackets") or 0)
    column = int(groups["offset"]) + 1 if groups.get("offset") else int(groups.get("column") or 0)
    return _Span(match.start("path"), (match.end("path"),), "source", line_number, column)


def _bare_span(text: str, start: int, end: int) -> _Span:
    """A path without quotes: it may go on behind a blank, and may be followed by punctuation."""
    continued = CONTINUED.match(text, end) if text[end - 1] not in ",;:)]" else None
    last = continued.end() if continued else end
    ends = tuple(start + length for length in ends_of(text[start:last]))
    return _Span(start, ends, _kind_of(text[start : ends[-1]]))


def _kind_of(path_text: str) -> LinkKind:
    """What a path is, by its name."""
    return next((kind for pattern, kind in KINDS_BY_NAME if pattern.search(path_text)), "file")


def _is_foreign(text: str, span: _Span) -> bool:
    """Whether a path is not one of this machine or not one to open."""
    path_text = text[span.start : span.ends[0]]
    followed = text[span.start : span.ends[0] + 2]
    return NOT_OURS.match(path_text) is not None or CPP_SOURCE.search(followed) is not None


def _found(text: str, span: _Span, offsets: Utf16Offsets) -> FoundPath:
    """The span in the offsets of the editor."""
    start = offsets.of(span.start)
    readings = [PathReading(start, offsets.of(end), text[span.start : end]) for end in span.ends]
    return FoundPath(
        start,
        readings[0].end,
        span.kind,
        readings[0].path_text,
        span.line_number,
        span.column,
        tuple(readings[1:]),
    )
