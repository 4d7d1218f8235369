"""The values of the commands of a Soldiers' turn, by figures, threat and the time that is left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from ..engine import commands as c
from ..engine import odds, totals
from ..engine.rules import hostile_fire
from ..engine.rules.experience import total
from ..engine.rules.support import STRIKES
from ..engine.ruleset import Rules
from ..engine.state import OBJECTIVE, Hostile, Soldier, State, WeaponInPlay, with_soldier

KILL, KILL_THREAT = 0.75, 1.2
SUPPRESS, SUPPRESS_THREAT = 0.15, 0.5
"""The value of a killed and of a suppressed figure: alone, and for each Wound that it threatens in the coming turn."""

PROGRESS = 1.6
"""The value of one step of the Objective's progress."""

CALLS = 0.9
"""What a card with Reinforce threatens beside its attack: another card each turn (W-138)."""

LAST_ACTION = 0.3
"""What a Move is worth more with the last Action of the turn: a Soldier who fires twice stays behind."""

CALM = 0.5
"""The threat for each Soldier up to which Hostiles may be added without hurry."""

LEAST = 0.12
"""The value below which nothing is done for it."""

SUPPORTS = ("gunship", "mortar", "sniper", "smoke_line", "relief", "supply_drop", "evacuation", "jammer")
"""The Supports that are worth their XP, the best first."""


class Option(NamedTuple):
    """A command with its value and what it is for: the key of a sentence."""

    value: float
    command: c.Command
    why: str


def support_rank(id: str) -> int:
    return SUPPORTS.index(id) if id in SUPPORTS else len(SUPPORTS)


def worth_keeping(rules: Rules, state: State, support: str) -> bool:
    """Return whether a Support is worth its XP for another turn: with one card less to strike at it is not, while
    Hostiles are left what helps against their turn is."""
    strikes = rules.catalog.supports[support].effect in STRIKES
    return support in SUPPORTS and len(state.hostiles) > (1 if strikes else 0)


def card_threat(rules: Rules, state: State, hostile: Hostile) -> float:
    """Return the mean Wounds of a card's next attack, half if it has to move first."""
    target = state.team.get(totals.target_of(rules, state, hostile))
    if target is None:
        return 0.0
    figures = rules.alive(hostile)
    awake = replace(hostile, suppressed=0) if hostile.suppressed == figures else hostile
    one = odds.hostile_attack(rules, state, awake, target)
    times = 2 if rules.does(rules.hostile(hostile).trait, "again") else 1
    far = hostile_fire.out_of_range(rules, state, hostile)
    calls = CALLS if rules.hostile(hostile).reinforce else 0
    return (float(one.wound) * one.wounds + float(one.suppress) / 2) * times * (0.5 if far else 1) + calls


class Plan:
    """The values of the commands in one state of the Soldiers' turn."""

    def __init__(self, rules: Rules, state: State, legal: tuple[c.Command, ...]) -> None:
        self.rules, self.state, self.legal = rules, state, legal
        self.threats = {id: card_threat(rules, state, one) for id, one in state.hostiles.items()}
        self.wounds = {number: float(wounds) for number, wounds in odds.threats(rules, state).items()}
        self.danger = sum(self.threats.values()) / max(1, len(state.team))
        self.slack = state.time - self._needed()
        self.fires = [one for one in map(self._attack, legal) if one is not None]

    def _needed(self) -> float:
        """Return the turns that the mission still needs: Locations, the last Move, and the Objective's form."""
        state, goal = self.state, self.rules.goal(self.state)
        ahead = state.space - state.front
        left = goal.need - state.goal.progress
        form = {"destroy": left / 2, "guards": 2.0, "work": left / 2, "hold": left, "fetch": state.space}[goal.form]
        if state.goal.carrier:
            return state.team[state.goal.carrier].space
        return ahead + form + (0 if state.goal.active else 0.5)

    def best(self) -> Option:
        """Return the best command; the turn ends when nothing is worth doing."""
        found = max(self._options(), key=lambda one: one.value, default=None)
        if found is None or found.value < LEAST:
            return Option(0, c.EndTurn(), "end")
        return self._prepared(found)

    def _options(self) -> list[Option]:
        return [*self.fires, *filter(None, map(self._valued, self.legal))]

    def ranked(self, soldier: str) -> list[Option]:
        """Return the commands of a Soldier by their values; without one all, and the end of the turn."""
        options = [*self._options(), *([] if soldier else [Option(0, c.EndTurn(), "end")])]
        own = [one for one in options if soldier in ("", getattr(one.command, "soldier", ""))]
        return sorted(own, key=lambda one: one.value, reverse=True)

    # -- attacks

    def _attack(self, command: c.Command) -> Option | None:
        if not isinstance(command, c.Fire | c.Fight | c.Strike | c.Use | c.Play):
            return None
        made = odds.shot_of(self.rules, self.state, command)
        if made is None:
            return None
        found = odds.of_shot(self.rules, self.state, made)
        cost = 0.25 * float(found.empties)
        if isinstance(command, c.Play):
            cost += 0.1 + (0.15 if command.level else 0)
        if isinstance(command, c.Use):
            cost += 0.3
        if isinstance(command, c.Fight):
            cost += 0.2 + 0.3 * (totals.hth_cost(self.rules, self.state, self.state.hostiles[command.target].space) - 1)
        if made.target == OBJECTIVE:
            left = self.rules.goal(self.state).need - self.state.goal.progress
            steps = sum(min(left, hits * made.heavy) * float(share) for hits, share in found.hits.items())
            return Option(PROGRESS * steps - cost, command, "objective")
        hostile = self.state.hostiles[made.target]
        each = self.threats[made.target] / max(1, self.rules.alive(hostile))
        value = float(found.mean_killed) * (KILL + KILL_THREAT * each)
        value += float(found.mean_suppressed) * (SUPPRESS + SUPPRESS_THREAT * each)
        if hostile.guard and self.rules.goal(self.state).form == "guards":
            value *= 1.3
        return Option(value - cost, command, "attack")

    def _prepared(self, found: Option) -> Option:
        """Play a card that makes a good attack better, before it; turn cards into a cheaper Move."""
        command = found.command
        if isinstance(command, c.Fire) and found.value > 0.4:
            return self._with_card(found, command.soldier, ("aimed", "flank", "armour_round", "point_blank"))
        if isinstance(command, c.Move):
            soldier = self.state.team[command.soldier]
            to = soldier.space + (1 if command.way == "right" else -1)
            if totals.entry(self.rules, self.state, soldier, to).value >= 2:
                return self._with_card(found, command.soldier, ("surge", "slip_past"))
        return found

    def _with_card(self, found: Option, number: str, cards: tuple[str, ...]) -> Option:
        soldier = self.state.team[number]
        if soldier.laid or len(soldier.hand) < 3:
            return found
        for card in cards:
            for one in self.legal:
                if isinstance(one, c.Play) and one.soldier == number and one.card == card and not one.level:
                    if card == "point_blank" and not self._close(found.command):
                        continue
                    return Option(found.value, one, "prepare")
        return found

    def _close(self, command: c.Command) -> bool:
        target = getattr(command, "target", "")
        if target not in self.state.hostiles:
            return False
        return self.state.hostiles[target].space == self.state.team[getattr(command, "soldier", "")].space

    # -- all else

    def _valued(self, command: c.Command) -> Option | None:
        value = _VALUES.get(type(command))
        return None if value is None else value(self, command)

    def _reach(self, soldier: Soldier) -> float:
        """Return the value of the best attack of a Soldier."""
        own = [one.value for one in self.fires if getattr(one.command, "soldier", "") == soldier.number]
        return max(own, default=0.0)

    def _rally(self, command: c.Rally) -> Option:
        return Option(0.95 if self.state.team[command.soldier].suppression else 0.0, command, "rally")

    def _reload(self, command: c.Reload) -> Option:
        soldier = self.state.team[command.soldier]
        armed = any(one.loaded for one in soldier.weapons if one.id != command.weapon)
        near = any(abs(one.space - soldier.space) <= 2 for one in self.state.hostiles.values())
        return Option((0.35 if armed else 0.8) if near else 0.3, command, "reload")

    def _place(self, command: c.Place) -> Option | None:
        """Place a Location while the threat is low; the less time there is, the more is risked."""
        if command.skill and self.state.rightmost < 2:
            return None
        soldier = self.state.team[command.soldier]
        limit = CALM if self.slack > 3 else 0.8 if self.slack > 1 else 1.5
        if self.danger > limit and self.slack > 0:
            return None
        ready = sum(one.acts for one in self.state.at(soldier.space)) / 10
        why = "place" if self.danger <= CALM else "hurry"
        return Option(0.7 + ready + (0.01 if command.skill else 0), command, why)

    def _activate(self, command: c.Activate) -> Option | None:
        near = sum(one.space >= self.state.space - 2 for one in self.state.team.values())
        limit = CALM if self.slack > 2 else 1.2
        close = near >= (len(self.state.team) + 1) // 2
        if (self.danger > limit or not close) and self.slack > 0:
            return None
        return Option(1.5, command, "activate" if close else "hurry")

    def _work(self, command: c.Work) -> Option:
        return Option(2.5, command, "objective")

    def _move(self, command: c.Move) -> Option | None:
        """Go on to the right (with the prize to the left) where that costs little blood and few cards."""
        soldier = self.state.team[command.soldier]
        to = soldier.space + (1 if command.way == "right" else -1)
        wanted = self._wanted(soldier)
        if abs(wanted - to) >= abs(wanted - soldier.space):
            return None
        cost = totals.entry(self.rules, self.state, soldier, to).value
        here, there = self.wounds[soldier.number], self._wounds(soldier, to)
        urgent = 1.3 if self.slack <= 0.5 else 1.0 if self.slack <= 2 else 0.85
        behind = 0.15 * max(0, self.state.front - soldier.space - 1)
        value = urgent + behind - 0.1 * cost - 0.45 * max(0.0, there - here) + self._together(soldier, to)
        if soldier.acts == 1 and not soldier.moved:
            value += LAST_ACTION
        if soldier.health <= 2 and there > 0.3 and self.slack > 0:
            value -= 0.6
        if self.state.goal.carrier == soldier.number:
            value += 1.5
        return Option(value, command, "objective" if self.state.goal.active else "move")

    def _together(self, soldier: Soldier, to: int) -> float:
        """Return the value of Locations that a Move empties or occupies: one with a Soldier is reinforced (W-137)."""
        alone = len(self.state.at(soldier.space)) == 1 and self.state.location(soldier.space)
        fresh = not self.state.at(to) and self.state.location(to)
        return (0.25 if alone else 0.0) - (0.1 if fresh else 0.0)

    def _wanted(self, soldier: Soldier) -> int:
        """Return the space that a Soldier should go to."""
        state, form = self.state, self.rules.goal(self.state).form
        if state.goal.carrier:
            return 0 if state.goal.carrier == soldier.number else max(0, state.team[state.goal.carrier].space)
        if state.goal.lies >= 0:
            return state.goal.lies
        if state.goal.active:
            inside = form in ("work", "hold", "fetch") or self._carries_charge(soldier)
            strong = soldier.health >= 2 or self.slack <= 1
            return state.space if inside and strong else max(soldier.space, state.space - 1)
        return state.rightmost

    def _carries_charge(self, soldier: Soldier) -> bool:
        card = self.rules.catalog.equipment
        return self.rules.goal(self.state).form == "destroy" and any(
            card[one.id].use == "charge" and one.tokens for one in soldier.kit
        )

    def _wounds(self, soldier: Soldier, space: int) -> float:
        """Return the Wounds that the Hostiles would deal a Soldier in a space in the coming turn."""
        moved = with_soldier(self.state, soldier.number, space=space)
        return float(odds.threat(self.rules, moved, soldier.number))

    def _cycle(self, command: c.CycleHand) -> Option | None:
        soldier = self.state.team[command.soldier]
        missing = totals.hand_size(self.rules, self.state, soldier) - len(soldier.hand)
        if missing < 2:
            return None
        return Option(0.16 * missing, command, "draw")

    def _use(self, command: c.Use) -> Option | None:
        use = self.rules.catalog.equipment[command.item].use
        if use == "heal":
            other = self.state.team[command.target]
            lost = self.rules.card(other).health - other.health
            return Option(0.3 + 0.12 * lost if lost >= 2 or other.health <= 2 else 0, command, "heal")
        if use == "flash":
            hostile = self.state.hostiles[command.target]
            figures = self.rules.unsuppressed(hostile)
            each = self.threats[command.target] / max(1, figures)
            return Option(figures * (SUPPRESS + SUPPRESS_THREAT * each) * 1.1 - 0.15, command, "suppress")
        if use == "charge":
            return Option(PROGRESS * 2, command, "objective")
        if use == "smoke":
            here = self.state.at(self.state.team[command.soldier].space)
            return Option(0.35 * sum(self.wounds[one.number] for one in here) - 0.2, command, "cover")
        return None

    def _play(self, command: c.Play) -> Option | None:
        effect = self.rules.catalog.actions[command.card].effect
        value = _PLAYS.get(effect)
        return None if value is None or effect == "blast" else value(self, command)

    def _play_suppress(self, command: c.Play) -> Option:
        hostile = self.state.hostiles[command.target]
        card = totals.laid_card(self.rules, command.card, bool(command.level))
        tokens = min(card.amount, self.rules.unsuppressed(hostile))
        each = self.threats[command.target] / max(1, self.rules.alive(hostile))
        value = tokens * (SUPPRESS + SUPPRESS_THREAT * each) - (0.35 if command.level else 0.1)
        return Option(value, command, "suppress")

    def _play_kill(self, command: c.Play) -> Option | None:
        hostile = self.state.hostiles[command.target]
        each = self.threats[command.target] / max(1, self.rules.alive(hostile))
        return Option(KILL + KILL_THREAT * each - 0.45 - (0.2 if command.level else 0), command, "attack")

    def _play_rally(self, command: c.Play) -> Option:
        return Option(
            0.6 * self.state.team[command.target].suppression - (0.5 if command.level else 0.2), command, "rally"
        )

    def _play_heal(self, command: c.Play) -> Option:
        soldier = self.state.team[command.target]
        low = soldier.health <= self.rules.card(soldier).health // 2
        return Option((0.5 if low else 0.2) - (0.2 if command.level else 0), command, "heal")

    def _play_ready(self, command: c.Play) -> Option | None:
        soldier = self.state.team[command.target]
        if soldier.acts or soldier.suppression:
            return None
        return Option(0.45 - (0.3 if command.level else 0), command, "ready")

    def _play_reload(self, command: c.Play) -> Option:
        return Option(0.6 - (0.35 if command.level else 0), command, "reload")

    def _play_experience(self, command: c.Play) -> Option:
        return Option(0.5, command, "experience")

    def _play_draw(self, command: c.Play) -> Option | None:
        return None if command.level else Option(0.4, command, "draw")

    def _call(self, command: c.Call) -> Option | None:
        """Call what helps now, as long as the XP reach."""
        if command.support not in SUPPORTS or self.state.team[command.payer].xp < 1:
            return None
        effect = self.rules.catalog.supports[command.support].effect
        if (
            effect == "heal"
            and self.rules.card(self.state.team[command.target]).health - self.state.team[command.target].health < 2
        ):
            return None
        if effect == "supply" and not any(one.empty for one in self._weapons(int(command.target))):
            return None
        if effect in STRIKES and len(self.state.hostiles) < 2:
            return None
        card = self.rules.catalog.supports[command.support]
        spare = total(self.state) - card.call
        # What helps in the Hostile turn has to be kept first (W-133).
        if not (card.once or effect in STRIKES) and (
            spare < card.keep or not worth_keeping(self.rules, self.state, command.support)
        ):
            return None
        return Option(0.55 + 0.05 * spare - 0.03 * support_rank(command.support), command, "support")

    def _weapons(self, space: int) -> list[WeaponInPlay]:
        return [weapon for one in self.state.at(space) for weapon in one.weapons]

    def _stock(self, command: c.Stock) -> Option | None:
        weapon = self.state.team[command.soldier].weapon(command.weapon)
        return Option(0.7, command, "reload") if weapon is not None and weapon.empty else None


_VALUES: dict[type, Callable[[Plan, Any], Option | None]] = {
    c.Rally: Plan._rally,
    c.Reload: Plan._reload,
    c.Place: Plan._place,
    c.Activate: Plan._activate,
    c.Work: Plan._work,
    c.Move: Plan._move,
    c.CycleHand: Plan._cycle,
    c.Use: Plan._use,
    c.Play: Plan._play,
    c.Call: Plan._call,
    c.Stock: Plan._stock,
}
"""What each command that is no attack is worth."""

_PLAYS: dict[str, Callable[[Plan, c.Play], Option | None]] = {
    "suppress": Plan._play_suppress,
    "kill": Plan._play_kill,
    "rally": Plan._play_rally,
    "heal": Plan._play_heal,
    "ready": Plan._play_ready,
    "reload": Plan._play_reload,
    "experience": Plan._play_experience,
    "draw": Plan._play_draw,
}
"""What each effect of an Action card is worth."""
