"""The themes of the window: the built-in ones and those of plugins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, NamedTuple

from defiance_qt.core.errors import Message, PluginError
from defiance_qt.shell.settings import Settings
from defiance_qt.shell.theme import THEMES, Theme
from defiance_qt.shell.theme.contrast import faults
from defiance_qt.words.languages import FALLBACK

if TYPE_CHECKING:
    from defiance_qt.extend.hookspecs import ThemeColours

_COLOURS = frozenset(field.name for field in fields(Theme) if field.type == "str")
MOST = 3
"""The most faults of one theme that are told."""


class Themes(NamedTuple):
    """The themes of plugins by id, with their names in one language, and the plugins whose themes cannot be used."""

    themes: Mapping[str, Theme]
    names: Mapping[str, str]
    failures: tuple[PluginError, ...]


def chosen_theme(settings: Settings, dark: bool) -> Theme:
    """Return the theme that the settings choose, scaled. `dark`: whether the system's theme is dark. The built-in one
    like it stands in where the plugin of the chosen one is gone."""
    theme = THEMES.get(settings.theme)
    if theme is None and settings.theme != "system":
        theme = plugin_themes(FALLBACK).themes.get(settings.theme)
    if theme is None:
        theme = THEMES["dark" if dark else "light"]
    return theme if settings.scale == 1.0 else theme.scaled(settings.scale)


def plugin_themes(language: str) -> Themes:
    """Return the themes of plugins. Imports the plugins of kind "look" that may run."""
    from defiance_qt.extend.looks import looks
    from defiance_qt.extend.registry import unusable

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
    if unknown := sorted(set(colours.colours) - _COLOURS):
        return tuple(Message("fault.no_colour", "there is no color {name!r}", name=name) for name in unknown[:MOST])
    theme = replace(THEMES[colours.base], **colours.colours)  # type: ignore[arg-type]
    wrong = tuple(faults(theme))
    return wrong[:MOST] if wrong else theme
