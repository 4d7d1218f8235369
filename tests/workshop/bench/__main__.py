"""Measures the benchmarks, each against its baseline in the same run: `make bench`.

python -m tests.workshop.bench [--only ROW …] [--json] [--write]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import msgspec

from defiance_qt.core.errors import DefianceError
from tests.workshop.bench.table import table, text, write_page


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="bench", description="The benchmarks, each against its baseline.")
    parser.add_argument("--only", metavar="ROW", action="append", default=[], help="only this row; repeatable")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    parser.add_argument("--write", action="store_true", help="write the table to docs/performance.md")
    given = parser.parse_args(arguments)
    try:
        rows = table(given.only, None if given.json else lambda row: print(text(row), flush=True))
    except DefianceError as error:
        print(error, file=sys.stderr)
        return 2
    if given.json:
        print(msgspec.json.encode({"rows": rows}).decode())
    if given.write:
        write_page(rows)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
