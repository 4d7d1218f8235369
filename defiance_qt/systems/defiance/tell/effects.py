"""Effects in words: for the Switches, Actions and inputs that carry them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.tell.names import Names


def effect(names: Names, one: k.Effect) -> str:
    """Return one effect in a few words, "" for bookkeeping."""
    return _EFFECTS[type(one)](names, one)


def _on(names: Names, on: str) -> str:
    word, _, zone = on.partition(" ")
    if zone:
        return names.words(f"command.on.{word}", zone=names.zone(zone))
    return names.known(f"command.on.{on}") or names.figure(on)


def _impose(names: Names, one: k.Impose) -> str:
    return names.words("command.effect.impose", on=_on(names, one.on), state=names.condition(one.state))


def _relieve(names: Names, one: k.Relieve) -> str:
    if one.state == "*":
        return names.words("command.effect.relieve_any", on=_on(names, one.on))
    return names.words("command.effect.relieve", on=_on(names, one.on), state=names.condition(one.state))


def _counted(key: str, field: str) -> Callable[[Names, Any], str]:
    def text(names: Names, one: Any) -> str:
        return names.words.count(key, getattr(one, field), on=_on(names, getattr(one, "on", "user")))

    return text


def _changed(key: str) -> Callable[[Names, Any], str]:
    def text(names: Names, one: Any) -> str:
        return names.words(key, on=_on(names, getattr(one, "on", "user")), change=names.change(one.amount))

    return text


def _add_symbols(names: Names, one: k.AddSymbols) -> str:
    return names.words("command.effect.add_symbols", symbols=names.symbols(Symbols.parse(one.symbols)))


def _receive(names: Names, one: k.Receive) -> str:
    return names.words("command.effect.receive", item=names.item(one.item))


def _open(names: Names, one: k.OpenDoors) -> str:
    return names.words("command.effect.open", doors=names.joined(names.thing(door) for door in one.doors))


def _deploy(names: Names, one: k.DeployUnits) -> str:
    return names.words("command.effect.deploy", units=names.joined(names.unit(unit) for unit in one.units))


def _test(names: Names, one: k.Test) -> str:
    inner = names.joined(text for text in (effect(names, part) for part in one.effects) if text)
    said = names.words("command.effect.test", on=_on(names, one.on), effects=inner) if inner else ""
    other = names.joined(text for text in (effect(names, part) for part in one.failed) if text)
    failed = names.words("command.effect.test.failed", on=_on(names, one.on), effects=other) if other else ""
    return " ".join(text for text in (said, failed) if text)


def _ability(names: Names, one: k.UseAbility) -> str:
    return names.known(f"ability.{one.id}.name") or names.words("command.effect.ability")


def _count(names: Names, one: k.Count) -> str:
    counter = names.counter(one.counter)
    return names.words("command.effect.count", counter=counter, change=names.change(one.amount)) if counter else ""


def _close(names: Names, one: k.CloseDoors) -> str:
    return names.words("command.effect.close", doors=names.joined(names.thing(door) for door in one.doors))


def _seal(names: Names, one: k.Seal) -> str:
    """Return whole elements only: an input that can be used again needs no word."""
    whole = [names.thing(id) for id in one.elements if " " not in id]
    key = f"command.effect.seal.{'on' if one.on else 'off'}"
    return names.words(key, elements=names.joined(whole)) if whole else ""


def _appear(names: Names, one: k.Appear) -> str:
    who = names.words("command.on.revealed") if one.card == "revealed" else names.figure(one.card)
    return names.words("command.effect.appear", figure=who)


def _leave(names: Names, one: k.Leave) -> str:
    who = (names.words("command.on.revealed") if id == "revealed" else names.thing(id) for id in one.who)
    return names.words("command.effect.leave", figures=names.joined(who))


def _move(names: Names, one: k.MoveFigures) -> str:
    return names.words("command.effect.move", zone=names.zone(one.who), to=names.zone(one.to))


def _random(names: Names, one: k.RandomEffects) -> str:
    lists = (names.joined(text for part in effects if (text := effect(names, part))) for effects in one.of)
    return names.words("command.effect.random", effects=" / ".join(text for text in lists if text))


def _zone(names: Names, one: k.ZoneRule) -> str:
    key = f"command.effect.zone.{'on' if one.on else 'off'}"
    return names.words(key, zone=names.zone(one.zone), rule=names.zone_rule(one.rule))


def _gain(names: Names, one: k.Gain) -> str:
    if one.what in ("biological", "tech", "component"):
        return names.words.count(f"event.gained.{one.what}", one.amount)
    return ""


def _act(names: Names, one: k.Act) -> str:
    on = _on(names, one.on)
    if not one.actions:
        return names.words("command.effect.act.points", on=on, n=one.points)
    return names.words(f"command.effect.act.{one.only}" if one.only else "command.effect.act", on=on)


def _work_door(names: Names, one: k.WorkDoor) -> str:
    return names.words("command.effect.door.closes" if one.closes else "command.effect.door")


_EFFECTS: dict[type, Callable[[Names, Any], str]] = {
    k.Impose: _impose,
    k.Relieve: _relieve,
    k.Suffer: _counted("command.effect.suffer", "amount"),
    k.Heal: _counted("command.effect.heal", "amount"),
    k.Revive: _counted("command.effect.revive", "heal"),
    k.Calm: _changed("command.effect.calm"),
    k.AddSymbols: _add_symbols,
    k.Reinforce: _changed("command.effect.reinforce"),
    k.RaiseAlert: _changed("command.effect.alert"),
    k.Suffering: _counted("command.effect.consequence", "count"),
    k.Receive: _receive,
    k.GainIntel: _counted("command.effect.intel", "amount"),
    k.OpenDoors: _open,
    k.DeployUnits: _deploy,
    k.FlipUnit: lambda names, one: names.words("command.effect.flip", unit=names.unit(one.unit)),
    k.SetFlag: lambda names, one: "",
    k.Count: _count,
    k.CloseDoors: _close,
    k.Seal: _seal,
    k.EndMission: lambda names, one: names.words(f"command.effect.end.{one.result}"),
    k.RespawnAt: lambda names, one: "",
    k.Appear: _appear,
    k.Leave: _leave,
    k.MoveFigures: _move,
    k.RandomEffects: _random,
    k.Reveal: lambda names, one: names.words("command.effect.reveal"),
    k.ZoneRule: _zone,
    k.Gain: _gain,
    k.Test: _test,
    k.Act: _act,
    k.Straighten: lambda names, one: names.words("command.effect.straighten", on=_on(names, one.on)),
    k.WorkDoor: _work_door,
    k.ChangeGround: lambda names, one: names.words("command.effect.ground", rule=names.zone_rule(one.rule)),
    k.UseAbility: _ability,
}
