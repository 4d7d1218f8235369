"""A campaign under way on paper, entered as it is (R-280…R-310).

What cannot be is refused with the rule. Limits, unlike unknown cards and figures, give way to a reason (law 4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from defiance_qt.core.errors import ContentError, Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import content as t
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.frames import Campaign
from defiance_qt.systems.defiance.engine.rules.campaign.boons import campaign_of, card_of, stationed
from defiance_qt.systems.defiance.engine.rules.campaign.written import SAMPLES, below_zero, possible_records
from defiance_qt.systems.defiance.engine.rules.equip import equipped_at_start
from defiance_qt.systems.defiance.engine.rules.figures import character
from defiance_qt.systems.defiance.engine.rules.layout import consequences
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import CampaignState, Carried, Character, Played, State
from defiance_qt.systems.defiance.engine.transaction import Transaction


def enter(run: Transaction, command: c.EnterCampaign) -> None:
    """Take over a campaign from paper: it goes on before the mission that is next. Raises `Illegal` for the first entry
    that cannot be."""
    for fault in faults(run.rules, run.state, command):
        raise fault
    rules, card = run.rules, card_of(run.rules)
    team: dict[str, Character] = {}
    for id, one in command.characters.items():
        team[id] = _entered(rules, run.state, id, one)
    for id in command.crew:
        if id not in team:
            team[id] = character(rules, run.state, rules.catalog.characters[id])
    missions = campaign_of(run.state).missions
    played = [
        Played(mission, "defeat" if mission in command.lost else "victory", "written", 0, written=True)
        for mission in missions[: command.number]
    ]
    if played:
        played[-1] = replace(played[-1], notes=command.notes)
    store = tuple(Carried(id, "", rules.catalog.equipment[id].software) for id in command.store)
    campaign = CampaignState(
        card.id,
        missions,
        tuple(command.characters),
        command.number,
        played=tuple(played),
        crew={id: command.crew.get(id, "") for id in team},
        kept={kind: amount for kind in SAMPLES if (amount := getattr(command, kind))},
        components=command.components,
        upgrades=command.upgrades,
        records=command.records,
        store=store,
        programs=command.programs,
        market=card.market if card.jump in missions[: command.number] else "",
        participants=tuple(command.characters),
    )
    # Whoever stands at a post on paper is at work there.
    campaign = replace(campaign, active=stationed(rules, replace(run.state, campaign=campaign)))
    deck = {"consequence": consequences(rules, team.values())}
    run.emit(e.CampaignEntered(campaign, team, deck, command.reason, ("R-280", "R-282")))


def _entered(rules: Rules, state: State, id: str, one: c.Entered) -> Character:
    bare = replace(character(rules, state, rules.catalog.characters[id]), carried=())
    equipped = equipped_at_start(rules, bare, tuple(one.equipment))
    return replace(
        equipped,
        carried=_loaded(rules, equipped.carried, one.software),
        intel=one.intel,
        specialties=tuple(one.specialties),
        consequences=tuple(one.consequences),
        face_down=tuple(one.face_down),
    )


def _loaded(rules: Rules, carried: tuple[Carried, ...], programs: tuple[str, ...] | None) -> tuple[Carried, ...]:
    """Return the cards with these programs in their devices, each in the first that has room for it (R-108, R-114). One
    without room is left out. None: as printed."""
    if programs is None:
        return carried
    cards = [replace(held, software=()) for held in carried]
    for program in programs:
        for at, card in enumerate(cards):
            if program not in card.software and len(card.software) < slots(rules, card.item):
                cards[at] = replace(card, software=(*card.software, program))
                break
    return tuple(cards)


def slots(rules: Rules, item: str) -> int:
    """Return how many programs a card holds (R-108); 0 for one that is no device."""
    device = rules.catalog.equipment[item].device
    return 0 if device is None else device.slots


def records_so_far(rules: Rules, missions: tuple[str, ...]) -> tuple[str, ...]:
    """Return the entries that missions can have left in the campaign."""
    return tuple(dict.fromkeys(id for mission in missions for id in possible_records(rules.catalog.missions[mission])))


def records_certain(mission: t.Mission, outcome: str) -> tuple[str, ...]:
    """Return the entries that a mission leaves in any case when it ends so."""
    sure = (None, t.Requirement(outcome=outcome))
    lines = (line for line in mission.results if line.needs in sure)
    return tuple(one.id for line in lines for one in line.effects if isinstance(one, t.Gain) and one.what == "record")


def faults(rules: Rules, state: State, command: c.EnterCampaign) -> Iterator[Illegal]:
    """Yield what cannot be in a campaign that is entered, `field` naming where."""
    campaign = state.campaign
    top = state.agenda[-1] if state.agenda else None
    if not campaign or campaign.played or not isinstance(top, Campaign) or top.todo[0] not in ("team", "briefing"):
        yield Illegal("campaign_begun", "R-280", "a campaign is entered before its first mission")
        return
    card = card_of(rules)
    if not 0 <= command.number < len(campaign.missions):
        yield Illegal(
            "no_such_mission", "R-282", "there are not so many missions", field="number", given=command.number
        )
        return
    if len(command.characters) != card.size:
        words = f"the team has {card.size} Characters"
        yield Illegal("team_size", "R-280", words, field="characters", given=len(command.characters), most=card.size)
    for kind in (*SAMPLES, "components"):
        if getattr(command, kind) < 0:
            yield below_zero(kind, getattr(command, kind))
    unknown = next(_unknown(rules, command, campaign), None)
    if unknown is not None:
        yield unknown
        return
    yield from _history(rules, command, campaign)
    for id, one in command.characters.items():
        yield from _character_faults(rules, state, command, id, one)
    held_cards = Counter(card for one in command.characters.values() for card in (*one.consequences, *one.face_down))
    for id, number in held_cards.items():
        known = rules.catalog.consequences.get(id)
        if known is not None and number > known.copies:
            yield Illegal("no_copy_left", "R-240", f"no copy of {id} is left", card=id, field="consequences")
    yield from _overfull(rules, command)
    if not command.reason:
        yield from _limits(rules, command)


def _unknown(rules: Rules, command: c.EnterCampaign, campaign: CampaignState) -> Iterator[Illegal]:
    """Yield the names that do not exist."""
    card = card_of(rules)
    names: dict[str, tuple[Any, Any]] = {
        "characters": (command.characters, card.characters),
        "crew": (command.crew, rules.catalog.characters),
        "store": (command.store, rules.catalog.equipment),
        "programs": (command.programs, rules.catalog.software),
        "upgrades": (command.upgrades, [one.id for one in card.upgrades]),
    }
    for field, (given, there) in names.items():
        for id in given:
            if id not in there:
                yield Illegal("unknown_card", "R-281", f"there is no card {id!r}", name=id, field=field)
    areas = {"", *(area.id for area in card.areas)}
    for area in command.crew.values():
        if area not in areas:
            yield Illegal("unknown_area", "R-287", f"the ship has no area {area!r}", name=area, field="crew")


def _history(rules: Rules, command: c.EnterCampaign, campaign: CampaignState) -> Iterator[Illegal]:
    """Yield what the finished missions cannot have left."""
    finished = campaign.missions[: command.number]
    for id in command.lost:
        if id not in finished:
            yield Illegal("not_yet_played", "R-282", f"{id} has not been played", mission=id, field="lost")
    left = records_so_far(rules, finished)
    for id in command.records:
        if id not in left:
            yield Illegal("no_such_record", "R-282", f"these missions leave no {id!r}", name=id, field="records")


def _overfull(rules: Rules, command: c.EnterCampaign) -> Iterator[Illegal]:
    """Yield the areas with more members of the crew than spaces (R-287)."""
    card = card_of(rules)
    for area in card.areas:
        extra = (one.spaces.get(area.id, 0) for one in card.upgrades if one.id in command.upgrades)
        room = area.spaces + sum(extra)
        if list(command.crew.values()).count(area.id) > room:
            words = f"{area.id} has {room} spaces"
            yield Illegal("area_full", "R-287", words, area=area.id, room=room, field="crew")


def _character_faults(
    rules: Rules, state: State, command: c.EnterCampaign, id: str, one: c.Entered
) -> Iterator[Illegal]:
    catalog = rules.catalog
    if one.intel < 0:
        yield below_zero("intel", one.intel)
    for field, known in (
        ("equipment", catalog.equipment),
        ("software", catalog.software),
        ("specialties", catalog.specialties),
        ("consequences", catalog.consequences),
        ("face_down", catalog.consequences),
    ):
        for name in getattr(one, field) or ():
            if name not in known:
                yield Illegal("unknown_card", "R-281", f"there is no card {name!r}", name=name, field=field)
                return
    for name in one.equipment:
        owner = catalog.equipment[name].owner
        if owner not in ("", id):
            words = f"{name} belongs to {owner}"
            yield Illegal("not_its_card", "R-307", words, card=name, figure=owner, of=id, field="equipment")
    try:
        made = _entered(rules, state, id, one)
    except ContentError:
        yield Illegal("no_room", "R-026", f"{id} has no room for that Equipment", figure=id, field="equipment")
    else:
        if sum(len(held.software) for held in made.carried) < len(one.software or ()):
            words = f"{id} has no hacking device with room for it"
            yield Illegal("no_device_left", "R-108", words, figure=id, field="software")
    groups = catalog.characters[id].specialties
    for place, name in enumerate(one.specialties):
        card = catalog.specialties[name]
        if name in one.specialties[:place]:
            words = f"{id} already has {name}"
            yield Illegal("specialty_owned", "R-299", words, figure=id, card=name, field="specialties")
        elif card.group not in groups:
            words = f"{name} is not among the Specialties of {id}"
            yield Illegal(
                "specialty_group", "R-299", words, figure=id, card=name, field="specialties", level=card.level
            )
        elif card.requires and not any(other in one.specialties for other in card.requires):
            words = f"{name} requires the Specialty before it"
            yield Illegal(
                "specialty_requires", "R-311", words, figure=id, card=name, field="specialties", level=card.level
            )


def _limits(rules: Rules, command: c.EnterCampaign) -> Iterator[Illegal]:
    card = card_of(rules)
    level = card.levels[min(max(command.number, 1), len(card.levels)) - 1]
    for id, one in command.characters.items():
        most = min(command.number, card.specialties)
        if len(one.specialties) > most:
            words = f"{id} has acquired one Specialty a mission at most"
            yield Illegal("too_many_specialties", "R-299", words, figure=id, field="specialties", most=most)
        for name in one.specialties:
            found = rules.catalog.specialties[name].level
            if found > level:
                words = f"{name} is of level {found}"
                yield Illegal("specialty_level", "R-301", words, figure=id, card=name, level=found, field="specialties")
    for upgrade in card.upgrades:
        if upgrade.id in command.upgrades and upgrade.after > command.number:
            words = f"it can be built after mission {upgrade.after}"
            yield Illegal("upgrade_later", "R-306", words, number=upgrade.after, field="upgrades")
    for kind in SAMPLES:
        room = sum(one.keeps.get(kind, 0) for one in card.upgrades if one.id in command.upgrades)
        if getattr(command, kind) > room:
            words = f"the ship keeps {room} of them"
            values = {"given": getattr(command, kind), "most": room, "field": kind}
            yield Illegal("too_many_stored", "R-290", words, **values)
    if command.components > len(card.track):
        words = f"the track has {len(card.track)} positions"
        yield Illegal(
            "too_many_components", "R-291", words, given=command.components, most=len(card.track), field="components"
        )
