def modify_attribute(*everything):
    return 0
