"""Acts whose clause alone does not tell how they are done: the way, and why it is that one."""

from collections.abc import Mapping
from typing import NamedTuple

from tests.reach import pages
from tests.reach.parts import PICKED_UP


class Judged(NamedTuple):
    """The way, as in `parts`, and why the clause alone does not tell it."""

    way: str
    why: str


OVER = Judged("turn_face_down", "the clause has the look and the turning over; the act is the second")
PAYS = Judged(pages.AWARD_SLIP, "the money moves in the books when the floor validates; the cage has the slip of it")
BY_SEAT = Judged("SettleNext:seat", "the clause is the second method's, which settles a seat in one go")
ALL = Judged("SettleNext:cover_all", "Cover All is settled last, apart from the seats")

# By clause and person.
JUDGED: Mapping[tuple[str, str], Judged] = {
    ("md-fcp:.04C(1)", "dealer"): OVER,
    ("md-tcp:.04C(1)", "dealer"): OVER,
    ("md-uth:4C(1)", "dealer"): OVER,
    ("ma-fcp-1:4(c)#1", "dealer"): OVER,
    ("ma-fcp-1:4(a)", "dealer"): Judged(
        "!receive_prepared", "the other route is what is asked for unless this is said"
    ),
    ("ma-fcp-1:6(d)#3", "player"): Judged(pages.PLAY, "what is closed after the call is every wager but this one"),
    ("ma-fcp-1:10(e)(2)", "dealer"): BY_SEAT,
    ("ma-fcp-1:10(e)(2)(i)", "dealer"): BY_SEAT,
    ("ma-fcp-1:10(e)(2)(ii)", "dealer"): BY_SEAT,
    ("ma-fcp-1:10(e)(2)(iii)", "dealer"): BY_SEAT,
    ("ma-fcp-1:10(e)#2", "dealer"): Judged("collect_cards", "the dealer's own cards go with what is settled last"),
    ("ma-fcp-1:12(g)#1", "dealer"): ALL,
    ("ma-fcp-1:12(j)", "dealer"): ALL,
    ("ma-fcp-1:12(h)a", "dealer"): Judged(PICKED_UP, "a hand that stays out is one that is not picked up"),
    ("ma-fcp-1:13(a)(1)", "dealer"): Judged(pages.PAY, "the clause also has the chips' way before the deal (A42)"),
    ("md-fcp:.10D", "dealer"): Judged("!count_stub", "this machine's stub need not be counted, so nobody is asked to"),
    ("md-fcp:.11B", "player"): Judged(
        "!conduct:cards_face_down", "the clause has the asking too, which is the dealer's"
    ),
    ("md-fcp:.11D(1)(b)", "player"): Judged(pages.FOLD, "the clause has both answers; this act is the second"),
    ("md-fcp:.11D(10)(b)", "progressive_system"): Judged(
        pages.LIGHT, "the light that the dealer looks at is the seat's"
    ),
    ("md-fcp:.11D(10)(c)", "table_games_department"): Judged(
        f"{pages.NOBODY}no field of a submission asks for the procedure", "the clause only implies that there is one"
    ),
    ("md-fcp:.11D(10)(d)(i)", "cage"): PAYS,
    ("md-tcp:.11D(7)(d)(i)", "cage"): PAYS,
    ("md-uth:11J(2)(d)", "cage"): PAYS,
    ("md-uth:10F", "dealer"): Judged("turn_up_flop", "the clause has the dealing of the five cards too"),
    ("md-tcp:.02B(1)", "table_games_department"): Judged(pages.FILED, "it is the layout that is checked for it"),
    ("md-uth:2B(1)", "table_games_department"): Judged(pages.FILED, "it is the layout that is checked for it"),
}
