"""The page of an Order: what was declared, the ruler, a ladder for each roll, the odds before the dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from defiance_qt.api import port
from defiance_qt.shell.present.values import Chip

from ...engine import words as w
from ...engine.content import MILLIMETRES
from ...engine.course.measure import missing, pair_of
from ...engine.forecast import Duel, asked_by, duel
from ...engine.mods import damage, value
from ...engine.odds import Exchange, Fate, exchange
from ...engine.rolls import counted
from ...engine.rules import Rules
from ...engine.skills import SKILLS
from ...engine.state import Act, Order, Pair, Roll, State, Step
from ..values import (
    BandView,
    BarView,
    DieTone,
    DieView,
    LadderView,
    NoteView,
    PageView,
    PartView,
    RangeView,
    RulerView,
    ShareView,
)

Tone = Literal["team", "enemy"]
TONES: tuple[Tone, Tone] = ("team", "enemy")
"""The colors of the two sides."""

HINTS = {"bench": "view.bench.hint", "deployment": "view.none.hint", "turn": "view.none.hint"}
"""What can be done beside the answers, by phase."""

LEAST_SHARE = 0.005
"""Chances below this are not drawn."""


def page(
    state: State, rules: Rules, words: port.Words, question: str, over: bool = False, before: State | None = None
) -> PageView:
    """Return the page of the Order under way, of one that is over, or of none. `before` is the State before its dice,
    of which the odds are; None while no die is rolled."""
    start = before or state
    order = state.order
    if order is None:
        hint = words(HINTS[state.phase]) if question and state.phase in HINTS and not state.asked else ""
        return PageView(question or words("view.none"), hint=hint, notes=tuple(_notes(state, words)))
    rolls = [roll for roll in order.rolls if roll.dice or roll.steps] or list(_expected(state, rules, order))
    return PageView(
        words("view.exchange" if state.bench else "account.order", n=order.number),
        _sentence(state, order, words),
        "" if not over else words("view.over.bench" if state.bench else "view.over"),
        "" if rolls else question,
        _ruler(state, rules, order, words),
        tuple(_ladder(state, start, rules, roll, words) for roll in rolls),
        words("view.odds"),
        tuple(_odds(start, rules, start.order or order, words)),
        tuple(dict.fromkeys(_undone(state, order, rolls, words))),
    )


def tone_of(state: State, troop: str) -> Tone:
    """Return the color of the side of a troop."""
    return TONES[state.troops[troop].side]


def signed(amount: int) -> str:
    """Return a MOD with its sign, a real minus."""
    return f"{amount:+}".replace("-", "−") if amount else "0"


# ---- between Orders ----


def _notes(state: State, words: port.Words) -> Iterator[NoteView]:
    """Yield what is to be known of the scenario: how it is laid out, what scores, its zones."""
    scenario = f"scenario.{state.setup.mission}"
    if state.bench:
        yield NoteView(words(f"{scenario}.name"), (words(f"{scenario}.story"),))
    else:
        if state.phase in ("setup", "initiative", "deployment"):
            yield NoteView(words("scenario.setup"), (words(f"{scenario}.setup"),))
        yield NoteView(words("scenario.objectives"), (words(f"{scenario}.objectives"),))
    if state.zones:
        yield NoteView(words("view.zones"), tuple(_zone(state, id, words) for id in state.zones))


def _zone(state: State, id: str, words: port.Words) -> str:
    """Return a zone with what it does: what it asks now, else what its kind says."""
    zone = state.zones[id]
    text = f"zone.{zone.kind}.text"
    does = words(text) if zone.hostile is None and text in words else w.hostility(zone.hostile, words)
    return words("view.zone", zone=w.zone(state, id, words), does=does)


# ---- what was declared ----


def _sentence(state: State, order: Order, words: port.Words) -> str:
    own = [act for act in order.acts if not act.reaction]
    reactions = sum(act.reaction for act in order.acts)
    if not own:
        return w.several(w.troop(id, words) for id in order.troops)
    parts = []
    for troop in dict.fromkeys(act.troop for act in own):
        lines = w.several(w.act_line(act, words) for act in own if act.troop == troop)
        parts.append(words("command.act", troop=w.troop(troop, words), act=lines))
    return " · ".join((*parts, *((words("view.reactions", n=reactions),) if reactions else ())))


def _undone(state: State, order: Order, rolls: Iterable[Roll], words: port.Words) -> Iterator[str]:
    """Yield what was declared and is not rolled."""
    rolled = {roll.act for roll in rolls}
    for index, act in enumerate(order.acts):
        if index not in rolled:
            yield words("command.act", troop=w.troop(act.troop, words), act=w.act_line(act, words))


# ---- the ruler ----


def _ruler(state: State, rules: Rules, order: Order, words: port.Words) -> RulerView | None:
    """Return the ruler of the first pair that shoots; before anybody does, of the weapons of who acts."""
    shots = [act for act in order.acts if SKILLS[act.skill].sight and act.targets]
    if not shots:
        return _carried(state, rules, order, words)
    pair, one, other = _measured(state, rules, order, shots)
    rows = tuple(
        RangeView(
            w.troop(act.troop, words),
            w.with_weapon(act.weapon, act.mode, words),
            tone_of(state, act.troop),
            tuple(_bands(rules, act.weapon)),
        )
        for act in shots
        if act.skill == "bs" and {act.troop, act.targets[0].troop} == {one, other} and rules.weapon(act.weapon).bands
    )
    if not rows:
        return None
    names = words("view.between", one=w.troop(one, words), other=w.troop(other, words))
    note = words("view.to_measure" if state.step == "measure" else "view.measured_after")
    if pair is not None:
        note = w.length(pair.distance, state, words) + _covered(pair, words)
    at = pair.distance / MILLIMETRES if pair is not None else None
    asks = words("view.ruler.click") if state.step == "measure" else ""
    return RulerView(names, note, rows, _ends(state, rows, words), at, *_unit(state, words), asks)


def _carried(state: State, rules: Rules, order: Order, words: port.Words) -> RulerView | None:
    """Return the bands of the weapons that the active troop carries, until somebody is aimed at."""
    troop = state.troops[order.troops[0]]
    carried = [id for id in troop.profile.weapons if rules.weapon(id).bands]
    rows = tuple(
        RangeView(w.named("weapon", id, words), "", tone_of(state, troop.id), tuple(_bands(rules, id)))
        for id in carried
    )
    if not rows or order.rolls or any(act.targets for act in order.acts):
        return None
    names = words("view.ranges", troop=w.troop(troop.id, words))
    return RulerView(names, "", rows, _ends(state, rows, words), None, *_unit(state, words))


def _unit(state: State, words: port.Words) -> tuple[float, str]:
    """Return the unit of the table: its length in centimetres, and its name."""
    inch = state.setup.options.get("unit") == "inch"
    return (w.INCH / MILLIMETRES, words("unit.name.inch")) if inch else (1.0, words("unit.name.cm"))


def _ends(state: State, rows: tuple[RangeView, ...], words: port.Words) -> tuple[tuple[float, str], ...]:
    ends = sorted({band.near for row in rows for band in row.bands} | {row.bands[-1].far for row in rows})
    return tuple((end, w.length(round(end * MILLIMETRES), state, words).split()[0]) for end in ends)


def _measured(state: State, rules: Rules, order: Order, shots: list[Act]) -> tuple[Pair | None, str, str]:
    """Return the pair that is measured next, else the first that was, with its two troops."""
    if state.step == "measure" and (wanted := missing(rules, state)):
        return None, *wanted[0]
    if order.pairs:
        rolls = {roll.id: roll for roll in order.rolls}
        roll = rolls.get(state.asked[0].id) if state.asked and state.asked[0].kind == "roll" else None
        pair = (pair_of(order, roll.troop, roll.target) if roll is not None else None) or order.pairs[0]
        return pair, pair.one, pair.other
    return None, shots[0].troop, shots[0].targets[0].troop


def _covered(pair: Pair, words: port.Words) -> str:
    return words("measured.cover", troops=w.several(w.troop(id, words) for id in pair.cover)) if pair.cover else ""


def _bands(rules: Rules, weapon: str) -> Iterator[BandView]:
    near = 0.0
    for far, mod in rules.weapon(weapon).bands:
        tone: Literal["team", "", "gold", "danger"] = "danger" if mod <= -6 else "gold" if mod < 0 else ""
        yield BandView(near, far, signed(mod), "team" if mod > 0 else tone)
        near = far


# ---- the ladders ----


def _expected(state: State, rules: Rules, order: Order) -> Iterator[Roll]:
    """Yield the rolls that the acts will open, as far as they are known before the distance is."""
    for index, act in enumerate(order.acts):
        if SKILLS[act.skill].role not in ("attack", "defence"):
            continue
        for target in [one.troop for one in act.targets] or [""]:
            pair = pair_of(order, act.troop, target)
            steps = value(rules, state, act, target, pair)[1]
            yield Roll(-1, index, act.troop, target, 0, 0, steps)


def _ladder(state: State, start: State, rules: Rules, roll: Roll, words: port.Words) -> LadderView:
    order = state.order
    assert order is not None
    act = order.acts[roll.act]
    parts = tuple(_part(step, state, words) for step in roll.steps)
    title = words("command.act", troop=w.troop(roll.troop, words), act=w.named("skill", act.skill, words))
    known = "?" if roll.id < 0 else "–"
    success = (words("view.success"), str(roll.sv) if roll.sv >= 1 else known)
    rolled = _rolled(roll, words) if roll.id >= 0 else ""
    dice = tuple(_dice(state, roll))
    chips = tuple(_chips(state, start, rules, order, roll, words))
    told = [title, *(f"{part.why} {part.text}" for part in parts), f"{success[0]} {success[1]}", rolled]
    told += [die.text for die in dice if die.text]
    spoken = ", ".join((*told, *(chip.text for chip in chips)))
    note = _weapon(state, rules, act, words)
    now = bool(state.asked) and state.asked[0].kind == "roll" and state.asked[0].id == roll.id
    return LadderView(title, note, tone_of(state, roll.troop), parts, success, rolled, dice, chips, spoken, now)


def _weapon(state: State, rules: Rules, act: Act, words: port.Words) -> str:
    """Return the weapon of an act with its Damage and its ammunition."""
    if not act.weapon:
        return ""
    name = w.with_weapon(act.weapon, act.mode, words)
    if act.skill not in ("bs", "cc"):
        return name
    ammunition = w.named("ammunition", rules.ammunition(act.weapon, act.mode), words)
    return words("view.weapon", weapon=name, n=damage(rules, state.troops[act.troop], act), ammunition=ammunition)


def _part(step: Step, state: State, words: port.Words) -> PartView:
    detail = step.detail
    if step.why in ("band", "beyond"):
        # A length is not broken between its number and its unit.
        detail = w.length(int(step.detail), state, words).replace(" ", "\N{NO-BREAK SPACE}")
    why = words(f"step.why.{step.why}", detail=detail)
    if detail.isdecimal():
        why = why.replace(f" {detail}", f"\N{NO-BREAK SPACE}{detail}")
    if step.why.startswith("attribute"):
        return PartView(why, str(step.amount))
    return PartView(why, signed(step.amount), "team" if step.amount > 0 else "danger" if step.amount < 0 else "")


def _rolled(roll: Roll, words: port.Words) -> str:
    """Return how many dice are rolled, and what changed that."""
    more = [f"{words(f'step.why.{step.why}', detail=step.detail)} {signed(step.amount)}" for step in roll.burst[1:]]
    return " · ".join((words("view.dice", n=roll.dice), *more))


def _dice(state: State, roll: Roll) -> Iterator[DieView]:
    levels = [hostile.level for id in roll.zones if (hostile := state.zones[id].hostile) is not None]
    standing = list(roll.kept)
    settled = bool(roll.kept) or state.step != "roll"
    for natural in roll.natural:
        found = counted(natural, roll.sv)
        tone: DieTone = "critical" if found.critical else "hit" if found.success else "miss"
        if settled and found.success:
            if natural in standing:
                standing.remove(natural)
            else:
                tone = "miss"
        yield DieView(str(natural), tone, any(natural >= level for level in levels))
    yield from (DieView() for _ in range(roll.dice - len(roll.natural)))


def _chips(state: State, start: State, rules: Rules, order: Order, roll: Roll, words: port.Words) -> Iterator[Chip]:
    """Yield what a hit asks of the target, and which zone the dice of the roll can wake."""
    asked = asked_by(rules, start, roll) if roll.id >= 0 else None
    if asked is not None:
        attribute = words(f"attribute.{asked.attribute}")
        key = "view.save.cover" if asked.cover else "view.save"
        name = w.troop(asked.troop, words)
        yield Chip(words(key, troop=name, attribute=attribute, n=asked.value, cover=asked.cover, damage=asked.damage))
    elif roll.target:
        yield Chip(words("view.against", troop=w.troop(roll.target, words)))
    for id in roll.zones:
        zone = state.zones[id]
        if zone.hostile is not None:
            text = words("view.wakes", level=zone.hostile.level, zone=w.zone(state, id, words))
            woken = any(die >= zone.hostile.level for die in roll.natural)
            yield Chip(text, "danger" if woken else "gold", w.hostility(zone.hostile, words))
    for save in order.saves:
        if save.troop == roll.target and save.source == roll.troop and save.natural:
            yield Chip(words("view.saved", dice=w.several(str(die) for die in save.natural)), "team")


# ---- the odds ----


def _odds(state: State, rules: Rules, order: Order, words: port.Words) -> Iterator[BarView]:
    """Yield the odds of the first roll and of what it faces: who hits, and what becomes of both."""
    pair = duel(rules, state)
    if pair is None:
        return
    found = exchange(pair.one, pair.other)
    yield _who(state, order, found, pair, words)
    for troop, fate in ((pair.rival, found.fate_other), (pair.first.troop, found.fate_one)):
        # What loses no Wound to it needs no bar.
        if troop and (fate.unhurt < 1 - LEAST_SHARE or fate.wakes >= LEAST_SHARE):
            yield _becomes(state, troop, fate, words)


def _who(state: State, order: Order, found: Exchange, pair: Duel, words: port.Words) -> BarView:
    own = _prevails(state, order.acts[pair.first.act], found.one, words)
    shares = [own, ShareView(words("view.odds.nobody"), found.nobody)]
    if pair.act is not None:
        shares.append(_prevails(state, pair.act, found.other, words))
    return BarView(words("view.odds"), tuple(_seen(shares)))


def _prevails(state: State, act: Act, share: float, words: port.Words) -> ShareView:
    """Return the chance of an act to come off: its hits, or that it avoids those of the other side."""
    key = "view.odds.avoids" if SKILLS[act.skill].role == "defence" else "view.odds.hits"
    return ShareView(words(key, troop=w.troop(act.troop, words)), share, tone_of(state, act.troop))


def _becomes(state: State, troop: str, fate: Fate, words: port.Words) -> BarView:
    shares = (
        ShareView(words("view.fate.unhurt"), fate.unhurt),
        ShareView(words("view.fate.wounded"), fate.wounded, "gold"),
        ShareView(words("state.unconscious"), fate.unconscious, "danger"),
        ShareView(words("state.dead"), fate.dead, "danger"),
    )
    note = words("view.odds.loses", n=f"{fate.mean:.2f}".replace(".", words("decimal.sign")))
    if fate.wakes >= LEAST_SHARE:
        note = f"{note} · {words('view.odds.wakes', n=f'{fate.wakes:.0%}')}"
    title = words("view.odds.then", troop=w.troop(troop, words))
    return BarView(title, tuple(_seen(shares)), tone_of(state, troop), note)


def _seen(shares: Iterable[ShareView]) -> Iterator[ShareView]:
    return (one for one in shares if one.share >= LEAST_SHARE)
