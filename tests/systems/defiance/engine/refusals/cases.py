"""What is refused on a table, a case for each check: the position, the command and its refusal."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.hooks import Hooks
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import Play, position

CARDS = (
    pack("bless", "dice_cup", "satchel")
    + """
    [[software]]
    id = "bite"
    kind = "antipersonnel"
    targets = "enemy"
    dice = ["any"]

    [[software]]
    id = "test_overclock"
    kind = "demon"
    modifiers = [{ rolls = ["hacking"], dice = ["any"] }]

    [[software]]
    id = "ward"
    kind = "controller"
    targets = "any"
    effects = [{ do = "impose", state = "focused" }]
    switches = [
        { cost = "! !", effects = [{ do = "calm", amount = -1, on = "user" }] },
        { cost = "S", effects = [{ do = "impose", state = "focused", on = "other_character" }] },
    ]

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any"], range = [0, 3], slots = 5 }
    software = ["bless", "bite", "test_overclock", "ward"]

    [[equipment]]
    id = "tiny_deck"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 1 }
    software = ["ward"]

    [[equipment]]
    id = "heirloom"
    tabs = [["hand"]]
    owner = "uma"

    # Two alternative tabs.
    [[equipment]]
    id = "sling"
    tabs = [["hand"], ["torso"]]

    [[equipment]]
    id = "coat"
    tabs = [["torso"]]

    # Holds no program yet.
    [[equipment]]
    id = "slate"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 1 }

    [[equipment]]
    id = "chest"
    abilities = ["chest"]

    [[equipment]]
    id = "beacon"

      [[equipment.actions]]
      id = "mark"
      target = "enemy"
      range = [1, 4]
      sight = true
      effects = [{ do = "impose", state = "suppressed" }]

      [[equipment.actions]]
      id = "signal"
      target = "character"
      range = [0, 2]
      effects = [{ do = "impose", state = "focused" }]

      [[equipment.actions]]
      id = "call"
      use = "flip"
      effects = [{ do = "calm", amount = -1, on = "user" }]

    [[consequences]]
    id = "wrecked"
    wounds = -9
    """
)
ROOM = "C U . . . . . . . 1\n . . . . . .\n\n"
BESIDE = "U J . 1\n\n"
FOE = "nox_spec_ops 1\n"
DUMMY = "dummy 1 -\n"


class Case(NamedTuple):
    """A position, what is done there, the command that is refused, and how."""

    table: str
    done: tuple[str, ...]
    command: str
    refusal: str
    answers: Mapping[str, Any] = MappingProxyType({})

    def play(self) -> Play:
        stores = (Ability("satchel", stores=1), Ability("chest", stores=2))
        hooks = Hooks(abilities=(*builtin.contribute_abilities(), *stores))
        return position(self.table, CARDS, hooks).do(*self.done, **self.answers)


def cadin(then: str, refusal: str, more: str = "", *done: str, table: str = ROOM + FOE, **answers: Any) -> Case:
    """Cadin is activated, and then wants something."""
    return Case(table + more, ("activate cadin", *done), then, refusal, answers)


def uma(then: str, refusal: str, more: str = "", *done: str, table: str = BESIDE + DUMMY, **answers: Any) -> Case:
    return Case(table + more, ("activate uma", *done), then, refusal, answers)


def hacker(then: str, refusal: str, more: str = "", *done: str, **answers: Any) -> Case:
    """Jazz with a deck, and the Enemies within its reach."""
    table = f"J U 1 . . . . 2\n\njazz carries=deck\n{more}\ndummy 1 2\n"
    return Case(table, ("activate jazz", *done), then, refusal, answers)


def console(then: str, refusal: str, inputs: str, dice: str, more: str = "", *done: str) -> Case:
    """Jazz has rolled at a Console."""
    text = f"J X\n\njazz carries=deck\nconsole one X {inputs}\n{more}"
    steps = ("activate jazz", "interact jazz one using=deck", *done)
    return Case(text, steps, then, refusal, {"team": dice})


def stepping(then: str, refusal: str, board: str, points: bool = True) -> Case:
    return Case(board, ("activate cadin", *(["move cadin"] if points else [])), then, refusal)


def attacking(then: str, refusal: str, *done: str, team: str, items: str = "stick", **answers: Any) -> Case:
    """Uma has rolled an Attack on the dummy."""
    text = f"U . 1\n\numa carries={items}\n{DUMMY}"
    steps = ("activate uma", "attack uma stick.point dummy.1", *done)
    return Case(text, steps, then, refusal, {"team": team, "enemy": "-", **answers})


def exchange(then: str, refusal: str, uma: str, jazz: str, *done: str, more: str = "") -> Case:
    """Uma equips beside Jazz; Cadin is far away."""
    text = f"U J . . C\n\numa carries={uma}\njazz carries={jazz}\n{more}"
    return Case(text, ("activate uma", "equip uma", *done), then, refusal)


CASES = (
    # who is asked, and who there is
    Case(ROOM + FOE, (), "move cadin", "activate_first R-050"),
    cadin("activate uma", "not_asked R-041"),
    cadin("move ghost", "unknown_character R-003"),
    cadin("attack cadin rippers.slash ghost", "unknown_target R-073"),
    cadin("interact cadin ghost", "unknown_element R-123"),
    cadin("move uma", "not_active R-050"),
    cadin("deploy uma A2", "set_up_over R-012"),
    cadin("end_activation uma", "not_active R-050"),
    cadin("use_automedikit uma", "not_active R-050"),
    Case(ROOM + FOE, ("activate cadin", "end_activation cadin"), "keep torn_muscle", "nothing_drawn R-160"),
    Case("C U\n\ncadin activated", (), "activate cadin", "already_activated R-042"),
    Case("J U\n\nbillie printed", (), "activate billie", "off_board R-154"),
    Case("J B U\n\nblock billie", (), "activate uma", "partner_first R-152"),
    exchange("move uma", "not_asked R-116", "pistol", "knife"),
    console("move jazz", "not_asked R-134", '"CS"', "CS !"),
    Case("C\n\ncadin A1 unconscious damage=10", ("activate cadin", "use_automedikit cadin"), "move cadin",
         "not_asked R-160"),
    Case("U . .\n . .\n\numa activated\nlast uma\ngwailos away\ninitiative gwailos\nturn enemy",
         ("overrule round 1",), "activate uma", "not_asked R-041"),
    # an Activation
    cadin("move cadin", "unconscious R-159", "cadin A1 unconscious damage=10"),
    cadin("equip cadin", "no_actions R-046", "", "move cadin", "move cadin"),
    cadin("use_automedikit cadin", "conscious R-158"),
    cadin("use_automedikit cadin", "no_automedikit R-163", "cadin A1 unconscious damage=10 carries="),
    cadin("end_activation cadin", "must_move_on R-056", "", "move cadin", "step_to cadin B1"),
    cadin("attack cadin rippers.slash nox_spec_ops.1", "must_move_on R-056", "", "move cadin", "step_to cadin B1"),
    # movement
    stepping("step_to cadin Z9", "no_space R-035", "C .\n\n"),
    stepping("step_to cadin C1", "not_adjacent R-052", "C . .\n\n"),
    stepping("step_to cadin B1", "no_points R-052", "C .\n\n", points=False),
    stepping("step_to cadin B1", "closed_door R-059", "C .\n\ndoor gate A1:e"),
    stepping("step_to cadin B1", "blocked_space R-215", "C # .\n . .\n\n"),
    stepping("step_to cadin B1", "wall R-059", "C .\n\nwall A1:e"),
    stepping("step_to cadin B1", "wall R-059", "C .\n . .\n\nwall A1:e\ndoor gate A1:se"),
    stepping("step_to cadin B1", "wall R-059", "C .\n . .\n\nwall A1:e\ndoor gate B1:se"),
    stepping("step_to cadin B1", "occupied R-056", "C U\n\ncadin speed=1"),
    stepping("step_to cadin B1", "occupied R-056", "C U\n\ncadin speed=3\ndifficult A1:e"),
    stepping("step_to cadin B1", "occupied R-219", "C X\n\ncadin speed=2\ncontainer crate X"),
    stepping("step_to cadin B1", "no_points R-057", "C 1 .\n\ncadin speed=1\n" + DUMMY),
    stepping("step_to cadin B1", "no_points R-217", "C .\n\ncadin speed=1\ndifficult A1:e"),
    cadin("move cadin", "pinned R-212", "cadin A1 pinned"),
    stepping("step_to cadin B1", "pinned R-212", "C .\n\ncadin pinned", points=False),
    # dragging
    cadin("drag cadin B2 uma A1", "pinned R-212", "cadin A1 pinned\numa B1 unconscious damage=10"),
    cadin("drag cadin B2 ghost A1", "unknown_character R-003"),
    cadin("drag cadin B2 uma A1", "not_unconscious R-230", "", "move cadin"),
    cadin("drag cadin B2 uma A1", "not_adjacent_to R-230", "uma D1 unconscious damage=10", "move cadin"),
    cadin("drag cadin B2 uma A1", "not_unconscious R-230", "uma unconscious damage=10", "move cadin",
          table="C . .\n . . . 1\n\n" + FOE),
    cadin("drag cadin B2 uma A1", "no_points R-230", "uma B1 unconscious damage=10"),
    cadin("drag cadin A2 uma A1", "no_points R-230", "cadin A1 speed=1\numa B1 unconscious damage=10", "move cadin"),
    cadin("drag cadin C1 uma A1", "not_adjacent R-052", "uma B1 unconscious damage=10", "move cadin"),
    cadin("drag cadin A2 uma F2", "cannot_drag R-230", "uma B1 unconscious damage=10", "move cadin"),
    cadin("drag cadin A2 uma F2", "cannot_drag R-230", "cadin A1 speed=2\numa B1 unconscious damage=10", "move cadin"),
    # Attack
    cadin("attack cadin pistol.shot nox_spec_ops.1", "not_equipped R-073"),
    uma("attack uma pistol.bite dummy.1", "no_such_attack R-073"),
    uma("attack uma club.hit dummy.1", "not_equipped R-073", "uma carries=pistol@backpack"),
    uma("attack uma stick.lob dummy.1", "untargetable R-212", "uma carries=stick\ndummy.1 hidden\nwall B1:e",
        table="U . . 1\n\n" + DUMMY),
    uma("attack uma stick.lob dummy.1", "out_of_range R-069", "uma carries=stick", table="U 1 J .\n\n" + DUMMY),
    uma("attack uma stick.point dummy.1", "no_actions R-046", "uma carries=stick", "move uma", "move uma"),
    cadin("attack cadin cadin.bite nox_spec_ops.1", "no_such_attack R-073"),
    cadin("attack cadin pistol.shot nox_spec_ops.1", "in_backpack R-032", "cadin carries=pistol@backpack"),
    cadin("attack cadin rippers.slash uma", "not_an_enemy R-078", "cadin carries=rippers"),
    cadin("attack cadin rippers.slash nox_spec_ops.1", "out_of_range R-069", "cadin carries=rippers"),
    Case("U . 1\n\nnox_spec_ops 1\nwall B1:e", ("activate uma",), "attack uma pistol.shot nox_spec_ops.1",
         "no_sight R-062"),
    uma("attack uma pistol.shot dummy.1", "untargetable R-212", "dummy.1 hidden", table="U . . 1\n\n" + DUMMY),
    # programs
    hacker("hack jazz skullbuster dummy.1", "no_program R-107"),
    hacker("hack jazz test_overclock dummy.1", "demon_runs R-111"),
    hacker("hack jazz bite dummy.1", "wrong_target R-113"),
    Case("J 1\n\njazz carries=deck,tiny_deck\n" + DUMMY, ("activate jazz",), "hack jazz ward dummy.1",
         "which_device R-107"),
    hacker("hack jazz bless dummy.1 using=deck", "one_device R-107"),
    hacker("hack jazz bless uma", "wrong_target R-112"),
    hacker("hack jazz bless dummy.2", "out_of_range R-109"),
    Case("J U . 1\n\njazz carries=deck\ndummy 1 -\ndummy.1 hidden", ("activate jazz",), "hack jazz bless dummy.1",
         "untargetable R-212"),
    Case("J\n\njazz carries=deck\nbillie printed", ("activate jazz",), "hack jazz ward billie", "off_board R-109"),
    # Rest
    uma("rest uma", "no_rest R-046", "switch rest=no"),
    uma("rest uma", "enemy_adjacent R-120", table="U 1\n\n" + DUMMY),
    uma("rest uma state=stunned", "no_such_state R-121"),
    # Interact
    uma("interact uma gate", "security_door R-127", "security gate A1:e"),
    uma("interact uma gate", "already_open R-128", "open gate A1:e"),
    Case("U X\n\ncontainer crate X", ("activate uma", "interact uma crate", "finish_equip"), "interact uma crate",
         "empty R-124"),
    Case('U X\n\nconsole one X "!"', ("activate uma", "interact uma one", "assign ! 0"), "interact uma one",
         "console_complete R-140", {"team": "!"}),
    uma("interact uma gate extra=yes", "console_only R-139", "door gate A1:e"),
    Case('U . X\n\nconsole one X "S"\nswitch console_extra=roll', ("activate uma",), "interact uma one",
         "not_in_contact R-123"),
    Case('J . X\n\njazz carries=deck\nconsole one X "S"', ("activate jazz",), "interact jazz one using=deck",
         "not_in_contact R-123"),
    uma("interact uma gate using=pistol", "console_only R-139", "door gate A1:e"),
    uma("interact uma gate", "no_actions R-046", "door gate A1:e", "move uma", "move uma"),
    Case('U . X\n\nconsole one X "S"', ("activate uma", "move uma", "move uma"), "interact uma one extra=yes",
         "not_in_contact R-123"),
    Case('U . X\n\nconsole one X "S"', ("activate uma",), "interact uma one", "not_in_contact R-123"),
    Case('U X\n\nconsole one X "S"', ("activate uma",), "interact uma one using=deck", "no_device R-133"),
    Case('U X\n\nconsole one X "S"\nswitch console_extra=roll', ("activate uma",), "interact uma one extra=yes",
         "no_extra R-139"),
    Case('U X\n\nconsole one X "CS"', ("activate uma", "interact uma one extra=yes"), "interact uma one extra=yes",
         "extra_used R-139", {"team": "!"}),
    Case('U X\n\nconsole one X "CS"', ("activate uma", "interact uma one extra=yes"), "interact uma one using=deck",
         "no_device R-133", {"team": "!"}),
    # cards that offer Actions
    uma("use_card uma medikit.treat jazz", "not_equipped R-048"),
    uma("use_card uma medikit.nothing jazz", "no_card_action R-048", "uma carries=medikit"),
    uma("use_card uma ghost.nothing jazz", "no_card_action R-048"),
    uma("use_card uma beacon.nothing dummy.1", "no_card_action R-048", "uma carries=beacon"),
    uma("use_card uma beacon.mark jazz", "wrong_target R-048", "uma carries=beacon"),
    uma("use_card uma beacon.mark dummy.1", "untargetable R-212", "uma carries=beacon\ndummy.1 hidden",
        table="U . . 1\n\n" + DUMMY),
    uma("use_card uma beacon.mark dummy.1", "no_sight R-062", "uma carries=beacon\nwall B1:e C1:e"),
    uma("use_card uma beacon.mark dummy.1", "out_of_range R-069", "uma carries=beacon",
        table="U J . . . 1\n\n" + DUMMY),
    uma("use_card uma beacon.mark dummy.1", "no_actions R-046", "uma carries=beacon", "move uma", "move uma"),
    uma("use_card uma beacon.call uma", "flipped R-315", "uma carries=beacon flipped=beacon"),
    uma("use_card uma medikit.revive jazz", "tapped R-314", "uma carries=medikit tapped=medikit"),
    Case("U J\n\numa carries=grenade,medikit\nwall A1:e\njazz damage=2", ("activate uma",),
         "use_card uma medikit.treat jazz", "not_adjacent_to R-037"),
    Case("J . .\n U . .\n\numa carries=medikit\nwall A2:nw\njazz damage=2", ("activate uma",),
         "use_card uma medikit.treat jazz", "not_adjacent_to R-037"),
    Case("U . . B\n\numa carries=beacon\njazz", ("activate uma",), "use_card uma beacon.signal billie",
         "out_of_range R-069"),
    uma("use_card uma medikit.treat dummy.1", "wrong_target R-048", "uma carries=medikit"),
    uma("use_card uma medikit.revive jazz", "wrong_target R-149", "uma carries=medikit"),
    uma("use_card uma medikit.revive billie", "wrong_target R-149", "uma carries=medikit",
        table="U B . 1\n\n" + DUMMY),
    uma("use_card uma repair_kit.repair jazz", "wrong_target R-153", "uma carries=repair_kit"),
    uma("use_card uma heirloom.nothing jazz", "no_card_action R-048", "uma carries=heirloom@backpack,heirloom"),
    uma("use_card uma medikit.nothing jazz", "no_card_action R-048", "uma carries=medikit,medikit\njazz unconscious",
        "use_card uma medikit.revive jazz"),
    uma("use_card uma focus_fire.point_out dummy.1", "wrong_target R-048", "uma specialties=focus_fire", "move uma",
        "move uma"),
    uma("use_card uma walking_fire.advance jazz", "only_after_attack R-048", "uma specialties=walking_fire"),
    uma("use_card uma walking_fire.advance jazz", "wrong_target R-048", "uma carries=stick specialties=walking_fire",
        "attack uma stick.point dummy.1", table="U . . 1\n J . .\n\n" + DUMMY, team="S", enemy="-"),
    uma("use_card uma strike_and_go.move_on jazz", "only_after_kill R-048", "uma specialties=strike_and_go"),
    uma("use_card uma beacon.nothing uma", "no_card_action R-048", "uma carries=beacon,beacon",
        "use_card uma beacon.call uma"),
    uma("use_card uma beacon.nothing uma", "flipped R-315", "uma carries=beacon,beacon", "use_card uma beacon.call uma",
        "use_card uma beacon.call uma"),
    uma("use_card uma heirloom.nothing jazz", "in_backpack R-032", "uma carries=heirloom@backpack"),
    uma("use_card uma medikit.treat jazz", "no_actions R-046", "uma carries=medikit\njazz damage=1", "move uma",
        "move uma"),
    Case("J\n\nbillie printed consequences=wrecked", ("activate jazz",), "use_card jazz jazz.redeploy billie",
         "worn_out R-155"),
    Case("J . 1\n\nbillie\n" + DUMMY, ("activate jazz",), "use_card jazz jazz.redeploy dummy.1", "wrong_target R-155"),
    Case("J B", ("activate jazz",), "use_card jazz jazz.redeploy billie", "on_board R-155"),
    Case("J U", ("activate jazz",), "use_card jazz jazz.redeploy uma", "wrong_target R-155"),
    Case("J U\n\numa damage=10 unconscious", ("activate jazz",), "hack jazz geist_aid uma", "lies_unconscious R-231"),
    # a roll
    attacking("spend_critical success add", "not_this_step R-090", team="CB CS"),
    attacking("let_stand", "critical_first R-096", team="CB"),
    attacking("add_stored satchel S", "not_stored R-097", team="CB"),
    attacking("store_die stick 0 CB", "cannot_store R-316", team="CB"),
    attacking("store_die satchel 9 CB", "no_such_die R-316", team="CB", items="stick,satchel"),
    attacking("store_die satchel 0 S", "not_on_die R-316", team="CB", items="stick,satchel"),
    attacking("store_die satchel 1 CB", "store_full R-316", "store_die satchel 0 S", team="S CB",
              items="stick,satchel"),
    attacking("store_die satchel 1 CB", "store_full R-316", "store_die satchel 0 S", team="S CB",
              items="stick,chest,satchel"),
    attacking("store_die satchel 2 CB", "store_full R-316", "store_die chest 0 S", "store_die satchel 1 S",
              team="S S CB", items="stick,chest,satchel"),
    attacking("store_die satchel 0 CB", "store_full R-316",
              'overrule team.uma.stored [{"card":"satchel","symbol":"S"},{"card":"satchel","symbol":"S"}]',
              team="CB", items="stick,satchel"),
    attacking("store_die chest 0 CB", "not_on_die R-316", "store_die chest 0 S", team="S CB", items="stick,chest"),
    attacking("store_die satchel 1 CB", "die_spent R-316", "spend_critical block add", team="S CB",
              items="stick,satchel"),
    attacking("spend_critical block add", "no_critical R-088", team="S", items="stick,satchel"),
    attacking("roll_again 9", "no_such_die R-075", team="S", items="stick,dice_cup"),
    attacking("roll_again 0", "no_reroll R-075", team="CB"),
    attacking("roll_again 0", "no_reroll R-075", "keep_dice", team="CB", items="stick,dice_cup"),
    attacking("roll_again -1", "no_such_die R-075", team="S", items="stick,dice_cup"),
    attacking("store_die satchel -1 CB", "no_such_die R-316", team="CB", items="stick,satchel"),
    attacking("store_die satchel 6 CB", "no_such_die R-316", team="CB", items="stick,satchel"),
    attacking("store_die satchel 5 CB", "not_on_die R-316", team="CB", items="stick,satchel"),
    attacking("keep_dice", "no_reroll R-075", team="CB"),
    hacker("spend_critical success nullify", "no_rival R-081", "", "hack jazz ward dummy.1", team="CS"),
    hacker("use_switch 9", "no_such_switch R-100", "", "hack jazz ward dummy.1", team="! !"),
    hacker("use_switch 2", "no_such_switch R-100", "", "hack jazz ward dummy.1", team="! !"),
    hacker("use_switch -1", "no_such_switch R-100", "", "hack jazz ward dummy.1", team="! !"),
    hacker("use_switch 0 target=uma", "no_switch_target R-100", "", "hack jazz ward dummy.1", team="! !"),
    hacker("use_switch 1 target=uma", "cannot_pay R-101", "", "hack jazz ward dummy.1", team="! !"),
    hacker("use_switch 1", "switch_needs_target R-100", "", "hack jazz ward dummy.1", team="S S"),
    hacker("use_switch 1 target=dummy.2", "wrong_switch_target R-100", "", "hack jazz ward dummy.1", team="S S"),
    hacker("use_switch 0", "not_this_step R-092", "", "hack jazz ward dummy.1", team="CS"),
    # a Console
    console("assign S 0", "symbol_not_there R-134", '"CS"', "CS !"),
    console("assign CS 9", "no_such_input R-134", '"CS"', "CS !"),
    console("assign CS 1", "no_such_input R-134", '"CS"', "CS !"),
    console("assign CS -1", "no_such_input R-134", '"CS"', "CS !"),
    console("assign CS 1", "input_full R-136", '"CS" "S"', "CS !"),
    console("assign CS 0", "input_full R-136", '"CS" "CS"', "CS CS", "", "assign CS 0"),
    console("leave_console", "assign_first R-134", '"CS"', "CS !"),
    console("split_critical S", "not_critical R-141", '"CS"', "CS !"),
    console("split_critical CB", "symbol_not_there R-141", '"CS"', "CS !"),
    console("split_critical CS", "input_lists_it R-141", '"CS"', "CS !"),
    console("console_roll_again", "no_extra_roll R-139", '"CS"', "CS !"),
    console("console_roll_again", "assign_first R-134", '"CS"', "CS !", "switch console_extra=roll"),
    Case('J X\n\njazz carries=deck\nconsole one X "S S S"\nswitch console_extra=roll',
         ("activate jazz", "interact jazz one using=deck", "assign S 0", "console_roll_again"), "console_roll_again",
         "extra_used R-139", {"team": ["S", "S"]}),
    # Equip
    exchange("place jazz knife 0", "nothing_received R-118", "pistol", "knife"),
    exchange("place uma knife 0", "not_held R-116", "pistol", "knife"),
    exchange("place uma automedikit backpack", "light_item R-028", "pistol,automedikit", "knife"),
    exchange("place uma pistol 0", "already_there R-116", "pistol", "knife"),
    exchange("place uma pistol 7", "no_such_tab R-027", "pistol", "knife"),
    exchange("place uma pistol 1", "no_such_tab R-027", "pistol", "knife"),
    exchange("place uma sling 1", "no_free_tab R-026", "coat,sling", "knife"),
    exchange("place uma sling 2", "no_such_tab R-027", "coat,sling", "knife"),
    exchange("place uma stick backpack", "no_free_tab R-031", "stick", "knife"),
    exchange("place uma pistol 0", "no_free_tab R-026", "stick,pistol@backpack", "knife"),
    exchange("place uma knife 0", "no_free_tab R-026", "knife,pistol,knife@backpack", "knife"),
    exchange("give uma uma pistol", "not_in_exchange R-117", "pistol", "knife"),
    exchange("give jazz cadin knife", "not_in_exchange R-117", "pistol", "knife"),
    exchange("give cadin uma rippers", "not_adjacent_to R-117", "pistol", "knife"),
    exchange("give uma cadin pistol", "not_adjacent_to R-117", "pistol", "knife"),
    exchange("give uma jazz knife", "not_held R-116", "pistol", "knife"),
    exchange("finish_equip", "fits_somewhere R-033", "pistol@-", "knife"),
    exchange("give uma jazz automedikit", "personal R-034", "pistol,automedikit", "knife"),
    Case("U J\n .\n\ngoldstein A2\numa carries=pistol\n", ("activate uma", "equip uma"), "give uma goldstein pistol",
         "cannot_carry R-146"),
    exchange("install cadin ward uma/deck deck", "not_adjacent_to R-117", "deck", "knife"),
    exchange("install ghost ward uma/deck deck", "unknown_character R-003", "deck", "knife"),
    exchange("install uma ward uma/pistol deck", "no_program R-114", "pistol", "deck"),
    exchange("install uma ward jazz/knife tiny_deck", "no_program R-114", "tiny_deck", "deck,knife"),
    exchange("install uma bless jazz/tiny_deck tiny_deck", "no_program R-114", "tiny_deck", "deck,tiny_deck"),
    exchange("install uma ward jazz/deck pistol", "not_a_device R-114", "pistol", "deck"),
    exchange("install jazz ward jazz/deck deck", "same_device R-114", "pistol", "deck"),
    exchange("install uma bite jazz/deck tiny_deck", "device_full R-108", "tiny_deck", "deck"),
    exchange("install uma bite jazz/deck tiny_deck", "device_full R-108", "knife,tiny_deck", "knife,deck"),
    exchange("install uma ward jazz/tiny_deck slate", "same_device R-114", "slate", "tiny_deck,tiny_deck",
             "install uma ward jazz/tiny_deck slate"),
    exchange("install uma ward jazz/tiny_deck slate", "device_full R-108", "slate,slate", "deck,tiny_deck",
             "install uma ward jazz/deck slate", "install uma bite jazz/deck slate"),
    exchange("install uma ward uma/tiny_deck tiny_deck", "same_device R-114", "tiny_deck,tiny_deck", "slate",
             "install jazz ward uma/tiny_deck slate"),
    # Consequences
    Case("C\n\ncadin A1 unconscious damage=10", ("activate cadin", "use_automedikit cadin"), "keep cold_anger",
         "not_drawn R-160", {"consequence": ["torn_muscle", "deep_cut"]}),
    # what chance answers, and what is corrected by hand
    cadin("enter_dice 1,2", "no_dice_asked"),
    cadin("enter_card rush", "no_card_asked"),
    attacking("move uma", "not_asked R-088", team="CB"),
    cadin("set_answer team weather person", "unknown_chance"),
    cadin('overrule nothing 1', "unknown_path"),
    cadin('overrule team.ghost.damage 1', "unknown_path"),
    cadin('overrule team.cadin.id "x"', "unknown_path"),
    cadin('overrule reserve "many"', "wrong_value"),
    cadin("overrule reserve -1", "impossible"),
    cadin('overrule team.uma.states ["ghost"]', "impossible"),
)  # fmt: skip


def shown(case: Any) -> str:
    return f"{case.refusal.split()[0]}: {case.command}"
