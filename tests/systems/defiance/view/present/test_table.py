"""View models are built again only where the state has changed, and are always what a fresh build would give."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from msgspec.structs import replace

from defiance_qt.extend.sessions import Session
from defiance_qt.shell.present.memo import Memo
from defiance_qt.shell.view import Parts
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.frames import EnemyActivation, Roll, RollSide, UnitActivation
from defiance_qt.systems.defiance.view.present.enemies import units
from defiance_qt.systems.defiance.view.present.names import rules_of
from defiance_qt.systems.defiance.view.present.table import TableBuilder, _line
from defiance_qt.systems.defiance.view.present.values import TableView
from defiance_qt.systems.defiance.view.presenter import BoardPresenter
from tests.systems.defiance.view.positions import activated, deployed, new_game, table, until
from tests.systems.defiance.view.seated import at


def fresh(presenter: BoardPresenter) -> tuple[TableView, Parts]:
    """The view models of the present moment, made by a builder that has kept nothing."""
    return TableBuilder(presenter.session, presenter.names).build(
        presenter.offers,
        picked=presenter.picked,
        chosen=presenter.chosen,
        reach=presenter.preview.reach(),
        beyond=presenter.preview.beyond(),
        explained=presenter._explained(),
        why_not=presenter._why_not_now,
    )


def same_as_fresh(presenter: BoardPresenter) -> None:
    parts = presenter.refresh()
    view, chosen = fresh(presenter)
    for name in TableView.__struct_fields__:
        assert getattr(presenter.view, name) == getattr(view, name), f"{name} is stale at {presenter.session.head}"
    assert parts == chosen


def play(session: Session, chance: random.Random, most: int) -> BoardPresenter:
    """Random commands; sometimes a button is pressed, the head moved, or a value corrected. Compares after each."""
    presenter, _ = table(session, "step")
    for _ in range(most):
        if not session.legal():
            break
        session.submit(chance.choice(session.legal()))
        same_as_fresh(presenter)
        dice = chance.random()
        if dice < 0.1 and presenter.offers.by_group:
            presenter.press(chance.choice(sorted(presenter.offers.by_group)))
        elif dice < 0.15:
            presenter.table.step(-chance.randint(1, 9))
            same_as_fresh(presenter)
            presenter.table.to_depth(-1)
        elif dice < 0.2:
            id = chance.choice(sorted(session.state.team))
            presenter.table.overrule({f"team.{id}.damage": chance.randint(0, 3)}, "")
        same_as_fresh(presenter)
    return presenter


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_is_kept_equals_what_is_built_afresh(seed: int) -> None:
    presenter = play(new_game(seed), random.Random(seed), 200)
    assert presenter.session.head > 150


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_is_kept_equals_what_is_built_afresh_in_the_enemys_turn(seed: int) -> None:
    session = until(deployed(seed), lambda one: any(isinstance(legal, c.Proceed) for legal in one.legal()))
    play(session, random.Random(seed), 100)


def test_a_step_builds_only_the_card_of_who_walks() -> None:
    session = activated("cadin")
    session.submit(c.Move("cadin"))
    presenter, _ = table(session)
    before = presenter.view
    presenter.submit(next(one for one in session.legal() if isinstance(one, c.StepTo)))
    after = presenter.view
    assert {one.id: one is other for one, other in zip(before.cards, after.cards, strict=True)} == {
        card.id: card.id != "cadin" for card in before.cards
    }
    assert all(one is other for one, other in zip(before.units, after.units, strict=True))
    assert all(one is other for one, other in zip(before.consoles, after.consoles, strict=True))
    assert before.alert is after.alert
    assert before.reserve is after.reserve
    assert before.waiting is after.waiting


def test_a_correction_of_one_figure_builds_only_its_own_card() -> None:
    presenter, _ = table(deployed())
    before = presenter.view
    presenter.table.overrule({"team.uma.damage": 3, "alert": 2}, "")
    after = presenter.view
    assert [one.id for one, other in zip(before.cards, after.cards, strict=True) if one is not other] == ["uma"]
    assert after.alert.level == 2
    assert all(one is other for one, other in zip(before.units, after.units, strict=True))


def test_a_miniature_that_acts_inside_the_activation_of_another_unit_is_followed() -> None:
    session = deployed()
    presenter, _ = table(session)
    state, rules, names, memo = session.state, rules_of(session), presenter.names, Memo()
    (unit,) = state.units
    first, second = (f"{unit}.{number}" for number in (1, 2))
    for acting in (first, second):
        agenda = (*state.agenda, UnitActivation("cadmus", ()), EnemyActivation(acting, ("attack",)))
        now = replace(state, agenda=agenda)
        (view,) = units(now, rules, names, memo)
        assert (view,) == units(now, rules, names)
        assert [mini.id for mini in view.miniatures if mini.acting] == [acting]


def test_most_parts_are_kept_through_a_round() -> None:
    session = deployed()
    presenter, _ = table(session, "step")
    views = [presenter.view]
    until(session, lambda one: (views.append(presenter.view), one.state.round == 2)[1])  # type: ignore[func-returns-value]
    moments = list(pairwise(views))
    kept = sum(one is other for before, after in moments for one, other in zip(before.cards, after.cards, strict=False))
    assert kept > 0.7 * sum(len(view.cards) for view in views)


def test_the_pips_show_the_health_that_is_told() -> None:
    text = "C U . 1 2\n\ncadin damage=12\numa damage=3\nnox_spec_ops 1 2\n"
    text += "nox_spec_ops.1 damage=2\nnox_spec_ops.2 damage=5"
    presenter, _ = table(at(text))
    cards, miniatures = presenter.view.cards, presenter.view.units[0].miniatures
    told = [(one.left, one.health) for one in cards] + [(one.left, one.health) for one in miniatures]
    assert told == [(0, "0 of 10"), (7, "7 of 10"), (1, "1 of 3"), (0, "0 of 3")]


def test_a_line_is_drawn_between_figures_that_are_both_on_the_board() -> None:
    session = at("C U . 1 2\n\ncadin\numa\nnox_spec_ops 1 2", "activate uma")
    sides = RollSide("uma", ()), RollSide("nox_spec_ops.1", ())
    found = []
    for actor, target in (("uma", "nox_spec_ops.1"), ("uma", "nox_spec_ops.9"), ("billie", "nox_spec_ops.1")):
        roll = Roll("attack", actor, target, "pistol", *sides)
        found.append(_line(replace(session.state, agenda=(*session.state.agenda, roll))))
    assert found == [("uma", "nox_spec_ops.1"), ("", ""), ("", "")]
