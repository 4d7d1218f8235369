"""Hints: what the best bot of a system would do, or a bot that a plugin of the game brings, with its reason.

Uses no Qt, so that it can think on a thread.
"""

from __future__ import annotations

from defiance_qt.core.port import Game, State, Words
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import hint
from defiance_qt.shell.present.values import MessageView


class Adviser:
    """Gives hints in one session. It thinks with a game of its own, because the window uses the session's meanwhile."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._game: Game | None = None
        self._updates = 0

    def hint(self, state: State, words: Words) -> MessageView:
        """Return the hint for a state in one sentence. Raises `PluginError` if the system is missing."""
        updates = len(self.session.timeline.updates)
        if self._game is None or updates != self._updates:
            self._game, self._updates = self.session.host.another_game(), updates
        advice = hint(self._game, state, self.session.bots, words)
        if advice is None:
            return MessageView(words("ui.hint.none"))
        return MessageView(advice.text, "hint", advice.rules, advice.about)
