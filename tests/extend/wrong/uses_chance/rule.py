import random


def modify_attribute(context, figure, attribute):
    return random.choice((0, 1)) if attribute == "speed" else 0
