"""View model of the guide between two missions: the steps in their order, what each still asks, and what would be
lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

import msgspec

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.frames import Campaign
from defiance_qt.systems.defiance.engine.rules.campaign import course, ship, shop
from defiance_qt.systems.defiance.engine.rules.campaign.boons import boons, campaign_of, card_of, stationed
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import CampaignState, State
from defiance_qt.systems.defiance.view.present.names import Names

ALONE = frozenset({"jump", "loot", "straighten"})
"""Steps that ask nothing."""
SAMPLES = ship.SAMPLES


class TodoView(msgspec.Struct, frozen=True):
    """A line of the present step: `done` for what must be done and is, None for what may be done."""

    text: str
    done: bool | None = None


class LossView(msgspec.Struct, frozen=True):
    """Something that leaves the game for good: what and when, what would save it, and the rule."""

    text: str
    saved: str = ""
    rule: str = ""


class StepView(msgspec.Struct, frozen=True):
    """A step. `chip` says what is left of it; `tone` is one of the theme."""

    id: str
    number: int
    name: str
    state: Literal["done", "now", "later"]
    chip: str = ""
    tone: str = ""
    todos: tuple[TodoView, ...] = ()


class GuideView(msgspec.Struct, frozen=True):
    """The guide. `finish` ends the present step, None while `locked` says what is still to be done. `losses` are named
    before it."""

    title: str
    note: str
    steps: tuple[StepView, ...]
    finish: Any = None
    locked: str = ""
    rule: str = ""
    losses: tuple[LossView, ...] = ()

    @property
    def present(self) -> StepView | None:
        return next((step for step in self.steps if step.state == "now"), None)


def frame_of(state: State) -> Campaign | None:
    """Return the frame of the campaign, which is at the bottom of the agenda."""
    below = state.agenda[0] if state.agenda else None
    return below if isinstance(below, Campaign) else None


def step_now(state: State) -> str:
    """Return the present step, "" once the campaign is over."""
    frame = frame_of(state)
    return frame.todo[0] if frame is not None and frame.todo else ""


def order(rules: Rules, state: State) -> tuple[str, ...]:
    """Return all steps from the last mission to the next, in the order of the edition (R-284)."""
    card, campaign, now = card_of(rules), campaign_of(state), step_now(state)
    if now == "verdict":
        return ("verdict",)
    if not campaign.number:
        return ("briefing",) if len(card.characters) <= card.size else ("team", "briefing")
    last = next((one.mission for one in reversed(campaign.played) if one.accepted), "")
    jump = ("jump",) if last == card.jump else ()
    return (*jump, *course.ORDERS[rules.switches["campaign_order"]], "briefing")


def guide_view(state: State, rules: Rules, names: Names, legal: tuple[Any, ...], untouched: bool = False) -> GuideView:
    """Build the guide. `untouched`: the step before has ended by itself, and nothing was done in this one: who wanted
    to end the other is asked first."""
    words, now = names.words, step_now(state)
    ids = order(rules, state)
    at = ids.index(now) if now in ids else len(ids)
    made = _Steps(state, rules, names)
    steps = tuple(
        StepView(
            id,
            place + 1,
            words(f"campaign.step.{id}"),
            "done" if place < at else "now" if place == at else "later",
            *(made.chip(id, place == at) if place >= at else ("", "")),
            made.todos(id) if place == at else (),
        )
        for place, id in enumerate(ids)
    )
    finish = next((one for one in legal if isinstance(one, c.FinishStep)), None)
    locked, rule = "", ""
    if now == "crew" and finish is None:
        waiting = words("event.list").join(names.short(id) for id in ship.unplaced(rules, state))
        locked, rule = words("view.guide.locked", names=waiting), "R-286"
    note = words("view.guide.count", n=min(at + 1, len(ids)), all=len(ids))
    lost = list(losses(state, rules, names, now))
    if untouched and not lost:
        lost.append(LossView(words("view.guide.untouched", step=words(f"campaign.step.{now}"))))
    return GuideView(words("view.guide.title"), note, steps, finish, locked, rule, tuple(lost))


def losses(state: State, rules: Rules, names: Names, step: str) -> Iterator[LossView]:
    """Yield what the end of a step takes out of the game, or puts off until after the next mission (R-287, R-290,
    R-294, R-302)."""
    words = names.words
    if step == "crew":
        yield from _crew_losses(state, rules, names)
    if step == "sickbay":
        yield from sample_losses(state, rules, names)
        treatable = [id for id in state.team if may_cure(state, rules, id) and untreated(state, id)]
        if treatable:
            yield LossView(words("view.lost.cure", names=_listed(treatable, names)), rule="R-294")
    asks = "intel" if rules.switches["campaign_order"] == "six" else "specialties"
    if step == asks:
        for one in shop.team(state):
            if shop.acquirable(rules, state, one):
                yield LossView(words("view.lost.specialty", name=names.short(one.id)), rule="R-299")


def _crew_losses(state: State, rules: Rules, names: Names) -> Iterator[LossView]:
    """Yield what is not done until after the next mission by who is where now."""
    words, crew = names.words, campaign_of(state).crew
    nowhere = [id for id, area in crew.items() if not area]
    if nowhere:
        yield LossView(words("view.lost.unplaced", names=_listed(nowhere, names)), rule="R-287")
    waiting = [id for id in state.team if untreated(state, id) and not may_cure(state, rules, id)]
    if waiting:
        yield LossView(words("view.lost.untreated", names=_listed(waiting, names)), rule="R-294")


def _listed(ids: Sequence[str], names: Names) -> str:
    return names.words("event.list").join(map(names.short, ids))


def untreated(state: State, id: str) -> list[str]:
    """Return the Consequences of a figure that have not been treated in vain in this step."""
    one = state.team[id]
    return [card for card in ship.ailments(one) if not ship.failed(state, one, card)]


def may_cure(state: State, rules: Rules, id: str) -> bool:
    """Return whether a figure is where it can be treated (R-294, R-295)."""
    return state.team[id].remote or ship.in_cabin(rules, state, id)


def sample_losses(state: State, rules: Rules, names: Names) -> Iterator[LossView]:
    """Yield the Samples that the ship cannot store (R-289, R-290)."""
    for kind in SAMPLES:
        over = ship.samples(state, kind) - store_room(rules, state, kind)
        if over > 0:
            text = names.words.count(f"view.lost.{kind}", over)
            yield LossView(text, _keeper(kind, state, rules, names), "R-290")


def store_room(rules: Rules, state: State, kind: str) -> int:
    """Return how many Samples of a kind the ship can store."""
    return sum(boon.keeps.get(kind, 0) for _, boon in boons(rules, state))


def _keeper(kind: str, state: State, rules: Rules, names: Names) -> str:
    """Name the Upgrade that would keep them, if it is still to be built."""
    for card in card_of(rules).upgrades:
        if card.keeps.get(kind) and card.id not in campaign_of(state).upgrades:
            return names.words(
                "view.lost.keeper", upgrade=names.named(f"upgrade.{card.id}.name", card.id), n=card.keeps[kind]
            )
    return ""


class _Steps:
    """What each step still asks."""

    def __init__(self, state: State, rules: Rules, names: Names) -> None:
        self.state, self.rules, self.names = state, rules, names
        self.words = names.words
        self.campaign: CampaignState = campaign_of(state)

    def chip(self, id: str, now: bool) -> tuple[str, str]:
        """Return what is left of a step, and its tone."""
        words = self.words
        if id in ALONE:
            return words("view.guide.alone"), ""
        if id == "sickbay" and (lost := self._at_risk()):
            return words("view.guide.at_risk", n=lost), "danger"
        if id == "intel":
            return words("view.guide.intel", n=sum(one.intel for one in shop.team(self.state))), ""
        count = _COUNTS.get(id)
        left = count(self) if count is not None else 0
        if not left:
            return (words("view.guide.nothing"), "") if id in _COUNTS else ("", "")
        return words("view.guide.left", n=left), "gold" if now else ""

    def todos(self, id: str) -> tuple[TodoView, ...]:
        """Return the lines of the present step: first what must be done, then what may be."""
        make = _TODOS.get(id)
        return tuple(make(self)) if make is not None else ()

    # -- counts

    def _at_risk(self) -> int:
        return sum(
            max(0, ship.samples(self.state, kind) - store_room(self.rules, self.state, kind)) for kind in SAMPLES
        )

    def _unplaced(self) -> int:
        return sum(not area for area in self.campaign.crew.values())

    def _curable(self) -> int:
        return sum(
            ship.copies(one, card)
            for id, one in self.state.team.items()
            if may_cure(self.state, self.rules, id)
            for card in untreated(self.state, id)
        )

    def _learners(self) -> int:
        return sum(bool(shop.acquirable(self.rules, self.state, one)) for one in shop.team(self.state))

    def _loose(self) -> int:
        return len(self.campaign.store) + len(self.campaign.programs)

    def _wanted(self) -> int:
        return card_of(self.rules).size - len(self.campaign.team)

    # -- lines

    def _crew(self) -> Iterator[TodoView]:
        words, names, crew = self.words, self.names, self.campaign.crew
        must = ship.unplaced(self.rules, self.state)
        for id in must:
            yield TodoView(words("view.guide.unplaced", name=names.short(id)), False)
        stand = sum(map(bool, crew.values()))
        if must or stand == len(crew):
            yield TodoView(words("view.guide.placed", n=stand, all=len(crew)), not must)
        for id in crew:
            if not crew[id] and id not in must:
                yield TodoView(words("view.guide.unplaced", name=names.short(id)))
        at_work = {one.partition(" ")[0] for one in stationed(self.rules, self.state)}
        for member in card_of(self.rules).members:
            area = crew.get(member.id, "")
            if area and member.id not in at_work and not ship.in_cabin(self.rules, self.state, member.id):
                where = words("event.list").join(words(f"area.{one}.name") for one in member.areas)
                yield TodoView(words("view.guide.idle", name=names.short(member.id), areas=where))

    def _sickbay(self) -> Iterator[TodoView]:
        words, names = self.words, self.names
        for id in self.state.team:
            cards = untreated(self.state, id)
            if cards and may_cure(self.state, self.rules, id):
                yield TodoView(words("view.guide.treat", name=names.short(id), n=len(cards)))
        for member, kind in ship.samples_offered(self.rules, self.state):
            yield TodoView(words(f"view.guide.sample.{kind}", name=names.short(member)))

    def _specialties(self) -> Iterator[TodoView]:
        for one in shop.team(self.state):
            found = len(shop.acquirable(self.rules, self.state, one))
            if found:
                yield TodoView(self.words("view.guide.learn", name=self.names.short(one.id), n=found))

    def _intel(self) -> Iterator[TodoView]:
        if self.rules.switches["campaign_order"] == "six":
            yield from self._specialties()

    def _equipment(self) -> Iterator[TodoView]:
        for held in self.campaign.store:
            yield TodoView(self.words("view.guide.loose", item=self.names.item(held.item)))
        for program in self.campaign.programs:
            yield TodoView(self.words("view.guide.loose", item=self.names.software(program)))


_COUNTS: dict[str, Callable[[_Steps], int]] = {
    "team": _Steps._wanted,
    "crew": _Steps._unplaced,
    "sickbay": _Steps._curable,
    "specialties": _Steps._learners,
    "equipment": _Steps._loose,
}
_TODOS: dict[str, Callable[[_Steps], Iterator[TodoView]]] = {
    "crew": _Steps._crew,
    "sickbay": _Steps._sickbay,
    "specialties": _Steps._specialties,
    "intel": _Steps._intel,
    "equipment": _Steps._equipment,
}
