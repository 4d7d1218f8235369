def modify_attribute(context, figure, attribute):
    return -1 if attribute == "speed" else 0
