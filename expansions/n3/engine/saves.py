"""The saves that hits and zones ask for, and what their failure costs."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from . import events as e
from .abilities import Hit, Treatment, treatment
from .abilities.protection import INACTIVE
from .content import Ammunition, Hostile
from .mods import COVER, damage
from .rules import Rules, Run
from .state import Act, Save, Troop

HEAVY = ("hi", "rem", "tag")
"""The types of troops to which some ammunition does something else (K-012)."""


def of_hits(run: Run, act: Act, target: str, hits: int, criticals: int, cover: bool) -> None:
    """Ask what the hits of an act ask of a target."""
    rules, troop = run.rules, run.state.troops[target]
    if act.skill == "hack":
        _of_program(run, act, troop, hits, criticals)
        return
    if act.skill == "observe":
        run.add(e.StateSet(target, "targeted", ("N-055", "K-018")))
        return
    name = rules.ammunition(act.weapon, act.mode)
    ammo = rules.content.ammunition[name]
    if ammo.attribute == "ph":
        _ask(run, _physical(run, troop, act, ammo, name, hits + criticals))
        return
    treated = treatment(troop, Hit(name, ammo.non_lethal))
    if treated.ignored:
        run.add(e.HitIgnored(target, "non_lethal", treated.mate, treated.rules))
        return
    amount = damage(rules, run.state.troops[act.troop], act)
    save = _armour(run, troop, ammo, name, amount, treated, cover)
    save = replace(save, source=act.troop, weapon=act.weapon)
    # Pheromonic Ammunition marks the target, saved or not (N-114).
    if ammo.marks and not treated.normal:
        run.add(e.StateSet(target, ammo.marks, ammo.rules))
    plain = rules.content.ammunition["normal"] if treated.normal else ammo
    rolls = hits * plain.rolls + criticals * (1 if plain.again else plain.rolls - 1)
    extra = ("N-053",) if treated.normal and criticals else ("K-010",) if criticals else ()
    wounds = criticals if save.fails == "wound" else 0
    if save.fails != "wound" and criticals:
        run.add(e.StateSet(target, save.fails, (*ammo.rules, "K-010")))
    _ask(run, replace(save, rolls=rolls, wounds=wounds, rules=(*save.rules, *extra)))


def _armour(run: Run, troop: Troop, ammo: Ammunition, name: str, amount: int, treated: Treatment, cover: bool) -> Save:
    """Return a save on ARM or BTS with its value, one roll, without what made the hit."""
    normal = run.rules.content.ammunition["normal"]
    plain = normal if treated.normal else ammo
    attribute = "arm" if treated.value is not None else plain.attribute
    fails = ammo.heavy if plain.heavy and troop.profile.type in HEAVY else plain.fails
    save = Save(
        0,
        troop.id,
        attribute,
        _value(troop, attribute, plain.halves, cover, treated.value),
        amount,
        1,
        fails=fails,
        kills=plain.kills,
        again=plain.again,
        cover=COVER if cover and attribute == "arm" else 0,
        ammunition="normal" if treated.normal else name,
        mate=treated.mate,
        rules=(*(treated.rules or ()), *plain.rules, *(("N-107",) if cover and treated.value is not None else ())),
    )
    if not treated.choice:
        return save
    found = [(one, _value(troop, one, False, cover, None)) for one in ("arm", "bts")]
    found.sort(key=lambda pair: -pair[1])
    best, value = found[0]
    cover_of = COVER if cover and best == "arm" else 0
    return replace(save, attribute=best, value=value, cover=cover_of, choices=tuple(found))


def _value(troop: Troop, attribute: str, halves: bool, cover: bool, instead: int | None) -> int:
    """Return the value of a save: halved and rounded up before cover, which helps ARM alone (K-008, K-011)."""
    own = troop.value(attribute) if instead is None else instead
    return (-(-own // 2) if halves else own) + (COVER if cover and attribute == "arm" else 0)


def _physical(run: Run, troop: Troop, act: Act, ammo: Ammunition, name: str, rolls: int) -> Save:
    """Return a PH Roll that a hit asks for: no Immunity and no SymbioMate helps (N-055, N-126, N-130)."""
    return Save(
        0,
        troop.id,
        "ph",
        troop.value("ph") + ammo.mod,
        0,
        rolls,
        fails=ammo.fails,
        source=act.troop,
        weapon=act.weapon,
        ammunition=name,
        rules=("N-055", "N-126", *ammo.rules),
    )


def _of_program(run: Run, act: Act, troop: Troop, hits: int, criticals: int) -> None:
    """Ask what a hacking program asks: the BTS of the profile, whatever protects otherwise (N-052, N-105,
    N-126, N-130, N-212)."""
    program = run.rules.content.programs[act.weapon]
    if program.marks:
        run.add(e.StateSet(troop.id, program.marks, ("K-018",)))
    if not program.damage:
        return
    rolls = hits * program.rolls + criticals * (program.rolls - 1)
    wounds = criticals if program.fails == "wound" else 0
    if criticals and program.fails != "wound":
        run.add(e.StateSet(troop.id, program.fails, ("K-018", "K-010")))
    _ask(
        run,
        Save(
            0,
            troop.id,
            "bts",
            troop.value("bts"),
            program.damage,
            rolls,
            wounds,
            fails=program.fails,
            source=act.troop,
            weapon=act.weapon,
            rules=("N-052", "N-105", "N-212", "K-009"),
        ),
    )


def of_zone(run: Run, id: str, hostile: Hostile, troop: Troop, dice: int) -> None:
    """Ask what a woken zone asks of the troop that woke it: one damage roll for each die, never with cover (N-032,
    N-033, N-120)."""
    for save in zone_saves(run.rules, hostile, troop, dice):
        _ask(run, replace(save, zone=id))


def zone_saves(rules: Rules, hostile: Hostile, troop: Troop, dice: int) -> Iterator[Save]:
    """Yield the saves of a zone. ARM or BTS is the one that was agreed (N-026), and it says whether two rolls are of DA
    or of DT (N-124). Immunity and a SymbioMate count, if the
    edition option says so (N-049, N-103); against PH nothing does."""
    if hostile.attribute == "ph":
        instead = hostile.damage and rules.switches["ph_instead"] == "wound"
        fails, rule = ("wound", "N-034") if instead else ("immobilised_1", "N-036")
        value = troop.value("ph") + hostile.mod
        yield Save(0, troop.id, "ph", value, 0, dice * hostile.rolls, fails=fails, rules=(rule, "N-033"))
        return
    kind = "normal" if hostile.rolls < 2 else "da" if hostile.attribute == "arm" else "dt"
    treated = Treatment()
    if rules.switches["immune_to_zones"] == "yes":
        treated = treatment(troop, Hit(kind))
    rolls = dice * (1 if treated.normal else hostile.rolls)
    cited = ("N-033", "N-024", "N-124") if hostile.rolls > 1 else ("N-033", "N-120", "N-026")
    if treated.value is not None:
        save = _zone_save(troop, "arm", treated.value, hostile.damage, rolls, (*treated.rules, *cited))
        yield replace(save, mate=treated.mate)
        return
    if hostile.both and not treated.choice:
        own = ("N-022", "N-033")
        if rules.switches["both_attributes"] == "worse":
            worse = min(("arm", "bts"), key=troop.value)
            yield _zone_save(troop, worse, troop.value(worse), hostile.damage, rolls, own)
            return
        for one in ("arm", "bts"):
            yield _zone_save(troop, one, troop.value(one), hostile.damage, rolls, own)
        return
    save = _zone_save(troop, hostile.attribute, troop.value(hostile.attribute), hostile.damage, rolls, cited)
    if treated.choice:
        found = sorted((("arm", troop.value("arm")), ("bts", troop.value("bts"))), key=lambda pair: -pair[1])
        best, value = found[0]
        save = replace(save, attribute=best, value=value, choices=tuple(found), rules=(*treated.rules, *cited))
    yield save


def _zone_save(troop: Troop, attribute: str, value: int, amount: int, rolls: int, rules: tuple[str, ...]) -> Save:
    return Save(0, troop.id, attribute, value, amount, rolls, rules=rules)


def _ask(run: Run, save: Save) -> None:
    if save.rolls or save.wounds:
        run.add(e.SaveAsked(replace(save, id=len(run.order.saves)), save.rules or ("K-009",)))


def failed(save: Save, natural: tuple[int, ...]) -> int:
    """Return how many of the dice fail a save (K-009); a PH Roll fails above its value."""
    if save.attribute == "ph":
        return sum(die > save.value for die in natural)
    return sum(die + save.value <= save.damage for die in natural)


def suffer(run: Run, save: Save, failures: int) -> None:
    """Apply what failures of a save cost: Wounds, or a State."""
    wounds = save.wounds + (failures if save.fails == "wound" else 0)
    if wounds:
        wound(run, save.troop, wounds, kills=save.kills, burns=save.again, rules=save.rules)
    if failures and save.fails != "wound":
        run.add(e.StateSet(save.troop, save.fails, save.rules))


def wound(
    run: Run, id: str, wounds: int, kills: bool = False, burns: bool = False, rules: tuple[str, ...] = ()
) -> None:
    """Take Wounds from a troop. What exceeds those of an active Symbiont Armour goes over to the inactive one, and Fire
    takes all of the active one (K-021). As many as it has: Unconscious; more, or by Shock on the last: dead (K-009,
    K-012)."""
    troop = run.state.troops[id]
    lost, form = troop.lost + wounds, troop.form
    if troop.has("symbiont_armour") and not form and (lost >= troop.value("wounds")):
        lost, form = lost - troop.value("wounds"), INACTIVE
    elif troop.has("symbiont_armour") and not form and burns:
        lost, form = 0, INACTIVE
    run.add(e.WoundSuffered(id, wounds, lost, form, ("K-009", "K-021") if form != troop.form else ("K-009",)))
    if form == INACTIVE and run.state.troops[id].mate:
        run.add(e.MateSpent(id, "armour", ("N-100",)))
    troop = run.state.troops[id]
    whole = troop.value("wounds")
    if lost > whole or (kills and lost >= whole):
        if "dead" not in troop.states:
            why = ("K-012",) if lost == whole else ("K-009", "K-024")
            owns = any(one.mate == id for one in run.state.troops.values())
            run.add(e.StateSet(id, "dead", (*why, "N-106") if owns else why))
    elif lost == whole and not troop.null:
        run.add(e.StateSet(id, "unconscious", ("K-009", "K-024")))
