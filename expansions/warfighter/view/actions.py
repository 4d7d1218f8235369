"""The keys of the view: the cards of the hand, the Soldiers, and what stands in menus."""

from __future__ import annotations

from defiance_qt.shell.actions import Spec

from .present.hand import KEYS

MOST = 6
"""The most Soldiers of a team."""

CARDS = tuple(f"act.card.{place}" for place in range(1, len(KEYS) + 1))
SOLDIERS = tuple(f"act.soldier.{number}" for number in range(1, MOST + 1))

SPECS = (
    *(Spec(id, (key,), "act", key=f"view.key.card.{key}") for id, key in zip(CARDS, KEYS, strict=True)),
    *(Spec(id, (f"Alt+{id[-1]}",), "act", key=f"view.key.soldier.{id[-1]}") for id in SOLDIERS),
    Spec("act.next", ("PgDown",), "act", repeats=True, key="view.key.next"),
    Spec("act.previous", ("PgUp",), "act", repeats=True, key="view.key.previous"),
    Spec("act.kit", ("I",), "act", key="view.key.kit"),
    Spec("act.place", ("X",), "act", key="view.key.place"),
    Spec("act.end", ("E",), "act", key="view.key.end"),
)
