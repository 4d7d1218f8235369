"""Every game on the command line: the same commands, whatever the game."""

from __future__ import annotations

import io
import json
import random
import re
import shutil
from pathlib import Path
from typing import get_args

import pytest

from defiance_qt.cli import main
from defiance_qt.core.correction import correct, parts, preview
from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import Offerings
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session, systems
from defiance_qt.extend.systems import load_system, system_module
from defiance_qt.lab.bots import bots, make_bot
from defiance_qt.lab.correcting import correction_lines
from defiance_qt.shell.sound import RANKS, gravest
from defiance_qt.shell.theme import icon_names
from tests.bounds import repeat
from tests.doors.games import GAMES, Played

EACH = pytest.mark.parametrize("game", GAMES, ids=[game.system for game in GAMES])
LANGUAGES = ("en", "es", "ru")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command says that succeeds and complains of nothing."""
    code, out, err = run(capsys, *arguments)
    assert (code, err) == (0, ""), (arguments, err)
    return out


@pytest.fixture(scope="module")
def saves(tmp_path_factory: pytest.TempPathFactory) -> dict[Played, Path]:
    """Of each game one that its bot has played to the end."""
    folder = tmp_path_factory.mktemp("saves")
    made = {}
    for game in GAMES:
        made[game] = folder / f"{game.system}.defiance"
        begin = ["auto", game.scenario, "--system", game.system, "--seed", "3", "--out", str(made[game])]
        assert main(begin) == 0
    return made


@pytest.fixture
def save(game: Played, saves: dict[Played, Path]) -> Path:
    return saves[game]


def test_each_game_is_found() -> None:
    assert list(systems()) == [game.system for game in GAMES]


@EACH
def test_a_bot_plays_it_and_the_save_is_verified(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ran(capsys, "verify", str(save)).strip().endswith("ok")


@EACH
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_tells_it_with_reasons(save: Path, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    plain = ran(capsys, "log", str(save), "--lang", language)
    assert len(plain.splitlines()) > 10
    # A text that is missing is shown as its key.
    assert not re.search(r"\b(event|side|why|label|account|reason)\.[a-z_.]+\b", plain)
    reasons = ran(capsys, "log", str(save), "--lang", language, "--why")
    assert re.search(r"\[[A-Z]-\d{3}", reasons)
    assert len(reasons) > len(plain)


@EACH
def test_the_icons_of_its_gauges_are_of_the_theme(save: Path) -> None:
    with open_save(save, read_only=True) as session:
        states = map(session.timeline.state_at, session.timeline.path[::20])
        found = [session.game.progress(state, session.words("en")) for state in states]
        assert {gauge.icon for one in found if one is not None for gauge in one.gauges} <= set(icon_names())


@EACH
def test_it_is_exported_and_imported(save: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, again = tmp_path / "game.jsonl", tmp_path / "again.defiance"
    ran(capsys, "export", str(save), str(record))
    ran(capsys, "import", str(record), str(again))
    with open_save(save, read_only=True) as one, open_save(again, read_only=True) as other:
        assert one.state == other.state
        assert one.timeline.path == other.timeline.path


@EACH
def test_many_are_simulated(game: Played, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(ran(capsys, "simulate", game.scenario, "--system", game.system, "--games", "2", "--json"))
    assert told["games"] == 2
    assert sum(told["endings"].values()) == 2
    assert (
        told["edition"]
        == load_system(game.system).rules.offerings(load_system(game.system).rules.content()).variants[0].id
    )


@EACH
def test_it_is_played_in_text(
    game: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "text.defiance"
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\nlog\nundo\nredo\nnonsense\nhelp\nquit\n"))
    code, out, err = run(capsys, "play", game.scenario, "--system", game.system, "--seed", "4", "--out", str(path))
    assert (code, err) == (0, "")
    assert "nonsense" in out
    assert "Undone" in out
    with open_save(path, read_only=True) as session:
        assert len(session.timeline) == 3
        assert session.verify().ok


@EACH
def test_dice_are_typed_in_text(
    game: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot brings it to a roll that people make; then every die shows its first face."""
    path = tmp_path / "dice.defiance"
    kinds = {kind.key: "person" for kind in _offered(game).chance if kind.group == "dice"}
    bot = make_bot("", 1, game.system)
    with Session.new(game.system, mission=game.scenario, seed=4, options={"answers": kinds}, path=path) as session:
        for _ in repeat(lambda: session.game.request(session.state) is None, session.legal):
            session.submit(bot.choose(session.game, session.state, session.legal()))
        request = session.game.request(session.state)
        assert request is not None
        dice, steps = len(request.sizes), len(session.timeline)
    monkeypatch.setattr("sys.stdin", io.StringIO(" ".join(["1"] * dice) + "\nquit\n"))
    code, _, err = run(capsys, "play", str(path))
    assert (code, err) == (0, "")
    with open_save(path, read_only=True) as session:
        assert len(session.timeline) > steps
        assert isinstance(session.timeline.step(steps).commands[-1], session.game.answer_types)


@EACH
def test_chances_are_worked_out(game: Played, save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "%" in ran(capsys, "odds", *game.dice, "--system", game.system)
    told = json.loads(ran(capsys, "odds", *game.dice, "--system", game.system, "--json"))
    assert told["attacks"]
    code, _, err = run(capsys, "odds", "nothing-of-the-kind", "--system", game.system)
    assert code == 2
    assert "nothing-of-the-kind" in err


@EACH
def test_a_value_is_corrected_and_the_correction_is_in_the_log(
    game: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "corrected.defiance"
    with Session.new(game.system, mission=game.scenario, seed=4, path=path) as session:
        before = session.state
        (command,) = session.game.overrule(_a_number(session), "as it lies on the table")
        session.submit(command)
        assert session.state != before
        session.undo()
        assert session.state == before
        session.redo()
    assert "as it lies on the table" in ran(capsys, "log", str(path))


@EACH
def test_an_earlier_decision_is_corrected(game: Played) -> None:
    """The command that was given by mistake is replaced, and what followed is played again."""
    with Session.new(game.system, mission=game.scenario, seed=4) as session:
        first = session.legal()[0]
        session.submit(first)
        given = session.timeline.path[1]
        (other,) = session.game.overrule(_a_number(session), "instead")
        words = session.host.own_words()
        correct(session, preview(session, given, other, words), "corrected")
        assert session.timeline.step(session.timeline.path[1]).commands[0] == other
        assert session.verify().ok


@EACH
def test_what_was_decided_after_a_correction_is_named(game: Played) -> None:
    """Random decisions of a game that a bot plays are corrected. Each later step stays, is bridged or is lost with a
    reason; what is carried out is what the preview has said, and verifies."""
    chance = random.Random(1)
    with Session.new(game.system, mission=game.scenario, seed=1) as session:
        bot = make_bot("random", 1, game.system)
        while session.result is None and session.head < 60:
            session.submit(bot.choose(session.game, session.state, session.legal()), seat=session.prompt.seat)
        line, words = tuple(session.timeline.line), session.host.own_words()
        told, codes = 0, set()
        for step in chance.sample(line[1:], min(8, len(line) - 1)):
            was = parts(session, step)[0]
            others = [one for one in session.game.legal(was.before) if one != was.command]
            if not others:
                continue
            try:
                found = preview(session, step, chance.choice(others), words, reason="as it stood")
            except Illegal as refused:
                codes.add(refused.code)
                continue
            steps = {one.step for one in found.lines if one.step > step}
            missing = set(line[line.index(step) + 1 :]) - steps
            # One that was given in another turn than its own changes places with the corrected step.
            assert [parts(session, one)[0].command for one in missing] in ([], [found.now])
            assert all(one.why is not None for one in found.lines if one.fate in ("bridged", "lost", "drops"))
            correct(session, found, "corrected")
            assert session.state == found.state
            told += len(list(correction_lines(session, found, words)))
            session.jump(line[-1])
        assert told
        assert codes <= {"nothing_stays"}
        assert session.verify().ok


@EACH
def test_a_step_of_a_save_is_corrected_with_a_yes(
    game: Played, save: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "corrected.defiance"
    shutil.copy(save, path)
    steps = json.loads(ran(capsys, "correct", str(path), "--json"))["steps"]
    assert all(one["text"] for one in steps)
    held = (json.loads(ran(capsys, "correct", str(path), str(one["step"]), "--json")) for one in steps)
    step, other = next((one["step"], one["possible"][0]["command"]) for one in held if one["possible"])
    assert other in ran(capsys, "correct", str(path), str(step))
    before = path.read_bytes()
    told = ran(capsys, "correct", str(path), str(step), other)
    assert "Nothing has been changed yet" in told
    assert path.read_bytes() == before
    report = json.loads(ran(capsys, "correct", str(path), str(step), other, "--json", "--yes", "--note", "as we saw"))
    assert (report["now"], report["done"]) == (other, True)
    assert report["later"] == report["stays"] + report["bridged"] + report["lost"] + report["drops"]
    assert ran(capsys, "verify", str(path)) == f"{path}: ok\n"
    with open_save(path, read_only=True) as session:
        assert ("as we saw",) in session.timeline.notes.values()
        assert "corrected" in [one.name for one in session.timeline.branches]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_correction_that_is_refused_names_step_and_reason(
    saves: dict[Played, Path], language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(saves[GAMES[0]])
    for arguments in (("correct", path, "0"), ("correct", path, "99999"), ("correct", path, "1", "nonsense")):
        code, out, err = run(capsys, *arguments, "--lang", language)
        assert (code, out, err.count("\n")) == (2, "", 1)


def _a_number(session: Session) -> dict[str, int]:
    for subject in session.game.subjects(session.timeline.state_at(0), session.host.own_words()):
        for field in subject.fields:
            if field.kind == "number" and field.value < field.high:
                return {field.path: field.value + 1}
    raise AssertionError("there is no number to correct")


@EACH
def test_the_soak_finds_nothing(game: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from defiance_qt.lab.soak import Soak

    monkeypatch.chdir(tmp_path)
    soaking = Soak(game.system)
    for seed in range(1, 4):
        soaking.play(seed)
    assert soaking.tally.games == 3
    assert list(tmp_path.iterdir()) == []


@EACH
def test_every_bot_ends_a_game(game: Played) -> None:
    for name in bots(game.system):
        bot = make_bot(name, 2, game.system)
        with Session.new(game.system, mission=game.scenario, seed=2, journal=False) as session:
            for _ in range(3000):
                if session.result is not None:
                    break
                session.submit(bot.choose(session.game, session.state, session.legal()))
            assert session.result is not None, name


@EACH
def test_every_command_is_written_and_read_again(save: Path) -> None:
    with open_save(save, read_only=True) as session:
        game = session.game
        for number in session.timeline.path:
            for command in session.timeline.step(number).commands:
                assert game.parse(game.format(command)) == command


@EACH
def test_wrong_choices_of_a_new_game_are_named(game: Played, capsys: pytest.CaptureFixture[str]) -> None:
    begin = ("auto", game.scenario, "--system", game.system)
    for wrong, named in (
        (("auto", "atlantis", "--system", game.system), "atlantis"),
        ((*begin, "--edition", "klingon"), "klingon"),
        ((*begin, "--option", "gravity=off"), "gravity"),
        ((*begin, "--bot", "deep-thought"), "deep-thought"),
        ((*begin, "--plugin", "no-such-plugin"), "no-such-plugin"),
    ):
        code, out, err = run(capsys, *wrong)
        assert code == 2, wrong
        assert out == ""
        assert named in err
        assert "Traceback" not in err
        assert len(err.strip().splitlines()) == 1


def _offered(game: Played) -> Offerings:
    rules = load_system(game.system).rules
    return rules.offerings(rules.content())


@EACH
def test_every_text_of_the_new_game_screen_is_there(game: Played) -> None:
    from defiance_qt.extend.systems import words_of

    offered = _offered(game)
    keys = [scenario.title for scenario in offered.scenarios]
    keys += [key for scenario in offered.scenarios for section in scenario.sections for key in section if key]
    keys += [key for variant in offered.variants for key in (variant.title, variant.short)]
    keys += [key for switch in offered.switches for key in (switch.title, *switch.values.values())]
    keys += [kind.title for kind in offered.chance]
    options = [*offered.options, *(option for scenario in offered.scenarios for option in scenario.options)]
    keys += [key for option in options for key in (option.title, *option.choices.values())]
    for language in LANGUAGES:
        words = words_of(game.system, language)
        assert [key for key in keys if key not in words] == []


@EACH
def test_a_game_can_be_heard(game: Played, save: Path) -> None:
    """Its table names types of its events, each with a sound that there is; a whole game is neither silent nor dull."""
    names = system_module(game.system, game.sounds).SOUNDS
    with open_save(save, read_only=True) as session:
        assert set(names) <= set(get_args(session.game.event_type))
        steps = [step.events for step in session.timeline.steps()]
        heard = {gravest([event], names) for events in steps for event in events}
        assert heard <= {"", *RANKS}
        assert len(heard) > 3
        assert {gravest(steps[-1], names)} <= {"won", "lost"}
