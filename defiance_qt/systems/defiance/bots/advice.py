"""The heuristic bot's choice as a sentence with its reason. The reason is the part of the bot's own evaluation that
decided; nothing is worked out anew here."""

from __future__ import annotations

from collections.abc import Sequence

from defiance_qt.core.port import Candidate, Words
from defiance_qt.systems.defiance.bots.goals import Task
from defiance_qt.systems.defiance.bots.planning import Why
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.commands import Command
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.game import DefianceGame
from defiance_qt.systems.defiance.tell import label
from defiance_qt.systems.defiance.tell.names import Names

LIKELY = 0.25
"""The chance from which killing the target is the reason for an Attack."""
TELLING = ("blow", "goal", "heals", "loot", "safer", "way")
"""The reasons that say something of a plan that is not the bot's own."""


def sentence(game: DefianceGame, state: State, command: Command, why: Why, words: Words) -> str:
    """Return what to do and why, in one sentence."""
    names = Names(state, words, game.wounds)
    key = "advice" if not why.safe else "advice.safe" if why.space else "advice.safe.here"
    figure = names.figure(why.figure) if why.figure else ""
    told = words(key, what=_what(names, command, why), why=_why(game, names, command, why), figure=figure)
    before = _before(game, names, why)
    return words("advice.before", advice=told, goal=before) if before else told


def _before(game: DefianceGame, names: Names, why: Why) -> str:
    """Return the present goal of the mission where the reason is a later one, "" otherwise."""
    if why.code not in ("way", "near") or why.goal is None or why.goal.kind not in ("meet", "stand"):
        return ""
    progress = game.progress(names.state, names.words)
    now = next((goal.text for goal in progress.goals if goal.state == "current"), "") if progress is not None else ""
    return "" if _goal(names, why.goal) in now else now


def candidate(game: DefianceGame, state: State, commands: Sequence[Command], why: Why, words: Words) -> Candidate:
    """Return a plan in words, with what speaks for it where that is more than that nothing else does."""
    names = Names(state, words, game.wounds)
    note = _why(game, names, commands[0], why) if why.code in TELLING else ""
    way = [one.space for one in commands if isinstance(one, c.StepTo)]
    target = getattr(commands[-1], "target", "") or getattr(commands[-1], "element", "")
    about = tuple(filter(None, (why.figure, *way, target if target != why.figure else "")))
    return Candidate(tuple(commands), _what(names, commands[0], why), note[:1].upper() + note[1:], about)


def points(command: Command, why: Why) -> tuple[str, ...]:
    """Return the ids that a sentence points at: who acts, the space to go to, the target of what follows."""
    act = why.then if why.then is not None and why.space else command
    target = getattr(act, "target", "") or getattr(act, "element", "")
    return tuple(filter(None, (getattr(command, "character", ""), why.space, target)))


def _what(names: Names, command: Command, why: Why) -> str:
    """Return the act: an Activation or a walk with what follows, or the command."""
    words, state = names.words, names.state
    activates = isinstance(command, c.Activate)
    if not activates and not (isinstance(command, c.Move | c.StepTo) and why.space):
        return label(command, state, words)
    parts = ["advice.activate" if activates else "advice"]
    parts += ["walk"] if why.space else []
    parts += ["then"] if why.then is not None else []
    then = label(why.then, state, words, actor=False) if why.then is not None else ""
    character = getattr(command, "character", "")
    return words(".".join(parts), figure=names.figure(character), space=why.space, then=then)


def _why(game: DefianceGame, names: Names, command: Command, why: Why) -> str:
    words = names.words
    if why.code == "blow":
        target = names.thing(getattr(why.then or command, "target", ""))
        if why.kill >= LIKELY:
            return words("advice.why.kill", target=target, share=round(100 * why.kill))
        return words("advice.why.blow", target=target, dealt=_number(why.dealt, words))
    if why.code in ("way", "goal", "matters", "near"):
        return words(f"advice.why.{why.code}", goal=_goal(names, why.goal))
    if why.code == "heals":
        one = names.state.team[why.figure]
        wounds = game.wounds(names.state, why.figure)
        values = {"left": max(0, wounds - one.damage), "wounds": wounds}
        return words("advice.why.heals", figure=names.figure(why.figure), **values)
    return words(f"advice.why.{why.code}", figure=names.figure(why.figure) if why.figure else "")


def _goal(names: Names, goal: Task | None) -> str:
    """Return the name of what a task is about: an element, a figure, a zone of the mission."""
    if goal is None:
        return names.words("advice.goal")
    state = names.state
    if goal.element in state.neutrals or goal.element in state.team:
        return names.figure(goal.element)
    zone = names.known(f"mission.{state.mission_id}.zone.{goal.element}")
    return zone or (names.thing(goal.element) if goal.element else names.words("advice.goal"))


def _number(amount: float, words: Words) -> str:
    """Return an average with one decimal, with the separator of the language."""
    return words("advice.number", whole=int(round(amount, 1)), tenth=round(10 * amount) % 10)
