"""Supports: calling, using, keeping them (W-022, W-106, W-133, W-156)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .. import commands as c
from .. import content as cards
from .. import events as e
from .. import totals
from ..frames import Retain
from ..refusals import Refused, no_hostile, no_soldier, refused
from ..ruleset import Rules
from ..run import Run
from ..state import State
from . import experience, firing, kit
from .muster import join
from .shots import of_support

IN_PLAY = 2
"""Supports in play at most (W-106)."""

EMPTY = "strike_empty"
"""The effect of a Support that attacks only in spaces without Soldiers."""

STRIKES = (EMPTY, "strike_any")
"""The effects with an attack once a turn."""


# ---- calling ----


def call_options(rules: Rules, state: State) -> Iterator[c.Command]:
    for support in state.on_call:
        card = rules.catalog.supports[support]
        targets = TARGETS[card.effect](rules, state, card) if card.once and card.effect in TARGETS else ("",)
        yield from (c.Call(support, payer, target) for payer in state.team for target in targets)


def _wounded(rules: Rules, state: State, card: cards.Support) -> tuple[str, ...]:
    return tuple(state.team)


def _spaces(rules: Rules, state: State, card: cards.Support) -> tuple[str, ...]:
    return tuple(str(space) for space in dict.fromkeys(one.space for one in state.team.values()))


def _joining(rules: Rules, state: State, card: cards.Support) -> tuple[str, ...]:
    return card.soldiers


TARGETS: dict[str, Callable[[Rules, State, cards.Support], tuple[str, ...]]] = {
    "heal": _wounded,
    "supply": _spaces,
    "relief": _joining,
}
"""What a card that acts at once can be called for."""


def called_for(rules: Rules, support: str, target: str) -> int:
    """Return the space that a Support is called for, -1 for any other target."""
    spaced = rules.catalog.supports[support].effect == "supply" and target.isdecimal()
    return int(target) if spaced else -1


def check_call(rules: Rules, state: State, command: c.Call) -> Refused:
    if command.support not in state.on_call:
        return refused("not_on_call", "W-106", "{support} is not on call", support=command.support)
    if (why := no_soldier(state, command.payer)) is not None:
        return why
    card = rules.catalog.supports[command.support]
    if not card.once and len(state.supports) >= IN_PLAY:
        return refused("supports_full", "W-106", "{most} Supports are in play already", most=IN_PLAY)
    cost = totals.call_cost(rules, state, command.support, state.team[command.payer]).value
    if (why := experience.check_payer(state, command.payer, cost)) is not None:
        return why
    return _wrong_target(rules, state, card, command.target)


def _wrong_target(rules: Rules, state: State, card: cards.Support, target: str) -> Refused:
    """Refuse the target of a card that acts at once."""
    if not card.once or card.effect not in TARGETS:
        if target:
            return refused("no_target_needed", "W-133", "{item} needs no target", item=target)
        return None
    if card.effect == "heal":
        if (why := no_soldier(state, target)) is not None:
            return why
        return kit.wounded(rules, state, state.team[target], target)
    if target not in TARGETS[card.effect](rules, state, card):
        return refused("support_target", "W-156", "this Support cannot be called for {target}", target=target)
    if card.effect == "supply":
        if any(one.weapons for one in state.at(int(target))):
            return None
        return refused("no_weapons", "W-156", "there is no Weapon in this space")
    if rules.catalog.soldiers[target].nation != state.nation:
        return refused("foreign", "W-102", "{card} is not of the Nation {nation}", card=target, nation=state.nation)
    if any(one.card == target for one in state.team.values()):
        return refused("bought", "W-156", "{card} is in the team already", card=target)
    return None


def call(run: Run, frame: object, command: c.Call) -> None:
    """Pay for a Support and put it in play; one that acts at once is discarded (W-133)."""
    card = run.rules.catalog.supports[command.support]
    cost = totals.call_cost(run.rules, run.state, command.support, run.soldier(command.payer)).value
    experience.pay(run, command.payer, cost, f"support.{command.support}.name", ("W-126", "W-133"))
    space = called_for(run.rules, command.support, command.target)
    run.emit(e.SupportCalled(command.support, command.target, card.once, space=space))
    if card.once:
        AT_ONCE[card.effect](run, command.support, card, command.target)


def _evacuation(run: Run, id: str, card: cards.Support, target: str) -> None:
    kit.heal(run, target, card.amount, f"support.{id}.name", ("W-156",))


def _supply(run: Run, id: str, card: cards.Support, target: str) -> None:
    for soldier in run.state.at(int(target)):
        for weapon in soldier.weapons:
            run.emit(e.Supplied(soldier.number, weapon.id, card.amount, f"support.{id}.name", ("W-156",), weapon.empty))


def _relief(run: Run, id: str, card: cards.Support, target: str) -> None:
    number = len(run.state.team) + len(run.state.downed) + len(run.state.left) + 1
    join(run, target, str(number), ("W-107", "W-156"))


def _decoy(run: Run, id: str, card: cards.Support, target: str) -> None:
    run.emit(e.ConditionSet("decoy", run.state.turn, ("W-156",)))


AT_ONCE: dict[str, Callable[[Run, str, cards.Support, str], None]] = {
    "heal": _evacuation,
    "supply": _supply,
    "relief": _relief,
    "decoy": _decoy,
}
"""What a card does that acts at once."""


# ---- using ----


def strike_options(rules: Rules, state: State) -> Iterator[c.Command]:
    for support in state.supports:
        if rules.catalog.supports[support.id].effect in STRIKES:
            yield from (c.Strike(support.id, hostile) for hostile in state.hostiles)


def check_strike(rules: Rules, state: State, command: c.Strike) -> Refused:
    support = next((one for one in state.supports if one.id == command.support), None)
    if support is None or rules.catalog.supports[command.support].effect not in STRIKES:
        return refused("no_strike", "W-156", "no Support {support} in play can attack", support=command.support)
    if support.used:
        return refused("struck", "W-156", "{support} has attacked this turn", support=command.support)
    if (why := no_hostile(state, command.target)) is not None:
        return why
    here = state.at(state.hostiles[command.target].space)
    if here and rules.catalog.supports[command.support].effect == EMPTY:
        return refused("own_troops", "W-156", "a Soldier is in that space")
    return None


def strike(run: Run, frame: object, command: c.Strike) -> None:
    run.emit(e.SupportUsed(command.support))
    firing.open_attack(run, of_support(run.rules, run.state, command.support, command.target))


# ---- step 3 of the Soldiers' turn ----


def advance_retain(run: Run, frame: Retain) -> bool:
    """Ask for the next Support in play; one that nobody can pay for is discarded."""
    if not frame.left:
        run.close()
        return True
    support = frame.left[0]
    if experience.total(run.state) >= run.rules.catalog.supports[support].keep:
        return False
    run.set(Retain(frame.left[1:]))
    run.emit(e.SupportDiscarded(support))
    return True


def retain_options(rules: Rules, state: State, frame: Retain) -> Iterator[c.Command]:
    support = frame.left[0]
    yield from (c.RetainSupport(support, payer) for payer in state.team)
    yield c.LetSupport(support)


def check_retain(rules: Rules, state: State, command: c.RetainSupport | c.LetSupport) -> Refused:
    frame = state.frame
    assert isinstance(frame, Retain)
    if command.support != frame.left[0]:
        return refused("other_support", "W-022", "this is about {support}", support=frame.left[0])
    if isinstance(command, c.LetSupport):
        return None
    return experience.check_payer(state, command.payer, rules.catalog.supports[command.support].keep)


def retain(run: Run, frame: Retain, command: c.RetainSupport) -> None:
    run.set(Retain(frame.left[1:]))
    keep = run.rules.catalog.supports[command.support].keep
    experience.pay(run, command.payer, keep, f"support.{command.support}.name", ("W-022", "W-133"))
    run.emit(e.SupportKept(command.support))


def let(run: Run, frame: Retain, command: c.LetSupport) -> None:
    run.set(Retain(frame.left[1:]))
    run.emit(e.SupportDiscarded(command.support))
