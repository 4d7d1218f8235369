"""What members of the crew in their areas and Defiance Upgrades do (R-286, R-296, R-298)."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import frames
from defiance_qt.systems.defiance.engine.content import Boon, Campaign
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import CampaignState, State


def campaign_of(state: State) -> CampaignState:
    """Return the campaign of a state that belongs to one."""
    assert state.campaign
    return state.campaign


# The steps that ask the players, and the rule of each.
STEPS: dict[str, str] = {
    "team": "R-280",
    "briefing": "R-282",
    "verdict": "R-282",
    "crew": "R-286",
    "sickbay": "R-293",
    "specialties": "R-299",
    "intel": "R-303",
    "equipment": "R-307",
}


def wrong_step(frame: frames.Campaign) -> Illegal:
    """Return the refusal of a command that the present step does not know."""
    step = frame.todo[0]
    return Illegal("not_in_step", STEPS[step], f"that is not possible in this step: {step}", now=step)


def of_crew(state: State, member: str) -> Illegal | None:
    """Refuse what only members of the crew do."""
    if member not in campaign_of(state).crew:
        return Illegal("not_aboard", "R-287", f"{member} is not of the crew", who=member)
    return None


def in_team(state: State, id: str) -> Illegal | None:
    """Refuse what only the Characters of the team do."""
    if id not in campaign_of(state).team:
        return Illegal("not_in_team", "R-280", f"{id} is not one of the team's Characters", figure=id)
    return None


def card_of(rules: Rules) -> Campaign:
    """Return the card of the session's campaign."""
    assert rules.campaign is not None
    return rules.campaign


def boons(rules: Rules, state: State) -> Iterator[tuple[str, Boon]]:
    """Yield what counts now, with its owner: Upgrades, and members of the crew whose effects were activated (R-286)."""
    card, campaign = card_of(rules), campaign_of(state)
    for upgrade in card.upgrades:
        if upgrade.id in campaign.upgrades:
            yield upgrade.id, upgrade
    for member in card.members:
        for area, boon in member.areas.items():
            if f"{member.id} {area}" in campaign.active:
                yield member.id, boon


def stationed(rules: Rules, state: State) -> tuple[str, ...]:
    """Return the members of the crew in a whole area that is listed in their profile, as "member area" (R-286)."""
    crew = {id: area for id, area in campaign_of(state).crew.items() if whole(state, area)}
    return tuple(
        f"{member.id} {crew[member.id]}"
        for member in card_of(rules).members
        if member.id in crew and crew[member.id] in member.areas
    )


def spaces(rules: Rules, state: State, area: str) -> int:
    """Return the spaces of an area, with those of Upgrades (R-287)."""
    card = next(one for one in card_of(rules).areas if one.id == area)
    return card.spaces + sum(boon.spaces.get(area, 0) for _, boon in boons(rules, state))


def whole(state: State, area: str) -> bool:
    """Check whether an area of the ship has its effect: a wrecked one has none until the next mission."""
    return area not in campaign_of(state).wrecked


def times(state: State, word: str) -> int:
    """Return how often something has been used since the last mission ended."""
    return campaign_of(state).used.count(word)


def spent(state: State, word: str) -> bool:
    """Check whether something that works once has been used since the last mission ended."""
    return word in campaign_of(state).used


def cheaper(rules: Rules, state: State, what: str) -> int:
    """Return how many Tech Samples less "recipes" or "software" cost (R-286)."""
    return sum(boon.cheaper.get(what, 0) for _, boon in boons(rules, state))


def covered(rules: Rules, state: State) -> int:
    """Return how many positions of the Minotaur track are covered from the left (R-291)."""
    card = card_of(rules)
    extra = sum(boon.covers for _, boon in boons(rules, state))
    return min(len(card.track), campaign_of(state).components + extra)


def exposed(rules: Rules, state: State) -> tuple[str, ...]:
    """Return the dice and symbols of the free positions. After a lost `jump` mission the last two are free in any case
    (R-292)."""
    card, campaign = card_of(rules), campaign_of(state)
    lost = any(one.mission == card.jump and one.result == "defeat" for one in campaign.played[-1:])
    reach = covered(rules, state)
    return card.track[min(reach, len(card.track) - 2) if lost else reach :]
