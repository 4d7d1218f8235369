"""Plots as SVG: lines, alone or with a band around what is expected, and bars side by side."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise

from defiance_qt.core.port.chronicle import Plot, Point

WIDTH, HEIGHT = 640, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 14, 30, 46
# The steps between the numbers of an axis, times a power of ten.
_STEPS = (1, 2, 5)
# The width of a letter.
_SIGN = 6.2


def svg(plot: Plot, wide: int = WIDTH) -> str:
    """Return a plot as SVG of a width; its words have the same size at each. Its colors are variables, which
    `page.colored` fills in."""
    draw = _bars if plot.kind == "bars" else _curve
    body = "".join(draw(plot, wide))
    label = escape(f"{plot.title}. {plot.text}".strip())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {HEIGHT}" width="{wide}" height="{HEIGHT}" '
        f'role="img" aria-label="{label}" font-family="Inter, Segoe UI, Noto Sans, DejaVu Sans, sans-serif" '
        f'font-size="11">{body}</svg>'
    )


class _Frame:
    """The axes of a plot."""

    def __init__(self, low: float, high: float, begin: float, end: float, wide: int) -> None:
        self.step = _step(high - low)
        self.low = math.floor(low / self.step) * self.step
        self.high = max(math.ceil(high / self.step) * self.step, self.low + self.step)
        self.begin, self.end = begin, max(end, begin + 1)
        self.right = wide - _RIGHT

    def x(self, value: float) -> float:
        return _LEFT + (value - self.begin) / (self.end - self.begin) * (self.right - _LEFT)

    def y(self, value: float) -> float:
        return HEIGHT - _BOTTOM - (value - self.low) / (self.high - self.low) * (HEIGHT - _TOP - _BOTTOM)

    def rows(self) -> Iterator[str]:
        """Yield the horizontal lines with their numbers."""
        count = round((self.high - self.low) / self.step)
        for number in range(count + 1):
            value = self.low + number * self.step
            y = self.y(value)
            yield _line(_LEFT, y, self.right, y, "--muted" if value == 0 else "--line")
            yield _text(_LEFT - 6, y + 4, f"{value:g}".replace("-", "−"), "end")


def _step(span: float) -> float:
    """Return a round distance of which about five make up the span."""
    rough = max(span, 1) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    return max(1.0, next((factor * power for factor in _STEPS if factor * power >= rough), 10 * power))


def _curve(plot: Plot, wide: int) -> Iterator[str]:
    points = [point for series in plot.series for point in series.points]
    reach = max((max(abs(point.y), point.spread) for point in points), default=1.0)
    # What is counted has nothing below 0; a difference has as much below as above.
    below = plot.band or any(point.y < 0 for point in points)
    frame = _Frame(-reach if below else 0, reach, 0, max((point.x for point in points), default=1), wide)
    for series in plot.series:
        if plot.band:
            yield from _band(series.points, frame, series.side)
    yield from frame.rows()
    yield from _marks(plot, frame)
    several = len(plot.series) > 1
    for series in plot.series:
        ink = f"var({_color(series.side)})" if several else "var(--text)"
        path = " ".join(f"{frame.x(point.x):.1f},{frame.y(point.y):.1f}" for point in series.points)
        yield f'<polyline points="{path}" fill="none" stroke="{ink}" stroke-width="1.6"/>'
        last = series.points[-1]
        x, y = frame.x(last.x), frame.y(last.y)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{ink}"/>'
    yield from _axes(plot, wide)
    if several and not plot.band:
        yield from _legend(plot, wide)
    if not plot.marks:
        yield from _numbers(frame)


def _band(points: Sequence[Point], frame: _Frame, side: str) -> Iterator[str]:
    color = _color(side)
    upper = [(frame.x(point.x), frame.y(point.spread)) for point in points]
    lower = [(frame.x(point.x), frame.y(-point.spread)) for point in reversed(points)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (*upper, *lower))
    yield f'<polygon points="{path}" fill="var({color}-soft)" stroke="var({color})" stroke-width="0.8" '
    yield 'stroke-dasharray="3 3"/>'


def _marks(plot: Plot, frame: _Frame) -> Iterator[str]:
    """Yield where something new begins, each with its name in the place up to the next."""
    begins = [frame.x(at) for at, _ in plot.marks]
    rooms = [end - begin for begin, end in pairwise([*begins, frame.x(frame.end)])]
    for x, text in zip(begins, _names(plot, rooms), strict=True):
        yield _line(x, _TOP, x, HEIGHT - _BOTTOM, "--line", ' stroke-dasharray="2 3"')
        yield _text(x + 2, HEIGHT - _BOTTOM + 15, text, "start")


def _names(plot: Plot, rooms: Sequence[float]) -> list[str]:
    """Return the names of the marks if all have room, else their numbers, "" for one that has none even for that."""
    if all(len(name) * _SIGN <= room for (_, name), room in zip(plot.marks, rooms, strict=True)):
        return [name for _, name in plot.marks]
    numbers = [str(number) for number in range(1, len(plot.marks) + 1)]
    return [text if len(text) * _SIGN <= room else "" for text, room in zip(numbers, rooms, strict=True)]


def _numbers(frame: _Frame) -> Iterator[str]:
    step = _step(frame.end)
    for number in range(int(frame.end / step) + 1):
        yield _text(frame.x(number * step), HEIGHT - _BOTTOM + 15, f"{number * step:g}", "middle")


def _bars(plot: Plot, width: int) -> Iterator[str]:
    count = max((len(series.points) for series in plot.series), default=0)
    most = max((point.y for series in plot.series for point in series.points), default=1.0)
    frame = _Frame(0, most, 0.5, count + 0.5, width)
    yield from frame.rows()
    room = frame.x(1) - frame.x(0)
    wide = room * 0.72 / max(1, len(plot.series))
    for place, series in enumerate(plot.series):
        for point in series.points:
            x = frame.x(point.x) - room * 0.36 + place * wide
            y = frame.y(point.y)
            height = frame.y(0) - y
            if height > 0:
                yield f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{height:.1f}" rx="2" '
                yield f'fill="var({_color(series.side)})"><title>{escape(series.name)}: {point.y:g}</title></rect>'
    for (at, _), text in zip(plot.marks, _names(plot, [room] * len(plot.marks)), strict=True):
        yield _text(frame.x(at), HEIGHT - _BOTTOM + 15, text, "middle")
    yield from _axes(plot, width)
    yield from _legend(plot, width)


def _legend(plot: Plot, wide: int) -> Iterator[str]:
    x = float(wide - _RIGHT)
    for series in reversed(plot.series):
        x -= len(series.name) * _SIGN
        yield _text(x, 14, series.name, "start")
        x -= 16
        yield f'<rect x="{x:.1f}" y="5" width="11" height="11" rx="2" fill="var({_color(series.side)})"/>'
        x -= 14


def _axes(plot: Plot, wide: int) -> Iterator[str]:
    yield _text(_LEFT, 14, plot.y, "start")
    yield _text(wide - _RIGHT, HEIGHT - 10, plot.x, "end")
    if plot.band:
        yield _text(wide - _RIGHT, 14, plot.band, "end")


def _color(side: str) -> str:
    return "--enemy" if side == "enemy" else "--team"


def _line(x: float, y: float, to_x: float, to_y: float, color: str, more: str = "") -> str:
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="var({color})"{more}/>'


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="var(--muted)">{escape(text)}</text>'
