def modify_attribute(context, who, attribute):
    return -1 if attribute == "speed" else 0
