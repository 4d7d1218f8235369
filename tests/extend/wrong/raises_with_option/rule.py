def modify_attribute(context, figure, attribute):
    return 6 // context.options["divisor"] if attribute == "speed" else 0
