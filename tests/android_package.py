"""What buildozer would pack, told without buildozer: the spec and the files it takes along."""

from configparser import ConfigParser, SectionProxy
from fnmatch import fnmatch
from pathlib import Path

TOP = Path(__file__).parent.parent
PACKAGES = ("companion", "scanner", "card_db")


def spec_app() -> SectionProxy:
    """The section [app] of the spec."""
    spec = ConfigParser()
    with open(TOP / "buildozer.spec", encoding="utf-8") as file:
        spec.read_file(file)
    return spec["app"]


def names(value: str) -> list[str]:
    return [name.strip() for name in value.split(",")]


def packed_files(app: SectionProxy) -> set[str]:
    """Every file that is copied: not hidden, not left out by folder or pattern, with an ending that is taken."""
    endings = names(app["source.include_exts"])
    folders = tuple(f"{name}/" for name in names(app["source.exclude_dirs"]))
    patterns = names(app["source.exclude_patterns"].lower())
    packed = set()
    for entry in TOP.iterdir():
        if entry.name.startswith(".") or f"{entry.name}/".lower() in folders:
            continue  # .venv and the like are large: do not even look
        for file in entry.rglob("*") if entry.is_dir() else [entry]:
            path = file.relative_to(TOP)
            if not file.is_file() or any(part.startswith(".") for part in path.parts):
                continue
            if path.as_posix().lower().startswith(folders) or any(fnmatch(str(path).lower(), p) for p in patterns):
                continue
            if not path.suffix or path.suffix[1:].lower() in endings:
                packed.add(path.as_posix())
    return packed
