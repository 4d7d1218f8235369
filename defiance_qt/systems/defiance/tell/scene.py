"""The context of an explanation: the states before and after an event, the rules in force, and names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from defiance_qt.core.port import Words
from defiance_qt.systems.defiance.engine.changes import NumberChange
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.frames import Roll, RollSide
from defiance_qt.systems.defiance.engine.rules.ranges import attacks, hack_attack, hack_range
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell.names import Names, span


class Scene:
    """One event with its context. `names` are those of the state before it."""

    __slots__ = ("after", "before", "names", "rules", "words")

    def __init__(self, rules: Rules, before: State, after: State, words: Words) -> None:
        self.rules = rules
        self.before = before
        self.after = after
        self.words = words
        self.names = self.names_of(before)

    def names_of(self, state: State) -> Names:
        return Names(state, self.words, self.wounds_in)

    def wounds_in(self, state: State, figure: str) -> int:
        """Return the current Wounds of a figure, Consequences included (R-239)."""
        one = state.team.get(figure)
        if one is not None:
            return self.rules.loadout(one).wounds
        return state.units[state.enemies[figure].unit].profile.wounds

    # -- figures

    def wounds(self, figure: str) -> int:
        """Return the Wounds of a figure before the event."""
        return self.wounds_in(self.before, figure)

    def figure(self, id: str) -> str:
        return self.names.figure(id)

    def distance(self, state: State, a: str, b: str) -> int:
        """Return the Range between two figures in `state`."""
        cells = self.rules.view(state).cells
        return self.rules.board.distance(cells[a], cells[b])

    def ranges(self, enemy: str, target: str = "") -> str:
        """Return the Ranges that an Enemy attacks at ("1–8"), "" when it has none."""
        found = dict.fromkeys(self.intervals(enemy, target))
        return self.names.joined(span(low, high) for low, high in found)

    def intervals(self, enemy: str, target: str = "") -> list[tuple[int, int]]:
        """Return the Ranges of an Enemy's Attacks, and against the Hackable that of its Hack Attack (R-200)."""
        unit = self.before.units.get(enemy.rpartition(".")[0])
        if unit is None:
            return []
        one, hack = self.before.team.get(target), unit.profile.hack_attack
        if hack is not None and one is not None and self.rules.loadout(one).hackable:
            return [hack_range(unit, hack_attack(self.rules, self.before, enemy, unit, hack))]
        return [attack.range for attack in attacks(self.rules, self.before, enemy, unit)]

    def blind(self, enemy: str, target: str) -> bool:
        """Check whether an Enemy attacks that figure with an Attack that needs no Line of Sight."""
        unit = self.before.units.get(enemy.rpartition(".")[0])
        if unit is None:
            return False
        one, hack = self.before.team.get(target), unit.profile.hack_attack
        if hack is not None and one is not None and self.rules.loadout(one).hackable:
            return not hack.sight
        return any(not attack.sight for attack in unit.profile.attacks)

    # -- rolls

    def side(self, state: State, side: str) -> RollSide | None:
        """Return a side of the innermost roll."""
        roll = next((frame for frame in reversed(state.agenda) if isinstance(frame, Roll)), None)
        if roll is None:
            return None
        return roll.team if side == "team" else roll.enemy

    def symbols(self, symbols: Symbols) -> str:
        return self.names.symbols(symbols)

    # -- numbers

    def thousandths(self, value: int) -> str:
        """Return a value in thousandths, rounded to two places, in the language's number format."""
        return f"{value / 1000:.2f}".replace(".", self.words("why.decimal_point"))

    def percent(self, value: int) -> str:
        """Return a chance in thousandths as a percentage."""
        return f"{value / 10:.1f}".replace(".", self.words("why.decimal_point"))


def changed(scene: Scene, changes: Sequence[NumberChange]) -> Iterator[str]:
    """Yield what house rules have added to a number, or taken from it."""
    for one in changes:
        yield scene.words("why.change", source=scene.names.source(one.source), change=scene.names.change(one.amount))
