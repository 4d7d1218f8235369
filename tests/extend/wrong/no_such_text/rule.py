from defiance_qt.api import Language


def contribute_language(context):
    return {"la": Language("Latina", {"ui.ok": "Bene", "ui.okay": "Optime"})}
