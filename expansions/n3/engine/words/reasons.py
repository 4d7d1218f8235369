"""Why an event came about, as sentences."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.api import port

from .. import events as e
from ..events import Event
from ..state import Roll, State, Troop
from .names import known, length, named, several, trait, with_weapon


def reasons(event: Event, before: State, words: port.Words) -> tuple[str, ...]:
    """Return the reasons for an event, as sentences: of a roll each step that led to its Success Value."""
    if isinstance(event, e.SuccessValue):
        return tuple(_steps(event.roll, before, words))
    if isinstance(event, e.TurnBegan):
        return (words("why.orders", n=event.pool),)
    if isinstance(event, e.SaveAsked) and event.save.ammunition not in ("", "normal"):
        name = named("ammunition", event.save.ammunition, words)
        return (words("why.ammunition", name=name), *_told(f"ammunition.{event.save.ammunition}.text", words))
    if isinstance(event, e.StateSet):
        return _told(f"state.{event.state}.text", words)
    if isinstance(event, e.Deployed):
        return sheet(before.troops[event.troop], words)
    if isinstance(event, e.ZoneLaid):
        return _told(f"zone.{event.zone.kind}.text", words)
    if isinstance(event, e.ActDeclared):
        act = event.act
        return (*_told(f"skill.{act.skill}.text", words), *_told(f"program.{act.weapon}.text", words))
    if isinstance(event, e.ZoneTriggered):
        return (words("why.zone", n=event.die, level=event.level),)
    return ()


def sheet(one: Troop, words: port.Words) -> tuple[str, ...]:
    """Return what a troop is: in a sentence, what it carries, and what each of its skills does."""
    profile = one.profile
    weapons = several(with_weapon(id, "", words) for id in profile.weapons)
    programs = several(named("program", id, words) for id in profile.programs)
    return (
        *_told(f"troop.{known(one.id, words)}.text", words),
        *((words("sheet.weapons", names=weapons),) if weapons else ()),
        *((words("sheet.programs", names=programs),) if programs else ()),
        *(line for skill in profile.skills for line in _skill(skill, words)),
    )


def _skill(skill: str, words: port.Words) -> tuple[str, ...]:
    """Return what a skill does, after its name and level."""
    id = skill.partition(":")[0]
    text = _told(f"trait.{id}.text", words)
    return tuple(words("trait.line", name=trait(skill, words), text=one) for one in text)


def _told(key: str, words: port.Words) -> tuple[str, ...]:
    """Return the text of a key, or nothing: a pack may add things without texts, and some need none."""
    return (words(key),) if key in words else ()


def _steps(roll: Roll, before: State, words: port.Words) -> Iterator[str]:
    for step in (*roll.steps, *roll.burst):
        detail = length(int(step.detail), before, words) if step.why in ("band", "beyond") else step.detail
        amount = str(step.amount) if step.why.startswith("attribute") else f"{step.amount:+}".replace("-", "−")
        yield words("why.step", why=words(f"step.why.{step.why}", detail=detail), amount=amount)
