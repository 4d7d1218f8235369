"""The exact chances of an attack in the port's form: Damage dealt and suffered, kill, fall, success."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import msgspec

from defiance_qt.core.port import Distribution, Odds
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import preview
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.enemies.evil_ai import odds_side
from defiance_qt.systems.defiance.engine.frames import Roll, RollSide
from defiance_qt.systems.defiance.engine.notation import format_command
from defiance_qt.systems.defiance.engine.odds import Side
from defiance_qt.systems.defiance.engine.rules.campaign import ship
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State


class Chances(msgspec.Struct, frozen=True):
    """The chances of one attack. `dealt` and `suffered` map each Damage to its chance. `kill` is the chance that the
    target dies, `fall` that the attacker falls; None where the Wounds are unknown. `success` is that of a Simple
    Roll."""

    attack: str
    dealt: dict[int, float]
    suffered: dict[int, float]
    expected_dealt: float
    expected_suffered: float
    kill: float | None = None
    fall: float | None = None
    success: float | None = None


def command_odds(rules: Rules, state: State, command: c.Command) -> Odds | None:
    """Return the chances of an Attack, a Hack or a cure, which must be legal; None for any other command."""
    if isinstance(command, c.Cure):
        chance = rounded(cure_chance(rules, state, command))
        return as_odds(Chances(format_command(command), {}, {}, 0.0, 0.0, success=chance))
    if not isinstance(command, c.Attack | c.Hack):
        return None
    return as_odds(_of_roll(format_command(command), preview.attack(rules, state, command)))


def cure_chance(rules: Rules, state: State, command: c.Cure) -> float:
    """Return the chance that a cure succeeds, with its rerolls: 1 where no roll is needed (R-294, R-295)."""
    if ship.mended(rules, state, command.figure):
        return 1.0
    return roll_chance(rules, state, ship.cure_roll(rules, state, command))


def roll_chance(rules: Rules, state: State, roll: Roll) -> float:
    """Return the chance that the team succeeds in a Simple Roll. After a failure no die shows a Success, so that each
    reroll goes to the die that shows one most often."""
    assert roll.team is not None
    side = odds_side(state, roll.team, roll.target)
    chance = rules.odds.simple(side).p_success
    single = (rules.odds.simple(Side((die,))).p_success for die in side.dice)
    best = max(single, default=0.0) if roll.team.rerolls else 0.0
    return chance + (1 - chance) * (1 - (1 - best) ** roll.team.rerolls)


def needs_chance(rules: Rules, side: RollSide, needs: str) -> float:
    """Return the chance that a side shows these symbols, each critical counted as the two symbols it can become."""
    wanted, faces = Symbols.parse(needs), [rules.catalog.dice.dice[pool.die].faces for pool in side.dice]
    found = total = 0
    for shown in product(*faces):
        symbols = sum(shown, side.fixed)
        symbols += Symbols(success=2 * symbols.critical, block=2 * symbols.critical_block)
        found += symbols.covers(wanted)
        total += 1
    return found / total


def _of_roll(name: str, seen: preview.RollPreview) -> Chances:
    if not seen.dealt:
        return Chances(name, {}, {}, 0.0, 0.0, success=rounded(seen.success))
    return Chances(
        name,
        {amount: rounded(chance) for amount, chance in seen.dealt},
        {amount: rounded(chance) for amount, chance in seen.suffered},
        rounded(seen.expected_dealt),
        rounded(seen.expected_suffered),
        rounded(seen.kill),
        rounded(seen.fall),
    )


def as_odds(chances: Chances) -> Odds:
    """Return the port's value for these chances, with the chances themselves for JSON."""
    shares = (
        ("dealt", chances.dealt, chances.expected_dealt),
        ("suffered", chances.suffered, chances.expected_suffered),
    )
    single = {"success": chances.success, "kill": chances.kill, "fall": chances.fall}
    return Odds(
        chances.attack,
        tuple(Distribution(name, held, mean) for name, held, mean in shares if held),
        {name: chance for name, chance in single.items() if chance is not None},
        chances,
    )


def weighted(weights: Mapping[int, int], total: int) -> dict[int, float]:
    """Return the chances for integer weights."""
    return {amount: rounded(weight / total) for amount, weight in weights.items()}


def rounded(value: float) -> float:
    return round(value, 6)
