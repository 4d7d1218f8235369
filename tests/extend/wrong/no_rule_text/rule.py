from defiance_qt.systems.defiance.api import Veto, commands


def check_command(context, command):
    if isinstance(command, commands.Rest):
        return Veto("no_rest", "no_rule_text-1", "there is no time to rest")
    return None
