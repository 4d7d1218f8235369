"""Events as sentences, commands as labels, effects in words."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from defiance_qt.systems.defiance import tell as w
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.rules.campaign.course import KINDS
from defiance_qt.systems.defiance.engine.state import Carried, State
from tests.systems.defiance.engine import samples
from tests.systems.defiance.tell.labels import EFFECTS, LABELS
from tests.systems.defiance.tell.sentences import QUIET, SENTENCES, SOMETIMES, opened
from tests.systems.defiance.tell.table import BETWEEN, JAZZ, OUT_OF_REACH, TABLE, UMA, TableWords

EVENTS: tuple[Any, ...] = get_args(e.Event)
COMMANDS: tuple[Any, ...] = get_args(c.Command)

KEY = re.compile(r"\b[a-z_]+\.[a-z_]+")


def of_event(pair: tuple[Any, str]) -> str:
    return str(type(pair[0]).__struct_config__.tag)


@pytest.fixture(scope="module")
def english() -> TableWords:
    return TableWords("en")


@pytest.mark.parametrize("pair", SENTENCES, ids=of_event)
def test_the_sentence_of_an_event(pair: tuple[e.Event, str], english: TableWords) -> None:
    event, sentence = pair
    assert w.narrate(event, TABLE, english) == sentence


def test_while_cards_are_left_another_one_is_revealed(english: TableWords) -> None:
    table = replace(TABLE, initiative=("gwailos",))
    told = w.narrate(e.InitiativeRevealed("cadmus", False), table, english)
    assert told == "Initiative: Cadmus, no longer deployed, so another card is revealed"


@pytest.mark.parametrize("pair", LABELS, ids=of_event)
def test_the_label_of_a_command(pair: tuple[c.Command, str], english: TableWords) -> None:
    command, text = pair
    assert w.label(command, table_of(command), english) == text


@pytest.mark.parametrize(
    ("copy", "item"),
    [(0, "Hacking device (Picklock, Skullbuster)"), (1, "Hacking device (no programs)"), (2, "Hacking device")],
)
def test_devices_alike_are_told_apart_by_their_programs(copy: int, item: str, english: TableWords) -> None:
    alike = tuple(Carried("hacking_device", str(at), ids) for at, ids in enumerate((("picklock", "skullbuster"), ())))
    table = replace(TABLE, team={**TABLE.team, "jazz": replace(TABLE.team["jazz"], carried=alike)})
    told = w.label(c.Give("jazz", "uma", "hacking_device", copy=copy), table, english, actor=False)
    assert told == f"Give {item} to {UMA}"


def table_of(command: c.Command) -> State:
    """The table at which a command is given."""
    between = {kind for kinds in KINDS.values() for kind in kinds} - {c.Place, c.Give, c.Install}
    return BETWEEN if type(command) in between else TABLE


def test_no_event_and_no_command_is_forgotten() -> None:
    told = {type(event) for event, sentence in SENTENCES if sentence}
    assert told | set(QUIET) == set(EVENTS)
    assert not told & set(QUIET)
    assert {type(command) for command, _ in LABELS} == set(COMMANDS)


@pytest.mark.parametrize("kind", QUIET)
def test_bookkeeping_is_not_told(kind: Any, english: TableWords) -> None:
    @settings(max_examples=5, suppress_health_check=list(HealthCheck))
    @given(event=samples.of(kind, plain=True))
    def says_nothing(event: e.Event) -> None:
        assert w.narrate(event, TABLE, english) == ""

    says_nothing()


@pytest.mark.parametrize("language", ["es", "ru"])
def test_every_sentence_is_there_in_every_language(language: str) -> None:
    words = TableWords(language)
    told = [(w.narrate(event, TABLE, words), bool(sentence)) for event, sentence in SENTENCES]
    told += [(w.label(command, table_of(command), words), True) for command, _ in LABELS]
    for text, wanted in told:
        assert bool(text) == wanted
        assert not KEY.search(text), text


def test_a_label_can_leave_out_who_acts(english: TableWords) -> None:
    assert w.label(c.Move("uma"), TABLE, english, actor=False) == "Move"
    assert w.label(c.LetStand(), TABLE, english, actor=False) == "Continue the roll"


def test_who_acts_is_found_in_the_frame(english: TableWords) -> None:
    at_console = replace(TABLE, agenda=(f.Activation("jazz"), f.Console("jazz", "console_1")))
    assert w.label(c.LeaveConsole(), at_console, english) == f"{JAZZ}: Leave the Console"
    assert w.label(c.LetStand(), at_console, english) == "Continue the roll"
    keeping = replace(TABLE, agenda=(f.KeepConsequence("uma", ("deep_cut",)),))
    assert w.label(c.Keep("deep_cut"), keeping, english) == f"{UMA}: Keep Deep cut"


def test_wounds_in_force_are_told_when_they_are_given(english: TableWords) -> None:
    told = w.narrate(e.DamageSuffered("jazz", 1, 1), TABLE, english, wounds=lambda state, figure: 7)
    assert told == f"{JAZZ} suffers 1 Damage (1 of 7)"


def test_candidates_are_told_with_what_they_scored(english: TableWords) -> None:
    looked = (
        e.Candidate("uma", 5, 5, 1, 0, sight=True),
        e.Candidate("jazz", 9, 9, 2, 3, because="reason.out_of_reach"),
    )
    event = e.InstructionChosen("cadmus.1", "attack", "least_distance", "uma", looked)
    assert w.candidates(event, TABLE, english) == (
        f"{UMA}: Distance 5, Aggro 1, Damage 0, in Line of Sight",
        f"{JAZZ}: Distance 9, Aggro 2, Damage 3, no Line of Sight; passed over, {OUT_OF_REACH}",
    )
    assert w.candidates(e.RoundBegan(1), TABLE, english) == ()


def test_effects_in_words(english: TableWords) -> None:
    assert {type(effect) for effect, _ in EFFECTS} == set(get_args(k.Effect))
    for effect, text in EFFECTS:
        assert w.describe((effect,), TABLE, english) == text


def test_plurals_in_russian() -> None:
    words = TableWords("ru")
    told = [w.narrate(e.PointsGained("uma", n), TABLE, words).partition("получает ")[2] for n in (1, 2, 5, 21)]
    assert told == ["1 очко движения", "2 очка движения", "5 очков движения", "21 очко движения"]


SYMBOLS = st.sampled_from(["S", "CS", "B", "CB", "!"])
# What the types alone do not say: a way has an end, and the face that lies up is one of the card's.
PROPER = {
    e.Moved: st.builds(
        e.Moved, samples.IDS, samples.IDS, st.lists(samples.IDS, min_size=1).map(tuple), st.integers(0, 9)
    ),
    e.UnitDeployed: st.builds(
        e.UnitDeployed, st.just(TABLE.units["nox_spec_ops"]), st.sampled_from(["selected", "surprise"])
    ),
    c.Assign: st.builds(c.Assign, SYMBOLS, st.integers(0, 3)),
    c.StoreDie: st.builds(c.StoreDie, samples.IDS, st.integers(0, 3), SYMBOLS),
    c.AddStored: st.builds(c.AddStored, samples.IDS, SYMBOLS),
    e.DieStored: st.builds(e.DieStored, samples.IDS, samples.IDS, st.integers(0, 3), st.just(Symbols(1)), SYMBOLS),
    e.StoredAdded: st.builds(e.StoredAdded, samples.IDS, samples.IDS, SYMBOLS),
    c.SplitCritical: st.builds(c.SplitCritical, st.sampled_from(["CS", "CB"])),
    e.RollOpened: st.builds(
        lambda source, symbols, fewer: opened(f.Applied(source, symbols, fewer)),
        samples.IDS,
        SYMBOLS,
        st.integers(0, 3),
    ),
}


@pytest.mark.parametrize("kind", [*EVENTS, *COMMANDS])
def test_nothing_that_can_happen_is_without_words(kind: Any) -> None:
    """Ids that no catalogue knows, a plugin's or a removed one's, are no reason to fail."""
    words = TableWords("ru")

    @settings(max_examples=40 if kind in (c.Overrule, e.Overruled) else 4, suppress_health_check=list(HealthCheck))
    @given(value=PROPER[kind] if kind in PROPER else samples.of(kind, plain=True))
    def can_be_told(value: Any) -> None:
        if kind in COMMANDS:
            assert w.label(value, table_of(value), words)
        else:
            assert bool(w.narrate(value, TABLE, words)) or kind in SOMETIMES

    can_be_told()
