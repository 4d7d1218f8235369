"""The question of the Soldiers' turn: the attacks on what is picked, else what the active Soldier can do; and what is
told of the Hostile turn."""

from __future__ import annotations

from collections.abc import Callable

from defiance_qt.api import port
from defiance_qt.shell.present.question import numbered
from defiance_qt.shell.present.values import ChoiceView, QuestionView, percent

from ...engine import commands as c
from ...engine import totals
from ...engine.frames import HostileTurn
from ...engine.rules.firing import read_mode
from ...engine.rules.shots import OWN
from ...engine.ruleset import Rules
from ...engine.state import OBJECTIVE, State
from .chances import attack, threat
from .names import Names, span
from .offers import Offers

Odds = Callable[[c.Command], port.Odds | None]
Label = Callable[[c.Command], str]

ASIDE = (c.Fire, c.Fight, c.Play, c.Give, c.Take, c.Drop, c.Leave)
"""What is no row of its own in a Soldier's list: attacks are ordered by worth, cards are in the hand, the rest is in
the menu of the Soldier."""

TARGETS = 2
"""The most targets that are listed; a click on any other one shows the attacks on it."""

ORDER = (c.Rally, c.Place, c.Activate, c.Work, c.Move, c.Use, c.Reload, c.Stock, c.CycleHand)


def attacks(offers: Offers, number: str, target: str, odds: Odds) -> list[c.Command]:
    """Return the attacks of a Soldier on a target, the best first; of equal ones the legal order decides. Hand-to-Hand
    follows the others: it may cost more Actions, and the card then attacks this Soldier (W-039, W-120)."""

    def order(command: c.Command) -> tuple[bool, float]:
        found = attack(odds(command))
        return isinstance(command, c.Fight), -(found.worth if found is not None else 0.0)

    return sorted(offers.attacks(number, target), key=order)


def targets(offers: Offers, number: str, odds: Odds) -> dict[str, c.Command]:
    """Return the best attack of a Soldier on each target, the best target first."""
    found: dict[str, c.Command] = {}
    for command in attacks(offers, number, "", odds):
        found.setdefault(command.target, command)  # type: ignore[union-attr]
    return found


def next_act(state: State, rules: Rules, names: Names) -> tuple[str, str]:
    """Return the step of the Hostile turn, and what its next card does; ("", "") outside of it."""
    frame, words = state.frame, names.words
    if not isinstance(frame, HostileTurn) or not frame.left:
        return "", ""
    step, id = words(f"view.hostiles.{frame.step}"), frame.left[0]
    if frame.step == "reinforce":
        return step, words("view.hostiles.comes", place=names.space(state, int(id)))
    hostile = state.hostiles.get(id)
    if hostile is None:
        return step, ""
    name = names.target(state, id)
    if frame.step == "call":
        return step, f"{name}: {words('view.hostiles.calls')}"
    soldier = names.soldier(state, totals.target_of(rules, state, hostile))
    chance = percent(threat(rules, state, hostile).any)
    return step, f"{name}: {words(f'view.outlook.{frame.step}', soldier=soldier, chance=chance)}"


class Asker:
    """Makes the question of one state. `label` is the text of a command."""

    def __init__(self, state: State, rules: Rules, names: Names, offers: Offers, odds: Odds, label: Label) -> None:
        self.state, self.rules, self.names, self.offers = state, rules, names, offers
        self.odds, self.label, self.words = odds, label, names.words

    def question(self, active: str, picked: str) -> QuestionView:
        """Return the question for the active Soldier. `picked` is the target whose attacks are shown."""
        if picked:
            return self._attacks(active, picked)
        words = self.words
        if active not in self.state.team:
            return QuestionView("turn", words("view.ask.turn"), choices=numbered(self._rest()))
        found = targets(self.offers, active, self.odds)
        # The Mission is won by the Objective: it is listed whatever else is in range.
        goal = [found.pop(OBJECTIVE)] if OBJECTIVE in found else []
        rows = [self.attack(command, named=True) for command in (*goal, *list(found.values())[: TARGETS - len(goal)])]
        rows += [self._plain(one, active) for one in self._own(active)]
        title = words("view.ask.soldier", soldier=self.names.soldier(self.state, active))
        return QuestionView("turn", title, choices=numbered((*rows, *self._rest())))

    def _attacks(self, active: str, picked: str) -> QuestionView:
        found = attacks(self.offers, active, picked, self.odds)
        rows = [self.attack(one, named=False, primary=not place) for place, one in enumerate(found)]
        target = self.names.target(self.state, picked)
        return QuestionView("fire", self.words("view.ask.attack", target=target), choices=numbered(rows))

    def attack(self, command: c.Command, named: bool, primary: bool = False) -> ChoiceView:
        """Return an attack with what it kills, suppresses and empties. `named`: with its target."""
        words = self.words
        text = self._mode(command)
        price = self.price(command)
        if named:
            target = self.names.target(self.state, getattr(command, "target", ""))
            text = words("view.ask.at", attack=text, target=target)
        found = attack(self.odds(command))
        if found is None:
            return ChoiceView(text, command, primary=primary, consequence=price)
        if getattr(command, "target", "") == "objective":
            told = words("view.odds.progress", n=self.names.decimal(found.kills))
        else:
            told = words(
                "view.odds.attack",
                killed=self.names.decimal(found.kills),
                suppressed=self.names.decimal(found.suppressions, 1),
            )
        loss = words("view.odds.empties", chance=percent(found.empties)) if found.empties else ""
        told = f"{price} · {told}"
        return ChoiceView(text, command, primary=primary, consequence=told, loss=loss, tip=self.label(command))

    def price(self, command: c.Command) -> str:
        """Return what an attack costs: as many Actions as the space says for Hand-to-Hand, else one (W-021, W-039)."""
        actions = 1
        if isinstance(command, c.Fight):
            actions = totals.hth_cost(self.rules, self.state, self.state.team[command.soldier].space)
        return self.words.count("view.ask.price", actions)

    def _mode(self, command: c.Command) -> str:
        """Return Weapon and number of dice of an attack: "Assault rifle, 2 dice"."""
        words, state = self.words, self.state
        if isinstance(command, c.Use):
            return self.names.item(command.item)
        if not isinstance(command, c.Fire | c.Fight) or not command.weapon:
            return words("view.mode.unarmed")
        weapon, mode = read_mode(command.weapon)
        own = weapon == OWN
        modes = self.rules.card(state.team[command.soldier]).modes if own else self.rules.catalog.weapons[weapon].modes
        dice = words.count("view.mode.dice", modes[mode - 1][0])
        name = words("view.mode.own") if own else self.names.item(weapon)
        text = words("view.mode", weapon=name, dice=dice)
        return words("view.mode.fight", mode=text) if isinstance(command, c.Fight) else text

    def _own(self, active: str) -> list[c.Command]:
        """Return what the Soldier itself can do, but for attacks and cards, in the order of ORDER."""
        found = [one for one in self.offers.by(active) if type(one) in ORDER and "." not in getattr(one, "target", "")]
        return sorted(found, key=lambda one: ORDER.index(type(one)))

    def _plain(self, command: c.Command, active: str) -> ChoiceView:
        name = self.names.soldier(self.state, active)
        text = self.label(command).removeprefix(f"{name}: ")
        if isinstance(command, c.Move):
            text = self.words("view.ask.move", move=text)
        return ChoiceView(text[:1].upper() + text[1:], command)

    def location(self, id: str) -> str:
        """Return what tells one Location from another where it is chosen: its entry cost, the Values of its
        reinforcements, the XP of the Hostiles that come with it, and its trait."""
        card = self.rules.catalog.locations[id]
        number = totals.hostile_number(self.rules, self.state, id, totals.team_rp(self.rules, self.state))
        told = self.words("view.ask.location", entry=card.entry, values=span(*card.reinforce), xp=number.value)
        return f"{told} · {self.names.card('trait', card.trait)}" if card.trait else told

    def _rest(self) -> tuple[ChoiceView, ...]:
        """Return what no Soldier does: attacks of Supports, and the end of the turn."""
        strikes = [ChoiceView(self.label(one), one) for one in self.offers.of(c.Strike)]
        # No number: it would be the first row for a Soldier without Actions, under the key of the shot before.
        left = sum(one.acts for one in self.state.team.values() if one.health > 0)
        loss = self.words.count("view.soldier.acts", left) if left else ""
        ends = [ChoiceView(self.label(one), one, key="E", loss=loss) for one in self.offers.of(c.EndTurn)]
        return (*strikes, *ends)
