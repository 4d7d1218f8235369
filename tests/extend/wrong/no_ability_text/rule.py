from defiance_qt.systems.defiance.api import RollModifier


def modify_roll(context, roll):
    return (RollModifier("ability.lucky.name", "team", dice=("black",)),) if roll.purpose == "jump" else ()
