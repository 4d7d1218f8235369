"""A section of the chronicle as rich text in the colors of a theme: the diary, and the proof beside it. A link
"step:27" leads to a step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple

from msgspec.structs import replace

from defiance_qt.core.port import Words
from defiance_qt.core.port.chronicle import Cell, Chronicle, Line, Plot, Section, Table
from defiance_qt.lab.chronicle.plots import svg
from defiance_qt.shell.present.values import result_tone
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


def figures(table: Table, theme: Theme) -> str:
    """Return a table of one figure in each row."""
    size = theme.px(13)
    parts = [f'<p style="font-size:{size}px;margin:0 0 3px 0"><b>{escape(table.title)}</b></p>']
    parts.append(f'<table width="100%" cellspacing="0" cellpadding="1" style="font-size:{size}px">')
    for row in table.rows:
        name = f'<td style="color:{theme.muted}">{escape(row.name)}</td>'
        parts.append(f"<tr>{name}{''.join(_cell(cell, theme, True) for cell in row.cells[:1])}</tr>")
    parts.append("</table>")
    return "".join(parts)


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
    section = found_in(section, sought)
    color = getattr(theme, result_tone(section.result, section.side) or "muted")
    style = f"color:{color};font-size:{theme.px(14)}px"
    outcome = f' <span style="{style}">{escape(section.outcome)}</span>' if section.outcome else ""
    parts = [f'<h2 style="margin:0">{escape(section.title)}{outcome}</h2>']
    if section.facts:
        style = f"color:{theme.muted};margin-top:4px;margin-bottom:8px"
        parts.append(f'<p style="{style}">{escape(" · ".join(section.facts))}</p>')
    if section.lines:
        lines = (_line(one, theme, words, sought) for one in section.lines)
        parts += ['<table cellspacing="0" cellpadding="3">', *lines]
        parts.append("</table>")
    parts += (part for table in section.tables for part in _table(table, theme, room))
    return "".join(parts)


def proof(section: Section, theme: Theme, room: Room) -> str:
    """Return the plots and the proofs of a section."""
    parts = []
    for number, plot in enumerate(section.plots):
        parts.append(f'<h3 style="margin-bottom:2px">{escape(plot.title)}</h3><p>{escape(plot.text)}</p>')
        parts.append(f'<p><img src="plot-{number}"></p>')
    parts += (part for table in section.proofs for part in _table(table, theme, room))
    return "".join(parts)


def pictures(section: Section, theme: Theme, wide: int) -> Mapping[str, str]:
    """Return the plots of a section as SVG by name, for a place of so many pixels."""
    return {f"plot-{number}": painted(plot, theme, wide) for number, plot in enumerate(section.plots)}


def painted(plot: Plot, theme: Theme, wide: int) -> str:
    """Return a plot as SVG in the colors of a theme, with words as large as the theme's where they have room."""
    picture = svg(plot, max(_LEAST, round(wide / theme.scale)))
    colors = {
        "--text": theme.text_strong,
        "--muted": theme.muted,
        "--line": theme.card_border,
        "--team": theme.team,
        "--team-soft": theme.team_fill,
        "--enemy": theme.enemy,
        "--enemy-soft": theme.enemy_fill,
    }
    for name, color in colors.items():
        picture = picture.replace(f"var({name})", color)
    return picture


def _link(steps: tuple[int, ...], text: str, color: str) -> str:
    if not steps:
        return text
    return f'<a href="{STEP}{steps[0]}" style="color:{color};text-decoration:none">{text}</a>'


def _marked(text: str, sought: str, theme: Theme) -> str:
    """Return text as HTML, with what is sought marked."""
    if not sought:
        return escape(text)
    parts, rest = [], text
    while (at := rest.casefold().find(sought.casefold())) >= 0:
        end = at + len(sought)
        mark = f"background-color:{theme.gold_fill};color:{theme.gold_ink}"
        parts.append(f'{escape(rest[:at])}<span style="{mark}">{escape(rest[at:end])}</span>')
        rest = rest[end:]
    return "".join((*parts, escape(rest)))


def _line(line: Line, theme: Theme, words: Words, sought: str = "") -> str:
    own = line.tone in ("note", "name")
    place = _link((line.step,), escape(line.place), theme.gold if own or line.tone == "gold" else theme.team)
    text = _marked(line.text, sought, theme).replace("\n", "<br>")
    if own:
        text = f'<span style="color:{theme.gold}">{escape(words(f"cli.chronicle.own.{line.tone}"))}</span> {text}'
    color = theme.danger if line.tone == "danger" else theme.text
    ground = f' style="background-color:{theme.gold_fill}"' if own else ""
    return (
        f'<tr{ground}><td style="white-space:nowrap">{place}&nbsp;&nbsp;</td><td style="color:{color}">{text}</td></tr>'
    )


def _table(table: Table, theme: Theme, room: Room) -> Iterator[str]:
    """Yield a table, or one below the other its parts, each with the names of the rows."""
    wide = len(table.columns) > _WIDE
    size, padding = (room.size, 2) if wide else (room.size + 2, 3)
    yield f'<h3 style="margin-bottom:2px">{escape(table.title)}</h3>'
    most = room.across if wide and room.across else len(table.columns)
    for begin in range(0, len(table.columns) - 1, most):
        part = slice(begin, begin + most)
        yield f'<table cellspacing="0" cellpadding="{padding}" style="font-size:{size}px"><tr>'
        for number, head in enumerate((table.columns[0], *table.columns[1:][part])):
            side = "left" if not number else "right"
            gap = f";padding-left:{_GAP}px" if number else ""
            yield f'<td align="{side}" valign="bottom" style="color:{theme.muted}{gap}">{escape(head)}</td>'
        yield "</tr>"
        for row in table.rows:
            color = {"team": theme.team, "enemy": theme.enemy}.get(row.side, theme.text_strong)
            yield f'<tr><td style="color:{color};white-space:nowrap">{escape(row.name)}</td>'
            yield from (_cell(cell, theme, wide) for cell in row.cells[part])
            yield "</tr>"
        yield "</table>"
    if table.note:
        yield f'<p style="color:{theme.muted};font-size:{theme.px(12)}px">{escape(table.note)}</p>'


def _cell(cell: Cell, theme: Theme, wide: bool) -> str:
    nowrap = f' style="padding-left:{_GAP}px{"" if wide else ";white-space:nowrap"}"'
    text = _link(cell.steps, escape(cell.text), theme.team if cell.best else theme.text)
    return f'<td align="right"{nowrap}>{f"<b>{text} ★</b>" if cell.best else text}</td>'
