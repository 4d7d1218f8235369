"""The themes of the window: the built-in ones and those of plugins."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from defiance_qt.core.errors import Message, PluginError
from defiance_qt.shell.settings import Settings
from defiance_qt.shell.theme import THEMES, Theme
from defiance_qt.shell.theme.contrast import faults, needed
from defiance_qt.words.languages import FALLBACK

if TYPE_CHECKING:
    from defiance_qt.extend.hookspecs import ThemeColours

_COLOURS = tuple(name for name, kind in Theme.__annotations__.items() if kind == "str")
MOST = 3
"""The most faults of one theme that are told."""


class Themes(NamedTuple):
    """The themes of plugins by id, with their names in one language, and the plugins whose themes cannot be used."""

    themes: Mapping[str, Theme]
    names: Mapping[str, str]
    failures: tuple[PluginError, ...]


def chosen_theme(settings: Settings, system: str) -> Theme:
    """Return the theme that the settings choose. `system` is the built-in one that is most like the system's; it stands
    in where the plugin of the chosen one is gone."""
    theme = THEMES.get(settings.theme)
    if theme is None and settings.theme != "system":
        theme = plugin_themes(FALLBACK).themes.get(settings.theme)
    if theme is None:
        theme = THEMES[system]
    if settings.figures == "letters":
        theme = replace(theme, letters=True)
    return theme if settings.scale == 1.0 else theme.scaled(settings.scale)


def plugin_themes(language: str) -> Themes:
    """Return the themes of plugins. Imports the plugins of kind "look" that may run."""
    from defiance_qt.extend.guard import unusable
    from defiance_qt.extend.looks import looks

    found = looks()
    themes: dict[str, Theme] = {}
    failures = list(found.failures)
    for id, (plugin, colours) in found.themes.items():
        made = made_theme(colours)
        if isinstance(made, Theme):
            themes[id] = made
        else:
            failures.append(unusable(plugin, [Message("fault.theme", "its theme {name!r}: {why}", name=id, why=made)]))
    return Themes(themes, {id: found.name(id, language) for id in themes}, tuple(failures))


def made_theme(colours: ThemeColours) -> Theme | tuple[Message, ...]:
    """Return the theme with these colors, or what is wrong with it."""
    wrong = theme_faults(colours)
    return wrong[:MOST] if wrong else _with(colours)


def theme_faults(colours: ThemeColours) -> tuple[Message, ...]:
    """Return what is wrong with the colors of a theme: those that do not exist, and those that are too much alike."""
    unknown = [_no_colour(name) for name in sorted(colours.colours) if name not in _COLOURS]
    return (*unknown, *faults(_with(colours)))


def _with(colours: ThemeColours) -> Theme:
    known = {name: colour for name, colour in colours.colours.items() if name in _COLOURS}
    return replace(THEMES[colours.base], **known)  # type: ignore[arg-type]


def _no_colour(name: str) -> Message:
    from difflib import get_close_matches

    if near := get_close_matches(name, _COLOURS, 1):
        return Message(
            "fault.no_colour_near", "there is no color {name!r} (did you mean {near}?)", name=name, near=near[0]
        )
    return Message("fault.no_colour", "there is no color {name!r}", name=name)


def colour_lines() -> Iterator[str]:
    """Yield a line for each color of a theme: its name, its value in the dark and in the light theme, what it is for,
    and from which it must be told."""
    source = inspect.getsource(Theme)
    uses = dict(re.findall(r"^    (\w+): str  # (.*)$", source, re.MULTILINE))
    width = max(map(len, _COLOURS))
    for name in _COLOURS:
        dark, light = (getattr(THEMES[base], name) for base in ("dark", "light"))
        apart = [f"contrast {least:.1f} on {', '.join(grounds)}" for least, grounds in needed(name)]
        told = "; ".join(part for part in (uses.get(name, ""), *apart) if part)
        yield f"{name:{width}}  {dark:9}  {light:9}  {told}".rstrip()
