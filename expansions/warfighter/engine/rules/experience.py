"""Experience: who gains it and who pays it (W-126)."""

from __future__ import annotations

from .. import events as e
from ..refusals import Refused, refused
from ..ruleset import Rules
from ..run import Run
from ..state import State

FREE = "0"
"""What a command names as payer where a level-up is free (`leader`)."""


def total(state: State) -> int:
    """Return the XP of all Soldiers in play."""
    return sum(one.xp for one in state.team.values())


def shares(state: State, payer: str, amount: int) -> dict[str, int]:
    """Return what each Soldier pays: the payer first, then the others by number. Any Soldiers may pay (W-022)."""
    left, found = amount, {}
    for number in (payer, *(one for one in state.team if one != payer)):
        paid = min(left, state.team[number].xp)
        if paid:
            found[number] = paid
            left -= paid
    return found


def check_payer(state: State, payer: str, amount: int) -> Refused:
    """Refuse a payment that all Soldiers together cannot make, or a payer without XP."""
    has = total(state)
    if has < amount:
        return refused("xp", "W-126", "this costs {cost} XP, and the team has {has}", cost=amount, has=has)
    if payer not in state.team or (amount and not state.team[payer].xp):
        return refused("no_xp", "W-126", "Soldier {soldier} has no XP to pay with", soldier=payer)
    return None


def payers(state: State) -> tuple[str, ...]:
    """Return the Soldiers who have XP."""
    return tuple(number for number, one in state.team.items() if one.xp)


def pay(run: Run, payer: str, amount: int, what: str, rules: tuple[str, ...] = ("W-126",)) -> None:
    """Pay XP for something: the text key of a card."""
    if amount:
        run.emit(e.XPPaid(shares(run.state, payer, amount), what, rules))


def gain(run: Run, soldier: str, amount: int, source: str) -> None:
    """Give XP to a Soldier; without one, to the Player Soldier with the lowest number."""
    if soldier not in run.state.team:
        players = run.rules.players(run.state)
        if not players:
            return
        soldier = players[0].number
    if amount:
        run.emit(e.XPGained(soldier, amount, source))


def leader(rules: Rules, state: State) -> str:
    """Return the Soldier whose Skill still makes a level-up free this turn, "" if there is none."""
    return able(rules, state, "leader")


def able(rules: Rules, state: State, ability: str) -> str:
    """Return the first Soldier with an unspent Skill of this ability, "" if there is none."""
    for number, one in state.team.items():
        if skill_with(rules, one.skills, ability) and skill_with(rules, one.skills, ability) not in one.spent:
            return number
    return ""


def skill_with(rules: Rules, skills: tuple[str, ...], ability: str) -> str:
    """Return the first of the Skills with an ability, "" if there is none."""
    return next((one for one in skills if rules.catalog.skills[one].once == ability), "")


def spend(run: Run, ability: str) -> None:
    """Note that a Skill was used."""
    number = able(run.rules, run.state, ability)
    run.emit(e.SkillUsed(number, skill_with(run.rules, run.soldier(number).skills, ability)))
