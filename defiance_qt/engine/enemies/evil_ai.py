"""Evil AI: the option most harmful to the Characters, by exact expectation (R-192 and the ruling on it)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from defiance_qt.engine.content import AddSymbols, Effect, Impose, Suffer
from defiance_qt.engine.dice import Symbols
from defiance_qt.engine.enemies.targeting import TIE_BREAKS
from defiance_qt.engine.frames import Offer, Roll, RollSide
from defiance_qt.engine.odds import Odds, Side, SwitchValue
from defiance_qt.engine.ruleset import Rules
from defiance_qt.engine.run import Run
from defiance_qt.engine.state import Enemy, State


class Harm(NamedTuple):
    """What an option does to the team, in the order in which it counts. Compared as it stands; more is worse for them.

    `unconscious`: chance that a Character falls; `dealt`: expected Damage; `states`: expected States imposed;
    `spared`: minus the Damage the Enemy expects to suffer; `reinforcements`: tokens gained. Thousandths, rounded down,
    so that equal options compare equal.
    """

    unconscious: int = 0
    dealt: int = 0
    states: int = 0
    spared: int = 0
    reinforcements: int = 0


def switch_value(state: State, offer: Offer, rival: str) -> SwitchValue:
    """A Switch as the odds see it; imposing a State works once, and not at all on who has it (R-104)."""
    damage = sum(
        effect.amount for effect in offer.switch.effects if isinstance(effect, Suffer) and effect.on == "target"
    )
    worth = 0
    uses: int | None = None
    symbols = Symbols()
    for effect in offer.switch.effects:
        if isinstance(effect, AddSymbols):
            symbols = symbols + Symbols.parse(effect.symbols)
        elif isinstance(effect, Impose):
            one = state.team.get(rival) or state.enemies.get(rival)
            has = one is not None and effect.on == "target" and effect.state in one.states
            uses = 0 if has else 1
            worth += 0 if has else 1
        elif isinstance(effect, Suffer) and effect.on != "target":
            worth += effect.amount
    if damage or symbols != Symbols():
        uses = None
    return SwitchValue(Symbols.parse(offer.switch.cost), damage, symbols, uses, worth)


def odds_side(state: State, side: RollSide, rival: str, multiplier: int = 1) -> Side:
    """A side of a roll as the odds see it."""
    dice = tuple(sorted(pool.die for pool in side.dice))
    switches = tuple(switch_value(state, offer, rival) for offer in side.offers)
    return Side(dice, side.fixed, switches, multiplier)


def odds_of(rules: Rules, state: State, roll: Roll) -> Odds:
    """The exact odds of a Face-to-Face Roll that has not been rolled yet."""
    assert roll.team is not None
    assert roll.enemy is not None
    team = odds_side(state, roll.team, roll.enemy.figure, roll.multiplier)
    enemy = odds_side(state, roll.enemy, roll.team.figure)
    return rules.odds.face_to_face(team, enemy)


def harm_of(rules: Rules, state: State, roll: Roll) -> Harm:
    """What an Enemy's roll is expected to do."""
    assert roll.team is not None
    odds = odds_of(rules, state, roll)
    one = state.team[roll.team.figure]
    left = rules.loadout(one).wounds - one.damage
    return Harm(
        int(1000 * odds.p_suffers_at_least(left)),
        int(1000 * odds.expected_suffered),
        int(1000 * odds.expected_enemy_worth),
        -int(1000 * odds.expected_dealt),
    )


def worst_for(run: Run, effects: Sequence[Effect], ids: Sequence[str]) -> str:
    """Whom an Enemy's Switch takes of those it may take, "" when there is nobody: who falls by it, then who gets most
    States, then the printed tie-breaks; of Enemies the one hurt most; then the smallest coordinates (R-192)."""
    damage = sum(effect.amount for effect in effects if isinstance(effect, Suffer) and effect.on.startswith("other"))
    states = [effect.state for effect in effects if isinstance(effect, Impose) and effect.on.startswith("other")]
    cells = run.view.cells

    def rank(id: str) -> tuple[int, ...]:
        figure = run.figure(id)
        fresh = -sum(state not in figure.states for state in states)
        if isinstance(figure, Enemy):
            return fresh, -figure.damage, cells[id]
        falls = figure.damage + damage >= run.rules.loadout(figure).wounds
        return -falls, fresh, *(tie(run, figure) for _, tie in TIE_BREAKS), cells[id]

    return min(ids, key=rank, default="")


def most_vulnerable(run: Run) -> str:
    """The conscious Character or Ally nearest to falling, "" when none is on the board (R-205)."""
    team = [one for one in run.state.team.values() if one.space and one.conscious]
    if not team:
        return ""
    return min(team, key=lambda one: (run.rules.loadout(one).wounds - one.damage, -one.aggro, one.id)).id
