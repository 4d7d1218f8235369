"""A hard mode: a watchful Enemy, dear rest, hard bargains, and no second try. Each part can be set."""

from __future__ import annotations

from collections.abc import Mapping

from defiance_qt.api import ContributeContext
from defiance_qt.systems.defiance.api import NumberChange, PlayContext, Veto, commands

NAME = "iron_team.name"
NO_REST = b'[switch_defaults]\nrest = "no"\n'


def contribute_content(context: ContributeContext) -> Mapping[str, bytes]:
    """Set the edition option of the Rest Action, as the printed English edition has it."""
    return {"rest.toml": NO_REST} if context.options["rest"] == "none" else {}


def check_command(context: PlayContext, command: commands.Command) -> Veto | None:
    """Refuse a second try of a lost mission."""
    if isinstance(command, commands.PlayAgain) and context.options["one_try"]:
        return Veto("iron_team_one_try", "iron-team-1", "An Iron Team plays no mission again")
    return None


def modify_cost(context: PlayContext, command: commands.Command, cost: int) -> NumberChange | None:
    if isinstance(command, commands.Rest) and context.options["rest"] == "dear":
        return NumberChange(NAME, 1, ("iron-team-2",))
    return None


def modify_damage(context: PlayContext, figure: str, amount: int, source: str) -> NumberChange | None:
    """Let Enemies deal more Damage to the team."""
    if figure in context.state.team and source in context.state.enemies:
        return NumberChange(NAME, context.options["damage"], ("iron-team-3",))
    return None


def modify_attribute(context: PlayContext, figure: str, attribute: str) -> int:
    """Let Enemies take more before they fall, and the team bear less attention."""
    if attribute == "wounds" and figure in context.rules.catalog.units:
        wounds: int = context.options["wounds"]
        return wounds
    limit: int = context.options["aggro"]
    return -limit if attribute == "max_aggro" else 0


def modify_alert(context: PlayContext, effect: str, amount: int) -> NumberChange | None:
    """Let the Alert rise faster, and bring more Reinforcements."""
    if effect == "level" and amount > 0 and context.options["sirens"]:
        return NumberChange(NAME, 1, ("iron-team-4",))
    if effect == "reinforcements" and amount:
        return NumberChange(NAME, context.options["reserves"], ("iron-team-4",))
    return None


def modify_campaign(context: PlayContext, number: str, subject: str, amount: int) -> NumberChange | None:
    """Raise prices, and pay less for a mission."""
    if number == "price":
        return NumberChange(NAME, context.options["prices"], ("iron-team-5",))
    if number == "intel" and amount:
        return NumberChange(NAME, -context.options["pay"], ("iron-team-5",))
    return None
