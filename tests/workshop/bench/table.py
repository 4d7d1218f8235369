"""The benchmark table: each row is measured against its baseline in the same run.

Rows only report; they never fail a test run. Rows with a missing dependency (chess, the window) are marked as not
measured.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from defiance_qt import __version__
from defiance_qt.core.errors import DefianceError
from tests.workshop.bench import phones as bench_phones
from tests.workshop.bench import play as bench_play
from tests.workshop.bench import store as bench_store
from tests.workshop.bench import window as bench_window
from tests.workshop.bench.rows import Place, Row, Unmeasured, installed

PAGE = Path(__file__).resolve().parents[3] / "docs" / "performance.md"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"

Benchmark = Callable[[Place], Iterator[Row]]

BENCHMARKS: dict[str, Benchmark] = {
    "replay": bench_store.replay,
    "step": bench_store.step,
    "moves": bench_store.moves,
    "commands": bench_play.commands,
    "simulate": bench_play.simulation,
    "window": bench_window.start,
    "stops": bench_window.stops,
    "memory": bench_window.memory,
    "repaint": bench_window.repaint,
    "phones": bench_phones.phones,
}
"""The benchmarks and their names, in the order of the table."""

__all__ = ["BENCHMARKS", "Row", "table", "text", "write_page"]


class UnknownRow(DefianceError):
    """An unknown row of the table. `value` is the requested name."""

    def __init__(self, value: str) -> None:
        super().__init__("command.row", "there is no row {row!r}: {known}", row=value, known=", ".join(BENCHMARKS))
        self.value = value


def table(only: Sequence[str] = (), tell: Callable[[Row], object] | None = None) -> tuple[Row, ...]:
    """Run all benchmarks, or those whose name contains a word of `only`, and return their rows.

    Calls `tell` with each row as it is measured. Raises `UnknownRow`.
    """
    for word in only:
        if not any(word in name for name in BENCHMARKS):
            raise UnknownRow(word)
    rows: list[Row] = []
    with TemporaryDirectory() as folder, installed(Path(folder)):
        place = Place(Path(folder))
        for name, benchmark in BENCHMARKS.items():
            if only and not any(word in name for word in only):
                continue
            for row in _measured(name, benchmark, place):
                rows.append(row)
                if tell is not None:
                    tell(row)
    return tuple(rows)


def _measured(name: str, benchmark: Benchmark, place: Place) -> Iterator[Row]:
    try:
        yield from benchmark(place)
    except Unmeasured as why:
        yield Row(name, None, None, None, "", None, note=str(why))


def text(row: Row) -> str:
    """Format a row as one line."""
    if row.ratio is None:
        return f"{row.name}: not measured: {row.note}"
    verdict = "no goal" if row.ok is None else f"goal {row.goal}: {'ok' if row.ok else 'MISSED'}"
    note = f"  ({row.note})" if row.note else ""
    return (
        f"{row.name}: {_figure(row.value)} against {_figure(row.against)} {row.unit}, "
        f"ratio {row.ratio:.2f}, {verdict}{note}"
    )


def _figure(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def write_page(rows: Sequence[Row], page: Path = PAGE) -> None:
    """Write the table into the performance page, between its markers."""
    whole = page.read_text(encoding="utf-8") if page.exists() else f"# Performance\n\n{BEGIN}\n{END}\n"
    before, _, rest = whole.partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n{markdown(rows)}{END}{after}", encoding="utf-8")


def markdown(rows: Sequence[Row]) -> str:
    """Return the table as Markdown, with the environment of the measurement."""
    python, machine = platform.python_version(), f"{platform.system()} on {platform.machine()}"
    lines = [
        f"Version {__version__}, Python {python}, {machine}, msgspec {msgspec.__version__}.",
        "",
        "| what | measured | against | unit | ratio | goal | |",
        "|---|---:|---:|---|---:|---|---|",
    ]
    for row in rows:
        verdict = {True: "met", False: "missed", None: "reported"}[row.ok] if row.ratio else "not measured"
        ratio = f"{row.ratio:.2f}" if row.ratio else ""
        note = f"; {row.note}" if row.note else ""
        lines.append(
            f"| {row.name} | {_figure(row.value)} | {_figure(row.against)} | {row.unit} | {ratio} | {row.goal} "
            f"| {verdict}{note} |"
        )
    return "\n".join((*lines, ""))
