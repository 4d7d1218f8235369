"""Bots of plugins and of their game systems: each choice is guarded, and only a legal command is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Advice, Bot, Candidate, Command, Game, State, Words
from defiance_qt.core.readonly import read_only
from defiance_qt.extend.guard import PluginFault, failed, run

BotMaker = Callable[[int], Bot]
"""Makes a bot for one game of a seed."""

BUILT_IN = ("random",)
"""The bots that every system has beside its own."""

HOOK = "contribute_bot"


class PluginBot:
    """A bot of a plugin; `place` is what brought it. A fault of it is raised as a `PluginError` with the plugin's name:
    a game half played by another bot would tell nothing."""

    def __init__(self, plugin: str, place: str, make: BotMaker, seed: int) -> None:
        self.plugin, self.place = plugin, place
        self._bot: Any = self._asked(make, seed)
        if self._asked(hasattr, self._bot, "advise"):
            self.advise = self._advise
        if self._asked(hasattr, self._bot, "plans"):
            self.plans = self._plans

    def choose(self, game: Game, state: State, legal: tuple[Command, ...]) -> Command:
        """Return the bot's choice. Raises `PluginError`."""
        chosen: Command = self._asked(self._chosen, game, read_only(state), legal)
        return chosen

    def _chosen(self, game: Game, state: State, legal: tuple[Command, ...]) -> Command:
        chosen = self._bot.choose(game, state, legal)
        place = next((place for place, one in enumerate(legal) if one == chosen), None)
        if place is None:
            raise ValueError(f"{chosen!r} is not one of the legal commands")
        return legal[place]

    def _advise(self, game: Game, state: State, legal: tuple[Command, ...], words: Words) -> Advice:
        advice: Advice = self._asked(self._advised, game, read_only(state), legal, words)
        return advice

    def _advised(self, game: Game, state: State, legal: tuple[Command, ...], words: Words) -> Advice:
        advice = self._bot.advise(game, state, legal, words)
        if type(advice) is not Advice or type(advice.text) is not str or advice.command not in legal:
            raise TypeError(f"{advice!r} is no advice on a legal command")
        return advice

    def _plans(self, game: Game, state: State, legal: tuple[Command, ...], words: Words) -> tuple[Candidate, ...]:
        plans: tuple[Candidate, ...] = self._asked(self._planned, game, read_only(state), legal, words)
        return plans

    def _planned(self, game: Game, state: State, legal: tuple[Command, ...], words: Words) -> tuple[Candidate, ...]:
        plans = tuple(self._bot.plans(game, state, legal, words))
        for plan in plans:
            if type(plan) is not Candidate or type(plan.text) is not str or not set(plan.commands[:1]) & set(legal):
                raise TypeError(f"{plan!r} is no plan that begins with a legal command")
        return plans

    def _asked(self, function: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return run(function, *arguments)
        except PluginFault as fault:
            if isinstance(fault.__cause__, Illegal):
                # It has tried a command that the rules refuse, which is its own mistake too.
                raise failed(self.plugin, self.place, fault.__cause__) from fault
            raise failed(self.plugin, self.place, fault) from fault


def makers(plugin: str, answer: Mapping[str, BotMaker], place: str = HOOK) -> dict[str, BotMaker]:
    """Return what makes each bot of a plugin, guarded."""

    def guarded(make: BotMaker) -> BotMaker:
        return lambda seed: PluginBot(plugin, place, make, seed)

    return {id: guarded(make) for id, make in answer.items()}
