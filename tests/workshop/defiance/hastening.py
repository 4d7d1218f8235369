"""Ways to the end of a campaign's mission, for random campaigns: its last Round, the figures at their goal, a result
written down as if the mission had been played with the printed game. All are commands that a user could give."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from defiance_qt.core.port import Command
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine.commands import WriteDown
from defiance_qt.systems.defiance.engine.content import Condition
from defiance_qt.systems.defiance.engine.frames import Campaign
from defiance_qt.systems.defiance.engine.rules.campaign import limits
from defiance_qt.systems.defiance.engine.rules.campaign.boons import campaign_of
from defiance_qt.systems.defiance.engine.rules.campaign.course import mission_ahead
from defiance_qt.systems.defiance.engine.rules.campaign.written import ended
from defiance_qt.systems.defiance.engine.rules.mission import last_round
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.game import DefianceGame

EVERYBODY = "*"
REASON = "hastened"


def hasten(session: Session, chance: random.Random) -> tuple[Command, ...]:
    """Return commands that bring the mission under way to its end soon; before a mission, its result written down."""
    game, state = session.game, session.state
    assert isinstance(game, DefianceGame)
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Campaign):
        return (_result(game.rules, state, chance),) if top.todo[0] == "briefing" else ()
    if not state.round:
        return ()
    rules = game.rules_for(state)
    found: dict[str, Any] = {}
    if chance.random() < 0.5:
        found = dict(_at_the_goal(rules, state, chance.choice(rules.mission.victory)))
    end = last_round(rules)
    if not found and end is not None and end.after_round is not None and state.round < end.after_round:
        found = {"round": end.after_round}
    return game.overrule(found, REASON) if found else ()


def _at_the_goal(rules: Rules, state: State, goal: Condition) -> Iterator[tuple[str, Any]]:
    """Yield corrections that bring a victory closer: its flags are set, and those who must stand somewhere do."""
    if goal.flags:
        yield "flags", list(dict.fromkeys((*state.flags, *goal.flags)))
    view, board = rules.view(state), rules.board
    cells = [board.space(name) for name in rules.mission.zones.get(goal.zone, ())]
    free = [board.names[cell] for cell in cells if not (view.taken | view.obstructed) >> cell & 1]
    for one in state.team.values():
        wanted = one.id in goal.standing or (EVERYBODY in goal.standing and not one.ally)
        if wanted and one.space and one.conscious and free:
            yield f"team.{one.id}.space", free.pop()


def _result(base: Rules, state: State, chance: random.Random) -> WriteDown:
    """Return a random result of the next mission, within its limits."""
    rules = base.of(mission_ahead(base, state))
    campaign = campaign_of(state)
    result: Literal["victory", "defeat"] = chance.choice(("victory", "victory", "defeat"))
    first, last = limits.rounds(rules, result)
    draft = WriteDown(result=result, round=chance.randint(first, last or 12), alert=chance.randint(0, 3))
    end = ended(draft)
    most = limits.most_intel(rules, end)
    deck = list(state.decks.get("consequence", ()))
    chance.shuffle(deck)
    consequences = {id: tuple(_drawn(deck, chance)) for id in campaign.team}
    face_down = {id: len(list(_drawn(deck, chance))[: limits.FACE_DOWN]) for id in campaign.team}
    records = [one for one in _some(limits.may_leave(rules, end), chance) if not limits.who_acted(rules, one)]
    for first_of, _ in tuple(limits.contradictions(rules, campaign.team, tuple(records))):
        if first_of in records:
            records.remove(first_of)
    return replace(
        draft,
        intel={id: chance.randint(0, most) for id in campaign.team},
        consequences=consequences,
        face_down=face_down,
        biological=chance.randint(0, limits.most_of(rules, "biological", end)),
        tech=chance.randint(0, limits.most_of(rules, "tech", end)),
        components=chance.randint(limits.least_components(rules, result), limits.most_of(rules, "components", end)),
        crew=_some(limits.may_join(rules, end), chance),
        records=tuple(records),
        wrecked=_some(limits.may_wreck(rules), chance)[: limits.most_wrecked(rules, result)],
    )


def _drawn(deck: list[str], chance: random.Random) -> Iterator[str]:
    while deck and chance.random() < 0.3:
        yield deck.pop()


def _some(known: Sequence[str], chance: random.Random) -> tuple[str, ...]:
    return tuple(one for one in known if chance.random() < 0.7)
