"""Commands and events between missions, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.frames import Campaign
from defiance_qt.systems.defiance.engine.rules.campaign.rolled import FACE_DOWN
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell.names import Names

SILENT_STEPS = ("mission", "jump")
"""Steps that are not announced: what happens in them is told."""


def step_of(state: State) -> str:
    """Return the present step of the campaign, "" without one."""
    frame = next((frame for frame in state.agenda if isinstance(frame, Campaign)), None)
    return frame.todo[0] if frame is not None and frame.todo else ""


def ahead(state: State) -> str:
    """Return the mission that is next."""
    campaign = state.campaign
    assert campaign
    return campaign.missions[min(campaign.number, len(campaign.missions) - 1)]


def _mission(names: Names, id: str) -> str:
    return names.known(f"mission.{id}.name") or names.thing(id)


def _area(names: Names, id: str) -> str:
    return names.words(f"area.{id}.name")


def _upgrade(names: Names, id: str) -> str:
    return names.known(f"upgrade.{id}.name") or names.thing(id)


def _card(names: Names, id: str) -> str:
    return names.known(f"equipment.{id}.name", f"software.{id}.name") or names.thing(id)


def _ailment(names: Names, card: str) -> str:
    return names.words("campaign.face_down") if card == FACE_DOWN else names.card("consequence", card)


# ---- labels ----


def _begin(names: Names, command: c.BeginMission) -> str:
    key = "command.begin_mission.with" if command.companion else "command.begin_mission"
    mission = _mission(names, ahead(names.state)) if names.state.campaign else ""
    return names.words(key, mission=mission, member=names.figure(command.companion))


def _station(names: Names, command: c.Station) -> str:
    if not command.area:
        return names.words("command.station.none", member=names.figure(command.member))
    return names.words("command.station", member=names.figure(command.member), area=_area(names, command.area))


def _cure(names: Names, command: c.Cure) -> str:
    one = names.state.team.get(command.figure)
    key = "command.cure.remote" if one is not None and one.remote else "command.cure"
    return names.words(key, figure=names.figure(command.figure), card=_ailment(names, command.card))


def _craft(names: Names, command: c.Craft) -> str:
    made = command.program or command.recipe
    return names.words("command.craft", item=names.known(f"recipe.{made}.name") or _card(names, made))


def _buy(names: Names, command: c.Buy) -> str:
    key = "command.buy.using" if command.using else "command.buy"
    return names.words(key, item=_card(names, command.card), member=names.figure(command.using))


def _pool(names: Names, command: c.Pool) -> str:
    key = "command.pool" if command.amount > 0 else "command.pool.back"
    return names.words.count(key, abs(command.amount), upgrade=_upgrade(names, command.upgrade))


def _scrap(names: Names, command: c.Scrap) -> str:
    key = "command.scrap.own" if command.owner else "command.scrap"
    return names.words(key, item=_card(names, command.item), figure=names.figure(command.owner))


def _finish(names: Names, command: c.FinishStep) -> str:
    step = step_of(names.state)
    return names.words("command.finish_step", step=names.words(f"campaign.step.{step}") if step else "")


CAMPAIGN_LABELS: dict[type, Callable[[Names, Any], str]] = {
    c.Enlist: lambda names, command: names.words("command.enlist"),
    c.BeginMission: _begin,
    c.PlayAgain: lambda names, command: names.words("command.play_again"),
    c.AcceptDefeat: lambda names, command: names.words("command.accept_defeat"),
    c.Ready: lambda names, command: names.words("command.ready"),
    c.Station: _station,
    c.Swap: lambda names, command: names.words(
        "command.swap", member=names.figure(command.member), other=names.figure(command.other)
    ),
    c.Cure: _cure,
    c.TakeSample: lambda names, command: names.words("command.take_sample", member=names.figure(command.member)),
    c.Craft: _craft,
    c.Acquire: lambda names, command: names.words("command.acquire", specialty=names.thing(command.specialty)),
    c.Buy: _buy,
    c.Sell: lambda names, command: names.words("command.sell", item=names.item(command.item)),
    c.Pool: _pool,
    c.Stow: lambda names, command: names.words("command.stow", item=names.item(command.item)),
    c.Fetch: lambda names, command: names.words("command.fetch", item=names.item(command.item)),
    c.Load: lambda names, command: names.words(
        "command.install", program=names.program(command.program), device=names.item(command.device)
    ),
    c.Scrap: _scrap,
    c.FinishStep: _finish,
    c.WriteDown: lambda names, command: names.words(f"command.write_down.{command.result}"),
    c.EnterCampaign: lambda names, command: names.words.count("command.enter_campaign", command.number),
}


# ---- sentences ----


def _step(names: Names, event: e.StepBegan) -> str:
    """Return the name of a step as it begins; how far it has come is not told."""
    if event.begun or not event.todo or event.todo[0] in SILENT_STEPS:
        return ""
    return names.words("event.step_began", step=names.words(f"campaign.step.{event.todo[0]}"))


def _mission_ended(names: Names, event: e.MissionEnded) -> str:
    reason = names.known(f"mission.{event.mission}.end.{event.because}") or names.reason(event.because, "end")
    values = {"mission": _mission(names, event.mission)}
    if reason:
        return names.words(f"event.mission_ended.{event.result}", **values, reason=reason)
    return names.words(f"event.mission_ended.{event.result}.plain", **values)


def _written(names: Names, event: e.MissionWritten) -> str:
    values = {"mission": _mission(names, event.mission)}
    text = names.words(f"event.mission_written.{event.result}", **values)
    notes = [names.words("event.mission_written.because", reason=event.reason)] if event.reason else []
    return names.joined((text, *notes, *((event.notes,) if event.notes else ())))


def _consequence(names: Names, event: e.ConsequenceWritten) -> str:
    character = names.figure(event.character)
    if not event.face_up:
        return names.words("event.consequence_suffered.face_down", character=character)
    card = names.card("consequence", event.card)
    return names.words("event.consequence_suffered", character=character, card=card)


def _entered(names: Names, event: e.CampaignEntered) -> str:
    return names.words.count("event.campaign_entered", event.campaign.number)


def _accepted(names: Names, event: e.DefeatAccepted) -> str:
    key = "event.defeat_accepted" if event.accepted else "event.defeat_accepted.again"
    return names.words(key, mission=_mission(names, event.mission))


def _counted(names: Names, biological: int, tech: int, components: int = 0) -> Iterator[str]:
    for what, amount in (("biological", biological), ("tech", tech), ("component", components)):
        if amount:
            yield names.words.count(f"event.gained.{what}", amount)


def _spoils(names: Names, event: e.SpoilsCounted) -> str:
    parts = list(_counted(names, event.biological, event.tech, event.components))
    told = [names.words("event.spoils_counted", spoils=names.joined(parts))] if parts else []
    if event.wrecked:
        areas = names.joined(_area(names, id) for id in event.wrecked)
        told.append(names.words("event.spoils_counted.wrecked", areas=areas))
    return "; ".join(told)


def _stationed(names: Names, event: e.CrewStationed) -> str:
    if not event.area:
        return names.words("event.crew_stationed.none", member=names.figure(event.member))
    return names.words("event.crew_stationed", member=names.figure(event.member), area=_area(names, event.area))


def _active(names: Names, event: e.CrewActive) -> str:
    at_work = []
    for one in event.active:
        member, _, area = one.partition(" ")
        at_work.append(names.words("event.crew_active.one", member=names.figure(member), area=_area(names, area)))
    return names.words("event.crew_active", crew=names.joined(at_work)) if at_work else ""


def _samples(names: Names, event: e.SamplesChanged) -> str:
    parts = list(_counted(names, abs(event.biological), abs(event.tech)))
    key = f"event.samples_changed.{event.why}"
    return names.words(key, figure=names.figure(event.about), samples=names.joined(parts)) if parts else ""


def _stored(names: Names, event: e.SamplesStored) -> str:
    kept = list(_counted(names, event.kept.get("biological", 0), event.kept.get("tech", 0)))
    lost = list(_counted(names, event.lost.get("biological", 0), event.lost.get("tech", 0)))
    told = [
        names.words(key, samples=names.joined(parts))
        for key, parts in (("event.samples_stored.kept", kept), ("event.samples_stored.lost", lost))
        if parts
    ]
    return ". ".join(told)


def _bought(names: Names, event: e.CardBought) -> str:
    values = {"character": names.figure(event.character), "item": _card(names, event.card)}
    return names.words.count("event.card_bought", event.price, **values)


def _sold(names: Names, event: e.CardSold) -> str:
    item = names.item(event.card)
    if event.software:
        item = names.words("command.copy", item=item, programs=names.joined(map(names.program, event.software)))
    values = {"character": names.figure(event.character), "item": item}
    return names.words.count("event.card_sold", event.price, **values)


def _pooled(names: Names, event: e.IntelPooled) -> str:
    values = {"character": names.figure(event.character), "upgrade": _upgrade(names, event.upgrade)}
    key = "event.intel_pooled" if event.amount > 0 else "event.intel_pooled.back"
    return names.words.count(key, abs(event.amount), **values)


def _store(names: Names, event: e.StoreChanged) -> str:
    """Return a sentence for a card of the stores that leaves the game; all else is told of the figure concerned."""
    return (
        names.words("event.store_changed.scrapped", item=_card(names, event.card)) if event.what == "scrapped" else ""
    )


def _quiet(names: Names, event: Any) -> str:
    """Return "": bookkeeping."""
    return ""


def _loot(names: Names, event: e.LootReturned) -> str:
    if not event.returned:
        return names.words("event.loot_returned")
    given = names.joined(
        names.words("event.loot_returned.of", figure=names.figure(id), items=names.joined(map(names.item, items)))
        for id, items in event.returned.items()
    )
    return names.words("event.loot_returned.with", given=given)


CAMPAIGN_SENTENCES: dict[type, Callable[[Names, Any], str]] = {
    e.CampaignBegan: lambda names, event: names.words(
        "event.campaign_began", campaign=names.words(f"campaign.{event.campaign.id}.name")
    ),
    e.Enlisted: lambda names, event: names.words("event.enlisted", character=names.figure(event.member.id)),
    e.StepBegan: _step,
    e.MissionEnded: _mission_ended,
    e.CompanionChosen: lambda names, event: names.words("event.companion_chosen", member=names.figure(event.member)),
    e.CrewLeft: lambda names, event: names.words("event.crew_left", member=names.figure(event.member)),
    e.MissionWritten: _written,
    e.ConsequenceWritten: _consequence,
    e.CampaignEntered: _entered,
    e.DefeatAccepted: _accepted,
    e.SpoilsCounted: _spoils,
    e.CrewBoarded: lambda names, event: names.words("event.crew_joined", character=names.figure(event.member.id)),
    e.JumpMade: lambda names, event: names.words("event.jump_made"),
    e.LootReturned: _loot,
    e.CrewStationed: _stationed,
    e.CrewActive: _active,
    e.TeamRecovered: lambda names, event: names.words("event.team_recovered"),
    e.ConsequenceCured: lambda names, event: names.words(
        "event.consequence_cured", figure=names.figure(event.figure), card=names.card("consequence", event.card)
    ),
    e.EffectSpent: _quiet,
    e.SamplesChanged: _samples,
    e.SamplesStored: _stored,
    e.Crafted: lambda names, event: names.words(
        "event.crafted", character=names.figure(event.character), item=_card(names, event.card)
    ),
    e.SpecialtyAcquired: lambda names, event: names.words(
        "event.specialty_acquired", character=names.figure(event.character), specialty=names.thing(event.specialty)
    ),
    e.CardBought: _bought,
    e.CardSold: _sold,
    e.IntelPooled: _pooled,
    e.UpgradeBuilt: lambda names, event: names.words("event.upgrade_built", upgrade=_upgrade(names, event.upgrade)),
    e.StoreChanged: _store,
    e.CardsRenewed: lambda names, event: names.words("event.cards_renewed"),
}
