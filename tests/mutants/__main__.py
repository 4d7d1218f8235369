"""Measures whether the tests that claim a rule notice when its code is changed: `make mutate`.

    python -m tests.mutants [--rule R-123 …] [--each N] [--seed N] [--jobs N] [--runs PATH] [--write]

A mutant belongs to the rules of the function that it is in, and is killed when a test claiming one of these rules
fails. Only tests that run the function are run (`--runs`, written by `pytest --runs-json`). Survivors are told on the
way, the rules with most of them at the end; `--write` puts the table into docs/rules.md.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

import defiance_qt
from defiance_qt.lab.coverage import with_table
from defiance_qt.lab.coverage.enforced import enforced_by
from defiance_qt.systems.defiance.lab.coverage import sources
from tests.enforced import runs_in
from tests.mutants import report
from tests.mutants.plan import cases, equivalents, targets
from tests.mutants.running import Pool, Session, Verdict

TESTS = Path(__file__).resolve().parent.parent
RUNS = Path("build") / "rules-runs.json"


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    # pytest captures what is printed while it runs.
    with os.fdopen(os.dup(2), "w", buffering=1) as screen:
        verdicts: list[Verdict] = []

        def campaign(pool: Pool) -> None:
            verdicts.extend(_measured(pool, options, screen.write))

        files = [str(path) for path in sorted(TESTS.rglob("test_*.py")) if "mark.rule(" in path.read_text("utf-8")]
        session = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "rule", "--no-header", "--no-summary"]
        ended = pytest.main([*session, *files], plugins=[Session(campaign)])
    if ended not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) or not verdicts:
        return 2
    for line in report.worst_lines(verdicts):
        print(line)
    print(report.summary(verdicts))
    if options.write and not options.rule:
        each = f"{options.each} for each function" if options.each else "all of them"
        measured = f"version {defiance_qt.__version__}, {each}, seed {options.seed}"
        page = sources().document
        text = with_table(page.read_text(encoding="utf-8"), report.table(verdicts, measured))
        page.write_text(text, encoding="utf-8")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Do the tests of a rule guard it?")
    parser.add_argument("--rule", action="append", default=[], metavar="ID", help="only this rule; may be repeated")
    parser.add_argument("--each", type=int, default=5, metavar="N", help="mutants of each function, 0 for all (5)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which mutants are drawn (1)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="mutants tested at a time (1)")
    parser.add_argument("--runs", type=Path, default=RUNS, metavar="PATH", help=f"the runs of the tests ({RUNS})")
    parser.add_argument("--write", action="store_true", help="write the table in docs/rules.md; not with --rule")
    return parser


def _measured(pool: Pool, options: argparse.Namespace, tell: Callable[[str], object]) -> list[Verdict]:
    # Not before pytest: it rewrites what its plugins import.
    from tests.conftest import claimed_rules

    claims = {test: claimed_rules(item) for test, item in pool.items.items()}
    # A test may claim other rules since it was measured.
    runs = [replace(run, rules=claims[run.test]) for run in runs_in(options.runs) if run.test in claims]
    wanted = [one for one in targets(sources(), enforced_by(sources(), runs)) if _is_wanted(one.rules, options.rule)]
    drawn = list(cases(wanted, claims, runs, seed=options.seed, each=options.each, skip=equivalents()))
    tests = list(dict.fromkeys(test for case in drawn for test in case.tests))
    tell(f"{len(drawn)} mutants of {len(wanted)} functions, {len(tests)} tests\n")
    if broken := pool.measure(tests):
        raise pytest.UsageError(f"these tests fail without a mutant: {' '.join(broken)}")
    begun, done, survivors = time.monotonic(), 0, 0

    def hear(verdict: Verdict) -> None:
        nonlocal done, survivors
        done, survivors = done + 1, survivors + (not verdict.dead)
        for line in report.survivor_lines([verdict], sources().root):
            tell(f"{line}\n")
        if done % 50 == 0 or done == len(drawn):
            tell(f"{done} of {len(drawn)}, {survivors} survived, {time.monotonic() - begun:.0f} s\n")

    return pool.judge(drawn, options.jobs, hear)


def _is_wanted(rules: Sequence[str], asked: Sequence[str]) -> bool:
    return not asked or bool(set(rules) & set(asked))


if __name__ == "__main__":
    sys.exit(main())
