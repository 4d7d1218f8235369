def modify_attribute(context, figure, attribute):
    return context.options["step"]


STEPS = "steps"
