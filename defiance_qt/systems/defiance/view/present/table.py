"""Builds the view models of one state: those of this game's view, and this game's parts of the shell's frame."""

from __future__ import annotations

from collections.abc import Sequence

from defiance_qt.core.session import Session
from defiance_qt.shell.present.memo import Memo
from defiance_qt.shell.view import Parts
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.rules.ranges import armed
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell import label
from defiance_qt.systems.defiance.view.present import enemies, team
from defiance_qt.systems.defiance.view.present.consequences import Consequences
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.offers import Offers, spaces_of
from defiance_qt.systems.defiance.view.present.question import Asked, question
from defiance_qt.systems.defiance.view.present.record import LastRoll
from defiance_qt.systems.defiance.view.present.top import top
from defiance_qt.systems.defiance.view.present.values import NOT_EXPLAINED, BoardMarks, ExplainedView, TableView
from defiance_qt.systems.defiance.view.present.why_not import NOTHING


class TableBuilder:
    """Builds the view models of one session. View models with unchanged inputs (the same objects) are reused."""

    def __init__(self, session: Session, names: Names) -> None:
        self.session, self.names = session, names
        self._memo = Memo()
        self._last_roll, self._plays = LastRoll(session), Consequences(session)

    def build(
        self,
        offers: Offers,
        *,
        picked: str = "",
        chosen: str = "",
        reach: Sequence[tuple[str, int]] = (),
        beyond: Sequence[tuple[str, int]] = (),
        explained: ExplainedView = NOT_EXPLAINED,
        why_not: team.Ask = lambda action: NOTHING,
    ) -> tuple[TableView, Parts]:
        """Build the view models. `picked`: the button whose target is being chosen; `chosen`: the Character about to be
        deployed; `reach`: the spaces in reach, with their cost; `beyond`: those that take a further Move; `explained`:
        the Enemy's last action; `why_not`: explains why a button is disabled."""
        state, rules, names, memo = self.session.state, rules_of(self.session), self.names, self._memo
        prompt = self.session.prompt
        asked = Asked(
            self.session,
            prompt,
            rules,
            names,
            offers,
            lambda command: label(command, state, names.words, actor=False),
            picked,
            explained,
            self._last_roll(),
            self._plays,
        )
        view = TableView(
            team.cards(state, rules, names, offers, picked, chosen, why_not, memo),
            memo("alert", (state.alert, state.decks.get("ai")), lambda: enemies.alert(state, names)),
            memo(
                "reserve",
                (state.reserve, state.available, state.faces, state.units, state.enemies, state.high_face),
                lambda: enemies.reserve(state, rules, names),
            ),
            enemies.units(state, rules, names, memo),
            memo("waiting", (state.initiative,), lambda: enemies.waiting(state, names)),
            enemies.consoles(state, names, memo),
            marks(state, rules, offers, picked, chosen, reach, beyond),
        )
        return view, Parts(top(state, prompt, names, picked), question(asked))


def marks(
    state: State,
    rules: Rules,
    offers: Offers,
    picked: str,
    chosen: str,
    reach: Sequence[tuple[str, int]],
    beyond: Sequence[tuple[str, int]] = (),
) -> BoardMarks:
    """Return the marks on the board: choices, targets, and the spaces in reach of the active Character."""
    frame = team.activation(state)
    choices: list[str] = []
    targets: list[str] = []
    for thing in offers.things(picked):
        if thing in state.team:
            # The team's figures are choices, not targets, and only while a button or prompt asks for one of them.
            choices += offers.spaces(thing) if picked or frame is None else ()
        elif not thing.startswith("@"):
            targets.append(thing)
        elif picked:
            choices += offers.spaces(thing)
    if not picked:
        choices += [one.space for one in offers.of("deploy") if one.character == chosen]
    return BoardMarks(
        tuple(dict.fromkeys(choices)),
        tuple(dict.fromkeys(targets)),
        _line(state),
        _range(state, rules, picked),
        () if picked else tuple(reach),
        () if picked else tuple(beyond),
        enemies.acting_enemy(state) or (frame.character if frame is not None else ""),
        chosen,
    )


def _line(state: State) -> tuple[str, str]:
    """Return the actor and the target of an open roll, or two empty strings."""
    roll = next((one for one in reversed(state.agenda) if isinstance(one, f.Roll)), None)
    if roll is None or roll.enemy is None:
        return "", ""
    if all(spaces_of(id, state, {}) for id in (roll.actor, roll.target)):
        return roll.actor, roll.target
    return "", ""


def _range(state: State, rules: Rules, picked: str) -> tuple[str, int, int]:
    """Return the active Character and the Range of its weapons or hacking devices, depending on the pressed button."""
    frame = team.activation(state)
    if frame is None:
        return "", 0, 0
    loadout = armed(rules, state, state.team[frame.character])
    ranges = {
        "attack": [attack.range for _, attack in loadout.weapons],
        "hack": [device.device.range for device in loadout.devices],
    }.get(picked, [])
    if not ranges:
        return "", 0, 0
    return frame.character, min(low for low, _ in ranges), max(high for _, high in ranges)
