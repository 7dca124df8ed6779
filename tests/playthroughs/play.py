"""Plays every scenario through. `python -m tests.playthroughs.play --write` writes the texts down anew."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from . import scenarios as s
from .telling import Told

FOLDER = Path(__file__).parent
MARYLAND = ("md-tcp", "md-fcp", "md-uth")
RULEBOOKS = (*MARYLAND, "ma-fcp-1", "ma-fcp-2")
Play = Callable[[], Told]


def playthroughs() -> dict[str, Play]:
    """Each playthrough by the path of its text, such as `md-tcp/recut.txt`."""
    return {
        f"{rulebook}/{name}.txt": play
        for rulebook in RULEBOOKS
        for name, play in (*_ordinary(rulebook), *_irregular(rulebook), *_other(rulebook))
    }


def _ordinary(rulebook: str) -> Iterator[tuple[str, Play]]:
    for method in s.METHODS:
        play = partial(s.ordinary, rulebook, method)
        if rulebook == "md-tcp":
            yield f"ordinary_{method}_base", partial(play, ", free choice of main wagers", version="base")
            yield f"ordinary_{method}_F3", partial(play, ", version F3", version="F3")
        elif rulebook.startswith("ma-"):
            for number in (1, 2):
                title = f", settlement method {number}"
                yield f"ordinary_{method}_method_{number}", partial(play, title, settlement_method=number)
        else:
            yield f"ordinary_{method}", partial(play, "")
    if rulebook == "md-uth":
        title = ", the dealer's cards held in the device"
        held = partial(s.ordinary, rulebook, "automated_shoe", title, dealer_cards="held_in_device")
        yield "ordinary_automated_shoe_held_in_device", held


def _irregular(rulebook: str) -> Iterator[tuple[str, Play]]:
    shoe = "automated_shoe"
    yield "remedy_one_face_up_card", partial(s.face_up, rulebook, "one_face_up_card", "manual_shoe", 1)
    yield "remedy_several_face_up_cards", partial(s.face_up, rulebook, "several_face_up_cards", "manual_shoe", 2)
    if rulebook == "md-uth":
        name = "several_face_up_cards_after_initial_deal"
        yield f"remedy_{name}", partial(s.face_up, rulebook, name, "manual_shoe", 2, after_deal=True)
        yield "remedy_shuffler_jam", partial(s.jammed, rulebook, "device_holds_cards_needed")
        yield "remedy_shuffler_jam_with_other_deck", partial(s.jammed, rulebook, "other_deck")
    else:
        yield "remedy_shuffler_jam", partial(s.jammed, rulebook)
    yield "remedy_card_drawn_in_error", partial(s.drawn_in_error, rulebook)
    for kind in ("wrong_number_of_cards", "dealer_card_exposed"):
        yield f"remedy_{kind}", partial(s.reported, rulebook, kind, shoe, kind)
    yield "remedy_dealing_shoe_jam", partial(s.shoe_jammed, rulebook)
    lost = "shuffler_lost_before_the_deal"
    yield f"remedy_{lost}", partial(s.shuffler_lost, rulebook, "hand", lost)
    if rulebook.startswith("ma-"):
        lost = "cover_all_lost_before_the_deal"
        yield f"remedy_{lost}", partial(s.shuffler_lost, rulebook, shoe, lost)
    for name, case in (("exposure_ruled_harmless", "goes_on"), ("exposure_ruled_unfair", "void")):
        yield f"remedy_{name}", partial(s.reported, rulebook, name, shoe, "unlisted_exposure", case, s.FLOOR)
    for method in s.METHODS:
        for case in ("all_there", "misdealt", "wrong_deck"):
            yield f"stub_{method}_{case}", partial(s.stub, rulebook, method, case)
    for step in ("cover_device", "post_out_of_order_sign") if rulebook in MARYLAND else ("remove_device",):
        yield f"device_{step}", partial(s.device_failed, rulebook, step)


def _other(rulebook: str) -> Iterator[tuple[str, Play]]:
    if rulebook in MARYLAND:
        yield "leaving_abandoned_and_lost", partial(s.leaving, rulebook, lost=True)
        yield "shuffle_on_order", partial(s.shuffle_on_order, rulebook)
        for method, hours in (("hand", 4), ("manual_shoe", 8), ("automated_shoe", 8)):
            yield f"deck_change_{method}", partial(s.deck_change, rulebook, method, hours)
    yield "leaving_settled", partial(s.leaving, rulebook, lost=False)
    yield "award_whole_meter", partial(s.award, rulebook)
    yield "award_light_off", partial(s.unlit_award, rulebook)
    if rulebook in ("md-fcp", "md-uth", "ma-fcp-2"):
        yield "award_share_of_meter", partial(s.award, rulebook, share=True)
    yield "envy", partial(s.envy, rulebook)
    yield "idle_table", partial(s.idle, rulebook)
    yield "recut", partial(s.recut, rulebook)
    yield "pre_shuffled_deck", partial(s.pre_shuffled, rulebook)
    yield "shuffler_counts_wrong", partial(s.wrong_device_count, rulebook)
    if rulebook == "md-uth":
        yield "payout_limit", partial(s.payout_limit, rulebook)


def text_of(play: Play) -> str:
    """The text of a playthrough as the engine plays it now."""
    return play().ending()


def write() -> None:
    """Writes every text, and takes away those that no scenario plays."""
    texts = {path: text_of(play) for path, play in playthroughs().items()}
    for path in sorted(FOLDER.glob("*/*.txt")):
        if path.relative_to(FOLDER).as_posix() not in texts:
            path.unlink()
    for name, text in texts.items():
        path = FOLDER / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    print(f"{len(texts)} playthroughs written.")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("Write the playthroughs down: python -m tests.playthroughs.play --write")
    write()
