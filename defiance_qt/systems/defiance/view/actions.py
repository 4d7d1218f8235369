"""Keyboard actions of this game's view, in addition to those of the shell."""

from __future__ import annotations

from defiance_qt.shell.actions import Spec
from defiance_qt.shell.native import key_text

SPECS = (
    Spec("act.move", ("M",), "act", key="view.do.move"),
    Spec("act.attack", ("A",), "act", key="view.do.attack"),
    Spec("act.hack", ("H",), "act", key="view.do.hack"),
    Spec("act.equip", ("E",), "act", key="view.do.equip"),
    Spec("act.rest", ("R",), "act", key="view.do.rest"),
    Spec("act.interact", ("I",), "act", key="view.do.interact"),
    Spec("act.automedikit", ("J",), "act", key="view.do.automedikit"),
    Spec("act.drag", ("G",), "act", key="view.do.drag"),
    Spec("act.card", ("U",), "act", key="view.do.card"),
    Spec("act.end", ("Ctrl+Return", "Ctrl+Enter"), "act", key="view.do.end"),
    Spec("look.person", ("K",), "look", key="view.look.person"),
    Spec("look.fit", ("0",), "look", menu=True),
    Spec("look.zoom_in", ("+", "="), "look", repeats=True),
    Spec("look.zoom_out", ("-",), "look", repeats=True),
    Spec("look.threat", ("T",), "look", checkable=True, key="view.look.threat", menu=True),
    Spec("look.coordinates", ("C",), "look", checkable=True, menu=True),
)


def action_keys() -> dict[str, str]:
    """Return the key of each button of the active card: "move" to "M"."""
    return {spec.id.removeprefix("act."): key_text(spec.keys[0]) for spec in SPECS if spec.id.startswith("act.")}
