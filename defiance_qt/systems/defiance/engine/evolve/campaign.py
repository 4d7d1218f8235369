"""State changes between the missions of a campaign."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.evolve.parts import Table, minus, put, with_figure
from defiance_qt.systems.defiance.engine.frames import Campaign
from defiance_qt.systems.defiance.engine.state import CampaignState, Carried, Character, MissionState, Played, State


def campaign_of(state: State) -> CampaignState:
    assert state.campaign, "there is no campaign"
    return state.campaign


def _with(state: State, **changes: Any) -> State:
    return replace(state, campaign=replace(campaign_of(state), **changes))


def _ashore(one: Character) -> Character:
    """Return one of the team off the board; what it has suffered stays until the Sickbay (R-293)."""
    return replace(one, space="", aggro=0, activated=False)


def _campaign_began(state: State, event: e.CampaignBegan) -> State:
    return replace(
        state,
        campaign=event.campaign,
        team=event.team,
        switches=event.switches,
        answers=event.answers,
        decks=event.decks,
        agenda=(Campaign(event.todo),),
    )


def _enlisted(state: State, event: e.Enlisted) -> State:
    campaign = campaign_of(state)
    one = event.member
    state = replace(state, team=put(state.team, one.id, one))
    return _with(state, team=(*campaign.team, one.id), crew=put(campaign.crew, one.id, ""))


def _step_began(state: State, event: e.StepBegan) -> State:
    return replace(state, agenda=(Campaign(event.todo, event.waiting, event.begun),))


def _mission_ended(state: State, event: e.MissionEnded) -> State:
    campaign = campaign_of(state)
    there = {id: one.ally for id, one in state.neutrals.items()}
    ids = dict.fromkeys((*campaign.team, *campaign.crew, *state.crew, *state.team))
    found = (state.team.get(id) or there.get(id) or campaign.aboard.get(id) or campaign.before[id] for id in ids)
    crew = campaign.crew | {id: "" for id in state.crew if id not in campaign.crew}
    played = Played(event.mission, event.result, event.because, state.round, state.alert)
    decks = {"consequence": (*state.decks.get("consequence", ()), *state.discards.get("consequence", ()))}
    state = replace(
        state,
        team={one.id: _ashore(one) for one in found},
        enemies={},
        units={},
        doors={},
        containers={},
        consoles={},
        neutrals={},
        selected=(),
        available=(),
        removed=(),
        initiative=(),
        decks=decks,
        discards={},
        last_activated="",
        crew=(),
        faces=msgspec.UNSET,
        round=0,
        alert=0,
        high_face=False,
        reserve=0,
        flags=(),
        fired=(),
        facts={},
        agenda=(Campaign(event.todo),),
    )
    return _with(
        state,
        crew=crew,
        aboard={},
        played=(*campaign.played, played),
        participants=campaign.team,
        learned=(),
        used=(),
        active=campaign.active if event.result == "defeat" else (),
        built=0,
    )


def _companion_chosen(state: State, event: e.CompanionChosen) -> State:
    return _with(state, records=(*campaign_of(state).records, f"companion_{event.member}"))


def _crew_left(state: State, event: e.CrewLeft) -> State:
    crew = {id: area for id, area in campaign_of(state).crew.items() if id != event.member}
    return _with(state, crew=crew)


def _mission_written(state: State, event: e.MissionWritten) -> State:
    campaign = campaign_of(state)
    played = Played(event.mission, event.result, "written", event.round, event.alert, written=True, notes=event.notes)
    state = replace(state, mission=MissionState(event.mission, gained=event.gained))
    return _with(
        state,
        played=(*campaign.played, played),
        participants=campaign.team,
        learned=(),
        used=(),
        active=(),
        built=0,
    )


def _consequence_written(state: State, event: e.ConsequenceWritten) -> State:
    one = state.team[event.character]
    decks = put(state.decks, "consequence", minus(state.decks.get("consequence", ()), event.card))
    state = replace(state, decks=decks)
    if event.face_up:
        return with_figure(state, one.id, consequences=(*one.consequences, event.card))
    return with_figure(state, one.id, face_down=(*one.face_down, event.card))


def _campaign_entered(state: State, event: e.CampaignEntered) -> State:
    return replace(
        state, campaign=event.campaign, team=event.team, decks=event.decks, agenda=(Campaign(("briefing",)),)
    )


def _defeat_accepted(state: State, event: e.DefeatAccepted) -> State:
    campaign = campaign_of(state)
    if event.accepted:
        return _with(state, before={}, active=())
    last = replace(campaign.played[-1], accepted=False)
    crew = {id: area for id, area in campaign.crew.items() if id in campaign.before}
    state = replace(state, team=campaign.before)
    return _with(state, played=(*campaign.played[:-1], last), attempt=campaign.attempt + 1, crew=crew, before={})


def _spoils(state: State, event: e.SpoilsCounted) -> State:
    """Who is not of the crew goes its own way; its Consequences go back."""
    campaign = campaign_of(state)
    gone = [one for id, one in state.team.items() if id not in campaign.crew]
    cards = tuple(card for one in gone for card in (*one.consequences, *one.face_down))
    decks = put(state.decks, "consequence", (*state.decks.get("consequence", ()), *cards))
    team = {id: one for id, one in state.team.items() if id in campaign.crew}
    state = replace(state, team=team, decks=decks)
    return _with(
        state,
        number=campaign.number + 1,
        attempt=1,
        before={},
        biological=campaign.biological + event.biological,
        tech=campaign.tech + event.tech,
        components=campaign.components + event.components,
        records=tuple(dict.fromkeys((*campaign.records, *event.records))),
        wrecked=event.wrecked,
    )


def _crew_boarded(state: State, event: e.CrewBoarded) -> State:
    one = event.member
    state = replace(state, team=put(state.team, one.id, one))
    return _with(state, crew=put(campaign_of(state).crew, one.id, ""))


def _jump_made(state: State, event: e.JumpMade) -> State:
    return _with(state, market=event.market)


def _loot_returned(state: State, event: e.LootReturned) -> State:
    team = dict(state.team)
    for id, carried in event.team.items():
        team[id] = replace(team[id], carried=carried)
    return replace(state, team=team, loot=())


def _crew_stationed(state: State, event: e.CrewStationed) -> State:
    return _with(state, crew=put(campaign_of(state).crew, event.member, event.area))


def _crew_active(state: State, event: e.CrewActive) -> State:
    return _with(state, active=event.active)


def _team_recovered(state: State, event: e.TeamRecovered) -> State:
    team = {id: replace(one, damage=0, aggro=0, states=(), stored=()) for id, one in state.team.items()}
    return replace(state, team=team)


def _consequence_cured(state: State, event: e.ConsequenceCured) -> State:
    one = state.team[event.figure]
    deck = (*state.decks.get("consequence", ()), event.card)
    state = replace(state, decks=put(state.decks, "consequence", deck))
    if not event.face_down:
        return with_figure(state, one.id, consequences=minus(one.consequences, event.card))
    return with_figure(state, one.id, face_down=minus(one.face_down, event.card))


def _effect_spent(state: State, event: e.EffectSpent) -> State:
    return _with(state, used=(*campaign_of(state).used, event.word))


def _samples_changed(state: State, event: e.SamplesChanged) -> State:
    """Samples that would be lost are used before those in the stores."""
    campaign = campaign_of(state)
    kept = dict(campaign.kept)
    changes: dict[str, Any] = {}
    for kind, amount in (("biological", event.biological), ("tech", event.tech)):
        now = getattr(campaign, kind) + amount
        if now < 0:
            kept[kind] = kept.get(kind, 0) + now
        changes[kind] = max(0, now)
    return _with(state, kept=kept, **changes)


def _samples_stored(state: State, event: e.SamplesStored) -> State:
    return _with(state, biological=0, tech=0, kept=event.kept)


def _crafted(state: State, event: e.Crafted) -> State:
    campaign = campaign_of(state)
    if event.software:
        return _with(state, programs=(*campaign.programs, event.card))
    return _with(state, store=(*campaign.store, Carried(event.card, "")))


def _specialty_acquired(state: State, event: e.SpecialtyAcquired) -> State:
    one = state.team[event.character]
    state = with_figure(state, one.id, specialties=(*one.specialties, event.specialty))
    return _with(state, learned=(*campaign_of(state).learned, one.id))


def _card_bought(state: State, event: e.CardBought) -> State:
    state = with_figure(state, event.character, intel=event.intel)
    if event.program:
        return _with(state, programs=(*campaign_of(state).programs, event.card))
    one = state.team[event.character]
    return with_figure(state, one.id, carried=(*one.carried, Carried(event.card, "", event.software)))


def _card_sold(state: State, event: e.CardSold) -> State:
    one = state.team[event.character]
    copies = (at for at, held in enumerate(one.carried) if held.item == event.card)
    at = event.held if event.held >= 0 else max(copies)
    state = with_figure(state, one.id, carried=one.carried[:at] + one.carried[at + 1 :], intel=event.intel)
    return _with(state, gone=(*campaign_of(state).gone, event.card)) if event.gone else state


def _intel_pooled(state: State, event: e.IntelPooled) -> State:
    campaign, one = campaign_of(state), state.team[event.character]
    pool = {**campaign.pool, one.id: campaign.pool.get(one.id, 0) + event.amount}
    pool = {id: amount for id, amount in pool.items() if amount}
    state = with_figure(state, one.id, intel=one.intel - event.amount)
    return _with(state, pool=pool, pooled=event.upgrade if pool else "")


def _upgrade_built(state: State, event: e.UpgradeBuilt) -> State:
    campaign = campaign_of(state)
    upgrades = (*campaign.upgrades, event.upgrade)
    return _with(state, upgrades=upgrades, built=campaign.built + 1, pool={}, pooled="")


def _store_changed(state: State, event: e.StoreChanged) -> State:
    campaign = campaign_of(state)
    gone = (*campaign.gone, event.card) if event.what in ("removed", "scrapped") else campaign.gone
    return _with(state, store=event.store, programs=event.programs, gone=gone)


def _cards_renewed(state: State, event: e.CardsRenewed) -> State:
    team = {
        id: replace(one, tapped=(), flipped=(), carried=tuple(replace(held, turned="") for held in one.carried))
        for id, one in state.team.items()
    }
    store = tuple(replace(held, turned="") for held in campaign_of(state).store)
    return _with(replace(state, team=team), store=store)


BY_TYPE: Table = {
    e.CampaignBegan: _campaign_began,
    e.Enlisted: _enlisted,
    e.StepBegan: _step_began,
    e.MissionEnded: _mission_ended,
    e.CompanionChosen: _companion_chosen,
    e.CrewLeft: _crew_left,
    e.MissionWritten: _mission_written,
    e.ConsequenceWritten: _consequence_written,
    e.CampaignEntered: _campaign_entered,
    e.DefeatAccepted: _defeat_accepted,
    e.SpoilsCounted: _spoils,
    e.CrewBoarded: _crew_boarded,
    e.JumpMade: _jump_made,
    e.LootReturned: _loot_returned,
    e.CrewStationed: _crew_stationed,
    e.CrewActive: _crew_active,
    e.TeamRecovered: _team_recovered,
    e.ConsequenceCured: _consequence_cured,
    e.EffectSpent: _effect_spent,
    e.SamplesChanged: _samples_changed,
    e.SamplesStored: _samples_stored,
    e.Crafted: _crafted,
    e.SpecialtyAcquired: _specialty_acquired,
    e.CardBought: _card_bought,
    e.CardSold: _card_sold,
    e.IntelPooled: _intel_pooled,
    e.UpgradeBuilt: _upgrade_built,
    e.StoreChanged: _store_changed,
    e.CardsRenewed: _cards_renewed,
}
