"""The bundled house rule of Critical Fumbles: in the roll, in the log, in the odds and in Evil AI's eyes."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

import pytest

from defiance_qt.api import Session
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

ID = "critical_fumbles"
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
ATTACK = Attack("uma", "stick", "point", "foe.1")


@cache
def loaded(who: str = "both", size: int = 2) -> Loaded:
    found = load([ID], {ID: {"who": who, "size": size}}, found=available(bundled_folders()))
    assert found.failures == ()
    return found


def table(who: str = "both", size: int = 2) -> Play:
    return position(TABLE, FOE, hooks_of(loaded(who, size)))


def fumbles(rolled: str, size: int = 2, who: str = "both") -> str:
    """What is left of a roll of the team."""
    counting = table(who, size).game.rules.counting
    assert counting is not None
    symbols = Symbols.parse(rolled)
    changes = counting.changes("team", symbols)
    left = symbols
    for one in changes:
        left = Symbols(*(had + more - less for had, more, less in zip(left, one.gained, one.lost, strict=True)))
    return left.text


@pytest.mark.parametrize(
    ("rolled", "left"),
    [
        ("S !", "S !"),
        ("S S ! !", "S"),
        ("S B ! ! !", "B !"),
        ("B ! !", "-"),
        ("CS CB ! !", "CB"),
        ("CB ! !", "-"),
        ("! ! !", "! ! !"),
        ("S B CS ! ! ! !", "CS"),
    ],
)
def test_two_specials_cost_one_symbol(rolled: str, left: str) -> None:
    assert Symbols.parse(fumbles(rolled)) == Symbols.parse(left)


def test_the_options_say_for_whom_and_how_many() -> None:
    assert fumbles("S ! !", 3) == "S ! !"
    assert fumbles("S ! ! !", 3) == Symbols().text
    assert fumbles("S ! !", who="enemy") == "S ! !"


def test_the_event_holds_the_fumble_and_the_log_names_it() -> None:
    game = table().do("activate uma")
    state = game.state
    game.do("attack uma stick.point foe.1", team="S ! !", enemy="-")
    event = next(one for one in game.events if isinstance(one, e.DiceRolled) and one.side == "team")
    assert event.symbols == Symbols()
    assert [(one.source, one.lost.text) for one in event.counted] == [("critical_fumbles.name", "S ! !")]
    assert "critical-fumbles-1" in event.rules
    assert game.foe("foe.1").damage == 0
    session = Session.new(mission="extraction", seed=1, plugins=[ID], journal=False)
    for language in LANGUAGES:
        words, before = session.words(language), state
        for one in game.events:
            after = evolve(before, one)
            if one is event:
                told = explain(one, before, after, words, game.game.rules)
                assert any(words("critical_fumbles.name") in line for line in told), told
            before = after


def test_the_odds_count_every_face() -> None:
    """Damage by all faces of all dice, with the best use of the criticals, counted by hand."""
    game = table().do("activate uma")
    rules = game.game.rules
    seen = preview.attack(rules, game.state, ATTACK)

    def totals(pool: tuple[str, ...]) -> Counter[Symbols]:
        """What is left of each roll of these dice, and in how many ways."""
        found: Counter[Symbols] = Counter()
        for faces in product(*(rules.catalog.dice.dice[id].faces for id in pool)):
            total = sum(faces, Symbols())
            while total.special >= 2 and total[:4] != (0, 0, 0, 0):
                s, v, b, w, special = total
                if s:
                    s -= 1
                elif b:
                    b -= 1
                elif v:
                    v -= 1
                else:
                    w -= 1
                total = Symbols(s, v, b, w, special - 2)
            found[total] += 1
        return found

    mine, foes = totals(tuple(one.die for one in seen.team_dice)), totals(tuple(one.die for one in seen.enemy_dice))
    counts: Counter[int] = Counter()
    for (one, ways), (foe, others) in product(mine.items(), foes.items()):
        counts[_dealt(one, foe)] += ways * others
    total = mine.total() * foes.total()
    assert dict(seen.dealt) == pytest.approx({hits: count / total for hits, count in counts.items()})
    plain = position(TABLE, FOE, Hooks()).do("activate uma")
    assert preview.attack(plain.game.rules, plain.state, ATTACK).dealt != seen.dealt


def _dealt(mine: Symbols, foe: Symbols) -> int:
    """The Damage with the most Damage minus the least suffered, by every use of the criticals."""
    if foe.critical_block:
        mine = mine._replace(success=0, critical=0)
    ends = []
    for blocks in range(mine.critical_block + 1):
        attack = foe if not blocks else foe._replace(success=0, critical=0)
        own = 0 if attack.critical else mine.block + 2 * (mine.critical_block - blocks)
        for pierced in range(mine.critical + 1):
            hits = max(0, mine.success + 2 * (mine.critical - pierced) - (0 if pierced else foe.block))
            harm = max(0, attack.success - own)
            ends.append((hits - harm, -harm, hits))
    return max(ends)[2]


def test_evil_ai_reckons_with_it() -> None:
    claws = FOE.replace('dice = ["any", "any"]', 'dice = ["yellow", "orange"]')
    game, other = position(TABLE, claws, hooks_of(loaded())), position(TABLE, claws, Hooks())
    game.do("activate uma", "end_activation uma")
    state = game.state
    game.do("proceed", team="-", enemy="-")
    roll = next(event for event in game.events if isinstance(event, e.RollOpened)).roll
    assert harm_of(game.game.rules, state, roll) != harm_of(other.game.rules, state, roll)
