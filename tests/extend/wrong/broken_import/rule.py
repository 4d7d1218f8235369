LIMIT = 1 // 0


def modify_attribute(context, figure, attribute):
    return LIMIT
