"""Checks of an exchange or a change of Equipment (R-026…R-034, R-108, R-114, R-116…R-119, R-146)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.rules.equip import BACKPACK, IN_HAND, copies, fitting, may_carry, partners
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Carried, State


def _top(state: State) -> f.Equipping:
    top = state.agenda[-1]
    assert isinstance(top, f.Equipping)
    return top


def _place(rules: Rules, state: State, command: c.Place) -> Illegal:
    top, id = _top(state), command.character
    if id != top.character and (id not in top.partners or id not in partners(rules, state, top)):
        words = f"{id} has received nothing and cannot rearrange its Equipment"
        return Illegal("nothing_received", "R-118", words, figure=id)
    return placing(rules, state, command)


def placing(rules: Rules, state: State, command: c.Place) -> Illegal:
    """Return why a card cannot be put there (R-026…R-031, R-116, R-146)."""
    id = command.character
    held = [found for found in state.team[id].carried if found.item == command.item]
    if not held:
        return not_held(id, command.item)
    card = rules.catalog.equipment[command.item]
    if not card.tabs:
        words = f"{command.item} needs no tab; it lies beside the card"
        return Illegal("light_item", "R-028", words, card=command.item)
    if not may_carry(rules, state.team[id], card):
        return cannot_carry(id, command.item)
    if all(found.place == command.place for found in held):
        return Illegal("already_there", "R-116", f"{command.item} is there already", card=command.item)
    if command.place not in (BACKPACK, IN_HAND) and command.place not in [str(at) for at in range(len(card.tabs))]:
        return Illegal("no_such_tab", "R-027", f"{command.item} has no such tab", card=command.item)
    rule = "R-031" if command.place == BACKPACK else "R-026"
    words = f"{id} has no free tab for {command.item} there"
    return Illegal("no_free_tab", rule, words, figure=id, card=command.item)


def not_held(id: str, card: str) -> Illegal:
    return Illegal("not_held", "R-116", f"{id} does not have {card}", figure=id, card=card)


def _give(rules: Rules, state: State, command: c.Give) -> Illegal:
    top, giver, receiver = _top(state), command.giver, command.receiver
    if top.character not in (giver, receiver) or giver == receiver:
        words = f"{top.character} exchanges with one other"
        return Illegal("not_in_exchange", "R-117", words, figure=top.character)
    other = receiver if giver == top.character else giver
    if other not in partners(rules, state, top):
        words = f"{top.character} is not adjacent to {other}"
        return Illegal("not_adjacent_to", "R-117", words, figure=top.character, target=other)
    if not has_copy(state, command):
        return not_held(giver, command.item)
    card = rules.catalog.equipment[command.item]
    if card.personal:
        return Illegal("personal", "R-034", f"{command.item} is personal", card=command.item)
    return cannot_carry(receiver, command.item)


def has_copy(state: State, command: c.Give) -> bool:
    """Check whether the giver has the copy that the command names."""
    return 0 <= command.copy < len(copies(state.team[command.giver].carried, command.item, command.turned))


def cannot_carry(id: str, card: str) -> Illegal:
    words = f"{id} has no location tabs and can carry only what needs none"
    return Illegal("cannot_carry", "R-146", words, figure=id, card=card)


def _install(rules: Rules, state: State, command: c.Install) -> Illegal:
    top = _top(state)
    giver = command.source.partition("/")[0]
    near = [top.character, *partners(rules, state, top)]
    for id in (giver, command.character):
        if id not in near:
            words = f"{top.character} is not adjacent to {id}"
            if id not in state.team:
                return Illegal("unknown_character", "R-003", f"there is no Character {id!r} in this mission", name=id)
            return Illegal("not_adjacent_to", "R-117", words, figure=top.character, target=id)
    return installing(rules, state, command)


def installing(rules: Rules, state: State, command: c.Install) -> Illegal:
    """Return why a program cannot be moved from one device to the other (R-108, R-114)."""
    giver, _, item = command.source.partition("/")
    sources = [held for held in state.team[giver].carried if held.item == item]
    if not any(command.program in held.software for held in sources):
        words = f"{giver} has no device with {command.program} installed"
        return Illegal("no_program", "R-114", words, figure=giver, card=command.program)
    return taking(rules, state, command.character, command.device, command.program, sources)


def taking(
    rules: Rules, state: State, id: str, device: str, program: str, sources: Collection[Carried] = ()
) -> Illegal:
    """Return why a device cannot take a program: it is none, it is where the program comes from or has it, or it is
    full (R-108, R-114)."""
    devices = [held for held in state.team[id].carried if held.item == device]
    slots = rules.catalog.equipment[device].device if devices else None
    if slots is None:
        return Illegal("not_a_device", "R-114", f"{id} has no such hacking device", figure=id)
    if all(held in sources or program in held.software for held in devices):
        return Illegal("same_device", "R-114", f"{program} is installed there", card=program)
    words = f"{device} holds no more than {slots.slots} programs"
    return Illegal("device_full", "R-108", words, card=device, slots=slots.slots)


def _finish(rules: Rules, state: State, command: c.FinishEquip) -> Illegal:
    found = fitting(rules, state, _top(state))
    assert found is not None
    words = f"{found[1]} fits a free location of {found[0]}: it has to be placed first"
    return Illegal("fits_somewhere", "R-033", words, figure=found[0], card=found[1])


EQUIP: dict[type, Callable[[Rules, State, Any], Illegal]] = {
    c.Place: _place,
    c.Give: _give,
    c.Install: _install,
    c.FinishEquip: _finish,
}
