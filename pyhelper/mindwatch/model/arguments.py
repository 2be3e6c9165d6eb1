"""Command line arguments: what a script declares, and what monitoring adds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional

ArgumentStyle = Literal["argparse", "click", "absl", "fire", "mindformers"]
ArgumentForm = Literal["value", "flag", "boolean", "other"]
WhyKey = Literal["summary_folder", "profiling"]


@dataclass(frozen=True)
class DeclaredArgument:
    """One option that a script's own parser knows.

    `form` says what follows the option: a `value`; nothing (`flag`); a yes or no written as in `true_text`
    (`boolean`); or something that is better left alone (`other`). `subcommand` is the word after which the
    option is valid, empty for the parser itself and None when that cannot be told. `excludes` are options
    that may not be given together with this one. `position` is the place of a parameter that may also be
    given without its name (fire only), else -1.
    """

    names: tuple[str, ...]
    form: ArgumentForm
    true_text: str = "True"
    subcommand: Optional[str] = ""
    excludes: tuple[str, ...] = ()
    position: int = -1
    line: int = 0


@dataclass(frozen=True)
class DeclaredArguments:
    """All options found in a script and the modules beside it.

    `styles` names the parsers met; it is empty when there is none that we can read. `problem` is a key:
    empty, `syntax_error`, or `reads_argv` when the script also looks at `sys.argv` itself, so that one more
    word could change what it does.
    """

    arguments: tuple[DeclaredArgument, ...] = ()
    styles: tuple[ArgumentStyle, ...] = ()
    subcommands: tuple[str, ...] = ()
    problem: Literal["", "syntax_error", "reads_argv"] = ""


@dataclass(frozen=True)
class InjectedArgument:
    """One argument that monitoring adds; `after_word` is the subcommand it must follow, or empty."""

    flag: str
    value: Optional[str]
    why: WhyKey
    after_word: str = ""

    @property
    def word(self) -> str:
        """The argument as one word, the form that every supported parser takes without ambiguity."""
        return self.flag if self.value is None else f"{self.flag}={self.value}"
