"""Who may import whom, how long a module may be, no checks by assert, a docstring for every public name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PRODUCT = ("card_db", "companion", "scanner", "main.py")
DOCUMENTED = ("card_db", "companion")
LONGEST_MODULE = 450


@dataclass(frozen=True)
class Module:
    """One file of the product."""

    name: str
    path: Path
    is_package: bool

    @cached_property
    def source(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.source, self.path)

    def is_in(self, *packages: str) -> bool:
        return is_in(self.name, *packages)


def is_in(name: str, *packages: str) -> bool:
    """A module is in a package when it is the package or something inside it."""
    return any(name == package or name.startswith(package + ".") for package in packages)


def find_modules(root: Path, *parts: str) -> list[Module]:
    files: list[Path] = []
    for part in parts:
        files += sorted((root / part).rglob("*.py")) if (root / part).is_dir() else [root / part]
    modules = []
    for file in files:
        if file.exists():
            names = file.relative_to(root).with_suffix("").parts
            package = names[-1] == "__init__"
            modules.append(Module(".".join(names[:-1] if package else names), file, package))
    return modules


def imports(module: Module) -> Iterator[str]:
    """Every name a module imports, wherever in the file, also by import_module with a plain text."""
    for node in ast.walk(module.tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=source, names=names, level=level):
                start = origin(module, level) if level else ""
                prefix = ".".join(part for part in (start, source) if part)
                yield from (f"{prefix}.{alias.name}" for alias in names)
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield name


def origin(module: Module, level: int) -> str:
    """The package that a relative import starts from."""
    parts = module.name.split(".")
    above = level - 1 if module.is_package else level
    return ".".join(parts[: len(parts) - above])


# --- the arrows -------------------------------------------------------------------------------------------------


def wrong_arrow(root: Path, module: Module, imported: str) -> str:
    """Which arrow of the architecture an import breaks; empty when it keeps to all of them."""
    if is_in(imported, "tests", "bench", "tools", "packaging"):
        return "the product does not need what stands around it"
    if is_in(imported, "kivy") and not module.is_in("companion.app"):
        return "only companion.app imports kivy"
    if is_in(imported, "cv2", "pyzbar") and not module.is_in("scanner"):
        return "only scanner imports cv2 and pyzbar"
    if module.is_in("card_db") and is_in(imported, "companion", "scanner"):
        return "card_db imports neither companion nor scanner"
    if module.is_in("scanner") and is_in(imported, "companion"):
        return "scanner never imports companion"
    if module.is_in("companion.core"):
        if is_in(imported, "companion") and not is_in(imported, "companion.core", "companion.words"):
            return "core imports only core and words of companion"
        if is_in(imported, *(f"card_db.{game}" for game in games(root))):
            return "core knows no game"
    game = game_of(module.name)
    if game:
        own = ("companion.core", "companion.words", f"companion.games.{game}")
        if is_in(imported, "companion") and not is_in(imported, *own):
            return "a game imports only core, words and itself of companion"
        if is_in(imported, *(f"card_db.{other}" for other in games(root) if other != game)):
            return "no game imports another"
    return ""


def games(root: Path) -> list[str]:
    return sorted(folder.parent.name for folder in (root / "card_db").glob("*/__init__.py"))


def game_of(name: str) -> str:
    """The game whose rules a module belongs to, empty when it belongs to none."""
    parts = name.split(".")
    return parts[2] if parts[:2] == ["companion", "games"] and len(parts) > 2 else ""


def wrong_arrows(root: Path) -> list[str]:
    return [
        f"{module.name} imports {imported}: {wrong}"
        for module in find_modules(root, *PRODUCT)
        for imported in imports(module)
        if (wrong := wrong_arrow(root, module, imported))
    ]


# --- no game outside its places ---------------------------------------------------------------------------------

# Modules outside the places of a game that name one all the same, each with the reason.
NAMES_A_GAME = {
    "companion.games": "the registry: which games there are, and their titles",
}


def played_games(root: Path) -> list[str]:
    return sorted(folder.parent.name for folder in (root / "companion/games").glob("*/__init__.py"))


def places_of(game: str) -> tuple[str, ...]:
    """Facts, rules and screens of a game: nothing else knows it."""
    return f"card_db.{game}", f"companion.games.{game}", f"companion.app.{game}"


def named_games(root: Path, module: Module) -> list[str]:
    """Games that a module outside their places imports or names; the name of the app is no name of a game."""
    found = []
    for game in played_games(root):
        title = game.replace("_", " ").title()
        named = re.search(rf"\b{game}\b|\b{title}\b(?! Companion)", module.source)
        if named and not module.is_in(*places_of(game)):
            found.append(game)
    return found


def strangers(root: Path) -> dict[str, list[str]]:
    """Modules that name a game which is not theirs."""
    named = {module.name: named_games(root, module) for module in find_modules(root, *PRODUCT)}
    return {name: found for name, found in named.items() if found}


# --- the other conventions --------------------------------------------------------------------------------------


def long_modules(root: Path) -> list[str]:
    sizes = {module.name: len(module.source.splitlines()) for module in find_modules(root, *PRODUCT)}
    return [f"{name} has {lines} lines" for name, lines in sizes.items() if lines > LONGEST_MODULE]


def asserts(root: Path) -> list[str]:
    """Checks that Android strips."""
    return [
        f"{module.name}, line {node.lineno}"
        for module in find_modules(root, *PRODUCT)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Assert)
    ]


def undocumented(root: Path) -> list[str]:
    missing = []
    for module in find_modules(root, *DOCUMENTED):
        if not ast.get_docstring(module.tree):
            missing.append(module.name)
        missing += [f"{module.name}.{name}" for name, node in public(module.tree) if not ast.get_docstring(node)]
    return missing


Documented = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def public(parent: ast.Module | ast.ClassDef) -> Iterator[tuple[str, Documented]]:
    """Public functions, classes, and the public methods of these."""
    for node in parent.body:
        if isinstance(node, Documented) and not node.name.startswith("_"):
            yield node.name, node
            if isinstance(node, ast.ClassDef):
                yield from ((f"{node.name}.{name}", inner) for name, inner in public(node))


# --- the product ------------------------------------------------------------------------------------------------


def test_the_product_is_found() -> None:
    names = {module.name for module in find_modules(ROOT, *PRODUCT)}
    assert {"card_db.packet_row.cards", "companion.core.game", "companion.cli", "companion", "scanner", "main"} <= names
    assert games(ROOT)
    assert "companion.words.msg" in imports(Module("x", ROOT / "companion/games/packet_row/scoring.py", False))


def test_imports_keep_to_the_arrows_of_the_architecture() -> None:
    assert wrong_arrows(ROOT) == []


def test_a_game_is_named_in_its_own_places_only() -> None:
    assert set(strangers(ROOT)) == set(NAMES_A_GAME), "each exception has its reason, and is still one"


def test_no_module_is_too_long() -> None:
    assert long_modules(ROOT) == []


def test_no_check_rests_on_assert() -> None:
    assert asserts(ROOT) == []


def test_every_public_name_has_a_docstring() -> None:
    assert undocumented(ROOT) == []


# --- the checker itself -----------------------------------------------------------------------------------------


IN_A_GAME = "companion/games/checkers/bad.py"
OWN = "a game imports only core, words and itself of companion"


def write(root: Path, path: str, source: str) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    for folder in file.relative_to(root).parents:
        if folder.name:
            (root / folder / "__init__.py").touch()
    file.write_text(source, encoding="utf-8")


@pytest.fixture
def fake(tmp_path: Path) -> Path:
    """A small product in which everything is as it should be."""
    write(tmp_path, "card_db/checkers/cards.py", '"""Cards."""\nimport json\n')
    write(tmp_path, "card_db/halma/cards.py", '"""Cards."""\nfrom card_db.deck import Deck\n')
    write(tmp_path, "companion/words.py", '"""Words."""\nimport gettext\n')
    write(
        tmp_path, "companion/core/game.py", '"""Core."""\nfrom companion.words import m\nfrom card_db.deck import D\n'
    )
    write(tmp_path, "companion/core/more.py", '"""Core."""\nfrom . import game\nfrom ..words import msg\n')
    write(
        tmp_path,
        "companion/games/checkers/rules.py",
        '"""Rules."""\nfrom card_db.checkers.cards import C\nfrom companion.core.game import G\nfrom .state import S\n',
    )
    write(tmp_path, "companion/games/halma/rules.py", '"""Rules."""\n')
    write(tmp_path, "companion/app/main.py", '"""App."""\nimport kivy.app\nfrom scanner.read import read\n')
    write(tmp_path, "companion/cli.py", '"""Commands."""\nfrom companion.games import load_game\n')
    write(tmp_path, "scanner/cards.py", "import cv2\nfrom pyzbar import pyzbar\nfrom card_db.pack import Pack\n")
    (tmp_path / "main.py").write_text("from companion.app.main import main\n", encoding="utf-8")
    return tmp_path


def test_a_good_product_has_no_wrong_arrows(fake: Path) -> None:
    assert len(find_modules(fake, *PRODUCT)) > 10
    assert wrong_arrows(fake) == []
    assert long_modules(fake) == []
    assert asserts(fake) == []


@pytest.mark.parametrize(
    ("path", "source", "wrong"),
    [
        ("card_db/bad.py", "import companion.words", "card_db imports neither"),
        ("card_db/bad.py", "from scanner import reading", "card_db imports neither"),
        ("scanner/bad.py", "from companion.core.game import Setup", "scanner never imports companion"),
        ("scanner/bad.py", "import companion", "scanner never imports companion"),
        ("scanner/bad.py", "from kivy.clock import Clock", "only companion.app imports kivy"),
        ("main.py", "import kivy", "only companion.app imports kivy"),
        ("companion/session.py", "def f():\n    from kivy.app import App", "only companion.app imports kivy"),
        ("companion/session.py", "from importlib import import_module\nimport_module('kivy')", "only companion.app"),
        ("companion/session.py", "import importlib\nimportlib.import_module('cv2')", "only scanner imports cv2"),
        ("companion/session.py", "x = __import__('pyzbar')", "only scanner imports cv2"),
        ("companion/app/bad.py", "import os, cv2", "only scanner imports cv2"),
        ("companion/core/bad.py", "from companion.games import load_game", "core imports only core and words"),
        ("companion/core/bad.py", "from companion import store", "core imports only core and words"),
        ("companion/core/bad.py", "from ..games.checkers import rules", "core imports only core and words"),
        ("companion/core/bad.py", "from .. import session", "core imports only core and words"),
        ("companion/core/__init__.py", "from ..cli import main", "core imports only core and words"),
        ("companion/core/bad.py", "import companion.wordsmith", "core imports only core and words"),
        ("companion/core/bad.py", "from card_db.checkers.cards import C", "core knows no game"),
        (IN_A_GAME, "import companion.games.halma.rules", OWN),
        (IN_A_GAME, "from companion.games import halma", OWN),
        (IN_A_GAME, "from ..halma import rules", OWN),
        (IN_A_GAME, "from card_db.halma import cards", "no game imports another"),
        *((IN_A_GAME, f"from companion.{name} import x", OWN) for name in ("cli", "session", "store", "app")),
        (
            IN_A_GAME,
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from companion.session import S",
            OWN,
        ),
        ("companion/cli.py", "from tests.helper import x", "does not need what stands around it"),
    ],
)
def test_a_wrong_arrow_is_found(fake: Path, path: str, source: str, wrong: str) -> None:
    (fake / path).write_text(source + "\n", encoding="utf-8")
    found = wrong_arrows(fake)
    assert found
    assert all(wrong in line for line in found), found


@pytest.mark.parametrize(
    ("path", "source", "found"),
    [
        ("companion/session.py", "from card_db.checkers.cards import C", ["checkers"]),
        ("companion/app/screens/home.py", "box = 'checkers'", ["checkers"]),
        ("companion/app/screens/home.py", "import companion.app.halma.table", ["halma"]),
        ("companion/app/screens/home.py", 'title = "Halma"', ["halma"]),
        ("scanner/view.py", "# as in Checkers", ["checkers"]),
        ("companion/app/main.py", 'title = "Checkers Companion"', []),
        ("companion/app/halma/table.py", "import companion.games.halma.rules", []),
        ("companion/app/halma/table.py", "import companion.games.checkers.rules", ["checkers"]),
        ("card_db/halma/cards.py", "# Halma", []),
        ("companion/app/main.py", "checkersboard = 8", []),
    ],
)
def test_a_game_in_a_foreign_place_is_found(fake: Path, path: str, source: str, found: list[str]) -> None:
    assert strangers(fake) == {}
    write(fake, path, source + "\n")
    assert list(strangers(fake).values()) == ([found] if found else [])


def test_a_long_module_is_found(fake: Path) -> None:
    (fake / "scanner/long.py").write_text("x = 1\n" * LONGEST_MODULE, encoding="utf-8")
    assert long_modules(fake) == []
    (fake / "scanner/long.py").write_text("x = 1\n" * (LONGEST_MODULE + 1), encoding="utf-8")
    assert long_modules(fake) == ["scanner.long has 451 lines"]


def test_an_assert_is_found_wherever_it_stands(fake: Path) -> None:
    source = "class A:\n    def f(self):\n        if self:\n            assert self.x, 'no'\n"
    (fake / "companion/core/bad.py").write_text(source, encoding="utf-8")
    assert asserts(fake) == ["companion.core.bad, line 4"]


def test_a_missing_docstring_is_found(fake: Path) -> None:
    before = set(undocumented(fake))
    source = """
class Seen:
    '''A class.'''
    def said(self): '''Said.'''
    def unsaid(self): pass
    def _private(self): pass
    class Inner: pass
class _Private:
    def method(self): pass
def function():
    def inner(): pass
async def later(): pass
"""
    (fake / "companion/bad.py").write_text(source, encoding="utf-8")
    assert set(undocumented(fake)) - before == {
        "companion.bad",
        "companion.bad.Seen.unsaid",
        "companion.bad.Seen.Inner",
        "companion.bad.function",
        "companion.bad.later",
    }
