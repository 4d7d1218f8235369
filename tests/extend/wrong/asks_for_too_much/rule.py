from defiance_qt.api import Language

TEXTS = {
    "ui.start.changes[0]": "{n} mutatio",
    "ui.start.changes[1]": "{many} mutationes",
}


def contribute_language(context):
    return {"la": Language("Latina", TEXTS)}
