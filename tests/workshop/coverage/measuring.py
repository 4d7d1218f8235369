"""Measures which functions of an engine each test runs that claims a rule of its game; active only with its option.

    pytest -m rule --runs-json=PATH [--system=ID]

The file gets the runs, for `tests.workshop.coverage.enforced`: what enforces each rule follows from them. Tests that
claim no rule of the system are left out. Under xdist the workers hand their runs to the process that started them.

A run covers the set-up and the call of the test. A fixture of a module or a session belongs to every test that uses it,
and caches of functions are emptied before each test, so that they hide no call. Not seen: calls in other threads and
processes, calls while modules are imported (tables of an engine module, constants of a test module), and which lines
of a function were reached. A run that fails writes nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import msgspec
import pytest

from tests.workshop.coverage.carriers import function_of
from tests.workshop.coverage.enforced import Run
from tests.workshop.coverage.sources import RuleSources
from tests.workshop.tools import tools_of


def caching(sources: RuleSources) -> tuple[str, ...]:
    """What the names of the modules begin with whose caches are emptied before each test."""
    return (*(f"{sources.module}.{one}" for one in sources.holding), "tests.systems.", "tests.expansions.")


class Measurement:
    """The pytest plugin. `claims` returns the rules that a test claims."""

    def __init__(
        self,
        config: pytest.Config,
        claims: Callable[[pytest.Item], tuple[str, ...]],
        sources: RuleSources | None = None,
    ) -> None:
        self.runs: dict[str, Run] = {}
        self.sources = sources or tools_of(config.getoption("--system")).rule_sources()
        self._config = config
        self._of_test = claims
        self._known = frozenset(self.sources.rules("en"))
        self._code: set[CodeType] = set()
        # The code that the latest set-up of a fixture ran, by its name and where it is visible.
        self._fixtures: dict[tuple[str, str], set[CodeType]] = {}

    def _claims(self, item: pytest.Item) -> tuple[str, ...]:
        return tuple(rule for rule in self._of_test(item) if rule in self._known)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self._claims(item)]

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self._code = set()
        if not self._claims(item):
            return (yield)
        empty_caches(caching(self.sources))
        with profiled(self._code):
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        claimed = self._claims(item)
        if not claimed:
            return (yield)
        with profiled(self._code):
            result = yield
        for (name, base), code in self._fixtures.items():
            if name in getattr(item, "fixturenames", ()) and item.nodeid.startswith(base):
                self._code |= code
        self.runs[item.nodeid] = Run(item.nodeid, claimed, functions(self.sources, self._code))
        return result

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
        if fixturedef.scope == "function":
            return (yield)
        code: set[CodeType] = set()
        self._fixtures[fixturedef.argname, fixturedef.baseid] = code
        with profiled(code):
            return (yield)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over the runs of an xdist worker."""
        for run in msgspec.json.decode(getattr(node, "workeroutput", {}).get("runs", "[]"), type=list[Run]):
            self.runs[run.test] = run

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, exitstatus: int) -> None:
        runs = sorted(self.runs.values(), key=lambda run: run.test)
        if hasattr(self._config, "workerinput"):
            output: dict[str, str] = vars(self._config)["workeroutput"]
            output["runs"] = msgspec.json.encode(runs).decode()
        elif exitstatus == pytest.ExitCode.OK:
            path = Path(self._config.getoption("--runs-json"))
            path.write_bytes(b"".join(msgspec.json.encode(run) + b"\n" for run in runs))


@contextmanager
def profiled(code: set[CodeType]) -> Iterator[None]:
    """Add the code of every Python function that this thread calls meanwhile."""
    add, before = code.add, sys.getprofile()

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            add(frame.f_code)

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)


def functions(sources: RuleSources, code: Iterable[CodeType]) -> tuple[str, ...]:
    """The engine's functions among the code, as dotted names, sorted."""
    return tuple(sorted({name for one in code if (name := _function(sources, one)) is not None}))


@cache
def _function(sources: RuleSources, code: CodeType) -> str | None:
    return function_of(sources, code)


def empty_caches(modules: tuple[str, ...], kept: Collection[object] = ()) -> None:
    """Empty the caches of functions in the modules whose names begin with one of these, but those kept."""
    for name, module in list(sys.modules.items()):
        if name.startswith(modules):
            for value in list(vars(module).values()):
                clear = getattr(value, "cache_clear", None)
                if callable(clear) and value not in kept:
                    clear()
