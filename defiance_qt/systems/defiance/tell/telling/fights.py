"""Sentences about Attacks, programs, and what figures suffer and gain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.frames import Console, Roll
from defiance_qt.systems.defiance.tell.telling.teller import Sentence, Teller, Tone

# What follows from an act and is told with it.
_AFTER = (
    e.DamageSuffered,
    e.DamageHealed,
    e.StateGained,
    e.StateLost,
    e.AggroChanged,
    e.MiniatureDied,
    e.UnitEliminated,
    e.FellUnconscious,
    e.RemoteDisabled,
    e.Unaffected,
)
_FALLS = (e.FellUnconscious, e.RemoteDisabled)


def attack(teller: Teller, at: int) -> Sentence:
    """Tell an Attack with all that its roll brings; while it lasts, what it stands at."""
    declared: e.AttackDeclared = teller.event(at)
    end, over = _to_the_end(teller, at)
    opened = next((one for one in range(at, end) if isinstance(teller.event(one), e.RollOpened)), -1)
    cc = opened >= 0 and teller.event(opened).roll.cc
    manner = "hacked" if declared.attack == "hack_attack" else "struck" if cc else "shot"
    names = teller.names(at)
    values = {
        "attacker": names.figure(declared.attacker),
        "target": names.figure(declared.target),
        "weapon": names.weapon(declared.attacker, declared.weapon, declared.attack),
    }
    if not over:
        return _unfinished(teller, at, end, f"tell.{manner}", values)
    return _resolved(teller, at, end, f"tell.{manner}", values, declared.attacker, declared.target)


def program(teller: Teller, at: int) -> Sentence:
    """Tell a program that is run with what it brings."""
    declared: e.HackDeclared = teller.event(at)
    end, over = _to_the_end(teller, at)
    names = teller.names(at)
    alone = declared.target in ("", declared.attacker)
    values = {"attacker": names.figure(declared.attacker), "program": names.program(declared.program)}
    if not alone:
        values["target"] = names.thing(declared.target)
    key = "tell.program.alone" if alone else "tell.program"
    if not over:
        return Sentence(teller.words(f"{key}.begun", **values), end)
    found = [teller.event(one) for one in range(at, end)]
    if any(isinstance(one, e.SymbolsCancelled) for one in found):
        return _resolved(teller, at, end, "tell.program", values, declared.attacker, declared.target)
    worked = any(isinstance(one, e.RollSucceeded) and one.success for one in found)
    text = teller.words(f"{key}.{'worked' if worked else 'failed'}", **values)
    return Sentence(" ".join((text, *_outcomes(teller, at, end))), end, _tone(teller, at, end))


def _to_the_end(teller: Teller, at: int) -> tuple[int, bool]:
    """Return the index after the last event of a roll and what follows from it, and whether the roll is over."""
    end, over = at, False
    while end < len(teller.events):
        event = teller.event(end)
        if over and not isinstance(event, (*_AFTER, e.FrameClosed, e.FrameSet)):
            break
        over = over or isinstance(event, e.RollClosed)
        end += 1
    return end, over


def _unfinished(teller: Teller, at: int, end: int, key: str, values: dict[str, Any]) -> Sentence:
    """Tell an Attack whose roll is still under way."""
    last = teller.events[end - 1].after
    roll = next((frame for frame in reversed(last.agenda) if isinstance(frame, Roll)), None)
    names = teller.names(end - 1)
    if roll is None or roll.team is None or roll.enemy is None or not (roll.team.faces and roll.enemy.faces):
        return Sentence(teller.words(f"{key}.begun", **values), end)
    own, rival = roll.team.symbols, roll.enemy.symbols
    if roll.enemy.figure == roll.actor:
        own, rival = rival, own
    hits = names.symbols(Symbols(own.success, own.critical, 0, 0, 0))
    blocks = names.symbols(Symbols(0, 0, rival.block, rival.critical_block, 0))
    return Sentence(teller.words(f"{key}.rolled", **values, hits=hits, blocks=blocks), end)


def _resolved(
    teller: Teller, at: int, end: int, key: str, values: dict[str, Any], attacker: str, target: str
) -> Sentence:
    """Tell the outcome of a Face-to-Face Roll: what the target suffers, what it deals back, what else follows."""
    first = _suffered(teller, at, end, key, values, target) or _harmless(teller, at, end, key, values, attacker)
    back = _suffered(teller, at, end, "tell.back", values, attacker)
    others = _outcomes(teller, at, end, (attacker, target), "" if back else attacker)
    return Sentence(" ".join(part for part in (first, back, *others) if part), end, _tone(teller, at, end))


def _suffered(teller: Teller, at: int, end: int, key: str, values: dict[str, Any], figure: str) -> str:
    """Return what a figure suffered, "" if nothing."""
    amount, fate, last = 0, "hit", at
    for one in range(at, end):
        event = teller.event(one)
        if isinstance(event, e.DamageSuffered) and event.figure == figure:
            amount, last = amount + event.amount, one
        elif isinstance(event, e.MiniatureDied) and event.enemy == figure:
            fate = "killed"
        elif isinstance(event, _FALLS) and event.character == figure:
            fate = "down" if isinstance(event, e.FellUnconscious) else "disabled"
    if not amount and fate == "hit":
        return ""
    if fate != "hit":
        return teller.words(f"{key}.{fate}", **values)
    return teller.words.count(f"{key}.hit", amount, **values, **(teller.left(last, figure) or {"left": 0, "wounds": 0}))


def _harmless(teller: Teller, at: int, end: int, key: str, values: dict[str, Any], attacker: str) -> str:
    """Return that an Attack did no Damage: it was blocked, or it missed, also where its hits were spent otherwise."""
    rolled = [teller.event(one) for one in range(at, end) if isinstance(teller.event(one), e.DiceRolled)]
    side = "enemy" if "." in attacker else "team"
    hits = any(one.symbols.success or one.symbols.critical for one in rolled if one.side == side)
    blocks = any(one.symbols.block or one.symbols.critical_block for one in rolled if one.side != side)
    return teller.words(f"{key}.{'blocked' if hits and blocks else 'missed'}", **values)


def _tone(teller: Teller, at: int, end: int) -> Tone:
    return "danger" if any(isinstance(teller.event(one), _FALLS) for one in range(at, end)) else ""


# ---- what follows from an act ----


def aftermath(teller: Teller, at: int, subject: str = "") -> Sentence:
    """Tell what figures suffer and gain, one event after another. The figure `subject` has just been named."""
    end = at + 1
    while isinstance(teller.event(end), _AFTER):
        end += 1
    text = " ".join(_outcomes(teller, at, end, (), subject))
    return Sentence(text, end, _tone(teller, at, end))


def _outcomes(teller: Teller, at: int, end: int, told: tuple[str, ...] = (), subject: str = "") -> list[str]:
    """Return a sentence for each event that changes a figure. Damage and death of the figures in `told` are left out,
    and so are States of those that fall. `subject` is not named again until another figure is."""
    found = []
    fallen = {teller.event(one).enemy for one in range(at, end) if isinstance(teller.event(one), e.MiniatureDied)}
    fallen |= {teller.event(one).character for one in range(at, end) if isinstance(teller.event(one), _FALLS)}
    for one in range(at, end):
        sentence = _OUTCOMES.get(type(teller.event(one)))
        whose = getattr(teller.event(one), "figure", "") or getattr(teller.event(one), "enemy", "")
        whose = whose or getattr(teller.event(one), "character", "")
        harm = isinstance(teller.event(one), (e.DamageSuffered, e.MiniatureDied, *_FALLS))
        changed = isinstance(teller.event(one), (e.StateGained, e.StateLost))
        if sentence is None or (harm and whose in told) or (changed and whose in fallen):
            continue
        # In a fight only Aggro is certain to be the attacker's.
        clear = not told or isinstance(teller.event(one), e.AggroChanged)
        text = sentence(teller, one, ".same" if whose and whose == subject and clear else "")
        if text:
            found.append(text)
            subject = subject if whose == subject else ""
    return found


def _damage(teller: Teller, at: int, same: str) -> str:
    event: e.DamageSuffered = teller.event(at)
    figure = teller.names(at).figure(event.figure)
    left = teller.left(at, event.figure)
    following = (teller.event(one) for one in range(at + 1, min(at + 4, len(teller.events))))
    if left is None or any(isinstance(one, e.MiniatureDied) and one.enemy == event.figure for one in following):
        return ""
    return teller.words.count("tell.suffered", event.amount, figure=figure, **left)


def _healed(teller: Teller, at: int, same: str) -> str:
    event: e.DamageHealed = teller.event(at)
    figure, left = teller.names(at).figure(event.figure), teller.left(at, event.figure)
    return "" if left is None else teller.words.count(f"tell.healed{same}", event.amount, figure=figure, **left)


def _state(teller: Teller, at: int, same: str) -> str:
    event: e.StateGained | e.StateLost = teller.event(at)
    names = teller.names(at)
    key = "tell.state" if isinstance(event, e.StateGained) else "tell.state.lost"
    return teller.words(f"{key}{same}", figure=names.figure(event.figure), state=names.condition(event.state))


def _aggro(teller: Teller, at: int, same: str) -> str:
    event: e.AggroChanged = teller.event(at)
    if not event.amount:
        return ""
    key = "tell.aggro" if event.amount > 0 else "tell.aggro.down"
    return teller.words(f"{key}{same}", character=teller.names(at).figure(event.character), aggro=event.aggro)


def _died(teller: Teller, at: int, same: str) -> str:
    return teller.words("tell.died", enemy=teller.names(at).figure(teller.event(at).enemy))


def _eliminated(teller: Teller, at: int, same: str) -> str:
    return teller.words("tell.eliminated", unit=teller.names(at).unit(teller.event(at).unit))


def reserve(teller: Teller, at: int) -> str:
    """Return the change of the Reserve, "" if it stays the same."""
    event: e.ReserveChanged = teller.event(at)
    if not event.amount:
        return ""
    return teller.words(f"tell.reserve.{'up' if event.amount > 0 else 'down'}", reserve=event.reserve)


def _down(teller: Teller, at: int, same: str) -> str:
    key = "tell.unconscious" if isinstance(teller.event(at), e.FellUnconscious) else "tell.disabled"
    return teller.words(key, character=teller.names(at).figure(teller.event(at).character))


def _unaffected(teller: Teller, at: int, same: str) -> str:
    sentence = teller.exact(at)
    return sentence.text if sentence is not None else ""


_OUTCOMES: dict[type, Callable[[Teller, int, str], str]] = {
    e.DamageSuffered: _damage,
    e.DamageHealed: _healed,
    e.StateGained: _state,
    e.StateLost: _state,
    e.AggroChanged: _aggro,
    e.MiniatureDied: _died,
    e.UnitEliminated: _eliminated,
    e.ReserveChanged: lambda teller, at, same: reserve(teller, at),
    e.FellUnconscious: _down,
    e.RemoteDisabled: _down,
    e.Unaffected: _unaffected,
}


def _alone(teller: Teller, at: int) -> Sentence | None:
    """Tell an outcome that no act before it has told."""
    found = aftermath(teller, at)
    return found if found.text else None


def _drew_attention(teller: Teller, at: int) -> Sentence | None:
    """Tell a change of Aggro, but not before a roll at a Console, which tells it itself."""
    after = teller.event(at + 1)
    working = isinstance(after, e.RollOpened) or (isinstance(after, e.FrameOpened) and isinstance(after.frame, Console))
    return None if working else _alone(teller, at)


FIGHTS: dict[type, Callable[[Teller, int], Sentence | None]] = {
    e.AttackDeclared: attack,
    e.HackDeclared: program,
    **dict.fromkeys(_AFTER, _alone),
    e.AggroChanged: _drew_attention,
}
