"""The bundled house rule of Double Criticals: in the roll, in the log, in the odds, in Evil AI's eyes."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from defiance_qt.api import Session, open_save
from defiance_qt.extend.found import available, bundled_folders
from defiance_qt.extend.loader import Loaded, load
from defiance_qt.systems.defiance.api import Symbols
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine import preview
from defiance_qt.systems.defiance.engine.commands import Attack
from defiance_qt.systems.defiance.engine.enemies.evil_ai import harm_of
from defiance_qt.systems.defiance.engine.evolve import evolve
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.system import hooks_of
from defiance_qt.systems.defiance.tell.reasons import explain
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.engine.positions import Play, position

ID = "double_criticals"
TABLE = "U 1 .\n\numa carries=stick defense=any,any\nfoe 1 ai=attack_twice\ninitiative foe"
FOE = """
    [[units]]
    id = "foe"
      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 3
      wounds = 9
      defense = ["any", "any"]
      attacks = [{ id = "claw", dice = ["any", "any"], range = [0, 1] }]
    """


@cache
def loaded(who: str = "both") -> Loaded:
    found = load([ID], {ID: {"who": who}}, found=available(bundled_folders()))
    assert found.failures == ()
    return found


def table(hooks: Hooks | None = None) -> Play:
    return position(TABLE, FOE, hooks or hooks_of(loaded()))


def rolled(game: Play, side: str) -> e.DiceRolled:
    return next(one for one in game.events if isinstance(one, e.DiceRolled) and one.side == side)


@pytest.mark.parametrize(
    ("who", "team", "enemy"), [("both", "CS CS", "CB CB B"), ("team", "CS CS", "CB B"), ("enemy", "CS", "CB CB B")]
)
def test_a_critical_that_is_rolled_counts_twice(who: str, team: str, enemy: str) -> None:
    game = table(hooks_of(loaded(who))).do("activate uma", "attack uma stick.point foe.1", team="CS", enemy="CB B")
    assert rolled(game, "team").symbols == Symbols.parse(team)
    assert rolled(game, "enemy").symbols == Symbols.parse(enemy)


def test_the_event_says_so_and_needs_no_plugin_to_be_applied() -> None:
    """`Evolve` knows neither the rule nor the dice."""
    game = table().do("activate uma")
    before = game.state
    game.do("attack uma stick.point foe.1", team="CS", enemy="B")
    event = rolled(game, "team")
    assert [(one.source, one.gained.text) for one in event.counted] == [("double_criticals.name", "CS")]
    assert event.rules == ("R-086", "double-criticals-1")
    assert rolled(game, "enemy").counted == ()
    state = before
    for one in game.events:
        state = evolve(state, one)
    assert state == game.state


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_names_the_rule_in_every_language(language: str) -> None:
    session = Session.new(mission="extraction", seed=1, plugins=[ID], journal=False)
    words = session.words(language)
    game = table().do("activate uma")
    state = game.state
    game.do("attack uma stick.point foe.1", team="CS", enemy="B")
    for event in game.events:
        after = evolve(state, event)
        if isinstance(event, e.DiceRolled) and event.side == "team":
            told = explain(event, state, after, words, game.game.rules)
            assert any(words("double_criticals.name") in line for line in told), told
            break
        state = after
    assert words("double_criticals.name") != "double_criticals.name"


def test_the_odds_of_an_attack_equal_all_faces_counted() -> None:
    """Without Switches and criticals against it a Success is one Damage: counted by hand."""
    game = table().do("activate uma")
    rules = game.game.rules
    seen = preview.attack(rules, game.state, Attack("uma", "stick", "point", "foe.1"))
    dice = rules.catalog.dice.dice

    def totals(ids: tuple[str, ...]) -> Counter[Symbols]:
        """What the dice can show together, and in how many ways."""
        shown = [dice[id].faces for id in ids]
        sums = [sum(faces, Symbols()) for faces in product(*shown)]
        return Counter(one._replace(critical=2 * one.critical, critical_block=2 * one.critical_block) for one in sums)

    def dealt(mine: Symbols, foe: Symbols) -> int:
        """The most Damage minus the least suffered, by every use of the criticals."""
        if foe.critical_block:
            mine = mine._replace(success=0, critical=0)
        best = None
        for blocks in range(mine.critical_block + 1):
            attack = foe if not blocks else foe._replace(success=0, critical=0)
            own = mine.block + 2 * (mine.critical_block - blocks)
            own = 0 if attack.critical else own
            for pierced in range(mine.critical + 1):
                block = 0 if pierced else foe.block
                hits = max(0, mine.success + 2 * (mine.critical - pierced) - block)
                harm = max(0, attack.success - own)
                rank = hits - harm, -harm, hits
                best = rank if best is None or rank > best else best
        assert best is not None
        return best[2]

    counts: Counter[int] = Counter()
    mine, foes = totals(tuple(one.die for one in seen.team_dice)), totals(tuple(one.die for one in seen.enemy_dice))
    for (one, ways), (foe, others) in product(mine.items(), foes.items()):
        counts[dealt(one, foe)] += ways * others
    total = mine.total() * foes.total()
    assert dict(seen.dealt) == pytest.approx({hits: count / total for hits, count in counts.items()})
    plain = preview.attack(
        table(Hooks()).do("activate uma").game.rules, game.state, Attack("uma", "stick", "point", "foe.1")
    )
    assert plain.dealt != seen.dealt


def test_evil_ai_reckons_with_it() -> None:
    game, other = table(), table(Hooks())
    game.do("activate uma", "end_activation uma")
    state = game.state
    game.do("proceed", team="-", enemy="-")
    roll = next(event for event in game.events if isinstance(event, e.RollOpened)).roll
    assert roll.enemy is not None
    assert roll.enemy.figure == "foe.1"
    assert harm_of(game.game.rules, state, roll) != harm_of(other.game.rules, state, roll)


def test_a_save_replays_without_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from defiance_qt.extend import loader
    from defiance_qt.lab.bots import RandomBot

    path = tmp_path / "game.defiance"
    session = Session.new(mission="extraction", seed=5, plugins=[ID], path=path)
    bot = RandomBot(5)
    counted = 0
    while session.result is None and not counted and session.head < 400:
        change = session.submit(bot.choose(session.game, session.state, session.legal()))
        counted += sum(len(getattr(event, "counted", ())) for event in change.events)
    assert counted
    state = session.state
    session.close()
    monkeypatch.setattr(loader, "default_folders", lambda: (tmp_path / "none",))
    again = open_save(path)
    assert again.host.missing
    assert again.state == state
    again.close()
