from defiance_qt.systems.defiance.api import RollModifier


def modify_roll(context, roll):
    return (RollModifier("no_source_text.luck", "team", dice=("black",)),)
