from defiance_qt.systems.defiance.api import Veto


def check_command(context, command):
    return Veto("never", "never-1", "Never")
