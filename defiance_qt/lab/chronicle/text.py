"""A chronicle for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from defiance_qt.core.port import Words
from defiance_qt.core.port.chronicle import Cell, Line, Section, Table
from defiance_qt.lab.chronicle import Kept

# The assumed width of a terminal.
WIDE = 110
_INDENT = 2
# The longest heading of a column; longer ones are broken at spaces.
_HEADING = 10


def lines(found: Kept, words: Words) -> Iterator[str]:
    """Yield the lines of a chronicle: every section with its diary, its tables, and its plots in words."""
    title = found.chronicle.title
    yield f"{found.name} – {title}" if found.name else title
    if found.comment:
        yield from wrap(found.comment, WIDE)
    for section in found.chronicle.sections:
        yield ""
        yield from _section(section, words)


def _section(section: Section, words: Words) -> Iterator[str]:
    heading = f"{section.title}: {section.outcome}" if section.outcome else section.title
    yield heading
    yield "=" * min(len(heading), WIDE)
    if section.facts:
        yield from wrap(" · ".join(section.facts), WIDE)
    wide = max((len(line.place) for line in section.lines), default=0)
    for line in section.lines:
        yield from _line(line, wide, words)
    for table in (*section.tables, *section.proofs):
        yield ""
        yield from _table(table)
    told = [plot for plot in section.plots if plot.text]
    if told:
        yield ""
    for plot in told:
        yield from wrap(f"{plot.title}: {plot.text}", WIDE, subsequent_indent=" " * _INDENT)


def _line(line: Line, wide: int, words: Words) -> Iterator[str]:
    text = line.text
    if line.tone in ("note", "name"):
        text = f"{words(f'cli.chronicle.own.{line.tone}')}: {text}"
    begin = " " * _INDENT + line.place.ljust(wide + _INDENT)
    yield from wrap(text, WIDE, initial_indent=begin, subsequent_indent=" " * len(begin)) or [begin.rstrip()]


def _table(table: Table) -> Iterator[str]:
    """Yield a table with aligned columns; the highest value of a column has a star."""
    heads = [wrap(head, _HEADING, break_long_words=False) or [""] for head in table.columns]
    stars = ["", *("*" if any(row.cells[at].best for row in table.rows) else "" for at in range(len(heads) - 1))]
    rows = [[row.name, *map(_shown, row.cells, stars[1:])] for row in table.rows]
    widths = [
        max(*(len(part) + len(star) for part in head), *(len(row[at]) for row in rows), 1)
        for at, (head, star) in enumerate(zip(heads, stars, strict=True))
    ]
    yield table.title
    for level in range(max(map(len, heads))):
        parts = [head[level] if level < len(head) else "" for head in heads]
        yield _row([part + " " * len(star) for part, star in zip(parts, stars, strict=True)], widths)
    for row in rows:
        yield _row(row, widths)
    if table.note:
        yield from wrap(table.note, WIDE, initial_indent=" " * _INDENT, subsequent_indent=" " * _INDENT)


def _shown(cell: Cell, star: str) -> str:
    """Return a cell with its star, or the room for one."""
    return cell.text + (star if cell.best else " " * len(star))


def _row(cells: list[str], widths: list[int]) -> str:
    others = map(str.rjust, cells[1:], widths[1:])
    return (" " * _INDENT + "  ".join((cells[0].ljust(widths[0]), *others))).rstrip()
