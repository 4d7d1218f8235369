"""Explains why a disabled button or a click has no effect.

Finds the command that the user most likely meant, and reports the first check it fails, as judged by the engine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

from defiance_qt.core.session import Session
from defiance_qt.shell.present.values import NOTHING, RefusedView, as_sentence
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine import preview
from defiance_qt.systems.defiance.engine.content.cards import CardAction
from defiance_qt.systems.defiance.engine.rules.hacking import PROGRAM_TARGETS
from defiance_qt.systems.defiance.engine.rules.ranges import armed
from defiance_qt.systems.defiance.engine.rules.targets import of_kind
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Character, State
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.offers import spaces_of
from defiance_qt.systems.defiance.view.present.team import activation

# More points than any path on a board costs.
FAR = sys.maxsize


class WhyNot:
    """Explains, for one session, why a button is disabled or a click has no effect."""

    def __init__(
        self,
        session: Session,
        names: Names,
        doors: dict[str, tuple[str, ...]],
        budgets: Callable[[], tuple[int, ...]] = lambda: (),
    ) -> None:
        """`budgets` returns the movement points of the active Character, then those after each further Move."""
        self.session, self.names, self._doors, self._budgets = session, names, doors, budgets

    @property
    def _state(self) -> State:
        state: State = self.session.state
        return state

    @property
    def _rules(self) -> Rules:
        return rules_of(self.session)

    def command(self, command: Any) -> RefusedView:
        """Explain why this command is illegal now; return `NOTHING` if it is legal."""
        found = self.session.why_not(command, self.names.words)
        return RefusedView(as_sentence(" ".join(found.words)), found.rules) if found.words else NOTHING

    # -- buttons

    def action(self, action: str) -> RefusedView:
        """Explain why the button with this id ("attack", "card:<card>:<action>", …) is disabled now."""
        frame = activation(self._state)
        if frame is None:
            return NOTHING
        meant = self._meant(action, self._state.team[frame.character])
        if meant is not None:
            return self.command(meant)
        kind = action.partition(":")[0]
        return RefusedView(self.names.text(f"view.action.{kind}.off"), _NOBODY.get(kind, ()))

    def _meant(self, action: str, one: Character) -> Any | None:
        if action.startswith("card:"):
            _, card, name = action.split(":", 2)
            return self._card(one, card, name)
        make = _BUTTONS.get(action)
        return make(self, one) if make is not None else None

    def _attack(self, one: Character) -> c.Attack | None:
        target = self._nearest(one, self._state.enemies)
        return self._attack_on(one, target) if target else None

    def _attack_on(self, one: Character, target: str) -> c.Attack | None:
        """Return an Attack with a weapon in Range, else with the longest Range, else with a carried weapon not in use.
        Return None if the Character carries no weapon."""
        weapons = armed(self._rules, self._state, one).weapons
        if weapons:
            distance = self._distance(one, target)
            card, attack = max(
                weapons, key=lambda pair: (pair[1].range[0] <= distance <= pair[1].range[1], pair[1].range[1])
            )
            return c.Attack(one.id, card, attack.id, target)
        cards = self._rules.catalog.equipment
        for held in one.carried:
            if cards[held.item].attacks:
                return c.Attack(one.id, held.item, cards[held.item].attacks[0].id, target)
        return None

    def _hack(self, one: Character) -> c.Hack | None:
        found = [(target, program) for program, targets in self._programs(one) for target in targets]
        if not found:
            return None
        target, program = min(found, key=lambda pair: (self._distance(one, pair[0]), pair))
        return c.Hack(one.id, program, target)

    def _hack_on(self, one: Character, target: str) -> c.Hack | None:
        """Return a Hack with a program that works on the target, else with any program. None without programs."""
        programs = self._programs(one)
        if not programs:
            return None
        fitting = next((program for program, targets in programs if target in targets), programs[0][0])
        return c.Hack(one.id, fitting, target)

    def _programs(self, one: Character) -> list[tuple[str, tuple[str, ...]]]:
        """Return the programs that can be run, each with its possible targets on the whole board."""
        rules, state = self._rules, self._state
        found = []
        for program in dict.fromkeys(id for device in rules.loadout(one).devices for id in device.software):
            kind = rules.catalog.software[program].kind
            if kind != "demon":
                found.append((program, tuple(PROGRAM_TARGETS[kind](rules, state, program))))
        return found

    def _rest(self, one: Character) -> c.Rest:
        return c.Rest(one.id, next(iter(one.states), ""))

    def _interact(self, one: Character) -> c.Interact | None:
        state = self._state
        fresh = [id for id, door in state.doors.items() if not door.open and not door.security]
        fresh += [id for id, box in state.containers.items() if not box.empty]
        fresh += [id for id, panel in state.consoles.items() if len(panel.completed) != len(panel.inputs)]
        fresh += state.neutrals
        element = self._nearest(one, fresh or [*state.doors, *state.containers, *state.consoles])
        return c.Interact(one.id, element) if element else None

    def _card(self, one: Character, card: str, action: str, target: str = "") -> c.UseCard | None:
        """Return the card's Action on the target, else on the nearest figure of a fitting kind."""
        if not target:
            actions = [found for id, found in self._rules.actions(self._state, one) if (id, found.id) == (card, action)]
            others = self._aims(one, actions[0]) if actions else [one.id]
            target = self._nearest(one, others)
        return c.UseCard(one.id, card, action, target) if target else None

    def _aims(self, one: Character, action: CardAction) -> list[str]:
        """Return what a card with this Action could affect at any distance; what it does not fit if nothing else is
        there. A space can always be thrown at."""
        rules, state = self._rules, self._state
        if action.target in ("self", "space"):
            return [one.id] if action.target == "self" else []
        if action.target == "enemy":
            fitting = [id for id in state.enemies if of_kind(rules, state, id, action.among or ())]
            return fitting or list(state.enemies)
        if action.target == "door":
            closed = [id for id, door in state.doors.items() if not door.open and not door.security]
            return closed or list(state.doors)
        others = {id: other for id, other in state.team.items() if id != one.id}
        fits = {"character": lambda other: other.conscious, "unconscious": lambda other: not other.conscious}
        fit = fits.get(action.target, lambda other: other.remote)
        return [id for id, other in others.items() if fit(other)] or list(others)

    # -- clicks

    def click(self, about: str, picked: str = "", chosen: str = "") -> RefusedView:
        """Explain why a click on a figure, an element or a space ("K7") has no effect. `picked`: the button whose
        target is being chosen; `chosen`: the Character about to be deployed."""
        state = self._state
        frame = state.agenda[-1] if state.agenda else None
        if isinstance(frame, f.Round) and about in state.team:
            return self.command(c.Activate(about))
        if chosen and about in self._rules.board.by_name:
            return self.command(c.Deploy(chosen, about))
        if not isinstance(frame, f.Activation):
            return NOTHING
        one = state.team[frame.character]
        if about in self._rules.board.by_name:
            return self._space(one, about, frame, picked)
        meant = self._meant_at(one, about, picked)
        return self.command(meant) if meant is not None else NOTHING

    def _meant_at(self, one: Character, about: str, picked: str) -> Any | None:
        state = self._state
        if picked.startswith("card:"):
            _, card, action = picked.split(":", 2)
            return self._card(one, card, action, about) if about in (*state.team, *state.enemies) else None
        if picked == "hack" and about in (*state.team, *state.enemies, *state.doors):
            return self._hack_on(one, about)
        if picked == "attack" and about in state.team and about != one.id:
            return self._attack_on(one, about)
        if about in state.enemies and picked in ("", "attack"):
            return self._attack_on(one, about)
        tables = (state.doors, state.containers, state.consoles, state.neutrals)
        if picked in ("", "interact") and any(about in table for table in tables):
            return c.Interact(one.id, about)
        return None

    def _space(self, one: Character, space: str, frame: f.Activation, picked: str) -> RefusedView:
        """Explain why the Character cannot go there: no path, too far, or an obstacle to the step."""
        if picked or not one.space or space == one.space:
            return NOTHING
        rules, state = self._rules, self._state
        no_move = self.command(c.Move(one.id))
        board = rules.board
        beside = board.distance(board.by_name[one.space], board.by_name[space]) == 1
        if beside and frame.points:
            return self.command(c.StepTo(one.id, space))
        way = preview.walk_to(rules, state, one.id, space) if one.conscious else None
        if no_move.text and not frame.points:
            return no_move
        words, name = self.names.words, self.names.short(one.id)
        if way is None:
            barred = self.command(c.StepTo(one.id, space))
            why = ("R-212",), *((("R-215",),) if beside else ())
            return barred if barred.rules in why else RefusedView(words("view.why_not.no_way", space=space))
        if no_move.text:
            text = words("view.why_not.too_far.now", space=space, cost=way.cost, points=frame.points, name=name)
            return RefusedView(f"{text} {no_move.text}", ("R-051", "R-052", *no_move.rules))
        most = self._budgets()[-1]
        missing = way.cost - most
        text = words.count(
            "view.why_not.too_far", missing, n=missing, space=space, cost=way.cost, points=most, name=name
        )
        return RefusedView(text, ("R-051", "R-052"))

    def standing(self, space: str) -> str:
        """Return the id of a figure or element on a space, or ""."""
        state = self._state
        for table in (state.enemies, state.team, state.containers, state.consoles, state.neutrals):
            for id, one in table.items():  # type: ignore[attr-defined]  # all values have `space`
                if one.space == space:
                    return str(id)
        return ""

    def space_of(self, id: str) -> str:
        """Return the space that a figure or element stands on; "" for a door, which lies between two."""
        found = self._spaces(id)
        return found[0] if len(found) == 1 else ""

    def around(self, about: str) -> tuple[str, ...]:
        """Return what is on a space, and the doors beside it; () if `about` is not a space."""
        if about not in self._rules.board.by_name:
            return ()
        doors = [id for id, spaces in self._doors.items() if about in spaces]
        found = self.standing(about)
        return (found, *doors) if found else tuple(doors)

    # -- distances

    def _nearest(self, one: Character, ids: Iterable[str]) -> str:
        return min(ids, key=lambda id: (self._distance(one, id), id), default="")

    def _distance(self, one: Character, id: str) -> int:
        board = self._rules.board
        here = board.by_name.get(one.space)
        cells = [board.by_name[space] for space in self._spaces(id)]
        return FAR if here is None or not cells else min(int(board.distance(here, cell)) for cell in cells)

    def _spaces(self, id: str) -> tuple[str, ...]:
        return spaces_of(id, self._state, self._doors)


# The rules cited by a button without any possible target.
_NOBODY = {"attack": ("R-073",), "hack": ("R-107",), "interact": ("R-123",), "card": ("R-048",)}
_BUTTONS: dict[str, Callable[[WhyNot, Character], Any | None]] = {
    "move": lambda asked, one: c.Move(one.id),
    "attack": WhyNot._attack,
    "hack": WhyNot._hack,
    "equip": lambda asked, one: c.Equip(one.id),
    "rest": WhyNot._rest,
    "interact": WhyNot._interact,
    "automedikit": lambda asked, one: c.UseAutoMediKit(one.id),
    "end": lambda asked, one: c.EndActivation(one.id),
}
