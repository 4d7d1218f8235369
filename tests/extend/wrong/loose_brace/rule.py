from defiance_qt.api import Language


def contribute_language(context):
    return {"la": Language("Latina", {"ui.start.changes[1]": "{n mutationes"})}
