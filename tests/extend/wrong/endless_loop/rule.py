def modify_attribute(context, figure, attribute):
    while attribute == "speed":
        pass
    return 0
