"""Damage, Unconsciousness, death, healing, Aggro and Consequences (R-221…R-242)."""

from __future__ import annotations

from collections.abc import Iterable

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.changes import NumberChange, cited, total
from defiance_qt.systems.defiance.engine.frames import Activation, Draw, SurpriseAttack
from defiance_qt.systems.defiance.engine.rules import damage as damages
from defiance_qt.systems.defiance.engine.rules.campaign.boons import boons, times
from defiance_qt.systems.defiance.engine.state import STUNNED, UNCONSCIOUS, Character, Enemy, Unit
from defiance_qt.systems.defiance.engine.transaction import Transaction

# The owner of the facts that say when a Miniature comes back (`Ability.returns`).
RETURNS = "returns"
# The owner of the facts that say which deployed Units have lost a Miniature by a retreat.
RETREATED = "retreated"


def suffer(run: Transaction, figure: str, amount: int, source: str, rules: tuple[str, ...] = ("R-094",)) -> None:
    """Deal Damage to one figure and apply the results."""
    hurt(run, figure, amount, source, rules)
    settle(run, figure, source)


def hurt(run: Transaction, figure: str, amount: int, source: str, rules: tuple[str, ...]) -> int:
    """Deal Damage only; `settle` must follow. They are separate because both sides of a roll suffer at once (R-094).
    Returns the amount after the changes by house rules."""
    if not amount or not present(run, figure):
        return amount
    one = run.figure(figure)
    if isinstance(one, Character) and not one.conscious:
        return amount
    changes = damages.changes(run.rules, run.state, figure, amount, source)
    if changes:
        amount = max(0, amount + total(changes))
        rules = tuple(dict.fromkeys((*rules, *cited(changes))))
    if not amount:
        because = next(change.source for change in changes if change.amount < 0)
        run.emit(e.Unaffected(figure, source or because, because, rules))
        return 0
    damage = one.damage + amount
    if isinstance(one, Character):
        damage = min(damage, run.rules.loadout(one).wounds)
        rules = (*rules, "R-225") if one.damage + amount > damage else rules
    run.emit(e.DamageSuffered(figure, amount, damage, source, rules, changes))
    return amount


def cause(run: Transaction, event: e.Event) -> None:
    """Emit an event that an ability or a plugin causes; Damage takes effect, and a card may prevent healing (R-212)."""
    if isinstance(event, e.DamageHealed) and present(run, event.figure) and festers(run, event.figure):
        _unhealed(run, event.figure, event.source, event.rules)
        return
    if isinstance(event, e.DamageSuffered) and run.rules.hooks.modify_damage:
        hurt(run, event.figure, event.amount, event.source, event.rules)
    else:
        run.emit(event)
    if isinstance(event, e.DamageSuffered):
        settle(run, event.figure, event.source)
    elif isinstance(event, e.FlagSet):
        run.fact("flag", event.flag)


def present(run: Transaction, figure: str) -> bool:
    """Check whether the figure is on the board."""
    one = run.state.team.get(figure) or run.state.enemies.get(figure)
    return one is not None and bool(one.space)


def settle(run: Transaction, figure: str, source: str, lowered: bool = False) -> None:
    """Apply Damage that has reached the figure's Wounds: it falls Unconscious (R-224) or dies (R-234), whether it
    attacked or was attacked (R-235). An Enemy's card may let it come back instead (R-212). `lowered`: because its
    Wounds have sunk (R-321)."""
    if not present(run, figure):
        if lowered:
            _spare(run, figure, source)
        return
    one = run.figure(figure)
    if isinstance(one, Enemy):
        if one.damage < run.unit_of(figure).profile.wounds:
            return
        away = max((ability.returns for ability in run.rules.enemy_abilities(run.state, one)), default=0)
        if away:
            run.emit(e.MiniatureRetreated(figure, ("R-212",)))
            run.emit(e.PluginFact(RETURNS, figure, run.state.round + away, ("R-212",)))
        else:
            run.emit(e.MiniatureDied(figure, source, ("R-234",)))
            count_out(run, one.unit)
        return
    wounds = run.rules.loadout(one).wounds
    if one.damage > wounds:
        run.emit(e.DamageHealed(figure, one.damage - wounds, wounds, source, ("R-225",)))
    if one.conscious and one.damage >= wounds and not _endures(run, one, wounds):
        fall(run, one, ("R-224", "R-321") if lowered else ("R-224",))


def _spare(run: Transaction, figure: str, source: str) -> None:
    """Leave a Wound to whoever has left the board, and whose Wounds sink by Consequences that came with that: nothing
    makes them fall Unconscious there (a ruling of this project, at R-321)."""
    one = run.state.team.get(figure)
    if one is None or not one.conscious:
        return
    wounds = run.rules.loadout(one).wounds
    if one.damage and one.damage >= wounds:
        left = max(0, wounds - 1)
        run.emit(e.DamageHealed(figure, one.damage - left, left, source, ("R-321",)))


def _endures(run: Transaction, one: Character, wounds: int) -> bool:
    """Flip a card in place of falling Unconscious (R-212, R-315): its bearer keeps one Wound. A Remote has none."""
    card = next((ability.id for ability in run.rules.loadout(one).abilities if ability.endures), "")
    if not card or one.remote:
        return False
    run.emit(e.CardUsed(one.id, card, card, one.id, "flip", ("R-212", "R-315")))
    run.emit(e.DamageHealed(one.id, 1, wounds - 1, f"specialty.{card}.name", ("R-212",)))
    return True


def fall(run: Transaction, one: Character, cites: tuple[str, ...] = ("R-224",)) -> None:
    """Make a Character Unconscious (R-224), also by lowered Wounds (R-321). A Remote is removed from the board instead,
    and its Controller is Stunned, even if Unconscious (R-154)."""
    run.fallen = True
    if not one.remote:
        run.emit(e.FellUnconscious(one.id, cites))
        return
    run.emit(e.RemoteDisabled(one.id, ("R-154",)))
    run.defer(Draw("consequence", 1, "face_down", one.id))
    controller = run.state.team.get(one.controller)
    if controller is not None and controller.space and STUNNED not in controller.states:
        run.emit(e.StateGained(controller.id, STUNNED, one.id, ("R-154", "R-275")))


def retreat(run: Transaction, enemy: str) -> None:
    """Remove an Enemy from the board without killing it (R-199)."""
    unit = run.state.enemies[enemy].unit
    run.emit(e.MiniatureRetreated(enemy, ("R-199",)))
    if run.state.campaign:
        run.emit(e.PluginFact(RETREATED, unit, True, ("R-199", "R-288")))
    count_out(run, unit, ("R-243", "R-246"))


def count_out(run: Transaction, unit_id: str, cites: tuple[str, ...] = ("R-243",)) -> None:
    """After the last Miniature: add one Reinforcement and remove the card (R-234, R-243, R-246). The Unit lives while
    another Miniature is left (R-236)."""
    if any(enemy.unit == unit_id for enemy in run.state.enemies.values()):
        return
    if any(isinstance(frame, SurpriseAttack) and frame.unit == unit_id and frame.waiting for frame in run.state.agenda):
        return  # some have yet to appear
    unit = run.state.units[unit_id]
    why = "R-199" if "R-246" in cites else "R-234"
    run.emit(e.UnitEliminated(unit_id, unit.profile.respawn is not None, (why, "R-169"), unit.face))
    if run.state.campaign:
        _win_samples(run, unit, why == "R-234")
    if "R-246" in cites:
        reinforce(run, 1, "unit_left", cites, unit_id)
    else:
        reinforce(run, 1, "unit_eliminated", cites, unit_id)
    run.fact("unit_eliminated", unit_id)


def _win_samples(run: Transaction, unit: Unit, killed: bool) -> None:
    """Obtain the Samples printed on the card of a Unit that has been eliminated, once a mission: all its Enemies died,
    none retreated (R-288)."""
    if run.state.facts.get(f"{RETREATED}.{unit.id}"):
        run.emit(e.PluginFact(RETREATED, unit.id, False, ("R-288",)))
        return
    if not killed:
        return
    won = run.state.mission.gained if run.state.mission else ()
    for what, amount in (("biological", unit.profile.biological_samples), ("tech", unit.profile.tech_samples)):
        if amount and (what, unit.id) not in [(kind, id) for kind, id, _ in won]:
            run.emit(e.Gained(what, unit.id, amount, ("R-288",)))


def reinforce(
    run: Transaction,
    amount: int,
    because: str,
    rules: tuple[str, ...],
    about: str = "",
    changes: tuple[NumberChange, ...] = (),
) -> None:
    """Add tokens to the Reserve, or remove them. `about` is the Unit or Character concerned; `changes` are those of the
    amount by house rules, which it contains."""
    if amount > 0 and run.state.campaign:
        amount -= _intercepted(run, amount)
    if amount:
        run.emit(e.ReserveChanged(amount, max(0, run.state.reserve + amount), because, rules, about, changes))


def _intercepted(run: Transaction, amount: int) -> int:
    """Return how many of these tokens are lost by what members of the crew do in this mission (R-286)."""
    lost = 0
    for owner, boon in boons(run.rules, run.state):
        word = f"intercept {owner}"
        while lost < amount and times(run.state, word) < boon.intercepts:
            run.emit(e.EffectSpent(word, ("R-286",)))
            lost += 1
    return lost


def heal(run: Transaction, figure: str, amount: int, source: str, rules: tuple[str, ...]) -> None:
    """Remove up to that much Damage, unless a card prevents healing (R-212). `source` is "rest" for a Rest."""
    one = run.state.team.get(figure) or run.state.enemies.get(figure)
    healed = min(amount, one.damage) if one is not None else 0
    if one is None or healed <= 0:
        return
    if festers(run, figure):
        _unhealed(run, figure, "" if source == "rest" else source, rules)
    else:
        run.emit(e.DamageHealed(figure, healed, one.damage - healed, source, rules))


def festers(run: Transaction, figure: str) -> bool:
    """Check whether a card prevents that a figure is healed."""
    return any(ability.festers for ability in run.rules.abilities_of(run.state, figure))


def _unhealed(run: Transaction, figure: str, source: str, rules: tuple[str, ...]) -> None:
    run.emit(e.Unaffected(figure, source, "reason.festers", (*rules, "R-212")))


def impose(run: Transaction, figure: str, state: str, source: str, rules: tuple[str, ...]) -> None:
    """Give a State, unless the figure has it already (R-278) or is Unconscious, which excludes all other States
    (R-224)."""
    if present(run, figure) and not {state, UNCONSCIOUS} & set(run.figure(figure).states):
        run.emit(e.StateGained(figure, state, source, (*rules, "R-275")))


def relieve(run: Transaction, figure: str, state: str, rules: tuple[str, ...]) -> None:
    one = run.state.team.get(figure) or run.state.enemies.get(figure)
    if one is not None and state in one.states:
        run.emit(e.StateLost(figure, state, tuple(dict.fromkeys((*rules, "R-277")))))


def state_to_lose(run: Transaction, figure: str, to_harm: bool) -> str:
    """Return the State that a figure prefers to lose, or to harm it the one that it prefers to keep (R-104, R-192); ""
    if it has none but Unconscious."""
    cards = run.rules.catalog.states
    held = [id for id in run.figure(figure).states if id != UNCONSCIOUS] if present(run, figure) else []
    return max(held, key=lambda id: (-cards[id].harm if to_harm else cards[id].harm, id), default="")


def uncover(run: Transaction, figure: str) -> None:
    """End States of adjacent rivals that end when an opponent comes into Contact (R-277)."""
    if not present(run, figure):
        return
    view = run.view
    near = view.passages.near[view.cells[figure]]
    rivals: Iterable[str] = run.state.enemies if figure in run.state.team else run.state.team
    beside = [id for id in rivals if id in view.cells and near >> view.cells[id] & 1]
    for id in beside:
        for state in run.figure(id).states:
            if "contact" in run.rules.catalog.states[state].until:
                relieve(run, id, state, ("R-277",))


def change_aggro(
    run: Transaction,
    character: str,
    amount: int,
    rules: tuple[str, ...],
    for_damage: bool = False,
    changes: tuple[NumberChange, ...] = (),
) -> None:
    """Change Aggro (R-121, R-132, R-221), never below zero; a figure that is Unconscious or off the board has none
    (R-154, R-224). `changes` are those of the amount by house rules, which it contains."""
    one = run.state.team[character]
    if not one.conscious or not one.space:
        return
    aggro = max(0, one.aggro + amount)
    if aggro != one.aggro:
        run.emit(e.AggroChanged(character, aggro - one.aggro, aggro, for_damage, rules, changes))


def anger(run: Transaction, dealer: str) -> None:
    """Add one Aggro for a Character that dealt Damage in its own Activation, once (R-221)."""
    for frame in reversed(run.state.agenda):
        if isinstance(frame, Activation):  # that of a card too, which belongs to one
            if frame.character == dealer and not frame.dealt:
                change_aggro(run, dealer, 1, ("R-221",), for_damage=True)
            return


def revive(run: Transaction, character: str, heal_up_to: int, draw: int, source: str, rules: tuple[str, ...]) -> None:
    """Make a Character recover, then heal it, then draw `draw` Consequences, by an AutoMediKit (R-160) or by another
    card (R-231, R-232). Without being Unconscious it is only healed."""
    recovers = UNCONSCIOUS in run.state.team[character].states
    if recovers:
        run.emit(e.StateLost(character, UNCONSCIOUS, rules))
    heal(run, character, heal_up_to, source, rules)
    if recovers and draw:
        run.defer(Draw("consequence", draw, "recover" if "R-231" in rules else "keep_one", character))


def suffer_consequences(run: Transaction, character: str, count: int) -> None:
    if count:
        run.defer(Draw("consequence", count, "keep_all", character))
