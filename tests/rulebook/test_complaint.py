"""What is wrong with a submission's shape is said of the very item."""

from croupier.rulebook.complaint import complaint
from croupier.rulebook.submission import Submission


def test_an_item_of_a_list_is_complained_of_by_its_place() -> None:
    said = complaint({"rules": "md-tcp", "offers": ["ante", 5]}, Submission, ())
    assert said.startswith("item 2 of offers is 5; write one line")


def test_a_list_of_nothing_but_right_items_is_not_complained_of() -> None:
    assert complaint({"rules": "md-tcp", "offers": ["ante", "play"]}, Submission, ()) == ""
