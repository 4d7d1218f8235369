from defiance_qt.systems.defiance.engine import events

def modify_attribute(context, figure, attribute):
    return -1 if attribute == "speed" else 0
