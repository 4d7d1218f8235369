"""Texts of the game: labels, questions, sentences of the log, reasons. Templates: locale/words.toml."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from defiance_qt.api import Illegal, port

from . import commands as c
from . import events as e
from .commands import Command
from .content import MILLIMETRES, Hostile
from .events import Event
from .rolls import SIDES, counted
from .state import Act, Roll, Save, State, Step

INCH = 25
"""Millimetres in an inch at the table: 20 cm are 8 in."""


# ---- names ----


def troop(id: str, words: port.Words) -> str:
    key = f"troop.{id}.name"
    return words(key) if key in words else id


def named(family: str, id: str, words: port.Words) -> str:
    """Return the name of a thing of the content, or its id where a user has typed it in."""
    key = f"{family}.{id}.name"
    return words(key) if key in words else id


def zone(state: State, id: str, words: port.Words) -> str:
    found = state.zones.get(id)
    if found is not None and found.name:
        return found.name
    if found is None and id in state.troops:
        return words("zone.cloud_of", troop=troop(id, words))
    kind = found.kind if found is not None else id
    return named("zone", kind, words)


def length(millimetres: int, state: State, words: port.Words) -> str:
    """Return a length in the unit of the table."""
    if state.setup.options.get("unit") == "inch":
        return words("unit.inch", n=f"{millimetres / INCH:g}")
    return words("unit.cm", n=f"{millimetres / MILLIMETRES:g}")


def several(parts: Iterable[str]) -> str:
    return ", ".join(parts)


def with_weapon(weapon: str, mode: str, words: port.Words) -> str:
    family = "weapon" if f"weapon.{weapon}.name" in words or f"program.{weapon}.name" not in words else "program"
    name = named(family, weapon, words)
    return words("weapon.in_mode", weapon=name, mode=words(f"mode.{mode}.name")) if mode else name


def act_line(act: Act | c.Declare | c.React, words: port.Words) -> str:
    """Return a skill with its weapon and its target, without who does it."""
    line = named("skill", act.skill, words)
    if act.weapon:
        line = words("act.with", skill=line, weapon=with_weapon(act.weapon, act.mode, words))
    if act.guard:
        line = words("act.guard", act=line, n=act.guard)
    if isinstance(act, c.React):
        return words("act.on", act=line, targets=troop(act.target, words)) if act.target else line
    if act.targets:
        names = [
            words("act.dice", troop=troop(one.troop, words), n=one.dice)
            if len(act.targets) > 1
            else troop(one.troop, words)
            for one in act.targets
        ]
        line = words("act.on", act=line, targets=several(names))
    return line


def hostility(hostile: Hostile | None, words: port.Words) -> str:
    """Return the level of a zone and what it asks."""
    if hostile is None:
        return words("hostile.none")
    name = words(f"hostile.{hostile.level}") if f"hostile.{hostile.level}" in words else f"{hostile.level}+"
    if hostile.attribute == "ph":
        return words("hostile.ph", level=name, mod=f" −{-hostile.mod}" if hostile.mod else "")
    attribute = words("hostile.both") if hostile.both else words(f"attribute.{hostile.attribute}")
    what = words("hostile.damage", level=name, attribute=attribute, n=hostile.damage)
    return words("hostile.twice", what=what) if hostile.rolls > 1 else what


# ---- labels and questions ----


def label(command: Command, state: State, words: port.Words) -> str:
    """Return a short label of the command."""
    made = LABELS.get(type(command))
    if made is not None:
        return made(command, state, words)
    return words(f"command.{type(command).__struct_config__.tag}")


def _label_declare(one: c.Declare, state: State, words: port.Words) -> str:
    line = words("command.act", troop=troop(one.troop, words), act=act_line(one, words))
    if one.crosses:
        names = several(zone(state, id, words) for id in one.crosses)
        line = words("command.crosses", act=line, zones=names)
    return line


def _label_activate(one: c.Activate, state: State, words: port.Words) -> str:
    names = several(troop(id, words) for id in (one.troop, *one.together))
    return words(f"command.activate.{one.kind}", troops=names)


def _label_measured(one: c.Measured, state: State, words: port.Words) -> str:
    line = words(
        "command.measured",
        one=troop(one.one, words),
        other=troop(one.other, words),
        distance=length(one.distance, state, words),
    )
    return line + _covered(one.cover, one.through, state, words)


def _covered(cover: Sequence[str], through: Sequence[str], state: State, words: port.Words) -> str:
    parts = ""
    if cover:
        parts += words("measured.cover", troops=several(troop(id, words) for id in cover))
    if through:
        parts += words("measured.through", zones=several(zone(state, id, words) for id in through))
    return parts


def _label_exchange(one: c.Exchange, state: State, words: port.Words) -> str:
    skill = named("skill", one.skill, words)
    act = words("act.with", skill=skill, weapon=with_weapon(one.weapon, one.mode, words)) if one.weapon else skill
    if one.guard:
        act = words("act.guard", act=act, n=one.guard)
    line = words("command.exchange", one=troop(one.one, words), act=act, other=troop(one.other, words))
    if one.answer:
        back = named("skill", one.answer, words)
        if one.answer_weapon:
            back = words("act.with", skill=back, weapon=with_weapon(one.answer_weapon, one.answer_mode, words))
        line = words("command.answered", exchange=line, answer=back)
    if one.zones:
        names = several(zone(state, id, words) for id in one.zones)
        line = words("command.crosses", act=line, zones=names)
    return line


def _label_place(one: c.Place, state: State, words: port.Words) -> str:
    if not one.zones:
        return words("command.place.outside", troop=troop(one.troop, words))
    names = several(zone(state, id, words) for id in one.zones)
    return words("command.place", troop=troop(one.troop, words), zones=names)


def _label_overrule(one: c.Overrule, state: State, words: port.Words) -> str:
    return words("command.overrule", what=_values(one.values, words))


def _values(values: dict[str, int | str], words: port.Words) -> str:
    return ", ".join(_value(path, value, words) for path, value in values.items())


def _value(path: str, value: int | str, words: port.Words) -> str:
    parts = path.split(".")
    if parts[0] != "troops":
        return f"{words(f'field.{path}')} {value}"
    shown = several(words(f"state.{one}") for one in str(value).split()) if parts[2] == "states" else value
    return f"{troop(parts[1], words)}, {words(f'field.{parts[2]}')}: {shown or '–'}"


LABELS: dict[type, Callable[[Any, State, port.Words], str]] = {
    c.AddZone: lambda one, state, words: words("command.zone", zone=one.name or named("zone", one.kind, words)),
    c.RemoveZone: lambda one, state, words: words("command.remove_zone", zone=zone(state, one.id, words)),
    c.RollTable: lambda one, state, words: words("command.roll_table", zone=zone(state, one.zone, words)),
    c.AddTroop: lambda one, state, words: words("command.add_troop", troop=troop(one.id, words)),
    c.Initiative: lambda one, state, words: words("command.initiative", side=words(f"side.{one.side}")),
    c.Deploy: lambda one, state, words: words(f"command.deploy.{one.how or 'openly'}", troop=troop(one.troop, words)),
    c.DeployRest: lambda one, state, words: words("command.deploy_rest", side=words(f"side.{one.side}")),
    c.AssignMate: lambda one, state, words: words(
        "command.assign_mate", owner=troop(one.owner, words), troop=troop(one.troop, words)
    ),
    c.CancelState: lambda one, state, words: words(f"command.cancel.{one.state}", troop=troop(one.troop, words)),
    c.MoveMarker: lambda one, state, words: words("command.move_marker", team=named("fireteam", one.fireteam, words)),
    c.Activate: _label_activate,
    c.Declare: _label_declare,
    c.React: lambda one, state, words: words("command.act", troop=troop(one.troop, words), act=act_line(one, words)),
    c.Measured: _label_measured,
    c.Exchange: _label_exchange,
    c.EndTurn: lambda one, state, words: words("command.end_bench" if state.bench else "command.end_turn"),
    c.EnterDice: lambda one, state, words: words("command.enter_dice", faces=_faces(one.faces)),
    c.ChooseSave: lambda one, state, words: words("command.choose_save", attribute=words(f"attribute.{one.attribute}")),
    c.Place: _label_place,
    c.Score: lambda one, state, words: words(
        "command.score", objective=words(f"objective.{one.objective}"), troop=troop(one.troop, words)
    ),
    c.Overrule: _label_overrule,
    port.SetAnswer: lambda one, state, words: words(f"command.set_answer.{one.who}", what=words(f"chance.{one.key}")),
}


def question(state: State, asks: str, words: port.Words) -> str:
    """Return the pending decision in one sentence."""
    if state.result is not None:
        return ""
    if state.asked:
        return _asked(state, words)
    names = ""
    if state.order is not None:
        names = several(troop(id, words) for id in state.order.troops)
        if asks == "measure":
            one, other = next(_unmeasured(state))
            return words("question.measure", one=troop(one, words), other=troop(other, words))
        if asks == "place" and state.order.place:
            names = troop(state.order.place[0], words)
        if asks == "choose" and state.save is not None:
            return words("question.choose", troop=troop(state.save.troop, words), n=state.save.damage)
    return words(f"question.{asks}", side=words(f"side.{state.side}"), n=state.pool, troops=names)


def _unmeasured(state: State) -> Iterator[tuple[str, str]]:
    assert state.order is not None
    known = [{pair.one, pair.other} for pair in state.order.pairs]
    for act in state.order.acts:
        for target in act.targets:
            if act.skill in ("bs", "observe", "discover") and {act.troop, target.troop} not in known:
                yield act.troop, target.troop


def _asked(state: State, words: port.Words) -> str:
    asked = state.asked[0]
    if asked.kind == "table":
        names = several(zone(state, id, words) for id in asked.about.split()[1:])
        return words("entry.table", zones=names)
    name = troop(asked.about, words)
    if asked.kind == "roll":
        assert state.order is not None
        roll = state.order.rolls[asked.id]
        act = named("skill", state.order.acts[roll.act].skill, words)
        return words("entry.roll", troop=name, act=act, sv=roll.sv)
    if asked.kind == "save":
        assert state.order is not None
        save = state.order.saves[asked.id]
        key = "entry.save.ph" if save.attribute == "ph" else "entry.save"
        attribute = words(f"attribute.{save.attribute}")
        return words(key, troop=name, attribute=attribute, value=save.value, n=save.damage)
    return words(f"entry.{asked.kind}", troop=name, value=state.troops[asked.about].value("wip"))


def entry(state: State, words: port.Words) -> port.Entry:
    """Return the dice that are asked for: each face with what it comes to."""
    asked = state.asked[0]
    faces = tuple(_face(state, number, words) for number in range(1, SIDES + 1))
    die = port.Die("d20", words("die.name"), words("die.letter"), faces, True)
    return port.Entry(_asked(state, words), (die,) * asked.dice)


def _face(state: State, number: int, words: port.Words) -> port.Face:
    asked = state.asked[0]
    meaning, tone = "", ""
    if asked.kind == "roll" and state.order is not None:
        roll = state.order.rolls[asked.id]
        one = counted(number, roll.sv)
        meaning, tone = ("critical", "gold") if one.critical else ("hit", "team") if one.success else ("miss", "")
        levels = [hostile.level for id in roll.zones if (hostile := state.zones[id].hostile) is not None]
        if levels and number >= min(levels):
            meaning, tone = f"{meaning}_wakes", "danger"
    elif asked.kind == "save" and state.order is not None:
        save = state.order.saves[asked.id]
        fails = number > save.value if save.attribute == "ph" else number + save.value <= save.damage
        meaning, tone = ("failed", "danger") if fails else ("saved", "team")
    elif asked.kind in ("guts", "deploy"):
        passes = number <= state.troops[asked.about].value("wip")
        meaning, tone = ("hit", "team") if passes else ("miss", "")
    spoken = words("die.face", n=number, meaning=words(f"die.{meaning}")) if meaning else str(number)
    return port.Face((str(number),), spoken, tone)  # type: ignore[arg-type]


# ---- the log ----


def narrate(event: Event, state: State, words: port.Words) -> str:
    """Return one sentence for the event, or "" if the log omits it. `state` is the state after it."""
    told = TOLD.get(type(event))
    return told(event, state, words) if told is not None else ""


def _rolled(event: e.DiceRolled, state: State, words: port.Words) -> str:
    if event.asked.kind == "table":
        return ""
    key = f"event.rolled.{event.asked.kind}"
    sentence = words(key, troop=troop(event.asked.about, words), faces=_faces(event.natural))
    return words("event.typed", sentence=sentence) if event.typed else sentence


def _success(event: e.SuccessValue, state: State, words: port.Words) -> str:
    roll = event.roll
    name = troop(roll.troop, words)
    if roll.sv < 1:
        return words("event.hopeless", troop=name)
    total = steps_sum(roll.steps)
    if total == str(roll.sv):
        return words("event.success_value.plain", n=roll.dice, troop=name, sv=roll.sv)
    return words("event.success_value", n=roll.dice, troop=name, steps=total, sv=roll.sv)


def steps_sum(steps: Sequence[Step]) -> str:
    """Return how a Success Value comes about, as a sum: "12 − 3 − 3"."""
    first, *others = steps
    return str(first.amount) + "".join(
        f" {'−' if one.amount < 0 else '+'} {abs(one.amount)}" for one in others if one.amount
    )


def _compared(event: e.Compared, state: State, words: port.Words) -> str:
    name = troop(event.troop, words)
    if not event.kept:
        return words("event.compared.none", troop=name)
    key = "event.compared.critical" if event.criticals else "event.compared"
    return words(key, troop=name, faces=_faces(event.kept))


def _triggered(event: e.ZoneTriggered, state: State, words: port.Words) -> str:
    return words(
        "event.zone_triggered", zone=zone(state, event.zone, words), troop=troop(event.troop, words), n=event.die,
        level=event.level,
    )  # fmt: skip


def save_line(save: Save, words: port.Words) -> str:
    """Return what is rolled in a save: "ARM 4 (cover +3) against 13"."""
    attribute = words(f"attribute.{save.attribute}")
    if save.attribute == "ph":
        return words("save.ph", attribute=attribute, value=save.value)
    line = words("save.line", attribute=attribute, value=save.value, n=save.damage)
    return words("save.cover", line=line, n=save.cover) if save.cover else line


def save_sentence(save: Save, words: port.Words) -> str:
    """Return what a save asks of whom."""
    name = troop(save.troop, words)
    if not save.rolls:
        return words("event.save_free", n=save.wounds, troop=name)
    sentence = words("event.save_asked", n=save.rolls, troop=name, save=save_line(save, words))
    return words("event.save_critical", sentence=sentence, n=save.wounds) if save.wounds else sentence


def _save_asked(event: e.SaveAsked, state: State, words: port.Words) -> str:
    sentence = save_sentence(event.save, words)
    if not event.save.zone:
        return sentence
    return words("event.save_zone", sentence=sentence, zone=zone(state, event.save.zone, words))


def _save_rolled(event: e.SaveRolled, state: State, words: port.Words) -> str:
    if not event.natural:
        return ""
    return words("event.save_failed", n=event.failed, troop=troop(event.troop, words))


def _deployed(event: e.Deployed, state: State, words: port.Words) -> str:
    key = "air" if event.where == "air" else event.marker or "openly"
    sentence = words(f"event.deployed.{key}", troop=troop(event.troop, words))
    if event.forward:
        sentence = words("event.forward", sentence=sentence, n=event.forward)
    return words("event.with_cloud", sentence=sentence) if event.cloud else sentence


def _declared(event: e.ActDeclared, state: State, words: port.Words) -> str:
    key = "event.reaction" if event.act.reaction else "event.declared"
    sentence = words(key, troop=troop(event.act.troop, words), act=act_line(event.act, words))
    if event.act.crosses:
        names = several(zone(state, id, words) for id in event.act.crosses)
        return words("command.crosses", act=sentence, zones=names)
    return sentence


def _measured(event: e.PairMeasured, state: State, words: port.Words) -> str:
    pair = event.pair
    line = words(
        "command.measured",
        one=troop(pair.one, words),
        other=troop(pair.other, words),
        distance=length(pair.distance, state, words),
    )
    return line + _covered(pair.cover, pair.through, state, words)


def _by_troop(key: str) -> Callable[[Any, State, port.Words], str]:
    """Return a teller for events whose only value of interest is the troop."""
    return lambda event, state, words: words(key, troop=troop(event.troop, words))


def _order_began(event: e.OrderBegan, state: State, words: port.Words) -> str:
    names = several(troop(id, words) for id in event.troops)
    line = words(f"event.order.{event.kind}", n=event.number, troops=names)
    return words("event.bonuses", sentence=line, sizes=several(map(str, event.bonuses))) if event.bonuses else line


def _placed(event: e.Placed, state: State, words: port.Words) -> str:
    if not event.zones:
        return "" if state.bench else words("event.placed.outside", troop=troop(event.troop, words))
    names = several(zone(state, id, words) for id in event.zones)
    return words("event.placed", troop=troop(event.troop, words), zones=names)


def _overruled(event: e.Overruled, state: State, words: port.Words) -> str:
    sentence = words("event.overruled", what=_values(event.values, words))
    return f"{sentence} ({event.reason})" if event.reason else sentence


def _turn_began(event: e.TurnBegan, state: State, words: port.Words) -> str:
    return words("event.turn_began", n=event.pool, side=words(f"side.{event.side}"), round=event.round)


def _state_ended(event: e.StateEnded, state: State, words: port.Words) -> str:
    if event.why == "bench":
        return ""
    return words("event.state_ended", troop=troop(event.troop, words), state=words(f"state.{event.state}"))


def _campaign(event: e.CampaignCounted, state: State, words: port.Words) -> str:
    return words("event.campaign", side=words(f"side.{event.side}"), cubevac=event.cubevac, promotion=event.promotion)


def _ended(event: e.GameEnded, state: State, words: port.Words) -> str:
    return words("ending.bench" if state.bench else f"ending.{event.result}")


PHASES = ("turn", "states")
"""The phases that the log tells; the others have lines of their own."""

TOLD: dict[type, Callable[[Any, State, port.Words], str]] = {
    e.GameBegan: lambda event, state, words: words("event.game_began"),
    e.ZoneLaid: lambda event, state, words: words("event.zone_laid", zone=zone(state, event.zone.id, words)),
    e.ZoneRemoved: lambda event, state, words: words("event.zone_removed", zone=named("zone", event.id, words)),
    e.TroopAdded: lambda event, state, words: words("event.troop_added", troop=troop(event.troop.id, words)),
    e.PhaseBegan: lambda event, state, words: words(f"event.phase.{event.phase}") if event.phase in PHASES else "",
    e.HostilityRolled: lambda event, state, words: words(
        "event.hostility_rolled",
        zones=several(zone(state, id, words) for id in event.zones),
        level=event.level_die,
        damage=event.damage_die,
        hostility=hostility(event.hostile, words),
    ),
    e.InitiativeSet: lambda event, state, words: words("event.initiative", side=words(f"side.{event.side}")),
    e.Deployed: _deployed,
    e.DeploymentFailed: _by_troop("event.deployment_failed"),
    e.MateAssigned: lambda event, state, words: words(
        "event.mate_assigned", owner=troop(event.owner, words), troop=troop(event.troop, words)
    ),
    e.MateSpent: _by_troop("event.mate_spent"),
    e.TurnBegan: _turn_began,
    e.OrderBegan: _order_began,
    e.ActDeclared: _declared,
    e.NothingDeclared: _by_troop("event.nothing_declared"),
    e.Revealed: lambda event, state, words: words(
        "event.revealed.embryo" if event.marker else "event.revealed", troop=troop(event.troop, words)
    ),
    e.MovementHalved: lambda event, state, words: words(
        "event.movement_halved" if event.slowed else "event.movement_free",
        troop=troop(event.troop, words),
        zone=zone(state, event.zone, words),
    ),
    e.PairMeasured: _measured,
    e.SuccessValue: _success,
    e.DiceRolled: _rolled,
    e.Compared: _compared,
    e.ZoneTriggered: _triggered,
    e.SaveAsked: _save_asked,
    e.SaveChosen: lambda event, state, words: words(
        "event.save_chosen", attribute=words(f"attribute.{event.attribute}"), value=event.value
    ),
    e.SaveRolled: _save_rolled,
    e.HitIgnored: lambda event, state, words: words(f"event.ignored.{event.why}", troop=troop(event.troop, words)),
    e.WoundSuffered: lambda event, state, words: words(
        "event.wound_suffered", n=event.wounds, troop=troop(event.troop, words)
    ),
    e.Healed: lambda event, state, words: "" if state.bench else words("event.healed", troop=troop(event.troop, words)),
    e.StateSet: lambda event, state, words: words(
        "event.state_set", troop=troop(event.troop, words), state=words(f"state.{event.state}")
    ),
    e.StateEnded: _state_ended,
    e.FormTaken: lambda event, state, words: (
        "" if state.bench else words("event.form", troop=troop(event.troop, words))
    ),
    e.ProfileCopied: lambda event, state, words: words(
        "event.copied", troop=troop(event.troop, words), target=troop(event.target, words)
    ),
    e.CloudBegan: _by_troop("event.cloud_began"),
    e.CloudEnded: _by_troop("event.cloud_ended"),
    e.GutsRolled: lambda event, state, words: words(
        "event.guts.passed" if event.passed else "event.guts.failed", troop=troop(event.troop, words), n=event.natural
    ),
    e.Placed: _placed,
    e.TriCoreMoved: lambda event, state, words: (
        words("event.tri_core", team=named("fireteam", event.fireteam, words))
        if event.fireteam
        else words("event.tri_core.ended")
    ),
    e.Scored: lambda event, state, words: words(
        "event.scored",
        n=event.points,
        side=words(f"side.{event.side}"),
        objective=words(f"objective.{event.objective}"),
    ),
    e.LevelChanged: lambda event, state, words: words(
        "event.level_changed", zone=zone(state, event.zone, words), hostility=hostility(event.hostile, words)
    ),
    e.TurnEnded: lambda event, state, words: words("event.turn_ended", side=words(f"side.{event.side}")),
    e.CampaignCounted: _campaign,
    e.Overruled: _overruled,
    e.GameEnded: _ended,
    port.AnswerSet: lambda event, state, words: words(
        f"command.set_answer.{event.who}", what=words(f"chance.{event.key}")
    ),
}


def reasons(event: Event, before: State, words: port.Words) -> tuple[str, ...]:
    """Return the reasons for an event, as sentences: of a roll each step that led to its Success Value."""
    if isinstance(event, e.SuccessValue):
        return tuple(_steps(event.roll, before, words))
    if isinstance(event, e.TurnBegan):
        return (words("why.orders", n=event.pool),)
    if isinstance(event, e.SaveAsked) and event.save.ammunition:
        name = named("ammunition", event.save.ammunition, words)
        return (words("why.ammunition", name=name), *_told(f"ammunition.{event.save.ammunition}.text", words))
    if isinstance(event, e.StateSet):
        return _told(f"state.{event.state}.text", words)
    if isinstance(event, e.Deployed):
        return _told(f"troop.{event.troop}.text", words)
    if isinstance(event, e.ZoneLaid):
        return _told(f"zone.{event.zone.kind}.text", words)
    if isinstance(event, e.ActDeclared):
        act = event.act
        return (*_told(f"skill.{act.skill}.text", words), *_told(f"program.{act.weapon}.text", words))
    if isinstance(event, e.ZoneTriggered):
        return (words("why.zone", n=event.die, level=event.level),)
    return ()


def _told(key: str, words: port.Words) -> tuple[str, ...]:
    """Return the text of a key, or nothing: a pack may add things without texts, and some need none."""
    return (words(key),) if key in words else ()


def _steps(roll: Roll, before: State, words: port.Words) -> Iterator[str]:
    for step in (*roll.steps, *roll.burst):
        detail = length(int(step.detail), before, words) if step.why in ("band", "beyond") else step.detail
        amount = str(step.amount) if step.why.startswith("attribute") else f"{step.amount:+}".replace("-", "−")
        yield words("why.step", why=words(f"step.why.{step.why}", detail=detail), amount=amount)


def category(event: Event) -> str:
    """Return the log category of an event."""
    if isinstance(event, e.Overruled | port.AnswerSet):
        return "hand"
    if isinstance(
        event, e.SuccessValue | e.DiceRolled | e.Compared | e.SaveAsked | e.SaveRolled | e.SaveChosen | e.GutsRolled
    ):
        return "rolls"
    if isinstance(
        event, e.WoundSuffered | e.StateSet | e.StateEnded | e.Healed | e.Revealed | e.FormTaken | e.MateSpent
    ):
        return "states"
    return "turns" if isinstance(event, TURNS) else "orders"


TURNS = (e.GameBegan, e.TurnBegan, e.TurnEnded, e.Deployed, e.InitiativeSet, e.Scored, e.GameEnded, e.HostilityRolled)


def account(events: Sequence[port.EventContext], over: bool, words: port.Words) -> port.Account:
    """Return an Order as a whole: a passage for each declaration, and for what came of each roll and save."""
    if isinstance(events[0].event, e.TurnBegan):
        return _count(events, over, words)
    order: e.OrderBegan = events[0].event
    kinds = e.ActDeclared | e.Compared | e.SaveAsked
    starts = [place for place, one in enumerate(events) if isinstance(one.event, kinds)]
    passages = []
    for place, following in zip(starts, [*starts[1:], len(events)], strict=True):
        details = tuple(
            port.Detail("result", sentence)
            for after in events[place + 1 : following]
            if (sentence := narrate(after.event, after.after, words))
        )
        passages.append(_passage(events[place], details, words))
    name = troop(order.troops[0], words)
    return port.Account("order", words("account.order", n=order.number), name, tuple(passages), over)


def _count(events: Sequence[port.EventContext], over: bool, words: port.Words) -> port.Account:
    """Return an Orders Count as a whole: the Orders of the side, and the embryos that hatch."""
    turn: e.TurnBegan = events[0].event
    side = words(f"side.{turn.side}")
    told = [narrate(one.event, one.after, words) for one in events[1:]]
    if turn.lieutenant:
        told.insert(0, words("account.lieutenant", troop=several(troop(id, words) for id in turn.lieutenant)))
    details = tuple(port.Detail("result", sentence) for sentence in told if sentence)
    heading = words("account.count")
    text = narrate(turn, events[0].after, words)
    passage = port.Passage(events[0].step, side, heading, text, details, turn.rules)
    return port.Account("count", side, words("mark.turn", n=turn.round, side=side), (passage,), over)


def _passage(one: port.EventContext, details: tuple[port.Detail, ...], words: port.Words) -> port.Passage:
    event: e.ActDeclared | e.Compared | e.SaveAsked = one.event
    text = narrate(event, one.after, words)
    if isinstance(event, e.ActDeclared):
        actor = troop(event.act.troop, words)
        return port.Passage(one.step, actor, act_line(event.act, words), text, details, event.rules)
    id = event.troop if isinstance(event, e.Compared) else event.save.troop
    return port.Passage(one.step, troop(id, words), "", text, details, event.rules)


def refusal(error: Illegal, state: State, words: port.Words) -> str:
    """Return why a command was refused, with names for ids."""
    key = f"refusal.{error.code}"
    if key not in words:
        return str(error)
    values = dict(error.values)
    if isinstance(id := values.get("troop"), str):
        values["troop"] = troop(id, words)
    if isinstance(most := values.get("most"), int):
        values["most"] = length(most, state, words)
    return words(key, **values)


def _faces(faces: Sequence[int]) -> str:
    return ", ".join(str(face) for face in faces)
