"""`defiance-qt sheets`: where a game stands, on pages for a printed table. The game says what is on them; a PDF needs
Qt, so the room that has it passes a `PagePrinter`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path

from defiance_qt.core.errors import DefianceError
from defiance_qt.core.port import Words
from defiance_qt.core.port.sheets import Card, Fact, Sheet, Sheeted, Ticks
from defiance_qt.core.session import Session
from defiance_qt.journal import disk

PagePrinter = Callable[[Sequence[str], Mapping[str, str]], bytes]
"""Returns a PDF with each of these pages of HTML on a page of its own. The mapping holds pictures: name to SVG."""

SUFFIX = ".pdf"
BOX, GAP = 12, 4  # the side of a box to tick and the room between two, in pixels
MOST = 12
"""The most boxes in a row."""

_STYLE = (
    "body{font-size:9pt;color:#16232a}h1{font-size:16pt;margin:0}"
    "p{margin:0 0 2px 0}.muted{color:#5a6b74}.head{color:#0b7a6c;font-size:8pt;margin-top:4px}"
    ".title{font-size:11pt;font-weight:600}"
    "td.card{border:1px solid #c9d3d8;padding:6px}"
)


class NoSheets(DefianceError):
    """A game without sheets, or with nothing to print yet. `value` is the name of its file."""

    def __init__(self, value: str) -> None:
        super().__init__("command.no_sheets", "{file}: this game has no sheets to print here.", file=value)
        self.value = value


class NoPdf(DefianceError):
    """A file that is no PDF. `value` is its name."""

    def __init__(self, value: str) -> None:
        super().__init__(
            "command.no_pdf", "Sheets cannot be written to {file}: choose {known}.", file=value, known=SUFFIX
        )
        self.value = value


def sheets(session: Session, words: Words, file: str) -> tuple[Sheet, ...]:
    """Return the sheets of a game where it stands. Raises `NoSheets`."""
    game = session.game
    found = game.sheets(session.timeline.state_at(session.stands), words) if isinstance(game, Sheeted) else ()
    if not found:
        raise NoSheets(file)
    return found


def check_form(out: Path) -> None:
    """Raise `NoPdf` for a file whose name does not end in `.pdf`."""
    if out.suffix.lower() != SUFFIX:
        raise NoPdf(disk.shown(out))


def write(found: Sequence[Sheet], out: Path, printer: PagePrinter, *, over: bool = False) -> None:
    """Write sheets as a PDF. An existing file is replaced only with `over`. Raises `NoPdf` and `SaveError`."""
    check_form(out)
    pictures: dict[str, str] = {}
    pages = [page(one, pictures) for one in found]
    disk.replace_file(out, (printer(pages, pictures),), replace=over)


def page(sheet: Sheet, pictures: dict[str, str]) -> str:
    """Return a sheet as simple HTML. Its boxes are among `pictures` then."""
    rows = [sheet.cards[place : place + sheet.columns] for place in range(0, len(sheet.cards), sheet.columns)]
    wide = 100 // sheet.columns
    cells = "".join(
        "<tr>" + "".join(f'<td class="card" width="{wide}%">{_card(one, pictures)}</td>' for one in row) + "</tr>"
        for row in rows
    )
    return (
        f"<html><head><style>{_STYLE}</style></head><body><h1>{escape(sheet.title)}</h1>"
        f'<p class="muted">{escape(sheet.note)}</p>'
        f'<table width="100%" cellspacing="6">{cells}</table></body></html>'
    )


def _card(card: Card, pictures: dict[str, str]) -> str:
    note = f'<p class="muted">{escape(card.note)}</p>' if card.note else ""
    ticks = "".join(_ticks(one, pictures) for one in card.ticks)
    blocks = "".join(
        (f'<p class="head">{escape(block.title)}</p>' if block.title else "")
        + "".join(f"<p>{escape(line)}</p>" for line in block.lines)
        for block in card.blocks
    )
    return f'<p class="title">{escape(card.title)}</p>{note}{_facts(card.facts)}{ticks}{blocks}'


def _facts(facts: Sequence[Fact]) -> str:
    told = " · ".join(f'<span class="muted">{escape(one.name)}</span> {escape(one.text)}' for one in facts)
    return f"<p>{told}</p>" if told else ""


def _ticks(ticks: Ticks, pictures: dict[str, str]) -> str:
    told = f'<span class="muted">{escape(ticks.name)}</span> {ticks.done}/{ticks.of}'
    if not ticks.of:
        return f"<p>{told}</p>"
    name = f"ticks-{ticks.done}-{ticks.of}"
    pictures[name] = boxes(ticks.of, ticks.done)
    return f'<p>{told}&nbsp; <img src="{name}" style="vertical-align:middle"></p>'


def boxes(of: int, done: int) -> str:
    """Return boxes as SVG, the first of them ticked."""
    step, rows = BOX + GAP, -(-of // MOST)
    wide, high = min(of, MOST) * step, rows * step
    drawn = []
    for place in range(of):
        x, y = place % MOST * step + 1, place // MOST * step + 1
        drawn.append(f'<rect x="{x}" y="{y}" width="{BOX}" height="{BOX}" fill="none" stroke="#16232a"/>')
        if place < done:
            ends = f"M{x + 2} {y + 2}l{BOX - 4} {BOX - 4}m0 {4 - BOX}l{4 - BOX} {BOX - 4}"
            drawn.append(f'<path d="{ends}" stroke="#16232a" stroke-width="1.6" fill="none"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">'
        f"{''.join(drawn)}</svg>"
    )
