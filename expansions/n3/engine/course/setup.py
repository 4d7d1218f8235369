"""The set-up: zones and their tables, Initiative, Deployment (N-001 … N-011, N-038 … N-040, N-066 … N-080, N-099)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from defiance_qt.api import Illegal

from .. import commands as c
from .. import events as e
from ..abilities import deployment, equipment, uses
from ..abilities import of as abilities_of
from ..abilities.deployment import forward_rules, way_rules
from ..content import Profile, ZoneKind, unknown_in
from ..rules import Rules, Run, refuse
from ..state import Asked, State, Troop, Zone
from ..zones import complete
from . import turns
from .base import Handler, known_zones, none, outside

MOST_TROOPS = 40
TROOP_ID = re.compile(r"\w[\w-]*")
"""What a troop that is typed at the table can be called: its name with "_" for spaces."""


def zone_of(id: str, kind: str, found: ZoneKind, name: str = "") -> Zone:
    """Return a zone of a kind."""
    return Zone(
        id, kind, name, found.terrain, found.movement, found.saturation, found.visibility, found.hostile, found.variable
    )


# ---- zones ----


def _check_zone(rules: Rules, state: State, command: c.AddZone) -> Illegal | None:
    if wrong := outside(state, "setup", "bench"):
        return wrong
    if command.kind not in rules.content.zones:
        return refuse("no_such_kind", "N-005", f"there is no kind of zone {command.kind!r}", name=command.kind)
    if not command.id or command.id in state.zones or " " in command.id:
        return refuse("zone_there", "N-002", f"a zone {command.id!r} is there already", name=command.id)
    if not complete(zone_of(command.id, command.kind, rules.content.zones[command.kind])):
        return refuse("incomplete", "N-005", "a zone needs a type of terrain and one more feature")
    return None


def _add_zone(run: Run, command: c.AddZone) -> None:
    zone = zone_of(command.id, command.kind, run.rules.content.zones[command.kind], command.name)
    hostile = ("N-201",) if zone.hostile is not None or zone.variable else ()
    run.add(e.ZoneLaid(zone, ("N-002", "N-003", "N-004", "N-005", "N-011", *hostile)))


def _zones(rules: Rules, state: State) -> Iterable[c.AddZone]:
    return (c.AddZone(kind, kind) for kind in rules.content.zones) if state.phase == "setup" else ()


def _check_remove(rules: Rules, state: State, command: c.RemoveZone) -> Illegal | None:
    """Return a refusal but before the game; a Dazer is destroyed during play (N-091)."""
    zone = state.zones.get(command.id)
    phases = ("setup", "bench", "turn") if zone is not None and zone.kind == "dazer" else ("setup", "bench")
    return outside(state, *phases) or known_zones(state, (command.id,))


def _remove(run: Run, command: c.RemoveZone) -> None:
    dazer = run.state.zones[command.id].kind == "dazer"
    run.add(e.ZoneRemoved(command.id, "destroyed" if dazer else "", ("N-091",) if dazer else ("N-004",)))


def _check_table(rules: Rules, state: State, command: c.RollTable) -> Illegal | None:
    if wrong := outside(state, "setup"):
        return wrong
    if command.attribute not in ("arm", "bts"):
        return refuse("no_attribute", "N-026", "a zone is agreed to ask for arm or bts", name=command.attribute)
    return known_zones(state, (command.zone,)) if command.zone else None


def _roll_table(run: Run, command: c.RollTable) -> None:
    zones = (command.zone,) if command.zone else variable(run.state)
    ask_tables(run, zones, command.attribute)


def variable(state: State) -> tuple[str, ...]:
    """Return the zones whose hostility is rolled before each Round."""
    return tuple(id for id, zone in state.zones.items() if zone.variable)


def ask_tables(run: Run, zones: tuple[str, ...], attribute: str = "") -> None:
    """Ask for two dice for each zone, or for all of them in common (N-010). A zone that was rolled before keeps the
    attribute that was agreed (N-202)."""
    groups = (zones,) if run.rules.options.get("common") and zones else tuple((one,) for one in zones)
    for group in groups:
        before = run.state.zones[group[0]].hostile
        wanted = attribute or (before.attribute if before and before.attribute != "ph" else "arm")
        run.add(e.DiceAsked(Asked("table", "", 2, f"{wanted} {' '.join(group)}"), ("N-008", "N-009", "N-010")))


def _tables(rules: Rules, state: State) -> Iterable[c.RollTable]:
    return (c.RollTable(id) for id, zone in state.zones.items() if zone.variable or zone.hostile is not None)


def _check_troop(rules: Rules, state: State, command: c.AddTroop) -> Illegal | None:
    if wrong := outside(state, "setup", "bench"):
        return wrong
    if command.side not in (0, 1):
        return refuse("no_such_side", "", "a side is 0 or 1", side=command.side)
    if len(state.troops) >= MOST_TROOPS:
        return refuse("full_table", "", f"a table has {MOST_TROOPS} troops at most", n=MOST_TROOPS)
    name = command.id.replace("_", " ")
    if not TROOP_ID.fullmatch(command.id):
        return refuse("troop_name", "", f"a troop has a name of letters and digits, not {name!r}", name=name)
    if command.id in state.troops:
        return refuse("troop_there", "", f"a troop {name!r} is there already", name=name)
    for name in unknown_in(rules.content, command.profile):
        return refuse("no_such_entry", "K-008", f"there is nothing called {name!r}", name=name)
    return too_many(rules, state, troop_from(command.id, command.side, command.profile))


def too_many(rules: Rules, state: State, troop: Troop) -> Illegal | None:
    """Return a refusal if a force would have two troops of which it may have one (N-046, N-082)."""
    own = [one for one in state.troops.values() if one.side == troop.side]
    if troop.has("spec_ops") and any(one.has("spec_ops") for one in own):
        return refuse("one_spec_ops", "N-046", "a force has one troop with Infinity Spec-Ops at most")
    if rules.switches["tri_core_list"] == "list" and troop.has("tri_core") and any(one.has("tri_core") for one in own):
        return refuse("one_tri_core", "N-082", "a force has one troop with Tri-Core at most")
    return None


def troop_from(id: str, side: int, profile: Profile) -> Troop:
    """Return a troop before it is deployed."""
    return Troop(id, side, profile, fireteam=profile.fireteam, leader=profile.leader)


def _add_troop(run: Run, command: c.AddTroop) -> None:
    """Add a troop as it was typed: what experience has bought is in its profile (N-047)."""
    troop = troop_from(command.id, command.side, command.profile)
    cited = ("N-047",) if troop.has("spec_ops") else ()
    run.add(e.TroopAdded(replace(troop, where="table") if run.state.bench else troop, cited))


# ---- Initiative and Deployment ----


def _check_initiative(rules: Rules, state: State, command: c.Initiative) -> Illegal | None:
    if wrong := outside(state, "initiative"):
        return wrong
    return None if command.side in (0, 1) else refuse("no_such_side", "", "a side is 0 or 1", side=command.side)


def _initiative(run: Run, command: c.Initiative) -> None:
    run.add(e.InitiativeSet(command.side), e.PhaseBegan("deployment", ("N-009",)))


def _check_deploy(rules: Rules, state: State, command: c.Deploy) -> Illegal | None:
    if wrong := outside(state, "deployment"):
        return wrong
    troop = state.troops.get(command.troop)
    if troop is None:
        return refuse("no_such_troop", "", f"there is no troop {command.troop!r}", name=command.troop)
    if troop.where:
        return refuse("deployed", "K-022", "it is deployed already", troop=troop.id)
    if command.how not in deployment.ways(troop):
        rule = "N-066" if troop.has("seed_embryo") else "N-076"
        return refuse("no_way", rule, "it cannot be deployed like this", troop=troop.id, how=command.how)
    return known_zones(state, command.zones)


def _deploy(run: Run, command: c.Deploy) -> None:
    troop = run.state.troops[command.troop]
    how = command.how
    marker = deployment.MARKERS.get(how, "embryo" if troop.has("seed_embryo") else "")
    form = deployment.SEED if troop.has("seed_embryo") else ""
    granted = run.rules.scenario.forward
    level = deployment.forward(troop, run.state.troops, granted)
    cloud = equipment.cloud_until(0) if how == "cloud" else 0
    where = "air" if how == "air" else "table"
    run.add(
        e.Deployed(
            troop.id,
            where,  # type: ignore[arg-type]
            marker,
            form,
            command.zones,
            cloud,
            level,
            (*way_rules(how), *forward_rules(troop, level, granted)),
        )
    )
    if how == "enemy_zone":
        run.add(e.DiceAsked(Asked("deploy", _side(troop), 1, troop.id), ("N-077",)))


def _side(troop: Troop) -> str:
    return "enemy" if troop.side else "team"


def deploy_rolled(run: Run, troop: Troop, natural: int) -> None:
    """Apply the WIP Roll of a deployment in the enemy's zone. A failure costs the marker and what was to be placed;
    where it ends by Dispersion the players see (K-023, N-077, N-079, N-080, N-216)."""
    if natural <= troop.value("wip"):
        return
    spent = {
        ability.id: uses(troop, ability.id) + troop.used.get(ability.id, 0)
        for ability, _ in abilities_of(troop)
        if "dazer" in ability.acts
    }
    run.add(
        e.DeploymentFailed(troop.id, {**troop.used, **spent, "impersonation": 1}, ("N-079", "N-080", "K-023", "N-216"))
    )


def _ways(rules: Rules, state: State) -> Iterable[c.Deploy]:
    for troop in state.troops.values():
        if not troop.where and state.phase == "deployment":
            yield from (c.Deploy(troop.id, how) for how in deployment.ways(troop))


def _check_rest(rules: Rules, state: State, command: c.DeployRest) -> Illegal | None:
    if wrong := outside(state, "deployment"):
        return wrong
    if not any(one.side == command.side and not one.where for one in state.troops.values()):
        return refuse("all_deployed", "K-022", "all its troops are deployed")
    return None


def _deploy_rest(run: Run, command: c.DeployRest) -> None:
    rest = [one for one in run.state.troops.values() if one.side == command.side and not one.where]
    rest.sort(key=lambda one: not one.has("strategic_deployment"))
    for troop in rest:
        _deploy(run, c.Deploy(troop.id, deployment.usual(troop)))
    for owner in [one.id for one in run.state.troops.values() if one.side == command.side and one.has("symbiomate")]:
        for target in [one.id for one in run.state.troops.values() if one.side == command.side]:
            given = c.AssignMate(owner, target)
            if _check_mate(run.rules, run.state, given) is None:
                _assign(run, given)


def _check_mate(rules: Rules, state: State, command: c.AssignMate) -> Illegal | None:
    if wrong := outside(state, "deployment"):
        return wrong
    owner, target = state.troops.get(command.owner), state.troops.get(command.troop)
    if owner is None or target is None or owner.side != target.side or not owner.has("symbiomate"):
        return refuse("no_mate", "N-099", "it owns no SymbioMate for this troop")
    if uses(owner, "symbiomate") < 1:
        return refuse("mates_assigned", "N-099", "all its SymbioMates are assigned", troop=owner.id)
    if owner.id == target.id or target.where != "table" or not target.has("symbiont_armour"):
        return refuse(
            "no_symbiont",
            "N-099",
            "a SymbioMate goes to another troop on the table with Symbiont Armour",
            troop=target.id,
        )
    if target.mate:
        return refuse("one_mate", "N-100", "it has a SymbioMate already", troop=target.id)
    return None


def _assign(run: Run, command: c.AssignMate) -> None:
    used = run.state.troops[command.owner].used.get("symbiomate", 0)
    cited = ("N-099", "N-100", "N-101")
    run.add(
        e.MateAssigned(command.owner, command.troop, cited), e.Spent(command.owner, "symbiomate", used + 1, ("N-099",))
    )


def _mates(rules: Rules, state: State) -> Iterable[c.AssignMate]:
    if state.phase != "deployment":
        return
    owners = [one.id for one in state.troops.values() if one.has("symbiomate")]
    bearers = [one.id for one in state.troops.values() if one.has("symbiont_armour")]
    yield from (c.AssignMate(owner, bearer) for owner in owners for bearer in bearers)


# ---- going on ----


def _check_ready(rules: Rules, state: State, command: c.Ready) -> Illegal | None:
    if wrong := outside(state, "setup", "deployment", "count"):
        return wrong
    if state.phase == "count" and not turns.embryos(state):
        return refuse("no_embryos", "N-067", "the count goes on without a decision")
    if state.phase == "deployment" and not all(one.where for one in state.troops.values()):
        return refuse("deploy_first", "K-022", "all troops have to be deployed first")
    return None


def _ready(run: Run, command: c.Ready) -> None:
    if run.state.phase == "setup":
        run.add(e.PhaseBegan("initiative", ("N-009",)))
        ask_tables(run, variable(run.state))
    elif run.state.phase == "deployment":
        turns.begin(run, run.state.first, 1)
    else:
        turns.counted(run)


HANDLERS: dict[type, Handler] = {
    c.Ready: Handler(_check_ready, _ready, lambda rules, state: (c.Ready(),)),
    c.AddZone: Handler(_check_zone, _add_zone, _zones),
    c.RemoveZone: Handler(
        _check_remove,
        _remove,
        lambda rules, state: [c.RemoveZone(id) for id in state.zones],
    ),
    c.RollTable: Handler(_check_table, _roll_table, _tables),
    c.AddTroop: Handler(_check_troop, _add_troop, none),
    c.Initiative: Handler(_check_initiative, _initiative, lambda rules, state: (c.Initiative(0), c.Initiative(1))),
    c.DeployRest: Handler(_check_rest, _deploy_rest, lambda rules, state: (c.DeployRest(0), c.DeployRest(1))),
    c.Deploy: Handler(_check_deploy, _deploy, _ways),
    c.AssignMate: Handler(_check_mate, _assign, _mates),
}
