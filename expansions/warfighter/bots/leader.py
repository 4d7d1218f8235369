"""A bot that plays to win: it weighs each attack by figures and threat, and moves by the time that is left.

It names its choice as one of a few purposes, each with a sentence (`advise`).
"""

from __future__ import annotations

from collections.abc import Callable

from defiance_qt.api import port

from ..engine import commands as c
from ..engine.frames import Choose, Covert, Cycle, Pay, Place, React, Recon, Retain, Turn
from ..engine.game import WarfighterGame
from ..engine.ruleset import Rules
from ..engine.state import State
from .plan import Option, Plan, card_threat, support_rank, worth_keeping

CARDS = {
    "dive": 9, "second_wind": 8, "blast": 7, "aimed": 6, "keep_down": 6, "silent_kill": 5, "report": 5, "patch_up": 5,
    "fresh_mag": 5, "rally": 4, "flank": 4, "armour_round": 4, "point_blank": 3, "surge": 3, "radio_net": 3,
    "slip_past": 3, "overwatch": 2, "sprint": 1, "decoy": 1, "recon": 0,
}  # fmt: skip
"""How dear an Action card is; the cheapest are paid with."""

MOST_PLANS = 3
"""The number of plans that are compared."""


class LeaderBot:
    """Plays the command of the greatest value; it keeps nothing between calls."""

    def choose(self, game: WarfighterGame, state: State, legal: tuple[c.Command, ...]) -> c.Command:
        return self.best(game.rules, state, legal).command

    def advise(
        self, game: WarfighterGame, state: State, legal: tuple[c.Command, ...], words: port.Words
    ) -> port.Advice:
        """Return the choice with its reason in a sentence."""
        found = self.best(game.rules, state, legal)
        text = words("advice.say", what=game.label(found.command, state, words), why=words(f"advice.{found.why}"))
        about = [getattr(found.command, name, "") for name in ("soldier", "target")]
        return port.Advice(found.command, text, about=tuple(filter(None, about)))

    def plans(
        self, game: WarfighterGame, state: State, legal: tuple[c.Command, ...], words: port.Words
    ) -> tuple[port.Candidate, ...]:
        """Return what the Soldier who is to act next can do with the Actions left to it: the best, and what else or at
        whom else."""
        if not isinstance(state.frame, Turn):
            return ()
        plan = Plan(game.rules, state, legal)
        best = plan.best()
        number = getattr(best.command, "soldier", "")
        found = [best, *plan.ranked(number)]
        several: dict[str, port.Candidate] = {}
        for one in found:
            made = _candidate(game, state, one, words)
            several.setdefault(made.text, made)
        return tuple(several.values())[:MOST_PLANS]

    def best(self, rules: Rules, state: State, legal: tuple[c.Command, ...]) -> Option:
        """Return the best of the legal commands."""
        if len(legal) == 1:
            return Option(0, legal[0], "only")
        if isinstance(state.frame, Turn):
            return Plan(rules, state, legal).best()
        answer = _ANSWERS.get(type(state.frame))
        if answer is not None:
            return answer(rules, state, legal)
        return Option(0, legal[0], "muster")


def _candidate(game: WarfighterGame, state: State, found: Option, words: port.Words) -> port.Candidate:
    """Return a plan: the command as often as its Soldier has Actions for it, then what the bot does."""
    number = getattr(found.command, "soldier", "")
    times = state.team[number].acts if isinstance(found.command, c.Fire | c.Fight | c.Move) else 1
    about = tuple(filter(None, (number, getattr(found.command, "target", ""))))
    note = words(f"advice.{found.why}")
    text = game.label(found.command, state, words)
    return port.Candidate((found.command,) * max(1, times), text, note[:1].upper() + note[1:], about)


# ---- answers outside of the Soldiers' turn ----


def _card_value(card: str) -> int:
    return CARDS.get(card, 4)


def _cheapest(rules: Rules, state: State, legal: tuple[c.Command, ...]) -> Option:
    """Pay with the card that is worth least; of several copies with the one there are most of."""
    found = [one for one in legal if isinstance(one, c.PayCard)]
    return Option(0, min(found, key=lambda one: _card_value(one.card)), "pay")


def _cycled(rules: Rules, state: State, legal: tuple[c.Command, ...]) -> Option:
    """Discard what is worth little, then draw."""
    found = [one for one in legal if isinstance(one, c.Discard) and _card_value(one.card) < 3]
    if found:
        return Option(0, min(found, key=lambda one: _card_value(one.card)), "discard")
    return Option(0, c.Done(), "draw")


def _place_value(rules: Rules, id: str) -> float:
    location = rules.catalog.locations[id]
    return -location.table[2] - 0.4 * location.entry - (0.5 if location.event else 0) - 2 * location.cost


def _located(rules: Rules, state: State, legal: tuple[c.Command, ...]) -> Option:
    """Choose the Location with fewer Hostiles and a cheaper entry."""
    found = [one for one in legal if isinstance(one, c.Pick)]
    return Option(0, max(found, key=lambda one: _place_value(rules, one.id)), "location")


def _chosen(rules: Rules, state: State, legal: tuple[c.Command, ...]) -> Option:
    """Lose the card or Support that is worth least; let the most dangerous Hostile card go."""
    frame = state.frame
    assert isinstance(frame, Choose)
    found = [one for one in legal if isinstance(one, c.Pick)]
    if frame.purpose == "deserters":
        return Option(0, max(found, key=lambda one: card_threat(rules, state, state.hostiles[one.id])), "threat")
    if frame.purpose == "jamming":
        return Option(0, max(found, key=lambda one: support_rank(one.id)), "pay")
    return Option(0, min(found, key=lambda one: _card_value(one.id)), "pay")


def _reacted(rules: Rules, state: State, legal: tuple[c.Command, ...]) -> Option:
    """Cancel Wounds, several with a level-up if it can be paid."""
    frame = state.frame
    assert isinstance(frame, React)
    found = [one for one in legal if isinstance(one, c.ReactWith)]
    return Option(0, max(found, key=lambda one: frame.wounds > 1 and bool(one.level)), "react")


def _retained(rules: Rules, state: State, legal: tuple[c.Command, ...]) -> Option:
    """Keep a Support while there are Hostiles that it is good against."""
    frame = state.frame
    assert isinstance(frame, Retain)
    keep = [one for one in legal if isinstance(one, c.RetainSupport)]
    if keep and worth_keeping(rules, state, frame.left[0]):
        return Option(0, keep[0], "support")
    return Option(0, c.LetSupport(frame.left[0]), "let")


_ANSWERS: dict[type, Callable[[Rules, State, tuple[c.Command, ...]], Option]] = {
    Pay: _cheapest,
    Covert: _cheapest,
    Cycle: _cycled,
    Place: _located,
    Recon: _located,
    Choose: _chosen,
    Retain: _retained,
    React: _reacted,
}
