"""Rules that were filed under an earlier release are found again by its rule data, and by nothing else."""

import pytest

from croupier.rulebook.elect import elect, filed_as
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load, rulebook_ids
from croupier.rulebook.releases import releases
from croupier.rulebook.submission import Submission

# What release 0.2.0 itself called the rules of a table that offers every wager and elects nothing.
DIGESTS = {
    "ma-fcp-1": "a91898e7f33edfac279e5fd722115345e6ece810f0839dfaad75efee5831134c",
    "ma-fcp-2": "61856e91146d560dc972daa7608a5d1b9bbcff17c47e13d002c4cb0322539176",
    "md-fcp": "f90344a5dc06c66554ee43c91710192284770873cc4afc5c814c7c9e15807165",
    "md-tcp": "307d7bbf13200976410f786e12bfd98ce97166f36390d7e2a0253e50699b5a4d",
    "md-uth": "dbd84700185afef09c28fffcf4cfb449f7ac799cfc32d8fc668df3c787e76e60",
}
# What release 0.3.0 called the same, with every wager that it has.
DIGESTS_OF_0_3_0 = {
    "ma-fcp-1": "85bbd24787c27539f6ccd9864018571beec1ea71260cf573882a3f400b0b5f5c",
    "ma-fcp-2": "dec71a8266bedc677f24cd013e8f2f76e1e20630a7b6fef3ef895be0eb9e92a4",
    "md-fcp": "877a692691eb2f5e9abecf18f6d5d5f444611bcf1ed4292dae2fca9cb5e74036",
    "md-tcp": "aa1acc9673f3ccf57b4f570ea469a1c584d0cc53d87904c83b8c29230c3df5cb",
    "md-uth": "f0715594512461f4147fb66247603f516e70d2732e28fb68e11f403da5f0a19c",
}


def everything(rulebook: str, release: str = "0.2.0") -> Submission:
    """A submission that offers every wager that the rulebook of that release has."""
    return Submission(rules=rulebook, offers=tuple(w.wager for w in load(rulebook, release).wagers.wagers))


@pytest.mark.parametrize("rulebook", DIGESTS)
def test_rules_filed_under_0_2_0_are_found_by_the_name_that_they_had_then(rulebook: str) -> None:
    rules = filed_as(everything(rulebook), DIGESTS[rulebook])
    assert rules.digest == DIGESTS[rulebook]
    assert rules.rulebook.rulebook == rulebook


@pytest.mark.parametrize("rulebook", DIGESTS_OF_0_3_0)
def test_rules_filed_under_0_3_0_are_found_by_the_name_that_they_had_then(rulebook: str) -> None:
    rules = filed_as(everything(rulebook, "0.3.0"), DIGESTS_OF_0_3_0[rulebook])
    assert rules.digest == DIGESTS_OF_0_3_0[rulebook]


@pytest.mark.parametrize("rulebook", DIGESTS)
def test_a_submission_that_was_changed_since_is_not_taken_for_the_one_that_was_filed(rulebook: str) -> None:
    changed = Submission(rules=rulebook, offers=("ante", "blind"))
    with pytest.raises(BadInput, match="does not make the rules"):
        filed_as(changed, DIGESTS[rulebook])


def test_rules_of_now_are_found_without_any_earlier_release() -> None:
    for rulebook in rulebook_ids():
        offers = tuple(wager.wager for wager in load(rulebook).wagers.wagers)
        now = elect(rulebook)
        assert filed_as(Submission(rules=rulebook, offers=offers), now.digest) == now


def test_every_kept_release_can_be_read() -> None:
    assert releases()[-2:] == ("0.3.0", "0.2.0")
    for release in releases():
        for rulebook in rulebook_ids():
            assert load(rulebook, release).rulebook == rulebook
