"""The rail as values: the Soldiers with what they carry, and the Supports."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from defiance_qt.shell.present.values import Chip, ChoiceView

from ...engine import commands as c
from ...engine import totals
from ...engine.rules.shots import OWN, arm_of, reach
from ...engine.ruleset import Rules
from ...engine.state import Soldier, State, WeaponInPlay
from ..values import ArmView, SoldierView, SupportView, TeamView
from .names import Names, span
from .offers import Offers

Label = Callable[[c.Command], str]
"""Returns the text of a command."""


def team(state: State, rules: Rules, names: Names, offers: Offers, active: str, label: Label) -> TeamView:
    """Return the rail. `active` is the Soldier that acts."""
    soldiers = tuple(soldier_view(state, rules, names, one, active) for one in state.team.values())
    note = names.words("view.team.rp", rp=totals.team_rp(rules, state), most=rules.mission.rp) if state.team else ""
    return TeamView(soldiers, note, tuple(_supports(state, rules, names, offers, label)))


def soldier_view(state: State, rules: Rules, names: Names, one: Soldier, active: str = "") -> SoldierView:
    """Return a Soldier's card."""
    words, card = names.words, rules.card(one)
    name = names.whole(state, one.number)
    suppressed = ""
    if one.suppression:
        key = "view.soldier.shaken" if rules.on("pinned", "shaken") else "view.soldier.pinned"
        suppressed = words.count(key, one.suppression)
    arms = tuple(_arms(state, rules, names, one))
    chips = tuple(_chips(state, rules, names, one))
    most = totals.hand_size(rules, state, one)
    player = rules.is_player(one)
    hand = words("view.soldier.hand", n=len(one.hand), most=most) if player else ""
    told = words("view.soldier.health", left=one.health, most=card.health)
    spoken = [
        words("view.soldier.spoken", n=one.number, name=name, health=one.health),
        words.count("view.soldier.acts", one.acts),
        suppressed,
        *(f"{arm.name} {arm.live}, {arm.reach}" for arm in arms),
        *(chip.text for chip in chips),
        hand,
    ]
    return SoldierView(
        one.number, name, names.soldier(state, one.number), one.health, card.health, told, one.acts, suppressed, arms,
        chips, hand, words("view.soldier.xp", n=one.xp) if one.xp else "", one.number == active, player,
        ". ".join(part for part in spoken if part), names.drawing(one.card),
    )  # fmt: skip


def _arms(state: State, rules: Rules, names: Names, one: Soldier) -> Iterator[ArmView]:
    """Yield a line for each Weapon, and for Equipment that is an attack."""
    for weapon in one.weapons:
        text, tone = _ready(state, rules, names, one, weapon)
        tip = names.text(f"weapon.{weapon.id}.text")
        yield ArmView(names.card("weapon", weapon.id), weapon.live, weapon.empty, text, tone, tip)
    for item in one.kit:
        if rules.catalog.equipment[item.id].modes:
            found = _range(state, rules, one, item.id)
            text = names.words("view.arm.range", range=found)
            tip = names.text(f"equipment.{item.id}.text")
            yield ArmView(names.card("equipment", item.id), item.tokens, 0, text, "", tip)


def _range(state: State, rules: Rules, one: Soldier, id: str) -> str:
    arm = arm_of(rules, one, id)
    return span(*reach(rules, state, one, arm)) if arm is not None else ""


def _ready(state: State, rules: Rules, names: Names, one: Soldier, weapon: WeaponInPlay) -> tuple[str, str]:
    """Return the range of a Weapon, or what keeps it from use."""
    words = names.words
    if weapon.away:
        return words("view.arm.thrown"), "danger"
    if weapon.empty and weapon.live:
        return words("view.arm.empty"), "danger"
    if not weapon.live:
        return words("view.arm.out"), "danger"
    if rules.catalog.weapons[weapon.id].hth_only:
        return words("view.arm.fight"), ""
    return words("view.arm.range", range=_range(state, rules, one, weapon.id)), ""


def _chips(state: State, rules: Rules, names: Names, one: Soldier) -> Iterator[Chip]:
    """Yield what else counts: what lies before the Soldier, a fight, the prize, its own arms, Skills, Equipment."""
    words = names.words
    for laid in one.laid:
        text = names.text(f"action.{laid.card}.level" if laid.level else f"action.{laid.card}.text")
        yield Chip(words("view.chip.laid", card=names.card("action", laid.card)), "gold", text)
    if state.goal.carrier == one.number:
        yield Chip(words("view.soldier.prize"), "gold")
    if one.engaged in state.hostiles:
        yield Chip(words("view.chip.engaged", hostile=names.target(state, one.engaged)), "danger")
    card = rules.card(one)
    for dice, hit, _ in card.modes:
        arm = arm_of(rules, one, OWN)
        assert arm is not None
        found = span(*reach(rules, state, one, arm))
        yield Chip(words("view.chip.own", dice=dice, hit=hit, pen=card.pen, range=found))
    for skill in one.skills:
        yield Chip(names.card("skill", skill), "team", names.text(f"skill.{skill}.text"))
    for item in one.kit:
        equipment = rules.catalog.equipment[item.id]
        if not equipment.modes:
            name = names.card("equipment", item.id)
            used = equipment.tokens and not item.tokens
            text = f"{name} {item.tokens}" if equipment.tokens else name
            yield Chip(text, "danger" if used else "", names.text(f"equipment.{item.id}.text"))


def _supports(state: State, rules: Rules, names: Names, offers: Offers, label: Label) -> Iterator[SupportView]:
    """Yield the Supports in play, then those on call."""
    words = names.words
    for one in state.supports:
        card = rules.catalog.supports[one.id]
        strikes = offers.of(c.Strike, support=one.id)
        price = words("view.support.keep", n=card.keep)
        yield SupportView(
            one.id, names.card("support", one.id), price, names.text(f"support.{one.id}.text"), True,
            _choices(strikes, label), words("view.support.used") if one.used else words("view.support.works"),
        )  # fmt: skip
    for id in state.on_call:
        card = rules.catalog.supports[id]
        calls = offers.of(c.Call, support=id)
        key = "view.support.once" if card.once else "view.support.price"
        price = words(key, call=totals.call_cost(rules, state, id, None).value, keep=card.keep)
        yield SupportView(
            id, names.card("support", id), price, names.text(f"support.{id}.text"), False, _choices(calls, label)
        )


def _choices(commands: Sequence[c.Call | c.Strike], label: Label) -> tuple[ChoiceView, ...]:
    return tuple(ChoiceView(label(one), one, str(place) if place < 10 else "") for place, one in enumerate(commands, 1))
