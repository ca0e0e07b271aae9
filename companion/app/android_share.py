"""Handing things to other apps: by intents on Android; on a desktop by the browser, the clipboard and plain files."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Any

from companion.words import Message, msg


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
