"""Effects in words: for the Switches, Actions and inputs that carry them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.words.names import Names


def effect(names: Names, one: k.Effect) -> str:
    """Return one effect in a few words, "" for bookkeeping."""
    return _EFFECTS[type(one)](names, one)


def _on(names: Names, on: str) -> str:
    return names.words(f"command.on.{on}")


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
    return names.words("command.effect.test", on=_on(names, one.on), effects=inner)


def _ability(names: Names, one: k.UseAbility) -> str:
    return names.known(f"ability.{one.id}.name") or names.words("command.effect.ability")


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
    k.Test: _test,
    k.UseAbility: _ability,
}
