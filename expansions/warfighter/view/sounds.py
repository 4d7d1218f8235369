"""What the events of the game sound like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine import events as ev

if TYPE_CHECKING:
    from defiance_qt.shell.sound import Names

SOUNDS: Names = {
    ev.Moved: "step",
    ev.HostileMoved: "step",
    ev.HandDrawn: "card",
    ev.CardPlayed: "card",
    ev.HostileDrawn: "card",
    ev.LocationPlaced: "door",
    ev.Healed: "heal",
    ev.Rallied: "heal",
    ev.ShotsResolved: lambda event: "hit" if "kill" in event.results or "hit" in event.results else "shot",
    ev.HostileFired: "shot",
    ev.WoundsSuffered: "hit",
    ev.HostileKilled: "hit",
    ev.SoldierDowned: "fall",
    ev.HostileGone: lambda event: "fall" if event.killed else "step",
    ev.HostileTurnBegan: "alarm",
    ev.GameEnded: lambda event: "won" if event.result == "victory" else "lost",
}
