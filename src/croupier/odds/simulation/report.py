"""From totals to results: every wager's figures beside the exact ones."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from croupier.odds.cache import Shelf
from croupier.odds.simulation.engine import Engine
from croupier.odds.simulation.exact import Exact, Exactly
from croupier.odds.simulation.plan import BASE, ENVY, Plan
from croupier.odds.simulation.results import MeterResult, SessionResult, WagerResult, sample_sd, session_result
from croupier.odds.simulation.stakes import Stakes
from croupier.odds.simulation.strategies import Strategy
from croupier.odds.simulation.totals import Totals

ALL = "all"
NONE, FORFEIT = "none", "forfeit"


class Report:
    """The figures of one run."""

    def __init__(self, engine: Engine, totals: Totals, shelf: Shelf) -> None:
        self.engine, self.plan, self.totals = engine, engine.plan, totals
        self.exactly = Exactly(engine, shelf)

    def wagers(self) -> Iterator[WagerResult]:
        """Every wager of every seat: the game as a whole, its parts, side wagers, envy, and all together."""
        for seat, stakes in enumerate(self.plan.stakes):
            found: list[Exact | None] = []
            rare: dict[str, float] = {}
            for wager in self._of_seat(seat, stakes, found):
                rare |= {f"{wager.wager} {line}": times for line, times in wager.rare.items() if wager.wager != BASE}
                yield wager
            yield self._all(seat, found, rare)

    def _of_seat(self, seat: int, stakes: Stakes, found: list[Exact | None]) -> Iterator[WagerResult]:
        if "ante" in stakes:
            yield self._part(seat, BASE, found)
            for part in self.plan.parts:
                yield self._part(seat, part, [])
        for number, side in enumerate(self.plan.sides):
            if side.wager in stakes:
                yield self._side(seat, number, found)
        if "progressive" in stakes and self.plan.envy and self.plan.seats > 1:
            yield self._envy(seat, found)

    def _made(
        self, seat: int, wager: str, paytable: str, unit: int, staked: int, sums: tuple[int, int],
        hits: dict[str, int], exact: Exact | None, rare: Mapping[str, float], least_sd: float = 0.0,
    ) -> WagerResult:  # fmt: skip
        rounds, player = self.totals.rounds, self.engine.players[seat]
        net, squares = sums
        sd = sample_sd(net, squares, rounds)
        spread = exact.sd if exact and exact.variance else max(sd, least_sd)
        gap = net / rounds - float(exact.mean) if exact else 0.0
        return WagerResult(
            seat=seat + 1,
            wager=wager,
            paytable=paytable,
            strategy=player.name if isinstance(player, Strategy) else getattr(player, "__name__", "own"),
            rounds=rounds,
            unit_cents=unit,
            net_cents=net,
            staked_cents=staked,
            mean=net / rounds / unit,
            sd=sd / unit,
            standard_error=sd / unit / rounds**0.5,
            hold=-net / staked if staked else 0.0,
            hits=hits,
            ev=exact.mean / unit if exact else None,
            exact_sd=exact.sd / unit if exact and exact.variance else None,
            distance=None if exact is None else gap / spread * rounds**0.5 if spread else 0.0,
            rare=rare,
        )

    def _rare(self, chances: Mapping[str, Fraction]) -> dict[str, float]:
        """The lines that may come but are not expected once in this run, and how often they are."""
        expected = {line: self.totals.rounds * chance for line, chance in chances.items()}
        return {line: float(times) for line, times in expected.items() if 0 < times < 1}

    def _sums(self, seat: int, wager: str, counted: Iterator[tuple[int, int]]) -> tuple[int, int]:
        """Sum and sum of squares, from how often each result came and from what was settled otherwise."""
        net, squares = self.totals.moved.get((seat, wager), (0, 0))
        for result, count in counted:
            net += result * count
            squares += result * result * count
        return net, squares

    def _part(self, seat: int, wager: str, found: list[Exact | None]) -> WagerResult:
        plan, counts = self.plan, self.totals.base[seat].tolist()
        parts = plan.parts if wager == BASE else (wager,)
        nets, staked = [0] * plan.codes.count, 0
        hits: dict[str, int] = {}
        for code, count in enumerate(counts):
            if not count:
                continue
            for part in parts:
                payoff = plan.part_payoffs[seat, part, code]
                nets[code] += payoff.net
                staked += payoff.stake * count
            name = decision_of(plan, code) if wager == BASE else plan.part_payoffs[seat, wager, code].line
            if wager == BASE or name:
                hits[name] = hits.get(name, 0) + count
        exact = self.exactly.part(seat, wager)
        found.append(exact)
        sums = self._sums(seat, wager, zip(nets, counts, strict=True))
        table = plan.base_table.id if plan.base_table and wager in (BASE, plan.game.decided_by) else ""
        unit = plan.stakes[seat]["ante"]
        rare = self._rare(self.exactly.part_chances(seat)) if wager in (BASE, plan.game.decided_by) else {}
        return self._made(seat, wager, table, unit, staked, sums, hits, exact, rare)

    def _side(self, seat: int, number: int, found: list[Exact | None]) -> WagerResult:
        plan, side = self.plan, self.plan.sides[number]
        counts = self.totals.side[seat, number].tolist()
        lines = len(side.table.lines)
        hits = {line.line: counts[place] for place, line in enumerate(side.table.lines)}
        hits |= {NONE: counts[lines] if lines < plan.setup.forfeit else 0, FORFEIT: counts[plan.setup.forfeit]}
        meters = {
            path.shown.meter: self.totals.meter_at_turn(seat, place) for place, path in enumerate(self.totals.meters)
        }
        exact = self.exactly.side(seat, number, meters)
        found.append(exact)
        sums = self._sums(seat, side.wager, zip(plan.setup.side_net[seat, number].tolist(), counts, strict=True))
        stake = plan.stakes[seat][side.wager]
        chances = self.exactly.chances(seat, side) or []
        rare = self._rare({line.line: chance for line, chance in zip(side.table.lines, chances, strict=False)})
        return self._made(seat, side.wager, side.table.id, stake, stake * self.totals.rounds, sums, hits, exact, rare)

    def _envy(self, seat: int, found: list[Exact | None]) -> WagerResult:
        hits = {line: count for (at, line), count in sorted(self.totals.envy.items()) if at == seat}
        exact = self.exactly.envy(seat)
        found.append(exact)
        unit = self.plan.stakes[seat]["progressive"]
        sums = self._sums(seat, ENVY, iter(()))
        table = next(iter(self.plan.envy.values())).table.id
        rare = self._rare(self.exactly.envy_chances(seat))
        return self._made(seat, ENVY, table, unit, 0, sums, hits, exact, rare)

    def _all(self, seat: int, found: list[Exact | None], rare: Mapping[str, float]) -> WagerResult:
        """The mean of the whole is the sum of the means; its spread is the sample's, or that of its widest part."""
        known = [exact for exact in found if exact is not None]
        exact = Exact(sum((one.mean for one in known), known[0].mean * 0), known[0].variance * 0) if known else None
        sums = self.totals.sums[seat], self.totals.squares[seat]
        unit = sum(self.plan.stakes[seat].values())
        staked = unit * self.totals.rounds + self._played(seat)
        widest = max((one.sd for one in known), default=0.0)
        whole = exact if len(known) == len(found) else None
        return self._made(seat, ALL, "", unit, staked, sums, {}, whole, rare, widest)

    def _played(self, seat: int) -> int:
        if "ante" not in self.plan.stakes[seat]:
            return 0
        counts = self.totals.base[seat].tolist()
        return sum(
            self.plan.part_payoffs[seat, "play", code].stake * count for code, count in enumerate(counts) if count
        )

    def staked(self) -> int:
        """All that was put at risk at the table."""
        stakes = sum(sum(seat.values()) for seat in self.plan.stakes) * self.totals.rounds
        return stakes + sum(self._played(seat) for seat in range(self.plan.seats))

    def sessions(self) -> Iterator[SessionResult]:
        """The sessions of each seat, where any is over."""
        for seat, found in enumerate(self.totals.sessions):
            result = session_result(seat + 1, self.totals.session, found)
            if result:
                yield result

    def meters(self) -> Iterator[MeterResult]:
        """The meters."""
        for number, path in enumerate(self.totals.meters):
            yield MeterResult(
                meter=path.shown.meter,
                average_cents=self.totals.meter_at_turn(self.plan.seats - 1, number),
                highest_cents=path.highest_cents,
                last_cents=path.shown.cents,
                awards=path.awards,
                full_awards=path.full_awards,
                paid_cents=path.paid_cents,
                path=self.totals.path(number),
            )


def decision_of(plan: Plan, code: int) -> str:
    """What the player did last."""
    times = plan.codes.told(code)[0]
    return f"play:{times}" if times else "fold"
