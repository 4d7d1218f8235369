"""View model of the ship: its areas with their spaces, the crew's tokens, the Minotaur Engines, and what a move of a
token would change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from defiance_qt.shell.present.values import percent
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.chances import cure_chance
from defiance_qt.systems.defiance.engine.enemies.evil_ai import odds_of
from defiance_qt.systems.defiance.engine.rules.campaign import ship
from defiance_qt.systems.defiance.engine.rules.campaign.boons import (
    campaign_of,
    card_of,
    covered,
    exposed,
    spaces,
    stationed,
    whole,
)
from defiance_qt.systems.defiance.engine.rules.campaign.rolled import FACE_DOWN
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.present.guide import frame_of
from defiance_qt.systems.defiance.view.present.names import Names


class TokenView(msgspec.Struct, frozen=True):
    """The token of a member of the crew. `effect` is what it does where it stands; `counts`: it does something."""

    id: str
    name: str
    initials: str
    crew: bool
    area: str
    effect: str
    counts: bool
    spoken: str


class AreaView(msgspec.Struct, frozen=True):
    """An area of the ship: its key, its tokens, and how many of its spaces are free. A `wrecked` one has no effect."""

    id: str
    key: str
    name: str
    effect: str
    tokens: tuple[TokenView, ...]
    free: int
    wrecked: bool = False


class PositionView(msgspec.Struct, frozen=True):
    """A position of the track: a die with its letter or a symbol, or covered."""

    die: str = ""
    letter: str = ""
    symbol: str = ""
    covered: bool = False


class EnginesView(msgspec.Struct, frozen=True):
    """The Minotaur Engines. `jump` says what a jump today would cost."""

    title: str
    chip: str
    positions: tuple[PositionView, ...]
    jump: str

    @property
    def spoken(self) -> str:
        return f"{self.title}: {self.chip}. {self.jump}"


class ShipView(msgspec.Struct, frozen=True):
    """The ship. `open`: tokens may be moved now. `ramp` are those without a space, `fitted` the Upgrades built."""

    areas: tuple[AreaView, ...]
    ramp: tuple[TokenView, ...]
    engines: EnginesView
    fitted: tuple[str, ...]
    fitted_note: str
    open: bool

    @property
    def tokens(self) -> tuple[TokenView, ...]:
        return (*self.ramp, *(token for area in self.areas for token in area.tokens))


class MoveView(msgspec.Struct, frozen=True):
    """A move of a token: its command, None where it cannot go there, with the reason `refused`; else what is gained and
    lost by it."""

    title: str
    command: Any = None
    gains: tuple[str, ...] = ()
    losses: tuple[str, ...] = ()
    refused: str = ""

    @property
    def spoken(self) -> str:
        parts = [self.title, self.refused, *self.gains, *self.losses]
        return ". ".join(part for part in parts if part)


def keys_of(areas: tuple[str, ...]) -> dict[str, str]:
    """Return the key of each area: the first letter of its id that no other has."""
    found: dict[str, str] = {}
    for area in areas:
        found[area] = next(letter for letter in f"{area.upper()}0123456789" if letter not in found.values())
    return found


def ship_view(state: State, rules: Rules, names: Names, open: bool) -> ShipView:
    """Build the ship."""
    words, card, campaign = names.words, card_of(rules), campaign_of(state)
    keys = keys_of(tuple(area.id for area in card.areas))
    areas = []
    for area in card.areas:
        tokens = tuple(_token(id, state, rules, names) for id, here in campaign.crew.items() if here == area.id)
        free = max(0, spaces(rules, state, area.id) - len(tokens))
        name, effect = words(f"area.{area.id}.name"), names.text(f"area.{area.id}.effect")
        wrecked = not whole(state, area.id)
        effect = words("view.ship.wrecked") if wrecked else effect
        areas.append(AreaView(area.id, keys[area.id], name, effect, tokens, free, wrecked))
    return ShipView(
        tuple(areas),
        tuple(_token(id, state, rules, names) for id, here in campaign.crew.items() if not here),
        engines_view(state, rules, names),
        tuple(names.named(f"upgrade.{id}.name", id) for id in campaign.upgrades),
        words("view.guide.count", n=len(campaign.upgrades), all=len(card.upgrades)),
        open,
    )


def _token(id: str, state: State, rules: Rules, names: Names) -> TokenView:
    campaign, words = campaign_of(state), names.words
    area = campaign.crew[id]
    gains = tuple(_does(id, area, state, rules, names))
    effect = "; ".join(gains) or words("view.ship.nothing" if area else "view.ship.waits")
    where = words(f"area.{area}.name") if area else words("view.ship.ramp")
    spoken = words("view.ship.token", name=names.short(id), area=where, effect=effect)
    crew = id not in campaign.team
    return TokenView(id, names.short(id), names.initials(id), crew, area, effect, bool(gains), spoken)


def _does(id: str, area: str, state: State, rules: Rules, names: Names) -> Iterator[str]:
    """Yield what a member does in an area: its own effect, and the Consequences that it may be treated for there."""
    if not area:
        return
    text = names.text(f"crew.{id}.{area}")
    if not whole(state, area):
        return
    if text and any(member.id == id and area in member.areas for member in card_of(rules).members):
        yield text
    one = state.team[id]
    heals = any(card.id == area and card.cures for card in card_of(rules).areas)
    frame = frame_of(state)
    ahead = frame is not None and "sickbay" in frame.todo
    if heals and ahead and not one.remote:
        cards = len(one.consequences) + len(one.face_down)
        if cards:
            yield names.words.count("view.ship.cures", cards)


def engines_view(state: State, rules: Rules, names: Names) -> EnginesView:
    """Build the track of the Minotaur Engines, and the mean of a jump today for each of the team (R-292)."""
    words, track = names.words, card_of(rules).track
    reach = covered(rules, state)
    dice = rules.catalog.dice.dice
    positions = tuple(
        PositionView(one, names.text(f"die.{one}.letter", one[:1]).upper(), covered=place < reach)
        if one in dice
        else PositionView(symbol=_SYMBOLS.get(one, "special"), covered=place < reach)
        for place, one in enumerate(track)
    )
    chip = words("view.ship.covered", n=reach, all=len(track))
    if not exposed(rules, state):
        return EnginesView(words("engines.name"), chip, positions, words("view.ship.jump.safe"))
    rolls = [ship.jump_roll(rules, state, id) for id in campaign_of(state).team]
    means = [odds_of(rules, state, roll).expected_suffered for roll in rolls if roll.team is not None]
    mean = names.tenths(sum(means) / len(means)) if means else ""
    jump = words("view.ship.jump", mean=mean) if mean else ""
    return EnginesView(words("engines.name"), chip, positions, jump)


_SYMBOLS = {"S": "success", "CS": "critical", "B": "block", "CB": "critical_block", "!": "special"}


# -- moves


def move_view(state: State, rules: Rules, names: Names, member: str, area: str, onto: str = "") -> MoveView:
    """Return what the move of a token to an area changes, or in exchange with the token `onto` there."""
    words, crew = names.words, campaign_of(state).crew
    where = words(f"area.{area}.name") if area else words("view.ship.ramp")
    title = words("view.ship.move", name=names.short(member), area=where)
    if onto and onto != member:
        title = words("view.ship.swap", name=names.short(member), other=names.short(onto))
        if crew[member] == crew[onto]:
            return MoveView(title, refused=words("view.ship.together"))
        first, second = (member, onto) if list(crew).index(member) < list(crew).index(onto) else (onto, member)
        after = {**crew, member: crew[onto], onto: crew[member]}
        return _changes(title, c.Swap(first, second), (member, onto), state, after, rules, names)
    if crew[member] == area:
        return MoveView(title, refused=words("view.ship.here"))
    if area and sum(here == area for here in crew.values()) >= spaces(rules, state, area):
        return MoveView(title, refused=words("view.ship.full"))
    after = {**crew, member: area}
    return _changes(title, c.Station(member, area), (member,), state, after, rules, names)


def _changes(
    title: str, command: Any, moved: tuple[str, ...], state: State, crew: Mapping[str, str], rules: Rules, names: Names
) -> MoveView:
    before, after = _at_work(state, campaign_of(state).crew, rules), _at_work(state, crew, rules)
    gains: list[str] = []
    losses: list[str] = []
    for id in moved:
        had = tuple(_does(id, campaign_of(state).crew[id], before, rules, names))
        has = tuple(_does(id, crew[id], after, rules, names))
        for told, other, into in ((has, had, gains), (had, has, losses)):
            new = [one for one in told if one not in other]
            named = (names.words("view.ship.of", name=names.short(id), effect=one) for one in new)
            into += named if len(moved) > 1 else new
    for kind, figure in _rolls(state):
        was, now = (cure_chance(rules, one, c.Cure(figure, FACE_DOWN)) for one in (before, after))
        if was != now:
            told_ = names.words(
                "view.ship.chance", roll=names.words(f"roll.{kind}"), before=percent(was), after=percent(now)
            )
            (gains if now > was else losses).append(told_)
    for id in moved:
        could, can = (_crafts(id, one, rules) for one in (before, after))
        if could != can:
            (gains if can else losses).append(names.words("view.ship.crafts", name=names.short(id)))
    return MoveView(title, command, tuple(gains), tuple(losses))


def _at_work(state: State, crew: Mapping[str, str], rules: Rules) -> State:
    """Return the state with these tokens, and all effects counting that would count once the step ends (R-286)."""
    there = replace(state, campaign=replace(campaign_of(state), crew=dict(crew)))
    return replace(there, campaign=replace(campaign_of(there), active=stationed(rules, there)))


def _rolls(state: State) -> Iterator[tuple[str, str]]:
    """Yield the rolls that treat somebody, each with a figure that makes it."""
    for kind, remote in (("medicine", False), ("engineering", True)):
        figure = next((one.id for one in state.team.values() if one.remote == remote), "")
        if figure:
            yield kind, figure


def _crafts(id: str, state: State, rules: Rules) -> bool:
    """Check whether a Character could make something where its token stands (R-298)."""
    area = campaign_of(state).crew[id]
    return not state.team[id].ally and any(card.area == area for card in ship.known_recipes(rules, state))
