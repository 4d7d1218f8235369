"""The log category of an event, and its side."""

from __future__ import annotations

from defiance_qt.systems.defiance.engine import events as e

CATEGORIES = ("moves", "fights", "harm", "enemy", "table", "hand")

# All other events are "table".
_BY_TYPE: dict[type, str] = {
    e.Moved: "moves",
    e.Dragged: "moves",
    e.PointsGained: "moves",
    e.AttackDeclared: "fights",
    e.HackDeclared: "fights",
    e.DiceRolled: "fights",
    e.DieRolledAgain: "fights",
    e.SymbolsNullified: "fights",
    e.CriticalAdded: "fights",
    e.SwitchUsed: "fights",
    e.SwitchSpared: "fights",
    e.RollBoosted: "fights",
    e.SymbolsCancelled: "fights",
    e.RollSucceeded: "fights",
    e.DamageSuffered: "harm",
    e.DamageHealed: "harm",
    e.Unaffected: "harm",
    e.StateGained: "harm",
    e.StateLost: "harm",
    e.FellUnconscious: "harm",
    e.RemoteDisabled: "harm",
    e.ConsequenceSuffered: "harm",
    e.MiniatureDied: "harm",
    e.UnitEliminated: "harm",
    e.InstructionChosen: "enemy",
    e.InstructionSkipped: "enemy",
    e.InitiativeRevealed: "enemy",
    e.AiCardRevealed: "enemy",
    e.UnitActivated: "enemy",
    e.UnitDeployed: "enemy",
    e.SurpriseTargeted: "enemy",
    e.EnemyDeployed: "enemy",
    e.MiniatureRetreated: "enemy",
    e.ReserveChanged: "enemy",
    e.ReplacementsOrdered: "enemy",
    e.ReinforcementsEnded: "enemy",
    e.AlertChanged: "enemy",
    e.Overruled: "hand",
}


def category(event: e.Event) -> str:
    """Return the category that filters the event: one of CATEGORIES."""
    return _BY_TYPE.get(type(event), "table")


def side(event: e.Event) -> str:
    """Return the side of an event: "team", "enemy" or ""."""
    named = getattr(event, "side", "")
    if named:
        return str(named)
    if isinstance(event, e.AttackDeclared | e.HackDeclared):
        return "enemy" if "." in event.attacker else "team"
    return "enemy" if category(event) == "enemy" else ""
