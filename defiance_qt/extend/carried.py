"""The sentences that a save carries for the day on which its game system is not there.

Without its system a game has no rules, no states and no words of its own. So a session of a system that is a plugin
stores, when it is closed, what the log says of each event, and what the plugin is called; `UnknownGame` finds a
sentence by the events that led to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from defiance_qt.core.decoding import ready
from defiance_qt.core.errors import one_line
from defiance_qt.core.port import Words
from defiance_qt.core.session import Session
from defiance_qt.core.timeline import Setting
from defiance_qt.core.unknown import Carried, after
from defiance_qt.extend.guard import PluginFault, run

NAME = "carried."
"""What begins the name of the settings that hold the sentences. The number of steps follows, and the number of
the first sentence."""

AT_ONCE = 5000
"""The most sentences of one setting. They have about two MiB; an entry has a limit."""

NAMES = "system.names"
"""The setting that holds the names of the system's plugin, by language."""


def names(settings: Mapping[str, Any]) -> dict[str, str]:
    """Return the names of the system's plugin that a game carries, by language."""
    try:
        return {one: one_line(name) for one, name in msgspec.convert(settings.get(NAMES, {}), dict[str, str]).items()}
    except msgspec.ValidationError:
        # Of a later version: the plugin is called by its id.
        return {}


def carried(settings: Mapping[str, Any]) -> dict[int, Carried]:
    """Return the sentences among a game's settings, by the state of an unknown game after each event."""
    found: dict[int, Carried] = {}
    for name, value in settings.items():
        if name.startswith(NAME):
            try:
                entries = msgspec.convert(value, ready(list[tuple[int, Carried]]))
            except msgspec.ValidationError:
                # Of a later version: the events themselves are shown.
                continue
            found |= dict(entries)
    return found


def to_carry(session: Session, words: Mapping[str, Words], known: Mapping[int, Carried]) -> list[Setting]:
    """Return what the log says of the events whose sentences are not `known` yet, as settings to store."""
    found: list[Any] = []
    # A system that cannot tell its story carries as much as it has told.
    with suppress(PluginFault):
        for state, one in _sentences(session, words, known):
            found.append([state, msgspec.to_builtins(one)])
    name = f"{NAME}{len(session.timeline)}"
    return [Setting(f"{name}.{first}", found[first : first + AT_ONCE]) for first in range(0, len(found), AT_ONCE)]


def _sentences(
    session: Session, words: Mapping[str, Words], known: Mapping[int, Carried]
) -> Iterator[tuple[int, Carried]]:
    game, states = session.game, dict[int, int]()
    for step in range(len(session.timeline)):
        parent = session.timeline.parent(step)
        state = 0 if parent is None else states[parent]
        contexts = run(lambda step=step: tuple(session.event_contexts((step,))))
        for one in contexts:
            state = after(state, one.event)
            if state not in known:
                yield state, run(_told, game, one, words)
        states[step] = state


def _told(game: Any, one: Any, words: Mapping[str, Words]) -> Carried:
    return Carried(
        {language: str(game.narrate(one.event, one.after, own)) for language, own in words.items()},
        int(game.summary(one.after).chapter),
        game.result(one.after),
    )
