"""The story: who did what to whom and how much, in sentences that a person would tell."""

from __future__ import annotations

import re
from typing import Any

import pytest

from defiance_qt.core import telling
from defiance_qt.core.session import Session
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.notation import parse_command
from defiance_qt.systems.defiance.tell import narrate
from defiance_qt.systems.defiance.tell.telling import joins
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import orders
from tests.systems.defiance.tell.why import EN, SPOKEN, told
from tests.systems.defiance.view.positions import activated, deployed, until

KEY = re.compile(r"\b(tell|event|reason|deed|mission|unit|state|character)\.[a-z_.]+|[{}]")
FIELD = "U . 1\n\ndummy 1 -\numa damage=2"


def story(play: Play, *lines: str, language: str = "en", **answers: Any) -> list[str]:
    """The sentences about the commands, told as one."""
    before = play.state
    events = told(play.do(*lines, **answers), before)
    return [one.text for one in play.game.tell(events, SPOKEN[language])]


def shot(team: str, enemy: str, language: str = "en", text: str = FIELD) -> str:
    """The story of Uma's shot that shows these symbols."""
    game = position(text).do("activate uma")
    (line,) = story(game, "attack uma pistol.shot dummy.1", language=language, team=team, enemy=enemy)
    return line


@pytest.mark.parametrize(
    ("team", "enemy", "line"),
    [
        ("S", "", "Uma shot dummy #1 for 1 (Pistol). That leaves 4 of 5. That draws attention: Aggro 1."),
        ("S", "B", "Uma fired at dummy #1 (Pistol). It was blocked."),
        ("", "B", "Uma fired at dummy #1 (Pistol) and missed."),
        (
            "",
            "S S",
            "Uma fired at dummy #1 (Pistol) and missed. dummy #1 hit back for 2. That leaves Uma with 6 of 10.",
        ),
    ],
)
def test_an_attack_tells_who_hit_whom_for_how_much(team: str, enemy: str, line: str) -> None:
    assert shot(team, enemy) == line


def test_death_and_unconsciousness_take_the_place_of_the_amount() -> None:
    assert shot("S", "", text=f"{FIELD}\ndummy.1 damage=4").startswith("Uma shot dummy #1 dead (Pistol).")
    fallen = shot("", "S", text="U . 1\n\ndummy 1 -\numa damage=9")
    assert fallen == "Uma fired at dummy #1 (Pistol) and missed. dummy #1 hit back, and Uma falls Unconscious."


def test_close_combat_and_shots_are_told_apart() -> None:
    game = position("C 1\n\ndummy 1 -").do("activate cadin")
    assert story(game, "attack cadin rippers.slash dummy.1", team="S", enemy="")[0].startswith(
        "Cadin struck dummy #1 for 1 (Rippers). That leaves 4 of 5."
    )


def test_a_roll_under_way_is_told_in_the_present() -> None:
    game = position(FIELD).do("activate uma")
    (line,) = story(game, "attack uma pistol.shot dummy.1", team="CS", enemy="B")
    assert game.state.agenda[-1].__struct_config__.tag == "roll"
    assert line == "Uma fires at dummy #1: 1 Critical Success against 1 Block."


def test_a_walk_is_one_sentence_with_its_end() -> None:
    game = position("U . . . .").do("activate uma")
    assert story(game, "move uma") == ["Uma may move: 4 movement points."]
    assert story(game, "step_to uma B1", "step_to uma C1", "move uma", "step_to uma D1") == ["Uma moved to D1."]


def test_rest_tells_health_as_what_is_left() -> None:
    game = position("U\n\numa damage=5 aggro=3 suppressed").do("activate uma")
    assert story(game, "rest uma state=suppressed") == [
        "Uma rested. Recovers 2: now 7 of 10. Aggro falls to 2. No longer Suppressed."
    ]


def test_a_console_tells_each_input_once() -> None:
    game = position('U X\n\nconsole one X "! !"').do("activate uma")
    lines = story(game, "interact uma one", "assign ! 0", team="!")
    assert lines == ["Uma worked on the Console: 1 Special into input 1. That draws attention: Aggro 1."]


def test_whoever_only_waits_is_told_to_wait() -> None:
    assert story(position("U . 1\n\ndummy 1 -"), "activate uma") == ["Uma acts."]
    assert story(position("U . 1\n\ndummy 1 -"), "activate uma", "end_activation uma")[0] == "Uma waits."


# ---- the Enemy ----


def turn(text: str, *entries: str, **answers: Any) -> dict[str, str]:
    """The sentences about an Enemy's turn by these Instructions, each with its tone."""
    game = position(f"{text}\ndummy 1 - ai=orders\ninitiative dummy", orders(*entries)).do("activate cadin")
    before = game.state
    events = told(game.do("end_activation cadin"), before)
    before = game.state
    events += told(game.pass_on(**answers), before)
    return {one.text: one.tone for one in game.game.tell(events, EN)}


@pytest.mark.parametrize(
    ("team", "enemy", "line"),
    [
        ("B", "S", "dummy #1 fired at Cadin (its own Attack). It was blocked."),
        ("-", "-", "dummy #1 fired at Cadin (its own Attack) and missed."),
        ("-", "CS", "dummy #1 fired at Cadin (its own Attack) and missed."),
        ("-", "S S", "dummy #1 shot Cadin for 2 (its own Attack). That leaves 8 of 10."),
        (
            "S",
            "-",
            (
                "dummy #1 fired at Cadin (its own Attack) and missed. "
                "Cadin hit back for 1. That leaves dummy #1 with 4 of 5."
            ),
        ),
    ],
)
def test_an_enemys_attack_is_told_from_its_side(team: str, enemy: str, line: str) -> None:
    found = turn("C . . 1\n", "attack least_distance", team=team, enemy=enemy)
    assert list(found)[:2] == ["The Initiative card says dummy, the AI card Orders.", line]
    assert found[line] == ""


def test_an_enemys_roll_under_way_has_its_hits_first() -> None:
    text = "C . . 1\n\ndummy 1 - ai=orders\ninitiative dummy"
    game = position(text, orders("attack least_distance")).do("activate cadin", "end_activation cadin")
    lines = story(game, "proceed", team="CB", enemy="S")
    assert lines == ["dummy #1 fires at Cadin: 1 Success against 1 Critical Block."]


def test_whoever_hit_back_the_attention_is_the_attackers() -> None:
    assert shot("S", "S").endswith("That leaves Uma with 7 of 10. Uma draws attention: Aggro 1.")


def test_an_item_goes_from_giver_to_receiver() -> None:
    game = position("C U\n").do("activate cadin", "equip cadin")
    give = next(line for line in game.options("give cadin uma"))
    (line,) = story(game, give)
    assert re.fullmatch(r"Cadin gave .+ to Uma\.", line), line


def test_whoever_falls_is_told_in_red() -> None:
    found = turn("C . . 1\n\ncadin damage=9", "attack least_distance", team="-", enemy="S")
    assert found["dummy #1 shot Cadin (its own Attack), who falls Unconscious."] == "danger"


def test_an_enemys_walk_says_what_for_and_a_skip_says_why() -> None:
    assert "dummy #1 charged at Cadin, to J1." in turn("C . . . . . . . . . . . . 1\n", "assault least_distance")
    found = turn("C . . 1\n", "withdraw least_distance", "focused")
    assert found["dummy #1 skips Withdraw: no reachable space is better."] == "quiet"
    assert "dummy #1 is Focused." in found


# ---- a whole game ----


@pytest.fixture(scope="module")
def played() -> Session:
    return until(deployed(), lambda one: one.state.round == 5)


def stretches(session: Session) -> list[tuple[int, ...]]:
    path, found = list(session.timeline.path), []
    while path:
        found.append(telling.stretch(session, path[-1]))
        del path[-len(found[-1]) :]
    return found[::-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_without_a_missing_word(played: Session, language: str) -> None:
    for steps in stretches(played):
        for one, _ in telling.told(played, steps, SPOKEN[language]):
            assert one.text.strip()
            assert not KEY.search(one.text), one.text
            assert one.tone == "chapter" or one.text.endswith((".", "!", "?")), one.text
            assert "  " not in one.text


def test_no_event_is_told_twice_and_none_is_lost(played: Session) -> None:
    """And what a person would call a turn of the story is gold."""
    gold: list[type] = []
    for steps in stretches(played):
        events = list(played.event_contexts(steps))
        found = telling.told(played, steps, EN)
        covered = [event for _, part in found for event in part]
        first = found[0][0].first if found else len(events)
        assert covered == events[first:]
        assert not any(narrate(one.event, one.after, EN) for one in events[:first])
        for one, _ in found:
            assert one.first <= one.main < len(events)
            if one.tone in ("gold", "chapter"):
                gold.append(type(events[one.main].event))
    assert {e.MissionSetUp, e.RoundBegan, e.TriggerFired, e.UnitDeployed} <= set(gold)
    assert gold.count(e.RoundBegan) == 5


def test_damage_that_is_told_is_what_the_events_say(played: Session) -> None:
    """Each hit of the story names attacker, target, amount and the rest, against the events themselves."""
    hits = 0
    line = re.compile(r"^(.+) (?:shot|struck|hacked) (.+) for (\d+)(?: \(.+?\))?\. That leaves (\d+) of (\d+)\.")
    for steps in stretches(played):
        for one, events in telling.told(played, steps, EN):
            found = line.match(one.text)
            if found is None:
                continue
            hits += 1
            declared = next(event for event in events if isinstance(event.event, e.AttackDeclared))
            names = [label_of(played, id) for id in (declared.event.attacker, declared.event.target)]
            assert [found[1], found[2]] == names
            harm = [
                event
                for event in events
                if isinstance(event.event, e.DamageSuffered) and event.event.figure == declared.event.target
            ]
            assert int(found[3]) == sum(event.event.amount for event in harm)
            state = harm[-1].after
            id = declared.event.target
            wounds = played.game.wounds(state, id)  # type: ignore[attr-defined]
            figure = state.team.get(id) or state.enemies[id]
            assert (int(found[4]), int(found[5])) == (wounds - figure.damage, wounds)
    assert hits > 5


def test_the_reserve_is_told_once_for_each_change(played: Session) -> None:
    changes, said = 0, 0
    for steps in stretches(played):
        found = telling.told(played, steps, EN)
        said += sum(one.text.count("Reserve") for one, _ in found)
        events = [one.event for one in played.event_contexts(steps)]
        changes += sum(isinstance(one, e.ReserveChanged) and bool(one.amount) for one in events)
    assert said == changes > 0


def test_what_rises_and_falls_is_told_so(played: Session) -> None:
    told_of = {"up": 0, "down": 0, "closer": 0}
    for steps in stretches(played):
        for one, events in telling.told(played, steps, EN):
            amounts = [event.event.amount for event in events if isinstance(event.event, e.ReserveChanged)]
            assert ("Reserve grows" in one.text) == any(amount > 0 for amount in amounts)
            assert ("Reserve shrinks" in one.text) == any(amount < 0 for amount in amounts)
            alerts = [event for event in events if isinstance(event.event, e.AlertChanged)]
            assert ("alarm rises" in one.text) == any(event.after.alert > event.before.alert for event in alerts)
            assert ("alarm falls" in one.text) == any(event.after.alert < event.before.alert for event in alerts)
            chosen = events[one.main - one.first].event
            walked = isinstance(chosen, e.InstructionChosen) and any(isinstance(x.event, e.Moved) for x in events)
            closer = walked and chosen.kind == "acquire" and bool(chosen.note)
            assert ("came closer to" in one.text) == closer
            told_of["up"] += any(amount > 0 for amount in amounts) + ("alarm rises" in one.text)
            told_of["down"] += any(amount < 0 for amount in amounts)
            told_of["closer"] += closer
    assert all(told_of.values()), told_of


def test_a_walk_goes_on_only_with_the_same_figure() -> None:
    walking = position("U C").do("activate uma").state
    moved, other = e.Moved("uma", "A1", ("B1",), 1), e.Moved("cadin", "B1", ("C1",), 1)
    assert joins((moved,), walking, (moved,))
    assert not joins((moved,), walking, (other,))
    assert joins((moved,), walking, (e.ActivationEnded("uma"), e.TurnPassed("team")))
    assert joins((moved,), walking, (e.ActionSpent("uma", "move"), e.PointsGained("uma", 4)))
    assert not joins((moved,), walking, (e.ActionSpent("uma", "attack"),))
    assert not joins((e.ActivationEnded("uma"),), walking, (moved,))


def label_of(session: Session, id: str) -> str:
    unit, _, number = id.rpartition(".")
    return f"{EN(f'unit.{unit}.name')} #{number}" if unit else EN(f"character.{id}.short")


def test_plurals_and_names_are_in_every_language() -> None:
    assert shot("S", "", "es").startswith("Uma alcanzó a dummy #1 e hizo 1 de Daño (Pistola). Salud: 4 de 5.")
    assert shot("S", "", "ru").startswith("Ума попадает в цель (Пистолет): dummy №1, урон 1. Остаётся 4 из 5.")
    walks = [SPOKEN["ru"].count("deed.walk", n, figure="Ума", space="D8") for n in (1, 2, 5)]
    assert walks == ["Ума, 1 пространство до D8", "Ума, 2 пространства до D8", "Ума, 5 пространств до D8"]


# ---- undo ----


def deed(play: Play, *lines: str, **answers: Any) -> str:
    before = play.state
    play.do(*lines, **answers)
    return play.game.deed(parse_command(lines[-1]), before, play.events, EN)


def test_undo_names_the_amount() -> None:
    game = position(FIELD).do("activate uma")
    assert deed(game, "attack uma pistol.shot dummy.1", team="S", enemy="S S") == "dummy #1, −1; Uma, −2"
    assert deed(game, "attack uma stun_pistol.shot dummy.1", team="", enemy="").startswith("Uma: Attack dummy #1")
    game = position("U . . . .").do("activate uma", "move uma")
    assert deed(game, "step_to uma B1", "step_to uma C1", "step_to uma D1") == "Uma, 3 spaces to D1"
    assert deed(game, "step_to uma C1") == "Uma, 1 space to C1"
    game = position("U\n\numa damage=5").do("activate uma")
    assert deed(game, "rest uma") == "Uma, +2"


def test_undo_of_the_session_names_the_same() -> None:
    """In the top bar and the menu."""
    session = activated("cadin")
    assert session.undo_label(EN) == "Cadin: Activate"
    session.undo()
    assert session.redo_label(EN) == "Cadin: Activate"


def test_a_breacher_is_told_with_the_door_on_its_way() -> None:
    text = "U . . . 1\n\nsapper 1 - ai=rush\ndoor gate C1:e\ninitiative sapper\ngoldstein"
    game = position(text).do("activate goldstein", "end_activation goldstein")
    (line, *_) = story(game, "proceed")
    assert line == "Sapper #1 opened the Door. Sapper #1 charged at Uma, to B1."
