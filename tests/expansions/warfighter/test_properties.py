"""What holds in every game: legality, invariants, storage, undo, corrections, texts of commands.

The positions are those of the golden games and a few random commands from there.
"""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Mapping
from functools import cache, reduce
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from defiance_qt.core import chance, port
from defiance_qt.core.errors import Illegal, NotationError
from defiance_qt.extend.sessions import Session
from defiance_qt.words.catalogue import Words
from expansions.warfighter.bots.leader import LeaderBot
from expansions.warfighter.engine import commands as c
from expansions.warfighter.engine import events as e
from expansions.warfighter.engine import totals
from expansions.warfighter.engine.evolve import evolve
from expansions.warfighter.engine.frames import Draw, Roll
from expansions.warfighter.engine.notation import format_command, parse
from expansions.warfighter.engine.rules import chance as chance_of
from expansions.warfighter.engine.state import State
from tests.conftest import ROOT
from tests.expansions.warfighter.playthrough import ANSWERED, begun, files, header
from tests.expansions.warfighter.playthrough import TEAM as TEAM_SAYS
from tests.expansions.warfighter.table import TEAM, at, game

MISSIONS = tuple(game().rules.catalog.missions)


class Keys:
    """Texts that are their keys."""

    language = "en"
    rules: Mapping[str, Any] = {}

    def __call__(self, key: str, /, **values: Any) -> str:
        return key

    def count(self, key: str, n: int, /, **values: Any) -> str:
        return key

    def __contains__(self, key: str) -> bool:
        return True


@cache
def words() -> Words:
    return Words("en", (ROOT / "expansions/warfighter/locale",))


def begin(mission: str, edition: str, hostiles: str, seed: int) -> tuple[Any, State]:
    made = game(mission, edition, hostiles)
    state = reduce(made.evolve, made.start(made.setup), made.blank())
    del seed
    return made, state


def answered(made: Any, state: State, seed: int) -> Any:
    """The answer of chance that is asked for, None if nothing is."""
    asked = made.request(state)
    return None if asked is None else made.answer(state, chance.answer(seed, asked))


@cache
def game_of(name: str) -> tuple[Any, tuple[State, ...], tuple[Any, ...]]:
    """The game of a golden file, its states, and the commands between them."""
    text = files()[name].read_text("utf-8")
    made, state = begun(header(text))
    commands = tuple(parse(line[2:]) for line in text.splitlines() if line.startswith((TEAM_SAYS, ANSWERED)))
    states = [state]
    for command in commands:
        states.append(made.step(states[-1], command)[0])
    return made, tuple(states), commands


@st.composite
def positions(draw: st.DrawFn) -> tuple[Any, State]:
    """A state of a golden game, and up to four random commands from there."""
    made, states, _ = game_of(draw(st.sampled_from(sorted(files()))))
    state = states[draw(st.integers(0, len(states) - 2))]
    for luck in draw(st.lists(st.integers(0, 10**6), max_size=4)):
        legal = made.legal(state) or ((answered(made, state, luck),) if made.request(state) else ())
        if legal:
            state, _ = made.step(state, legal[luck % len(legal)])
    return made, state


def vocabulary(made: Any, state: State) -> list[str]:
    """Words that commands can be made of: what is in play, what is not, and what is nothing."""
    catalog = made.rules.catalog
    inside = [*state.team, *state.hostiles, *state.row, *state.on_call, *(one.id for one in state.supports)]
    for soldier in state.team.values():
        inside += [*soldier.carried, *soldier.skills, *soldier.hand, *(f"ammo:{one.id}" for one in soldier.weapons)]
        inside += [f"{one.id}.{mode}" for one in soldier.weapons for mode in (0, 1, 2, 9)]
        inside += [f"{soldier.number}:{one.id}" for one in soldier.weapons]
    inside += [f"{id}:{number}" for id in state.hostiles for number in state.team]
    outside = ["", "-", "0", "9", "own.1", "own", "objective", "left", "right", "picket.9", "surge", "dive", "drone"]
    decks = [catalog.soldiers, catalog.weapons, catalog.equipment, catalog.skills, catalog.actions, catalog.supports]
    return [*inside, *outside, *(id for deck in decks for id in deck), *catalog.nations, *catalog.teams]


COMMANDS = [kind for kind in get_args(c.Command) if kind not in (c.Overrule, port.SetAnswer)]


def any_command(luck: random.Random, state: State, said: list[str]) -> Any:
    """A command of any kind with words that could stand in it."""
    kind = luck.choice(COMMANDS)
    if kind is c.EnterDice:
        return c.EnterDice(tuple(luck.choices(range(-1, 13), k=luck.randrange(6))))
    if kind is c.EnterCards:
        return c.EnterCards(tuple(luck.choices(said, k=luck.randrange(4))))
    fields = {name: luck.choice(said) for name in kind.__struct_fields__}
    fields |= {"way": luck.choice(("left", "right"))} if kind is c.Move else {}
    if "soldier" in fields and state.team:
        fields["soldier"] = luck.choice([*state.team, *state.team, "9"])
    return kind(**fields)


def refusals(made: Any, state: State, luck: random.Random, times: int) -> None:
    """Check that what is legal decides, and that anything else is refused with a rule and a text."""
    legal, said = set(made.legal(state)), vocabulary(made, state)
    for command in luck.sample(sorted(legal, key=format_command), min(3, len(legal))):
        made.decide(state, command)
    for _ in range(times):
        command = any_command(luck, state, said)
        if command in legal or (isinstance(command, made.answer_types) and made.request(state) is not None):
            continue
        with pytest.raises(Illegal) as refused:
            made.decide(state, command)
        assert refused.value.rule, command
        assert f"refusal.{refused.value.code}" in words(), command


@given(positions(), st.integers(0, 10**6))
def test_every_legal_command_decides_and_every_other_is_refused_with_its_rule(
    position: tuple[Any, State], seed: int
) -> None:
    made, state = position
    refusals(made, state, random.Random(seed), 40)


@given(st.data())
def test_what_is_entered_for_chance_is_what_is_asked_for_or_is_refused(data: st.DataObject) -> None:
    made, states, _ = game_of(data.draw(st.sampled_from(sorted(files()))))
    state = data.draw(st.sampled_from([one for one in states if isinstance(one.frame, Roll | Draw)]))
    frame = state.frame
    if isinstance(frame, Roll):
        faces = tuple(data.draw(st.lists(st.integers(0, 11), min_size=0, max_size=len(frame.sizes) + 1)))
        asked = len(faces) == len(frame.sizes) and all(
            1 <= face <= size for face, size in zip(faces, frame.sizes, strict=True)
        )
        command: Any = c.EnterDice(faces)
    else:
        assert isinstance(frame, Draw)
        left = Counter(chance_of.options(state, frame))
        drawn = tuple(data.draw(st.lists(st.sampled_from([*left, "surge", "9"]), max_size=frame.count + 1)))
        asked = 1 <= len(drawn) <= frame.count and not Counter(drawn) - left
        command = c.EnterCards(drawn)
    if asked:
        made.decide(state, command)
    else:
        with pytest.raises(Illegal) as refused:
            made.decide(state, command)
        assert refused.value.rule in ("W-030", "W-105")


def miscounted(made: Any, state: State) -> list[str]:
    """What does not add up on the table, counted apart from the invariants of the engine."""
    catalog, found = made.rules.catalog, []
    for number, one in state.team.items():
        card = catalog.soldiers[one.card]
        on_cards = sum(hostile.token and hostile.target == number for hostile in state.hostiles.values())
        found += [f"tokens of {number}"] if state.cup[number] + on_cards != 4 else []
        found += [f"health of {number}"] if not 1 <= one.health <= card.health else []
        found += [f"tokens on {number}"] if not 0 <= one.suppression <= 2 else []
        for weapon in one.weapons:
            most = catalog.weapons[weapon.id].ammo * (1 + weapon.batches) + weapon.extra
            found += [f"{weapon.id} of {number}"] if not (0 <= weapon.live + weapon.empty <= most) else []
    for hostile in state.hostiles.values():
        living = catalog.hostile(hostile.card).fig - hostile.kia
        found += [hostile.id] if not (living > 0 and 0 <= hostile.suppressed <= living) else []
    sets = catalog.elite if state.hostiles_set == "elite" else catalog.front
    frames = [one for frame in state.agenda for one in getattr(frame, "seen", ())]
    out = {
        "actions": [card for one in state.team.values() for card in (*one.hand, *(laid.card for laid in one.laid))],
        "hostiles": [one.card for one in state.hostiles.values()],
        "locations": [*state.row, *frames],
        "events": [],
        "supports": [*state.on_call, *(one.id for one in state.supports)],
    }
    whole = {
        "actions": [id for id, card in catalog.actions.items() for _ in range(card.n)],
        "hostiles": [id for id in sets for _ in range(2)],
        "locations": list(catalog.locations),
        "events": list(catalog.events),
        "supports": list(catalog.supports),
    }
    for deck, all_of in whole.items():
        pile = state.decks[deck]
        there = sorted((*pile.left, *pile.top, *pile.discards, *out[deck]))
        found += [deck] if there != sorted(all_of) else []
    return found


@pytest.mark.rule("W-017", "W-036", "W-103", "W-108")
@given(st.data())
def test_nothing_on_the_table_is_lost_or_made(data: st.DataObject) -> None:
    made, state = data.draw(positions())
    for luck in data.draw(st.lists(st.integers(0, 10**6), min_size=1, max_size=12)):
        legal = made.legal(state) or ((answered(made, state, luck),) if made.request(state) else ())
        if not legal:
            break
        state, _ = made.step(state, legal[luck % len(legal)])
        assert made.invariants(state) == []
        if state.result is None:
            assert miscounted(made, state) == []


@pytest.mark.rule("W-008", "W-015")
@given(st.data())
@settings(max_examples=10)
def test_the_rp_of_a_team_are_those_of_its_cards_and_never_above_the_mission(data: st.DataObject) -> None:
    made = game(data.draw(st.sampled_from(MISSIONS)))
    state = reduce(made.evolve, made.start(made.setup), made.blank())
    state, _ = made.step(state, answered(made, state, 1))
    catalog = made.rules.catalog
    for luck in data.draw(st.lists(st.integers(0, 10**6), min_size=5, max_size=25)):
        legal = [one for one in made.legal(state) if not isinstance(one, c.Go)]
        state, _ = made.step(state, legal[luck % len(legal)])
        total = 0
        for one in state.team.values():
            card = catalog.soldiers[one.card]
            kit = (Counter(one.carried) - Counter((*card.weapons, *card.equipment))).elements()
            total += card.rp + sum(catalog.item(id).rp for id in kit) + sum(weapon.batches for weapon in one.weapons)
            total += sum(catalog.skills[id].rp for id in set(one.skills) - set(card.skills))
        assert totals.team_rp(made.rules, state) == total <= made.rules.mission.rp


@given(st.data())
def test_states_and_events_are_stored_and_read_again(data: st.DataObject) -> None:
    made, state = data.draw(positions())
    legal = made.legal(state) or ((answered(made, state, 1),) if made.request(state) else ())
    for command in legal[:3]:
        after, events = made.step(state, command)
        assert reduce(evolve, events, state) == after
        for coding in (msgspec.json, msgspec.msgpack):
            assert coding.decode(coding.encode(after), type=State) == after
            assert coding.decode(coding.encode(tuple(events)), type=tuple[e.Event, ...]) == tuple(events)
        assert parse(format_command(command)) == command


def test_every_act_of_a_game_is_undone_and_done_again() -> None:
    """Undo lands on the very state, after each command of a game, and redo on the one after it."""
    text = next(text for path in files().values() if "typed" in header(text := path.read_text("utf-8")))
    top = header(text)
    options = {"objective": top["objective"], "answers": dict.fromkeys(chance_of.KINDS, "person")}
    with Session.new("warfighter", mission=top["mission"], seed=2, options=options, journal=False) as session:
        for line in (line[2:] for line in text.splitlines() if line.startswith((TEAM_SAYS, ANSWERED))):
            before = session.state
            session.submit(session.game.parse(line))
            after = session.state
            if line == "proceed":  # runs by itself, and is undone with the act before it
                continue
            session.undo()
            assert session.state == before
            session.redo()
            assert session.state == after
        assert session.result in text.splitlines()[-1].split(" | ")[0].split()


def test_evolve_knows_no_content() -> None:
    """What it reads is in the state and the event: neither cards nor rules are imported there."""
    engine = ROOT / "expansions/warfighter/engine"
    folders = (engine / "evolve", engine / "events")
    for file in (
        *folders[0].glob("*.py"),
        *folders[1].glob("*.py"),
        *(engine / f"{name}.py" for name in ("state", "frames", "paths")),
    ):
        beside = {one.stem for one in file.parent.glob("*.py")} if file.parent in folders else set()
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level:
                names = {node.module} if node.module else {one.name for one in node.names}
                assert names <= {"state", "frames", "events", "paths"} | beside, file


def test_every_listed_command_passes_its_check_and_decides() -> None:
    play = at(
        TEAM.replace("skills=point", "skills=scout,leader xp=3 hand=surge,aimed,dive,blast,recon")
        + "hostile picket.1 @2 -> 1"
    )
    legal = play.game.legal(play.state)
    assert len(legal) > 30
    for command in legal:
        play.game.decide(play.state, command)


def test_the_questions_groups_hold_every_command_once() -> None:
    play = at(
        TEAM.replace("skills=point", "skills=point xp=3 hand=surge,aimed,dive,blast") + "hostile picket.1 @2 -> 1"
    )
    prompt = play.game.prompt(play.state)
    grouped = [command for _, commands in prompt.grouped() for command in commands]
    assert grouped == list(prompt.commands)
    assert "" not in [heading for heading, _ in prompt.grouped()]


def test_a_line_that_is_no_command_is_refused() -> None:
    for line in ("", "dance", "fire 1 smg.1 picket.1 now", "move 1 up", "overrule {"):
        with pytest.raises(NotationError):
            parse(line)
    assert format_command(parse("play 1 recon level 2")) == "play 1 recon level 2"
    assert parse("fight 1 picket.1") == parse("fight 1 picket.1 -")


def test_values_are_corrected_by_hand_within_what_can_be() -> None:
    play = at(TEAM.replace("skills=point", "skills=point hand=surge") + "hostile picket.1 @3 -> 1")
    play.do('overrule {"values":{"team.1.health":3,"team.1.name":"Ana","time":5},"reason":"miscounted"}')
    assert (play.state.team["1"].health, play.state.team["1"].name, play.state.time) == (3, "Ana", 5)
    play.do('overrule {"values":{"hostiles.picket.1.target":"2"}}')
    assert (play.state.hostiles["picket.1"].target, play.state.cup) == ("2", {"1": 4, "2": 3})
    play.do('overrule {"values":{"team.1.weapons.assault_rifle.live":2,"team.1.kit.frag":1}}')
    for wrong in (
        '"team.1.health":0', '"team.1.health":9', '"time":0', '"team.9.xp":1', '"team.1.space":5', '"luck":1',
        '"hostiles.picket.1.kia":2', '"team.1.hand":["surge","surge"]', '"team.1.weapons.assault_rifle.live":9',
    ):  # fmt: skip
        with pytest.raises(Illegal):
            play.game.decide(play.state, parse(f'overrule {{"values":{{{wrong}}}}}'))
    pile = play.state.decks["actions"]
    left = [card for card in pile.left if card != "dive"] + ["dive"] * 6
    left.remove("aimed")
    values = {"decks.actions.left,team.1.hand": [left, ["surge", "aimed"]]}
    (command,) = play.game.overrule(values, "")
    state, _ = play.game.step(play.state, command)
    assert state.team["1"].hand == ("surge", "aimed")


def test_every_correction_on_offer_takes_its_present_value() -> None:
    play = at(TEAM + "hostile picket.1 @3 -> 1\nsupport mortar")
    for subject in play.game.subjects(play.state, Keys()):
        for field in subject.fields:
            piles = field.path.count(",") + 1
            value = field.value if field.kind != "piles" else (field.value[:piles] if piles > 1 else field.value[0])
            (command,) = play.game.overrule({field.path: value}, "")
            after, _ = play.game.step(play.state, command)
            assert after == play.state, field.path


def test_a_game_has_a_chronicle_with_deeds_dice_and_its_course() -> None:
    made, state = begin("first_light", "table", "front", 3)
    assert made.chronicle([], Keys()) is None
    told, bot = [], LeaderBot()
    for step in range(160):
        if state.result is not None:
            break
        command = answered(made, state, 3) or bot.choose(made, state, made.legal(state))
        for index, event in enumerate(made.decide(state, command)):
            after = made.evolve(state, event)
            told.append(port.EventContext(step, index, event, state, after))
            state = after
    found = made.chronicle(told, Keys())
    assert found is not None
    (section,) = found.sections
    killed = sum(one.event.killed for one in told if isinstance(one.event, e.ShotsResolved) and one.event.soldier)
    assert sum(int(row.cells[1].text) for row in section.tables[0].rows) == killed
    rolled = sum(len(one.event.faces) for one in told if isinstance(one.event, e.DiceRolled))
    assert sum(int(row.cells[0].text) for row in section.proofs[0].rows) == rolled
    assert len(section.plots[0].series[0].points) == state.turn
    assert section.lines
