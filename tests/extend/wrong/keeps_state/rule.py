calls = 0


def modify_attribute(context, figure, attribute):
    global calls
    calls += 1
    return 0
