"""The muster: Nation, Soldiers, kit and Skills within the Mission's RP (W-001, W-008 … W-015, W-101, W-102)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from .. import commands as c
from .. import content as cards
from .. import events as e
from .. import totals
from ..frames import Deal, Draw, Muster, Opening, Turn
from ..refusals import Refused, no_player, no_soldier, refused
from ..ruleset import Rules
from ..run import Run
from ..state import KitInPlay, Soldier, State, WeaponInPlay

ON_CALL = 3
"""Supports that lie on call (W-106)."""


def options(rules: Rules, state: State, frame: Muster) -> Iterator[c.Command]:
    """Yield the commands of the muster that can be thought of. The ready-made team comes first, then the end."""
    if state.team:
        yield c.Go()
    yield c.Team(rules.setup.mission)
    for nation in rules.catalog.nations:
        yield c.Nation(nation)
    yield from (c.Buy(card) for card in rules.catalog.soldiers)
    for number, soldier in state.team.items():
        if rules.is_player(soldier):
            yield from (c.Arm(number, weapon) for weapon in rules.catalog.weapons)
            for id, item in rules.catalog.equipment.items():
                targets = [f"{id}:{weapon.id}" for weapon in soldier.weapons] if item.batch else [id]
                yield from (c.Arm(number, target) for target in targets)
            yield from (c.Teach(number, skill) for skill in rules.catalog.skills)
    for number, soldier in state.team.items():
        yield c.Unbuy(number)
        yield from (c.Unbuy(number, item) for item in _owned(rules, soldier))


def _owned(rules: Rules, soldier: Soldier) -> Iterator[str]:
    """Yield what can be given back of a Player Soldier."""
    batch = _batch(rules)
    for weapon in soldier.weapons:
        yield weapon.id
        if weapon.batches:
            yield f"{batch}:{weapon.id}"
    yield from (item.id for item in soldier.kit)
    yield from soldier.skills


def _batch(rules: Rules) -> str:
    return next((id for id, card in rules.catalog.equipment.items() if card.batch), "")


# ---- checks ----


def check_nation(rules: Rules, state: State, command: c.Nation) -> Refused:
    if command.nation not in rules.catalog.nations:
        return refused("no_nation", "W-001", "there is no Nation {nation}", nation=command.nation)
    if command.nation == state.nation:
        return refused("same_nation", "W-001", "{nation} is chosen already", nation=command.nation)
    if state.team:
        return refused("nation_fixed", "W-102", "all Soldiers are of one Nation: give the others back first")
    return None


def check_team(rules: Rules, state: State, command: c.Team) -> Refused:
    if command.team != rules.setup.mission or command.team not in rules.catalog.teams:
        return refused("no_team", "W-008", "there is no ready-made team {team} for this Mission", team=command.team)
    team = rules.catalog.teams[command.team]
    if _same(state, team):
        return refused("same_team", "W-008", "this is the team already")
    return _wrong_team(rules, tuple(_member(rules, str(at), *one) for at, one in enumerate(team, 1)))


def _member(rules: Rules, number: str, id: str, kit: tuple[str, ...], skills: tuple[str, ...]) -> Soldier:
    """Return a Soldier of a ready-made team with what it carries; ammo batches are for its first Weapon."""
    card = rules.catalog.soldiers[id]
    soldier = Soldier(number, id, card.health, skills=(*card.skills, *skills))
    for item in (*card.weapons, *card.equipment, *kit):
        soldier = armed(rules, soldier, item, soldier.weapons[0].id if item == _batch(rules) else "")
    return soldier


def _wrong_team(rules: Rules, team: tuple[Soldier, ...]) -> Refused:
    """Refuse a ready-made team, which a pack can bring, by the rules of what is bought."""
    most, rp = int(rules.switches["team_max"]), sum(totals.rp(rules, one).value for one in team)
    if len(team) > most:
        return refused("team_full", "W-101", "a team has {most} Soldiers at most", most=most)
    nation = rules.card(team[0]).nation
    for one in team:
        if rules.card(one).nation != nation:
            return refused("foreign", "W-102", "{card} is not of the Nation {nation}", card=one.card, nation=nation)
    if rp > rules.mission.rp:
        return refused("rp", "W-008", "this costs {cost} RP, and {left} are left", cost=rp, left=rules.mission.rp)
    return next((why for one in team if rules.is_player(one) and (why := too_heavy(rules, one))), None)


def _same(state: State, team: cards.Team) -> bool:
    return tuple(one.card for one in state.team.values()) == tuple(card for card, _, _ in team) and all(
        len(kit) == len(one.weapons) + len(one.kit) + sum(weapon.batches for weapon in one.weapons)
        and skills == one.skills
        for (_, kit, skills), one in zip(team, state.team.values(), strict=True)
        if kit or skills
    )


def check_buy(rules: Rules, state: State, command: c.Buy) -> Refused:
    card = rules.catalog.soldiers.get(command.card)
    if card is None:
        return refused("no_such_soldier", "W-009", "there is no Soldier card {card}", card=command.card)
    if not state.nation:
        return refused("nation_first", "W-001", "choose the Nation first")
    if card.nation != state.nation:
        return refused(
            "foreign", "W-102", "{card} is not of the Nation {nation}", card=command.card, nation=state.nation
        )
    if any(one.card == command.card for one in state.team.values()):
        return refused("bought", "W-009", "{card} is in the team already", card=command.card)
    most = int(rules.switches["team_max"])
    if len(state.team) >= most:
        return refused("team_full", "W-101", "a team has {most} Soldiers at most", most=most)
    return _too_costly(rules, state, card.rp)


def _too_costly(rules: Rules, state: State, cost: int) -> Refused:
    left = rules.mission.rp - totals.team_rp(rules, state)
    if cost <= left:
        return None
    return refused("rp", "W-008", "this costs {cost} RP, and {left} are left", cost=cost, left=left)


def check_arm(rules: Rules, state: State, command: c.Arm) -> Refused:
    if (why := no_player(rules, state, command.soldier)) is not None:
        return why
    soldier = state.team[command.soldier]
    id, _, to = command.item.partition(":")
    card = rules.catalog.weapons.get(id) or rules.catalog.equipment.get(id)
    if card is None:
        return refused("no_such_item", "W-012", "there is no card of kit {item}", item=command.item)
    batch = isinstance(card, cards.Equipment) and card.batch
    if bool(to) != batch or (to and (soldier.weapon(to) is None)):
        return refused(
            "batch_for", "W-015", "an ammo batch is for a Weapon that Soldier {soldier} has", soldier=soldier.number
        )
    if card.nation and card.nation != state.nation:
        return refused("foreign", "W-102", "{card} is not of the Nation {nation}", card=id, nation=state.nation)
    if not batch and (soldier.weapon(id) or soldier.item(id)):
        return refused("carried", "W-012", "Soldier {soldier} has this card already", soldier=soldier.number)
    return _too_costly(rules, state, card.rp) or too_heavy(rules, armed(rules, soldier, id, to))


def armed(rules: Rules, soldier: Soldier, id: str, to: str = "") -> Soldier:
    """Return a Soldier with one more card of kit, or an ammo batch for the Weapon `to`."""
    if to:
        weapons = tuple(replace(one, batches=one.batches + 1) if one.id == to else one for one in soldier.weapons)
        return replace(soldier, weapons=weapons)
    if id in rules.catalog.weapons:
        return replace(soldier, weapons=(*soldier.weapons, WeaponInPlay(id, rules.catalog.weapons[id].ammo)))
    return replace(soldier, kit=(*soldier.kit, KitInPlay(id, rules.catalog.equipment[id].tokens)))


def too_heavy(rules: Rules, soldier: Soldier) -> Refused:
    """Refuse a Soldier who would carry too much (W-013)."""
    load, limit = totals.load(rules, soldier).value, totals.load_limit(rules, soldier).value
    if load <= limit:
        return None
    english = "Soldier {soldier} would carry {load}, and the Load limit is {limit}"
    return refused("load", "W-013", english, soldier=soldier.number, load=load, limit=limit)


def check_teach(rules: Rules, state: State, command: c.Teach) -> Refused:
    if (why := no_player(rules, state, command.soldier)) is not None:
        return why
    card = rules.catalog.skills.get(command.skill)
    if card is None:
        return refused("no_such_skill", "W-012", "there is no Skill {skill}", skill=command.skill)
    if card.nation and card.nation != state.nation:
        return refused(
            "foreign", "W-102", "{card} is not of the Nation {nation}", card=command.skill, nation=state.nation
        )
    if command.skill in state.team[command.soldier].skills:
        return refused("taught", "W-012", "Soldier {soldier} has this Skill already", soldier=command.soldier)
    return _too_costly(rules, state, card.rp)


def check_unbuy(rules: Rules, state: State, command: c.Unbuy) -> Refused:
    if (why := no_soldier(state, command.soldier)) is not None:
        return why
    if not command.item:
        return None
    if (why := no_player(rules, state, command.soldier)) is not None:
        return why
    soldier = state.team[command.soldier]
    if command.item not in _owned(rules, soldier):
        return refused(
            "not_carried", "W-012", "Soldier {soldier} has no {item}", soldier=command.soldier, item=command.item
        )
    left = _without(rules, soldier, command.item)
    if ":" not in command.item and any(one.id == command.item and one.batches for one in soldier.weapons):
        return refused("batch_first", "W-015", "give back the ammo batches of this Weapon first")
    return too_heavy(rules, left)


def _without(rules: Rules, soldier: Soldier, item: str) -> Soldier:
    id, _, to = item.partition(":")
    if to:
        weapons = tuple(replace(one, batches=one.batches - 1) if one.id == to else one for one in soldier.weapons)
        return replace(soldier, weapons=weapons)
    return replace(
        soldier,
        weapons=tuple(one for one in soldier.weapons if one.id != id),
        kit=tuple(one for one in soldier.kit if one.id != id),
        skills=tuple(one for one in soldier.skills if one != id),
    )


def check_go(rules: Rules, state: State, command: c.Go) -> Refused:
    if not rules.players(state):
        return refused("no_player_soldier", "W-009", "the team needs a Player Soldier")
    return None


# ---- effects ----


def nation(run: Run, frame: Muster, command: c.Nation) -> None:
    run.emit(e.NationChosen(command.nation))


def team(run: Run, frame: Muster, command: c.Team) -> None:
    """Take the ready-made team of the Mission in place of what was bought."""
    for _ in range(len(run.state.team)):
        run.emit(e.Unbought("1"))
    members = run.rules.catalog.teams[command.team]
    of = run.rules.catalog.soldiers[members[0][0]].nation
    if run.state.nation != of:
        run.emit(e.NationChosen(of))
    for card, kit, skills in members:
        number = join(run, card)
        for item in kit:
            card_of = run.rules.catalog.equipment.get(item)
            if card_of is not None and card_of.batch:
                item = f"{item}:{run.soldier(number).weapons[0].id}"
            _arm(run, number, item)
        for skill in skills:
            _teach(run, number, skill)


def join(run: Run, id: str, number: str = "", rules: tuple[str, ...] = ()) -> str:
    """Let a Soldier join with the kit and Skills of its card; return its number."""
    card = run.rules.catalog.soldiers[id]
    number = number or str(len(run.state.team) + 1)
    weapons = tuple(WeaponInPlay(one, run.rules.catalog.weapons[one].ammo) for one in card.weapons)
    kit = tuple((one, run.rules.catalog.equipment[one].tokens) for one in card.equipment)
    by_type = {"p": ("W-009",), "n": ("W-009", "W-010"), "s": ("W-009", "W-011", "W-107")}[card.type]
    cited = rules or (*by_type, "W-016", "W-017", "W-018", "W-063")
    run.emit(e.SoldierJoined(number, id, card.health, weapons, kit, card.skills, card.rp, cited))
    return number


def buy(run: Run, frame: Muster, command: c.Buy) -> None:
    join(run, command.card)


def _arm(run: Run, number: str, item: str) -> None:
    id, _, to = item.partition(":")
    card = run.rules.catalog.item(id)
    counters = run.rules.catalog.weapons[to or id].ammo if to or id in run.rules.catalog.weapons else 0
    if isinstance(card, cards.Equipment) and not to:
        counters = card.tokens
    rules = ("W-015", "W-108") if to else ("W-012", "W-013", "W-014")
    weapon = isinstance(card, cards.Weapon)
    run.emit(e.ItemBought(number, id, counters, card.rp, cards.load_of(card), to, weapon, rules))


def arm(run: Run, frame: Muster, command: c.Arm) -> None:
    _arm(run, command.soldier, command.item)


def _teach(run: Run, number: str, skill: str) -> None:
    run.emit(e.SkillBought(number, skill, run.rules.catalog.skills[skill].rp))


def teach(run: Run, frame: Muster, command: c.Teach) -> None:
    _teach(run, command.soldier, command.skill)


def unbuy(run: Run, frame: Muster, command: c.Unbuy) -> None:
    _, _, to = command.item.partition(":")
    run.emit(e.Unbought(command.soldier, command.item, run.rules.catalog.weapons[to].ammo if to else 0))


def go(run: Run, frame: Muster, command: c.Go) -> None:
    """Put the team on the Mission card; then Supports and hands are drawn."""
    run.emit(e.MusterEnded(totals.team_rp(run.rules, run.state), run.rules.mission.rp))
    run.set(Turn())
    hands = tuple((one.number, totals.hand_size(run.rules, run.state, one)) for one in run.rules.players(run.state))
    run.open(Deal(hands, "start"))
    run.open(Opening("supports"))


# ---- what is drawn before the first turn ----


def advance_opening(run: Run, frame: Opening) -> bool:
    """Draw the Objective, or the Supports on call."""
    supports = Draw("supports", ON_CALL - len(run.state.on_call))
    run.open(Draw("objectives") if frame.stage == "objective" else supports)
    return True


def opening_drawn(run: Run, frame: Opening, draw: Draw, drawn: tuple[str, ...]) -> None:
    if frame.stage == "objective":
        run.close()
        choose_objective(run, drawn[0])
        return
    if drawn:
        run.emit(e.SupportsOnCall(drawn))
    if not drawn or len(run.state.on_call) >= ON_CALL:
        run.close()


def choose_objective(run: Run, id: str) -> None:
    """Lay out the Objective; its time is added to the Timer (W-145)."""
    run.emit(e.ObjectiveChosen(id, run.rules.catalog.objectives[id].time))


def advance_deal(run: Run, frame: Deal) -> bool:
    """Deal the next Soldier's cards."""
    left = tuple((number, count) for number, count in frame.left if count > 0 and number in run.state.team)
    if not left:
        run.close()
        return True
    if left != frame.left:
        run.set(replace(frame, left=left))
    run.open(Draw("actions", left[0][1], left[0][0]))
    return True


def dealt(run: Run, frame: Deal, draw: Draw, drawn: tuple[str, ...]) -> None:
    """Add the drawn cards to a hand. A deck without cards and discards ends the deal."""
    number, count = frame.left[0]
    if not drawn:
        run.set(replace(frame, left=()))
        return
    rules = {"start": ("W-019",), "cycle": ("W-045", "W-124")}.get(frame.cause, ("W-066",))
    run.set(replace(frame, left=((number, count - len(drawn)), *frame.left[1:])))
    run.emit(e.HandDrawn(number, drawn, frame.cause, rules))
