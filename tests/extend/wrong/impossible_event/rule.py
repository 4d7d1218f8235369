from defiance_qt.systems.defiance.api import events


def react_event(context, event):
    if isinstance(event, events.UnitActivationEnded):
        return (events.DamageHealed("nobody", 1, 0, "rule.heal-1", ("heal-1",)),)
    return ()
