"""What Infinity Defiance offers for a new game, and what it refuses."""

from __future__ import annotations

import pytest

from defiance_qt.core.errors import ContentError
from defiance_qt.core.port import Offerings
from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine.requests import CHANCE
from defiance_qt.systems.defiance.system import Defiance
from defiance_qt.words.languages import LANGUAGES
from tests.texts import defiance_words

SYSTEM = Defiance()


@pytest.fixture(scope="module")
def offers() -> Offerings:
    return SYSTEM.offerings(SYSTEM.content())


def test_the_missions_the_editions_and_the_switches(offers: Offerings) -> None:
    missions = [(one.number, one.id) for one in offers.scenarios if one.number]
    assert [one.id for one in offers.scenarios] == [*(id for _, id in missions), "defiance"], "the campaign comes last"
    assert missions[0] == (1, "extraction")
    assert missions == sorted(missions)
    assert len({number for number, _ in missions}) == len(missions) <= 12
    assert [one.id for one in offers.variants] == ["en", "es", "en-print"]
    assert {"rest", "opening"} <= {one.id for one in offers.switches}
    for one in offers.switches:
        assert one.editions.keys() == {"en", "es", "en-print"}
        assert set(one.editions.values()) <= set(one.values)
        assert len(one.values) > 1
    assert offers.options == ()


def test_the_kinds_of_chance_by_group_and_side(offers: Offerings) -> None:
    assert tuple(one.key for one in offers.chance) == CHANCE
    assert {one.key for one in offers.chance if one.group == "dice"} == {"team.dice", "enemy.dice"}
    assert {one.group for one in offers.chance} == {"dice", "cards"}
    assert all(one.key.startswith(f"{one.side}.") for one in offers.chance)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_offered_has_its_words(offers: Offerings, language: str) -> None:
    words = defiance_words(language)
    keys = [
        *(one.title for one in offers.scenarios),
        *(text for one in offers.scenarios for section in one.sections for text in section if text),
        *(text for one in offers.variants for text in (one.title, one.short)),
        *(text for one in offers.switches for text in (one.title, *one.values.values())),
        *(one.title for one in offers.chance),
    ]
    assert len(keys) > 50
    assert [key for key in keys if words(key) == key] == []


def test_the_rules_that_a_switch_decides_are_in_the_index(offers: Offerings) -> None:
    index = defiance_words().rules
    assert {rule for one in offers.switches for rule in one.rules} <= set(index)
    assert any(one.rules for one in offers.switches)


def test_a_game_goes_by_what_was_chosen(offers: Offerings) -> None:
    """The value of each switch is the edition's, unless it was chosen singly; all others are answered by the app."""
    (rest,) = (one for one in offers.switches if one.id == "rest")
    other = next(value for value in rest.values if value != rest.editions["es"])
    options = {"switches": {"rest": other}, "answers": {"team.dice": "person"}}
    session = Session.new(mission="extraction", seed=1, edition="es", options=options, journal=False)
    values = {one.id: value for one, value in session.game.switches()}
    assert values == {one.id: one.editions["es"] for one in offers.switches} | {"rest": other}
    answers = session.game.answers(session.state)
    assert answers == dict.fromkeys(CHANCE, "app") | {"team.dice": "person"}
    session.submit(session.game.set_answer("enemy.ai_card", "person"))
    assert session.game.answers(session.state)["enemy.ai_card"] == "person"
    assert session.host.offerings == offers


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"mission": "nowhere"}, "nowhere"),
        ({"edition": "fr"}, "there is no edition 'fr'"),
        ({"options": {"sleep": True}}, "there is no option 'sleep': "),
        ({"options": {"switches": {"sleep": "no"}}}, "there is no edition option 'sleep'"),
    ],
)
def test_what_is_not_offered_is_refused(choices: dict[str, object], sentence: str) -> None:
    with pytest.raises(ContentError) as refused:
        Session.new(**{"mission": "extraction", "seed": 1, **choices})  # type: ignore[arg-type]
    assert sentence in str(refused.value)
