"""Tables follow their filings: by one in force that replaces theirs they are run from the next round on."""

from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.log.filings import day_of, successor
from croupier.house.service.house import House


def filings_to_follow(house: House) -> list[h.Request]:
    """For each table whose filing was replaced by now, that its rules change."""
    cage = house.known(CAGE)
    if cage is None or house.changed([CAGE]):
        cage = house.table(CAGE)
    if not any(one.follows and one.state == "approved" for one in cage.filings):
        return []
    day, requests = day_of(house.now_ms()), list[h.Request]()
    for name in house.tables():
        table = house.table(name)
        number = table.next_filing if table.next_digest else table.filing
        if number and not table.closed and (by_now := successor(cage.filings, number, day)):
            requests.append(h.Request(name, h.ChangeRules(submission=by_now.text)))
    return requests
