"""Names and ids of any spelling are found again, however they are sent to the database."""

from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from tests.house.floor import Floor

ODD = ('"', "\\", '\\"', "{a,b}", ",", "NULL", " ", "tab\t", "line\nend", "\x01", "\\x41", "it's %s :id", "é𝄞")


def test_a_command_id_of_any_spelling_is_known_again(floor: Floor) -> None:
    floor.house.open_cage()
    for number, odd in enumerate(ODD, 1):
        command = h.BuyIn(player="ann", cents=number)
        first = floor.do(CAGE, command, odd)
        assert not first.again
        assert floor.do(CAGE, command, odd).again


def test_a_player_of_any_spelling_has_the_chips_that_were_bought(floor: Floor) -> None:
    floor.open("one", players=('o"n\\e, {b}', "NULL", "é𝄞"))
    assert [player for _, player in floor.table("one").state.players] == ['o"n\\e, {b}', "NULL", "é𝄞"]
    for player in ('o"n\\e, {b}', "NULL", "é𝄞"):
        floor.do(CAGE, h.CashOut(player=player, cents=1))
