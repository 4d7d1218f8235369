"""Runs the tests against mutants: one process collects the tests, a forked child for each mutant runs them.

The child puts the mutant in place (`swap`), empties all caches of the engine and of the tests, and stops at the first
test that fails. It dies by a timer of processor time where a test takes much longer than with the code unchanged: a
busy machine kills no mutant. A forked child starts from modules imported and nothing played, so no state is left over.
Not seen: what is computed while modules are imported (other than the tables themselves).
"""

from __future__ import annotations

import ast
import gc
import json
import os
import resource
import signal
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from functools import lru_cache
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple, NoReturn

import pytest
from _pytest.runner import runtestprotocol

from defiance_qt.systems.defiance.engine.catalog import Catalog
from tests.systems.defiance.engine import positions
from tests.workshop.coverage.measuring import caching, empty_caches, functions, profiled
from tests.workshop.coverage.sources import RuleSources
from tests.workshop.mutants.operators import applied
from tests.workshop.mutants.plan import Case, definitions, parsed

# Seconds of processor time that a test may take besides ten times what it needs; seconds until a child is given up.
GRACE = 2.0
PATIENCE = 300.0
MEMORY = 3 << 30


class Outcome(Enum):
    KILLED = "killed"
    TIMED_OUT = "timed out"
    SURVIVED = "survived"


class Verdict(NamedTuple):
    """What became of a mutant, and the test that killed it."""

    case: Case
    outcome: Outcome
    test: str = ""

    @property
    def dead(self) -> bool:
        return self.outcome is not Outcome.SURVIVED


# The program is a pytest plugin too, and imported before pytest could rewrite its assertions. It need not.
_IMPORTED = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"


def run_session(sources: RuleSources, arguments: Sequence[str], campaign: Callable[[Pool], None]) -> int:
    """Collect the tests that pytest's arguments name and hand them to `campaign`. Return pytest's exit code."""
    session = _Session(sources, campaign)
    return pytest.main(["-q", "-p", "no:cacheprovider", "-W", _IMPORTED, *arguments], plugins=[session])


class _Session:
    """The pytest plugin: once the tests are collected, it hands them to `campaign` instead of running them."""

    def __init__(self, sources: RuleSources, campaign: Callable[[Pool], None]) -> None:
        self._sources = sources
        self._campaign = campaign

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("tests cannot be collected")
        self._campaign(Pool(session, self._sources))
        return True


class Pool:
    """The collected tests, and children that run them."""

    def __init__(self, session: pytest.Session, sources: RuleSources) -> None:
        self.sources = sources
        self.items = {item.nodeid: item for item in session.items if item.get_closest_marker("display") is None}
        self.seconds: dict[str, float] = {}
        # The caches that a child empties: those of all modules whose names begin with one of these.
        self.caching = caching(sources)
        # The cards that the tests ask for, and the functions that reading them runs.
        self.cards: list[str] = []
        self._reading: frozenset[str] = frozenset()
        self._code: Loaded = {}

    def measure(self, tests: Iterable[str]) -> list[str]:
        """Run tests with the code unchanged, for the time each takes. Return those that fail."""
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(read)
            with os.fdopen(write, "w") as pipe:
                _alone()
                empty_caches(self.caching)
                with _recorded_cards() as cards:
                    for item, following in self._in_order(tests):
                        before, test = time.process_time(), item.nodeid
                        failed = _fails(item, following)
                        print(json.dumps([test, time.process_time() - before, failed]), file=pipe)
                print(json.dumps(sorted(cards)), file=pipe)
            _leave(0)
        os.close(write)
        with os.fdopen(read) as pipe:
            *ran, self.cards = map(json.loads, pipe)
        os.waitpid(pid, 0)
        self.seconds |= {test: seconds for test, seconds, _ in ran}
        self._read_cards()
        return [test for test, _, failed in ran if failed]

    def measure_here(
        self, tests: Iterable[str], ran: dict[str, set[tuple[str, int]]], files: Collection[str]
    ) -> list[str]:
        """Run tests with the code unchanged in this process, and note the lines of the files that each runs. Return
        those that fail.

        What they read stays in the caches for all children: only for mutants of code whose results no other caches keep
        than those of `caching`.
        """
        failed: list[str] = []
        for item, following in self._in_order(tests):
            empty_caches(self.caching)
            before = time.process_time()
            with traced(ran.setdefault(item.nodeid, set()), files):
                if _fails(item, following):
                    failed.append(item.nodeid)
            self.seconds[item.nodeid] = time.process_time() - before
        return failed

    def _read_cards(self) -> None:
        """Read the cards for all children, and note which functions that runs. TOML is parsed once for each text."""
        vars(tomllib)["loads"] = lru_cache(maxsize=None)(tomllib.loads)
        empty_caches(self.caching)
        for more in self.cards:
            positions.catalog(more)
        empty_caches(self.caching)
        code: set[CodeType] = set()
        with profiled(code):
            for more in self.cards:
                positions.catalog(more)
        self._reading = frozenset(functions(self.sources, code))

    def judge(self, cases: Sequence[Case], jobs: int, tell: Callable[[Verdict], None]) -> list[Verdict]:
        """Run the tests of each case against its mutant, `jobs` children at a time."""
        found: dict[int, Verdict] = {}
        waiting = list(enumerate(cases))[::-1]
        children: dict[int, tuple[int, int, float]] = {}
        load(self.sources, {case.target.path for case in cases})
        self._code = loaded_code()
        # What the children never collect they need not copy.
        gc.collect()
        gc.freeze()
        killers: dict[str, list[str]] = {}
        kills: Counter[str] = Counter()
        while waiting or children:
            while waiting and len(children) < jobs:
                index, case = waiting.pop()
                read, pid = self._start(case, killers.get(case.target.place, []), kills)
                children[pid] = (index, read, time.monotonic() + PATIENCE)
            pid, status = _ended(children)
            index, read, _ = children.pop(pid)
            with os.fdopen(read) as pipe:
                last = pipe.read().splitlines()
            found[index] = verdict = _verdict(cases[index], status, last[-1] if last else "")
            kills[verdict.test] += 1
            if verdict.test and verdict.test not in (known := killers.setdefault(verdict.case.target.place, [])):
                known.insert(0, verdict.test)
            tell(verdict)
        return [found[index] for index in sorted(found)]

    def _start(self, case: Case, first: list[str], kills: Mapping[str, int]) -> tuple[int, int]:
        """Fork a child for the case. It writes each test before it runs it. Those come first that killed mutants of the
        same function, then those that killed most for the time they need."""

        def order(test: str) -> tuple[bool, float, str]:
            seconds = self.seconds.get(test, 0.0)
            return test not in first, seconds / (1 + kills.get(test, 0)), test

        quick = sorted(case.tests, key=order)
        read, write = os.pipe()
        pid = os.fork()
        if pid:
            os.close(write)
            return read, pid
        os.close(read)
        try:
            _alone()
            gc.disable()
            swap(case, self._code)
            empty_caches(self.caching, () if case.target.place in self._reading else (positions.catalog,))
            for item, following in self._in_order(quick):
                os.write(write, f"{item.nodeid}\n".encode())
                signal.setitimer(signal.ITIMER_PROF, GRACE + 10 * self.seconds.get(item.nodeid, 1.0))
                if _fails(item, following):
                    _leave(1)
        except BaseException as error:  # noqa: BLE001 - the other process reports it
            # Nobody reads it any more when the run was broken off.
            with suppress(OSError):
                os.write(write, f"{error!r}\n".encode())
            _leave(2)
        _leave(0)

    def _in_order(self, tests: Iterable[str]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
        """The collected ones of these tests, each with the next."""
        items = [self.items[test] for test in tests if test in self.items]
        return zip(items, [*items[1:], None], strict=False)


Loaded = dict[tuple[str, str], list[FunctionType]]


def load(sources: RuleSources, files: Iterable[Path]) -> None:
    """Import the modules of these files: the engine imports some of its own only when they are used."""
    loaded = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    for path in sorted(files):
        if str(path) in loaded:
            continue
        if path.is_relative_to(sources.package):
            import_module(f"{sources.module}.{sources.module_of(path)}")
        else:
            packages = [*takewhile(lambda folder: (folder / "__init__.py").exists(), path.parents)][::-1]
            import_module(".".join([*(folder.name for folder in packages), path.stem]))


def loaded_code() -> Loaded:
    """All functions that are loaded, by their file and their name in it."""
    found: Loaded = {}
    gc.unfreeze()  # What is frozen is not told of.
    for one in gc.get_objects():
        if isinstance(one, FunctionType):
            found.setdefault((one.__code__.co_filename, one.__code__.co_qualname), []).append(one)
    return found


def swap(case: Case, loaded: Loaded) -> None:
    """Put the mutant in the place of the function's code, or of the table in every module that has it."""
    module = parsed(case.target.path)
    with applied(case.mutant.edit):
        code = compile(module, str(case.target.path), "exec")
    definition = definitions(case.target.path)[case.target.name]
    if not isinstance(definition, ast.FunctionDef):
        _swap_table(case, definition)
        return
    (mutated,) = [one for one in _codes(code) if one.co_qualname == case.target.name]
    for function in loaded[str(case.target.path), case.target.name]:
        function.__code__ = mutated


def _codes(code: CodeType) -> Iterable[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _swap_table(case: Case, definition: ast.Assign | ast.AnnAssign) -> None:
    assert definition.value is not None
    modules = list(sys.modules.values())
    (owner,) = [one for one in modules if getattr(one, "__file__", "") == str(case.target.path)]
    with applied(case.mutant.edit):
        value = eval(compile(ast.Expression(definition.value), str(case.target.path), "eval"), vars(owner))  # noqa: S307
    before = vars(owner)[case.target.name]
    for module in modules:
        if vars(module).get(case.target.name) is before:
            setattr(module, case.target.name, value)


@contextmanager
def traced(lines: set[tuple[str, int]], files: Collection[str]) -> Iterator[None]:
    """Add the lines of these files that this thread runs meanwhile."""
    add, before = lines.add, sys.gettrace()

    def line(frame: FrameType, event: str, argument: object) -> Any:
        if event == "line":
            add((frame.f_code.co_filename, frame.f_lineno))
        return line

    def call(frame: FrameType, event: str, argument: object) -> Any:
        return line if frame.f_code.co_filename in files else None

    sys.settrace(call)
    try:
        yield
    finally:
        sys.settrace(before)


@contextmanager
def _recorded_cards() -> Iterator[set[str]]:
    """The cards that are asked for meanwhile."""
    asked: set[str] = set()
    read = positions.catalog

    def catalog(more: str = "") -> Catalog:
        found = read(more)
        asked.add(more)
        return found

    vars(positions)["catalog"] = catalog
    try:
        yield asked
    finally:
        vars(positions)["catalog"] = read


def _alone() -> None:
    """Make this process a group of its own, that is silent and cannot take all memory."""
    os.setpgid(0, 0)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _leave(code: int) -> NoReturn:
    signal.setitimer(signal.ITIMER_PROF, 0)
    os._exit(code)


def _fails(item: pytest.Item, following: pytest.Item | None) -> bool:
    reports = runtestprotocol(item, log=False, nextitem=following)
    return any(report.failed for report in reports)


def _ended(children: dict[int, tuple[int, int, float]]) -> tuple[int, int]:
    """Wait for the end of one child and return its status; those beyond their time are killed."""
    while True:
        for pid, (_, _, until) in children.items():
            done, status = os.waitpid(pid, os.WNOHANG)
            if not done and time.monotonic() > until:
                os.killpg(pid, signal.SIGKILL)
                _, status = os.waitpid(pid, 0)
                return pid, status
            if done:
                return pid, status
        time.sleep(0.002)


def _verdict(case: Case, status: int, last: str) -> Verdict:
    if os.WIFSIGNALED(status):
        late = os.WTERMSIG(status) in (signal.SIGPROF, signal.SIGKILL)
        return Verdict(case, Outcome.TIMED_OUT if late else Outcome.KILLED, last)
    match os.waitstatus_to_exitcode(status):
        case 0:
            return Verdict(case, Outcome.SURVIVED)
        case 1:
            return Verdict(case, Outcome.KILLED, last)
        case _:
            raise RuntimeError(f"{case.label}: {last}")
