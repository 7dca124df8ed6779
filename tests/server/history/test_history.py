"""Lists of rounds: one's own, latest first, with what they came to; those of others only for who may read them."""

from typing import Any

from croupier.house.handlers import commands as h
from croupier.house.reports.played_rounds import RoundPlace
from croupier.server.history.played import PAGE, place_of, text_of
from croupier.table.values import commands as c
from tests.house.floor import CHIPS_CENTS, Floor
from tests.server.felt import deal, floor_of
from tests.server.live import Browser, Live


def listed(browser: Browser, **asked: str) -> list[dict[str, Any]]:
    """Every round that is listed, page after page."""
    found: list[dict[str, Any]] = []
    while True:
        answer = browser.get("/api/history", params=asked)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        found += page["rounds"]
        if not page["before"]:
            return found
        asked = {**asked, "before": page["before"]}


def bet(floor: Floor, table: str, **stakes: int) -> None:
    for wager, cents in stakes.items():
        floor.do(table, c.PlaceWager(seat=1, wager=wager, stake_cents=cents, by="ann"))


def test_ones_own_rounds_latest_first_page_by_page(live_server: Live) -> None:
    floor = floor_of(live_server.house)
    floor.open("small", "md-tcp", ("ann", "bob"))
    floor.open("large", "md-uth", ("cid", "ann"))
    floor.play("small", PAGE // 2)
    floor.play("large", 2)
    floor.play("small", PAGE)
    ann = live_server.signed_in("player", "ann")
    rounds = listed(ann)
    assert [(one["table"], one["round"]) for one in rounds] == [
        *(("small", number) for number in range(PAGE // 2 + PAGE, PAGE // 2, -1)),
        *(("large", number) for number in (2, 1)),
        *(("small", number) for number in range(PAGE // 2, 0, -1)),
    ]
    assert [one["at_ms"] for one in rounds] == sorted([one["at_ms"] for one in rounds], reverse=True)
    assert {(one["table"], tuple(one["seats"])) for one in rounds} == {("small", (1,)), ("large", (2,))}
    assert {one["outcome"] for one in rounds} == {"closed"}
    assert {one["title"] for one in rounds} == {"Three Card Poker 1", "Ultimate Texas Hold 'Em 1"}
    assert [one["table"] for one in listed(ann, table="large")] == ["large", "large"]
    for one in (rounds[0], rounds[PAGE], rounds[-1]):
        lines = [line for line in told(ann, one)["lines"] if line["seat"] in one["seats"]]
        assert one["net_cents"] == sum(line["net_cents"] for line in lines)
        assert one["staked_cents"] == sum(line["stake_cents"] for line in lines)
    balance = ann.get("/api/session").json()["balance_cents"]
    assert sum(one["net_cents"] for one in rounds) == balance - 2 * CHIPS_CENTS


def told(browser: Browser, one: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = browser.get(f"/api/history/{one['table']}/{one['round']}").json()
    return found


def test_a_round_with_a_bonus_wager_alone_is_listed_and_one_that_was_left_is_not(live_server: Live) -> None:
    floor = floor_of(live_server.house)
    floor.open("tcp", "md-tcp")
    bet(floor, "tcp", pair_plus=500)
    floor.do("tcp", h.EndBetting())
    assert floor.table("tcp").state.rounds == 2
    bet(floor, "tcp", ante=1500)
    floor.do("tcp", c.WithdrawWager(seat=1, wager="ante", by="ann"))
    ann = live_server.signed_in("player", "ann")
    (only,) = listed(ann)
    assert (only["round"], only["staked_cents"], only["outcome"]) == (1, 500, "closed")
    assert only["net_cents"] in (-500, *(500 * pays for pays in (1, 4, 6, 30, 40)))
    deal(floor, "tcp")
    latest, *_ = listed(ann)
    assert (latest["round"], latest["outcome"], latest["net_cents"]) == (2, "open", 0)


def test_a_void_round_comes_to_nothing(lite_server: Live) -> None:
    floor = floor_of(lite_server.house)
    floor.open("tcp", "md-tcp")
    deal(floor, "tcp")
    floor.do("tcp", c.Report(kind="wrong_number_of_cards", by="dealer"))
    ann = lite_server.signed_in("player", "ann")
    void = listed(ann)[-1]
    assert (void["round"], void["outcome"], void["net_cents"]) == (1, "void", 0)
    assert void["staked_cents"] > 0
    assert told(ann, void)["outcome"] == "void"


def test_rounds_of_others_are_for_surveillance_and_regulators(live_server: Live) -> None:
    floor = floor_of(live_server.house)
    floor.open("one", "md-tcp", ("ann", "bob"))
    floor.open("two", "md-fcp", ("bob",))
    floor.play("one", 2)
    floor.play("two", PAGE + 1)
    ann = live_server.signed_in("player", "ann")
    assert ann.get("/api/history", params={"player": "ann"}).status_code == 200
    refused = ann.get("/api/history", params={"player": "bob"})
    assert (refused.status_code, refused.json()["code"]) == (403, "not_yours")
    for role in ("surveillance", "regulator"):
        reader = live_server.signed_in(role)
        assert {one["table"] for one in listed(reader, player="ann")} == {"one"}
        bobs = listed(reader, player="bob")
        everybodys = listed(reader)
        assert len(bobs) == len(everybodys) == PAGE + 3
        assert [(one["table"], one["round"]) for one in bobs] == [(one["table"], one["round"]) for one in everybodys]
        shared = [one for one in everybodys if one["table"] == "one"]
        assert shared == listed(reader, table="one")
        assert [one["seats"] for one in shared] == [[1, 2], [1, 2]]
        of_ann, of_bob = listed(reader, player="ann"), listed(reader, player="bob", table="one")
        assert [one["net_cents"] for one in shared] == [
            first["net_cents"] + second["net_cents"] for first, second in zip(of_ann, of_bob, strict=True)
        ]


def test_what_cannot_be_asked_is_said_so(lite_server: Live) -> None:
    floor = floor_of(lite_server.house)
    floor.open("tcp", "md-tcp")
    regulator = lite_server.signed_in("regulator")
    nobody = lite_server.browser()
    assert nobody.get("/api/history").status_code == 401
    assert regulator.get("/api/history", params={"before": "yesterday"}).status_code == 400
    assert regulator.get("/api/history", params={"before": "9" * 15 + ".1.tcp"}).json()["rounds"] == []
    assert regulator.get("/api/history", params={"player": "a:b"}).status_code == 400
    assert regulator.get("/api/history", params={"player": "a\0b"}).status_code == 400
    assert regulator.get("/api/history", params={"table": "nowhere"}).status_code == 404
    assert regulator.get("/api/history/nowhere/1").status_code == 404
    assert regulator.get("/api/history/tcp/0").status_code == 400
    assert regulator.get("/api/history/tcp/" + "9" * 30).status_code == 400
    missing = regulator.get("/api/history/tcp/7")
    assert missing.status_code == 404
    assert missing.json()["sentence"] == "Table tcp has not played round 7; it has played 1 to 1."


def test_a_moment_is_read_as_it_is_written() -> None:
    place = RoundPlace(1_800_000_000_000, 12, "three-card")
    assert place_of(text_of(place)) == place


def test_a_round_is_told_to_who_played_it_and_to_staff(live_server: Live) -> None:
    """The same rounds as are listed: nobody reads up what others wagered; the proof is everybody's and names nobody."""
    floor = floor_of(live_server.house)
    floor.open("one", "md-tcp", ("ann", "bob"))
    floor.play("one")
    floor.do("one", c.Leave(seat=2, by="bob"))
    floor.play("one")
    ann, bob, eve = [live_server.signed_in("player", name) for name in ("ann", "bob", "eve")]
    guest = live_server.guest()
    for number, players, others in ((1, (ann, bob), (eve, guest)), (2, (ann,), (bob, eve, guest))):
        for browser in players:
            assert browser.get(f"/api/history/one/{number}").status_code == 200
        for browser in others:
            refused = browser.get(f"/api/history/one/{number}")
            assert (refused.status_code, refused.json()["code"]) == (403, "not_yours")
            proof = browser.get(f"/api/history/one/{number}/proof")
            assert proof.status_code == 200
            assert not [name for name in ("ann", "bob") if name in proof.text]
        for role in ("dealer", "floor", "surveillance", "regulator"):
            reader = live_server.signed_in(role, f"a-{role}-{number}")
            assert reader.get(f"/api/history/one/{number}").status_code == 200
