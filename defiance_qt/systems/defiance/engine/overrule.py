"""Values corrected by hand: `path` to a value of the State, and the State with another value there.

A path is text: "reserve", "team.cadin.damage", "doors.lab.open", "acting.points". Only values that a physical table
could change are reachable. Comma-separated paths are one correction with a list as its value. So a card that moves
between piles is never in both, nor missing from both.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, get_args

import msgspec
from msgspec.structs import replace

from defiance_qt.core.decoding import ready
from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine.frames import Activation
from defiance_qt.systems.defiance.engine.state import CampaignState, State

_WHOLE = {"round", "alert", "reserve", "high_face", "selected", "available", "removed", "initiative", "flags"}
_TABLES = {
    "team", "enemies", "units", "doors", "containers", "consoles", "decks", "discards", "facts", "faces", "campaign",
    "counters", "acting",
}  # fmt: skip
# What lies aboard, in a campaign; `crew` and `kept` by member and by kind ("campaign.crew.uma").
_ABOARD = ("biological", "tech", "components", "upgrades", "store", "programs", "records")

_COUNTER = Annotated[int, msgspec.Meta(ge=0)]

# The fields that identify an object; they cannot be corrected.
_FIXED = {
    "id", "unit", "number", "controller", "remote", "faces", "inputs", "side", "attacks", "actions", "abilities",
    "biotech",
}  # fmt: skip


def value_at(state: State, path: str) -> Any:
    """Return the value at a path, a tuple for several paths. Raises `Illegal` with code "unknown_path"."""
    if "," in path:
        return tuple(value_at(state, one) for one in path.split(","))
    parts = path.split(".")
    if len(parts) == 1 and path in _WHOLE:
        return getattr(state, path)
    if parts[0] not in _TABLES or len(parts) < 2:
        raise Illegal("unknown_path", "", f"nothing at the table is called {path!r}")
    table = _table(state, parts[0])
    key, field = _key(table, parts[1:])
    if key not in table:
        raise Illegal("unknown_path", "", f"nothing at the table is called {path!r}")
    if not field:
        return table[key]
    if field in _FIXED or field not in getattr(table[key], "__struct_fields__", ()):
        raise Illegal("unknown_path", "", f"{path!r} names no value that can be changed")
    return getattr(table[key], field)


def _table(state: State, name: str) -> dict[str, Any]:
    """Return a table of the State; of faces, those of all Available Units (R-253)."""
    if name == "faces":
        return {unit: state.face(unit) for unit in state.available}
    if name == "campaign":
        return _aboard(state)
    if name == "counters":
        return state.mission.counters if state.mission else {}
    if name == "acting":
        frame = acting(state)
        return {} if frame is None else {"actions": frame.actions, "points": frame.points}
    found: dict[str, Any] = getattr(state, name)
    return found


def acting(state: State) -> Activation | None:
    """Return the Activation that goes on, with what the Character has left of it."""
    return next((frame for frame in reversed(state.agenda) if isinstance(frame, Activation)), None)


def _aboard(state: State) -> dict[str, Any]:
    """Return what can be corrected of the campaign."""
    campaign = state.campaign
    if not campaign:
        return {}
    crew = {f"crew.{id}": area for id, area in campaign.crew.items()}
    kept = {f"kept.{kind}": campaign.kept.get(kind, 0) for kind in ("biological", "tech")}
    return {**{name: getattr(campaign, name) for name in _ABOARD}, **crew, **kept}


def _key(table: dict[str, Any], parts: list[str]) -> tuple[str, str]:
    """Split off the longest key that fits, because ids of Miniatures contain a dot ("cadmus.2")."""
    whole = ".".join(parts)
    if whole in table or len(parts) == 1:
        return whole, ""
    return ".".join(parts[:-1]), parts[-1]


def overruled(state: State, path: str, value: Any) -> State:
    """Return the State with that value at the path, decoded to the type of the present value. Raises `ValidationError`,
    and `ValueError` when the number of values and paths differs."""
    if "," in path:
        for one, part in zip(path.split(","), msgspec.convert(value, list), strict=True):
            state = overruled(state, one, part)
        return state
    parts = path.split(".")
    types = _types(State)
    if len(parts) == 1:
        return replace(state, **{path: msgspec.convert(value, ready(types[path]))})
    if parts[0] == "campaign":
        return replace(state, campaign=_changed(state.campaign, parts[1:], value))
    table = _table(state, parts[0])
    key, field = _key(table, parts[1:])
    fresh = table.copy()
    if parts[0] == "counters":
        assert state.mission
        return replace(
            state, mission=replace(state.mission, counters={**fresh, key: msgspec.convert(value, ready(_COUNTER))})
        )
    if parts[0] == "acting":
        frame, left = acting(state), msgspec.convert(value, ready(_COUNTER))
        changed = (replace(one, **{key: left}) if one is frame else one for one in state.agenda)
        return replace(state, agenda=tuple(changed))
    if field:
        fresh[key] = replace(table[key], **{field: msgspec.convert(value, ready(_types(table[key].__class__)[field]))})
    elif parts[0] == "faces":
        fresh[key] = msgspec.convert(value, int)
        return replace(state, faces={unit: face for unit, face in fresh.items() if face} or msgspec.UNSET)
    else:
        fresh[key] = msgspec.convert(value, ready(get_args(types[parts[0]])[1]))
    return replace(state, **{parts[0]: fresh})


def _changed(campaign: CampaignState | msgspec.UnsetType, parts: list[str], value: Any) -> CampaignState:
    assert campaign
    name, *keys = parts
    types = _types(CampaignState)
    if not keys:
        return replace(campaign, **{name: msgspec.convert(value, ready(types[name]))})
    one = msgspec.convert(value, ready(get_args(types[name])[1]))
    return replace(campaign, **{name: {**getattr(campaign, name), keys[0]: one}})


@cache
def _types(kind: type) -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(kind)}
