"""View model of the road: the missions of a campaign in their order, and the one that is next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.rules.campaign import course
from defiance_qt.systems.defiance.engine.rules.campaign.boons import boons, campaign_of, card_of
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.present.guide import step_now
from defiance_qt.systems.defiance.view.present.names import SEPARATOR, Names

WRITE = "write"
ENTER = "enter"
"""In place of a command: the form for a mission that was played with the printed game, that for a whole campaign."""


class StopView(msgspec.Struct, frozen=True):
    """A mission on the road. `note` says below it in which Round it ended, or that it is next; `ended` in full how it
    ended."""

    number: int
    name: str
    state: Literal["won", "lost", "next", "later"]
    note: str = ""
    ended: str = ""
    jump: bool = False

    @property
    def spoken(self) -> str:
        told = self.ended or self.note
        return f"{self.number}. {self.name}: {told}" if told else f"{self.number}. {self.name}"


class RoadView(msgspec.Struct, frozen=True):
    title: str
    note: str
    stops: tuple[StopView, ...]


class AnswerView(msgspec.Struct, frozen=True):
    """A button of the briefing, with what it means."""

    text: str
    command: Any
    means: str = ""
    primary: bool = False


class BriefingView(msgspec.Struct, frozen=True):
    """What is next: the mission with its story and objective and the button that begins it; or what may follow a lost
    one; or the choice of the team. `foreseen` is what the ship knows of the mission
    beforehand, and `mission` its id, for its scene."""

    title: str
    head: str
    story: str
    objective: str
    answers: tuple[AnswerView, ...]
    tone: str = ""
    foreseen: str = ""
    mission: str = ""


def road_view(state: State, rules: Rules, names: Names) -> RoadView:
    """Build the road."""
    words, campaign, card = names.words, campaign_of(state), card_of(rules)
    played = {one.mission: one for one in campaign.played}
    ahead = course.mission_ahead(rules, state)
    stops = []
    for place, id in enumerate(campaign.missions):
        last = played.get(id)
        known: Literal["won", "lost", "next", "later"] = "later"
        note = ended = ""
        if last is not None and last.accepted:
            known = "won" if last.result == "victory" else "lost"
            plain = words(f"view.road.{known}.plain")
            note = words("round.number", n=last.round) if last.round else plain
            ended = words(f"view.road.{known}", n=last.round) if last.round else plain
        elif id == ahead and state.result is None:
            known, note = "next", words("view.road.next")
        stops.append(StopView(place + 1, _name(names, id), known, note, ended, id == card.jump))
    return RoadView(
        words("view.road.title"),
        words("view.road.count", n=campaign.number, all=len(campaign.missions)),
        tuple(stops),
    )


def briefing_view(state: State, rules: Rules, names: Names, legal: tuple[Any, ...]) -> BriefingView | None:
    """Build the page of a step that only asks to go on; None in any other step."""
    words, step = names.words, step_now(state)
    campaign = campaign_of(state)
    if step == "team":
        answers = (
            *(
                AnswerView(names.character(one.character), one, _trade(one.character, names))
                for one in legal
                if isinstance(one, c.Enlist)
            ),
            _from_paper(names),
        )
        left = card_of(rules).size - len(campaign.team)
        head = words("view.briefing.team", n=left)
        story = words("event.list").join(names.short(id) for id in campaign.team)
        return BriefingView(words("campaign.step.team"), head, story, "", answers)
    if step == "verdict":
        last = campaign.played[-1]
        half = rules.intel // 2
        answers = (
            AnswerView(words("command.play_again"), c.PlayAgain(), words("view.verdict.again"), True),
            AnswerView(words("command.accept_defeat"), c.AcceptDefeat(), words.count("view.verdict.accept", half)),
        )
        reason = names.text(f"mission.{last.mission}.end.{last.because}")
        head = words("view.verdict.head", mission=_name(names, last.mission))
        return BriefingView(words("campaign.step.verdict"), head, reason, "", answers, "danger")
    if step != "briefing":
        return None
    id = course.mission_ahead(rules, state)
    number = campaign.missions.index(id) + 1
    head = words("view.briefing.number", n=number, all=len(campaign.missions))
    if campaign.attempt > 1:
        head = SEPARATOR.join((head, words("view.briefing.attempt", n=campaign.attempt)))
    answers = (*_begins(legal, names), *(() if campaign.played else (_from_paper(names),)))
    return BriefingView(
        _name(names, id),
        head,
        names.text(f"mission.{id}.story"),
        names.text(f"mission.{id}.objective"),
        answers,
        foreseen=_foreseen(state, rules, names),
        mission=id,
    )


def _foreseen(state: State, rules: Rules, names: Names) -> str:
    """Return the first event of the mission, if the ship foresees it, with its Round, if that is known."""
    number = course.foreseen(rules, state)
    if number is None:
        return ""
    mission = rules.catalog.missions[course.mission_ahead(rules, state)]
    owner = next(owner for owner, boon in boons(rules, state) if boon.foresees)
    upgrade = names.named(f"upgrade.{owner}.name", owner)
    text, round_ = names.text(f"mission.{mission.id}.trigger.{number}"), course.round_of(mission.triggers[number])
    if round_:
        return names.words("view.briefing.foreseen.round", upgrade=upgrade, round=round_, event=text)
    return names.words("view.briefing.foreseen", upgrade=upgrade, event=text)


def _begins(legal: tuple[Any, ...], names: Names) -> Iterator[AnswerView]:
    """Yield the button that begins the mission, or one for each member of the crew that may come along."""
    for one in legal:
        if isinstance(one, c.BeginMission):
            text = names.words("view.briefing.begin")
            if one.companion:
                text = names.words("view.briefing.with", name=names.short(one.companion))
            yield AnswerView(text, one, primary=not one.companion)
    yield AnswerView(names.words("view.briefing.write"), WRITE, names.words("view.briefing.write.means"))


def _from_paper(names: Names) -> AnswerView:
    """Return the button for a campaign that is under way on paper."""
    return AnswerView(names.words("view.briefing.enter"), ENTER, names.words("view.briefing.enter.means"))


def _trade(id: str, names: Names) -> str:
    return names.text(f"character.{id}.text")


def _name(names: Names, id: str) -> str:
    return names.named(f"mission.{id}.name", id)
