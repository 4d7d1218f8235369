modify_attribute = 3
