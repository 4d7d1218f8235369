"""Commands in a few words, for buttons and for the undo label."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.content import Switch
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.frames import Activation, Console, Equipping, KeepConsequence, Roll
from defiance_qt.systems.defiance.engine.rules.equip import copies
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell.campaign import CAMPAIGN_LABELS
from defiance_qt.systems.defiance.tell.effects import effect
from defiance_qt.systems.defiance.tell.names import Names

# The frame whose figure owns a command that names no figure.
_FRAMES: dict[type, tuple[type[Any], str]] = {
    c.Assign: (Console, "character"),
    c.SplitCritical: (Console, "character"),
    c.ConsoleRollAgain: (Console, "character"),
    c.LeaveConsole: (Console, "character"),
    c.FinishEquip: (Equipping, "character"),
    c.Keep: (KeepConsequence, "character"),
}
_ROLL = (
    c.SpendCritical,
    c.KeepCritical,
    c.UseSwitch,
    c.LetStand,
    c.RollAgain,
    c.KeepDice,
    c.StoreDie,
    c.AddStored,
)


def label_text(names: Names, command: c.Command, actor: bool) -> str:
    """Return the label of a command; `actor` prefixes its figure."""
    text = LABELS[type(command)](names, command)
    who = actor_of(names.state, command) if actor else ""
    return names.words("command.by", actor=names.figure(who), command=text) if who else text


def actor_of(state: State, command: c.Command) -> str:
    """Return the id of the figure that a command is for, "" for one of the whole team."""
    if id := getattr(command, "character", "") or getattr(command, "giver", ""):
        return str(id)
    if isinstance(command, _ROLL):
        roll = _frame(state, Roll)
        return str(roll.team.figure) if roll is not None and roll.team is not None else ""
    if type(command) in _FRAMES:
        kind, field = _FRAMES[type(command)]
        frame = _frame(state, kind)
        return str(getattr(frame, field)) if frame is not None else ""
    return ""


def _frame(state: State, kind: type[Any]) -> Any:
    """Return the innermost frame of that kind, None without one."""
    return next((frame for frame in reversed(state.agenda) if type(frame) is kind), None)


def _plain(key: str) -> Callable[[Names, Any], str]:
    return lambda names, command: names.words(key)


def _drag(names: Names, command: c.Drag) -> str:
    dragged = names.figure(command.dragged)
    return names.words("command.drag", space=command.space, dragged=dragged, follows=command.follows)


def _attack(names: Names, command: c.Attack) -> str:
    weapon = names.weapon(command.character, command.weapon, command.attack)
    attack = names.part(command.weapon, command.attack)
    target = names.figure(command.target)
    if not attack or attack == weapon:
        return names.words("command.attack", target=target, weapon=weapon)
    return names.words("command.attack.with", target=target, weapon=weapon, attack=attack)


def _hack(names: Names, command: c.Hack) -> str:
    program = names.program(command.program)
    if command.using:
        program = names.words("command.hack.using", program=program, device=names.item(command.using))
    if not command.target:
        return names.words("command.hack", program=program)
    return names.words("command.hack.target", program=program, target=names.thing(command.target))


def _rest(names: Names, command: c.Rest) -> str:
    if command.state:
        return names.words("command.rest.state", state=names.condition(command.state))
    return names.words("command.rest")


def _interact(names: Names, command: c.Interact) -> str:
    id = command.element
    element = names.element(id) or names.thing(id)
    if id in names.state.doors:
        return names.words("command.interact.door", element=element)
    if id in names.state.containers:
        return names.words("command.interact.container", element=element)
    if id in names.state.neutrals:
        return names.words("command.interact.neutral", element=element)
    key = "command.interact.extra" if command.extra else "command.interact.console"
    if command.using:
        return names.words(f"{key}.using", element=element, using=names.item(command.using))
    return names.words(key, element=element)


def _end(names: Names, command: c.EndActivation) -> str:
    """Return the end of an Activation, or of what a card grants."""
    frame = names.frame(Activation)
    return names.words("command.end_granted" if frame is not None and frame.grant else "command.end_activation")


def _use_card(names: Names, command: c.UseCard) -> str:
    card = names.item(command.card)
    action = names.part(command.card, command.action) or card
    key = "command.use_card.own" if command.card == command.character else "command.use_card"
    if command.target in ("", command.character):
        return names.words(key, card=card, action=action)
    target = names.joined([names.thing(id) for id in (command.target, command.other) if id])
    return names.words(f"{key}.target", card=card, action=action, target=target)


def _spend(names: Names, command: c.SpendCritical) -> str:
    return names.words(f"command.spend_critical.{command.critical}.{command.use}")


def _keep_critical(names: Names, command: c.KeepCritical) -> str:
    return names.words(f"command.keep_critical.{command.critical}")


def _switch(names: Names, command: c.UseSwitch) -> str:
    side = names.roll_side("team")
    if side is None or not 0 <= command.offer < len(side.offers):
        return names.words("command.use_switch.unknown", number=command.offer + 1)
    switch: Switch = side.offers[command.offer].switch
    cost = names.symbols(Symbols.parse(switch.cost))
    text = names.joined([said for one in switch.effects if (said := effect(names, one))])
    if command.target:
        return names.words("command.use_switch.target", cost=cost, effect=text, target=names.thing(command.target))
    return names.words("command.use_switch", cost=cost, effect=text)


def _roll_again(names: Names, command: c.RollAgain) -> str:
    roll = names.frame(Roll)
    side = roll.team if roll is not None else None
    if side is None or not 0 <= command.die < len(side.dice):
        return names.words("command.roll_again", number=command.die + 1)
    die = names.known(f"die.{side.dice[command.die].die}") or str(command.die + 1)
    return names.words("command.roll_again.die", number=command.die + 1, die=die)


def _store(names: Names, command: c.StoreDie) -> str:
    symbol = names.symbols(Symbols.parse(command.symbol))
    return names.words("command.store_die", number=command.die + 1, card=names.thing(command.card), symbol=symbol)


def _add_stored(names: Names, command: c.AddStored) -> str:
    symbol = names.symbols(Symbols.parse(command.symbol))
    return names.words("command.add_stored", card=names.thing(command.card), symbol=symbol)


def _assign(names: Names, command: c.Assign) -> str:
    symbol = names.symbols(Symbols.parse(command.symbol))
    return names.words("command.assign", symbol=symbol, input=command.input + 1)


def _split(names: Names, command: c.SplitCritical) -> str:
    return names.words("command.split_critical", symbol=names.symbols(Symbols.parse(command.symbol)))


def _place(names: Names, command: c.Place) -> str:
    where = {"": "off", "light": "light", "backpack": "backpack"}.get(command.place, "tab")
    return names.words(f"command.place.{where}", item=names.item(command.item))


def _give(names: Names, command: c.Give) -> str:
    item = names.item(command.item)
    if command.turned:
        item = names.words(f"command.turned.{command.turned}", item=item)
    giver = names.state.team.get(command.giver)
    alike = copies(giver.carried, command.item, command.turned) if giver is not None else ()
    if len(alike) > 1 and command.copy in range(len(alike)):
        programs = names.joined(names.program(id) for id in alike[command.copy].software)
        key = "command.copy" if programs else "command.copy.empty"
        item = names.words(key, item=item, programs=programs)
    return names.words("command.give", item=item, receiver=names.figure(command.receiver))


def _install(names: Names, command: c.Install) -> str:
    return names.words("command.install", program=names.program(command.program), device=names.item(command.device))


def _enter_dice(names: Names, command: c.EnterDice) -> str:
    return names.words("command.enter_dice", faces=names.joined(str(face) for face in command.faces))


def _answer(names: Names, command: c.SetAnswer) -> str:
    kind = names.words(f"event.chance.{command.kind}")
    return names.words(f"command.set_answer.{command.who}", kind=kind, side=names.words(f"event.side.{command.side}"))


def _overrule(names: Names, command: c.Overrule) -> str:
    return names.words("command.overrule", place=names.place(command.path), value=names.value(command.value))


LABELS: dict[type, Callable[[Names, Any], str]] = {
    c.Deploy: lambda names, command: names.words("command.deploy", space=command.space),
    c.Activate: _plain("command.activate"),
    c.EndActivation: _end,
    c.Move: _plain("command.move"),
    c.StepTo: lambda names, command: names.words("command.step_to", space=command.space),
    c.Drag: _drag,
    c.Attack: _attack,
    c.Hack: _hack,
    c.Equip: _plain("command.equip"),
    c.Rest: _rest,
    c.Interact: _interact,
    c.UseAutoMediKit: _plain("command.use_automedikit"),
    c.UseCard: _use_card,
    c.SpendCritical: _spend,
    c.KeepCritical: _keep_critical,
    c.UseSwitch: _switch,
    c.LetStand: _plain("command.let_stand"),
    c.RollAgain: _roll_again,
    c.KeepDice: _plain("command.keep_dice"),
    c.StoreDie: _store,
    c.AddStored: _add_stored,
    c.Assign: _assign,
    c.SplitCritical: _split,
    c.ConsoleRollAgain: _plain("command.console_roll_again"),
    c.LeaveConsole: _plain("command.leave_console"),
    c.Place: _place,
    c.Give: _give,
    c.Install: _install,
    c.FinishEquip: _plain("command.finish_equip"),
    c.Keep: lambda names, command: names.words("command.keep", card=names.card("consequence", command.card)),
    c.Proceed: _plain("command.proceed"),
    c.EnterDice: _enter_dice,
    c.EnterCard: lambda names, command: names.words("command.enter_card", card=names.thing(command.card)),
    c.SetAnswer: _answer,
    c.Overrule: _overrule,
    **CAMPAIGN_LABELS,
}
