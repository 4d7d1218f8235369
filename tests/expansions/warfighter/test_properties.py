"""What holds in every game: legality, invariants, storage, undo, corrections, texts of commands."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import reduce
from typing import Any

import msgspec
import pytest

from defiance_qt.core import chance, port
from defiance_qt.core.errors import ContentError, Illegal, NotationError
from defiance_qt.core.port import Setup
from expansions.warfighter.bots.leader import LeaderBot
from expansions.warfighter.engine import content as cards
from expansions.warfighter.engine import events as e
from expansions.warfighter.engine.notation import format_command, parse
from expansions.warfighter.engine.state import State
from expansions.warfighter.system import WarfighterSystem
from tests.expansions.warfighter.table import TEAM, Unhooked, at, content, game

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


def begin(mission: str, edition: str, hostiles: str, seed: int) -> tuple[Any, State]:
    made = game(mission, edition, hostiles)
    state = reduce(made.evolve, made.start(made.setup), made.blank())
    del seed
    return made, state


def answered(made: Any, state: State, seed: int) -> Any:
    """The answer of chance that is asked for, None if nothing is."""
    asked = made.request(state)
    return None if asked is None else made.answer(state, chance.answer(seed, asked))


@pytest.mark.parametrize("seed", range(6))
def test_random_games_keep_the_invariants_and_are_stored_and_read_again(seed: int) -> None:
    luck = random.Random(seed)
    mission, edition = MISSIONS[seed % len(MISSIONS)], ("table", "harsh")[seed % 2]
    made, state = begin(mission, edition, ("front", "elite")[seed % 2], seed)
    elsewhere: list[Any] = []
    for number in range(90):
        if state.result is not None:
            break
        command = answered(made, state, seed)
        if command is None:
            legal = made.legal(state)
            assert legal, state.frame
            kinds = sorted({type(one).__name__ for one in legal})
            kind = luck.choice(kinds)
            command = legal[0] if number == 0 else luck.choice([one for one in legal if type(one).__name__ == kind])
            assert parse(format_command(command)) == command
            other = luck.choice(elsewhere) if elsewhere else command
            if other not in legal:
                with pytest.raises(Illegal) as refused:
                    made.decide(state, other)
                assert refused.value.rule
            elsewhere.append(command)
        after, events = made.step(state, command)
        assert reduce(made.evolve, events, state) == after
        assert not made.invariants(after), (command, made.invariants(after))
        if number % 9 == 0:
            assert msgspec.msgpack.decode(msgspec.msgpack.encode(after), type=State) == after
            stored = msgspec.json.decode(msgspec.json.encode(tuple(events)), type=tuple[e.Event, ...])
            assert stored == tuple(events)
        state = after


@pytest.mark.slow  # whole games of every Mission and form of Objective
@pytest.mark.parametrize(
    ("mission", "objective"), [(m, o) for m in MISSIONS for o in game().rules.catalog.missions[m].objectives]
)
def test_the_bot_plays_every_objective_to_its_end(mission: str, objective: str) -> None:
    setup = Setup("warfighter", mission, 7, "table", {"objective": objective})
    made = WarfighterSystem().bind(content(), setup, Unhooked())
    state, bot = reduce(made.evolve, made.start(setup), made.blank()), LeaderBot()
    for _ in range(2000):
        if state.result is not None:
            break
        command = answered(made, state, 7) or bot.choose(made, state, made.legal(state))
        state, _ = made.step(state, command)
    assert state.result in ("victory", "defeat")
    assert state.goal.id == objective


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


def test_content_of_a_pack_adds_and_replaces_cards_and_faults_are_named() -> None:
    source = b'[soldiers]\nnew = {nation="keld", type="p", rp=9, health=5, load=9, move=1, cover=4, hth=0}\n'
    source += b"[locations]\nfield = {entry=1, hth=1, reinforce=[1,4], table=[1,1,1,1]}\n"
    pack = {"pack/more.toml": source}
    catalog = cards.read({**content(), **pack}, content())
    assert (catalog.soldiers["new"].rp, catalog.locations["field"].entry) == (9, 1)
    assert len(catalog.locations) == 20
    for wrong, named in (
        (b"[events]\nrain = {effect='rain'}", "rain"),
        (b"[front]\nx = {fig=1, cover=1, xp=1, value=1, range=[0,1], att=[[6,1]], trait='odd'}", "odd"),
        (b"[skills]\nx = {rp=1, gives=[{number='luck', amount=1}]}", "luck"),
        (b"[missions]\nx = {rp=50, space=4, time=9, load=0, objectives=['none']}", "none"),
        (b"[teams]\nx = [['nobody', [], []]]", "nobody"),
        (b"[front]\nx = {fig=1}", "`front.x`"),
        (b"[front]\nx = {fig=1, cover=1, xp=1, value=1, range=[0,1], att=[]}", "`front.x.att`"),
        (b"[front]\nx = {fig=1, cover=1, xp=1, value=1, range=[2,1], att=[[6,1]]}", "front.x: range: 2 is above 1"),
        (b"[actions]\nx = {n=1, effect='blast', range=[0,1]}", "no modes"),
        (b"[actions]\nx = {n=1, effect='dive'}", "wounds"),
        (b"[actions]\nx = {n=1, effect='draw', on='later'}", "`actions.x.on`"),
        (b"[equipment]\nx = {rp=1, use='attack'}", "no modes"),
        (b"[supports]\nx = {call=1, keep=1, effect='strike_any'}", "no modes"),
        (b"[supports]\nx = {call=1, keep=1, once=true, effect='jam'}", "once"),
        (b"[teams]\nx = [['vey', ['pouch', 'smg'], []]]", "vey"),
        (b"[front", "Expected"),
    ):
        with pytest.raises(ContentError, match=named) as error:
            cards.read({**content(), "pack/wrong.toml": wrong}, content())
        assert str(error.value).startswith("pack/wrong.toml: ")


def test_a_replaced_file_without_an_ammo_batch_is_refused() -> None:
    source = content()["equipment.toml"].replace(b"batch=true", b"batch=false")
    assert source != content()["equipment.toml"]
    with pytest.raises(ContentError, match="no ammo batch"):
        cards.read({**content(), "equipment.toml": source}, content())


@pytest.mark.rule("W-066")
def test_hooks_of_packs_change_numbers_and_veto_commands() -> None:
    from expansions.warfighter import hookspecs
    from expansions.warfighter.engine import totals

    class Pack(Unhooked):
        def calls(self, hook: str) -> tuple[Any, ...]:
            if hook == "modify_number":
                return (
                    lambda context, number, subject: (
                        hookspecs.NumberChange("pack.fog", 2) if number == "entry" else None
                    ),
                )
            if hook == "check_command":
                return (
                    lambda context, command: (
                        hookspecs.Veto("no_rally", "pack-1", "No rally") if type(command).__name__ == "Rally" else None
                    ),
                )
            return ()

    base = at(TEAM.replace("roa @2", "roa @2 supp=1"))
    made = WarfighterSystem().bind(content(), base.game.setup, Pack())
    roa = base.state.team["1"]
    assert (
        totals.entry(made.rules, base.state, roa, 3).value
        == totals.entry(base.game.rules, base.state, roa, 3).value + 2
    )
    with pytest.raises(Illegal) as refused:
        made.decide(base.state, parse("rally 1"))
    assert (refused.value.code, refused.value.rule) == ("no_rally", "pack-1")
    assert not any(type(one).__name__ == "Rally" for one in made.legal(base.state))


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
