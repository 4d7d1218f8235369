from defiance_qt.api import Ability


def contribute_abilities(context):
    return (Ability("hackable"),)
