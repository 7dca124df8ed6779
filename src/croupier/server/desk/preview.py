"""A submission as its table will be, while it is written: the felt, the paytables, exact figures, an hour's win."""

import asyncio

from litestar import post
from litestar.params import FromPath, JSONBody
from msgspec import Struct
from msgspec.structs import replace

from croupier.house.log.house_table import HouseTable
from croupier.house.service.house import House
from croupier.rulebook.errors import BadInput
from croupier.rulebook.form.drafts import Draft, so_far
from croupier.rulebook.form.form import answered
from croupier.server.dependencies import GivenHouse
from croupier.server.desk.figures import Figures
from croupier.server.desk.filings import found_filing
from croupier.server.desk.preview_schemas import MOST_TYPED, NotShown, PreviewAsked, PreviewSeen
from croupier.server.rules.information import information
from croupier.server.wire.schemas import TableInfo

NO_TABLE = HouseTable(table_id="", version=0, hash=b"")


@post(
    "/desk/filings/{number:int}/preview", operation_id="preview_filing", summary="As its table will be",
    tags=["desk"], status_code=200,
)  # fmt: skip
async def preview_filing(number: FromPath[int], data: JSONBody[PreviewAsked], house: GivenHouse) -> PreviewSeen:
    """The felt, the paytables and the exact figures of a submission with what was typed since; nothing is kept of it.

    Figures that take longer are counted on; whoever asks again is told them once they are there.
    """
    if len(data.answers) > MOST_TYPED:
        raise BadInput(f"{len(data.answers)} fields are more than a form has; send at most {MOST_TYPED} of them.")
    drawn = await asyncio.to_thread(_drawn, house, number, data)
    if drawn.draft is None:
        return PreviewSeen(drawn.version, None, (), None, (), False, 0, drawn.not_shown)
    figures = Figures(drawn.draft, data)
    await figures.wait()
    return PreviewSeen(
        version=drawn.version,
        felt=drawn.felt,
        figures=figures.told(),
        hour=figures.hour(),
        counting=figures.counting(),
        more=figures.more,
        wagers=len(figures.titles),
        not_shown=(*drawn.not_shown, *figures.not_shown()),
    )


class Drawn(Struct, frozen=True):
    """A submission as it is on the screen, and the felt of its table; no draft where nothing can be said of it."""

    version: int
    not_shown: tuple[NotShown, ...]
    draft: Draft | None = None
    felt: TableInfo | None = None


def _drawn(house: House, number: int, data: PreviewAsked) -> Drawn:
    filing = found_filing(house, number)
    try:
        filed, refused = answered(filing.text, ((typed.field, typed.value) for typed in data.answers))
        draft = so_far(filed)
    except BadInput as error:
        return Drawn(filing.version, (NotShown("", error.sentence),))
    not_taken = tuple([NotShown("", sentence) for sentence in refused])
    felt = information(draft.rules, draft.filed, NO_TABLE, draft.filed.table.name or "")
    known = tuple([table for table in felt.paytables if not draft.why_not(table.wager)])  # none that is not elected
    return Drawn(filing.version, not_taken, draft, replace(felt, paytables=known))


ROUTES = (preview_filing,)
