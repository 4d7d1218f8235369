def modify_attribute(context, figure, attribute):
    return "-1"
