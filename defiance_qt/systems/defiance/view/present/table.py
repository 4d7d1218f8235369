"""The view models of one moment: of everything that this game's view shows, and its share of the shell's frame."""

from __future__ import annotations

from collections.abc import Sequence

from defiance_qt.core.session import Session
from defiance_qt.shell.present.memo import Memo
from defiance_qt.shell.view import Parts
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.words import label
from defiance_qt.systems.defiance.view.present import enemies, team
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.offers import Offers
from defiance_qt.systems.defiance.view.present.question import Asked, question
from defiance_qt.systems.defiance.view.present.top import top
from defiance_qt.systems.defiance.view.present.values import NOT_EXPLAINED, BoardMarks, ExplainedView, TableView
from defiance_qt.systems.defiance.view.present.why_not import NOTHING


class TableBuilder:
    """Builds the view models of one session; those whose inputs are the same objects as before are kept."""

    def __init__(self, session: Session, names: Names) -> None:
        self.session, self.names = session, names
        self._memo = Memo()

    def build(
        self,
        offers: Offers,
        *,
        picked: str = "",
        chosen: str = "",
        reach: Sequence[tuple[str, int]] = (),
        explained: ExplainedView = NOT_EXPLAINED,
        odds: str = "",
        why_not: team.Ask = lambda action: NOTHING,
    ) -> tuple[TableView, Parts]:
        """The view models. `picked`: the button whose target is chosen; `chosen`: who is about to be deployed; `reach`:
        the spaces that can be walked to, with their cost; `explained`: what the Enemy has just done; `odds`: those of
        the roll; `why_not` says why a button is grey."""
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
            odds,
        )
        view = TableView(
            team.cards(state, rules, names, offers, picked, chosen, why_not, memo),
            memo("alert", (state.alert, state.decks.get("ai")), lambda: enemies.alert(state, names)),
            memo(
                "reserve",
                (state.reserve, state.available, state.units, state.enemies, state.high_face),
                lambda: enemies.reserve(state, rules, names),
            ),
            enemies.units(state, rules, names, memo),
            memo("waiting", (state.initiative,), lambda: enemies.waiting(state, names)),
            enemies.consoles(state, names, memo),
            marks(state, rules, offers, picked, chosen, reach),
        )
        return view, Parts(top(state, prompt, names, picked), question(asked))


def marks(
    state: State, rules: Rules, offers: Offers, picked: str, chosen: str, reach: Sequence[tuple[str, int]]
) -> BoardMarks:
    """What glows on the board: answers, targets, and where the active Character can go."""
    frame = team.activation(state)
    acting = next(
        (one.enemy for one in reversed(state.agenda) if isinstance(one, f.EnemyActivation)),
        frame.character if frame is not None else "",
    )
    choices: list[str] = []
    targets: list[str] = []
    for thing in offers.things(picked):
        if thing in state.team:
            # One's own are answers, not targets: their spaces glow, and only when somebody is asked for.
            choices += offers.spaces(thing) if picked or frame is None else ()
        elif not thing.startswith("@"):
            targets.append(thing)
    if picked == "drag":
        choices = [one.space for one in offers.of("drag")]
    elif not picked and offers.of("deploy"):
        choices = [one.space for one in offers.of("deploy") if one.character == chosen]
    return BoardMarks(
        tuple(dict.fromkeys(choices)),
        tuple(dict.fromkeys(targets)),
        _line(state),
        _range(state, rules, picked),
        () if picked not in ("", "move") else tuple(reach),
        acting,
        chosen,
    )


def _line(state: State) -> tuple[str, str]:
    """From who acts to who is acted upon, while a roll is open."""
    roll = next((one for one in reversed(state.agenda) if isinstance(one, f.Roll)), None)
    if roll is None or roll.enemy is None:
        return "", ""
    standing = {one.id for one in state.team.values() if one.space}
    standing |= {enemy.id for enemy in state.enemies.values() if enemy.space}
    ends = [id for id in (roll.actor, roll.target) if id in standing]
    return (ends[0], ends[1]) if len(ends) == 2 else ("", "")


def _range(state: State, rules: Rules, picked: str) -> tuple[str, int, int]:
    """How far the active Character reaches with what it is about to use: all its weapons, or its hacking device."""
    frame = team.activation(state)
    if frame is None or picked not in ("attack", "hack"):
        return "", 0, 0
    loadout = rules.loadout(state.team[frame.character])
    ranges = [attack.range for _, attack in loadout.weapons] if picked == "attack" else []
    if picked == "hack":
        ranges += [device.device.range for device in loadout.devices]
    if not ranges:
        return "", 0, 0
    return frame.character, min(low for low, _ in ranges), max(high for _, high in ranges)
