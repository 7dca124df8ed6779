"""What the database holds: one schema for SQLite and PostgreSQL.

The records are the truth, append-only and chained by hash; answers, transfers and movements are written in the same
transaction as the record that caused them, and an audit derives them again. Answers that no record is behind are kept
apart, and not for long.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

from croupier.rulebook.law.words import ALONE, MAIN_WAGERS

CAGE = "cage"  # the log of what happens at no table: the cage, the links, the accounts
MAY_OWE = ("cage", "link", "win")  # the house's own accounts, which may stand below zero

# Sorted by code point on PostgreSQL too, as SQLite and Python sort: locks are taken in that order everywhere.
Words = Text().with_variant(Text(collation="C"), "postgresql")

# Whoever takes part in a round has put down a main wager first, or one that is made alone. A query written just so uses
# the index of them.
MAIN_PLACED = text(f"wager IN {(*MAIN_WAGERS, *ALONE)} AND reason = 'placed'")

metadata = MetaData()

rules = Table(
    "rules",
    metadata,
    Column("digest", Words, primary_key=True),
    Column("rulebook", Words, nullable=False),
    Column("submission", Words, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("table_id", Words, primary_key=True),
    Column("digest", Words, ForeignKey("rules.digest")),  # none for the cage
    Column("link_id", Words, ForeignKey("links.link_id")),
    Column("version", BigInteger, nullable=False),  # the number of the last record
    Column("hash", LargeBinary, nullable=False),  # and its hash
)

records = Table(
    "records",
    metadata,
    Column("table_id", Words, ForeignKey("tables.table_id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("round", BigInteger, nullable=False),  # the round it belongs to, 0 before the first
    Column("at_ms", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Index("records_by_round", "table_id", "round"),
)

answers = Table(
    "answers",
    metadata,
    Column("table_id", Words, ForeignKey("tables.table_id"), primary_key=True),
    Column("command_id", Words, primary_key=True),
    Column("asked", LargeBinary, nullable=False),  # hash of the command, so that an id is not used for another one
    Column("record", BigInteger, nullable=False),  # the first that the command made; its body names the command
)

# Answers to commands that left no record: refused, or all was as they asked already. They are kept for a while only,
# in case the same is asked again.
unrecorded = Table(
    "unrecorded",
    metadata,
    Column("table_id", Words, ForeignKey("tables.table_id"), primary_key=True),
    Column("command_id", Words, primary_key=True),
    Column("asked", LargeBinary, nullable=False),
    Column("version", BigInteger, nullable=False),  # the table's, when it was asked
    Column("refusal", Words),  # none where nothing was left to do
    Column("at_ms", BigInteger, nullable=False),
    Column("mark", LargeBinary, nullable=False),  # over the rest of the row, by a key outside the database
    Index("unrecorded_by_time", "table_id", "at_ms"),
)

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("table_id", Words, ForeignKey("tables.table_id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("signature", LargeBinary, nullable=False),
)

# How a table stands at some record, sealed: only to start faster, safe to delete.
snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", Words, ForeignKey("tables.table_id"), primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("sealed", LargeBinary, nullable=False),
)

# The seed of every shuffle, sealed with a key outside the database; its opening stands in the records.
seeds = Table(
    "seeds",
    metadata,
    Column("table_id", Words, ForeignKey("tables.table_id"), primary_key=True),
    Column("shuffle", BigInteger, primary_key=True, autoincrement=False),
    Column("sealed", LargeBinary, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("account", Words, primary_key=True),
    Column("kind", Words, nullable=False),
    Column("balance_cents", BigInteger, nullable=False),
    CheckConstraint(f"balance_cents >= 0 OR kind IN {MAY_OWE}", name="never_below_zero"),
)

# A transfer takes from one account what it gives another, so the books balance by construction.
transfers = Table(
    "transfers",
    metadata,
    Column("table_id", Words, primary_key=True),
    Column("record", BigInteger, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("giver", Words, ForeignKey("accounts.account"), nullable=False),
    Column("taker", Words, ForeignKey("accounts.account"), nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("reason", Words, nullable=False),
    Column("round", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),  # 0 where it concerns no seat
    Column("wager", Words, nullable=False),  # "" where it concerns none
    Column("at_ms", BigInteger, nullable=False),
    CheckConstraint("cents > 0", name="moves_something"),
    CheckConstraint("giver <> taker", name="moves_somewhere"),
    ForeignKeyConstraint(["table_id", "record"], ["records.table_id", "records.number"]),
    # The rounds of a player, found without reading their every chip.
    Index("rounds_by_player", "giver", "table_id", "round", sqlite_where=MAIN_PLACED, postgresql_where=MAIN_PLACED),
)

links = Table(
    "links",
    metadata,
    Column("link_id", Words, primary_key=True),
    Column("moves", BigInteger, nullable=False),  # the number of its last movement, or of its last message
    Column("kept_at", Words, nullable=False),  # the database that keeps its meters, "" for this one
    Column("owed_carry", BigInteger, nullable=False),  # hundred-millionths of a cent owed to it and not posted yet
    CheckConstraint("owed_carry BETWEEN 0 AND 99999999", name="posts_whole_cents"),
)

# `shown_cents` is on display, `carry` the hundred-millionths of a cent not shown yet, `reserve_*` hidden.
# The meters of a link that another database keeps are a copy here, as it last told them.
meters = Table(
    "meters",
    metadata,
    Column("link_id", Words, ForeignKey("links.link_id"), primary_key=True),
    Column("meter", Words, primary_key=True),
    Column("initial_cents", BigInteger, nullable=False),
    Column("reset_cents", BigInteger, nullable=False),
    Column("ceiling_cents", BigInteger),
    Column("reserve_percent", Words, nullable=False),  # of each stake, as an exact fraction such as "1/2"
    Column("shown_cents", BigInteger, nullable=False),
    Column("carry", BigInteger, nullable=False),
    Column("reserve_cents", BigInteger, nullable=False),
    Column("reserve_carry", BigInteger, nullable=False),
    CheckConstraint("shown_cents >= 0 AND carry BETWEEN 0 AND 99999999", name="shows_whole_cents"),
    CheckConstraint("reserve_cents >= 0 AND reserve_carry BETWEEN 0 AND 99999999", name="reserve_not_overdrawn"),
    CheckConstraint("ceiling_cents IS NULL OR shown_cents <= ceiling_cents", name="under_its_ceiling"),
)

# Every movement of every meter of a link, in one total order across its tables.
movements = Table(
    "movements",
    metadata,
    Column("link_id", Words, primary_key=True),
    Column("move", BigInteger, primary_key=True, autoincrement=False),
    Column("meter", Words, nullable=False),
    Column("kind", Words, nullable=False),  # start, contribution, hit, reseed or reversal
    Column("gain", BigInteger, nullable=False),  # hundred-millionths of a cent, all that came in; negative: went out
    Column("reserve_gain", BigInteger, nullable=False),  # what the reserve gained, from outside or from the display
    Column("shown_cents", BigInteger, nullable=False),
    Column("carry", BigInteger, nullable=False),
    Column("reserve_cents", BigInteger, nullable=False),
    Column("reserve_carry", BigInteger, nullable=False),
    Column("reverses", BigInteger),  # the movement that this one takes back
    Column("table_id", Words, nullable=False),
    Column("round", BigInteger, nullable=False),
    Column("record", BigInteger, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    ForeignKeyConstraint(["link_id", "meter"], ["meters.link_id", "meters.meter"]),
    Index("movements_by_round", "link_id", "table_id", "round"),
)

# What a link that another database keeps has still to be told, in this order; gone once it has answered.
outbox = Table(
    "outbox",
    metadata,
    Column("link_id", Words, ForeignKey("links.link_id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("message", Words, nullable=False),
)

# What tables of other databases asked of a link here, each once: the same key is answered the same again.
claims = Table(
    "claims",
    metadata,
    Column("link_id", Words, ForeignKey("links.link_id"), primary_key=True),
    Column("key", Words, primary_key=True),
    Column("message", Words, nullable=False),
    Column("answer", Words, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)

# Who may sign in. No record, no money and no card hangs on the three tables from here on: an audit does not read them.
users = Table(
    "users",
    metadata,
    Column("name", Words, primary_key=True),  # a player's chips are in the account of this name
    Column("role", Words, nullable=False),
    Column("password_hash", Words),  # none for a guest, who cannot come back
    Column("one_time", Boolean, nullable=False),  # the password must be changed before anything else
    Column("disabled", Boolean, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
)

# By which a floorperson confirms an act on somebody else's screen; whoever has none set has no row.
pins = Table(
    "pins",
    metadata,
    Column("name", Words, ForeignKey("users.name"), primary_key=True),
    Column("pin_hash", Words, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),  # the token itself is in the browser only
    Column("name", Words, ForeignKey("users.name"), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Index("sessions_by_name", "name"),
)

# Failures to sign in under a name, whether anybody is called so or not: nothing tells the two apart.
failed_sign_ins = Table(
    "failed_sign_ins",
    metadata,
    Column("name", Words, primary_key=True),
    Column("failures", Integer, nullable=False),  # since the last success
    Column("at_ms", BigInteger, nullable=False),  # the last of them
)

APPEND_ONLY = ("records", "answers", "checkpoints", "seeds", "transfers", "movements", "rules", "claims")
