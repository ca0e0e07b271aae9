"""Why a deck, a picture, a camera or a file cannot be used, in the words of the app.

The scanner and the packs tell a kind and an English sentence with all details, for logs and the command line; players
read a sentence of their own language.
"""

from __future__ import annotations

import errno
from typing import Final

from companion.store import StoreError
from companion.words import Message, msg

NOT_THERE: Final = msg("The file is not there or cannot be read.")

# By the class of the error; its own text stays for developers.
FAULTS: Final[dict[str, dict[str, Message]]] = {
    "PackError": {
        "missing": NOT_THERE,
        "no_pack": msg("This file is no deck of cards."),
        "too_large": msg("This deck is far too large."),
        "newer": msg("This deck was made by a newer version of the app; please update the app first."),
        "unsafe": msg("This deck holds files that do not belong there."),
        "no_pictures": msg("None of its pictures can be used."),
        "damaged": msg("This deck is damaged."),
    },
    "ImageError": {
        "missing": NOT_THERE,
        "no_picture": msg("It is no picture of a known kind (JPEG, PNG, WebP, BMP, TIFF, GIF)."),
        "too_large": msg("The picture is far too large."),
        "too_small": msg("The picture is too small."),
        "memory": msg("There is not enough memory for this picture."),
        "damaged": msg("The picture is damaged."),
    },
    "InputError": {"": msg("This entry cannot be used as it is; nothing was changed.")},
    "DeckError": {"": msg("This entry cannot be used as it is; nothing was changed.")},
    "SheetError": {"": msg("Printing needs a computer with the printing extra of this app.")},
    "FrameError": {
        "missing": NOT_THERE,
        "no_source": msg("There is no such camera, file or address."),
        "closed": msg("It cannot be opened: maybe another app uses it, or nothing answers at this address."),
        "silent": msg("It sends no pictures."),
        "no_pictures": msg("The folder holds no pictures that can be read."),
        "no_film": msg("It is no film that can be read."),
    },
}

SYSTEM: Final = {
    errno.ENOSPC: msg("There is no room left on the device."),
    errno.EDQUOT: msg("There is no room left on the device."),
    errno.EACCES: msg("The app is not allowed to do that there."),
    errno.EPERM: msg("The app is not allowed to do that there."),
    errno.EROFS: msg("The app is not allowed to do that there."),
    errno.ENOENT: NOT_THERE,
}


# What is there but cannot be written: neither a fault of the app nor of the player.
CANNOT_WRITE: Final = (errno.ENOSPC, errno.EACCES, errno.EPERM, errno.EROFS, errno.EDQUOT)


def is_not_saved(error: Exception) -> bool:
    """Whether an entry could not be written, so that it counts as never made."""
    return isinstance(error, StoreError) or (isinstance(error, OSError) and error.errno in CANNOT_WRITE)


def why(error: Exception) -> Message:
    """The reason in a sentence for people; what nobody has foreseen is told as the system tells it."""
    if isinstance(message := getattr(error, "message", None), Message):
        return message
    for kind in type(error).__mro__:
        if kind.__name__ in FAULTS:
            words = FAULTS[kind.__name__]
            return words.get(getattr(error, "kind", ""), next(reversed(words.values())))
    if isinstance(error, OSError) and error.errno in SYSTEM:
        return SYSTEM[error.errno]
    return Message("{reason}", (("reason", str(error) or type(error).__name__),))
