"""A table's log from its first record, everything in it unsealed whose seed it has made public."""

from collections import deque
from collections.abc import Generator, Iterator
from contextlib import closing

from sqlalchemy import Connection

from croupier.house.keys import Seal
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.chain import Record, decoded
from croupier.house.log.sealing import seal_from, unsealed

Acts = tuple[he.Act, ...]
Opened = tuple[Record, Acts]


def opened_log(connection: Connection, table_id: str) -> Generator[Opened]:
    """Each record and its acts; a record waits for the seeds that later ones open, of a round or two, not longer.

    At the end of the log, what no record has opened stays sealed.
    """
    waiting: deque[tuple[Record, Acts, frozenset[int]]] = deque()
    seeds: dict[int, str] = {}
    with closing(store.records_after(connection, table_id, 0)) as records:
        for record in records:
            acts = decoded(record.body)
            sealed_with = set()
            for one in events_of(acts):
                if type(one) is he.Sealed:
                    sealed_with.add(one.shuffle)
                elif type(one) is he.ShuffleOpened:
                    seeds[one.shuffle] = one.seed
            waiting.append((record, acts, frozenset(sealed_with)))
            while waiting and waiting[0][2] <= seeds.keys():
                yield _opened(table_id, waiting.popleft(), seeds)
            if not waiting:
                seeds.clear()  # whatever is sealed from now on is of shuffles to come
    for left in waiting:
        yield _opened(table_id, left, seeds)


def _opened(table_id: str, waiting: tuple[Record, Acts, frozenset[int]], seeds: dict[int, str]) -> Opened:
    record, acts, sealed_with = waiting
    return record, tuple([opened_act(table_id, act, seeds) for act in acts]) if sealed_with else acts


def opened_act(table_id: str, act: he.Act, seeds: dict[int, str]) -> he.Act:
    """The act with everything unsealed whose seed is known."""

    def seal_of(shuffle: int) -> Seal:
        return seal_from(bytes.fromhex(seeds[shuffle]))

    return he.Act(
        act.by,
        act.command,
        tuple(
            [
                one if type(one) is he.Sealed and one.shuffle not in seeds else unsealed(table_id, one, seal_of)
                for one in act.events
            ]
        ),
    )


def events_of(acts: Acts) -> Iterator[he.LoggedEvent]:
    """What happened in a record, in order."""
    return (one for act in acts for one in act.events)
