"""`python -m mindwatch_runner supervise`: start one training and stay beside it until it has ended."""

import sys
from typing import List

from mindwatch_runner.supervise.command import supervise


def main(arguments: List[str]) -> int:
    """Run the one command there is; the request comes on stdin, the answer is one JSON line on stdout."""
    if arguments[:1] != ["supervise"]:
        sys.stderr.write("usage: python -m mindwatch_runner supervise < request.json\n")
        return 2
    return supervise(already_detached=arguments[1:] == ["--already-detached"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
