"""Who works at a table: dealers tap in and out, a floorperson is assigned, and the record names each."""

from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.log import events as he
from croupier.house.log.house_table import OnDuty
from croupier.house.service.house import House
from tests.house.floor import KEYS, Clock, Floor

STAFFING = (he.DealerTappedIn, he.DealerTappedOut, he.SupervisorAssigned)


def staffed(floor: Floor) -> list[he.LoggedEvent]:
    """What the log tells of who worked there."""
    return [event for event in floor.events("oak-1") if isinstance(event, STAFFING)]


def test_a_dealer_taps_in_is_relieved_and_the_relief_taps_out(database: Database) -> None:
    floor = Floor(database, Clock())
    floor.open("oak-1", "md-tcp", dealer="human")
    floor.do("oak-1", h.TapIn(by="dealer:dana"))
    dealing = floor.table("oak-1").dealing
    assert dealing is not None
    assert dealing.name == "dana"
    assert dealing.since_ms == floor.table("oak-1").at_ms
    assert floor.refused("oak-1", h.TapIn(by="dealer:dana")).code == "tapped_in"
    assert floor.refused("oak-1", h.TapOut(by="dealer:dora")).code == "not_yours"
    floor.do("oak-1", h.TapIn(by="dealer:dora"))
    assert [type(event) for event in staffed(floor)] == [he.DealerTappedIn, he.DealerTappedOut, he.DealerTappedIn]
    assert staffed(floor)[1] == he.DealerTappedOut(dealer="dana")
    again = House(database, KEYS).table("oak-1").dealing
    assert again == floor.table("oak-1").dealing, "who reads the log anew finds the same"
    assert again == OnDuty("dora", floor.table("oak-1").at_ms)
    floor.do("oak-1", h.TapOut(by="dealer:dora"))
    assert floor.table("oak-1").dealing is None
    assert floor.refused("oak-1", h.TapOut(by="dealer:dora")).code == "nobody_deals"
    assert audit(database, KEYS).ok


def test_the_floor_taps_a_dealer_out_but_nobody_taps_another_in(database: Database) -> None:
    floor = Floor(database, Clock())
    floor.open("oak-1", "md-tcp", dealer="human")
    assert floor.refused("oak-1", h.TapIn(by="floor:kim")).code == "not_a_dealer"
    floor.do("oak-1", h.TapIn(by="dealer:dana"))
    floor.do("oak-1", h.TapOut(by="floor:kim"))
    assert floor.table("oak-1").dealing is None
    floor.open("elm-1", "md-tcp")
    assert floor.refused("elm-1", h.TapIn(by="dealer:dana")).code == "dealt_by_itself"


def test_a_floorperson_is_assigned_by_the_floor_alone(database: Database) -> None:
    floor = Floor(database, Clock())
    floor.open("oak-1", "md-tcp", dealer="human")
    assert floor.refused("oak-1", h.AssignSupervisor(supervisor="kim", by="dealer:dana")).code == "needs_floor"
    floor.do("oak-1", h.AssignSupervisor(supervisor="kim", by="floor:karl"))
    supervising = floor.table("oak-1").supervising
    assert supervising == OnDuty("kim", floor.table("oak-1").at_ms)
    assert floor.refused("oak-1", h.AssignSupervisor(supervisor="kim", by="floor:karl")).code == "assigned"
    floor.do("oak-1", h.AssignSupervisor(supervisor="", by="floor:kim"))
    assert floor.table("oak-1").supervising is None
    assert [event.supervisor for event in staffed(floor) if isinstance(event, he.SupervisorAssigned)] == ["kim", ""]
