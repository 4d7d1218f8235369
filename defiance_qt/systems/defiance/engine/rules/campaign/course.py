"""The course of a campaign: one mission after another, and the steps between them (R-280…R-284, R-292, R-310)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import content as t
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.frames import Campaign, Ending, Readying
from defiance_qt.systems.defiance.engine.rules import equip, harm, mission, rolls
from defiance_qt.systems.defiance.engine.rules.activation import off_board
from defiance_qt.systems.defiance.engine.rules.campaign import ship, shop, stores
from defiance_qt.systems.defiance.engine.rules.campaign.boons import boons, campaign_of, card_of, in_team
from defiance_qt.systems.defiance.engine.rules.economy import gain_intel
from defiance_qt.systems.defiance.engine.rules.effects import apply_effects
from defiance_qt.systems.defiance.engine.rules.figures import character, in_play
from defiance_qt.systems.defiance.engine.rules.layout import answers, consequences, lay_out
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import CampaignState, State
from defiance_qt.systems.defiance.engine.transaction import Check, Kinds, Transaction, accept

FOCUSED = "focused"
# R-284, switch D34.
ORDERS = {
    "seven": ("loot", "crew", "sickbay", "specialties", "intel", "equipment", "straighten"),
    "six": ("loot", "crew", "sickbay", "intel", "equipment", "straighten"),
}


def begin(run: Transaction, card: t.Campaign) -> None:
    """Begin a campaign: its team, or the choice of one, and the crew that is aboard from the start (R-280, R-281)."""
    rules = run.rules
    chosen = len(card.characters) <= card.size
    team = card.characters if chosen else ()
    there = {id: character(rules, run.state, rules.catalog.characters[id]) for id in (*team, *card.crew)}
    campaign = CampaignState(card.id, card.missions, team, crew=dict.fromkeys(there, ""))
    todo = ("briefing",) if chosen else ("team", "briefing")
    cites = ("R-280", "R-281", "R-282")
    decks = {"consequence": consequences(rules, there.values())}
    run.emit(e.CampaignBegan(campaign, there, rules.switches, answers(run.state.setup), todo, decks, cites))


# ---- the steps ----


def advance(run: Transaction, frame: Campaign) -> bool:
    """Do what the present step does by itself; False when it asks the players."""
    return ADVANCE[frame.todo[0]](run, frame)


def options(rules: Rules, state: State, frame: Campaign) -> tuple[c.Command, ...]:
    return OPTIONS[frame.todo[0]](rules, state, frame)


def _next(run: Transaction, frame: Campaign) -> bool:
    run.emit(e.StepBegan(frame.todo[1:], rules=("R-284",)))
    return True


def _asks(run: Transaction, frame: Campaign) -> bool:
    return False


def finish(run: Transaction, frame: Campaign, command: c.FinishStep) -> None:
    AT_THE_END.get(frame.todo[0], _nothing)(run)
    _next(run, frame)


def _nothing(run: Transaction) -> None:
    pass


# ---- the team ----


def _team(run: Transaction, frame: Campaign) -> bool:
    return len(campaign_of(run.state).team) == card_of(run.rules).size and _next(run, frame)


def _team_options(rules: Rules, state: State, frame: Campaign) -> tuple[c.Command, ...]:
    taken = campaign_of(state).team
    return tuple(c.Enlist(id) for id in card_of(rules).characters if id not in taken)


def _check_enlist(rules: Rules, state: State, frame: Campaign, command: c.Enlist) -> Illegal | None:
    id = command.character
    if id in campaign_of(state).team:
        return Illegal("already_enlisted", "R-280", f"{id} is in the team", figure=id)
    if id in card_of(rules).characters:
        return None
    return Illegal("unknown_character", "R-003", f"there is no Character {id!r} in this mission", name=id)


def enlist(run: Transaction, frame: Campaign, command: c.Enlist) -> None:
    one = character(run.rules, run.state, run.rules.catalog.characters[command.character])
    run.emit(e.Enlisted(one, ("R-280", "R-281")))


# ---- the mission ----


def mission_ahead(rules: Rules, state: State) -> str:
    """Return the mission that is next (R-282)."""
    campaign = campaign_of(state)
    return campaign.missions[min(campaign.number, len(campaign.missions) - 1)]


def foreseen(rules: Rules, state: State) -> int | None:
    """Return the first event of the next mission as the number of its trigger, if anything aboard foresees it: the one
    of the earliest Round, else the first arrival, else the first that happens at all (R-306). Those that hang on a
    condition, happen again and again, or end the mission are not told."""
    if not any(boon.foresees for _, boon in boons(rules, state)):
        return None
    found = [
        (_when(one), number)
        for number, one in enumerate(rules.of(mission_ahead(rules, state)).mission.triggers)
        if one.on != "set_up" and not (one.repeats or one.needs or one.unless)
        if not any(isinstance(effect, t.EndMission) for effect in one.effects)
    ]
    return min(found)[1] if found else None


LATE = 99  # later than any Round


def _when(trigger: t.Trigger) -> tuple[int, bool]:
    """Return what sorts events: the Round, if it is known, and whether nobody arrives."""
    round_ = round_of(trigger)
    arrives = any(isinstance(effect, t.DeployUnits) for effect in trigger.effects)
    return round_ or LATE, not round_ and not arrives


def round_of(trigger: t.Trigger) -> int:
    """Return the Round in which a trigger fires, 0 if that is not fixed."""
    fact, _, number = trigger.on.partition(" ")
    return int(number) if fact in ("round_began", "round_ended") and number.isdigit() else 0


def _briefing(rules: Rules, state: State, frame: Campaign) -> tuple[c.Command, ...]:
    found = companions(rules, state)
    return tuple(c.BeginMission(id) for id in found) or (c.BeginMission(),)


def companions(rules: Rules, state: State) -> tuple[str, ...]:
    """Return the members of the crew of whom one comes into the next mission too; none where it allows none."""
    ahead, campaign = mission_ahead(rules, state), campaign_of(state)
    if not any(one.companion for one in card_of(rules).terms if one.mission == ahead):
        return ()
    return tuple(id for id in campaign.crew if id not in campaign.team and not state.team[id].remote)


def _check_begin(rules: Rules, state: State, frame: Campaign, command: c.BeginMission) -> Illegal | None:
    there = companions(rules, state)
    if command.companion in (there or ("",)):
        return None
    if not there:
        return Illegal("no_companion", "R-283", "only the team goes into this mission")
    words = f"one of the crew comes along: {', '.join(there)}"
    return Illegal("companion_wanted", "R-283", words, figures=there)


def begin_mission(run: Transaction, frame: Campaign, command: c.BeginMission) -> None:
    """Set the next mission up with everybody as they are aboard (R-282, R-283)."""
    run.rules = run.rules.of(mission_ahead(run.rules, run.state))
    run.emit(e.StepBegan(("mission",), rules=("R-282", "R-283")))
    if command.companion:
        run.emit(e.CompanionChosen(command.companion, ("R-283",)))
    lay_out(run)


def make_ready(run: Transaction) -> None:
    """Before Round 1 crew and Upgrades help: effects, and Characters that start Focused (R-286, R-306)."""
    focused = 0
    for owner, boon in boons(run.rules, run.state):
        focused += boon.focused
        if boon.start:
            user = owner if owner in run.state.team else next(iter(run.state.team))
            apply_effects(run, boon.start, user, user, "", f"character.{owner}.name", ("R-286",))
    if focused:
        run.defer(Readying(focused))


def readying_advance(run: Transaction, frame: Readying) -> bool:
    if frame.left and readying_options(run.rules, run.state, frame):
        return False
    run.close()
    return True


def readying_options(rules: Rules, state: State, frame: Readying) -> tuple[c.Command, ...]:
    """Return the Characters that can start Focused (R-286)."""
    return tuple(
        c.Ready(one.id) for one in state.team.values() if not one.ally and one.space and FOCUSED not in one.states
    )


def check_ready(rules: Rules, state: State, frame: Readying, command: c.Ready) -> Illegal | None:
    one = state.team[command.character]
    if one.ally:
        return Illegal("no_character", "R-286", f"{one.id} is no Character", figure=one.id)
    if not one.space:
        return off_board(one.id)
    if FOCUSED in one.states:
        return Illegal("is_focused", "R-278", f"{one.id} is Focused", figure=one.id)
    return None


def ready(run: Transaction, frame: Readying, command: c.Ready) -> None:
    run.set(Readying(frame.left - 1))
    harm.impose(run, command.character, FOCUSED, "campaign.ready", ("R-286",))


def ending_advance(run: Transaction, frame: Ending) -> bool:
    """Deal the Consequences of the end (R-233); then the mission, or with it the game, is over."""
    if frame.waiting or not run.state.campaign:
        return mission.ending_advance(run, frame)
    mission_over(run, frame.result, frame.because)
    return True


def mission_over(run: Transaction, result: Literal["victory", "defeat"], because: str) -> None:
    """Clear the table. A victory counts at once; a lost mission is played again or accepted (ruling on defeat)."""
    todo = ("verdict",) if result == "defeat" else ()
    run.emit(e.MissionEnded(run.state.mission_id, result, because, todo, ("R-045", "R-282")))
    if result == "victory":
        go_on(run, result, because)


def _verdict(rules: Rules, state: State, frame: Campaign) -> tuple[c.Command, ...]:
    return (c.PlayAgain(), c.AcceptDefeat())


def play_again(run: Transaction, frame: Campaign, command: c.PlayAgain) -> None:
    """Play the mission again from its start; the attempt stays in the chronicle (ruling on defeat)."""
    run.emit(e.DefeatAccepted(run.state.mission_id, False, ("R-282",)))
    run.emit(e.StepBegan(("mission",), rules=("R-282", "R-283")))
    lay_out(run)


def accept_defeat(run: Transaction, frame: Campaign, command: c.AcceptDefeat) -> None:
    """Go on with half the Intel Packs, rounded down (ruling on defeat)."""
    last = campaign_of(run.state).played[-1]
    run.emit(e.DefeatAccepted(last.mission, True, ("R-282",)))
    half = run.rules.intel // 2
    for id in campaign_of(run.state).team if half or run.rules.hooks.modify_campaign else ():
        gain_intel(run, id, half)
    go_on(run, last.result, last.because)


def go_on(run: Transaction, result: str, because: str) -> None:
    """Count what the mission brought, and what follows a lost one (R-282). Take the steps between missions, after its
    mission the jump too (R-292); after the last one the campaign is over (R-310)."""
    rules, played = run.rules, run.state.mission_id
    _count(run)
    if result == "defeat":
        for terms in rules.terms:
            _lost(run, terms)
    if campaign_of(run.state).number >= len(campaign_of(run.state).missions):
        run.emit(e.GameEnded("victory" if result == "victory" else "defeat", because, ("R-310",)))
        return
    jump = ("jump",) if card_of(rules).jump == played else ()
    waiting = campaign_of(run.state).team if jump else ()
    todo = (*jump, *ORDERS[rules.switches["campaign_order"]], "briefing")
    run.emit(e.StepBegan(todo, waiting, rules=("R-284",)))


def _count(run: Transaction) -> None:
    """Count Samples (R-288), components (R-291), crew (R-150) and entries that the mission brought. A component beyond
    the track pays two Intel Packs for each Character."""
    gained = run.state.mission.gained if run.state.mission else ()
    sums = {what: sum(amount for kind, _, amount in gained if kind == what) for what in (*ship.SAMPLES, "component")}
    records = tuple(id for kind, id, _ in gained if kind == "record")
    room = len(card_of(run.rules).track) - campaign_of(run.state).components
    fitted = min(room, sums["component"])
    cites = ("R-288", "R-289", "R-291", "R-303")
    for kind, id, amount in dict.fromkeys(gained):
        if kind == "crew":
            change_crew(run, id, amount)
    wrecked = _wrecked(run, tuple(id for kind, id, _ in gained if kind == "wreck"))
    run.emit(e.SpoilsCounted(sums["biological"], sums["tech"], fitted, records, wrecked, cites))
    beyond = sums["component"] - fitted
    for id in campaign_of(run.state).team if beyond else ():
        run.emit(e.IntelGained(id, 2 * beyond, ("R-291", "R-303")))


def _wrecked(run: Transaction, areas: tuple[str, ...]) -> tuple[str, ...]:
    """Return the wrecked areas of the ship: after a lost mission as many as it says, the first ones to make them up."""
    card, last = card_of(run.rules), campaign_of(run.state).played[-1:]
    known = [area.id for area in card.areas]
    found = [id for id in known if id in areas]
    least = sum(one.wrecks for one in run.rules.terms) if any(one.result == "defeat" for one in last) else 0
    found += [id for id in known if id not in found][: max(0, least - len(found))]
    return tuple(found)


def change_crew(run: Transaction, id: str, amount: int) -> None:
    """Take somebody aboard, or with a negative amount from the crew (R-150, R-286)."""
    aboard = id in campaign_of(run.state).crew
    if amount > 0 and not aboard:
        run.emit(e.CrewBoarded(in_play(run.rules, run.state, id), ("R-150", "R-286")))
    elif amount <= 0 and aboard:
        run.emit(e.CrewLeft(id, ("R-286",)))


def _lost(run: Transaction, terms: t.Terms) -> None:
    """What the campaign says of a lost mission: who joins or leaves all the same, and what they have suffered."""
    for effect in terms.lost:
        if isinstance(effect, t.Gain) and effect.what == "crew":
            change_crew(run, effect.id, effect.amount)
        elif isinstance(effect, t.Suffering) and effect.on in run.state.team:
            harm.suffer_consequences(run, effect.on, effect.count)


# ---- the jump ----


def _jump(run: Transaction, frame: Campaign) -> bool:
    """Roll for each of the team in turn (R-292)."""
    if frame.waiting:
        run.emit(e.StepBegan(frame.todo, frame.waiting[1:], rules=("R-292",)))
        rolls.open_roll(run, ship.jump_roll(run.rules, run.state, frame.waiting[0]))
        return True
    run.emit(e.JumpMade(card_of(run.rules).market, ("R-292",)))
    return _next(run, frame)


def _loot(run: Transaction, frame: Campaign) -> bool:
    shop.return_loot(run)
    return _next(run, frame)


def _sickbay(run: Transaction, frame: Campaign) -> bool:
    if frame.begun:
        return False
    ship.recover(run)
    run.emit(e.StepBegan(frame.todo, begun=True, rules=("R-293",)))
    return True


def _specialties(run: Transaction, frame: Campaign) -> bool:
    """Pass over the step when nobody can acquire any (R-299)."""
    return next(shop.acquisitions(run.rules, run.state), None) is None and _next(run, frame)


def _straighten(run: Transaction, frame: Campaign) -> bool:
    stores.renew(run)
    return _next(run, frame)


def _none(rules: Rules, state: State, frame: Campaign) -> tuple[c.Command, ...]:
    return ()


ADVANCE: dict[str, Callable[[Transaction, Campaign], bool]] = {
    "team": _team,
    "briefing": _asks,
    "mission": _asks,
    "verdict": _asks,
    "jump": _jump,
    "loot": _loot,
    "crew": _asks,
    "sickbay": _sickbay,
    "specialties": _specialties,
    "intel": _asks,
    "equipment": _asks,
    "straighten": _straighten,
}

OPTIONS: dict[str, Callable[[Rules, State, Any], tuple[c.Command, ...]]] = {
    "team": _team_options,
    "briefing": _briefing,
    "mission": _none,
    "verdict": _verdict,
    "jump": _none,
    "loot": _none,
    "crew": ship.crew_options,
    "sickbay": ship.sickbay_options,
    "specialties": shop.specialty_options,
    "intel": shop.intel_options,
    "equipment": stores.equipment_options,
    "straighten": _none,
}


AT_THE_END: dict[str, Callable[[Transaction], None]] = {
    "crew": ship.activate_crew,
    "sickbay": ship.store_samples,
    "intel": shop.return_pool,
    "equipment": stores.put_away,
}


# ---- what each step accepts ----


def _by_the_team(check: Check) -> Check:
    """Return the check preceded by the one that only Characters of the team act, where a command names one."""

    def refuse(rules: Rules, state: State, frame: Campaign, command: Any) -> Illegal | None:
        who = getattr(command, "character", "") or getattr(command, "giver", "")
        return (in_team(state, who) if who else None) or check(rules, state, frame, command)

    return refuse


_FINISH: Kinds = {c.FinishStep: (accept, finish)}
_KINDS: dict[str, Kinds] = {
    "crew": {
        c.Station: (ship.check_station, ship.station),
        c.Swap: (ship.check_swap, ship.swap),
        c.FinishStep: (ship.check_placed, finish),
    },
    "sickbay": {
        c.Cure: (ship.check_cure, ship.cure),
        c.TakeSample: (ship.check_sample, ship.take_sample),
        c.Craft: (ship.check_craft, ship.craft),
        **_FINISH,
    },
    "specialties": {c.Acquire: (shop.check_acquire, shop.acquire), **_FINISH},
    "intel": {
        c.Acquire: (shop.check_acquire, shop.acquire),
        c.Buy: (shop.check_buy, shop.buy),
        c.Sell: (shop.check_sell, shop.sell),
        c.Pool: (shop.check_pool, shop.pool),
        c.Place: (equip.check_placing, equip.place),
        **_FINISH,
    },
    "equipment": {
        c.Stow: (stores.check_stow, stores.stow),
        c.Fetch: (stores.check_fetch, stores.fetch),
        c.Load: (stores.check_load, stores.load),
        c.Scrap: (stores.check_scrap, stores.scrap),
        c.Place: (equip.check_placing, equip.place),
        c.Give: (stores.check_give, equip.give),
        c.Install: (stores.check_install, equip.install),
        **_FINISH,
    },
}
KINDS: dict[str, Kinds] = {
    "team": {c.Enlist: (_check_enlist, enlist)},
    "briefing": {c.BeginMission: (_check_begin, begin_mission)},
    "verdict": {c.PlayAgain: (accept, play_again), c.AcceptDefeat: (accept, accept_defeat)},
    **{
        step: {kind: (_by_the_team(check), take) for kind, (check, take) in kinds.items()}
        for step, kinds in _KINDS.items()
    },
}
