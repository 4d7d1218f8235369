"""What the events of the game sound like. Dice that a person has rolled are heard at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine import events as ev

if TYPE_CHECKING:
    from defiance_qt.shell.sound import Names

SOUNDS: Names = {
    ev.DiceRolled: lambda event: "" if event.typed else "dice",
    ev.Healed: "heal",
    ev.ZoneTriggered: "alarm",
    ev.WoundSuffered: "hit",
    ev.StateSet: lambda event: "fall" if event.state in ("unconscious", "dead") else "",
    ev.Scored: "heal",
    ev.GameEnded: lambda event: {"victory": "won", "defeat": "lost"}.get(event.result, ""),
}
