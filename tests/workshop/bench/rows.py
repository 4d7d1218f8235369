"""Shared parts of the benchmarks: rows, a folder for files, and timing functions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import msgspec

from defiance_qt.core.errors import DefianceError
from defiance_qt.extend.systems import DEFAULT
from tests.workshop.tools import Tools, tools_of

STEPS = 20_000
FEW = 200


class Row(msgspec.Struct, frozen=True):
    """One line of the table. `ratio` is `value` divided by `against`.

    `ok` is whether the row meets the `goal`. It is None for a row without a goal, and for one that was not measured:
    then it has no values, and `note` is the reason.
    """

    name: str
    value: float | None
    against: float | None
    ratio: float | None
    goal: str
    ok: bool | None
    unit: str = ""
    note: str = ""


class Unmeasured(DefianceError):
    """A row that cannot be measured here, with the reason."""


class Place:
    """The folder for the files of one run; the long save is created on first use. `system` is the measured system."""

    def __init__(self, folder: Path, system: str = DEFAULT) -> None:
        self.folder, self.system = folder, system

    @property
    def tools(self) -> Tools:
        """The system's tools. Raises `NoTools`."""
        return tools_of(self.system)

    def save(self, steps: int) -> Path:
        """Return the path of a save with that many steps."""
        path = self.folder / f"long-{steps}.defiance"
        if not path.exists():
            self.tools.long_game(steps, path).close()
        return path


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """Have the measured processes, ours and those of the baselines, keep their bytecode, as installed programs do.

    Where the environment forbids that, each start would compile all its sources again, and mostly ours: the libraries
    were compiled when they were installed. The first round of a row, which is not counted, fills the folder.
    """
    before = {name: os.environ.pop(name, None) for name in (_FORBIDDEN, _BYTECODE)}
    os.environ[_BYTECODE] = str(folder / "bytecode")
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


_FORBIDDEN, _BYTECODE = "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"


def at_most(
    name: str, value: float, against: float, limit: float, unit: str, *, also: bool = True, note: str = ""
) -> Row:
    """Return a row where less is better: `value` may be at most `limit` times `against`. `also` is a second
    condition."""
    ratio = value / against
    return Row(
        name, round(value, 4), round(against, 4), round(ratio, 3), f"<= {limit:g}", ratio <= limit and also, unit, note
    )


def at_least(name: str, value: float, against: float, limit: float, unit: str, *, note: str = "") -> Row:
    """Return a row where more is better: `value` must be at least `limit` times `against`."""
    ratio = value / against
    return Row(name, round(value, 4), round(against, 4), round(ratio, 3), f">= {limit:g}", ratio >= limit, unit, note)


def reported(name: str, value: float, against: float, unit: str, *, note: str = "") -> Row:
    """Return a row without a goal."""
    return Row(name, round(value, 4), round(against, 4), round(value / against, 3), "", None, unit, note)


def ms(action: Callable[[], object]) -> float:
    """Return the milliseconds that the action takes."""
    begun = perf_counter()
    action()
    return (perf_counter() - begun) * 1000


def cpu_ms(action: Callable[[], object]) -> float:
    """Return the milliseconds of processor time that the action takes in this process. Other programs on the machine
    change it far less than the time on the clock."""
    begun = process_time()
    action()
    return (process_time() - begun) * 1000


def percentile(times: Sequence[float], share: float) -> float:
    """Return the smallest of the times that at least this share of them do not exceed."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


__all__ = [
    "FEW", "STEPS", "Place", "Row", "Unmeasured", "at_least", "at_most", "cpu_ms", "median", "ms", "percentile",
    "reported",
]  # fmt: skip
