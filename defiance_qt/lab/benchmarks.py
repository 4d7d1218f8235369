"""What the benchmark's gauges share: a row, a place for files, times taken side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

import msgspec

from defiance_qt.core.errors import DefianceError
from defiance_qt.extend.systems import DEFAULT
from defiance_qt.lab.tools import SystemTools, tools_of

STEPS = 20_000
FEW = 200


class Row(msgspec.Struct, frozen=True):
    """One line of the table. `ratio` is `value` by `against`, or the reverse where more is better the other way; `ok`
    says whether it meets the `goal`, None when it was not measured and `note` says why."""

    name: str
    value: float | None
    against: float | None
    ratio: float | None
    goal: str
    ok: bool | None
    unit: str = ""
    note: str = ""


class Unmeasured(DefianceError):
    """A row that cannot be measured here, and why."""


class Place:
    """A folder for the files of one run, with the long save in it once it is wanted. `system` is what is measured."""

    def __init__(self, folder: Path, system: str = DEFAULT) -> None:
        self.folder, self.system = folder, system

    @property
    def tools(self) -> SystemTools:
        """The system's tools. Raises `NoTools`."""
        return tools_of(self.system)

    def save(self, steps: int) -> Path:
        """A save of a game with that many steps."""
        path = self.folder / f"long-{steps}.defiance"
        if not path.exists():
            self.tools.long_game(steps, path).close()
        return path


def at_most(
    name: str, value: float, against: float, limit: float, unit: str, *, also: bool = True, note: str = ""
) -> Row:
    """A row where less is better: `value` may be `limit` times `against`; `also` is a second condition."""
    ratio = value / against
    return Row(
        name, round(value, 4), round(against, 4), round(ratio, 3), f"<= {limit:g}", ratio <= limit and also, unit, note
    )


def at_least(name: str, value: float, against: float, limit: float, unit: str, *, note: str = "") -> Row:
    """A row where more is better: `value` is to be `limit` times `against`."""
    ratio = value / against
    return Row(name, round(value, 4), round(against, 4), round(ratio, 3), f">= {limit:g}", ratio >= limit, unit, note)


def ms(action: Callable[[], object]) -> float:
    """The milliseconds that something takes."""
    begun = perf_counter()
    action()
    return (perf_counter() - begun) * 1000


def percentile(times: Sequence[float], share: float) -> float:
    """The smallest of the times that at least this share of them do not exceed."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


__all__ = ["FEW", "STEPS", "Place", "Row", "Unmeasured", "at_least", "at_most", "median", "ms", "percentile"]
