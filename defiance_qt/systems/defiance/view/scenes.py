"""The scenes of missions: a drawing for each briefing, put together from the figures' own drawings and a few shapes.

A scene is an SVG of 640 × 160 points in the colors of a theme.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from defiance_qt.shell.theme.icons import INK
from defiance_qt.systems.defiance.view.drawings import figure_drawings

WIDE, HIGH = 640, 160
FLOOR = 150.0
"""Where the ground is, from above."""


class Colors(NamedTuple):
    """The colors of a scene: the sky, the ground and what lies far, the two sides, and what glows."""

    sky: str
    far: str
    near: str
    line: str
    team: str
    enemy: str
    glow: str


class Scene(NamedTuple):
    """A scene: what lies behind, and who stands before it at the right, as ids of drawings."""

    behind: Callable[[Colors], Iterable[str]]
    foes: tuple[str, ...]
    team: tuple[str, ...] = ("uma", "cadin", "qiang", "jazz")


def scene(mission: str, colors: Colors) -> str:
    """Return the scene of a mission, "" for one that has none."""
    found = SCENES.get(mission)
    if found is None:
        return ""
    parts = [f'<rect width="{WIDE}" height="{HIGH}" fill="{colors.sky}"/>', *found.behind(colors)]
    parts += [_standing(id, 24 + 62 * place, 78, colors.team, colors.sky) for place, id in enumerate(found.team)]
    for place, id in enumerate(reversed(found.foes)):
        parts.append(_standing(id, WIDE - 106 - 66 * place, 88, colors.enemy, colors.sky, mirrored=True))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}">{"".join(parts)}</svg>'


def _standing(id: str, x: float, size: float, accent: str, ground: str, mirrored: bool = False) -> str:
    """Return a figure on the lower edge of the scene."""
    drawn = re.sub(r"</?svg[^>]*>", "", figure_drawings()[id]).replace("currentColor", accent).replace(INK, ground)
    scale, top = size / 64, HIGH - size + 2
    place = (
        f"translate({x + size:g} {top:g}) scale({-scale:g} {scale:g})"
        if mirrored
        else (f"translate({x:g} {top:g}) scale({scale:g})")
    )
    return f'<g transform="{place}">{drawn}</g>'


# ---- shapes ----


def _rect(x: float, y: float, wide: float, high: float, fill: str, round: float = 0.0, more: str = "") -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="{round:g}" fill="{fill}" {more}/>'


def _disc(x: float, y: float, radius: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" {more}/>'


def _ring(x: float, y: float, radius: float, color: str, width: float = 2.0, more: str = "") -> str:
    return _disc(x, y, radius, "none", f'stroke="{color}" stroke-width="{width:g}" {more}')


def _path(d: str, fill: str = "none", stroke: str = "none", width: float = 2.0, more: str = "") -> str:
    return f'<path d="{d}" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}" {more}/>'


def _stars(colors: Colors, count: int = 26, low: float = 96.0) -> Iterable[str]:
    """Yield stars that are always in the same places."""
    for place in range(count):
        x, y = (place * 149 + 31) % WIDE, (place * 67 + 17) % low
        yield _disc(x, y, 0.7 + place % 3 * 0.35, colors.line)


def _ground(colors: Colors, top: float = FLOOR - 22) -> str:
    return _rect(0, top, WIDE, HIGH - top, colors.far)


# ---- what lies behind ----


def _laboratory(colors: Colors) -> Iterable[str]:
    """A corridor with cells, one of them lit."""
    yield _ground(colors, 126)
    for place in range(7):
        x = 14 + place * 90
        lit = place == 4
        yield _rect(x, 22, 66, 104, colors.near if lit else colors.far, 4)
        if lit:
            yield _rect(x + 6, 28, 54, 98, colors.glow, 3, 'fill-opacity=".28"')
        for bar in range(4):
            yield _path(f"M{x + 12 + bar * 14} 28V126", stroke=colors.line, width=2.4)
    yield _path(f"M0 16H{WIDE}", stroke=colors.line, width=3)


def _relay(colors: Colors) -> Iterable[str]:
    """A dish that listens, on a moon."""
    yield from _stars(colors)
    yield _path(f"M0 130Q320 96 640 130V{HIGH}H0z", colors.far)
    yield _path("M318 122L344 66L370 122z", colors.near)
    yield _path("M296 30Q306 92 384 84z", colors.near, colors.line, 2.4)
    yield _path("M338 60L318 34", stroke=colors.line, width=3)
    yield _disc(317, 32, 4, colors.glow)
    for radius in (18, 32, 46):
        yield _path(
            f"M{317 - radius} {32 - radius * 0.2:g}A{radius} {radius} 0 0 1 {317 - radius * 0.2:g} {32 - radius}",
            stroke=colors.glow,
        )


def _pods(colors: Colors) -> Iterable[str]:
    """A row of pods in the cold; one is open."""
    yield _ground(colors, 132)
    for place in range(9):
        x = 18 + place * 69
        open_ = place == 4
        yield _rect(x, 26, 46, 106, colors.near, 23)
        yield _rect(x + 8, 36, 30, 70, colors.glow if open_ else colors.sky, 15, 'fill-opacity=".5"')
        yield _disc(x + 23, 118, 3.4, colors.glow if open_ else colors.line)
    for x in range(6, WIDE, 24):
        yield _path(f"M{x} 0v{6 + x * 7 % 13}", stroke=colors.line, width=1.6)


def _vaults(colors: Colors) -> Iterable[str]:
    """Two islands in one hall, a round vault door on each, and a gap between them."""
    for x in (236, 378):
        yield _path(f"M{x} 116h120l-16 {HIGH - 116}h-88z", colors.far, colors.line)
        yield _disc(x + 60, 66, 42, colors.near)
        yield _ring(x + 60, 66, 42, colors.line, 3)
        yield _ring(x + 60, 66, 28, colors.line)
        for turn in range(6):
            dx, dy = math.cos(turn * math.pi / 3), math.sin(turn * math.pi / 3)
            spoke = f"M{x + 60 + 12 * dx:g} {66 + 12 * dy:g}L{x + 60 + 36 * dx:g} {66 + 36 * dy:g}"
            yield _path(spoke, stroke=colors.line)
        yield _disc(x + 60, 66, 9, colors.glow)


def _cells(colors: Colors) -> Iterable[str]:
    """Five cells, a face in each; one of them is none."""
    yield _ground(colors, 130)
    for place in range(5):
        x = 278 + place * 62 - 120
        yield _rect(x, 24, 52, 106, colors.near, 5)
        wrong = place == 3
        fill = colors.glow if wrong else colors.far
        yield _disc(x + 26, 62, 13, fill)
        yield _path(f"M{x + 6} 110q4-28 20-28t20 28z", fill)
        if wrong:
            yield _disc(x + 21, 60, 2.4, colors.sky)
            yield _disc(x + 31, 60, 2.4, colors.sky)
            yield _disc(x + 26, 68, 2.4, colors.sky)
        for bar in range(3):
            yield _path(f"M{x + 10 + bar * 16} 24V130", stroke=colors.line, width=2)


def _pumps(colors: Colors) -> Iterable[str]:
    """Tanks and pumps below a flare."""
    yield from _stars(colors, 16, 60)
    yield _ground(colors, 128)
    for place in range(4):
        x = 190 + place * 76
        yield _rect(x, 64, 54, 64, colors.near, 10)
        yield _path(f"M{x} 84h54M{x} 104h54", stroke=colors.line)
        yield _path(f"M{x + 54} 116h22", stroke=colors.line, width=5)
    yield _rect(120, 40, 10, 88, colors.near)
    yield _path("M125 40q-18-14-2-34q0 12 8 14q2-6 0-12q18 18-6 32z", colors.glow)


def _defiance(colors: Colors) -> Iterable[str]:
    """The ship adrift, and pods that come for it."""
    yield from _stars(colors, 34, 140)
    yield _path("M150 92l60-30h190l70 22l20 14l-30 16H220l-50-8z", colors.near, colors.line, 2.4)
    yield _path("M236 62l20-22h70l22 22z", colors.far, colors.line)
    for x in range(240, 420, 26):
        yield _rect(x, 84, 12, 6, colors.glow, 2)
    yield _path("M150 92l-26-12v30l30-4z", colors.far, colors.line)
    for x, y in ((520, 40), (560, 76), (500, 118)):
        yield _path(f"M{x} {y}l24-9l8 9l-8 9z", colors.enemy)
        yield _path(f"M{x + 34} {y}h40", stroke=colors.enemy, width=1.6, more='stroke-dasharray="6 5"')


def _colony(colors: Colors) -> Iterable[str]:
    """A mining colony under its headframe, and a pad that waits for a ship."""
    yield from _stars(colors, 14, 50)
    yield _path(f"M0 128L90 96L170 122L300 104L430 124L540 94L640 122V{HIGH}H0z", colors.far)
    yield _path("M236 126L270 36L304 126M248 96h44M257 70h26", stroke=colors.line, width=3)
    yield _ring(270, 34, 11, colors.line, 3)
    for x, high in ((310, 40), (352, 58), (396, 32)):
        yield _rect(x, 126 - high, 36, high, colors.near)
        yield _rect(x + 8, 134 - high, 8, 8, colors.glow)
    yield _path("M446 126h76l-12 8h-52z", colors.near, colors.glow)


def _moorings(colors: Colors) -> Iterable[str]:
    """A station's arms hold the ship before a wormhole."""
    yield from _stars(colors, 30, 130)
    for radius in (58, 46, 34, 22):
        yield _ring(330, 66, radius, colors.glow if radius == 34 else colors.line, 2.4)
    yield _disc(330, 66, 14, colors.glow, 'fill-opacity=".6"')
    yield _path("M222 104l40-18h130l48 14l14 10l-24 10H262z", colors.near, colors.line, 2.4)
    for x in (266, 336, 406):
        yield _path(f"M{x} {HIGH}v-22h-14v-16h34v16h-14", colors.far, colors.line)


def _shore(colors: Colors) -> Iterable[str]:
    """A ship that has fallen, dead trees and spores under a sky without names."""
    yield from _stars(colors, 12, 44)
    yield _path(f"M0 118Q160 92 320 116T640 106V{HIGH}H0z", colors.far)
    yield _path("M236 112l70-34l96 4l34 22l-40 14z", colors.near, colors.line, 2.4, 'transform="rotate(-9 330 100)"')
    for x, high in ((180, 58), (214, 40), (452, 64), (488, 44)):
        yield _path(
            f"M{x} 120v{-high}M{x} {120 - high * 0.55:g}l-14-14M{x} {120 - high * 0.7:g}l13-15",
            stroke=colors.line,
            width=3,
        )
    for place in range(14):
        yield _disc(160 + place * 97 % 330, 60 + place * 41 % 50, 2.2 + place % 3, colors.glow, 'fill-opacity=".55"')


def _causeway(colors: Colors) -> Iterable[str]:
    """A causeway that goes under, strip by strip."""
    yield from _stars(colors, 12, 40)
    for place in range(6):
        yield _rect(150 + place * 58, 104 + place * place * 1.5, 50, 12, colors.near, 2)
    for place, y in enumerate((92, 112, 132)):
        waves = "".join("q16-12 32 0t32 0" for _ in range(11))
        yield _path(f"M{-20 - place * 14} {y}{waves}V{HIGH}H-20z", colors.far, colors.line, 2, 'fill-opacity=".82"')


def _gate(colors: Colors) -> Iterable[str]:
    """A ring of anchors round a pit full of stars."""
    yield _ground(colors, 134)
    yield f'<ellipse cx="322" cy="82" rx="134" ry="62" fill="{colors.near}" stroke="{colors.line}" stroke-width="3"/>'
    yield f'<ellipse cx="322" cy="82" rx="108" ry="46" fill="{colors.sky}" stroke="{colors.glow}" stroke-width="2"/>'
    for place in range(20):
        turn, far = place * 2.4, 0.16 + place % 7 * 0.12
        yield _disc(322 + math.cos(turn) * 100 * far, 82 + math.sin(turn) * 40 * far, 1.3, colors.glow)
    for place in range(5):
        turn = math.pi * (0.5 + place * 0.4)
        x, y = 322 + math.cos(turn) * 134, 82 + math.sin(turn) * 62
        yield _path(f"M{x - 9:g} {y + 8:g}l9-30l9 30z", colors.line, colors.sky)
        yield _disc(x, y - 4, 3, colors.glow)


SCENES = {
    "extraction": Scene(_laboratory, ("cadmus", "nox_leader", "nox_spec_ops")),
    "dead_air": Scene(_relay, ("warden_drone", "nox_spec_ops")),
    "cold_wake": Scene(_pods, ("seedlings", "void_boarder")),
    "two_keys": Scene(_vaults, ("warden_drone", "nox_spec_ops")),
    "faces": Scene(_cells, ("hollow", "mimic")),
    "slow_burn": Scene(_pumps, ("sapper", "cadmus")),
    "boarders": Scene(_defiance, ("void_boarder",)),
    "quarry": Scene(_colony, ("shrike", "quarry")),
    "moorings": Scene(_moorings, ("clamp", "nox_spec_ops")),
    "far_shore": Scene(_shore, ("shrike", "seedlings")),
    "undertow": Scene(_causeway, ("tide", "seedlings")),
    "lantern": Scene(_gate, ("gate_anchor", "choir")),
}
"""The scenes by mission."""
