class Half:
    id = "half"


def contribute_system(context):
    return Half()
