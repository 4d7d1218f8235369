from defiance_qt.systems.defiance.api import Ability


def contribute_abilities(context):
    return (Ability("hackable"),)
