def modify_attribute(context, figure, attribute):
    import nowhere
    return 0
