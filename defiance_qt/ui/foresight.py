"""What would happen, before the click: ways and their cost, Range, sight, exact odds. Asks the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from defiance_qt.core.session import Session
from defiance_qt.engine import commands as c
from defiance_qt.engine import preview
from defiance_qt.engine.frames import Activation
from defiance_qt.engine.state import State
from defiance_qt.ui.present.names import Names, rules_of
from defiance_qt.ui.present.offers import Offers
from defiance_qt.ui.present.team import activation
from defiance_qt.ui.present.values import BarView, HoverView

Line = tuple[str, str, bool, tuple[str, ...]]
MOST_BARS = 4


class Foresight:
    """Previews over one session's present state; what was worked out for a state is kept until it changes."""

    def __init__(self, session: Session, names: Names) -> None:
        self.session = session
        self.names = names
        self._state: State | None = None
        self._ways: Mapping[str, preview.Walk] = {}

    # -- ways

    def reach(self, offers: Offers) -> tuple[tuple[str, int], ...]:
        """Every space the active Character can walk to with its points, or with the points of a Move it may take."""
        state = self.session.state
        if self._state is not state:
            self._state = state
            self._ways = self._find_ways(state, offers)
        return tuple((space, walk.cost) for space, walk in self._ways.items())

    def _find_ways(self, state: State, offers: Offers) -> Mapping[str, preview.Walk]:
        frame = state.agenda[-1] if state.agenda else None
        if not isinstance(frame, Activation):
            return {}
        rules = rules_of(self.session)
        if frame.points or not offers.of("move"):
            return preview.moves(rules, state)
        return preview.potential_moves(rules, state, rules.loadout(state.team[frame.character]).speed)

    def path(self, space: str) -> tuple[str, ...]:
        """The cheapest way to a space, without the start; () when it is out of reach."""
        return self._ways[space].path if space in self._ways else ()

    def cost(self, space: str) -> int:
        return self._ways[space].cost if space in self._ways else 0

    # -- attacks

    def figure(self, id: str, offers: Offers, picked: str) -> tuple[HoverView | None, Line | None]:
        """The floating card for a figure, and the line of sight to it."""
        state = self.session.state
        if id not in state.enemies:
            return None, None
        commands = [one for one in offers.at(id, picked) if isinstance(one, c.Attack | c.Hack)]
        if not commands:
            return self._out_of_question(id, picked)
        known = [(one, self._attack(one)) for one in commands]
        best, ahead = max(known, key=lambda pair: pair[1].expected_dealt - pair[1].expected_suffered)
        lines = self._lines(best, ahead)
        for other, more in known:
            if other is not best:
                lines.append(
                    self.names.words("ui.hover.other", name=self._means(other), dealt=_number(more.expected_dealt))
                )
        title = self.names.words("ui.hover.title", what=self._means(best), target=self.names.figure(id))
        here = state.team[best.character].space
        sight = None if isinstance(best, c.Hack) else (here, state.enemies[id].space, ahead.clear, tuple(ahead.cut_by))
        return HoverView(id, title, tuple(lines), _bars(ahead.dealt)), sight

    def _out_of_question(self, id: str, picked: str) -> tuple[HoverView | None, Line | None]:
        """Why an Enemy cannot be attacked from here: too far, or not in sight."""
        state = self.session.state
        frame = activation(state)
        if frame is None or not isinstance(state.agenda[-1], Activation) or not state.enemies[id].space:
            return None, None
        rules = rules_of(self.session)
        here = state.team[frame.character].space
        weapons = rules.loadout(state.team[frame.character]).weapons
        if not weapons or not here:
            return None, None
        weapon, attack = max(weapons, key=lambda pair: pair[1].range[1])
        there = state.enemies[id].space
        ahead = preview.line(rules, state, frame.character, there)
        words = self.names.words
        low, high = attack.range
        lines = [words("ui.hover.range", n=ahead.distance)]
        if not low <= ahead.distance <= high:
            lines.append(words("ui.hover.out_of_range", name=self.names.card(weapon), low=low, high=high))
        if attack.sight and not ahead.clear:
            lines.append(self._cut(ahead.cut_by))
        if len(lines) == 1:
            return None, None
        return HoverView(id, self.names.figure(id), tuple(lines)), (here, there, ahead.clear, ahead.cut_by)

    def odds_line(self, command: Any) -> str:
        """The exact odds of an attack about to be made, in a few words."""
        if getattr(command, "target", "") not in self.session.state.enemies:
            return ""
        hit = sum(share for dealt, share in self._attack(command).dealt if dealt > 0)
        return self.names.words("ui.roll.odds", share=_percent(hit))

    def _attack(self, command: c.Attack | c.Hack) -> preview.RollPreview:
        return preview.attack(rules_of(self.session), self.session.state, command)

    def _lines(self, command: c.Attack | c.Hack, ahead: preview.RollPreview) -> list[str]:
        words = self.names.words
        parts = [words("ui.hover.range", n=ahead.distance)]
        if isinstance(command, c.Attack):
            parts.append(words("ui.hover.in_sight" if ahead.clear else "ui.hover.unseen"))
        if not ahead.enemy_dice and not ahead.dealt:
            return [" · ".join(parts), words("ui.hover.success", share=_percent(ahead.success))]
        dice = self.names.dice(die.die for die in ahead.enemy_dice)
        parts.append(words("ui.hover.biotech" if isinstance(command, c.Hack) else "ui.hover.defense", dice=dice))
        deals = words(
            "ui.hover.expected", dealt=_number(ahead.expected_dealt), suffered=_number(ahead.expected_suffered)
        )
        kill = words("ui.hover.kill", share=_percent(ahead.kill))
        if ahead.fall > 0.004:
            kill += " · " + words("ui.hover.fall", share=_percent(ahead.fall))
        return [" · ".join(parts), deals, kill]

    def _cut(self, cut_by: tuple[str, ...]) -> str:
        words = self.names.words
        if not cut_by:
            return words("ui.hover.unseen")
        return words("ui.hover.cut", by=", ".join(cut_by))

    def _means(self, command: c.Attack | c.Hack) -> str:
        if isinstance(command, c.Hack):
            return self.names.software(command.program)
        return self.names.card(command.weapon)


def _bars(dealt: tuple[tuple[int, float], ...]) -> tuple[BarView, ...]:
    """At most four bars: 0, 1, 2, and all that is more."""
    shares = dict(dealt)
    most = max(shares, default=0)
    bars = [BarView(str(n), shares.get(n, 0.0), n > 0) for n in range(min(most, MOST_BARS - 2) + 1)]
    rest = sum(share for n, share in shares.items() if n >= MOST_BARS - 1)
    if rest > 0:
        label = f"{MOST_BARS - 1}+" if most >= MOST_BARS else str(MOST_BARS - 1)
        bars.append(BarView(label, rest))
    return tuple(bars)


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"


def _number(value: float) -> str:
    return f"{value:.1f}"
