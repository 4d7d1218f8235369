calls = []


def modify_attribute(context, figure, attribute):
    calls.append(figure)
    return len(calls) % 2
