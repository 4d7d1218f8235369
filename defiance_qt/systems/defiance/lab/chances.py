"""`defiance-qt odds`: the exact chances of an attack, of dice as named or of what can be done in a save."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from defiance_qt.core.errors import DefianceError
from defiance_qt.extend.sessions import open_save
from defiance_qt.systems.defiance import builtin
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import preview
from defiance_qt.systems.defiance.engine.catalog import read_catalog
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.game import DefianceGame
from defiance_qt.systems.defiance.engine.notation import format_command, parse_command
from defiance_qt.systems.defiance.engine.odds import OddsTable, Side, SwitchValue


class UnknownDie(DefianceError):
    """There is no die of that name. `value` is the name."""

    def __init__(self, value: str, known: Sequence[str]) -> None:
        super().__init__(f"There is no die {value!r}: {', '.join(known)}.")
        self.value = value


class UnreadableSwitch(DefianceError):
    """A Switch that is not written COST=DAMAGE. `value` is what was written."""

    def __init__(self, value: str) -> None:
        super().__init__(f"{value!r} is no Switch: write its cost and its Damage, as in '! !=1'.")
        self.value = value


class NoAttack(DefianceError):
    """Nothing to attack with, or nobody. `value` is what was asked about."""

    def __init__(self, value: str) -> None:
        super().__init__(f"No attack can be made now: {value}.")
        self.value = value


class Chances(msgspec.Struct, frozen=True):
    """The chances of one attack. `dealt` and `suffered` map each Damage to its chance; `kill` is the chance that the
    target dies, `fall` that the attacker falls, None where nothing is known of Wounds; `success` is that of a Simple
    Roll."""

    attack: str
    dealt: dict[int, float]
    suffered: dict[int, float]
    expected_dealt: float
    expected_suffered: float
    kill: float | None = None
    fall: float | None = None
    success: float | None = None


def dice_chances(
    team: str,
    enemy: str,
    switches: Sequence[str] = (),
    enemy_switches: Sequence[str] = (),
    multiplier: int = 1,
    wounds: int = 0,
) -> Chances:
    """The chances of dice against dice ("red,red,orange", "blue"). Without dice of the Enemy: a Simple Roll.

    Raises `UnknownDie`, `UnreadableSwitch`.
    """
    dice = read_catalog(builtin.contribute_content()).dice
    table = OddsTable(dice)
    side = Side(_dice(team, dice.dice), Symbols(), tuple(map(_switch, switches)), multiplier)
    name = f"{team} : {enemy}" if enemy else team
    if not enemy:
        simple = table.simple(side)
        left = {count: _rounded(weight / simple.total) for count, weight in simple.successes.items()}
        return Chances(name, left, {}, _rounded(simple.expected_successes), 0.0, success=_rounded(simple.p_success))
    rival = Side(_dice(enemy, dice.dice), Symbols(), tuple(map(_switch, enemy_switches)))
    odds = table.face_to_face(side, rival)
    return Chances(
        name,
        _shares(odds.dealt, odds.total),
        _shares(odds.suffered, odds.total),
        _rounded(odds.expected_dealt),
        _rounded(odds.expected_suffered),
        _rounded(odds.p_at_least(wounds)) if wounds else None,
    )


def _dice(text: str, known: Mapping[str, object]) -> tuple[str, ...]:
    ids = tuple(re.split(r"\s*,\s*|\s+", text.strip()))
    for id in ids:
        if id not in known:
            raise UnknownDie(id, tuple(known))
    return ids


def _switch(text: str) -> SwitchValue:
    cost, equals, damage = text.partition("=")
    if not equals or not damage.strip().isdigit():
        raise UnreadableSwitch(text)
    return SwitchValue(Symbols.parse(cost), int(damage))


def _shares(weights: Mapping[int, int], total: int) -> dict[int, float]:
    return {amount: _rounded(weight / total) for amount, weight in weights.items()}


def _rounded(value: float) -> float:
    return round(value, 6)


def save_chances(file: Path, command: str = "") -> list[Chances]:
    """The chances of an attack in the state a save was left in: of the one named in text ("attack cadin rippers.slash
    nox_spec_ops.1"), or of all that are legal. Raises `SaveError`, `NotationError`, `Illegal`, `NoAttack`."""
    with open_save(file, read_only=True) as session:
        game, state = session.game, session.state
        assert isinstance(game, DefianceGame)
        if command:
            wanted = parse_command(command)
            game.decide(state, wanted)
            found = [wanted]
        else:
            found = list(session.legal())
        attacks = [one for one in found if isinstance(one, c.Attack | c.Hack)]
        if not attacks:
            raise NoAttack(command or "nobody is activated, or nobody is in Range and Line of Sight")
        return [_of_attack(one, preview.attack(game.rules, state, one)) for one in attacks]


def _of_attack(command: c.Attack | c.Hack, seen: preview.RollPreview) -> Chances:
    name = format_command(command)
    if not seen.dealt:
        return Chances(name, {}, {}, 0.0, 0.0, success=_rounded(seen.success))
    return Chances(
        name,
        {amount: _rounded(chance) for amount, chance in seen.dealt},
        {amount: _rounded(chance) for amount, chance in seen.suffered},
        _rounded(seen.expected_dealt),
        _rounded(seen.expected_suffered),
        _rounded(seen.kill),
        _rounded(seen.fall),
    )


def told(one: Chances) -> str:
    """The chances as a few lines."""
    lines = [one.attack]
    if one.success is not None:
        lines.append(f"  success {one.success:.1%}")
    if one.dealt:
        lines.append(f"  dealt     {_row(one.dealt)}  mean {one.expected_dealt:.2f}")
    if one.suffered:
        lines.append(f"  suffered  {_row(one.suffered)}  mean {one.expected_suffered:.2f}")
    ends = [f"{name} {chance:.1%}" for name, chance in (("kill", one.kill), ("fall", one.fall)) if chance is not None]
    if ends:
        lines.append("  " + ", ".join(ends))
    return "\n".join(lines)


def _row(shares: Mapping[int, float]) -> str:
    return "  ".join(f"{amount}: {share:.1%}" for amount, share in shares.items())
