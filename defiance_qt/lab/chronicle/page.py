"""A chronicle as one HTML file with its style and its plots, and as the simpler page that is printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from defiance_qt.core.port import Words
from defiance_qt.core.port.chronicle import Cell, Line, Section, Table
from defiance_qt.lab.chronicle import Kept
from defiance_qt.lab.chronicle.plots import PAPER, on_paper, svg

# A cell names at most so many of its steps.
_STEPS = 24
# A table with more columns is printed in small type.
_WIDE = 10

_DARK = {
    "--text": "#e3ebee",
    "--muted": "#93a4ac",
    "--line": "#33424a",
    "--team": "#45c4ae",
    "--team-soft": "#123a35",
    "--enemy": "#b493ec",
    "--enemy-soft": "#2f2547",
}
_LIGHT_SURFACES = {
    "--ground": "#e9eef0",
    "--card": "#fbfdfd",
    "--gold": "#a86a00",
    "--gold-soft": "#fdf6e3",
    "--danger": "#b3261e",
}
_DARK_SURFACES = {
    "--ground": "#11181c",
    "--card": "#1a2329",
    "--gold": "#e7b04e",
    "--gold-soft": "#33290f",
    "--danger": "#ff8a80",
}
_STYLE = """
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);
font:15px/1.5 Inter,"Segoe UI","Noto Sans","DejaVu Sans",sans-serif}
header{padding:18px 24px 6px;max-width:1500px;margin:auto}
h1{font-size:24px;margin:0}header p{margin:4px 0 0;color:var(--muted);white-space:pre-line}
.frame{display:grid;grid-template-columns:230px minmax(0,1fr);gap:18px;
padding:12px 24px 40px;max-width:1500px;margin:auto}
nav{position:sticky;top:12px;align-self:start;max-height:96vh;overflow:auto}
nav a{display:block;padding:8px 12px;margin-bottom:6px;border-radius:10px;color:inherit;text-decoration:none}
nav a:hover,nav a:focus{background:var(--card)}nav .between{color:var(--muted);font-size:13px;padding:3px 12px}
nav small{display:block;color:var(--muted)}nav .victory small{color:var(--team)}nav .defeat small{color:var(--danger)}
section{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:18px 22px;margin-bottom:18px}
section.between{padding:12px 22px}
h2{font-size:21px;margin:0 0 4px}h3{font-size:15px;margin:22px 0 6px}.between h2{font-size:16px}
.outcome{font-size:14px;font-weight:600;margin-left:10px;color:var(--muted)}
.victory .outcome{color:var(--team)}.defeat .outcome{color:var(--danger)}
.facts{display:flex;flex-wrap:wrap;gap:6px;margin:6px 0 12px;padding:0;list-style:none}
.facts li{background:var(--ground);border-radius:12px;padding:2px 10px;font-size:13px}
.parts{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr);gap:26px}
.parts h3:first-child{margin-top:0}
.parts>*{min-width:0}
ol{list-style:none;margin:0;padding:0}
ol li{display:grid;grid-template-columns:78px minmax(0,1fr);gap:10px;padding:3px 0}
ol a,ol b{justify-self:start;align-self:start;font-size:12px;font-weight:400;background:var(--team-soft);
color:var(--team);border-radius:6px;padding:2px 6px;text-decoration:none;font-variant-numeric:tabular-nums}
li:target a{outline:2px solid var(--gold)}
.gold a{background:var(--gold-soft);color:var(--gold)}.danger p{color:var(--danger)}.quiet p{color:var(--muted)}
ol p{margin:0;overflow-wrap:anywhere}
.note,.name{background:var(--gold-soft);border-left:3px solid var(--gold);border-radius:6px;padding:6px 8px;
margin:4px 0}
.note p{white-space:pre-line}.note a,.name a{background:none;color:var(--gold)}.note em,.name em{color:var(--gold);
font-style:normal;font-weight:600;font-size:13px;margin-right:8px}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:14px;font-variant-numeric:tabular-nums}
th{font-weight:400;color:var(--muted);font-size:12px;text-align:right;padding:4px 7px;vertical-align:bottom}
td{text-align:right;padding:4px 7px;border-top:1px solid var(--line);white-space:nowrap}
th:first-child,td:first-child{text-align:left;font-weight:600}
td a{color:inherit;text-decoration-color:var(--team)}
.best{color:var(--team);background:var(--team-soft);border-radius:8px;font-weight:700}
.best:after{content:" ★";font-size:10px}
td.team{color:var(--team)}td.enemy{color:var(--enemy)}
.how{color:var(--muted);font-size:12px;margin:4px 0 0}
figure{margin:18px 0 0}figcaption{font-weight:600}figcaption span{display:block;font-weight:400;font-size:14px}
svg{width:100%;height:auto;display:block}
@media(max-width:1000px){.frame,.parts{grid-template-columns:minmax(0,1fr)}nav{position:static;max-height:none}}
@media print{body{background:#fff}.frame,.parts{display:block}nav{display:none}section{border:0;padding:0}
ol li,tr,figure{break-inside:avoid}}
"""


def page(found: Kept, words: Words) -> str:
    """Return the chronicle as one file that needs no other: light or dark as the reader's system is."""
    chronicle = found.chronicle
    style = f":root{{color-scheme:light dark;{_variables(PAPER, _LIGHT_SURFACES)}}}"
    style += f"@media(prefers-color-scheme:dark){{:root{{{_variables(_DARK, _DARK_SURFACES)}}}}}"
    name = _named(found)
    parts = [
        f'<!doctype html>\n<html lang="{escape(words.language)}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<title>{escape(name)}</title><style>{style}{_STYLE}</style></head><body>",
        f"<header><h1>{escape(name)}</h1>{_paragraph(found.comment)}</header>",
        f'<div class="frame"><nav aria-label="{escape(words("cli.chronicle.contents"))}">',
        *(_entry(section) for section in chronicle.sections),
        "</nav><main>",
        *(_section(section, words) for section in chronicle.sections),
        "</main></div></body></html>\n",
    ]
    return "".join(parts)


def _named(found: Kept) -> str:
    return f"{found.name} – {found.chronicle.title}" if found.name else found.chronicle.title


def _variables(*groups: Mapping[str, str]) -> str:
    return "".join(f"{name}:{color};" for group in groups for name, color in group.items())


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>" if text else ""


def _classes(section: Section) -> str:
    return escape(" ".join(part for part in (section.kind, section.result) if part))


def _entry(section: Section) -> str:
    outcome = f"<small>{escape(section.outcome)}</small>" if section.outcome else ""
    return f'<a class="{_classes(section)}" href="#{escape(section.id)}">{escape(section.title)}{outcome}</a>'


def _section(section: Section, words: Words) -> str:
    told = {line.step for line in section.lines}
    outcome = f'<span class="outcome">{escape(section.outcome)}</span>' if section.outcome else ""
    facts = "".join(f"<li>{escape(fact)}</li>" for fact in section.facts)
    diary = "".join(_diary(section, words))
    first, *others = [_table(table, section, told, words) for table in (*section.tables, *section.proofs)] or [""]
    plots = "".join(
        f"<figure><figcaption>{escape(plot.title)}<span>{escape(plot.text)}</span></figcaption>{svg(plot)}</figure>"
        for plot in section.plots
    )
    beside = first + plots
    parts = f'<div class="parts">{diary}<div>{beside}</div></div>' if diary and plots else diary + beside
    return (
        f'<section id="{escape(section.id)}" class="{_classes(section)}"><h2>{escape(section.title)}{outcome}</h2>'
        f"{f'<ul class=facts>{facts}</ul>' if facts else ''}{parts}{''.join(others)}</section>"
    )


def _diary(section: Section, words: Words) -> Iterator[str]:
    if not section.lines:
        return
    yield "<ol>"
    seen: set[int] = set()
    for line in section.lines:
        anchor = "" if line.step in seen else f' id="{_anchor(section, line.step)}"'
        seen.add(line.step)
        title = escape(words("cli.chronicle.step", step=line.step))
        own = f"<em>{escape(words(f'cli.chronicle.own.{line.tone}'))}</em>" if line.tone in ("note", "name") else ""
        yield f'<li{anchor} class="{line.tone}"><a href="#{_anchor(section, line.step)}" title="{title}">'
        yield f"{escape(line.place)}</a><p>{own}{escape(line.text)}</p></li>"
    yield "</ol>"


def _anchor(section: Section, step: int) -> str:
    return f"{escape(section.id)}-s{step}"


def _table(table: Table, section: Section, told: set[int], words: Words) -> str:
    heads = "".join(f"<th>{escape(head)}</th>" for head in table.columns)
    rows = "".join(
        f'<tr><td class="{row.side}">{escape(row.name)}</td>'
        + "".join(_cell(cell, section, told, words) for cell in row.cells)
        + "</tr>"
        for row in table.rows
    )
    note = f'<p class="how">{escape(table.note)}</p>' if table.note else ""
    return (
        f'<h3>{escape(table.title)}</h3><div class="wide"><table><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>{note}"
    )


def _cell(cell: Cell, section: Section, told: set[int], words: Words) -> str:
    """Return a cell with its steps as a tip; it leads to the first of them that the diary tells."""
    best = ' class="best"' if cell.best else ""
    tip = f' title="{escape(_steps(cell.steps, words))}"' if cell.steps else ""
    text = escape(cell.text)
    first = next((step for step in cell.steps if step in told), None)
    if first is not None:
        text = f'<a href="#{_anchor(section, first)}">{text}</a>'
    return f"<td{best}{tip}>{text}</td>"


def _steps(steps: tuple[int, ...], words: Words) -> str:
    shown = ", ".join(map(str, steps[:_STEPS])) + (" …" if len(steps) > _STEPS else "")
    return words("cli.chronicle.steps", steps=shown)


# ---- on paper ----


def printed(found: Kept, words: Words) -> tuple[str, Mapping[str, str]]:
    """Return the chronicle as a page for paper, with its plots as SVG by name. It uses only what simple programs know
    of HTML."""
    pictures: dict[str, str] = {}
    parts = [f"<html><head><style>{_PAPER_STYLE}</style></head><body><h1>{escape(_named(found))}</h1>"]
    parts.append(_paragraph(found.comment).replace("\n", "<br>"))
    for place, section in enumerate(found.chronicle.sections):
        parts += _on_paper(section, words, pictures, fresh=section.kind == "part" and place > 0)
    return "".join((*parts, "</body></html>")), pictures


_GRID = "<table border='1' cellspacing='0' style='border-collapse:collapse;border-color:#c9d3d8'>"
_PAPER_STYLE = (
    "body{font-size:9pt;color:#16232a}"
    "h1{font-size:17pt}h2{font-size:13pt;margin-top:14px}h3{font-size:10pt;margin-top:8px;margin-bottom:2px}"
    "h2.fresh{page-break-before:always}"
    "td,th{padding:1px 5px;font-size:8pt}th{color:#5a6b74;font-weight:normal}p{margin:0}"
    "td.small,th.small,td.small b{font-size:6pt;padding:1px 2px}"
    ".muted{color:#5a6b74}.team{color:#0b7a6c}.danger{color:#b3261e}.own{color:#8a5700}"
)


def _on_paper(section: Section, words: Words, pictures: dict[str, str], fresh: bool) -> Iterator[str]:
    """Yield a section; one that is `fresh` begins a page."""
    outcome = f' <span class="muted">{escape(section.outcome)}</span>' if section.outcome else ""
    style = ' class="fresh"' if fresh else ""
    yield f"<h2{style}>{escape(section.title)}{outcome}</h2>"
    if section.facts:
        yield f'<p class="muted">{escape(" · ".join(section.facts))}</p>'
    if section.lines:
        yield "<table>"
        for line in section.lines:
            yield f'<tr><td class="team">{escape(line.place)}</td><td>{_paper_text(line, words)}</td></tr>'
        yield "</table>"
    for table in (*section.tables, *section.proofs):
        yield f"<h3>{escape(table.title)}</h3>{_GRID}<tr>"
        small = " class='small'" if len(table.columns) > _WIDE else ""
        yield "".join(f"<th{small}>{escape(head)}</th>" for head in table.columns) + "</tr>"
        for row in table.rows:
            cells = "".join(f"<td align='right'{small}>{_bold(cell)}</td>" for cell in row.cells)
            yield f"<tr><td{small}>{escape(row.name)}</td>{cells}</tr>"
        yield f'</table><p class="muted">{escape(table.note)}</p>' if table.note else "</table>"
    for plot in section.plots:
        name = f"plot-{len(pictures)}"
        pictures[name] = on_paper(svg(plot))
        yield f'<h3>{escape(plot.title)}</h3><p>{escape(plot.text)}</p><p><img src="{name}"></p>'


def _paper_text(line: Line, words: Words) -> str:
    text = escape(line.text).replace("\n", "<br>")
    if line.tone in ("note", "name"):
        return f'<span class="own">{escape(words(f"cli.chronicle.own.{line.tone}"))}</span> {text}'
    return f'<span class="danger">{text}</span>' if line.tone == "danger" else text


def _bold(cell: Cell) -> str:
    return f"<b>{escape(cell.text)}</b>" if cell.best else escape(cell.text)
