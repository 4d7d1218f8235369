"""The skills that can be declared, as one table: when, on which attribute, and in what role.

An "attack" is rolled against its target and faces the rolls of whoever acts back; a "defence" is one roll against all
who attack; a "task" is a Normal Roll whose success does something; "" is not rolled at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Skill:
    """A skill. `when`: "movement", "short" and "entire" in an Order, "aro" as a reaction. `needs` is the ability that
    gives it. `aims`: whom it is aimed at. `comms`: it is a Hacking or Comms Attack, or what evades those. `sight`: the
    visibility counts. `free`: an Immobilised troop can do it too."""

    id: str
    when: tuple[str, ...]
    role: Literal["", "attack", "defence", "task"] = ""
    attribute: str = ""
    needs: str = ""
    aims: Literal["", "enemy", "friend", "marker"] = ""
    comms: bool = False
    sight: bool = False
    free: bool = False
    rules: tuple[str, ...] = ("K-006",)


_BOTH = ("short", "aro")

SKILLS: dict[str, Skill] = {
    one.id: one
    for one in (
        Skill("move", ("movement",)),
        Skill("idle", ("movement", "short"), free=True),
        Skill("bs", _BOTH, "attack", "bs", aims="enemy", sight=True),
        Skill("cc", _BOTH, "attack", "cc", aims="enemy"),
        Skill("dodge", _BOTH, "defence", "ph", rules=("K-017",)),
        Skill("reset", _BOTH, "defence", "wip", comms=True, free=True, rules=("K-017",)),
        Skill("discover", _BOTH, "task", "wip", aims="marker", sight=True, free=True, rules=("K-018",)),
        Skill("observe", _BOTH, "attack", "wip", "forward_observer", "enemy", sight=True, rules=("N-055",)),
        Skill("hack", _BOTH, "attack", "wip", "hacking_device", "enemy", comms=True, rules=("K-017",)),
        Skill("doctor", ("short",), "task", "wip", "doctor", "friend", rules=("N-121",)),
        Skill("morpho_scan", ("short",), "", "", "morpho_scan", "enemy", comms=True, rules=("N-056",)),
        Skill("autohatch", ("movement",), needs="seed_embryo", rules=("N-071",)),
        Skill("hatch", ("aro",), "defence", "ph", "seed_embryo", rules=("N-072",)),
        Skill("dazer", _BOTH, needs="dazer", rules=("N-088",)),
        Skill("cloud", ("movement", "aro"), needs="stratuscloud", rules=("N-093",)),
        Skill("combat_jump", ("entire",), "task", "ph", "combat_jump", rules=("N-070",)),
        Skill("open", ("short",), "task", "wip", "specialist", rules=("N-048",)),
    )
}
