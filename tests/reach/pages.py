"""What is pressed or seen on a page where no duty, option or rule of handling says it, in the page's own words."""

SIT = "/tables/TABLE: Sit down"
LEAVE = "/tables/TABLE: Leave, closed until the round is over"
SPOT = "/tables/TABLE: chips on the spot"
SPOT_CLOSED = "/tables/TABLE: the spot, closed from the call of no more bets on"
LIGHT = "/tables/TABLE: the light of the Progressive spot"
METER = "/tables/TABLE: the meter above the felt"
OWN_CARDS = '/tables/TABLE: "Your cards"'
OWN_ANSWER = '/tables/TABLE: "Your answer", asked of nobody else'
PLAY = "/tables/TABLE: Play"
CHECK = "/tables/TABLE: Check"
FOLD = "/tables/TABLE: Fold"

# What a table is furnished with stands in its submission, which is checked before the table opens.
CHECKED = '/pit/tables/new: "Check it" says what of it the submission lacks, with its clause'
ORDER_SHUFFLE = '/deal/TABLE: "Order deck … shuffled", with a reason'
ORDER_CUT = '/deal/TABLE: "Order deck … cut again", with a reason'
NO_RECUT = '/deal/TABLE: "Order deck … cut again" is not offered'
NO_SPOKEN = '/deal/TABLE: $ "Buy-in": cash becomes chips first, and only chips on a spot are a wager'
IS_ASKED = '/deal/TABLE: the seat that "is asked"'
WAITS = '/deal/TABLE: "Waiting for the floor: The floor validates seat …\'s Progressive award of $…."'
PAY = '/deal/TABLE: "Pay" beside the award, once the floor has validated it'
PAID_ELSEWHERE = '/deal/TABLE: "Paid elsewhere" beside the award'
COUNTS = '/pit/TABLE/devices: "Shuffler"; what it counts stops the table where it is not 52'
AWARD_SLIP = "/pit/TABLE/slips: Print beside the award, whose slip says that it is paid off the table"
METERS = '/watch: "Every movement, the latest first"'
REPLAY = '/watch: "from here" replays the round, step by step'

REVIEW = "/desk/review: the clause, and Approve or Return"
FILED = "/desk: the submission as a form, by clause; croupier check FILE says what it lacks"
SIGN = "croupier sign FILE"
NOBODY = "not in Croupier: "
