"""Reports the coverage of a system's rules and writes its page.

    python -m tests.workshop.coverage [SYSTEM] [--runs FILE] [--write]

prints the rules without enforcing code, a citation or a test. `--write` records the coverage beside the rules and
writes their page; with `--runs`, a file of `pytest --runs-json`, it measures too what enforces each rule. `make
rules-map` does all of it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from defiance_qt.extend.systems import DEFAULT
from tests.workshop.coverage import gap_lines, write
from tests.workshop.tools import tools_of


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coverage", description="Where each rule is enforced, cited and tested.")
    parser.add_argument("system", nargs="?", default=DEFAULT, metavar="SYSTEM", help=f"a game system ({DEFAULT})")
    parser.add_argument("--runs", type=Path, metavar="FILE", help="what the tests run: pytest --runs-json=FILE")
    parser.add_argument("--write", action="store_true", help="record it, and write the page of its rules")
    options = parser.parse_args(arguments)
    sources = tools_of(options.system).rule_sources()
    if options.write:
        write(sources, options.runs)
    print("\n".join(gap_lines(sources)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
