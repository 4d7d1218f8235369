"""A bot that plays to win: it pursues the mission's objective, attacks when the odds are good, and stays alive.

It plans for one Character at a time: where to go and what to do there, valued by `Evaluator`. It follows the plan as
long as the plan stays legal, which saves time. The number of answers in an Activation is bounded.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from defiance_qt.core.port import Advice, Candidate, Words
from defiance_qt.systems.defiance.bots import aboard, advice, answers
from defiance_qt.systems.defiance.bots.distances import DistanceMap
from defiance_qt.systems.defiance.bots.goals import Goals, deadline, find_goals
from defiance_qt.systems.defiance.bots.planning import Choice, Planner, Why
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.commands import Command
from defiance_qt.systems.defiance.engine.rules.rounds import check_activate
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Character, State
from defiance_qt.systems.defiance.game import DefianceGame

MOST_ANSWERS = 60
"""The maximum per Activation; beyond it the bot ends the Activation."""

MOST_PLANS = 3
"""The number of plans that are compared."""


class _Tables(NamedTuple):
    """Data derived from a session's rules, cached with them."""

    rules: Rules
    distances: DistanceMap


class HeuristicBot:
    """A bot that plays for victory. It is deterministic: the same states get the same answers."""

    def __init__(self) -> None:
        self._tables: _Tables | None = None
        self._plan: deque[Command] = deque()
        self._activation: tuple[int, str] = (0, "")
        self._answers = 0

    def choose(self, game: DefianceGame, state: State, legal: tuple[Command, ...]) -> Command:
        if len(legal) == 1:
            return legal[0]
        rules = game.rules_for(state)
        frame = state.agenda[-1]
        if isinstance(frame, f.Campaign):
            return aboard.choose(rules, state, frame, legal)
        tables = self._knows(rules)
        if isinstance(frame, f.Activation):
            return self._activate(tables, state, frame, legal)
        if isinstance(frame, f.Roll):
            return answers.roll(tables.rules, state, frame, legal)
        if isinstance(frame, f.Round):
            return self._planner(tables, state).who(legal)
        if isinstance(frame, f.Deployment):
            return answers.deploy(tables.rules, tables.distances, state, legal, self._aim(tables, state))
        if isinstance(frame, f.Console):
            wants = find_goals(tables.rules, tables.distances, state)
            return answers.console(state, frame, legal, wants, self._planner(tables, state).hurried)
        if isinstance(frame, f.Equipping):
            return answers.equip(tables.rules, frame, state, legal)
        if isinstance(frame, f.KeepConsequence):
            return answers.keep(self._planner(tables, state).worth, frame, legal)
        return legal[0]

    def advise(self, game: DefianceGame, state: State, legal: tuple[Command, ...], words: Words) -> Advice:
        """Return the choice in this state, whatever was planned before, with the part of its value that decided."""
        self._plan.clear()
        self._activation = (0, "")
        command = self.choose(game, state, legal)
        if len(legal) == 1 or state.between:
            why = _forced(game.rules_for(state), state, command)
        else:
            why = self._why(self._knows(game.rules_for(state)), state, command)
        text = advice.sentence(game, state, command, why, words)
        return Advice(command, text, why.rules, advice.points(command, why))

    def plans(
        self, game: DefianceGame, state: State, legal: tuple[Command, ...], words: Words
    ) -> tuple[Candidate, ...]:
        """Return the best plans of the active Character, each with another action at its end; before an Activation
        those of the Characters that are worth most to activate."""
        frame = state.agenda[-1] if state.agenda else None
        if not isinstance(frame, f.Activation | f.Round):
            return ()
        planner = self._planner(self._knows(game.rules_for(state)), state)
        plans: list[tuple[Character, list[Command], Choice]] = []
        if isinstance(frame, f.Activation):
            one = state.team[frame.character]
            plans += [(one, found.commands or [c.EndActivation(one.id)], found) for found in planner.choices(frame)]
        else:
            turns = planner.turns(legal)
            plans += [(one, [c.Activate(one.id), *found[0].commands], found[0]) for one, found in turns if found]
        return tuple(
            advice.candidate(game, state, commands, planner.reason(one, found), words)
            for one, commands, found in [plan for plan in plans if plan[1][0] in legal][:MOST_PLANS]
        )

    def _why(self, tables: _Tables, state: State, command: Command) -> Why:
        frame = state.agenda[-1]
        if isinstance(frame, f.Activation):
            return self._planner(tables, state).why(frame)
        if isinstance(frame, f.Round) and isinstance(command, c.Activate):
            return self._planner(tables, state).why(f.Activation(command.character))
        if isinstance(frame, f.Roll):
            return Why("odds")
        wants = find_goals(tables.rules, tables.distances, state)
        if isinstance(command, c.Assign) and isinstance(frame, f.Console):
            tasks = [task for task in wants.now if task.element == frame.console and command.input in task.inputs]
            return Why("matters", goal=tasks[0]) if tasks else Why("fills")
        if isinstance(frame, f.Deployment):
            return Why("near", goal=next(iter(wants.now or wants.then), None))
        kinds = {f.Console: "leaves", f.Equipping: "worn", f.KeepConsequence: "least"}
        return Why(kinds.get(type(frame), "only"))

    def _knows(self, rules: Rules) -> _Tables:
        if self._tables is None or self._tables.rules is not rules:
            self._tables = _Tables(rules, DistanceMap(rules))
            self._plan.clear()
        return self._tables

    def _planner(self, tables: _Tables, state: State) -> Planner:
        return Planner(
            tables.rules,
            tables.distances,
            state,
            find_goals(tables.rules, tables.distances, state),
            deadline(tables.rules, state),
        )

    def _aim(self, tables: _Tables, state: State) -> int:
        wants = find_goals(tables.rules, tables.distances, state)
        return goals_of(wants)

    def _activate(self, tables: _Tables, state: State, frame: f.Activation, legal: tuple[Command, ...]) -> Command:
        activation = state.round, frame.character
        if activation != self._activation:
            self._activation, self._answers = activation, 0
            self._plan.clear()
        self._answers += 1
        if self._answers > MOST_ANSWERS:
            return answers.of_kind(legal, c.EndActivation) or legal[0]
        if self._plan and self._plan[0] in legal:
            return self._plan.popleft()
        if frame.grant and frame.actions and frame.grant.only:
            return answers.granted(self._planner(tables, state).worth, legal)
        self._plan = deque(self._planner(tables, state).plan(frame))
        while self._plan:
            command = self._plan.popleft()
            if command in legal:
                return command
            self._plan.clear()
        return answers.of_kind(legal, c.EndActivation) or legal[0]


def _forced(rules: Rules, state: State, command: Command) -> Why:
    """Return why nothing else can be chosen: a partner has to follow, or there is nothing else."""
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, f.Round) and isinstance(command, c.Activate):
        others = (one for one in state.team.values() if one.id != command.character and not one.activated)
        for other in others:
            refusal = check_activate(rules, state, top, c.Activate(other.id))
            if refusal is not None and refusal.code == "partner_first":
                return Why("follows", str(refusal.values["partner"]), rules=(refusal.rule,))
    return Why("only")


def goals_of(wants: Goals) -> int:
    """Return the mask of the spaces of all tasks that are possible now."""
    goals = 0
    for task in wants.now or wants.then:
        goals |= task.spaces
    return goals
