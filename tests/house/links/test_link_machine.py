"""Tables of several games on one link, whatever they do and in whatever order."""

from collections import Counter
from pathlib import Path
from shutil import copyfile

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from croupier.house.database.database import Database
from croupier.house.ledger.accounts import awards
from croupier.house.links.filing import LinkedMeter
from croupier.house.links.links import LinkFiling
from croupier.table.procedure.decks import in_round
from croupier.table.settlement.procedure import next_unit
from croupier.table.values import commands as c
from tests.house.audit.strip import LINK
from tests.house.links.linked import (
    NOTHING,
    ON_LINK,
    ROYAL,
    STRAIGHT_FLUSH,
    LinkedTable,
    balance,
    linked_rules,
    open_new_link,
    shown,
    sound,
)
from tests.soak import SOAKING, sized

WHICH = st.integers(0, 4)
SETTINGS = settings(
    max_examples=sized(6, 300),
    stateful_step_count=sized(15, 40),
    deadline=None,
    database=None,
    derandomize=not SOAKING,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)


class LinkMachine(RuleBasedStateMachine):
    """Tables of several rulebooks on one link, each anywhere in its round, in whatever order."""

    levels = 1
    empty: Path
    folder: Path
    count = 0

    @initialize(ceiling=st.sampled_from([None, 0, 30, 1_000_000]), reserve=st.sampled_from(["0 %", "0.333333 %"]))
    def opens(self, ceiling: int | None, reserve: str) -> None:
        LinkMachine.count += 1
        path = self.folder / f"{self.levels}-{LinkMachine.count}.db"
        copyfile(self.empty, path)
        self.database = Database.open(path)
        laws = [linked_rules(*entry, rate="3.141593 %") for entry in ON_LINK[self.levels]]
        meters = {
            terms.meter: LinkedMeter(
                initial_cents=terms.initial_cents,
                reset_cents=terms.reset_cents,
                ceiling_cents=None if ceiling is None else terms.initial_cents + ceiling,
                reserve=reserve,
            )
            for terms in laws[0].meters
        }
        open_new_link(self.database, LinkFiling(link=LINK, meters=meters))
        self.tables = [LinkedTable(self.database, f"t{number}", LINK, rules) for number, rules in enumerate(laws)]
        self.won = Counter[str]()

    def teardown(self) -> None:
        if hasattr(self, "database"):
            self.database.close()

    def table(self, which: int) -> LinkedTable:
        return self.tables[which % len(self.tables)]

    @rule(which=WHICH, wanted=st.sampled_from([ROYAL, STRAIGHT_FLUSH, NOTHING]), seats=st.sampled_from([(1,), (1, 2)]))
    def begins(self, which: int, wanted: str, seats: tuple[int, ...]) -> None:
        table = self.table(which)
        if not in_round(table.state):
            table.begin(wanted, seats=seats).lock()

    @rule(which=WHICH)
    def settles_an_award(self, which: int) -> None:
        table = self.table(which)
        if not in_round(table.state):
            return
        table.to_settle()
        while table.round.phase == "settling" and not table.round.pending:
            if next_unit(table.rules, table.round) is None:
                return
            before = shown(self.database, LINK)
            table.do(c.SettleNext())
            if table.round.pending and (line := table.round.pending.line).meter:
                percent = int(line.odds.split()[0])
                assert line.paid_cents == before[line.meter] * percent // 100

    @rule(which=WHICH)
    def finishes(self, which: int) -> None:
        table = self.table(which)
        if in_round(table.state):
            table.finish()
            self.won[table.table] += sum(line.paid_cents for line in table.round.lines if line.meter)

    @rule(which=WHICH)
    def turns_out_void(self, which: int) -> None:
        table = self.table(which)
        if in_round(table.state):
            table.void()

    @invariant()
    def movements_meters_and_money_agree(self) -> None:
        if hasattr(self, "database"):
            sound(self.database, LINK)
            for table in self.tables:
                round_ = table.state.round if in_round(table.state) else None
                waiting = (round_.pending.line,) if round_ and round_.pending else ()
                lines = (*round_.lines, *waiting) if round_ else ()
                locked = sum(line.paid_cents for line in lines if line.meter)
                assert balance(self.database, awards(table.table)) == self.won[table.table] + locked


@pytest.mark.parametrize("levels", ON_LINK)
def test_whatever_tables_do_nothing_is_lost(levels: int, house_file: Path, tmp_path: Path) -> None:
    machine = type("Machine", (LinkMachine,), {"levels": levels, "empty": house_file, "folder": tmp_path})
    run_state_machine_as_test(machine, settings=SETTINGS)
