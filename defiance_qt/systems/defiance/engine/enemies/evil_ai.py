"""Evil AI: the option most harmful to the Characters, by exact expectation (R-192 and the ruling on it)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.content import AddSymbols, Effect, Impose, Suffer
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.enemies.targeting import TIE_BREAKS
from defiance_qt.systems.defiance.engine.frames import Offer, Roll, RollSide
from defiance_qt.systems.defiance.engine.odds import Odds, Side, SwitchValue
from defiance_qt.systems.defiance.engine.rules.damage import odds_between
from defiance_qt.systems.defiance.engine.rules.effects import apply_effects, other_wanted, others, useless
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Enemy, State
from defiance_qt.systems.defiance.engine.transaction import Transaction


class Harm(NamedTuple):
    """The harm of an option to the team. Fields are in the order in which they count, so values compare directly; more
    is worse for the team.

    `unconscious`: expected number of Characters that fall Unconscious; `dealt`: expected Damage that their Wounds take
    (R-225), with that of Switches on others; `states`: expected States imposed; `spared`: minus the Damage the Enemy
    expects to suffer; `reinforcements`: tokens gained. Thousandths, rounded down, so that equal options compare equal.
    """

    unconscious: int = 0
    dealt: int = 0
    states: int = 0
    spared: int = 0
    reinforcements: int = 0


def switch_value(state: State, offer: Offer, rival: str) -> SwitchValue:
    """Return a Switch in the form that the odds use. One that imposes States works as often as that has an effect
    (R-104, R-192). Its worth is the number of States that one use imposes on the rival."""
    damage = 0
    symbols = Symbols()
    imposes = [effect for effect in offer.switch.effects if isinstance(effect, Impose)]
    for effect in offer.switch.effects:
        if isinstance(effect, AddSymbols):
            symbols = symbols + Symbols.parse(effect.symbols)
        elif isinstance(effect, Suffer) and effect.on == "target":
            damage += effect.amount
    fresh = sum(effect.on == "target" and not _has(state, effect, rival) for effect in imposes)
    uses: int | None = None
    if len(imposes) == len(offer.switch.effects):
        uses = 0 if all(_has(state, effect, rival) for effect in imposes) else 1
    return SwitchValue(Symbols.parse(offer.switch.cost), damage, symbols, uses, fresh)


def _has(state: State, effect: Impose, rival: str) -> bool:
    one = state.team.get(rival) or state.enemies.get(rival)
    return one is not None and effect.on == "target" and effect.state in one.states


def odds_side(state: State, side: RollSide, rival: str, multiplier: int = 1) -> Side:
    """Return a side of a roll in the form that the odds use."""
    dice = tuple(sorted(pool.die for pool in side.dice))
    switches = tuple(switch_value(state, offer, rival) for offer in side.offers)
    return Side(dice, side.fixed, switches, multiplier)


def odds_of(rules: Rules, state: State, roll: Roll) -> Odds:
    """Return the exact odds of a Face-to-Face Roll that has not been rolled yet."""
    return odds_between(rules, state, roll, *_sides(state, roll))


def plain_odds(rules: Rules, state: State, roll: Roll) -> Odds:
    """Return the same without what house rules make of the Damage."""
    return rules.odds.face_to_face(*_sides(state, roll))


def _sides(state: State, roll: Roll) -> tuple[Side, Side]:
    assert roll.team is not None
    assert roll.enemy is not None
    team = odds_side(state, roll.team, roll.enemy.figure, roll.multiplier)
    return team, odds_side(state, roll.enemy, roll.team.figure)


def harm_of(rules: Rules, state: State, roll: Roll) -> Harm:
    """Return the expected harm of an Enemy's roll, to its target and by its Switches to others."""
    assert roll.team is not None
    assert roll.enemy is not None
    one = state.team[roll.team.figure]
    left = rules.loadout(one).wounds - one.damage
    odds, besides = _reckoned(rules, state, roll)
    total = odds.total
    falls = taken = struck = 0
    for (dealt, suffered), weight in odds.joint.items():  # one pass: this is the inner loop of the Enemy's turn
        struck += dealt * weight
        if suffered < left:
            taken += suffered * weight
        else:
            falls += weight
            taken += left * weight
    return Harm(
        int(1000 * (falls / total + besides.falls)),
        int(1000 * (taken / total + besides.hurt)),
        int(1000 * besides.states),
        -int(1000 * (struck / total)),
        int(1000 * besides.tokens),
    )


class SideEffects(NamedTuple):
    """Effects of Switches beyond a roll's Damage: Characters knocked Unconscious, Damage and States inflicted, tokens
    gained."""

    falls: float = 0
    hurt: float = 0
    states: float = 0
    tokens: float = 0


# More than the uses of any Switch in one roll: the base of the numbers that stand for the uses of all Switches.
USES = 64
# From this many uses on, a Switch counts as unlimited.
LONG = 12


def _reckoned(rules: Rules, state: State, roll: Roll) -> tuple[Odds, SideEffects]:
    """Return the odds of an Enemy's roll, and the expected side effects of its Switches (R-192). If these go beyond
    States on the rival, every possible number of uses is simulated, also of the Switches that impose States."""
    assert roll.team is not None
    assert roll.enemy is not None
    if not any(_reaches_on(offer) for offer in roll.enemy.offers):
        odds = odds_of(rules, state, roll)
        return odds, SideEffects(states=odds.expected_enemy_worth)
    played_out = [number for number, offer in enumerate(roll.enemy.offers) if _has_side_effects(offer)]
    digits = {number: USES**at for at, number in enumerate(played_out)}
    enemy = odds_side(state, roll.enemy, roll.team.figure)
    switches = tuple(
        replace(value, worth=digits.get(number, 0), uses=_limit(rules, state, roll, number, value.uses))
        for number, value in enumerate(enemy.switches)
    )
    team = odds_side(state, roll.team, roll.enemy.figure, roll.multiplier)
    odds = odds_between(rules, state, roll, team, replace(enemy, switches=switches))
    sums = [0.0, 0.0, 0.0, 0.0]
    for code, weight in odds.enemy_worths.items():
        uses = {number: code // digit % USES for number, digit in digits.items()}
        for at, value in enumerate(_played_out(rules, state, roll, uses)):
            sums[at] += value * weight / odds.total
    return odds, SideEffects(*sums)


def _reaches_on(offer: Offer) -> bool:
    """Check whether a Switch has side effects other than States on the rival alone, which the odds count."""
    imposes = all(isinstance(effect, Impose) and effect.on == "target" for effect in offer.switch.effects)
    return _has_side_effects(offer) and not imposes


def _has_side_effects(offer: Offer) -> bool:
    """Check whether a Switch does anything besides Damage to the rival and symbols of the roll."""
    return any(
        not isinstance(effect, AddSymbols) and not (isinstance(effect, Suffer) and effect.on == "target")
        for effect in offer.switch.effects
    )


def _limit(rules: Rules, state: State, roll: Roll, number: int, uses: int | None) -> int | None:
    """Return how often the Enemy would pay for a Switch before it has no more effect (R-104, R-192), None for
    unlimited."""
    assert roll.enemy is not None
    if not _reaches_on(roll.enemy.offers[number]):
        return uses
    trial = _trial(rules, state, roll)
    for used in range(LONG):
        if not _use(trial, roll, number):
            return used
    return None


def _trial(rules: Rules, state: State, roll: Roll) -> Transaction:
    trial = Transaction(rules, state)
    trial.open(roll)
    return trial


def _use(trial: Transaction, roll: Roll, number: int) -> bool:
    """Use a Switch once, as in the roll. Returns False when it would be spared."""
    assert roll.enemy is not None
    assert roll.team is not None
    offer, figure = roll.enemy.offers[number], roll.enemy.figure
    wanted = other_wanted(offer.switch.effects)
    found = others(trial.rules, trial.state, roll, wanted, "enemy") if wanted else ()
    other = worst_for(trial, offer.switch.effects, found)
    if useless(trial, offer, figure, roll.team.figure, other):
        return False
    apply_effects(trial, offer.switch.effects, figure, roll.team.figure, other, offer.source, (), "enemy")
    return True


def _played_out(rules: Rules, state: State, roll: Roll, uses: dict[int, int]) -> SideEffects:
    """Return the side effects of the given number of uses of each Switch, one after another in printed order (R-192).
    Damage counts as far as the Wounds take it."""
    if not any(uses.values()):
        return SideEffects()
    trial = _trial(rules, state, roll)
    for number, times in uses.items():
        for _ in range(times):
            _use(trial, roll, number)
    after = trial.state.team
    damage = {one.id: one.damage for one in state.team.values()}
    taken = 0  # `amount` may be more than the Wounds take
    for event in trial.events:
        if isinstance(event, e.DamageSuffered | e.DamageHealed) and event.figure in damage:
            taken += max(0, event.damage - damage[event.figure])
            damage[event.figure] = event.damage
    up = [one for one in state.team.values() if one.space and one.conscious]
    return SideEffects(
        sum(not after[one.id].space or not after[one.id].conscious for one in up),
        taken,
        sum(isinstance(event, e.StateGained) and event.figure in after for event in trial.events),
        trial.state.reserve - state.reserve,
    )


def worst_for(run: Transaction, effects: Sequence[Effect], ids: Sequence[str]) -> str:
    """Return the figure that an Enemy's Switch affects among those it may, "" without one. Figures that fall
    Unconscious come first, then the most States, then the printed tie-breaks; of Enemies the most damaged; then the
    smallest coordinates (R-192)."""
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
