from defiance_qt.systems.defiance.api import events


def react_event(context, event):
    if not isinstance(event, events.AttackDeclared) or event.attacker not in context.state.team:
        return ()
    return (events.AggroChanged(event.attacker, -context.state.team[event.attacker].aggro, 0),)
