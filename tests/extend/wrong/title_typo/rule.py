def show_menu(context):
    return {"menu.tyop": lambda host: host.words("menu.told")}
