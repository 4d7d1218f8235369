"""Paints the map of a mission for its author: the board with its names, and all that the mission puts on it.

Below the board a legend names every door, container, Console, Neutral Character and zone with its place as in the file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter

from defiance_qt.core.port import Words
from defiance_qt.shell.app import application
from defiance_qt.shell.theme import DARK, Theme, font
from defiance_qt.systems.defiance.engine.board.tiles import Board
from defiance_qt.systems.defiance.engine.catalog import Catalog, read_unchecked
from defiance_qt.systems.defiance.engine.checks.shared import held
from defiance_qt.systems.defiance.engine.content import DeployUnits, Mission
from defiance_qt.systems.defiance.view.board import geometry
from defiance_qt.systems.defiance.view.board.geometry import SIZE, Point
from defiance_qt.systems.defiance.view.board.looks import Thing, initials_of
from defiance_qt.systems.defiance.view.board.scenery import dashed, pen, scenery
from defiance_qt.systems.defiance.view.board.things import Placed, paint_thing, placed

SCALE = 1.25
ROW = 34.0
WIDE = 340.0
MARGIN = 24.0
LETTERS = "abcdefghijklmnopqrstuvwxyz"

Mark = Callable[[QPainter, Theme], None]


class Entry(NamedTuple):
    """A line of the legend: its sign, its name and its place."""

    mark: Mark
    name: str
    place: str


def paint_map(content: Mapping[str, bytes], mission: str, words: Words) -> bytes:
    """Return the map of a mission as PNG. Raises `ContentError` for a board that cannot be built."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application([mission])
    catalog = read_unchecked(content)
    return encoded(drawn(catalog, catalog.missions[mission], words))


def encoded(image: QImage) -> bytes:
    store = QByteArray()
    buffer = QBuffer(store)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # a device and a format
    return bytes(store.data())


def drawn(catalog: Catalog, mission: Mission, words: Words, theme: Theme = DARK) -> QImage:
    """Return the picture of a mission's map with its legend."""
    board = catalog.board(mission.id)
    ground = scenery(board, theme, mission.zones, mission.respawn, labels=True)
    things = placed(board, things_of(mission))
    entries = list(_legend(mission, things, words))
    columns = max(1, int((ground.rect.width() - MARGIN) // WIDE))
    rows = -(-len(entries) // columns)
    width, height = ground.rect.width(), ground.rect.height() + rows * ROW + 2 * MARGIN
    image = QImage(round(width * SCALE), round(height * SCALE), QImage.Format.Format_RGB32)
    image.fill(QColor(theme.background_edge))
    painter = QPainter(image)
    try:
        painter.scale(SCALE, SCALE)
        painter.translate(-ground.rect.topLeft())
        for _ in ground.strokes(painter, ground.rect):
            pass
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _tiles(painter, theme, board)
        _deployment(painter, theme, board, mission)
        _units(painter, theme, board, mission, words)
        for one in things:
            _at(painter, (one.x, one.y), partial(paint_thing, one=one), theme)
            _tag(painter, theme, one)
        _zone_names(painter, theme, board, mission, words)
        painter.translate(ground.rect.topLeft())
        _write_legend(painter, theme, entries, ground.rect.height() + MARGIN, columns, rows)
    finally:
        painter.end()
    return image


def things_of(mission: Mission) -> tuple[Thing, ...]:
    """Return what a mission puts on its board. Doors and Consoles are numbered, containers lettered."""
    found = [
        Thing(door.id, "security_door" if door.security else "door", door.side, False, str(number))
        for number, door in enumerate(mission.doors, 1)
    ]
    found += [
        Thing(one.id, "container", one.space, False, letter)
        for letter, one in zip(_letters(), mission.containers, strict=False)
    ]
    found += [Thing(one.id, "console", one.space, False, str(number)) for number, one in enumerate(mission.consoles, 1)]
    found += [Thing(one.card, "neutral", one.space, False, initials_of(one.card)) for one in mission.neutrals]
    return tuple(found)


def _letters() -> Iterator[str]:
    yield from LETTERS
    yield from (first + second for first in LETTERS for second in LETTERS)


# ---- on the board ---------------------------------------------------------------------------------------------------


def _at(painter: QPainter, place: Point, mark: Mark, theme: Theme) -> None:
    painter.save()
    painter.translate(*place)
    mark(painter, theme)
    painter.restore()


def _text(
    painter: QPainter, theme: Theme, colour: str, size: int, middle: Point, text: str, alpha: float = 1.0
) -> None:
    """Write a text around a point."""
    words = font(theme, size, 600)
    metrics = QFontMetricsF(words)
    ink = QColor(colour)
    ink.setAlphaF(alpha)
    painter.setFont(words)
    painter.setPen(ink)
    x, y = middle
    painter.drawText(QPointF(x - metrics.horizontalAdvance(text) / 2, y + metrics.capHeight() / 2), text)


def _centre(board: Board, space: str) -> Point:
    return geometry.centre(board.hex(board.space(space)))


def _tiles(painter: QPainter, theme: Theme, board: Board) -> None:
    """Write the name of each tile across it: in files, spaces are named by their tile."""
    middles: dict[str, list[Point]] = {}
    for cell in board.cells:
        middles.setdefault(board.origin(cell).partition("/")[0], []).append(geometry.centre(board.hex(cell)))
    for tile, points in middles.items():
        x = (min(x for x, _ in points) + max(x for x, _ in points)) / 2
        y = (min(y for _, y in points) + max(y for _, y in points)) / 2
        _text(painter, theme, theme.text, 90, (x, y), tile, 0.07)


def _deployment(painter: QPainter, theme: Theme, board: Board, mission: Mission) -> None:
    for space in mission.deployment:
        _at(painter, _centre(board, space), _deployment_mark, theme)


def _deployment_mark(painter: QPainter, theme: Theme) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(theme.team, 2.0))
    painter.drawEllipse(QPointF(0, 0), SIZE / 2.3, SIZE / 2.3)


def _units(painter: QPainter, theme: Theme, board: Board, mission: Mission, words: Words) -> None:
    """Mark where Units start in the first opening, and fainter where effects deploy others."""
    openings = list(mission.openings.values())[:1]
    starts = [(unit.unit, space) for opening in openings for unit in opening.deployed for space in unit.at]
    for unit, space in starts:
        _at(painter, _centre(board, space), _unit_mark(_initials(words, unit), 1.0), theme)
    later = [
        (part.units[0], space)
        for part in held(mission)
        if isinstance(part, DeployUnits) and part.units
        for space in part.at
        if space != "revealed" and " " not in space  # else a hidden token tells it
    ]
    taken = {board.space(space) for _, space in starts}
    for unit, space in dict.fromkeys(later):
        if board.space(space) not in taken:
            _at(painter, _centre(board, space), _unit_mark(_initials(words, unit), 0.45), theme)


def _unit_mark(initials: str, strength: float) -> Mark:
    def mark(painter: QPainter, theme: Theme) -> None:
        ink = QColor(theme.enemy)
        ink.setAlphaF(strength)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(QPointF(0, 0), SIZE / 2.3, SIZE / 2.3)
        _text(painter, theme, theme.background_edge, 12, (0, 0), initials)

    return mark


def _tag(painter: QPainter, theme: Theme, one: Placed) -> None:
    """Write the number of a door beside it. The other signs carry their label themselves."""
    if one.ends is None:
        return
    x, y = one.x + 13, one.y - 13
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.background_edge))
    painter.drawEllipse(QPointF(x, y), 8.5, 8.5)
    _text(painter, theme, theme.text, 11, (x, y), one.thing.label)


def _zone_names(painter: QPainter, theme: Theme, board: Board, mission: Mission, words: Words) -> None:
    """Write the name of each zone on the space nearest to its middle."""
    for zone, spaces in mission.zones.items():
        points = [_centre(board, space) for space in spaces]
        if points:
            x, y = (sum(part) / len(points) for part in zip(*points, strict=True))
            middle = min(points, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)
            name = _named(words, f"mission.{mission.id}.zone.{zone}", zone)
            _label(painter, theme, (middle[0], middle[1] - 16), name)


def _label(painter: QPainter, theme: Theme, middle: Point, text: str) -> None:
    """Write a name on a dark plate, whole inside the board's picture."""
    width = QFontMetricsF(font(theme, 13, 600)).horizontalAdvance(text) + 12
    x = max(middle[0], width / 2 - SIZE)
    plate = QColor(theme.background_edge)
    plate.setAlphaF(0.8)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(plate)
    painter.drawRoundedRect(QRectF(x - width / 2, middle[1] - 9, width, 18), 5, 5)
    _text(painter, theme, theme.mission, 13, (x, middle[1]), text)


# ---- the legend -----------------------------------------------------------------------------------------------------


def _named(words: Words, key: str, id: str) -> str:
    """Return a text, or the id while the author has not written it."""
    text = words(key)
    return id if text == key else text


def _initials(words: Words, unit: str) -> str:
    return _named(words, f"unit.{unit}.initials", initials_of(unit))


def _legend(mission: Mission, things: Sequence[Placed], words: Words) -> Iterator[Entry]:
    yield Entry(_deployment_mark, words("map.deployment"), "")
    if mission.respawn:
        yield Entry(_respawn_mark, words("map.respawn"), " ".join(mission.respawn))
    for one in things:
        thing = one.thing
        name = _named(words, f"mission.{mission.id}.element.{thing.id}", thing.id)
        label = thing.label if thing.kind != "neutral" else ""
        yield Entry(_thing_mark(one), f"{label}  {name}".strip(), f"{thing.id}  {thing.place}")
    for zone, spaces in mission.zones.items():
        name = _named(words, f"mission.{mission.id}.zone.{zone}", zone)
        yield Entry(_zone_mark, name, f"{zone}  ({len(spaces)})")
    for opening in list(mission.openings.values())[:1]:
        for start in opening.deployed:
            name = _named(words, f"unit.{start.unit}.name", start.unit)
            yield Entry(_unit_mark(_initials(words, start.unit), 1.0), name, " ".join(start.at))
    for part in held(mission):
        if isinstance(part, DeployUnits):
            for unit in part.units:
                name = words("map.later", unit=_named(words, f"unit.{unit}.name", unit))
                yield Entry(_unit_mark(_initials(words, unit), 0.45), name, " ".join(part.at))


def _thing_mark(one: Placed) -> Mark:
    return partial(paint_thing, one=one._replace(angle=0.0))


def _respawn_mark(painter: QPainter, theme: Theme) -> None:
    painter.setPen(dashed(theme.enemy, 1.8, (3.0, 2.0)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(0, 0), 14, 14)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.enemy))
    painter.drawPolygon([QPointF(0, 8), QPointF(-7.5, -5), QPointF(7.5, -5)])


def _zone_mark(painter: QPainter, theme: Theme) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(theme.mission, 2.0, Qt.PenStyle.DashLine))
    painter.drawRoundedRect(QRectF(-12, -9, 24, 18), 4, 4)


def _write_legend(
    painter: QPainter, theme: Theme, entries: Sequence[Entry], top: float, columns: int, rows: int
) -> None:
    """Write the entries in columns, from top to bottom."""
    name, place = font(theme, 14, 600), font(theme, 12)
    for index, entry in enumerate(entries):
        column, row = divmod(index, rows)
        x, y = MARGIN + column * WIDE, top + row * ROW
        painter.save()
        painter.translate(x + 14, y + 14)
        entry.mark(painter, theme)
        painter.restore()
        for words, colour, shift, text in (
            (name, theme.text, 8, entry.name),
            (place, theme.muted, 24, entry.place),
        ):
            painter.setFont(words)
            painter.setPen(QColor(colour))
            cut = QFontMetricsF(words).elidedText(text, Qt.TextElideMode.ElideRight, WIDE - 56)
            painter.drawText(QPointF(x + 38, y + shift + 4), cut)
