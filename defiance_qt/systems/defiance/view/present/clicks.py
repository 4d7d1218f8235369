"""What a click on the board means in the current state. The presenter does it, the hover card says it before."""

from __future__ import annotations

from typing import Any

import msgspec

from defiance_qt.shell.present.values import NOTHING, RefusedView
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.present.names import Names
from defiance_qt.systems.defiance.view.present.offers import Offers, kind, thing
from defiance_qt.systems.defiance.view.present.team import activation
from defiance_qt.systems.defiance.view.present.why_not import WhyNot
from defiance_qt.systems.defiance.view.preview import PreviewService, Way


class Meaning(msgspec.Struct, frozen=True):
    """What happens on a click: `commands` are submitted as one step, or the user chooses from `choices`, or nothing
    happens for the reason in `refused`. `chosen` is the Character that the next click deploys."""

    commands: tuple[Any, ...] = ()
    choices: tuple[Any, ...] = ()
    refused: RefusedView = NOTHING
    chosen: str = ""


class Clicks:
    """The meanings of clicks in one state. `picked` is the button whose target is being chosen, `chosen` the Character
    about to be deployed."""

    def __init__(
        self, offers: Offers, preview: PreviewService, why_not: WhyNot, names: Names, picked: str, chosen: str
    ) -> None:
        self._offers, self._preview, self._why_not, self._names = offers, preview, why_not, names
        self._picked, self._chosen = picked, chosen

    @property
    def _state(self) -> State:
        state: State = self._preview.session.state
        return state

    def on_card(self, id: str) -> Meaning:
        """Return the meaning of a click on a Character's card."""
        if any(one.character == id for one in self._offers.of("deploy")):
            return Meaning(chosen=id)
        return self._among(self._offers.clicked(id, self._picked), id)

    def on_figure(self, id: str) -> Meaning:
        """Return the meaning of a click on a figure, or on a target that is no figure."""
        meant = self._offers.clicked(id, self._picked)
        if meant:
            return self._among(meant, id)
        space = self._why_not.space_of(id)
        return self.on_space(space) if space else self._among((), id)

    def on_space(self, space: str) -> Meaning:
        """Return the meaning of a click on a space: an answer, a destination, or a figure or element on it."""
        offers, picked = self._offers, self._picked
        deploys = [one for one in offers.of("deploy") if one.space == space and one.character == self._chosen]
        if deploys:
            return Meaning(tuple(deploys))
        meant = [one for one in offers.clicked(space, picked) if kind(one) not in ("deploy", "step")]
        steps = [] if picked else [one for one in offers.on(space) if kind(one) == "step"]
        way = self._preview.way(space)
        if not picked and way is not None:
            return Meaning(self._walk(way))
        if steps and not meant:
            # The space may be passed but not stayed on: the user has to click a space beyond it.
            name = self._names.short(steps[0].character)
            why = RefusedView(self._names.words("view.why_not.through", name=name, space=space), ("R-056",))
            return Meaning(refused=why)
        if not picked:
            # A door lies between spaces: it is clicked itself, so that no Action is spent on a space that shows none.
            doors = [one for one in meant if isinstance(one, c.Interact) and one.element in self._state.doors]
            meant = [one for one in meant if one not in doors]
            if doors and not meant:
                return Meaning(refused=RefusedView(self._names.words("view.why_not.door", space=space), ("R-123",)))
        return self._among(tuple(meant), self._why_not.standing(space) or space)

    def _walk(self, way: Way) -> tuple[Any, ...]:
        """Return the commands that walk along a path, after the Moves that it takes."""
        frame = activation(self._state)
        if frame is None:
            return ()
        who = frame.character
        return (*[c.Move(who)] * way.moves, *(c.StepTo(who, space) for space in way.walk.path))

    def _among(self, commands: tuple[Any, ...], about: str) -> Meaning:
        """Return the only matching command, the choice if several match, or the reason why none does. A click on who
        acts already spends nothing: even a single command is offered as a choice."""
        if len(commands) == 1 and (self._picked or not self._is_acting(commands[0])):
            return Meaning(commands)
        if commands:
            return Meaning(choices=commands)
        found = self._why_not.click(about, self._picked, self._chosen)
        if self._picked and not found.text:
            found = RefusedView(self._names.words("view.pick.not_here"))
        return Meaning(refused=found)

    def _is_acting(self, command: Any) -> bool:
        """Return whether the command is about the Character who acts."""
        frame = activation(self._state)
        return frame is not None and thing(command, self._state) == frame.character
