"""Evil AI: the option most harmful to the Characters, by exact expectation (R-192 and the ruling on it)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from defiance_qt.engine.content import AddSymbols, Effect, Impose, Reinforce, Suffer
from defiance_qt.engine.dice import Symbols
from defiance_qt.engine.enemies.targeting import TIE_BREAKS
from defiance_qt.engine.frames import Offer, Roll, RollSide
from defiance_qt.engine.odds import Odds, Side, SwitchValue
from defiance_qt.engine.rules.effects import others
from defiance_qt.engine.ruleset import Rules
from defiance_qt.engine.run import Run
from defiance_qt.engine.state import Character, Enemy, State

OTHER = "other_character"
EVERYBODY = ("team", "characters")


class Harm(NamedTuple):
    """What an option does to the team, in the order in which it counts. Compared as it stands; more is worse for them.

    `unconscious`: expected number of Characters that fall; `dealt`: expected Damage, that of Switches on others
    included; `states`: expected States imposed; `spared`: minus the Damage the Enemy expects to suffer;
    `reinforcements`: tokens gained. Thousandths, rounded down, so that equal options compare equal.
    """

    unconscious: int = 0
    dealt: int = 0
    states: int = 0
    spared: int = 0
    reinforcements: int = 0


Worth = Callable[[Effect], int]
"""What one use of a Switch's effect is worth outside the roll, in some unit."""


def switch_value(state: State, offer: Offer, rival: str, worth: Worth | None = None) -> SwitchValue:
    """A Switch as the odds see it; imposing a State works once, and not at all on who has it (R-104). `worth` counts
    States unless it is told otherwise."""
    damage = 0
    symbols = Symbols()
    imposes = [effect for effect in offer.switch.effects if isinstance(effect, Impose)]
    for effect in offer.switch.effects:
        if isinstance(effect, AddSymbols):
            symbols = symbols + Symbols.parse(effect.symbols)
        elif isinstance(effect, Suffer) and effect.on == "target":
            damage += effect.amount
    uses: int | None = None
    if imposes and len(imposes) == len(offer.switch.effects):
        uses = 0 if all(_has(state, effect, rival) for effect in imposes) else 1
    count = worth or (lambda effect: int(isinstance(effect, Impose) and not _has(state, effect, rival)))
    total = sum(count(effect) for effect in offer.switch.effects)
    return SwitchValue(Symbols.parse(offer.switch.cost), damage, symbols, uses, total)


def _has(state: State, effect: Impose, rival: str) -> bool:
    one = state.team.get(rival) or state.enemies.get(rival)
    return one is not None and effect.on == "target" and effect.state in one.states


def odds_side(state: State, side: RollSide, rival: str, multiplier: int = 1, worth: Worth | None = None) -> Side:
    """A side of a roll as the odds see it."""
    dice = tuple(sorted(pool.die for pool in side.dice))
    switches = tuple(switch_value(state, offer, rival, worth) for offer in side.offers)
    return Side(dice, side.fixed, switches, multiplier)


def odds_of(rules: Rules, state: State, roll: Roll, worth: Worth | None = None) -> Odds:
    """The exact odds of a Face-to-Face Roll that has not been rolled yet; the Enemy's Switches are worth `worth`."""
    assert roll.team is not None
    assert roll.enemy is not None
    team = odds_side(state, roll.team, roll.enemy.figure, roll.multiplier)
    enemy = odds_side(state, roll.enemy, roll.team.figure, worth=worth)
    return rules.odds.face_to_face(team, enemy)


def harm_of(rules: Rules, state: State, roll: Roll) -> Harm:
    """What an Enemy's roll is expected to do, to its target and by its Switches to others."""
    assert roll.team is not None
    odds = odds_of(rules, state, roll)
    one = state.team[roll.team.figure]
    left = rules.loadout(one).wounds - one.damage
    falls, hurt, tokens = _besides(rules, state, roll)
    return Harm(
        int(1000 * (odds.p_suffers_at_least(left) + falls)),
        int(1000 * (odds.expected_suffered + hurt)),
        int(1000 * odds.expected_enemy_worth),
        -int(1000 * odds.expected_dealt),
        int(1000 * tokens),
    )


def _besides(rules: Rules, state: State, roll: Roll) -> tuple[float, float, float]:
    """What the Enemy's Switches are expected to do beyond the roll: others that fall, Damage on others, tokens. Of
    others no more fall than one use each can bring down."""
    assert roll.enemy is not None
    effects = [effect for offer in roll.enemy.offers for effect in offer.switch.effects]
    if not any(isinstance(effect, Reinforce) or _on_others(effect) for effect in effects):
        return 0.0, 0.0, 0.0
    left = [rules.loadout(one).wounds - one.damage for one in _others(rules, state, roll)]

    def falls(effect: Effect) -> int:
        down = sum(wounds <= effect.amount for wounds in left) if isinstance(effect, Suffer) else 0
        return min(down, _reached(effect, left))

    def hurt(effect: Effect) -> int:
        return effect.amount * _reached(effect, left) if isinstance(effect, Suffer) else 0

    def tokens(effect: Effect) -> int:
        return effect.amount if isinstance(effect, Reinforce) else 0

    expected = [odds_of(rules, state, roll, worth).expected_enemy_worth for worth in (falls, hurt, tokens)]
    return min(expected[0], len(left)), expected[1], expected[2]


def _on_others(effect: Effect) -> bool:
    return isinstance(effect, Suffer) and effect.on in (OTHER, *EVERYBODY)


def _reached(effect: Effect, others: Sequence[int]) -> int:
    """How many others one use of an effect reaches."""
    if not _on_others(effect):
        return 0
    return min(1, len(others)) if getattr(effect, "on", "") == OTHER else len(others)


def _others(rules: Rules, state: State, roll: Roll) -> list[Character]:
    """Characters besides the target that a Switch of the roll can reach: in its Range, in sight where that counts."""
    assert roll.team is not None
    return [state.team[id] for id in others(rules, state, roll, OTHER, "enemy")]


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
