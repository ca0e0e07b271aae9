"""The scanner's command line: JSON lines out, one sentence when something is wrong."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NoReturn

from card_db.pack import PackError, load_pack
from scanner.images import ImageError, load_image

if TYPE_CHECKING:
    from scanner.geometry import Pixels
    from scanner.pack_index import PackIndex
    from scanner.prior import Prior

DONE, BAD_INPUT, INTERRUPTED = 0, 2, 130
Json = dict[str, object]


class OneLineParser(argparse.ArgumentParser):
    """Says what is wrong with the usage in one line."""

    def error(self, message: str) -> NoReturn:
        """Leave with exit status 2."""
        self.exit(BAD_INPUT, f"{self.prog}: {' '.join(message.split())}; see {self.prog} --help\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status."""
    from scanner.tag_sheet import SheetError

    try:
        options = _parser().parse_args(argv)
        run: Callable[[argparse.Namespace], int] = options.run
        return run(options)
    except (PackError, ImageError, SheetError) as error:
        print(f"scanner: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = OneLineParser(prog="scanner", description="Reads printed cards and boards in pictures.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    enrol = commands.add_parser("enrol", help="build a pack from a manifest and its pictures")
    enrol.add_argument("manifest", type=Path)
    enrol.add_argument("pack", type=Path)
    enrol.set_defaults(run=_run_enrol)
    for name, text, run in (
        ("scan", "read boards, spaces and cards of whole pictures", _run_scan),
        ("identify", "name pictures that are one cut-out card each", _run_identify),
    ):
        command = commands.add_parser(name, help=text)
        command.add_argument("--pack", type=Path, required=True)
        command.add_argument("images", nargs="+", metavar="IMAGE")
        command.set_defaults(run=run)
        if name == "scan":
            command.add_argument("--boards", type=_number, metavar="N", help="how many boards are in view at the most")
            command.add_argument("--annotate", type=Path, metavar="DIR", help="folder for pictures with the result")
            command.add_argument("--game-state", type=Path, metavar="FILE", help="what may lie on the table (JSON)")
    bench = commands.add_parser("bench", help="measure speed and accuracy on a pack and print tables")
    bench.add_argument("--pack", type=Path, required=True)
    bench.add_argument("--count", type=int, default=2, metavar="N", help="scenes of each kind and difficulty")
    bench.add_argument("--seed", type=int, default=0, metavar="S", help="of the first scene")
    bench.add_argument("images", nargs="*", type=Path, metavar="IMAGE", help="pictures with their truth NAME.json")
    bench.set_defaults(run=_run_bench)
    watch = commands.add_parser("watch", help="read a table from a camera or a film, a line for each change")
    watch.add_argument("--pack", type=Path, required=True)
    watch.add_argument(
        "--camera", required=True, metavar="SOURCE", help="device number, video file, folder of frames or stream"
    )
    watch.add_argument("--fps", type=float, default=10.0, metavar="N", help="frames a second of a folder (10)")
    watch.add_argument("--boards", type=_number, metavar="N", help="how many boards are in view at the most")
    watch.add_argument("--game-state", type=Path, metavar="FILE", help="what may lie on the table (JSON)")
    watch.set_defaults(run=_run_watch)
    tags = commands.add_parser("tags", help="a printable sheet of QR stickers for sleeves (PDF)")
    tags.add_argument("pack", type=Path, nargs="?", help="the pack whose cards get stickers")
    tags.add_argument("out", type=Path)
    tags.add_argument("--deck", type=Path, help="a text file with one card a line, in place of a pack")
    tags.add_argument("--size-mm", type=float, default=12.0)
    tags.set_defaults(run=_run_tags)
    return parser


def _number(text: str) -> int:
    """A number of things."""
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of boards; give 0 or more")
    return number


def _run_enrol(options: argparse.Namespace) -> int:
    from scanner.enrol import enrol

    result = enrol(options.manifest, options.pack)
    pack = result.pack
    _print(
        {
            "pack": str(options.pack),
            "cards": len(pack.cards),
            "backs": len(pack.backs),
            "boards": len(pack.boards),
            "notes": list(result.notes),
        }
    )
    for error in result.errors:
        _print({"error": error})
    return BAD_INPUT if result.errors else DONE


def _run_scan(options: argparse.Namespace) -> int:
    from scanner.annotate import annotate
    from scanner.parallel import Shared
    from scanner.scan import scan_picture, view_scan

    index = _load_index(options.pack)
    prior = _load_prior(options.game_state, index)

    shared = Shared(lambda pixels_bgr: scan_picture(index, pixels_bgr, options.boards, prior))

    def read(pixels_bgr: Pixels, name: str) -> Json:
        start = perf_counter()
        scan = shared(pixels_bgr)
        elapsed_ms = (perf_counter() - start) * 1000
        if options.annotate is not None:
            _write_annotated(options.annotate, name, annotate(pixels_bgr, scan.reading))
        return {"ms": round(elapsed_ms, 1), **view_scan(scan)}

    shared.start()
    try:
        return _each_image(options.images, read)
    finally:
        shared.close()


def _run_identify(options: argparse.Namespace) -> int:
    from scanner.identify import identify
    from scanner.reading import view_alternatives

    index = _load_index(options.pack)

    def read(pixels_bgr: Pixels, _: str) -> Json:
        start = perf_counter()
        card = identify(index, pixels_bgr)
        elapsed_ms = (perf_counter() - start) * 1000
        return {
            "ms": round(elapsed_ms, 1),
            "id": card.id,
            "confidence": round(card.confidence, 4),
            "alternatives": view_alternatives(card.id, card.confidence, card.alternatives),
        }

    return _each_image(options.images, read)


def _load_index(pack: Path) -> PackIndex:
    import cv2

    from scanner.index_cache import load_index

    cv2.setNumThreads(1)  # two cards are read at once instead
    return load_index(pack)


def _each_image(names: Sequence[str], read: Callable[[Pixels, str], Json]) -> int:
    """One line for each picture; one that cannot be read does not stop the others."""
    status = DONE
    for name in names:
        try:
            answer = read(load_image(Path(name)).pixels_bgr, name)
        except ImageError as error:
            answer = {"error": str(error)}
            status = BAD_INPUT
        except Exception as error:  # a fault of ours in one picture must not cost the others
            answer = {"error": f"This picture could not be read: a fault in the scanner ({type(error).__name__})."}
            status = BAD_INPUT
        _print({"image": name, **answer})
    return status


def _write_annotated(folder: Path, name: str, pixels_bgr: Pixels) -> None:
    """Beside the others of this run; pictures of one name from several folders get a number."""
    import cv2

    target = folder / f"{Path(name).stem}.jpg"
    number = 2
    while target.exists():
        target = folder / f"{Path(name).stem}-{number}.jpg"
        number += 1
    try:
        folder.mkdir(parents=True, exist_ok=True)
        good, data = cv2.imencode(".jpg", pixels_bgr)
        if good:
            target.write_bytes(data.tobytes())
    except OSError as error:
        raise PackError(f"{folder} cannot be written: {error.strerror}") from None


def _run_bench(options: argparse.Namespace) -> int:
    from scanner.bench_command import BenchError, run_bench
    from scanner.judge import TruthError

    try:
        run_bench(options.pack, options.images, options.count, options.seed, lambda text: print(text, flush=True))
    except (BenchError, TruthError) as error:
        raise PackError(str(error)) from None
    return DONE


def _load_prior(path: Path | None, index: PackIndex) -> Prior | None:
    """What is known of the game, if anything was given."""
    from scanner.game_state import GameStateError, load_prior

    try:
        return load_prior(path, index.ids) if path is not None else None
    except GameStateError as error:
        raise PackError(str(error)) from None


def _run_watch(options: argparse.Namespace) -> int:
    from scanner.frames import FrameError, open_frames
    from scanner.scan import complete, view_scan
    from scanner.watch_film import watch

    try:
        source = open_frames(options.camera, options.fps)
        index = _load_index(options.pack)
        prior = _load_prior(options.game_state, index)
        for frame, reading in watch(index, source, options.boards):
            scan = complete(index, frame.pixels_bgr, reading, prior)
            _print({"frame": frame.number, "at": round(frame.at, 3), **view_scan(scan)})
        if source.skipped and not source.live:
            print(f"scanner: {source.skipped} frames of {source.name} could not be read.", file=sys.stderr)
    except FrameError as error:
        raise ImageError(str(error)) from None
    return DONE


def _run_tags(options: argparse.Namespace) -> int:
    from scanner.tag_sheet import make_sheet, pack_ids, read_list

    if (options.pack is None) == (options.deck is None):
        raise PackError("name either a pack or a list of cards (--deck), not both")
    ids = read_list(options.deck) if options.deck else pack_ids(load_pack(options.pack))
    make_sheet(ids, options.out, options.size_mm)
    _print({"sheet": str(options.out), "stickers": len(ids)})
    return DONE


def _print(body: Json) -> None:
    sys.stdout.buffer.write(json.dumps(body, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()
