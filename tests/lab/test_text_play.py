"""The game in text: one attack played, moving in time, asking why."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from defiance_qt.core.errors import DefianceError
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.auto import auto
from defiance_qt.lab.choices import Choices
from defiance_qt.lab.text_play import TextTable, play_text
from defiance_qt.systems.defiance.engine.events import UnitActivationEnded
from defiance_qt.words.languages import LANGUAGES
from tests.bounds import repeat
from tests.extend.plugins import plugin
from tests.lab.games import active, asked, begun
from tests.texts import defiance_words


def talk(session: Session, *answers: str, language: str = "en") -> list[str]:
    """What the table says while these lines are typed."""
    said: list[str] = []
    left = list(answers)
    TextTable(session, defiance_words(language), said.append, lambda prompt: left.pop(0) if left else None).run()
    assert not left
    return said


ATTACK = (
    "move jazz",
    "step_to jazz C6",
    "step_to jazz D6",
    "step_to jazz E6",
    "attack jazz boarding_carbine.shot nox_spec_ops.1",
    "red1 orange1",
    "blue6",
)


@pytest.mark.rule("R-090")
def test_an_attack_is_played_in_text() -> None:
    session = active("jazz", options={"answers": asked("dice")})
    said = talk(session, *ATTACK, "2", "quit")
    text = "\n".join(said)
    assert "Jazz attacks Nox Spec-Ops #1" in text
    assert "Your dice: Red (red), Orange (orange). Enter a face for each die" in text
    assert "Roll: " in text
    assert "    2  Jazz: Spend a Critical Success: add two Successes" in text
    assert session.state.enemies.get("nox_spec_ops.1") is None


def test_the_table_is_told_from_its_beginning() -> None:
    said = talk(begun(), "1")
    assert said[0].startswith("Enter the number of an answer")
    assert said[1] == "   1| Mission set up: Extraction"
    assert any(line.endswith("Uma deploys on A4") for line in said)


def test_undo_and_redo_say_what() -> None:
    session = active("cadin")
    said = talk(session, "move cadin", "undo", "redo", "undo", "undo", "undo")
    assert said.count("Undone: Cadin: Move") == 2
    assert "Redone: Cadin: Move" in said
    assert "Undone: Cadin: Activate" in said


def test_what_cannot_be_is_said_and_the_question_stands() -> None:
    session = active("cadin")
    before = session.head
    said = talk(session, "99", "dance", "step_to cadin A1", "", "help", "redo", "1x")
    assert session.head == before
    assert "There is no answer 99; the last is" in "\n".join(said)
    assert any("'dance' is not a command" in line for line in said)
    assert any("There is nothing to redo" in line for line in said)


def test_why_names_the_rule_of_a_line_and_of_a_refusal() -> None:
    session = active("cadin")
    said = talk(session, "move cadin", "why 1", "why", "why 50", "why step_to cadin H5", "why step_to cadin B6")
    assert any(line.endswith("gains 6 movement points") for line in said)
    assert "R-051" in "\n".join(said) or "R-046" in "\n".join(said)
    assert "Why what? Enter a line number or a command." in said
    assert "There is no line 50; the last is 1." in said
    assert any(line.startswith("R-05") and "H5" in line for line in said)
    assert "That is allowed now." in said


def test_why_alone_explains_the_last_turn_of_a_unit() -> None:
    session = begun(3)
    for _ in repeat(
        lambda: not any(isinstance(one.event, UnitActivationEnded) for one in session.event_contexts((session.head,))),
        session.legal,
    ):
        session.submit(session.legal()[-1])
    said = talk(session, "log", "why")
    turn = said[next(place for place, line in enumerate(said) if "turn explained" in line) :]
    assert sum("Instruction 1:" in line for line in turn) >= 2
    line = next(one for one in said if one.endswith(" is activated"))
    again = talk(session, "log", f"why {line.partition('|')[0].strip()}")
    assert turn[:-1] == again[-len(turn) : -1]


def test_log_tells_the_whole_game() -> None:
    said = talk(active("cadin"), "log")
    assert any("Round 1 begins" in line for line in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_table_has_its_words(language: str) -> None:
    session = active("jazz", options={"answers": asked("all")})
    answers = [*ATTACK, "undo", "redo", "2", "end_activation jazz", "why", "why 1", "why 999", "99", "log"]
    said = talk(session, *answers, language=language)
    assert not [line for line in said if "cli." in line]


def test_a_finished_game_says_so_and_can_be_taken_back() -> None:
    from defiance_qt.lab.bots import make_bot
    from defiance_qt.lab.playing import play

    session = begun(2)
    result = play(session, make_bot("random", 2)).result
    said = talk(session, "1", "undo")
    ending = session.game.ending(session.timeline.state_at(session.timeline.line[-1]), defiance_words())
    assert ending is not None
    assert f"{ending.title}: {ending.reason}" in said
    assert ending.title == {"defeat": "Defeat", "victory": "Victory"}[result]
    assert session.result is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_of_a_plugin_are_spoken(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By `play`, and by `auto` when it asks a person."""
    place = plugin(tmp_path, "one")
    (place / "locale").mkdir()
    texts = "".join(f'[{one}]\n"cli.help" = "help in {one}"\n"cli.ask.card" = "card in {one}"\n' for one in LANGUAGES)
    (place / "locale" / "words.toml").write_text(texts, encoding="utf-8")
    monkeypatch.setattr("defiance_qt.extend.loader.default_folders", lambda: (tmp_path,))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    chosen = Choices("extraction", 1, plugins=("one",), ask="all")
    assert play_text(chosen, None, defiance_words(language)) == 0
    assert capsys.readouterr().out.startswith(f"help in {language}\n")
    with pytest.raises(DefianceError, match=f"card in {language}"):
        auto(chosen, "random", None, defiance_words(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_names_what_a_bot_would_do_and_its_answer(language: str) -> None:
    session = begun()
    said = talk(session, "hint", language=language)
    (hint,) = (line for line in said if re.search(r"  \[\d+\]$", line))
    number = int(hint.rpartition("[")[2].removesuffix("]"))
    answer = session.game.label(session.legal()[number - 1], session.state, defiance_words(language))
    assert f"  {number:>3}  {answer}" in said


def test_goals_say_what_is_to_be_done() -> None:
    session = begun()
    progress = session.game.progress(session.state, defiance_words())
    assert progress is not None
    said = talk(session, "goals")
    assert all(any(goal.text in line for line in said) for goal in progress.goals)
    assert any(all(gauge.text in line for gauge in progress.gauges) for line in said)
