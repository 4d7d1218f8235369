from defiance_qt.api import Language


def contribute_language(context):
    return {"es": Language("Español", {"ui.ok": "Vale"})}
