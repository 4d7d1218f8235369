"""Measures whether the tests that claim a rule notice when its code is changed: `make mutate`.

    python -m tests.workshop.mutants [--system ID] [--rule R-123 …] [--each N] [--seed N] [--jobs N] [--runs PATH]
        [--write]
    python -m tests.workshop.mutants --module PATH … --tests PATH … [--each N] [--seed N] [--jobs N]

A mutant belongs to the rules of the function that it is in, and is killed when a test claiming one of these rules
fails. Only tests that run the function are run (`--runs`, written by `pytest --runs-json`). Survivors are told on the
way, the rules with most of them at the end; `--write` puts the table into the page of the system's rules.

With `--module` every function of these files and folders has mutants, whether a rule speaks of it or not, and any of
the tests under `--tests` may kill them: `make mutate-shown` measures what the window shows.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

import defiance_qt
from defiance_qt.extend.systems import DEFAULT
from tests.workshop.coverage import with_table
from tests.workshop.coverage.enforced import enforced_by, runs_in
from tests.workshop.mutants import modules, report
from tests.workshop.mutants.plan import Case, cases, equivalents, targets
from tests.workshop.mutants.running import Pool, Verdict, run_session
from tests.workshop.tools import tools_of

RUNS = "build/rules-runs-{}.json"
MODULE = "every function of these files and folders, in place of those that enforce rules"
SLOW = "with --module: tests that need longer, while their calls are noted, are left out (4)"
OF_MODULES = "with --module: the tests that may kill; those that open a window are left out"


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    sources = tools_of(options.system).rule_sources()
    # pytest captures what is printed while it runs.
    with os.fdopen(os.dup(2), "w", buffering=1) as screen:
        verdicts: list[Verdict] = []

        def campaign(pool: Pool) -> None:
            measured = _of_modules if options.module else _measured
            verdicts.extend(measured(pool, options, screen.write))

        if options.module:
            chosen = [str(path) for path in modules.files(options.tests, "test_*.py")]
        else:
            claim = re.compile(rf"mark\.rule\(\s*\"(?:{'|'.join(sources.prefixes)})-")
            every = sorted(sources.tests.rglob("test_*.py"))
            claiming = [path for path in every if claim.search(path.read_text("utf-8"))]
            chosen = ["-m", "rule", *map(str, claiming)]
        ended = run_session(sources, ["-p", "no:xdist", "--no-header", "--no-summary", *chosen], campaign)
    if ended not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) or not verdicts:
        return 2
    if options.module:
        for module, held in report.by_rule(verdicts).items():
            print(f"{module}: {held}")
        print(report.summary(verdicts))
        return 0
    for line in report.worst_lines(verdicts):
        print(line)
    print(report.summary(verdicts))
    if options.write and not options.rule:
        each = f"{options.each} for each function" if options.each else "all of them"
        measured = f"version {defiance_qt.__version__}, {each}, seed {options.seed}"
        page = sources.document
        text = with_table(page.read_text(encoding="utf-8"), report.table(verdicts, measured))
        page.write_text(text, encoding="utf-8")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.workshop.mutants", description="Do the tests of a rule guard it?"
    )
    parser.add_argument("--rule", action="append", default=[], metavar="ID", help="only this rule; may be repeated")
    parser.add_argument("--each", type=int, default=5, metavar="N", help="mutants of each function, 0 for all (5)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which mutants are drawn (1)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="mutants tested at a time (1)")
    parser.add_argument("--module", type=Path, action="extend", nargs="+", default=[], metavar="PATH", help=MODULE)
    parser.add_argument("--tests", type=Path, action="extend", nargs="+", default=[], metavar="PATH", help=OF_MODULES)
    parser.add_argument("--seconds", type=float, default=4.0, metavar="N", help=SLOW)
    parser.add_argument("--system", default=DEFAULT, metavar="ID", help=f"whose rules ({DEFAULT})")
    parser.add_argument("--runs", type=Path, metavar="PATH", help=f"the runs of the tests ({RUNS.format('SYSTEM')})")
    parser.add_argument("--write", action="store_true", help="write the table in the page of the rules; no --rule")
    return parser


def _measured(pool: Pool, options: argparse.Namespace, tell: Callable[[str], object]) -> list[Verdict]:
    # Not before pytest: it rewrites what its plugins import.
    from tests.conftest import claimed_rules

    claims = {test: claimed_rules(item) for test, item in pool.items.items()}
    # A test may claim other rules since it was measured.
    measured = runs_in(options.runs or Path(RUNS.format(options.system)))
    runs = [replace(run, rules=claims[run.test]) for run in measured if run.test in claims]
    enforced = enforced_by(pool.sources, runs)
    wanted = [one for one in targets(pool.sources, enforced) if _is_wanted(one.rules, options.rule)]
    drawn = list(cases(wanted, claims, runs, seed=options.seed, each=options.each, skip=equivalents()))
    tests = list(dict.fromkeys(test for case in drawn for test in case.tests))
    tell(f"{len(drawn)} mutants of {len(wanted)} functions, {len(tests)} tests\n")
    if broken := pool.measure(tests):
        raise pytest.UsageError(f"these tests fail without a mutant: {' '.join(broken)}")
    return _judged(pool, drawn, options.jobs, tell)


def _of_modules(pool: Pool, options: argparse.Namespace, tell: Callable[[str], object]) -> list[Verdict]:
    pool.caching = ("defiance_qt.systems.defiance.view.",)
    wanted = modules.targets_in(modules.files(options.module))
    tests = [item.nodeid for item in modules.without_window(pool.items.values())]
    ran: dict[str, set[tuple[str, int]]] = {}
    if broken := pool.measure_here(tests, ran, {str(target.path) for target in wanted}):
        raise pytest.UsageError(f"these tests fail without a mutant: {' '.join(broken)}")
    slow = {test for test in tests if pool.seconds[test] > options.seconds}
    runs = [run for run in modules.runs_of(wanted, ran) if run.test not in slow]
    claims = {run.test: run.rules for run in runs}
    every = cases(wanted, claims, runs, seed=options.seed, each=options.each, skip=equivalents())
    drawn = list(modules.narrowed(every, runs, ran))
    tell(f"{len(drawn)} mutants of {len(wanted)} functions, {len(runs)} tests, {len(slow)} too slow\n")
    return _judged(pool, drawn, options.jobs, tell)


def _judged(pool: Pool, drawn: Sequence[Case], jobs: int, tell: Callable[[str], object]) -> list[Verdict]:
    begun, done, survivors = time.monotonic(), 0, 0

    def hear(verdict: Verdict) -> None:
        nonlocal done, survivors
        done, survivors = done + 1, survivors + (not verdict.dead)
        for line in report.survivor_lines([verdict], pool.sources.root):
            tell(f"{line}\n")
        if done % 50 == 0 or done == len(drawn):
            tell(f"{done} of {len(drawn)}, {survivors} survived, {time.monotonic() - begun:.0f} s\n")

    return pool.judge(drawn, jobs, hear)


def _is_wanted(rules: Sequence[str], asked: Sequence[str]) -> bool:
    return not asked or bool(set(rules) & set(asked))


if __name__ == "__main__":
    sys.exit(main())
