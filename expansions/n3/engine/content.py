"""The content of the game as values: ammunition, weapons, programs, profiles, forces, zones and scenarios.

A file of the content folder holds one kind of things. A pack replaces a file, or adds one that begins with the name of
a kind: `weapons_mine.toml`. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from defiance_qt.api import ContentError, port

Attribute = Literal["cc", "bs", "ph", "wip", "arm", "bts"]
Number = Annotated[int, Meta(ge=0, le=99)]
Dice = Annotated[int, Meta(ge=1, le=9)]
MILLIMETRES = 10
"""Millimetres in a centimetre: content is in centimetres, the State in millimetres."""


class Ammunition(Struct, frozen=True, forbid_unknown_fields=True):
    """What a hit asks of its target. See `content/ammunition.toml`."""

    code: str
    attribute: Literal["arm", "bts", "ph"] = "arm"
    rolls: Dice = 1
    mod: int = 0
    halves: bool = False
    again: bool = False
    fails: str = "wound"
    heavy: str = ""
    marks: str = ""
    kills: bool = False
    non_lethal: bool = False
    memory: bool = False
    rules: tuple[str, ...] = ()


class Mode(Struct, frozen=True, forbid_unknown_fields=True):
    """One way to use a weapon, as the three of the Phero-Booster (N-111 … N-113)."""

    damage: Number
    burst: Dice = 1
    ammunition: str = "normal"
    rules: tuple[str, ...] = ()


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon. `bands` are pairs of the farthest distance in cm and the MOD up to there, the nearest first."""

    kind: Literal["bs", "cc", "template"] = "bs"
    damage: Number | None = None
    burst: Dice = 1
    ammunition: str = "normal"
    bands: tuple[tuple[int, int], ...] = ()
    modes: dict[str, Mode] = {}
    rules: tuple[str, ...] = ()

    def mode(self, name: str) -> Mode:
        """Return the mode of this name, or the weapon itself as a mode. Without a damage of its own it is 0."""
        return self.modes[name] if self.modes else Mode(self.damage or 0, self.burst, self.ammunition, self.rules)

    def band(self, distance: int) -> int | None:
        """Return the MOD at a distance in millimetres, None beyond the last band (K-008)."""
        return next((mod for far, mod in self.bands if distance <= far * MILLIMETRES), None)


class Program(Struct, frozen=True, forbid_unknown_fields=True):
    """A hacking program."""

    damage: Number = 0
    rolls: Dice = 1
    fails: str = "wound"
    marks: str = ""


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """The values in which a further profile of a troop differs; None is that of the profile."""

    mov: tuple[Number, ...] | None = None
    cc: Number | None = None
    bs: Number | None = None
    ph: Number | None = None
    wip: Number | None = None
    arm: Number | None = None
    bts: Number | None = None
    wounds: Number | None = None
    silhouette: Number | None = None


class Profile(Struct, frozen=True, forbid_unknown_fields=True):
    """A profile: values, skills with their levels ("guard:3"), and what it carries."""

    type: str
    mov: tuple[Number, ...]
    cc: Number
    bs: Number
    ph: Number
    wip: Number
    arm: Number
    bts: Number
    wounds: Annotated[int, Meta(ge=1, le=9)] = 1
    silhouette: Number = 2
    structure: bool = False
    skills: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    order: Literal["regular", "irregular", "none"] = "regular"
    lieutenant: bool = False
    fireteam: str = ""
    leader: bool = False
    controls: str = ""
    forms: dict[str, Form] = {}


class Force(Struct, frozen=True, forbid_unknown_fields=True):
    """The troops of a side, by profile."""

    troops: tuple[str, ...]


class Hostile(Struct, frozen=True, forbid_unknown_fields=True):
    """The hostility of a zone: `level` is the lowest natural die that wakes it. `attribute` is rolled against `damage`;
    of "ph" the roll is PH with `mod` against Immobilised-1. `both`: one roll on ARM and one on BTS."""

    level: Annotated[int, Meta(ge=1, le=20)]
    attribute: Literal["arm", "bts", "ph"]
    damage: Number = 0
    mod: int = 0
    rolls: Dice = 1
    both: bool = False


class ZoneKind(Struct, frozen=True, forbid_unknown_fields=True):
    """The features of a zone (N-005). `variable`: its hostility is rolled before each Round (N-027)."""

    terrain: str = ""
    movement: Literal["", "difficult", "very_difficult"] = ""
    saturation: bool = False
    visibility: Literal["", "low", "poor"] = ""
    hostile: Hostile | None = None
    variable: bool = False


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario. `objectives` are worth so many points at most in a Round. `calms` is a zone whose level a scored
    objective lowers, `carried` a State of whoever scores one, `reporters` what they count in a campaign. With `opens` a
    Specialist scores by a WIP Roll."""

    kind: Literal["scenario", "bench"] = "scenario"
    zones: tuple[str, ...] = ()
    objectives: dict[str, Annotated[int, Meta(ge=1, le=9)]] = {}
    calms: str = ""
    carried: str = ""
    reporters: int = 1
    specialists: bool = False
    opens: bool = False
    forward: int = 0


KINDS: dict[str, type] = {
    "ammunition": Ammunition,
    "forces": Force,
    "profiles": Profile,
    "programs": Program,
    "scenarios": Scenario,
    "weapons": Weapon,
    "zones": ZoneKind,
}


class Content(Struct, frozen=True, dict=True):
    """All content of a session, by kind and id."""

    ammunition: dict[str, Ammunition] = {}
    forces: dict[str, Force] = {}
    profiles: dict[str, Profile] = {}
    programs: dict[str, Program] = {}
    scenarios: dict[str, Scenario] = {}
    weapons: dict[str, Weapon] = {}
    zones: dict[str, ZoneKind] = {}

    @cached_property
    def codes(self) -> Mapping[str, str]:
        """The ids of ammunition by their codes: "DA"."""
        return {one.code: id for id, one in self.ammunition.items()}


def load(files: Mapping[str, bytes]) -> Content:
    """Return the content of these files. Raises `ContentError` naming file and key."""
    found: dict[str, dict[str, Any]] = {kind: {} for kind in KINDS}
    for name, source in sorted(files.items()):
        kind = next((kind for kind in KINDS if name.removesuffix(".toml").split("/")[-1].startswith(kind)), None)
        if kind is None or not name.endswith(".toml"):
            raise ContentError("content.file", "{file}: {why}", file=name, why=f"it is none of {', '.join(KINDS)}")
        found[kind] |= port.read_content(name, source, dict[str, KINDS[kind]])  # type: ignore[valid-type]
    content = Content(**found)
    for file, key, missing in _dangling(content):
        raise ContentError(
            "content.file", "{file}: {why}", file=file, why=f"{key} names {missing!r}, which is not there"
        )
    return content


LEVELLED = ("guard", "reporter", "dazer", "symbiomate")
"""The skills whose level is a number."""


def unknown_in(content: Content, profile: Profile) -> Iterable[str]:
    """Yield what a profile names that is not there: weapons, programs, levels that are no number."""
    yield from (name for name in profile.weapons if name not in content.weapons)
    yield from (name for name in profile.programs if name not in content.programs)
    for skill in profile.skills:
        name, _, level = skill.partition(":")
        if name in LEVELLED and level and not (level.isdecimal() and 1 <= int(level) <= 9):
            yield skill


def _dangling(content: Content) -> Iterable[tuple[str, str, str]]:
    """Yield what names something that is not there: the file, the key, the name."""
    checks = (
        ("forces", "troops", content.profiles),
        ("scenarios", "zones", content.zones),
    )
    for kind, field, known in checks:
        for id, one in getattr(content, kind).items():
            yield from ((f"{kind}.toml", f"{id}.{field}", name) for name in getattr(one, field) if name not in known)
    for id, profile in content.profiles.items():
        yield from (("profiles.toml", id, name) for name in unknown_in(content, profile))
    for id, weapon in content.weapons.items():
        for name in (weapon.ammunition, *(mode.ammunition for mode in weapon.modes.values())):
            if name not in content.ammunition:
                yield "weapons.toml", id, name
