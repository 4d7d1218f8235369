"""Bots: they answer prompts in place of a user, and may say why."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from defiance_qt.core.port.rules import Command, State


class Advice(msgspec.Struct, frozen=True):
    """What a bot would do, and why: one sentence in the user's language. `rules` are the ids of the rules behind it.
    `about` are the ids of what it points at, in the order of the sentence: who acts, where to, the target."""

    command: Command
    text: str
    rules: tuple[str, ...] = ()
    about: tuple[str, ...] = ()


class Bot(Protocol):
    """Answers prompts in place of a user. A bot instance plays one game and is deterministic.

    A bot may also have the method `advise(game, state, legal, words) -> Advice`, which gives the reason for its choice,
    and `plans(game, state, legal, words) -> Sequence[Candidate]`, which returns plans that are worth comparing, the one
    that it would follow first; none where nothing is planned.
    """

    def choose(self, game: Any, state: State, legal: tuple[Command, ...]) -> Command:
        """Return one of the legal commands, of which there is at least one."""
