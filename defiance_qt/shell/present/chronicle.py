"""What the window shows of a chronicle: a section, its sides, what is sought, in the style of a theme. A link "step:27"
leads to a step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from defiance_qt.core.port import Words
from defiance_qt.core.port.chronicle import Chronicle, Plot, Section, Table
from defiance_qt.lab.chronicle.page import STYLE, Writer, colored
from defiance_qt.lab.chronicle.plots import svg
from defiance_qt.shell.theme import Theme

STEP = "step:"
SIDES = ("team", "enemy")
# A table with more columns is written small, and in parts where it has no room.
_WIDE = 6
_GAP = 8  # between two columns


class Room(NamedTuple):
    """How a wide table is written: in words of how many pixels, and in parts of how many columns; 0 for all in one."""

    size: int
    across: int = 0


def rooms(theme: Theme) -> Iterator[Room]:
    """Yield how wide tables can be written, from the largest words to the narrowest table."""
    for across in (0, 5, 3):
        yield Room(theme.px(11), across)
        yield Room(max(11, theme.px(9)), across)


# The least width of a plot before it is scaled: what its legend and its axes need.
_LEAST = 400


def so_far(found: Chronicle) -> Table | None:
    """Return the table of the whole game that has one figure in each row, if there is one."""
    whole = (section for section in found.sections if section.kind == "whole")
    tables = (table for section in whole for table in section.tables if len(table.columns) == 2)
    return next(tables, None)


def found_in(section: Section, sought: str) -> Section:
    """Return what a section has of the text that is sought: its sentences and the rows of its tables."""
    if not sought:
        return section
    tables = (
        replace(table, rows=tuple(row for row in table.rows if has(row.name, sought))) for table in section.tables
    )
    return replace(
        section,
        lines=tuple(line for line in section.lines if has(line.text, sought)),
        tables=tuple(table for table in tables if table.rows),
    )


def hits(section: Section, sought: str) -> int:
    """Return how many sentences and rows of a section have the text that is sought."""
    found = found_in(section, sought)
    return len(found.lines) + sum(len(table.rows) for table in found.tables)


def has(text: str, sought: str) -> bool:
    return sought.casefold() in text.casefold()


def sides(section: Section) -> tuple[str, ...]:
    """Return the sides that have plots or proofs of their own."""
    there = {table.side for table in section.proofs} | {_side(plot) for plot in section.plots}
    return tuple(side for side in SIDES if side in there)


def of_side(section: Section, side: str) -> Section:
    """Return a section with the plots and proofs of one side, and those of both."""
    return replace(
        section,
        plots=tuple(plot for plot in section.plots if _side(plot) in ("", side)),
        proofs=tuple(table for table in section.proofs if table.side in ("", side)),
    )


def _side(plot: Plot) -> str:
    """Return the side of a plot, "" for one of both."""
    there = {series.side for series in plot.series}
    return there.pop() if len(there) == 1 else ""


def diary(section: Section, theme: Theme, words: Words, room: Room, sought: str = "") -> str:
    """Return the title, the facts, the lines and the tables of a section; of those, what has the text that is
    `sought`."""
    section, writer = found_in(section, sought), _writer(section, words, room, sought)
    return _styled((writer.head(section), writer.diary(section), *map(writer.table, section.tables)), theme, room)


def proof(section: Section, theme: Theme, words: Words, room: Room) -> str:
    """Return the plots and the proofs of a section."""
    writer = _writer(section, words, room)
    return _styled((*map(writer.plot, section.plots), *map(writer.table, section.proofs)), theme, room)


def figures(table: Table, theme: Theme, words: Words) -> str:
    """Return a table of one figure in each row, without the headings of its columns. Names may wrap beside it."""
    room = next(rooms(theme))
    bare = replace(table, columns=("", ""), note="")
    return _styled((_writer(Section("", ""), words, room).table(bare),), theme, room, whole=".step")


def pictures(section: Section, theme: Theme, wide: int) -> Mapping[str, str]:
    """Return the plots of a section as SVG by name, for a place of so many pixels; their words are as large as the
    theme's where they have room."""
    least = max(_LEAST, round(wide / theme.scale))
    return {_name(section, plot): colored(svg(plot, least), _colors(theme)) for plot in section.plots}


def _name(section: Section, plot: Plot) -> str:
    return f"plot-{section.plots.index(plot)}"


def _writer(section: Section, words: Words, room: Room, sought: str = "") -> Writer:
    return Writer(
        words,
        draw=lambda plot: f'<img src="{_name(section, plot)}">',
        link=lambda steps: f"{STEP}{steps[0]}",
        small=_WIDE,
        across=room.across,
        sought=sought,
    )


def _styled(parts: Iterable[str], theme: Theme, room: Room, whole: str = ".step,.who") -> str:
    """Return the parts with the style sheet of a theme. `whole` selects what is in one line."""
    px = theme.px
    style = f"""
h2{{margin:0}}h3{{margin-bottom:2px}}.facts{{margin-top:4px;margin-bottom:8px}}
.outcome{{font-size:{px(14)}px}}.how{{font-size:{px(12)}px}}
.sought{{background-color:{theme.gold_fill};color:{theme.gold_ink}}}
{whole}{{white-space:nowrap}}td,th{{padding:3px}}.small td,.small th{{padding:2px}}
.figures td,.figures th{{font-size:{room.size + 2}px;padding-left:{_GAP}px}}
.small td,.small th{{font-size:{room.size}px}}
"""
    return f"<style>{colored(STYLE, _colors(theme))}{style}</style>{''.join(parts)}"


def _colors(theme: Theme) -> Mapping[str, str]:
    return {
        "--text": theme.text_strong,
        "--muted": theme.muted,
        "--line": theme.card_border,
        "--team": theme.team,
        "--team-soft": theme.team_fill,
        "--enemy": theme.enemy,
        "--enemy-soft": theme.enemy_fill,
        "--gold": theme.gold,
        "--gold-soft": theme.gold_fill,
        "--danger": theme.danger,
    }
