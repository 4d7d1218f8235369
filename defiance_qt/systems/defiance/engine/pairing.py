"""The values of a Character's ends against an Enemy's ends, for the exact odds of a roll (odds.py)."""

from __future__ import annotations

from defiance_qt.systems.defiance.engine import dice as roll
from defiance_qt.systems.defiance.engine.best_play import MOST_DAMAGE, CharacterPlay, End, Ends, EnemyPlay, Objective
from defiance_qt.systems.defiance.engine.dice import Symbols

# The total worth of Switches in a roll stays below half of this.
_WORTH = 1 << 24


class Pairing:
    """The values of a Character's ends against an Enemy's: integers, the higher the better for the Character.

    Ties in Damage go to the greater worth of the Character's Switches minus the Enemy's, then to the greater own worth.
    """

    def __init__(
        self, character: CharacterPlay, enemy: EnemyPlay, objective: Objective, dealt: int = 0, suffered: int = 0
    ) -> None:
        self.character, self.enemy = character, enemy
        self._objective = objective
        self._dealt, self._suffered = dealt, suffered
        self._factor, self._rival = character.side.multiplier, enemy.side.multiplier
        self._foes = [(s, b, extra, self._rival * by, worth * _WORTH) for s, b, extra, by, worth in enemy.ends]
        self._most = max([extra + by * s for s, _, extra, by, _ in self._foes])
        self._scores: dict[int, list[int]] = {}
        self._rows: dict[End, list[int]] = {}

    def value(self, end: End, foe: End) -> int:
        """Return the value of one end against one other."""
        s, b, extra, by, worth = end
        foe_s, foe_b, foe_extra, foe_by, foe_worth = foe
        left, foe_left = roll.cancel(Symbols(success=s, block=b), Symbols(success=foe_s, block=foe_b))
        dealt = self._dealt + extra + self._factor * by * left
        suffered = self._suffered + foe_extra + self._rival * foe_by * foe_left
        score = self._objective.score(dealt, suffered)
        return (score * _WORTH + worth - foe_worth) * _WORTH + worth

    def row(self, ends: Ends) -> list[int]:
        """Return the value of the best of these ends against each of `enemy.ends`."""
        rows = []
        for end in ends:
            values = self._rows.get(end)
            if values is None:
                values = self._rows[end] = self._values(end)
            rows.append(values)
        return rows[0] if len(rows) == 1 else list(map(max, *rows))

    def reached(self, value: int) -> tuple[int, int, int, int]:
        """Decode a value: Damage dealt and suffered, as the objective counts them, worth of the Character's Switches,
        worth of the Enemy's."""
        half = _WORTH // 2
        worth = (value + half) % _WORTH - half
        value = (value - worth) // _WORTH
        net = (value + half) % _WORTH - half
        score = (value - net) // _WORTH
        return score % MOST_DAMAGE, MOST_DAMAGE - 1 - score // MOST_DAMAGE % MOST_DAMAGE, worth, worth - net

    def _values(self, end: End) -> list[int]:
        """Return `value` against each of `enemy.ends`, inlined: this is the inner loop of the odds."""
        s, b, extra, by, worth = end
        by *= self._factor
        scores = self._scores
        for dealt in {extra + by * left for left in range(s + 1)}.difference(scores):
            score = self._objective.score
            scores[dealt] = [score(dealt, suffered) * _WORTH * _WORTH for suffered in range(self._most + 1)]
        own = worth * (_WORTH + 1)
        return [
            scores[extra + by * (s - foe_b) if s > foe_b else extra][
                foe_extra + foe_by * (foe_s - b) if foe_s > b else foe_extra
            ]
            + own
            - foe_term
            for foe_s, foe_b, foe_extra, foe_by, foe_term in self._foes
        ]
