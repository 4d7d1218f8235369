"""A roll in text, for odds: `13x3:N13v1` is a Success Value of 13 with three dice, whose hits are Normal Ammunition of
Damage 13 against a value of 1. `!17ARM2v11` says which die wakes a zone, and what that asks; `w2` are Wounds left.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from defiance_qt.api import Illegal, port

from .content import Ammunition
from .odds import Exchange, Fate, Harm, Side, exchange, save_harm, under_harm

_ROLL = re.compile(
    r"(?P<sv>-?\d+)x(?P<dice>\d)"
    r"(?::(?P<ammo>[A-Z/]+?)(?P<damage>\d+)v(?P<value>\d+))?"
    r"(?:!(?P<level>\d+)(?P<attribute>ARM|BTS|PH)(?P<own>\d+)(?:v(?P<zone>\d+))?)?"
    r"(?:w(?P<wounds>[1-9]))?",
    re.IGNORECASE,
)
MOST_DICE = 9


def read_side(text: str, ammunition: Mapping[str, Ammunition]) -> Side:
    """Return a side from its text. Raises `Illegal`."""
    found = _ROLL.fullmatch(text.strip())
    if found is None:
        raise Illegal(
            "unknown_roll", "K-001", f"{text!r} is not a roll of this game: write it as 13x3:N13v1", name=text
        )
    level = int(found["level"] or 0)
    return Side(
        min(int(found["sv"]), 99),
        int(found["dice"]),
        _harm(found["ammo"], found["damage"], found["value"], ammunition),
        int(found["wounds"] or 1),
        level,
        _zone(found["attribute"], int(found["own"] or 0), int(found["zone"] or 0)) if level else None,
    )


def _harm(code: str | None, damage: str | None, value: str | None, ammunition: Mapping[str, Ammunition]) -> Harm | None:
    if code is None or damage is None or value is None:
        return None
    wanted = code.upper().replace("/", "")
    ammo = next((one for one in ammunition.values() if one.code == wanted), None)
    if ammo is None:
        known = ", ".join(one.code for one in ammunition.values())
        raise Illegal(
            "unknown_ammunition", "K-011", f"there is no ammunition {code!r}: {known}", name=code, known=known
        )
    if ammo.attribute == "ph":
        return under_harm(int(value) + ammo.mod)
    saved = -(-int(value) // 2) if ammo.halves else int(value)
    harm = save_harm(saved, int(damage), ammo.rolls, ammo.again, ammo.kills)
    return harm if ammo.fails == "wound" else Harm(harm.fails, harm.rolls, wounds=False)


def _zone(attribute: str, value: int, damage: int) -> Harm:
    return under_harm(value) if attribute.upper() == "PH" else save_harm(value, damage)


def dice_odds(own: str, rival: str, ammunition: Mapping[str, Ammunition]) -> port.Odds:
    """Return the odds of a roll in text, or of one against another. Raises `Illegal`."""
    one = read_side(own, ammunition)
    other = read_side(rival, ammunition) if rival else None
    return as_odds(f"{own} : {rival}" if rival else own, exchange(one, other), one, other)


def as_odds(subject: str, found: Exchange, one: Side, other: Side | None) -> port.Odds:
    """Return odds as the port has them, with everything to six digits as `data`."""
    chances = {"one": found.one, "other": found.other, "nobody": found.nobody}
    if other is None:
        chances = {"one": found.one, "nobody": found.nobody}
    distributions = []
    if other is None or other.hit is not None or one.level:
        distributions.append(_distribution("lost_one", found.fate_one))
    if one.hit is not None or (other is not None and other.level):
        distributions.append(_distribution("lost_other", found.fate_other))
    if one.level:
        chances["wakes_one"] = found.fate_one.wakes
    if other is not None and other.level:
        chances["wakes_other"] = found.fate_other.wakes
    data = {
        "win": [_percent(found.one), _percent(found.other), _percent(found.nobody)],
        "one": _fate(found.fate_one),
        "other": _fate(found.fate_other),
    }
    return port.Odds(subject, tuple(distributions), chances, data)


def _distribution(name: str, fate: Fate) -> port.Distribution:
    return port.Distribution(name, dict(enumerate(fate.losses)), fate.mean)


def _fate(fate: Fate) -> dict[str, float]:
    named = ("unhurt", "wounded", "unconscious", "dead", "wakes")
    return {name: _percent(getattr(fate, name)) for name in named}


def _percent(share: float) -> float:
    return round(share * 100, 6)
