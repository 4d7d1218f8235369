"""A campaign under way on paper, entered as it is (R-280…R-310).

What cannot be is refused with the rule. Limits, unlike unknown cards and figures, give way to a reason. The
window reads each `Illegal` like those of a written result (`written`); `field` is a field of `EnterCampaign` or, with
the Character in `figure` or `of`, of `Entered`.
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
from defiance_qt.systems.defiance.engine.rules import economy
from defiance_qt.systems.defiance.engine.rules.campaign.boons import campaign_of, card_of, stationed
from defiance_qt.systems.defiance.engine.rules.campaign.limits import (
    SAMPLES,
    Ended,
    loot_intel,
    may_join,
    most_intel,
    most_of,
)
from defiance_qt.systems.defiance.engine.rules.campaign.shop import sale
from defiance_qt.systems.defiance.engine.rules.campaign.written import (
    below_zero,
    possible_records,
    too_many_components,
    too_much_intel,
)
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
    for upgrade, number in Counter(command.upgrades).items():
        if number > 1:
            yield Illegal("built", "R-306", f"{upgrade} has been built", upgrade=upgrade, field="upgrades")
    for id, one in command.characters.items():
        yield from _character_faults(rules, state, command, id, one)
    held_cards = Counter(card for one in command.characters.values() for card in (*one.consequences, *one.face_down))
    for id, number in held_cards.items():
        known = rules.catalog.consequences.get(id)
        if known is not None and number > known.copies:
            yield Illegal("no_copy_left", "R-240", f"no copy of {id} is left", card=id, field="consequences")
    yield from _overfull(rules, command)
    if not command.reason:
        yield from _limits(rules, state, command)


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
            yield Illegal("no_such_record", "R-282", f"these missions leave no {id!r}", record=id, field="records")


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


def _limits(rules: Rules, state: State, command: c.EnterCampaign) -> Iterator[Illegal]:
    card = card_of(rules)
    level = card.levels[min(max(command.number, 1), len(card.levels)) - 1]
    ended = [(rules.of(id), Ended("defeat" if id in command.lost else "victory")) for id in _finished(state, command)]
    yield from _crew_limits(rules, command, ended)
    yield from _card_limits(rules, command)
    for id, one in command.characters.items():
        intel = _most_intel(rules, state, command, id, ended)
        if one.intel > intel:
            yield too_much_intel(id, one.intel, intel)
        most = min(command.number, card.specialties)
        if len(one.specialties) > most:
            words = f"{id} has acquired one Specialty a mission at most"
            yield Illegal("too_many_specialties", "R-299", words, figure=id, field="specialties", most=most)
        for name in one.specialties:
            found = rules.catalog.specialties[name].level
            if found > level:
                words = f"{name} is of level {found}"
                yield Illegal("specialty_level", "R-301", words, figure=id, card=name, level=found, field="specialties")
    yield from _upgrade_limits(rules, command)
    for kind in SAMPLES:
        room = sum(one.keeps.get(kind, 0) for one in card.upgrades if one.id in command.upgrades)
        if getattr(command, kind) > room:
            words = f"the ship keeps {room} of them"
            values = {"given": getattr(command, kind), "most": room, "field": kind}
            yield Illegal("too_many_stored", "R-290", words, **values)
    parts = min(len(card.track), sum(most_of(there, "components", end) for there, end in ended))
    if command.components > parts:
        yield too_many_components(command.components, parts)


def _finished(state: State, command: c.EnterCampaign) -> tuple[str, ...]:
    return campaign_of(state).missions[: command.number]


Ends = list[tuple[Rules, Ended]]
"""The finished missions: the rules of each, and how it ended."""


def _crew_limits(rules: Rules, command: c.EnterCampaign, ended: Ends) -> Iterator[Illegal]:
    """Yield members of the crew whom no finished mission can have brought aboard (R-150)."""
    there = {*card_of(rules).crew, *command.characters, *(id for one, end in ended for id in may_join(one, end))}
    for id in command.crew:
        if id not in there:
            words = f"{id} has not joined in these missions"
            yield Illegal("not_joined_yet", "R-150", words, who=id, field="crew")


def _most_intel(rules: Rules, state: State, command: c.EnterCampaign, id: str, ended: Ends) -> int:
    """Return the most Intel Packs that a Character can have: of every mission, of its Loot, and for all that the team
    began with (R-303, R-305)."""
    equipment = rules.catalog.equipment
    began = (item for one in command.characters for item in rules.catalog.characters[one].equipment)
    total = sum(sale(equipment[item]) or 0 for item in began)
    for there, end in ended:
        base = there.intel if end.result == "victory" else there.intel // 2
        total += most_intel(there, end) + loot_intel(there) - base + economy.changed(there, state, "intel", id, base)
    beyond = sum(most_of(there, "components", end) for there, end in ended) - len(card_of(rules).track)
    return total + 2 * max(0, beyond)


def _card_limits(rules: Rules, command: c.EnterCampaign) -> Iterator[Illegal]:
    """Yield Equipment and Software of which there are not so many cards, and cargo, which leaves the game (R-285,
    R-304)."""
    equipment, characters = rules.catalog.equipment, command.characters
    began = Counter(item for id in characters for item in rules.catalog.characters[id].equipment)
    holders = [(id, "equipment", one.equipment) for id, one in characters.items()] + [("", "store", command.store)]
    held_cards: Counter[str] = Counter()
    for id, field, items in holders:
        of = {"of": id} if id else {}
        for item in dict.fromkeys(items):
            most = max(card_of(rules).copies, began[item])
            held_cards[item] += items.count(item)
            if equipment[item].cargo:
                words = f"{item} is cargo, which leaves the game after its mission"
                yield Illegal("cargo_gone", "R-285", words, card=item, field=field, **of)
            elif held_cards[item] > most:
                words = f"{held_cards[item]} copies of {item} are too many: there are {most}"
                values = {"card": item, "given": held_cards[item], "most": most, "field": field, **of}
                yield Illegal("too_many_copies", "R-304", words, **values)
    yield from _program_limits(rules, command)


def _program_limits(rules: Rules, command: c.EnterCampaign) -> Iterator[Illegal]:
    """Yield programs that are there more than once, unless devices come with them (R-304)."""
    equipment = rules.catalog.equipment
    devices = [item for one in command.characters.values() for item in one.equipment] + list(command.store)
    printed = Counter(program for item in devices for program in equipment[item].software)
    there = Counter(command.programs)
    for one in command.characters.values():
        own = one.software
        there.update(own if own is not None else (id for item in one.equipment for id in equipment[item].software))
    there.update(program for item in command.store for program in equipment[item].software)
    for id, number in there.items():
        most = max(1, printed[id])
        if number > most:
            words = f"{number} copies of {id} are too many: there are {most}"
            field = "programs" if id in command.programs else "software"
            yield Illegal("too_many_copies", "R-304", words, card=id, given=number, most=most, field=field)


def _upgrade_limits(rules: Rules, command: c.EnterCampaign) -> Iterator[Illegal]:
    """Yield Upgrades that cannot have been built yet; in one reading one is built in each step (R-306; switch D51)."""
    cards = [one for one in card_of(rules).upgrades if one.id in command.upgrades]
    for upgrade in cards:
        if upgrade.after > command.number:
            words = f"it can be built after mission {upgrade.after}"
            yield Illegal("upgrade_later", "R-306", words, number=upgrade.after, field="upgrades")
    if rules.switches["upgrades"] != "one":
        return
    cards = [one for one in cards if one.after <= command.number]
    for after in sorted({one.after for one in cards}, reverse=True):
        late, steps = sum(one.after >= after for one in cards), command.number - max(after, 1) + 1
        if late > steps:
            most = len(cards) - late + steps
            words = f"{len(cards)} Upgrades are too many: {most} at most, one after each mission"
            yield Illegal("too_many_upgrades", "R-306", words, given=len(cards), most=most, field="upgrades")
            return
