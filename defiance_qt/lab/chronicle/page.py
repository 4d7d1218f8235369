"""A chronicle as HTML: one markup for the window, for a file and for paper.

The markup uses what Qt's rich text knows: headings, paragraphs and tables, with classes that `STYLE` colors. The colors
are variables. The page that is a file defines them; `colored` fills them in for programs that know no variables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from html import escape

from defiance_qt.core.port import Words
from defiance_qt.core.port.chronicle import Cell, Line, Plot, Section, Table
from defiance_qt.lab.chronicle import Kept
from defiance_qt.lab.chronicle.plots import svg

Link = Callable[[tuple[int, ...]], str]
"""Returns the address for the steps of a line or a cell, "" for none."""

# A cell names at most so many of its steps.
_STEPS = 24
# A table with more columns is printed in small type.
_WIDE = 10

LIGHT: Mapping[str, str] = {
    "--text": "#16232a",
    "--muted": "#5a6b74",
    "--line": "#ccd6da",
    "--team": "#0b7a6c",
    "--team-soft": "#d8f0ea",
    "--enemy": "#7c4dbd",
    "--enemy-soft": "#eae1f7",
    "--gold": "#a86a00",
    "--gold-soft": "#fdf6e3",
    "--danger": "#b3261e",
}
"""The colors of paper and of a light page."""

_DARK = {
    "--text": "#e3ebee",
    "--muted": "#93a4ac",
    "--line": "#33424a",
    "--team": "#45c4ae",
    "--team-soft": "#123a35",
    "--enemy": "#b493ec",
    "--enemy-soft": "#2f2547",
    "--gold": "#e7b04e",
    "--gold-soft": "#33290f",
    "--danger": "#ff8a80",
}

STYLE = """
a{color:var(--text);text-decoration:none}th{font-weight:normal;color:var(--muted)}
.facts,.how,.outcome,.quiet{color:var(--muted)}.team{color:var(--team)}.enemy{color:var(--enemy)}
.outcome.victory{color:var(--team)}.outcome.defeat,.danger{color:var(--danger)}
.step a,.best,.best a{color:var(--team)}.gold .step a,.own{color:var(--gold)}.best{font-weight:bold}
.note,.name{background-color:var(--gold-soft)}.note a,.name a{color:var(--gold)}
"""
"""The colors of the parts, wherever they are shown."""

_PAPER = """
body{font-size:9pt;color:var(--text)}p{margin:0}
h1{font-size:17pt}h2{font-size:13pt;margin-top:14px}h3{font-size:10pt;margin-top:8px;margin-bottom:2px}
td,th{padding:1px 5px;font-size:8pt}.small td,.small th{font-size:6pt;padding:1px 2px}
.figures td,.figures th{border:1px solid var(--line)}
"""

_LAYOUT = """
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);
font:15px/1.5 Inter,"Segoe UI","Noto Sans","DejaVu Sans",sans-serif}
header{padding:18px 24px 6px;max-width:1500px;margin:auto}
h1{font-size:24px;margin:0}header p{margin:4px 0 0;color:var(--muted);white-space:pre-line}
.frame{display:grid;grid-template-columns:230px minmax(0,1fr);gap:18px;
padding:12px 24px 40px;max-width:1500px;margin:auto}
nav{position:sticky;top:12px;align-self:start;max-height:96vh;overflow:auto}
nav a{display:block;padding:8px 12px;margin-bottom:6px;border-radius:10px;color:inherit}
nav a:hover,nav a:focus{background:var(--card)}nav .between{color:var(--muted);font-size:13px;padding:3px 12px}
nav small{display:block}
section{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:18px 22px;margin-bottom:18px}
section.between{padding:12px 22px}
h2{font-size:21px;margin:0 0 4px}h3{font-size:15px;margin:22px 0 6px}.between h2{font-size:16px}
.outcome{font-size:14px;font-weight:600;margin-left:10px}
.facts{font-size:13px;margin:6px 0 12px}
.parts{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr);gap:26px}
.parts h3:first-child{margin-top:0}
.parts>*{min-width:0}
table{border-collapse:collapse;width:100%;font-size:14px;font-variant-numeric:tabular-nums}
.diary td{padding:3px 0;vertical-align:top;overflow-wrap:anywhere;font-size:15px}
.diary .step{width:88px;white-space:nowrap}
.step a{font-size:12px;background:var(--team-soft);border-radius:6px;padding:2px 6px}
.gold .step a{background:var(--gold-soft)}tr:target .step a{outline:2px solid var(--gold)}
.note .step a,.name .step a{background:none}
.diary .note td,.diary .name td{padding:6px 8px 6px 0;border-block:2px solid var(--card)}
.own{font-weight:600;font-size:13px;margin-right:8px}
.scroll{overflow-x:auto}
.figures th{font-size:12px;padding:4px 7px;vertical-align:bottom}
.figures td{padding:4px 7px;border-top:1px solid var(--line);white-space:nowrap}
.who{font-weight:600}
.figures a{text-decoration:underline;text-decoration-color:var(--team)}
.best{background:var(--team-soft);border-radius:8px}
.how{font-size:12px;margin:4px 0 0}.plot,.shown{margin:0;font-size:14px}
svg{width:100%;height:auto;display:block}
@media(max-width:1000px){.frame,.parts{grid-template-columns:minmax(0,1fr)}nav{position:static;max-height:none}}
@media print{body{background:#fff}.frame,.parts{display:block}nav{display:none}section{border:0;padding:0}
tr,.plot{break-inside:avoid}}
"""


def colored(text: str, colors: Mapping[str, str]) -> str:
    """Return a style sheet or an SVG with the colors in place of their variables."""
    for name, color in colors.items():
        text = text.replace(f"var({name})", color)
    return text


class Writer:
    """Writes the parts of a section. `draw` returns what shows a plot. The text that is `sought` is marked.

    A table with more than `small` columns is in small type, and divided into parts of at most `across` columns, 0 for
    one table.
    """

    def __init__(
        self,
        words: Words,
        draw: Callable[[Plot], str],
        link: Link = lambda steps: "",
        small: int = _WIDE,
        across: int = 0,
        sought: str = "",
    ) -> None:
        self._words, self._draw, self._link = words, draw, link
        self._small, self._across, self._sought = small, across, sought

    def head(self, section: Section, turned: bool = False) -> str:
        """Return the title and the facts of a section; on paper a `turned` one begins a page."""
        style = ' style="page-break-before:always"' if turned else ""
        facts = f'<p class="facts">{escape(" · ".join(section.facts))}</p>' if section.facts else ""
        return f"<h2{style}>{escape(section.title)}{outcome(section, 'span')}</h2>{facts}"

    def diary(self, section: Section) -> str:
        """Return the lines of a section. The first of each step can be reached by the step's anchor."""
        if not section.lines:
            return ""
        first = {line.step: line for line in reversed(section.lines)}
        rows = (
            self._line(line, anchor(section, line.step) if first[line.step] is line else "") for line in section.lines
        )
        return f'<table class="diary" cellspacing="0">{"".join(rows)}</table>'

    def _line(self, line: Line, id: str) -> str:
        tip = self._words("cli.chronicle.step", step=line.step)
        own = line.tone in ("note", "name")
        label = f'<span class="own">{escape(self._words(f"cli.chronicle.own.{line.tone}"))}</span> ' if own else ""
        return (
            f'<tr{f" id={id!r}" if id else ""} class="{line.tone}">'
            f'<td class="step">{self._linked((line.step,), line.place, tip)}&nbsp;&nbsp;</td>'
            f"<td>{label}{self._marked(line.text)}</td></tr>"
        )

    def table(self, table: Table) -> str:
        """Return a table with its title and its note; its parts stand one below the other, each with the names."""
        small = len(table.columns) > self._small
        most = self._across if small and self._across else len(table.columns)
        kind = "figures small" if small else "figures"
        parts = [f"<h3>{escape(table.title)}</h3>"]
        for begin in range(0, len(table.columns) - 1, most):
            part = slice(begin, begin + most)
            heads = "".join(f'<th align="right">{escape(head)}</th>' for head in table.columns[1:][part])
            parts.append(f'<div class="scroll"><table class="{kind}" cellspacing="0">')
            if any(table.columns):
                parts.append(f'<thead><tr><th align="left">{escape(table.columns[0])}</th>{heads}</tr></thead>')
            for row in table.rows:
                cells = "".join(map(self._cell, row.cells[part]))
                parts.append(f'<tr><td class="who {row.side}">{escape(row.name)}</td>{cells}</tr>')
            parts.append("</table></div>")
        parts.append(f'<p class="how">{escape(table.note)}</p>' if table.note else "")
        return "".join(parts)

    def _cell(self, cell: Cell) -> str:
        """Return a cell with its steps as a tip."""
        shown = ", ".join(map(str, cell.steps[:_STEPS])) + (" …" if len(cell.steps) > _STEPS else "")
        tip = self._words("cli.chronicle.steps", steps=shown) if cell.steps else ""
        best = ' class="best"' if cell.best else ""
        return f'<td{best} align="right">{self._linked(cell.steps, cell.text + " ★" * cell.best, tip)}</td>'

    def plot(self, plot: Plot) -> str:
        """Return a plot with its title and its text."""
        title, text = escape(plot.title), escape(plot.text)
        return f'<h3>{title}</h3><p class="shown">{text}</p><p class="plot">{self._draw(plot)}</p>'

    def _linked(self, steps: tuple[int, ...], text: str, tip: str) -> str:
        address = self._link(steps) if steps else ""
        shown = f' title="{escape(tip)}"' if tip else ""
        if address:
            return f'<a href="{escape(address)}"{shown}>{escape(text)}</a>'
        return f"<span{shown}>{escape(text)}</span>" if shown else escape(text)

    def _marked(self, text: str) -> str:
        """Return a text with its line breaks, and with what is sought marked."""
        parts, rest = [], text
        while self._sought and (at := rest.casefold().find(self._sought.casefold())) >= 0:
            end = at + len(self._sought)
            parts.append(f'{escape(rest[:at])}<span class="sought">{escape(rest[at:end])}</span>')
            rest = rest[end:]
        return "".join((*parts, escape(rest))).replace("\n", "<br>")


def anchor(section: Section, step: int) -> str:
    """Return the id of the first line of a step."""
    return f"{escape(section.id)}-s{step}"


def outcome(section: Section, tag: str) -> str:
    """Return the result of a section in its color."""
    if not section.outcome:
        return ""
    return f' <{tag} class="outcome {section.side or section.result}">{escape(section.outcome)}</{tag}>'


def page(found: Kept, words: Words) -> str:
    """Return the chronicle as one file that needs no other: light or dark as the reader's system is."""
    light = _variables({"--ground": "#e9eef0", "--card": "#fbfdfd", **LIGHT})
    dark = _variables({"--ground": "#11181c", "--card": "#1a2329", **_DARK})
    style = f":root{{color-scheme:light dark;{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}"
    name = _named(found)
    parts = [
        f'<!doctype html>\n<html lang="{escape(words.language)}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<title>{escape(name)}</title><style>{style}{STYLE}{_LAYOUT}</style></head><body>",
        f"<header><h1>{escape(name)}</h1>{_comment(found)}</header>",
        f'<div class="frame"><nav aria-label="{escape(words("cli.chronicle.contents"))}">',
        *(_entry(section) for section in found.chronicle.sections),
        "</nav><main>",
        *(_section(section, words) for section in found.chronicle.sections),
        "</main></div></body></html>\n",
    ]
    return "".join(parts)


def _named(found: Kept) -> str:
    return f"{found.name} – {found.chronicle.title}" if found.name else found.chronicle.title


def _variables(colors: Mapping[str, str]) -> str:
    return "".join(f"{name}:{color};" for name, color in colors.items())


def _comment(found: Kept) -> str:
    return f"<p>{escape(found.comment)}</p>".replace("\n", "<br>") if found.comment else ""


def _entry(section: Section) -> str:
    title = escape(section.title)
    return f'<a class="{section.kind}" href="#{escape(section.id)}">{title}{outcome(section, "small")}</a>'


def _section(section: Section, words: Words) -> str:
    """Return a section of the file: the first table and the plots are beside the diary, the other tables below."""
    writer = Writer(words, svg, partial(_told, section, {line.step for line in section.lines}))
    diary, plots = writer.diary(section), "".join(map(writer.plot, section.plots))
    first, *others = [*map(writer.table, (*section.tables, *section.proofs))] or [""]
    beside = f'<div class="parts"><div>{diary}</div><div>{first}{plots}</div></div>'
    parts = beside if diary and plots else diary + first + plots
    head = f'<section id="{escape(section.id)}" class="{section.kind}">{writer.head(section)}'
    return f"{head}{parts}{''.join(others)}</section>"


def _told(section: Section, told: set[int], steps: tuple[int, ...]) -> str:
    """Return the address of the first of some steps that the diary tells, "" if it tells none."""
    return next((f"#{anchor(section, step)}" for step in steps if step in told), "")


def printed(found: Kept, words: Words) -> tuple[str, Mapping[str, str]]:
    """Return the chronicle as a page for paper, with its plots as SVG by name."""
    pictures: dict[str, str] = {}

    def draw(plot: Plot) -> str:
        pictures[f"plot-{len(pictures)}"] = colored(svg(plot), LIGHT)
        return f'<img src="plot-{len(pictures) - 1}">'

    body = "".join(_on_paper(found, Writer(words, draw)))
    style = colored(STYLE + _PAPER, LIGHT)
    return f"<html><head><style>{style}</style></head><body>{body}</body></html>", pictures


def _on_paper(found: Kept, writer: Writer) -> Iterator[str]:
    yield f"<h1>{escape(_named(found))}</h1>{_comment(found)}"
    for place, section in enumerate(found.chronicle.sections):
        yield writer.head(section, turned=section.kind == "part" and place > 0)
        yield writer.diary(section)
        yield from map(writer.table, (*section.tables, *section.proofs))
        yield from map(writer.plot, section.plots)
