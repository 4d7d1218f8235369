"""View model of one roll: the dice of both sides, which Blocks stop which Successes, what is left to spend, and the
result."""

from __future__ import annotations

from collections.abc import Sequence

from defiance_qt.shell.present.values import DieView, percent
from defiance_qt.systems.defiance.engine.chances import needs_chance, roll_chance
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS, Symbols
from defiance_qt.systems.defiance.engine.enemies.evil_ai import odds_of, odds_side
from defiance_qt.systems.defiance.engine.frames import PoolDie, Roll, RollSide, TeamOrEnemy
from defiance_qt.systems.defiance.engine.rules.campaign.rolled import FACE_DOWN
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.tell import describe
from defiance_qt.systems.defiance.tell.names import Names as Known
from defiance_qt.systems.defiance.tell.names import symbol_names
from defiance_qt.systems.defiance.view.present.names import SEPARATOR, Names, aimed, tokens
from defiance_qt.systems.defiance.view.present.record import RollRecord
from defiance_qt.systems.defiance.view.present.values import (
    ColumnView,
    Fate,
    ResultView,
    RollView,
    SideView,
    SymbolView,
)

ATTACKS = frozenset({"attack", "enemy_attack"})
CURE, JUMP = "cure", "jump"
HACKS = frozenset({"antipersonnel", "controller", "enemy_hack"})
MINUS = "−"


def roll_view(record: RollRecord, ended: RollRecord | None, rules: Rules, names: Names) -> RollView:
    """Return a roll as it is drawn. `ended` is its end if nothing more is spent (the record itself once it is over),
    None while dice are still unknown."""
    sides = tuple(_side(record, name, rules, names) for name in _order(record))
    columns: tuple[ColumnView, ...] = ()
    results: tuple[ResultView, ...] = ()
    if record.opened.purpose == "console":
        columns = _console(record, names)
    elif record.rolled:
        columns = _columns(record, ended, names)
        results = _results(ended, rules, names) if ended is not None and ended.resolved else ()
    title, note = _title(record, names), _note(record, ended, rules, names)
    spoken = _spoken(title, note, sides, columns, results, names)
    return RollView(title, note, sides, columns, results, spoken, record.step)


def _order(record: RollRecord) -> tuple[TeamOrEnemy, ...]:
    """Return the sides of the roll, the acting one first."""
    roll = record.opened
    both: tuple[TeamOrEnemy, ...] = ("team", "enemy")
    if roll.enemy is not None and (roll.actor == roll.enemy.figure or roll.purpose == JUMP):
        both = ("enemy", "team")
    return tuple(name for name in both if record.side(name) is not None)


# -- head


def _title(record: RollRecord, names: Names) -> str:
    roll = record.opened
    if roll.purpose == "console":
        return names.element(record.before.mission_id, roll.target, record.before)
    return names.words("view.roll.face_to_face" if roll.team and roll.enemy else "view.roll.simple")


def _note(record: RollRecord, ended: RollRecord | None, rules: Rules, names: Names) -> str:
    """Return the weapon, the Range, and the exact mean before the roll beside what was rolled."""
    words = names.words
    parts = [part for part in (_source(record, names), _range(record, names)) if part]
    odds = average(record, rules, names, ended)
    return SEPARATOR.join(part for part in (words("event.list").join(parts), odds) if part)


def _source(record: RollRecord, names: Names) -> str:
    roll, known = record.opened, Known(record.before, names.words)
    if roll.purpose in ATTACKS:
        return known.weapon(roll.actor, roll.source, roll.attack)
    if roll.purpose == "enemy_hack":
        return names.words("view.unit.hack_attack")
    if roll.purpose == "console":
        return "" if roll.source == "console" else known.item(roll.source)
    return known.thing(roll.source)


def _range(record: RollRecord, names: Names) -> str:
    return "" if record.distance is None else names.words("view.hover.range", n=record.distance)


def average(record: RollRecord, rules: Rules, names: Names, ended: RollRecord | None) -> str:
    """Return the exact expectation for the acting side before its dice, and what was rolled."""
    roll, words = record.opened, names.words
    if roll.purpose == "console":
        return ""
    if roll.purpose == CURE:
        return words("view.tray.chance", share=percent(roll_chance(rules, record.before, roll)))
    if roll.team is None or roll.enemy is None:
        side = roll.team or roll.enemy
        if side is None:
            return ""
        if roll.needs:
            wanted = Known(record.before, words).symbols(Symbols.parse(roll.needs))
            return words("view.tray.needs", symbols=wanted, share=percent(needs_chance(rules, side, roll.needs)))
        chance = rules.odds.simple(odds_side(record.before, side, roll.target), enemy=roll.team is None).p_success
        return words("view.tray.chance", share=percent(chance))
    odds = odds_of(rules, record.before, roll)
    if roll.purpose == JUMP:
        return words("view.tray.jump_average", mean=names.tenths(odds.expected_suffered))
    acts = roll.actor == roll.team.figure
    mean = names.tenths(odds.expected_dealt if acts else odds.expected_suffered)
    if ended is None or not ended.resolved:
        return words("view.tray.average", mean=mean)
    rival = roll.enemy.figure if acts else roll.team.figure
    return words("view.tray.average_rolled", mean=mean, n=ended.suffered(rival))


# -- sides


def _side(record: RollRecord, name: TeamOrEnemy, rules: Rules, names: Names) -> SideView:
    side = record.side(name)
    assert side is not None
    rolled = bool(side.faces) or not side.dice
    note = names.text(side.silenced) if side.silenced else ""
    does = names.words(f"view.tray.does.{_does(record, side)}")
    enemy = record.before.enemies.get(side.figure)
    if enemy is not None:
        # The number stands on the second line, with what the Miniature does.
        does = f"{names.words('view.number', number=enemy.number)} {does}"
    engines = record.opened.purpose == JUMP and name == "enemy"
    known = names.words("engines.name") if engines else names.figure(side.figure)
    return SideView(
        known if enemy is None else names.unit(enemy.unit),
        name == "enemy",
        tuple(_die(place, one, side, rules, names) for place, one in enumerate(side.dice)),
        tokens(side.symbols) if rolled else None,
        note,
        does,
    )


def _die(place: int, one: PoolDie, side: RollSide, rules: Rules, names: Names) -> DieView:
    shown = None
    if place < len(side.faces):
        shown = tokens(rules.catalog.dice.dice[one.die].faces[side.faces[place]])
    return DieView(one.die, names.die(one.die), names.source(one.source), shown)


def _does(record: RollRecord, side: RollSide) -> str:
    roll = record.opened
    acts = side.figure == roll.actor
    if roll.purpose in ATTACKS:
        return "attacks" if acts else "defends"
    if roll.purpose == JUMP:
        return "defends" if acts else "rolls"
    if roll.purpose in HACKS:
        return "hacks" if acts else "resists"
    return "rolls"


# -- columns


def _columns(record: RollRecord, ended: RollRecord | None, names: Names) -> tuple[ColumnView, ...]:
    """Return the acting side's Successes over the Blocks that stop them, its Blocks over the answering Successes, and
    what can be spent."""
    shown = ended if ended is not None else record
    first, *rest = _order(shown)
    rival = rest[0] if rest else None
    mine, theirs = _left(shown, first), _left(shown, rival)
    lost, their_lost = shown.lost[first], _of(shown.lost, rival)
    paid, their_paid = shown.paid[first], _of(shown.paid, rival)
    stopped, answered = min(mine.success, theirs.block), min(theirs.success, mine.block)
    if rival is None:
        return _alone(record, shown, first, names)
    columns = [
        ColumnView(
            _row(
                "success", mine.success, "stopped", stopped, lost.success, paid.success, (("critical", lost.critical),)
            ),
            _row("block", theirs.block, "stops", stopped, their_lost.block, their_paid.block),
            _hits(mine.success - stopped, stopped, lost.success + lost.critical + their_lost.block, names),
        )
    ]
    if record.opened.purpose == JUMP:
        # What a Character's own Successes would do to the ship: nothing.
        return tuple(columns)
    above = _row("block", mine.block, "stops", answered, lost.block, paid.block)
    below = _row(
        "success",
        theirs.success,
        "stopped",
        answered,
        their_lost.success,
        their_paid.success,
        (("critical", their_lost.critical),),
    )
    if above or below:
        hits = theirs.success - answered
        caption = _answer(hits, answered, their_lost.success + their_lost.critical, names)
        columns.append(ColumnView(above, below, caption, "danger" if hits and first == "team" else ""))
    spend = _to_spend(record, shown, first, rival, names)
    return (*columns, spend) if spend is not None else tuple(columns)


def _alone(record: RollRecord, shown: RollRecord, first: TeamOrEnemy, names: Names) -> tuple[ColumnView, ...]:
    """Return the Successes of a Simple Roll, and what can be spent: its Blocks too."""
    words, left, paid = names.words, _left(shown, first), shown.paid[first]
    successes = ColumnView(
        _row("success", left.success, paid=paid.success),
        (),
        words.count("event.symbol.success", left.success) if left.success else words("symbol.none"),
    )
    blocks = _row("block", left.block, paid=paid.block)
    spend = _to_spend(record, shown, first, None, names, blocks)
    return (successes, spend) if spend is not None else (successes,)


def _left(record: RollRecord, name: TeamOrEnemy | None) -> Symbols:
    side = record.side(name) if name is not None else None
    return side.symbols if side is not None else NO_SYMBOLS


def _of(known: dict[TeamOrEnemy, Symbols], name: TeamOrEnemy | None) -> Symbols:
    return known[name] if name is not None else NO_SYMBOLS


def _row(
    symbol: str,
    left: int,
    fate: Fate = "",
    met: int = 0,
    lost: int = 0,
    paid: int = 0,
    more: Sequence[tuple[str, int]] = (),
) -> tuple[SymbolView, ...]:
    """Return one kind of symbol of a side: those that meet the other row's, those that count, then those lost and
    paid."""
    return (
        *(SymbolView(symbol, fate),) * met,
        *(SymbolView(symbol),) * (left - met),
        *(SymbolView(symbol, "lost"),) * lost,
        *(SymbolView(other, "lost") for other, count in more for _ in range(count)),
        *(SymbolView(symbol, "paid"),) * paid,
    )


def _to_spend(
    record: RollRecord,
    shown: RollRecord,
    first: TeamOrEnemy,
    rival: TeamOrEnemy | None,
    names: Names,
    more: tuple[SymbolView, ...] = (),
) -> ColumnView | None:
    """Return the criticals and Specials of both sides: those the team can still spend, those spent, those left over."""
    words = names.words
    rows = [(*more, *_spendable(shown, first)), _spendable(shown, rival) if rival is not None else ()]
    if not any(rows):
        return None
    team = rows[0 if first == "team" else 1] if "team" in (first, rival) else ()
    free = sum(1 for one in team if not one.fate)
    paid = sum(1 for one in (*rows[0], *rows[1]) if one.fate == "paid")
    parts = [words.count("view.tray.paid", paid)] if paid else []
    tone = ""
    if free and not record.over:
        parts, tone = [*parts, words.count("view.tray.to_spend", free)], "gold"
    elif free or not parts:
        parts.append(words.count("view.tray.unspent", sum(1 for row in rows for one in row if not one.fate)))
    return ColumnView(rows[0], rows[1], words("event.list").join(parts), tone)


def _spendable(record: RollRecord, name: TeamOrEnemy) -> tuple[SymbolView, ...]:
    left, lost, paid = _left(record, name), record.lost[name], record.paid[name]
    rows: list[SymbolView] = []
    for symbol, index in (("critical", 1), ("critical_block", 3), ("special", 4)):
        rows += [SymbolView(symbol)] * left[index]
        # Lost critical Successes are drawn among the Successes.
        rows += [SymbolView(symbol, "lost")] * (lost[index] if symbol != "critical" else 0)
        rows += [SymbolView(symbol, "paid")] * paid[index]
    return tuple(rows)


def _hits(hits: int, stopped: int, lost: int, names: Names) -> str:
    words = names.words
    if not hits and not stopped and not lost:
        return words("view.tray.no_hit")
    parts = [words.count("view.tray.hit", hits)] if hits else []
    parts += [words.count("view.tray.blocked", stopped)] if stopped else []
    parts += [words.count("view.tray.nullified", lost)] if lost else []
    return words("event.list").join(parts)


def _answer(hits: int, stopped: int, lost: int, names: Names) -> str:
    words = names.words
    parts = [words.count("view.tray.hits_back", hits)] if hits else []
    parts += [words.count("view.tray.answer_blocked", stopped)] if stopped else []
    parts += [words.count("view.tray.nullified", lost)] if lost else []
    if not parts:
        parts.append(words("view.tray.no_answer"))
    return words("event.list").join(parts)


# -- results


def _results(ended: RollRecord, rules: Rules, names: Names) -> tuple[ResultView, ...]:
    """Return what the roll brings: Damage to the rival, then to the acting side; of a Simple Roll whether it
    succeeds."""
    words = names.words
    if ended.opened.purpose == JUMP:
        hits = max(0, _left(ended, "enemy").success - _left(ended, "team").block)
        text = words.count("view.tray.jumped", hits) if hits else words("view.tray.unharmed")
        return (ResultView(str(hits), text, names.short(ended.opened.actor), "danger" if hits else ""),)
    if ended.success is not None:
        known = Known(ended.before, words)
        consequence = cured(ended.opened, names)
        does = consequence or describe(ended.opened.effects, ended.before, aimed(words, _figures(ended, names)))
        fate = ("cured" if ended.success else "stays") if consequence else ("succeeds" if ended.success else "fails")
        name = words(f"view.tray.{fate}")
        sign = "✓" if ended.success else "✗"
        return (ResultView(sign, name, does or known.figure(ended.opened.actor), "" if ended.success else "danger"),)
    first, *rest = _order(ended)
    return tuple(_result(ended, name, rules, names) for name in (*rest, first))


def cured(roll: Roll, names: Names) -> str:
    """Name the Consequence that a cure is about, "" for any other roll."""
    if roll.purpose != CURE:
        return ""
    return names.words("campaign.face_down") if roll.target == FACE_DOWN else names.consequence(roll.target)


def _figures(record: RollRecord, names: Names) -> dict[str, str]:
    """Return whom the effects of a roll mean."""
    roll = record.opened
    target = roll.target or roll.actor
    known = Known(record.before, names.words)
    return {"user": known.figure(roll.actor), "target": known.figure(target)}


def _result(ended: RollRecord, name: TeamOrEnemy, rules: Rules, names: Names) -> ResultView:
    words = names.words
    side = ended.side(name)
    assert side is not None
    figure, state = side.figure, ended.before
    if name == "team":
        one = state.team[figure]
        all_, before, who = rules.loadout(one).wounds, one.damage, names.short(figure)
    else:
        enemy = state.enemies[figure]
        all_, before = state.units[enemy.unit].profile.wounds, enemy.damage
        who = words("view.number", number=enemy.number)
    amount, after = ended.hurt.get(figure, (0, before))
    shown = f"{MINUS}{amount}" if amount else "0"
    if figure in ended.gone:
        return ResultView(shown, who, words("view.tray.falls"), "danger")
    left = words("view.tray.left", left=max(0, all_ - after), all=all_)
    return ResultView(shown, words("view.tray.keeps", name=who) if amount else who, left, "danger" if amount else "")


# -- a Console


def _console(record: RollRecord, names: Names) -> tuple[ColumnView, ...]:
    """Return the symbols still to be assigned, then each input of the Console with what fills it."""
    words = names.words
    columns = []
    side = record.roll.team
    left = side.symbols if side is not None else NO_SYMBOLS
    for event in record.assigned:
        left = left - event.symbol if left.covers(event.symbol) else left
    if any(left) and record.rolled:
        discarded = any(record.unused)
        key = "view.tray.unspent" if discarded else "view.tray.to_assign"
        columns.append(ColumnView(_plain(left), (), words.count(key, sum(left)), "" if discarded else "gold"))
    if record.console is None:
        return tuple(columns)
    for number, one in enumerate(record.console.inputs):
        done = number in record.console.completed
        there = list(symbol_names(record.console.assigned[number]))
        above = []
        for symbol in symbol_names(Symbols.parse(one.symbols)):
            filled = done or symbol in there
            if symbol in there:
                there.remove(symbol)
            above.append(SymbolView(symbol, "" if filled else "open"))
        key = "view.tray.input_done" if done else "view.tray.input"
        columns.append(
            ColumnView(tuple(above), (), words(key, n=number + 1), "gold" if number in record.completed else "")
        )
    return tuple(columns)


def _plain(symbols: Symbols) -> tuple[SymbolView, ...]:
    return tuple(SymbolView(name) for name in symbol_names(symbols))


# -- spoken


def _spoken(
    title: str,
    note: str,
    sides: Sequence[SideView],
    columns: Sequence[ColumnView],
    results: Sequence[ResultView],
    names: Names,
) -> str:
    """Return the whole picture as sentences."""
    words = names.words
    parts = [f"{title}: {note}" if note else title]
    for side in sides:
        shown = words("symbol.unrolled")
        if side.dice and all(die.symbols is not None for die in side.dice):
            shown = "; ".join(_die_spoken(die, names) for die in side.dice)
        elif not side.dice:
            shown = side.note or words("symbol.none")
        parts.append(words("view.tray.spoken.side", name=side.name, does=side.does, dice=shown))
    parts += [column.caption for column in columns]
    parts += [f"{result.amount} {result.name} {result.left}".strip() for result in results]
    return ". ".join(parts) + "."


def _die_spoken(die: DieView, names: Names) -> str:
    words = names.words
    faces = words("event.list").join(words(f"symbol.{one}") for one in die.symbols or ()) or words("symbol.none")
    return f"{die.name}: {faces}"
