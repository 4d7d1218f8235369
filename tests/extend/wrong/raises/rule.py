def modify_attribute(context, figure, attribute):
    return context.state.team["nobody"].speed
