"""The hooks of Infinity Defiance, in addition to those common to all systems (extend/hookspecs.py)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import msgspec

from defiance_qt.core.readonly import read_only
from defiance_qt.extend.answers import Answer, decoded, parts, plain
from defiance_qt.extend.guard import Guard
from defiance_qt.extend.hookspecs import ContributeContext
from defiance_qt.systems.defiance.engine.abilities import Ability, Caused
from defiance_qt.systems.defiance.engine.changes import NumberChange
from defiance_qt.systems.defiance.engine.checks.abilities import instruction
from defiance_qt.systems.defiance.engine.commands import Command
from defiance_qt.systems.defiance.engine.content import CardAction
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.events import Event
from defiance_qt.systems.defiance.engine.frames import Roll, TeamOrEnemy
from defiance_qt.systems.defiance.engine.hooks import (
    AlertEffect,
    CampaignNumber,
    EnemyAction,
    PlayContext,
    RollModifier,
    SetupContext,
    SightRule,
    SymbolChange,
    Veto,
)
from defiance_qt.systems.defiance.engine.shown import PlayRules
from defiance_qt.systems.defiance.engine.state import State


def contribute_abilities(context: ContributeContext) -> Sequence[Ability]:  # type: ignore[empty-body]
    """Add abilities: functions with an id, which cards refer to.

    Called: once, when a game is set up.
    Returns: abilities with new ids. A duplicate id is an error that names both plugins.
    Example: `return (Ability("regenerates", cites=("mine-1",), react=lambda rules, state, event, bearer: ()),)`
    """


def choose_sight(context: SetupContext) -> SightRule | None:
    """Choose the rule for lines of sight (R-062…R-068).

    Called: once, when the board of a mission is built.
    Returns: the rule, or None to leave the choice to other plugins.
    Example: `return SightRule(graze_cuts=False)`
    """


def check_command(context: PlayContext, command: Command) -> Veto | None:
    """Refuse a command that the rulebook allows.

    Called: after all other checks have passed. Also called for each command in the list of legal ones, so be quick.
    Returns: a veto with a stable code, a rule id defined by the plugin and a sentence, or None to allow the command.
    Example: `return Veto("no_rest", "tired-1", "No rest tonight") if isinstance(command, commands.Rest) else None`
    """


def check_target(context: PlayContext, attacker: str, target: str, distance: int) -> Veto | None:
    """Refuse a target that the rulebook allows (R-078, R-187).

    Called: for each opponent that an Attack, a program or a card's Action could be aimed at, after all other checks:
    for the team and for the Enemy, also for the spaces that an Enemy could move to and for previews. `distance` is the
    Range, which may be that from another space than the attacker's own.
    Returns: a veto with a stable code, a rule id defined by the plugin and a sentence, or None to allow the target. The
    text `refusal.CODE` among the plugin's words is shown to the team and in the Enemy's log.
    Example: `return Veto("too_far", "fog-1", "The fog hides it") if distance > 6 else None`
    """


def modify_roll(context: PlayContext, roll: Roll) -> Sequence[RollModifier]:  # type: ignore[empty-body]
    """Add dice and symbols to a roll, or remove dice from it (R-079…R-082).

    Called: when a roll is opened, before any die is rolled, and when its odds are computed: also for the rolls of the
    Sickbay ("cure" in `roll.purpose`) and of the ship's jump ("jump").
    Returns: the changes, each with the text key of its source; () for none. The changes of all plugins are sorted by
    source.
    Example: `return (RollModifier("my_plugin.fog", "team", fewer=1),) if roll.sight else ()`
    """


def modify_symbols(context: SetupContext, side: TeamOrEnemy, symbols: Symbols) -> SymbolChange | None:
    """Count the symbols that a side has rolled in another way (R-079…R-086).

    Called: when all dice of a side are known, also after a reroll, and for every total when odds are computed. The
    answer must depend on the arguments only: it is remembered for the rest of the game.
    Returns: the symbols instead, each count at least 0, with the text key of their source; None for no change. The
    changes of all plugins are summed.
    Example: `return SymbolChange("my_plugin.luck", symbols + Symbols(success=1)) if symbols.special > 2 else None`
    """


def modify_attribute(context: PlayContext, figure: str, attribute: str) -> NumberChange | int | None:
    """Change an attribute of a Character, an Ally or a Unit (R-051, R-099, R-248).

    Called: for one of the team, `figure` being its id, with "speed" whenever its Speed is read, and with "wounds" and
    "max_aggro" when it comes into play, in a campaign when it comes aboard. For a Unit, `figure` being the Unit's id,
    with "speed", "wounds", "respawn" and "replacements" when it is deployed, for both faces alike; "respawn" also
    while it waits to come back. What is asked when a figure comes into play stays with it, as printed on its card.
    `context.rules.catalog.units` has the ids of Units. Return 0 for any other name: later versions may ask for more.
    Returns: the number to add with the text key of its source, None for no change; or the number alone, which is told
    without a reason. The changes of all plugins are summed; Wounds and prices stay at least
    1, others 0, and what a card does not have is not asked for.
    Example: `return NumberChange("my_plugin.tough", 1) if attribute == "wounds" else None`
    """


def modify_cost(context: PlayContext, command: Command, cost: int) -> NumberChange | None:
    """Change how many Actions a command of a Character costs (R-046).

    Called: whenever the cost is asked for: in the list of legal commands, in previews and when the command is given.
    `cost` is 1, or 0 for a Free Action. What a card lets a figure do (R-313) costs nothing more and is not asked for.
    Returns: the Actions to add, or below 0 to take away, with the text key of their source; None for no change. The
    changes of all plugins are summed. An Action that can be repeated costs at least 1; a door, a Container or a Neutral
    Character is interacted with once, which can cost 0.
    Example: `return NumberChange("my_plugin.haste", -1) if isinstance(command, commands.Interact) else None`
    """


def modify_damage(context: PlayContext, figure: str, amount: int, source: str) -> NumberChange | None:
    """Change the Damage that a figure suffers (R-094): one of the team or an Enemy.

    Called: before Damage of any origin is dealt, and for each result when odds are computed: the window's, the bots',
    Evil AI's. `amount` is at least 1; `source` is the id of the figure that deals it, or the text key of a card.
    Returns: the Damage to add, or below 0 to take away, with the text key of its source; None for no change. The
    changes of all plugins are summed, and Damage never falls below 0.
    Example: `return NumberChange("my_plugin.vests", -1) if figure in context.state.team else None`
    """


def modify_alert(context: PlayContext, effect: AlertEffect, amount: int) -> NumberChange | None:
    """Change what the Alert does (R-259…R-274).

    Called: with the effect "level" when the Alert rises by `amount`, or falls; with "reinforcements" at the end of each
    Round, where `amount` is 1 from Alert 2 on and else 0 (R-266); with "aggro" when a Character interacts with a
    Console, where `amount` is 1, from Alert 3 on 2 (R-267). Return None for any other effect: later versions may ask
    for more.
    Returns: the number to add, or below 0 to take away, with the text key of its source; None for no change. The
    changes of all plugins are summed; no rise becomes a fall, and nothing is below 0.
    Example: `return NumberChange("my_plugin.sirens", 1) if effect == "reinforcements" and amount else None`
    """


def modify_campaign(context: PlayContext, number: CampaignNumber, subject: str, amount: int) -> NumberChange | None:
    """Change a number of the campaign (R-303…R-305).

    Called: with "price" whenever the Intel Packs that a card costs are asked for, for the market, a purchase and a bot;
    with "sale" for what discarding a card brings; with "intel" for what each Character gains by a mission, of half as
    much after a lost one. `subject` is the id of the card or Character. Return None for any other number: later
    versions may ask for more.
    Returns: the Intel Packs to add, or below 0 to take away, with the text key of their source; None for no change. The
    changes of all plugins are summed, and the result is at least 0.
    Example: `return NumberChange("my_plugin.war", amount) if number == "price" else None`
    """


def modify_range(
    context: PlayContext, figure: str, weapon: str, attack: str, low: int, high: int
) -> NumberChange | None:
    """Change how far an Attack or a hacking device reaches (R-069, R-109).

    Called: for each Attack of a Character or Enemy whenever its Range is asked for, also by previews, bots and the
    Enemy's decisions. `weapon` is the id of the card it is printed on, `attack` its own id there: "hack" for a device
    of a Character, "hack_attack" for the Hack Attack of a Unit. `low` and `high` are the printed Range.
    Returns: the spaces to add to the greatest Range, or below 0 to take away, with the text key of their source; None
    for no change. The changes of all plugins are summed, and the greatest Range is never below the least.
    Example: `return NumberChange("my_plugin.dust", -2) if high > 4 else None`
    """


def react_event(context: PlayContext, event: Event) -> Sequence[Event]:  # type: ignore[empty-body]
    """Add events that follow from an event.

    Called: for each event that the rules cause, before the next step of the agenda. Events from reactions do not
    trigger further reactions, so two plugins cannot cause an endless loop.
    Returns: core events; () for none. Damage has its usual effects. Use `PluginFact` for facts defined by the plugin.
    Example: `return (events.PluginFact("loud", event.door, True),) if isinstance(event, events.DoorOpened) else ()`
    """


IN_PLAY = (
    "choose_sight",
    "check_command",
    "check_target",
    "modify_roll",
    "modify_symbols",
    "modify_attribute",
    "modify_cost",
    "modify_damage",
    "modify_alert",
    "modify_campaign",
    "modify_range",
    "react_event",
)
"""The hooks that the engine calls during play; the names are fields of `engine.hooks.Hooks`."""


# ---- validation of the returned values ------------------------------------------------------------------------------


LONGEST = 200
"""The longest fact of an ability, in characters."""

FARTHEST = 1_000_000
"""The largest number of a selector."""

MOST = 20
"""The largest change of an attribute or number of dice that one answer can ask for; the game's own are below 10."""


def _abilities(answer: Any, context: ContributeContext) -> tuple[Ability, ...]:
    return tuple(_ability(one) for one in parts(answer))


def _ability(answer: object) -> Ability:
    if type(answer) is not Ability:
        raise TypeError(f"{answer!r} is not an ability")
    fields = {name: plain(getattr(answer, name), kind) for name, kind in _ABILITY.items()}
    functions = {name: getattr(answer, name) for name in FUNCTIONS}
    ability = Ability(**fields, **functions)
    if not ability.id:
        raise TypeError(f"{answer!r} has no id")
    for name, function in functions.items():
        if function is not None and not callable(function):
            raise TypeError(f"{ability.id}.{name} is not a function")
    return ability


def _sight(answer: object, context: SetupContext) -> SightRule | None:
    return None if answer is None else decoded(answer, SightRule)


def _veto(answer: object, *arguments: object) -> Veto | None:
    if answer is None:
        return None
    veto: Veto = decoded(answer, Veto)
    if not veto.code or not veto.message.strip():
        raise TypeError(f"{veto!r} has no code or no message")
    return veto


def _modifiers(answer: Sequence[object], context: PlayContext, roll: Roll) -> tuple[RollModifier, ...]:
    return _rolled(answer, context.rules)


def _added(answer: Sequence[object], rules: PlayRules, *arguments: object) -> tuple[RollModifier, ...]:
    return _rolled(answer, rules)


def _rolled(answer: Sequence[object], rules: PlayRules) -> tuple[RollModifier, ...]:
    modifiers = tuple(decoded(modifier, RollModifier) for modifier in parts(answer))
    for modifier in modifiers:
        symbols = Symbols.parse(modifier.symbols)
        numbers = (len(modifiers), len(modifier.dice), modifier.fewer, modifier.reroll, *symbols)
        if max(numbers) > MOST or min(numbers) < 0:
            raise ValueError(f"{modifier!r} has a number that is not between 0 and {MOST}")
        if not modifier.source:
            raise TypeError(f"{modifier!r} has no source")
        for die in modifier.dice:
            if die not in rules.catalog.dice.dice:
                raise ValueError(f"there is no die {die!r}")
    return modifiers


def _counted(answer: object, context: SetupContext, side: TeamOrEnemy, symbols: Symbols) -> SymbolChange | None:
    if answer is None:
        return None
    change: SymbolChange = decoded(answer, SymbolChange)
    if not change.source:
        raise TypeError(f"{change!r} has no source")
    if min(change.symbols) < 0:
        raise ValueError(f"{change!r} is below 0")
    if max(now - was for was, now in zip(symbols, change.symbols, strict=True)) > MOST:
        raise ValueError(f"{change!r} adds more than {MOST}")
    return change


def _number(answer: object, context: PlayContext, figure: str, attribute: str) -> NumberChange | None:
    """Return a change of an attribute; a number alone is one that names no source."""
    if answer is None or isinstance(answer, NumberChange):
        return _change(answer)
    if type(answer) is bool or not issubclass(type(answer), int):
        raise TypeError(f"{answer!r} is not a whole number")
    # A class of the plugin can count in its own way; this is the number itself.
    number = int.__pos__(cast(int, answer))
    if abs(number) > MOST:
        raise ValueError(f"{number} is not between -{MOST} and {MOST}")
    return NumberChange("", number)


def _change(answer: object, *arguments: object) -> NumberChange | None:
    if answer is None:
        return None
    change: NumberChange = decoded(answer, NumberChange)
    if not change.source:
        raise TypeError(f"{change!r} has no source")
    if abs(change.amount) > MOST:
        raise ValueError(f"{change.amount} is not between -{MOST} and {MOST}")
    return change


def _events(answer: Sequence[object], *arguments: object) -> tuple[Event, ...]:
    return tuple(decoded(event, Event) for event in parts(answer))


def _caused(answer: Sequence[object], *arguments: object) -> tuple[Caused, ...]:
    return tuple(decoded(one, Caused) for one in parts(answer))


def _facts(answer: Sequence[object], *arguments: object) -> tuple[str, ...]:
    """Check the facts of an ability: words, with a single space between them."""
    found = tuple(plain(one, str) for one in parts(answer))
    for text in found:
        if text != " ".join(text.split()) or len(text) > LONGEST:
            raise ValueError(f"{text!r} is not a fact in words")
    return found


def _score(answer: object, *arguments: object) -> int:
    if type(answer) is not int:
        raise TypeError(f"{answer!r} is not a whole number")
    if abs(answer) > FARTHEST:
        raise ValueError(f"{answer} is not between -{FARTHEST} and {FARTHEST}")
    return answer


def _offers(answer: Sequence[object], *arguments: object) -> tuple[CardAction, ...]:
    """Check the Actions that an ability offers. What their effects name is checked where they are offered."""
    found = tuple(decoded(one, CardAction) for one in parts(answer))
    ids = [action.id for action in found]
    if len(set(ids)) < len(ids) or "" in ids or len(ids) > MOST:
        raise ValueError(f"{ids!r} are not ids of up to {MOST} Actions")
    return found


def _action(answer: object, rules: PlayRules, *arguments: object) -> EnemyAction | None:
    if answer is None:
        return None
    action: EnemyAction = decoded(answer, EnemyAction)
    for space in action.to:
        if not rules.is_space(space):
            raise ValueError(f"there is no space {space!r}")
    return action


def _truth(answer: object, *arguments: object) -> bool:
    if answer is not True and answer is not False:
        raise TypeError(f"{answer!r} is neither true nor false")
    return answer


def _orders(answer: Sequence[str] | None, rules: PlayRules, *arguments: object) -> tuple[str, ...] | None:
    """Check the Instructions of a Unit, each in the form of an AI card's entry."""
    if answer is None:
        return None
    entries = parts(answer)
    for entry in entries:
        instruction(plain(entry, str), rules.vocabulary)
    return entries


# ---- the functions of a plugin's abilities --------------------------------------------------------------------------

FUNCTIONS: dict[str, tuple[Callable[..., Any], Any]] = {
    "untargetable": (_truth, False),
    "pins_when": (_truth, False),
    "modify": (_added, ()),
    "orders": (_orders, None),
    "react": (_caused, ()),
    "apply": (_caused, ()),
    "terrain": (_caused, ()),
    "condition": (_truth, False),
    "fact": (_facts, ()),
    "instruct": (_action, None),
    "select": (_score, 0),
    "command": (_offers, ()),
}
"""The functions of an ability: the check of their answer, and the answer that means nothing."""

_ABILITY = {field.name: field.type for field in msgspec.structs.fields(Ability) if field.name not in FUNCTIONS}


def _guarded(abilities: Sequence[Ability], guard: Guard) -> tuple[Ability, ...]:
    """Return a plugin's abilities with their functions guarded, and the table shown to them read-only."""
    return tuple(_guarded_ability(ability, guard) for ability in abilities)


def _guarded_ability(ability: Ability, guard: Guard) -> Ability:
    changed: dict[str, Any] = {}
    for name, (check, nothing) in FUNCTIONS.items():
        function = getattr(ability, name)
        if function is not None:
            changed[name] = guard(f"{ability.id}.{name}", _shown_to(function), check, nothing)
    return msgspec.structs.replace(ability, **changed) if changed else ability


def _shown_to(function: Callable[..., Any]) -> Callable[..., Any]:
    def called(rules: PlayRules, state: State, *others: Any) -> Any:
        return function(rules, rules.shown(state), *(read_only(one) for one in others))

    return called


ANSWERS = {
    "contribute_abilities": Answer(
        ("context",), _abilities, (), lambda answer: [one.id for one in answer], guarded=_guarded, named=True
    ),
    "choose_sight": Answer(("context",), _sight, None),
    "check_command": Answer(("context", "command"), _veto, None),
    "check_target": Answer(("context", "attacker", "target", "distance"), _veto, None),
    "modify_roll": Answer(("context", "roll"), _modifiers, ()),
    "modify_symbols": Answer(("context", "side", "symbols"), _counted, None),
    "modify_attribute": Answer(("context", "figure", "attribute"), _number, None),
    "modify_cost": Answer(("context", "command", "cost"), _change, None),
    "modify_damage": Answer(("context", "figure", "amount", "source"), _change, None),
    "modify_alert": Answer(("context", "effect", "amount"), _change, None),
    "modify_campaign": Answer(("context", "number", "subject", "amount"), _change, None),
    "modify_range": Answer(("context", "figure", "weapon", "attack", "low", "high"), _change, None),
    "react_event": Answer(("context", "event"), _events, ()),
}
