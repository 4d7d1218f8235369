"""The page of an Order and the sides beside it, as values."""

from __future__ import annotations

from typing import Any

import pytest

from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import found_systems, system_module, system_words
from defiance_qt.words.catalogue import Words


@pytest.fixture(scope="module")
def words() -> Words:
    return system_words(next(one for one in found_systems() if one.system == "n3"), "en")


@pytest.fixture
def session() -> Session:
    return Session.new(
        "n3", mission="bench", seed=3, options={"answers": {"team.dice": "person", "enemy.dice": "person"}}
    )


def module(name: str) -> Any:
    return system_module("n3", name)


def made(session: Session, words: Words) -> Any:
    game: Any = session.game
    state = session.state
    return module("view.present.page").page(state, game.rules, words, game.question(state, words))


def ruiz_against_tolle(session: Session) -> Any:
    """Ruiz fires at Tolle, who fires back."""
    commands = module("engine.commands")
    session.submit(commands.Exchange("ruiz", "bs", "tolle", "carbine", answer="bs", answer_weapon="scattergun"))
    return commands


def test_without_an_order_the_page_asks(session: Session, words: Words) -> None:
    page = made(session, words)
    assert page.title == "Which exchange is rolled?"
    assert page.hint
    assert (page.ruler, page.ladders, page.odds) == (None, (), ())


def test_before_the_distance_both_bands_and_both_rolls_are_there(session: Session, words: Words) -> None:
    ruiz_against_tolle(session)
    page = made(session, words)
    assert page.ruler is not None
    assert page.ruler.at is None
    assert [(row.who, row.weapon, row.tone) for row in page.ruler.rows] == [
        ("Ruiz", "Carbine", "team"),
        ("Tolle", "Scattergun", "enemy"),
    ]
    assert [band.text for band in page.ruler.rows[1].bands] == ["+6", "0", "−3"]
    assert [(one.title, one.success[1], one.dice) for one in page.ladders] == [
        ("Ruiz: BS Attack", "?", ()),
        ("Tolle: BS Attack", "?", ()),
    ]
    assert page.odds == ()


def test_a_measured_shot_shows_every_part_of_its_success_value(session: Session, words: Words) -> None:
    commands = ruiz_against_tolle(session)
    session.submit(commands.Measured("ruiz", "tolle", 300, ("tolle",)))
    page = made(session, words)
    assert page.ruler is not None
    assert (page.ruler.at, page.ruler.note) == (30.0, "30 cm, in cover: Tolle")
    one, other = page.ladders
    assert [(part.why, part.text) for part in one.parts] == [
        ("BS", "13"),
        ("distance 30\N{NO-BREAK SPACE}cm", "+3"),
        ("the target is in Partial Cover", "−3"),
    ]
    assert (one.success[1], len(one.dice), {die.tone for die in one.dice}) == ("13", 3, {"open"})
    assert one.chips[0].text == "Tolle: ARM 4 against 13, cover +3 included"
    assert (other.tone, other.success[1], len(other.dice)) == ("enemy", "11", 1)
    # Who hits, what becomes of Tolle, what becomes of Ruiz: each adds up to one but for what is too small to draw.
    assert len(page.odds) == 3
    assert all(abs(sum(one.share for one in bar.shares) - 1) < 0.01 for bar in page.odds)


def test_dice_show_what_stands(session: Session, words: Words) -> None:
    commands = ruiz_against_tolle(session)
    session.submit(commands.Measured("ruiz", "tolle", 300))
    assert made(session, words).ladders[0].success[1] == "16"
    session.submit(commands.EnterDice((16, 9, 18)))
    assert [(die.text, die.tone) for die in made(session, words).ladders[0].dice] == [
        ("16", "critical"),
        ("9", "hit"),
        ("18", "miss"),
    ]


def test_who_acts_and_who_reacts_is_a_card(session: Session, words: Words) -> None:
    ruiz_against_tolle(session)
    game: Any = session.game
    own, other = (module("view.present.sides").side(session.state, one, game.rules.options, words) for one in (0, 1))
    assert [one.id for one in own.troops if one.acts] == ["ruiz"]
    (tolle,) = [one for one in other.troops if one.acts]
    assert tolle.doing == "ARO: BS Attack with Scattergun → Ruiz"
    assert tolle.values == "BS 11 · ARM 1 · BTS 3"
    assert "Wounds left: 1 of 1" in tolle.spoken
    assert (own.tone, other.tone) == ("team", "enemy")


def test_a_troop_that_is_down_says_so(session: Session, words: Words) -> None:
    for command in session.game.overrule({"troops.ruiz.states": "unconscious"}, "for the test"):
        session.submit(command)
    game: Any = session.game
    own = module("view.present.sides").side(session.state, 0, game.rules.options, words)
    ruiz = next(one for one in own.troops if one.id == "ruiz")
    assert (ruiz.down, ruiz.note, ruiz.tone) == (True, "Unconscious", "danger")


def test_the_page_of_an_order_that_is_over_says_so(session: Session, words: Words) -> None:
    commands = ruiz_against_tolle(session)
    session.submit(commands.Measured("ruiz", "tolle", 300))
    game: Any = session.game
    page = module("view.present.page").page
    notes = [page(session.state, game.rules, words, "", over).note for over in (False, True)]
    assert notes == ["", "this exchange is over"]


def test_odds_are_those_before_the_dice_also_when_the_order_is_over(session: Session, words: Words) -> None:
    """What was lost in between changed them."""
    commands = ruiz_against_tolle(session)
    session.submit(commands.Measured("ruiz", "tolle", 300))
    odds = made(session, words).odds
    game: Any = session.game
    page, last_order = module("view.present.page").page, module("view.present.history").last_order
    assert last_order(session, session.state) == (session.state, None)
    session.submit(commands.EnterDice((3, 9, 18)))
    session.submit(commands.EnterDice((20,)))
    # The app has rolled the saves, and the Order has ended in that step.
    assert session.state.order is None
    shown, before = last_order(session, session.state)
    found = page(shown, game.rules, words, "", True, before)
    assert found.odds == odds
    assert [[die.text for die in ladder.dice] for ladder in found.ladders] == [["3", "9", "18"], ["20"]]
    assert found.ladders[0].chips[0].text == "Tolle: ARM 1 against 13"
    assert any(chip.text.startswith("Saves:") for chip in found.ladders[0].chips)


def test_a_defence_avoids_and_a_bar_that_says_nothing_is_left_out(session: Session, words: Words) -> None:
    commands = module("engine.commands")
    session.submit(commands.Exchange("okafor", "hack", "vex", "lockdown", answer="reset"))
    (who,) = made(session, words).odds
    assert [share.text for share in who.shares] == ["Okafor hits", "neither hits", "Vex avoids it"]


def test_a_template_hits_whoever_does_not_dodge_it(session: Session, words: Words) -> None:
    commands = module("engine.commands")
    session.submit(commands.Exchange("thurible", "bs", "ruiz", "heavy_flame", answer="dodge"))
    session.submit(commands.Measured("thurible", "ruiz", 100))
    who, ruiz = made(session, words).odds
    assert [(share.text, share.share) for share in who.shares] == [("Ruiz avoids it", 0.55), ("Thurible hits", 0.45)]
    assert (ruiz.title, ruiz.shares[0].share) == ("Ruiz then is", pytest.approx(0.55 + 0.45 * 8 / 20))


def test_who_does_not_answer_has_all_its_wounds_in_the_odds(session: Session, words: Words) -> None:
    commands = module("engine.commands")
    session.submit(commands.Exchange("ruiz", "bs", "kael", "carbine"))
    session.submit(commands.Measured("ruiz", "kael", 100))
    kael = made(session, words).odds[1]
    assert [share.text for share in kael.shares] == ["unhurt", "wounded", "Unconscious", "Dead"]


def test_a_troop_says_what_it_can_do_and_a_marker_does_not(words: Words) -> None:
    with Session.new("n3", mission="free", seed=3, journal=False) as session:
        commands, side = module("engine.commands"), module("view.present.sides").side
        session.submit(commands.Ready())
        session.submit(commands.Initiative(1))
        session.submit(commands.DeployRest(1))
        troops = {one.id: one for one in side(session.state, 1, {}, words).troops}
    assert troops["tolle"].sheet[2].startswith("Dazer 3. It places zones of 20 cm")
    assert troops["wisp"].sheet == ()
