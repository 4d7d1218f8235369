"""The sentences of Warfighter: every command and every event is told in every language, with all its values."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from defiance_qt.core import port
from defiance_qt.words.catalogue import Words
from defiance_qt.words.languages import LANGUAGES
from expansions.warfighter.engine import commands as c
from expansions.warfighter.engine import events as e
from expansions.warfighter.engine.content import Catalog, read
from expansions.warfighter.engine.ruleset import Rules
from expansions.warfighter.engine.state import Goal, Hostile, Pile, Soldier, State
from expansions.warfighter.engine.words import category, label, narrate, overview, reasons, side
from expansions.warfighter.engine.words import story as told
from tests.conftest import ROOT

FOLDER = ROOT / "expansions/warfighter"
PARTS = (e.Part("location.village.name", 3), e.Part("part.arrow", -1))
TABLE = State(
    setup=port.Setup("warfighter", "salt_road", 1),
    goal=Goal("convoy"),
    space=5,
    turn=4,
    time=7,
    team={"1": Soldier("1", "roa", 6, space=2), "2": Soldier("2", "orm", 8, space=1)},
    row=("orchard", "farm", "village"),
    hostiles={"riflemen.1": Hostile("riflemen.1", "riflemen", 3, "1")},
    numbers={"riflemen": 1},
    downed=("k_line",),
    left=("k_guard",),
)
VALUES: dict[str, Any] = {
    "soldier": "1", "to": "2", "payer": "2", "giver": "1", "hostile": "riflemen.1", "weapon": "assault_rifle.2",
    "item": "frag", "skill": "point", "support": "mortar", "location": "village", "deck": "actions", "start": 2,
    "cards": ("aimed", "aimed", "surge"), "supports": ("mortar", "drone"), "source": "action.blast.name",
    "what": "support.mortar.name", "nation": "keld", "team": "salt_road", "shares": {"1": 2}, "faces": (8, 4),
    "values": {"team.1.health": 5, "hostiles.riflemen.1.kia": 1, "time": 6, "team.1.weapons.smg.live": 2,
               "decks.actions.left": ["surge"], "goal.progress": 1}, "way": "right", "space": 3, "dice": (8, 4),
    "id": "village", "results": ("kill", "suppress"), "sizes": (10, 6), "victims": ("1",), "setup": TABLE.setup,
    "decks": {}, "answers": {}, "frame": None, "reason": "miscounted", "by": "", "number": "1",
}  # fmt: skip
"""What the fields of a sample are filled with; all other texts are "", all other numbers 2."""

SPECIAL: dict[tuple[type, str], Any] = {
    (e.Moved, "to"): 3, (e.HostileMoved, "to"): 2, (e.Fired, "weapon"): "assault_rifle", (e.Fired, "kind"): "fire",
    (e.CounterEmptied, "weapon"): "smg", (e.CounterEmptied, "number"): 1, (e.Reloaded, "weapon"): "smg",
    (e.Supplied, "weapon"): "smg", (e.WeaponThrown, "weapon"): "throw_knife", (e.WeaponBack, "weapon"): "throw_knife",
    (e.Fired, "target"): "riflemen.1", (e.ShotsResolved, "target"): "riflemen.1", (e.HostileFired, "target"): "1",
    (e.CardPlayed, "card"): "aimed", (e.LaidUsed, "card"): "aimed", (e.WoundsCancelled, "card"): "dive",
    (e.HostileDrawn, "card"): "riflemen", (e.EventDrawn, "card"): "fog", (e.SoldierJoined, "card"): "roa",
    (e.GameEnded, "because"): "timer", (e.ConditionSet, "name"): "smoke", (e.HostileIdle, "why"): "range",
    (e.ItemBought, "to"): "", (e.ObjectiveChosen, "id"): "convoy", (e.EnvironmentRolled, "effect"): "mud",
    (e.HostileDrawn, "space"): 3, (e.LocationPlaced, "number"): PARTS, (c.Buy, "card"): "roa",
    (c.Play, "card"): "aimed", (c.PayCard, "card"): "aimed", (c.Discard, "card"): "aimed",
    (c.ReactWith, "card"): "dive",
    (c.Use, "target"): "riflemen.1", (c.Fire, "target"): "riflemen.1", (c.Fight, "target"): "riflemen.1",
    (c.Strike, "target"): "riflemen.1", (c.Reload, "weapon"): "smg", (c.Stock, "weapon"): "smg",
    (c.Play, "level"): "2", (c.ReactWith, "level"): "0", (c.Place, "skill"): "scout", (c.Call, "target"): "1",
    (c.EnterCards, "cards"): ("riflemen",),
}  # fmt: skip


@cache
def catalog() -> Catalog:
    content = {path.name: path.read_bytes() for path in (FOLDER / "content").glob("*.toml")}
    return read(content, content)


@cache
def rules() -> Rules:
    return Rules(TABLE.setup, catalog(), {})


@cache
def words(language: str) -> Words:
    return Words(language, (FOLDER / "locale",))


def sample(kind: type) -> Any:
    """A value of a command or an event, with a sensible value in each field."""
    filled = {}
    for field in msgspec.structs.fields(kind):
        if field.name == "rules":
            continue
        if (kind, field.name) in SPECIAL:
            filled[field.name] = SPECIAL[kind, field.name]
        elif field.type is int:
            filled[field.name] = VALUES[field.name] if isinstance(VALUES.get(field.name), int) else 2
        elif field.type is bool:
            filled[field.name] = field.default if field.default is not msgspec.NODEFAULT else False
        elif field.type == tuple[e.Part, ...]:
            filled[field.name] = PARTS
        else:
            filled[field.name] = VALUES.get(field.name, "")
    return kind(**filled)


EVENTS = [kind for kind in get_args(e.Event) if kind is not port.AnswerSet]
COMMANDS = [kind for kind in get_args(c.Command) if kind is not port.SetAnswer]


def good(text: str) -> None:
    assert text
    assert not re.search(r"[{}]|\b(event|command|why|name|part|field|deck)\.[a-z]|\.name\b|None", text), text


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__struct_config__.tag)
def test_an_event_is_told_in_every_language(kind: type) -> None:
    event = sample(kind)
    texts = [narrate(event, TABLE, words(language)) for language in LANGUAGES]
    if kind in told.SILENT:
        assert texts == ["", "", ""]
        return
    for text in texts:
        good(text)
    assert "[а-я]" not in texts[0]
    assert re.search("[А-я]", texts[2])
    for language in LANGUAGES:
        for reason in reasons(event, TABLE, words(language)):
            good(reason)
    assert category(event) in told.CATEGORIES
    assert side(event) in ("team", "enemy", "")


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__struct_config__.tag)
def test_a_command_has_a_label_in_every_language(kind: type) -> None:
    for language in LANGUAGES:
        good(label(sample(kind), TABLE, words(language), rules()))


def test_an_attack_is_told_with_its_dice_and_its_result() -> None:
    resolved = e.ShotsResolved("1", "riflemen.1", (8, 4), 2, 6, 0, 4, 1, ("suppress", ""), suppressed=1)
    assert narrate(resolved, TABLE, words("en")) == "8, 4 against 6, cover 3 of 4 → 1 suppressed"
    assert narrate(resolved, TABLE, words("ru")) == "8, 4 против 6, укрытие 3 из 4 → подавлена 1"
    assert reasons(resolved, TABLE, words("en"))[1:] == ("8 against 6: suppressed", "4 against 6: no effect")


def test_the_dice_are_told_as_they_lie() -> None:
    """The last roll shows "7, 1: 3+ hits"; the log told "9, 3 against 5" of the same dice."""
    resolved = e.ShotsResolved("1", "riflemen.1", (7, 1), 6, 5, 2, 4, 0, ("kill", "suppress"), 1, 1)
    assert narrate(resolved, TABLE, words("en")) == "7, 1 against 3, cover 6 of 4 → 1 killed, 1 suppressed"


def test_a_card_that_was_called_names_who_called_it() -> None:
    gone = e.HostileDrawn("gun_pair.1", "gun_pair", 3, "called", 7, 1, 4, kept=False, by="runner.1")
    assert narrate(gone, TABLE, words("en")) == "Runner calls Gun crew: discarded, Value 7 is not in 1–4"
    came = e.HostileDrawn("sentry.1", "sentry", 3, "called", 1, 1, 4, by="runner.1")
    assert narrate(came, TABLE, words("en")) == "Runner calls, new in Village: Sentry"


def test_an_event_is_told_with_its_text() -> None:
    assert narrate(e.EventDrawn("lull"), TABLE, words("en")) == "Event: Lull. There are no Reinforcements this turn"


@pytest.mark.rule("W-130")
def test_guards_are_counted_once_they_have_come() -> None:
    """The goal said "0 left" before any guard came."""
    table = Rules(TABLE.setup, catalog(), {"lock": "yes"})
    began = replace(TABLE, decks={"events": Pile(("lull",))}, goal=Goal("toll"))
    waiting = overview.progress(table, began, words("en"))
    active = overview.progress(table, replace(began, goal=Goal("toll", True)), words("en"))
    assert waiting is not None
    assert active is not None
    assert waiting.goals[2].text == "Clear the guards: Toll house"
    assert active.goals[2].text.endswith("0 left")


def test_what_a_card_aims_at_is_named() -> None:
    def aimed(card: str, target: str) -> str:
        return label(c.Play("1", card, target), TABLE, words("en"), rules())

    assert aimed("fresh_mag", "2:machine_gun") == "Roa: Fresh Magazine → Machine gun, Orm"
    assert aimed("decoy", "riflemen.1:2") == "Roa: Decoy → Riflemen → Orm"
    assert aimed("aimed", "1") == "Roa: Aimed Shot"


def test_results_that_find_no_figure_are_explained() -> None:
    resolved = e.ShotsResolved("1", "riflemen.1", (6, 5), 3, 7, 0, 3, 1, ("suppress", "suppress"))
    assert narrate(resolved, TABLE, words("en")) == "6, 5 against 7, cover 4 of 3 → no effect"
    assert reasons(resolved, TABLE, words("en"))[-1].endswith("the rest is lost")


def test_a_value_is_explained_only_where_it_decides() -> None:
    arrived = e.HostileDrawn("riflemen.1", "riflemen", 3, "location", 4)
    assert reasons(arrived, TABLE, words("en")) == ()
    refused = e.HostileDrawn("sentry.1", "sentry", 3, "reinforce", 1, 3, 8, kept=False)
    assert reasons(refused, TABLE, words("en")) == ("Value 1, numbers from 3 to 8 stay",)


def test_a_move_names_its_cost_and_why() -> None:
    moved = e.Moved("1", 2, 3, PARTS, 2)
    assert narrate(moved, TABLE, words("en")) == "Roa: Farm → Village, 2 cards"
    assert narrate(moved, TABLE, words("ru")) == "Роа: Ферма → Деревня, 2 карты"
    assert reasons(moved, TABLE, words("es")) == ("Coste de entrada 2: Aldea 3, Flecha −1",)


def test_a_support_for_a_space_names_its_location_and_not_a_soldier() -> None:
    assert label(c.Call("supply_drop", "1", "2"), TABLE, words("en"), rules()) == "Call Supply Drop, Roa pays → Farm"
    assert label(c.Call("evacuation", "1", "2"), TABLE, words("en"), rules()) == "Call Evacuation, Roa pays → Orm"
    assert narrate(e.SupportCalled("supply_drop", "2", True, space=2), TABLE, words("es")).endswith("→ Granja")
    assert narrate(e.SupportCalled("evacuation", "2", True), TABLE, words("es")).endswith("→ Orm")


def test_counters_are_told_as_they_came() -> None:
    def told_of(added: int, turned: int) -> str:
        event = e.Supplied("1", "smg", added, "support.supply_drop.name", (), turned)
        return narrate(event, TABLE, words("en")).partition(", ")[2]

    assert told_of(1, 1) == "Empty counter turned and +1"
    assert told_of(1, 0) == "counters +1"
    assert told_of(0, 1) == "Empty counter turned"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_names_each_number_once(language: str) -> None:
    end = overview.ending(rules(), replace(TABLE, result="defeat", because="timer"), words(language))
    assert end is not None
    named = [name for name, _ in end.numbers]
    assert len(set(named)) == len(named)
    # The game counts its cards itself; the marks of the timeline would be the same number again.
    assert end.gains == ""
