"""The hand in the tray as values: what each card does now, or why it cannot be played."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from defiance_qt.shell.present.values import HandCardView

from ...engine import commands as c
from ...engine import frames as f
from ...engine import odds, totals
from ...engine.content import Action
from ...engine.rules.action_cards import TARGETS
from ...engine.ruleset import Rules
from ...engine.state import OBJECTIVE, Laid, Soldier, State
from ..values import HandView
from .names import Names, span
from .offers import Offers

KEYS = "ASDFGHJK"
"""The keys of the cards, from the left."""

MANY = 9
"""An amount of this or more means all of them."""

Why = Callable[[c.Command], str]
"""Returns why a command is not legal, "" if it is."""


def holder(state: State, rules: Rules, active: str) -> str:
    """Return the Soldier whose hand is in the tray: the one who pays, discards or may react, else the active Player
    Soldier, else the first one."""
    frame = state.frame
    number = active
    if isinstance(frame, f.Pay):
        number = frame.payer
    elif isinstance(frame, f.Covert | f.Cycle | f.React):
        number = frame.soldier
    players = [one.number for one in rules.players(state)]
    return number if number in players else next(iter(players), "")


def hand(
    state: State, rules: Rules, names: Names, offers: Offers, number: str, why: Why, attack: c.Command | None = None
) -> HandView:
    """Return the hand of a Soldier. `attack` is the one that the tray offers first: cards tell what they add to it."""
    soldier = state.team.get(number)
    if soldier is None:
        return HandView()
    words = names.words
    builder = _Hand(state, rules, names, offers, soldier, why, attack)
    cards = tuple(builder.card(place, id) for place, id in enumerate(soldier.hand))
    count, most = len(soldier.hand), totals.hand_size(rules, state, soldier)
    note = words.count("view.hand.count", count, most=most)
    end = words("command.end") if offers.of(c.EndTurn) else ""
    return HandView(words("view.hand.title", soldier=names.soldier(state, number)), note, cards, end)


class _Hand:
    """Builds the cards of one hand."""

    def __init__(
        self,
        state: State,
        rules: Rules,
        names: Names,
        offers: Offers,
        soldier: Soldier,
        why: Why,
        attack: c.Command | None,
    ) -> None:
        self.state, self.rules, self.names, self.offers = state, rules, names, offers
        self.soldier, self.why, self.attack = soldier, why, attack
        self.words = names.words

    def card(self, place: int, id: str) -> HandCardView:
        """Return a card of the hand. Its command is what a click does; several are the choices of a menu."""
        words, card = self.words, self.rules.catalog.actions[id]
        commands = self._commands(id)
        key = KEYS[place] if place < len(KEYS) and commands else ""
        follows, primary = self._follows(id, card, commands) if commands else ("", False)
        why = "" if commands else self._why_not(id, card)
        extra = " · ".join(filter(None, (self.level(card), self._covert(card))))
        name, text = self.names.card("action", id), words(f"action.{id}.text")
        return HandCardView(name, text, commands or None, extra, follows, why, key, primary)

    def _commands(self, id: str) -> tuple[c.Command, ...]:
        """Return what can be done with a card now."""
        offers, number = self.offers, self.soldier.number
        plays = sorted(offers.of(c.Play, soldier=number, card=id), key=lambda one: bool(one.level))
        found: tuple[c.Command, ...] = (*offers.of(c.PayCard, card=id), *offers.of(c.Discard, card=id))
        return (*found, *offers.of(c.ReactWith, card=id), *plays)

    def level(self, card: Action) -> str:
        """Return what a level-up changes, in a few words."""
        words, level = self.words, card.level
        if level is None:
            return ""
        parts = []
        if level.amount is not None:
            key = "view.level.all" if level.amount >= MANY else f"view.level.{card.number or 'amount'}"
            parts.append(words(key if key in words else "view.level.amount", n=level.amount))
        if level.who:
            parts.append(words(f"view.level.{level.who}"))
        if level.range is not None:
            parts.append(words("view.arm.range", range=span(*level.range)))
        if level.modes:
            parts.append(words.count("view.mode.dice", level.modes[0][0]))
        return f"[{', '.join(parts)}]"

    def _covert(self, card: Action) -> str:
        return self.words("view.hand.covert", n=card.covert) if card.covert else ""

    def _follows(self, id: str, card: Action, commands: tuple[c.Command, ...]) -> tuple[str, bool]:
        """Return what playing the card does now, and whether it helps the attack that is offered."""
        words, first = self.words, commands[0]
        if isinstance(first, c.PayCard):
            return words("view.hand.pays"), False
        if isinstance(first, c.Discard):
            return words("view.hand.discards"), False
        if isinstance(first, c.ReactWith):
            return words("view.hand.cancels"), True
        if card.effect == "laid" and card.on == "attack" and self.attack is not None:
            kills = with_card(self.rules, self.state, self.attack, id)
            if kills is not None:
                goal = getattr(self.attack, "target", "") == OBJECTIVE
                return words("view.hand.hits" if goal else "view.hand.kills", n=self.names.decimal(kills)), True
        plays = [one for one in commands if isinstance(one, c.Play)]
        plain = [one for one in plays if not one.level]
        text = self._play({one.target for one in plain or plays})
        return text if plain else words("view.hand.leveled", play=text), False

    def _play(self, targets: set[str]) -> str:
        """Return what a card is played on."""
        words = self.words
        if len(targets) > 1:
            return words.count("view.hand.targets", len(targets))
        target = next(iter(targets))
        if target in ("", self.soldier.number):
            return words("view.hand.play")
        first, colon, rest = target.partition(":")
        if colon:
            return words("view.hand.at", target=self.names.item(rest))
        return words("view.hand.at", target=self.names.target(self.state, first))

    def _why_not(self, id: str, card: Action) -> str:
        """Return why a card cannot be played, with the first target that it could have."""
        state, soldier = self.state, self.soldier
        if not isinstance(state.frame, f.Turn):
            return ""
        targets = TARGETS[card.effect](self.rules, state, soldier, card)
        target = next((one for one in targets if one != OBJECTIVE or state.goal.active), "")
        return self.why(c.Play(soldier.number, id, target))


def with_card(rules: Rules, state: State, attack: c.Command, card: str) -> float | None:
    """Return how many figures an attack kills on average once a card lies before its Soldier, or how much it does to
    the Objective; None if the card does not change that."""
    number = getattr(attack, "soldier", "")
    if number not in state.team:
        return None
    found = odds.shot_of(rules, state, attack)
    if found is None:
        return None
    soldier = state.team[number]
    laid = replace(soldier, laid=(*soldier.laid, Laid(card, False, number)))
    after = replace(state, team={**state.team, number: laid})
    better = odds.shot_of(rules, after, attack)
    assert better is not None
    goal = getattr(attack, "target", "") == OBJECTIVE
    old, new = odds.of_shot(rules, state, found), odds.of_shot(rules, after, better)
    before = odds.mean(old.hits) * found.heavy if goal else odds.mean(old.killed)
    now = odds.mean(new.hits) * better.heavy if goal else odds.mean(new.killed)
    return float(now) if now != before else None
