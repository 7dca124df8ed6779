"""Which wagers may be made: the one place that says so, at the table and for a described round alike."""

from collections.abc import Mapping

from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.rulebook.law.wagering import Amount, Needs, Wager, Wagers
from croupier.rulebook.submission import LARGEST_CENTS
from croupier.table.narration.sentences import wager_title
from croupier.table.procedure.devices import as_filed, run_by, suspended
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.box import Box
from croupier.table.values.refusal import Refusal
from croupier.table.values.state import Round, State

Stakes = Mapping[str, int]
COUPON = "match_play_coupon"


def stake_problem(rules: GameRules, wager: str, stakes: Stakes) -> Refusal | None:
    """Why this wager may not stand beside the others of its box, or None."""
    book = rules.rulebook
    rule = book.wager(wager)
    if rule is None or wager not in rules.offers:
        offered = ", ".join(rules.offers)
        return Refusal(
            "not_offered", f"{wager} is not offered here; the wagers are {offered}.", book.wagers.main.clause[0]
        )
    stake = stakes[wager]
    if stake <= 0:
        return Refusal("no_stake", f"A wager needs a stake; put at least one cent on {rule.title}.", rule.clause[0])
    if stake > LARGEST_CENTS:
        sentence = f"No wager is that large; put at most {money(LARGEST_CENTS)} on {rule.title}."
        return Refusal("absurd_stake", sentence, rule.clause[0])
    if rule.amount and (problem := _amount_problem(rules, rule, rule.amount, stake, stakes)):
        return problem
    if problem := _limit_problem(rules, rule, stake):
        return problem
    if rule.needs and rule.wager != "play" and (problem := _needs_problem(rules, rule, rule.needs, stakes)):
        return problem
    return _version_problem(rules, wager, stakes) if book.wagers.versions else None


def _amount_problem(rules: GameRules, rule: Wager, amount: Amount, stake: int, stakes: Stakes) -> Refusal | None:
    if amount.amount == "equal_to" and rule.wager != "play" and amount.of in stakes:
        wanted = stakes[amount.of]
        if stake != wanted:
            other = wager_title(rules, amount.of)
            sentence = f"{rule.title} equals the {other}; put {money(wanted)} on it instead of {money(stake)}."
            return Refusal("unequal", sentence, amount.clause[0])
    if amount.amount == "filed_stake" and stake not in rules.progressive_stakes_cents:
        amounts = " or ".join(money(amount) for amount in rules.progressive_stakes_cents)
        sentence = f"The {rule.title} stake here is {amounts}; put that instead of {money(stake)}."
        return Refusal("wrong_stake", sentence, amount.clause[0])
    return None


def _limit_problem(rules: GameRules, rule: Wager, stake: int) -> Refusal | None:
    for limit in rules.limits:
        if limit.wager == rule.wager:
            if limit.minimum_cents <= stake <= limit.maximum_cents:
                return None
            bounds = f"{money(limit.minimum_cents)} to {money(limit.maximum_cents)}"
            sentence = f"{rule.title} is from {bounds} at this table; {money(stake)} is outside."
            return Refusal("outside_limits", sentence, rule.clause[0])
    return None


def _needs_problem(rules: GameRules, rule: Wager, needs: Needs, stakes: Stakes) -> Refusal | None:
    any_will_do = rules.value(needs) == "any_of"
    if _made(needs.of, stakes, any_will_do):
        return None
    joined = _joined(rules, needs.of, any_will_do)
    return Refusal("precondition", f"{rule.title} needs {joined} first; make that wager before it.", needs.clause[0])


def _joined(rules: GameRules, wagers: tuple[str, ...], any_will_do: bool) -> str:
    titles = [wager_title(rules, wager) for wager in wagers]
    return (" or " if any_will_do else " and ").join(titles)


def _made(wagers: tuple[str, ...], stakes: Stakes, any_will_do: bool) -> bool:
    made = stakes.keys() & wagers
    return bool(made) if any_will_do else len(made) == len(wagers)


def _version_problem(rules: GameRules, wager: str, stakes: Stakes) -> Refusal | None:
    elected = rules.elected("version")
    for version in rules.rulebook.wagers.versions:
        if version.version != elected:
            continue
        for bound in version.bounds:
            if wager not in (bound.wager, bound.of) or bound.wager not in stakes:
                continue
            if bound.of not in stakes:
                if bound.wager in version.required:
                    continue
                title, of = wager_title(rules, bound.wager), wager_title(rules, bound.of)
                return Refusal("version", f"{title} needs {of} here; make that wager first.", bound.clause[0])
            if stakes[bound.wager] > bound.at_most_times * stakes[bound.of]:
                title, of = wager_title(rules, bound.wager), wager_title(rules, bound.of)
                most = money(bound.at_most_times * stakes[bound.of])
                sentence = f"{title} is at most {bound.at_most_times} times {of} here: at most {most}."
                return Refusal("version", sentence, bound.clause[0])
    return None


def box_problem(rules: GameRules, stakes: Stakes) -> Refusal | None:
    """Why the wagers of a box may not go into the deal together, or None."""
    main = rules.rulebook.wagers.main
    before = {wager: cents for wager, cents in stakes.items() if wager != "play"}
    any_will_do = rules.value(main) == "any_of"
    alone = rules.rulebook.wagers.alone
    without = not _made(main.of, before, any_will_do=True) and _made(alone, before, any_will_do=True)
    if not without and not _made(main.of, before, any_will_do):
        joined = _joined(rules, main.of, any_will_do)
        offered = tuple(wager for wager in alone if wager in rules.offers)
        joined += f", or {_joined(rules, offered, any_will_do=True)} alone" if offered else ""
        return Refusal(
            "main_wager", f"A box plays with {joined}; make that wager or take the others back.", main.clause[0]
        )
    elected = rules.elected("version") if rules.rulebook.wagers.versions else None
    for version in rules.rulebook.wagers.versions:
        if version.version == elected and not without:
            for name in version.required:
                if name not in before:
                    sentence = (
                        f"{_joined(rules, version.required, any_will_do=False)} are both compulsory here;"
                        f" make the {wager_title(rules, name)} wager too."
                    )
                    return Refusal("version", sentence, version.clause[0])
    for wager in before:
        if problem := stake_problem(rules, wager, before):
            return problem
    return None


def place(rules: GameRules, state: State, command: c.PlaceWager) -> tuple[e.AnyEvent, ...] | Refusal:
    """A wager put down, or why not."""
    wagers = rules.rulebook.wagers
    problem = _closed(rules, state.round)
    if problem:
        return problem
    assert state.round is not None
    player = state.player(command.seat)
    if not player:
        sentence = f"Nobody sits in box {command.seat}; only seated players wager."
        return Refusal("not_seated", sentence, wagers.seated_only.clause[0])
    if problem := _instrument_problem(wagers, command):
        return problem
    rule = rules.rulebook.wager(command.wager)
    if rule and rule.placed == "when_deciding":
        sentence = f"{rule.title} is made when the player is asked, after the deal."
        return Refusal("too_early", sentence, rule.clause[0])
    if problem := _without_device(rules, state, state.round, command.wager):
        return problem
    box = state.round.box(command.seat)
    if problem := _too_many_boxes(rules, state.round, command.seat, player):
        return problem
    stakes = dict(box.wagers) if box else {}
    stakes[command.wager] = command.stake_cents
    problem = stake_problem(rules, command.wager, stakes)
    if problem:
        return problem
    if not command.accepted:
        sentence = (
            f"The device at seat {command.seat} has not accepted the wager, so it does not count; place it again."
        )
        return Refusal("not_accepted", sentence, _acceptance_clause(rules, command.wager))
    placed = e.WagerPlaced(
        seat=command.seat,
        player=player,
        wager=command.wager,
        stake_cents=command.stake_cents,
        instrument=command.instrument,
        reference=command.reference.strip(),
        coupon=command.coupon.strip(),
    )
    replaced = box.stake(command.wager) if box else 0
    if replaced:
        withdrawn = e.WagerWithdrawn(seat=command.seat, wager=command.wager, stake_cents=replaced)
        return (withdrawn, placed)
    return (placed,)


def _instrument_problem(wagers: Wagers, command: c.PlaceWager) -> Refusal | None:
    """Why what was put down is no wager here, or None."""
    instrument, taken = command.instrument, wagers.instruments.is_
    beside, by_reference = wagers.beside_chips, wagers.by_reference
    if instrument not in taken or (command.coupon and COUPON not in taken):
        allowed = ", ".join(taken).replace("_", " ")
        spoken = wagers.spoken_with_cash if instrument in ("spoken", "cash") else None
        refused = (COUPON if instrument in taken else instrument).replace("_", " ")
        clause = (spoken or wagers.instruments).clause[0]
        return Refusal("instrument", f"Wagers here are {allowed}; {refused} is not taken.", clause)
    if beside and instrument in beside.is_:
        sentence = (
            f"A {instrument.replace('_', ' ')} alone is no wager; put chips down and name the coupon beside them."
        )
        return Refusal("beside_chips", sentence, beside.clause[0])
    if by_reference and instrument in by_reference.is_ and not command.reference.strip():
        sentence = "An approved instrument other than chips names its approval; give the reference."
        return Refusal("no_reference", sentence, by_reference.clause[0])
    return None


def _acceptance_clause(rules: GameRules, wager: str) -> str:
    """Where the spot's device is written down; where no such device is, what the wager itself rests on."""
    field = "equipment.progressive_system.acceptance_device_per_seat"
    device = (rule for rule in rules.rulebook.progressive.requirements if rule.field == field)
    rule = next(device, None) or rules.rulebook.wager(wager)
    assert rule is not None
    return rule.clause[0]


def _closed(rules: GameRules, round_: Round | None) -> Refusal | None:
    if round_ is None or round_.phase in ("closed", "void"):
        clause = rules.rulebook.wagers.closed_by.clause[0]
        return Refusal("no_round", "No round is open; wait until the dealer opens one.", clause)
    if round_.phase != "wagering":
        clause = rules.rulebook.wagers.after_close.clause[0]
        return Refusal(
            "bets_closed", "No more bets: nothing may be added, changed or taken back until the next round.", clause
        )
    return None


def _without_device(rules: GameRules, state: State, round_: Round, wager: str) -> Refusal | None:
    """Why a wager is not taken in a round that is played without a device, lost before it or since, or None."""
    devices = tuple(dict.fromkeys((*round_.out_of_use, *state.out_of_use)))
    if not devices or wager not in as_filed(rules).offers:
        return None
    rule = suspended(run_by(rules, rules.dealing.method, devices), wager)
    if rule is None:
        return None
    named = " and ".join(devices)
    sentence = f"{rule.says} The {named} is out of use, so {wager_title(rules, wager)} is not taken in this round."
    return Refusal("device_out_of_use", sentence, rule.clause[0])


def _too_many_boxes(rules: GameRules, round_: Round, seat: int, player: str) -> Refusal | None:
    own = [box.seat for box in round_.boxes if box.player == player and box.seat != seat]
    clause = rules.rulebook.wagers.adjacent_boxes.clause[0]
    if len(own) >= rules.adjacent_boxes:
        most = "one box" if rules.adjacent_boxes == 1 else f"{rules.adjacent_boxes} adjacent boxes"
        sentence = f"One player may wager at {most} here, and you already do; wager there."
        return Refusal("too_many_boxes", sentence, clause)
    if own and not any(abs(seat - other) == 1 for other in own):
        return Refusal("not_adjacent", f"Box {seat} is not next to your box {own[0]}; choose an adjacent one.", clause)
    return None


def withdraw(rules: GameRules, state: State, command: c.WithdrawWager) -> tuple[e.AnyEvent, ...] | Refusal:
    """A wager taken back, or why not."""
    problem = _closed(rules, state.round)
    if problem:
        return problem
    assert state.round is not None
    box = state.round.box(command.seat)
    stake = box.stake(command.wager) if box else 0
    if not stake:
        sentence = f"There is no {command.wager} in box {command.seat} to take back."
        return Refusal("no_wager", sentence, rules.rulebook.wagers.closed_by.clause[0])
    return (e.WagerWithdrawn(seat=command.seat, wager=command.wager, stake_cents=stake),)


def incomplete(rules: GameRules, round_: Round) -> tuple[Box, Refusal] | None:
    """The first box whose wagers may not go into the deal, with the reason."""
    for box in round_.boxes:
        problem = box_problem(rules, dict(box.wagers)) or _apart(rules, round_, box)
        if problem:
            return box, problem
    return None


def _apart(rules: GameRules, round_: Round, box: Box) -> Refusal | None:
    """Why a box is not played: the one between it and the player's boxes before it was given up."""
    own = [other.seat for other in round_.boxes if other.player == box.player]
    before = own.index(box.seat) - 1
    if before < 0 or own[before] == box.seat - 1:
        return None
    sentence = f"This box is not next to the player's box {own[before]} any more; wager in between or take it back."
    return Refusal("not_adjacent", sentence, rules.rulebook.wagers.adjacent_boxes.clause[0])


def dealt_in(rules: GameRules, boxes: tuple[Box, ...]) -> list[Box]:
    """The boxes that receive cards, from the dealer's left."""
    wagers = rules.rulebook.wagers
    return [box for box in boxes if _made((*wagers.main.of, *wagers.alone), dict(box.wagers), any_will_do=True)]
