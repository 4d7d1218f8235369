"""Labels of commands: short enough for a button, with what they cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.api import port

from .. import commands as c
from ..rules.support import called_for
from ..ruleset import Rules
from ..state import State
from ..totals import entry
from . import names


def label(command: Any, state: State, words: port.Words, rules: Rules) -> str:
    """Return a short label of the command."""
    if isinstance(command, port.SetAnswer):
        return words(f"command.set_answer.{command.who}", what=words(f"chance.{command.key}"))
    special = _SPECIAL.get(type(command))
    if special is not None:
        return special(command, state, words, rules)
    tag = str(type(command).__struct_config__.tag)
    return words(f"command.{tag}", **_values(command, state, words))


def _values(command: Any, state: State, words: port.Words) -> dict[str, str]:
    """Return the fields of a command as names."""
    found: dict[str, str] = {}
    for field in command.__struct_fields__:
        value = getattr(command, field)
        if field in ("soldier", "to", "payer"):
            found["who" if field == "soldier" else field] = names.soldier(state, value, words)
        elif field in ("target", "id"):
            found[field] = names.target(state, value, words)
        elif field in ("weapon", "item"):
            found[field] = names.item(value, words)
        elif isinstance(value, str):
            found[field] = names.card(value, words)
    return found


def _nation(command: c.Nation, state: State, words: port.Words, rules: Rules) -> str:
    return words("command.nation", nation=words(f"nation.{command.nation}.name"))


def _team(command: c.Team, state: State, words: port.Words, rules: Rules) -> str:
    return words("command.team", team=words(f"team.{command.team}.name"))


def _buy(command: c.Buy, state: State, words: port.Words, rules: Rules) -> str:
    name = words(f"soldier.{command.card}.name")
    return words("command.buy", card=name, rp=rules.catalog.soldiers[command.card].rp)


def _arm(command: c.Arm, state: State, words: port.Words, rules: Rules) -> str:
    rp = rules.catalog.item(command.item.partition(":")[0]).rp
    who, item = names.soldier(state, command.soldier, words), names.item(command.item, words)
    return words("command.arm", who=who, item=item, rp=rp)


def _teach(command: c.Teach, state: State, words: port.Words, rules: Rules) -> str:
    who, skill = names.soldier(state, command.soldier, words), words(f"skill.{command.skill}.name")
    return words("command.teach", who=who, skill=skill, rp=rules.catalog.skills[command.skill].rp)


def _unbuy(command: c.Unbuy, state: State, words: port.Words, rules: Rules) -> str:
    who = names.soldier(state, command.soldier, words)
    if command.item:
        return words("command.unbuy.item", who=who, item=names.item(command.item, words))
    return words("command.unbuy", who=who)


def _move(command: c.Move, state: State, words: port.Words, rules: Rules) -> str:
    who = names.soldier(state, command.soldier, words)
    soldier = state.team.get(command.soldier)
    if soldier is None:
        return words(f"command.move.{command.way}", who=who)
    to = soldier.space + (1 if command.way == "right" else -1)
    if to < 0 or (not state.location(to) and to not in (0, state.space)):
        return words(f"command.move.{command.way}", who=who)
    cost = entry(rules, state, soldier, to).value
    said = words.count("command.move", cost, who=who, place=names.place(state, to, words))
    if command.payer and cost:
        return words("command.paid_by", what=said, payer=names.soldier(state, command.payer, words))
    return said


def _mode(rules: Rules, state: State, command: c.Fire | c.Fight, words: port.Words) -> str:
    """Return Weapon and mode of a command: "Assault rifle, 2d10 from 6"."""
    weapon, _, mode = command.weapon.rpartition(".")
    if not mode.isdigit():
        return words("part.unarmed")
    soldier = state.team.get(command.soldier)
    card = rules.card(soldier) if weapon == names.OWN and soldier is not None else rules.catalog.weapons.get(weapon)
    if card is None or not 1 <= int(mode) <= len(card.modes):
        return command.weapon
    dice, hit, _ = card.modes[int(mode) - 1]
    said = words("name.mode", dice=dice, hit=hit)
    return said if weapon == names.OWN else words("name.weapon_mode", weapon=words(f"weapon.{weapon}.name"), mode=said)


def _attack(command: c.Fire | c.Fight, state: State, words: port.Words, rules: Rules) -> str:
    key = "command.fire" if isinstance(command, c.Fire) else "command.fight"
    who, target = names.soldier(state, command.soldier, words), names.target(state, command.target, words)
    return words(key, who=who, weapon=_mode(rules, state, command, words), target=target)


def _use(command: c.Use, state: State, words: port.Words, rules: Rules) -> str:
    who, item = names.soldier(state, command.soldier, words), names.item(command.item, words)
    if not command.target:
        return words("command.use", who=who, item=item)
    return words("command.use.at", who=who, item=item, target=names.target(state, command.target, words))


def _play(command: c.Play, state: State, words: port.Words, rules: Rules) -> str:
    who, card = names.soldier(state, command.soldier, words), words(f"action.{command.card}.name")
    said = words("command.play", who=who, card=card)
    if command.target and command.target != command.soldier:
        said = words("command.at", what=said, target=names.target(state, command.target, words))
    return _levelled(said, command.level, state, words)


def _react(command: c.ReactWith, state: State, words: port.Words, rules: Rules) -> str:
    return _levelled(words("command.react", card=words(f"action.{command.card}.name")), command.level, state, words)


def _levelled(said: str, payer: str, state: State, words: port.Words) -> str:
    if not payer:
        return said
    if payer not in state.team:
        return words("command.leveled.free", what=said)
    return words("command.leveled", what=said, payer=names.soldier(state, payer, words))


def _place(command: c.Place, state: State, words: port.Words, rules: Rules) -> str:
    who = names.soldier(state, command.soldier, words)
    if command.skill:
        return words("command.place.skill", who=who, skill=words(f"skill.{command.skill}.name"))
    return words("command.place", who=who)


def _objective(command: c.Work | c.Activate, state: State, words: port.Words, rules: Rules) -> str:
    key = "command.work" if isinstance(command, c.Work) else "command.activate"
    objective = names.card(state.goal.id, words, "objective")
    return words(key, who=names.soldier(state, command.soldier, words), objective=objective)


def _call(command: c.Call, state: State, words: port.Words, rules: Rules) -> str:
    card, payer = words(f"support.{command.support}.name"), names.soldier(state, command.payer, words)
    said = words("command.call", support=card, payer=payer)
    if not command.target:
        return said
    space = called_for(rules, command.support, command.target)
    target = names.target(state, command.target, words) if space < 0 else names.place(state, space, words)
    return words("command.at", what=said, target=target)


def _faces(command: c.EnterDice, state: State, words: port.Words, rules: Rules) -> str:
    return words("command.enter_dice", faces=" ".join(map(str, command.faces)))


def _cards(command: c.EnterCards, state: State, words: port.Words, rules: Rules) -> str:
    found = names.joined((names.target(state, id, words) for id in command.cards), words)
    return words("command.enter_cards", cards=found)


def _overrule(command: c.Overrule, state: State, words: port.Words, rules: Rules) -> str:
    return words("command.overrule", what="; ".join(corrections(command.values, state, words)))


def corrections(values: dict[str, Any], state: State, words: port.Words) -> list[str]:
    """Return each corrected value: whose it is, which, and what it becomes."""
    return [
        words("name.piles", deck=path(one, state, words))
        if "," in one
        else f"{path(one, state, words)} {_said(value, words)}"
        for one, value in values.items()
    ]


def _said(value: Any, words: port.Words) -> str:
    if isinstance(value, list | tuple):
        return names.joined((names.card(str(one), words) for one in value), words)
    return str(value)


def path(text: str, state: State, words: port.Words) -> str:
    """Return the name of a path of corrections: "Roa, Health" of "team.1.health"."""
    if "," in text:
        return words(f"deck.{text.split('.')[1]}")
    kind, _, rest = text.partition(".")
    field = rest.rpartition(".")[2] or kind
    name = words(f"field.{field}") if f"field.{field}" in words else names.card(field, words)
    if kind == "team":
        number, *more = rest.split(".")
        within = f"{names.card(more[1], words)}, " if len(more) > 2 else ""
        return f"{names.soldier(state, number, words)}, {within}{name}"
    if kind == "hostiles":
        return f"{names.hostile(state, rest.rpartition('.')[0], words)}, {name}"
    if kind == "decks":
        return f"{words(f'deck.{rest.partition(chr(46))[0]}')}, {name}"
    return name


_SPECIAL: dict[type, Callable[[Any, State, port.Words, Rules], str]] = {
    c.Nation: _nation,
    c.Team: _team,
    c.Buy: _buy,
    c.Arm: _arm,
    c.Teach: _teach,
    c.Unbuy: _unbuy,
    c.Move: _move,
    c.Fire: _attack,
    c.Fight: _attack,
    c.Use: _use,
    c.Play: _play,
    c.ReactWith: _react,
    c.Place: _place,
    c.Work: _objective,
    c.Activate: _objective,
    c.Call: _call,
    c.EnterDice: _faces,
    c.EnterCards: _cards,
    c.Overrule: _overrule,
}
