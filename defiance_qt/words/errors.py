"""Localizes errors and messages: looks their keys up under "error." in the catalogues.

English texts are not in the catalogues but in the code that raises the error. Errors of the operating system are looked
up by their `errno`, those of the command-line parser by their class. Other errors keep their own text.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any, Protocol

from defiance_qt.core.errors import DefianceError, Illegal, Message


class Words(Protocol):
    """Texts by key. A key without a text is returned unchanged."""

    def __call__(self, key: str, /, **values: Any) -> str: ...


Refusal = Callable[[Illegal], str]


def format_error(error: Exception, words: Words, refusal: Refusal | None = None) -> str:
    """Return the sentence of an error. `refusal` formats a refused command with the names of its game."""
    if isinstance(error, Illegal) and refusal is not None:
        return refusal(error)
    if isinstance(error, DefianceError):
        return format_message(error.message, words)
    if isinstance(error, OSError):
        reason = _os_reason(error, words)
        return f"{error.filename}: {reason}" if error.filename else reason
    usage = _usage_message(error)
    return format_message(usage, words) if isinstance(usage, Message) else usage


def format_message(message: Message, words: Words) -> str:
    """Return the sentence of a message. Messages and errors among its values are localized too."""
    key = f"error.{message.key}"
    values = message.worded(lambda reason: _format_reason(reason, words))
    text = words(key, **values)
    return message.english.format_map(values) if text == key else text


def _format_reason(reason: Message | Exception, words: Words) -> str:
    if isinstance(reason, Message):
        return format_message(reason, words)
    if isinstance(reason, OSError):
        return _os_reason(reason, words)
    return format_error(reason, words)


# ---- errors of the operating system ----

_OS_MESSAGES = {
    errno.EISDIR: Message("os.directory", "Is a directory"),
    errno.EEXIST: Message("os.exists", "File exists"),
    errno.ENOSPC: Message("os.full", "No space left on device"),
    errno.ENOENT: Message("os.missing", "No such file or directory"),
    errno.ENOTDIR: Message("os.no_directory", "Not a directory"),
    errno.EACCES: Message("os.permission", "Permission denied"),
    errno.EPERM: Message("os.not_permitted", "Operation not permitted"),
    errno.EROFS: Message("os.read_only", "Read-only file system"),
    errno.EBUSY: Message("os.busy", "Device or resource busy"),
    errno.EIO: Message("os.failed", "Input/output error"),
    errno.ENAMETOOLONG: Message("os.long_name", "File name too long"),
    errno.EMFILE: Message("os.many_files", "Too many open files"),
}


def _os_reason(error: OSError, words: Words) -> str:
    message = _OS_MESSAGES.get(error.errno or 0)
    return str(error.strerror or error) if message is None else format_message(message, words)


# ---- errors of the command line's parser ----


def _usage_message(error: Any) -> Message | str:
    """Return the message of a parser error, or the error's own text if it has no message.

    Classes are matched by name, because they have moved between packages from version to version.
    """
    return next((make(error) for kind in type(error).__mro__ if (make := _USAGE.get(kind.__name__))), str(error))


def _no_such_option(error: Any) -> Message:
    if error.possibilities:
        return Message(
            "usage.option_near",
            "No such option: {name} (Possible options: {known})",
            name=error.option_name,
            known=", ".join(sorted(error.possibilities)),
        )
    return Message("usage.option", "No such option: {name}", name=error.option_name)


def _missing_parameter(error: Any) -> Message:
    return Message("usage.argument", "Missing argument '{name}'.", name=_parameter(error))


def _bad_parameter(error: Any) -> Message:
    return Message("usage.value", "Invalid value for '{name}': {why}", name=_parameter(error), why=_bad_value(error))


def _bad_option(error: Any) -> Message:
    # The parser's error contains only the name of the option.
    return Message(
        "usage.option_value",
        "Option '{name}' lacks the value that it needs, or has one that it does not take.",
        name=error.option_name,
    )


_USAGE: dict[str, Callable[[Any], Message | str]] = {
    "NoSuchOption": _no_such_option,
    "MissingParameter": _missing_parameter,
    "BadParameter": _bad_parameter,
    "BadOptionUsage": _bad_option,
    "ClickException": lambda error: str(error.format_message()),
}


def _parameter(error: Any) -> str:
    """Return the name of the parameter as shown in the command's help."""
    parameter = error.param
    if parameter is None:
        return str(error.param_hint or "")
    if parameter.param_type_name == "argument":
        return str(parameter.metavar or parameter.name)
    return " / ".join(parameter.opts)


def _bad_value(error: Any) -> Message | str:
    """Return the fault of a value, by the type of the underlying validation error."""
    faults: list[Any] = getattr(error.__cause__, "errors", list)()
    fault: dict[str, Any] = faults[0] if faults else {"type": ""}
    if fault["type"] == "greater_than_equal":
        return Message("usage.at_least", "Input should be greater than or equal to {limit}", limit=fault["ctx"]["ge"])
    if fault["type"] == "less_than_equal":
        return Message("usage.at_most", "Input should be less than or equal to {limit}", limit=fault["ctx"]["le"])
    if fault["type"] == "int_parsing":
        return Message("usage.integer", "Input should be a valid integer, unable to parse string as an integer")
    return str(error.message)
