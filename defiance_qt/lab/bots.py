"""Bots: answer prompts in place of a user. Each system provides its own; a random bot is added for every system.

A bot sees the game through the same queries as a user, and answers with a legal command. It does not use the game's
chance: a random bot has its own generator, so the same seed plays the same game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from defiance_qt.core.errors import DefianceError
from defiance_qt.core.port import Advice, Bot, Candidate, Command, Game, State, Words
from defiance_qt.extend.bots import makers
from defiance_qt.extend.loader import load
from defiance_qt.extend.systems import DEFAULT, load_system


class RandomBot:
    """Chooses a legal command uniformly at random."""

    def __init__(self, seed: int) -> None:
        self._choice = random.Random(seed).choice

    def choose(self, game: Game, state: State, legal: tuple[Command, ...]) -> Command:
        return self._choice(legal)


Makers = Mapping[str, Callable[[int], Bot]]
"""What makes bots, by their names."""


def bots(system: str = DEFAULT, more: Makers = MappingProxyType({})) -> Makers:
    """Return the bots of a system by name, the best first, then `more` of plugins. Raises `PluginError` for an unknown
    system."""
    loaded = load_system(system)
    own = loaded.rules.bots()
    return {**(own if loaded.built_in else makers(loaded.found.id, own, "bots")), "random": RandomBot, **more}


def plugin_bots(system: str, plugins: Sequence[str], options: Mapping[str, Mapping[str, object]]) -> Makers:
    """Return the bots that these plugins bring. Raises `PluginError` for a plugin that cannot be used."""
    if not plugins:
        return {}
    loaded = load(plugins, options, system=system)
    if loaded.refused:
        raise loaded.refused[0]
    return loaded.bots()


def bot_name(name: str, system: str = DEFAULT) -> str:
    """Return the name of a bot; "" selects the system's best. Raises `DefianceError`."""
    return _chosen(name, bots(system))


def _chosen(name: str, makers: Makers) -> str:
    known = tuple(makers)
    if name and name not in makers:
        raise DefianceError("command.bot", "There is no bot {name!r}: {known}.", name=name, known=", ".join(known))
    return name or known[0]


def make_bot(name: str, seed: int, system: str = DEFAULT, more: Makers = MappingProxyType({})) -> Bot:
    """Create a bot by name for one game; "" selects the system's best. `more` are those of the game's plugins. Raises
    `DefianceError`."""
    makers = bots(system, more)
    return makers[_chosen(name, makers)](seed)


def best_bot(system: str, more: Makers = MappingProxyType({})) -> Callable[[int], Bot]:
    """Return what makes the bot that hints come from: the first one of a game's plugins (`more`), else the system's
    best."""
    return next(iter({**more, **bots(system)}.values()))


def plans(game: Game, state: State, more: Makers, words: Words) -> tuple[Candidate, ...]:
    """Return the plans that the bot for hints would weigh now, or the system's best bot if that one makes none; none
    where nothing is to be planned. Raises `PluginError` if the system is missing."""
    legal = game.legal(state)
    if game.prompt(state).seat in ("", "table") or not legal:
        return ()
    for make in (best_bot(game.system, more), best_bot(game.system)):
        planned = getattr(make(0), "plans", None)
        if planned is not None:
            return tuple(planned(game, state, legal, words))
    return ()


def hint(game: Game, state: State, more: Makers, words: Words) -> Advice | None:
    """Return what the first bot of a game's plugins (`more`) would do now, or without one the system's best bot; None
    as in `advise`. Raises `PluginError` if the system is missing."""
    name = next(iter(more), "")
    advice = advise(make_bot(name, game.seed(state), game.system, more), game, state, words)
    if advice is None or not name:
        return advice
    return replace(advice, text=words("ui.hint.by", bot=words(f"bot.{name}"), hint=advice.text))


def advise(bot: Bot, game: Game, state: State, words: Words) -> Advice | None:
    """Return what a bot would do now with its reason, or its choice alone if it gives none. None if the game waits for
    nobody, or for dice and cards."""
    legal = game.legal(state)
    if game.prompt(state).seat in ("", "table") or not legal:
        return None
    reasoned = getattr(bot, "advise", None)
    if reasoned is not None:
        advice: Advice = reasoned(game, state, legal, words)
        return advice
    command = bot.choose(game, state, legal)
    return Advice(command, words("ui.hint", command=game.label(command, state, words)))
