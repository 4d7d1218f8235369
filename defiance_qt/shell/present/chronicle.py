"""A section of the chronicle as rich text in the colors of a theme: the diary, and the proof beside it. A link
"step:27" leads to a step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from defiance_qt.core.chronicle import Cell, Line, Plot, Section, Table
from defiance_qt.core.system import Words
from defiance_qt.lab.chronicle.plots import svg
from defiance_qt.shell.theme import Theme

STEP = "step:"
# A table with more columns is written small.
_WIDE = 6


def diary(section: Section, theme: Theme, words: Words) -> str:
    """Return the title, the facts, the lines and the tables of a section."""
    color = {"victory": theme.team, "defeat": theme.danger}.get(section.result, theme.muted)
    outcome = f' <span style="color:{color};font-size:14px">{escape(section.outcome)}</span>' if section.outcome else ""
    parts = [f'<h2 style="margin:0">{escape(section.title)}{outcome}</h2>']
    if section.facts:
        parts.append(f'<p style="color:{theme.muted}">{escape(" · ".join(section.facts))}</p>')
    if section.lines:
        parts += ['<table cellspacing="0" cellpadding="3">', *(_line(one, theme, words) for one in section.lines)]
        parts.append("</table>")
    parts += (part for table in section.tables for part in _table(table, theme))
    return "".join(parts)


def proof(section: Section, theme: Theme) -> tuple[str, Mapping[str, str]]:
    """Return the plots and the proofs of a section, and the plots as SVG by name."""
    pictures = {f"plot-{number}": painted(plot, theme) for number, plot in enumerate(section.plots)}
    parts = []
    for name, plot in zip(pictures, section.plots, strict=True):
        parts.append(f'<h3 style="margin-bottom:2px">{escape(plot.title)}</h3><p>{escape(plot.text)}</p>')
        parts.append(f'<p><img src="{name}"></p>')
    parts += (part for table in section.proofs for part in _table(table, theme))
    return "".join(parts), pictures


def painted(plot: Plot, theme: Theme) -> str:
    """Return a plot as SVG in the colors of a theme."""
    picture = svg(plot)
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


def _line(line: Line, theme: Theme, words: Words) -> str:
    own = line.tone in ("note", "name")
    place = _link((line.step,), escape(line.place), theme.gold if own or line.tone == "gold" else theme.team)
    text = escape(line.text).replace("\n", "<br>")
    if own:
        text = f'<span style="color:{theme.gold}">{escape(words(f"cli.chronicle.own.{line.tone}"))}</span> {text}'
    color = theme.danger if line.tone == "danger" else theme.text
    ground = f' style="background-color:{theme.gold_fill}"' if own else ""
    return (
        f'<tr{ground}><td style="white-space:nowrap">{place}&nbsp;&nbsp;</td><td style="color:{color}">{text}</td></tr>'
    )


def _table(table: Table, theme: Theme) -> Iterator[str]:
    size = "11px" if len(table.columns) > _WIDE else "13px"
    yield f'<h3 style="margin-bottom:2px">{escape(table.title)}</h3>'
    yield f'<table cellspacing="0" cellpadding="3" style="font-size:{size}"><tr>'
    for number, head in enumerate(table.columns):
        side = "left" if not number else "right"
        yield f'<td align="{side}" valign="bottom" style="color:{theme.muted}">{escape(head)}</td>'
    yield "</tr>"
    for row in table.rows:
        color = {"team": theme.team, "enemy": theme.enemy}.get(row.side, theme.text_strong)
        yield f'<tr><td style="color:{color};white-space:nowrap">{escape(row.name)}</td>'
        yield from (_cell(cell, theme) for cell in row.cells)
        yield "</tr>"
    yield "</table>"
    if table.note:
        yield f'<p style="color:{theme.muted};font-size:12px">{escape(table.note)}</p>'


def _cell(cell: Cell, theme: Theme) -> str:
    text = _link(cell.steps, escape(cell.text), theme.team if cell.best else theme.text)
    return f'<td align="right" style="white-space:nowrap">{f"<b>{text} ★</b>" if cell.best else text}</td>'
