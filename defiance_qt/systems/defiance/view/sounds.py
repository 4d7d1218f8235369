"""What the events of Infinity Defiance sound like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defiance_qt.systems.defiance.engine import events as ev

if TYPE_CHECKING:
    from defiance_qt.shell.sound import Names

SOUNDS: Names = {
    ev.Moved: "step",
    ev.CardDrawn: "card",
    ev.AiCardRevealed: "card",
    ev.InitiativeRevealed: "card",
    ev.DiceRolled: lambda event: "" if event.typed else "dice",
    ev.DamageHealed: lambda event: "heal" if event.amount else "",
    ev.DoorOpened: "door",
    ev.DoorClosed: "door",
    ev.HackDeclared: "hack",
    ev.InputCompleted: "hack",
    ev.AttackDeclared: "shot",
    ev.DamageSuffered: lambda event: "hit" if event.amount else "",
    ev.FellUnconscious: "fall",
    ev.MiniatureDied: "fall",
    ev.RemoteDisabled: "fall",
    ev.AlertChanged: "alarm",
    ev.MissionDecided: lambda event: "won" if event.result == "victory" else "lost",
}
