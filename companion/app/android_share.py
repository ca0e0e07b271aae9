"""Handing things to other apps: by intents on Android; on a desktop by the browser, the clipboard and plain files."""

from __future__ import annotations

import os
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from companion.words import Message, msg

REQUEST: Final = 1842  # how we know our own question when Android answers
RESULT_OK: Final = -1


def is_android() -> bool:
    """Whether this is a tablet."""
    from kivy.utils import platform

    return bool(platform == "android")


def open_link(address: str) -> Message:
    """Open an address in its app or in the browser; says what happened."""
    try:
        opened = webbrowser.open(address)
    except (OSError, webbrowser.Error):
        opened = False
    return msg("Opened in another app.") if opened else msg("No app opens this link here; copy it instead.")


def share_text(text: str, title: str) -> Message:
    """Send a text, or put it where it can be pasted; says what happened."""
    if is_android():
        try:
            _send(title, "text/plain", text=text)
            return msg("Choose an app to send it with.")
        except Exception:  # whatever Java complains about: the clipboard always works
            pass
    from kivy.core.clipboard import Clipboard

    try:
        Clipboard.copy(text)
    except Exception:  # there is no clipboard, for example without a display
        return msg("There is no clipboard here.")
    return msg("Copied; you can paste it anywhere.")


def share_file(file: Path, kind: str, title: str) -> Message:
    """Send a file that is already saved; where that is not possible it says where the file is."""
    if is_android():
        try:
            _send(title, kind, stream=_in_downloads(file, kind))
            return msg("Saved in Downloads as {file}; choose an app to send it with.", file=file.name)
        except Exception:  # an older Android, or no app for it: the file is there all the same
            pass
    return msg("Saved: {file}", file=str(file))


def _send(title: str, kind: str, text: str = "", stream: Any = None) -> None:
    """Android's own list of apps to send something with."""
    from jnius import autoclass, cast

    intent_class = autoclass("android.content.Intent")
    string_class = autoclass("java.lang.String")
    intent = intent_class(intent_class.ACTION_SEND)
    intent.setType(kind)
    if text:
        intent.putExtra(intent_class.EXTRA_TEXT, string_class(text))
    if stream is not None:
        intent.putExtra(intent_class.EXTRA_STREAM, cast("android.os.Parcelable", stream))
        intent.addFlags(intent_class.FLAG_GRANT_READ_URI_PERMISSION)
    activity = autoclass("org.kivy.android.PythonActivity").mActivity
    activity.startActivity(intent_class.createChooser(intent, cast("java.lang.CharSequence", string_class(title))))


def _in_downloads(file: Path, kind: str) -> Any:
    """Copy a file into the public Downloads (Android 10 and later) and return its address for other apps."""
    from jnius import autoclass

    values = autoclass("android.content.ContentValues")()
    values.put("_display_name", file.name)
    values.put("mime_type", kind)
    resolver = autoclass("org.kivy.android.PythonActivity").mActivity.getContentResolver()
    address = resolver.insert(autoclass("android.provider.MediaStore$Downloads").EXTERNAL_CONTENT_URI, values)
    stream = resolver.openOutputStream(address)
    stream.write(file.read_bytes())
    stream.close()
    return address


def choose_file(most_bytes: int, on_bytes: Callable[[bytes], object]) -> None:
    """Android's own way to open a file of another app; `on_bytes` gets what is in it, on the main thread."""
    from android import activity
    from jnius import autoclass
    from kivy.clock import Clock

    intent_class = autoclass("android.content.Intent")
    own = autoclass("org.kivy.android.PythonActivity").mActivity

    def chosen(request: int, result: int, data: Any) -> None:
        if request != REQUEST:
            return
        activity.unbind(on_activity_result=chosen)
        if result == RESULT_OK and data is not None:
            content = _read_document(own, data.getData(), most_bytes)
            Clock.schedule_once(lambda _: on_bytes(content))

    activity.bind(on_activity_result=chosen)
    intent = intent_class(intent_class.ACTION_OPEN_DOCUMENT)
    intent.addCategory(intent_class.CATEGORY_OPENABLE)
    intent.setType("*/*")
    own.startActivityForResult(intent, REQUEST)


def _read_document(own: Any, address: Any, most_bytes: int) -> bytes:
    """The content of a document, one byte more than allowed at most; empty when it cannot be read."""
    try:
        handle = own.getContentResolver().openFileDescriptor(address, "r").detachFd()
        with os.fdopen(handle, "rb") as file:
            return file.read(most_bytes + 1)
    except Exception:  # whatever Java complains about: what is not read is no backup
        return b""
