"""What plugins add to the window of an open game: panels and menu entries. Each call into them is guarded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from defiance_qt.extend.guard import Guard
from defiance_qt.extend.hookspecs import MenuEntry, PanelMaker, ShowContext, TokenLook
from defiance_qt.extend.registry import Registry


class GuestPanel(NamedTuple):
    """A panel of a plugin. `guard` guards its functions, `blame` drops the plugin for what its code has raised."""

    plugin: str
    title: str
    make: PanelMaker
    guard: Guard
    blame: Callable[[BaseException], None]


class GuestEntry(NamedTuple):
    """A menu entry of a plugin. `run` is guarded: a fault gives ""."""

    plugin: str
    title: str
    run: MenuEntry


class Guests(NamedTuple):
    """What the plugins of one game add to its window, in the order of their ids. `tokens` are looks of tokens by the
    ids of figures and Units."""

    panels: tuple[GuestPanel, ...] = ()
    entries: tuple[GuestEntry, ...] = ()
    tokens: Mapping[str, TokenLook] = MappingProxyType({})


def guests(registry: Registry, figures: Mapping[str, TokenLook], language: str) -> Guests:
    """Ask the plugins of a game what they add to its window in a language. `figures` are the drawings in their
    folders."""
    context = ShowContext(language)
    panels = [
        GuestPanel(plugin, title, make, registry.guard(plugin), partial(registry.blame, plugin, "show_panel"))
        for plugin, answer in registry.answers("show_panel", context)
        for title, make in answer.items()
    ]
    entries = [
        GuestEntry(plugin, title, registry.guard(plugin)("show_menu", act, _sentence, ""))
        for plugin, answer in registry.answers("show_menu", context)
        for title, act in answer.items()
    ]
    tokens: dict[str, TokenLook] = {}
    for _, answer in registry.answers("show_tokens", context):
        tokens = {**answer, **tokens}
    return Guests(tuple(panels), tuple(entries), {**figures, **tokens})


def _sentence(answer: object, host: object) -> str:
    if type(answer) is not str:
        raise TypeError(f"{answer!r} is not a sentence")
    return answer
