"""Drawings of both themes as one set of SVG symbols for a page, with their colors as CSS variables.

Of a drawing only shapes and how they are painted get into the page, so nothing in one can run or load anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree as ET

SHAPES = {"g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "clipPath"}
DEFAULTS = {
    "fill": "none",
    "stroke": "none",
    "stroke-width": "1",
    "fill-rule": "evenodd",
    "stroke-linecap": "square",
    "stroke-linejoin": "bevel",
    "stroke-miterlimit": "4",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "transform": "matrix(1,0,0,1,0,0)",
}
"""What needs no attribute. The style of the page says the same."""

GEOMETRY = {"d", "points", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "viewBox"}
OTHERS = {"stroke-dasharray", "stroke-dashoffset", "opacity", "clip-path", "id"}
_NUMBER = re.compile(r"-?\d+\.?\d*(?:e-?\d+)?")
_TOKEN = re.compile(r"[MLCZ]|-?\d+\.?\d*(?:e-?\d+)?")
_QT_PATH = re.compile(r"\s*M[MLCZ\d.,e\s-]+")
PAIRS = {"m": 1, "l": 1, "c": 3}
_VALUE = re.compile(r"[\w#.,()%+\- ]*")
_REFERENCE = re.compile(r"url\(#(\w+)\)")


class Symbols:
    """Symbols by their ids, and the variables that they share."""

    def __init__(self) -> None:
        self._symbols: list[str] = []
        self._colors: dict[tuple[str, str], str] = {}
        self._shapes_there: dict[str, int] = {}

    def add(self, id: str, dark: str, light: str) -> None:
        """Add a drawing, given in both themes. Raises `ValueError` if it is not SVG."""
        try:
            pair = _Pair(ET.fromstring(dark), ET.fromstring(light))
        except ET.ParseError as error:
            raise ValueError(f"{id!r} is not SVG: {error}") from error
        box = pair.dark.get("viewBox", "0 0 0 0")
        inside = "".join(self._shapes(pair, id))
        self._symbols.append(f'<symbol id="{id}" viewBox="{_rounded(box)}" overflow="visible">{inside}</symbol>')

    @property
    def markup(self) -> str:
        return self.markup_since((0, 0))

    @property
    def count(self) -> tuple[int, int]:
        """How many symbols and shapes there are."""
        return len(self._symbols), len(self._shapes_there)

    def markup_since(self, count: tuple[int, int]) -> str:
        """Return what was added since there were so many symbols and shapes."""
        symbols, known = count
        added = list(self._shapes_there.items())[known:]
        shapes = "".join(f'<path id="q{number}" d="{d}"/>' for d, number in added)
        return f"<defs>{shapes}</defs>" + "".join(self._symbols[symbols:])

    @property
    def rules(self) -> str:
        """The rules that set the colors, as the reader's system is dark or light."""
        dark = "".join(f"{name}:{color};" for (color, _), name in self._colors.items())
        light = "".join(f"{name}:{color};" for (_, color), name in self._colors.items())
        base = ";".join(f"{name}:{value}" for name, value in DEFAULTS.items() if name != "transform")
        return (
            f":root{{{light}}}@media (prefers-color-scheme: dark){{:root{{{dark}}}}}"
            f"@media print{{:root{{{light}}}}}symbol{{{base}}}\n"
        )

    def _shapes(self, pair: _Pair, id: str) -> Iterator[str]:
        """Yield the shapes inside an element. Groups that say nothing are left out."""
        for one in pair.inside():
            tag = one.tag
            if tag == "defs":
                yield from self._shapes(one, id)
                continue
            if tag not in SHAPES:
                continue
            inside = "".join(self._shapes(one, id))
            if tag in ("g", "clipPath") and not inside:
                continue
            attributes = self._attributes(one, id)
            if tag == "path" and pair.tag != "clipPath":
                yield self._path(attributes)
                continue
            said = "".join(f' {name}="{value}"' for name, value in attributes.items())
            if tag == "g" and not said:
                yield inside
            else:
                yield f"<{tag}{said}>{inside}</{tag}>" if inside else f"<{tag}{said}/>"

    def _path(self, attributes: dict[str, str]) -> str:
        """Return a path as a use of its shape, which is held once."""
        d = attributes.pop("d", "")
        said = "".join(f' {name}="{value}"' for name, value in attributes.items())
        if not _QT_PATH.fullmatch(d):
            return f'<path d="{d}"{said}/>' if d.strip() else ""
        x, y, shape = _path(d)
        number = self._shapes_there.setdefault(shape, len(self._shapes_there))
        return f'<use href="#q{number}" x="{x}" y="{y}"{said}/>'

    def _attributes(self, pair: _Pair, id: str) -> dict[str, str]:
        found: dict[str, str] = {}
        grouped = pair.tag == "g"
        for name, dark in pair.dark.attrib.items():
            light = pair.light.get(name, dark)
            if (name not in DEFAULTS and name not in GEOMETRY and name not in OTHERS) or not _VALUE.fullmatch(dark):
                continue
            if dark == "black":
                continue  # of the outermost group, and every group in it says its own
            # What a group says is what its shapes begin with; a shape says only what differs.
            if DEFAULTS.get(name) == dark == light and (grouped or name != "fill"):
                continue
            if name == "id":
                found[name] = f"{id}-{dark}"
            elif reference := _REFERENCE.fullmatch(dark):
                found[name] = f"url(#{id}-{reference[1]})"
            elif dark != light or dark.startswith("#"):
                found[name] = f"var({self._variable(dark, light)})"
            else:
                found[name] = _rounded(dark) if (name in GEOMETRY and name != "d") or name == "transform" else dark
        if found.get("stroke", "none") == "none" and grouped:
            for name in [name for name in found if name.startswith("stroke-")]:
                del found[name]
        return found

    def _variable(self, dark: str, light: str) -> str:
        if not _VALUE.fullmatch(light):
            light = dark
        return self._colors.setdefault((dark, light), f"--c{len(self._colors)}")


class _Pair(NamedTuple):
    """An element of a drawing in both themes. Where the shapes differ after all, those of the dark theme are taken."""

    dark: ET.Element
    light: ET.Element

    @property
    def tag(self) -> str:
        return str(self.dark.tag).rpartition("}")[2]

    def inside(self) -> Iterator[_Pair]:
        same = len(self.dark) == len(self.light)
        for at, one in enumerate(self.dark):
            yield _Pair(one, self.light[at] if same else one)


def _rounded(text: str) -> str:
    """Return numbers with one decimal, those below 2 with three."""
    return _NUMBER.sub(lambda found: _short(float(found[0]), 3 if abs(float(found[0])) < 2 else 1), text.strip())


def _short(number: float, decimals: int) -> str:
    text = f"{number:.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else re.sub(r"^(-?)0\.", r"\1.", text)


def _path(d: str) -> tuple[str, str, str]:
    """Return where a path of Qt's begins, and what follows from there in relative steps: equal shapes are equal."""
    tokens = _TOKEN.findall(d)
    origin = (float(tokens[1]), float(tokens[2]))
    here = start = (0.0, 0.0)
    said, before, at = [], "", 0
    command = ""
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at].lower(), at + 1
        if command == "z":
            here, before = start, "z"
            said.append("z")
            continue
        points = _points(tokens[at : at + PAIRS[command] * 2], origin)
        at += PAIRS[command] * 2
        numbers = [_short(to - now, 1) for point in points for to, now in zip(point, here, strict=True)]
        said.append((command if command != before else "") + "".join(_joined(numbers, command != before)))
        here, before = points[-1], command
        start = here if command == "m" else start
    return _short(origin[0], 1), _short(origin[1], 1), "M0 0" + "".join(said).removeprefix("m0 0")


def _points(numbers: list[str], origin: tuple[float, float]) -> list[tuple[float, float]]:
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return [(round(float(x) - origin[0], 1), round(float(y) - origin[1], 1)) for x, y in pairs]


def _joined(numbers: list[str], first: bool) -> Iterator[str]:
    """Yield numbers with a space before those that need one."""
    for at, number in enumerate(numbers):
        yield number if number.startswith("-") or (first and at == 0) else f" {number}"
