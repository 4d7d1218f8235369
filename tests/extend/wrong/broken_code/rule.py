def modify_attribute(context)
    return 0
