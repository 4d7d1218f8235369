"""The heuristic bot's answers inside frames: rolls, Consoles, Equipment, Consequences, deployment."""

from __future__ import annotations

from typing import Any

from defiance_qt.systems.defiance.bots import stores
from defiance_qt.systems.defiance.bots.distances import DistanceMap
from defiance_qt.systems.defiance.bots.evaluator import Evaluator
from defiance_qt.systems.defiance.bots.goals import Goals
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.enemies.evil_ai import odds_side
from defiance_qt.systems.defiance.engine.odds import Objective
from defiance_qt.systems.defiance.engine.rules import damage
from defiance_qt.systems.defiance.engine.rules.equip import places
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State

Legal = tuple[c.Command, ...]

MOST_COUNTED = 24
"""The Damage, beyond what Switches have dealt already, up to which house rules on Damage are asked."""


def of_kind(legal: Legal, kind: type) -> c.Command | None:
    """Return the first legal command of a kind, None without one."""
    return next((command for command in legal if isinstance(command, kind)), None)


def granted(worth: Evaluator, legal: Legal) -> c.Command:
    """Return the best of the Attacks or Hacks that a card lets a figure perform, or leave it at that."""
    rolls = [command for command in legal if isinstance(command, c.Attack | c.Hack)]
    best = max(rolls, key=lambda one: worth.blow(worth.view, one).value, default=legal[-1])
    return best


# ---- rolls ----


def roll(rules: Rules, state: State, frame: f.Roll, legal: Legal) -> c.Command:
    """Return the command for the best choice by the exact odds."""
    first = legal[0]
    if isinstance(first, c.RollAgain):
        return _again(rules, frame, legal)
    if frame.team is None:
        return legal[-1]
    if frame.step == "team_stored" and frame.enemy is None:
        return of_kind(legal, c.AddStored) or legal[-1]
    own = odds_side(state, frame.team, frame.enemy.figure if frame.enemy else frame.target, frame.multiplier)
    if frame.enemy is None:
        return _simple(rules, frame, legal, own)
    return _face_to_face(rules, state, frame, legal, own)


def _face_to_face(rules: Rules, state: State, frame: f.Roll, legal: Legal, own: Any) -> c.Command:
    team, enemy = frame.team, frame.enemy
    assert team is not None
    assert enemy is not None
    rival = odds_side(state, enemy, team.figure)
    wanted = objective(rules, state, frame)
    if any(isinstance(one, c.StoreDie | c.AddStored) for one in legal):
        stored = stores.face_to_face(rules, frame, legal, own, rival, wanted)
        if stored is not None or frame.step == "team_stored":
            return stored or c.LetStand()
    step = {"team_block": 3, "team_critical": 5, "team_switches": 7}[frame.step]
    choice = rules.odds.best_choice(
        step,  # type: ignore[arg-type]
        team.symbols,
        enemy.symbols,
        own,
        rival,
        wanted,
        team.damage,
        enemy.damage,
    )
    return _said(rules, state, legal, choice, "block" if step == 3 else "success")


def objective(rules: Rules, state: State, frame: f.Roll) -> Objective:
    """Return the objective of the Character: to defeat the target and to stay conscious."""
    assert frame.team is not None
    assert frame.enemy is not None
    one, foe = state.team.get(frame.team.figure), state.enemies.get(frame.enemy.figure)
    if one is None or foe is None:
        return Objective()
    kill = state.units[foe.unit].profile.wounds - foe.damage
    left = max(0, rules.loadout(one).wounds - one.damage)
    most = (frame.team.damage + MOST_COUNTED, frame.enemy.damage + MOST_COUNTED)
    return damage.objective(rules, state, one.id, foe.id, most, max(0, kill), left)


def _simple(rules: Rules, frame: f.Roll, legal: Legal, own: Any) -> c.Command:
    assert frame.team is not None
    if any(isinstance(one, c.StoreDie | c.AddStored) for one in legal):
        stored = stores.simple(rules, frame, legal, own)
        if stored is not None:
            return stored
    step = {"team_critical": 2, "team_block": 3, "team_switches": 4}[frame.step]
    if frame.needs and step == 3:
        # What the odds of a Success know nothing of: Blocks can be what is needed.
        return _said(rules, None, legal, "add", "block")
    choice = rules.odds.best_simple_choice(step, frame.team.symbols, own)  # type: ignore[arg-type]
    return _said(rules, None, legal, choice, "block" if step == 3 else "success")


def _said(rules: Rules, state: State | None, legal: Legal, choice: Any, critical: Any) -> c.Command:
    """Return the legal command for a choice of the odds."""
    if isinstance(choice, int):
        uses = [one for one in legal if isinstance(one, c.UseSwitch) and one.offer == choice]
        if uses:
            return min(uses, key=lambda use: _rest_of_life(state, use.target))
        return legal[-1]
    find_goals: c.Command = c.LetStand()
    if choice == "keep":
        find_goals = c.KeepCritical(critical)
    elif choice is not None:
        find_goals = c.SpendCritical(critical, choice)
    if find_goals in legal:
        return find_goals
    side_uses = [one for one in legal if isinstance(one, c.UseSwitch)]
    return side_uses[0] if side_uses and of_kind(legal, c.LetStand) is None else legal[-1]


def _rest_of_life(state: State | None, target: str) -> tuple[int, str]:
    """Sort key for targets: Enemies with the fewest Wounds left come first."""
    if state is None or target not in state.enemies:
        return 0, target
    enemy = state.enemies[target]
    return state.units[enemy.unit].profile.wounds - enemy.damage, target


def _again(rules: Rules, frame: f.Roll, legal: Legal) -> c.Command:
    """Reroll the worst die if it is below its average."""
    assert frame.team is not None
    dice = rules.catalog.dice.dice
    gains = []
    for place, (pool, face) in enumerate(zip(frame.team.dice, frame.team.faces, strict=True)):
        faces = [stores.worth(one) for one in dice[pool.die].faces]
        gains.append((sum(faces) / len(faces) - faces[face], place))
    gain, place = max(gains)
    again = c.RollAgain(place)
    return again if gain > 0 and again in legal else c.KeepDice()


# ---- Consoles ----


def console(state: State, frame: f.Console, legal: Legal, wants: Goals, hurried: bool) -> c.Command:
    """Assign symbols to the inputs that matter first, then to the input nearest to completion."""
    console = state.consoles[frame.console]
    matter = {number for task in wants.now if task.element == frame.console for number in task.inputs}
    assigns = [one for one in legal if isinstance(one, c.Assign)]
    if assigns:

        def rank(one: c.Assign) -> tuple[bool, int, int]:
            missing = Symbols.parse(console.inputs[one.input].symbols) - console.assigned[one.input]
            return one.input not in matter, sum(missing), one.input

        return min(assigns, key=rank)
    again = of_kind(legal, c.ConsoleRollAgain)
    if again is not None and hurried and matter:
        return again
    return of_kind(legal, c.LeaveConsole) or legal[0]


# ---- Equipment ----


def equip(rules: Rules, frame: f.Equipping, state: State, legal: Legal) -> c.Command:
    """Place an item in hand where it can be used, else in the Backpack, and finish when none fits anywhere."""
    for id in (frame.character, *frame.partners):
        one = state.team[id]
        for held in one.carried:
            fits = places(rules, one, held) if held.place == "" else ()
            wanted = [command for place in fits if (command := c.Place(id, held.item, place)) in legal]
            if wanted:
                return min(wanted, key=lambda command: (command.place == "backpack", command.place))
    return c.FinishEquip()


# ---- Consequences ----


def keep(worth: Evaluator, frame: f.KeepConsequence, legal: Legal) -> c.Command:
    """Keep the Consequence that does the least harm."""
    return max(
        (one for one in legal if isinstance(one, c.Keep)),
        key=lambda one: (_consequence(worth, one.card, frame.character), one.card),
        default=legal[0],
    )


def _consequence(worth: Evaluator, id: str, character: str) -> float:
    card = worth.rules.catalog.consequences[id]
    lasting = 1.5 * card.wounds + 1.2 * card.speed + 0.5 * card.max_aggro
    fewer = sum(len(one.rolls) * (len(one.dice) - one.fewer) for one in card.modifiers)
    return lasting + fewer + worth.effects(card.effects, character, character)


# ---- deployment ----


def deploy(rules: Rules, distances: DistanceMap, state: State, legal: Legal, goals: int) -> c.Command:
    """Deploy as far ahead as possible, slow Characters before fast ones, so that all arrive together."""
    view = rules.view(state)
    field = distances.field(goals, view.open_doors, unlocking=True)
    by_name = rules.board.by_name

    def rank(one: c.Command) -> tuple[int, int, str, str]:
        assert isinstance(one, c.Deploy)
        card = state.team[one.character]
        return field[by_name[one.space]], card.speed, one.character, one.space

    return min(legal, key=rank)
