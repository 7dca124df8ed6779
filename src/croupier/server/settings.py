"""How a floor is run: who may come in, from where, and how much of anything."""

from pathlib import Path

from msgspec import Struct

Tls = tuple[Path, Path]  # a certificate and its key


class Rate(Struct, frozen=True):
    """How often something may be done: so many at once, and then so many a minute."""

    at_once: int
    a_minute: int


class Settings(Struct, frozen=True, kw_only=True):
    """The settings of a floor."""

    origins: tuple[str, ...]  # the addresses under which browsers reach it, such as https://a.example
    guests: bool = False  # whether anybody may play with play money, without an account
    odds_ahead: bool = False  # whether every table's odds are worked out before anybody asks for them
    guest_cents: int = 100_000  # what a guest is given, and the most that one may hold to be given more

    idle_seconds: int = 30 * 60  # after so long without a request a session ends
    longest_seconds: int = 12 * 60 * 60  # after so long a session ends whatever happens
    failures: int = 5  # so many wrong passwords lock a name
    lockout_seconds: int = 15 * 60  # for so long

    # Argon2id, as RFC 9106 recommends where memory is dear.
    argon_passes: int = 3
    argon_memory_kib: int = 64 * 1024
    argon_lanes: int = 4

    requests: Rate = Rate(at_once=200, a_minute=1200)  # requests of one address, and of one session
    sign_ins: Rate = Rate(at_once=10, a_minute=10)  # attempts to sign in from one address
    table_requests: Rate = Rate(at_once=20, a_minute=1200)  # commands by one socket
    body_bytes: int = 64 * 1024  # the longest body of a request
    frame_bytes: int = 8 * 1024  # the longest message by a socket
    connections: int = 10_000  # connections to one process, fewer where the machine allows fewer descriptors
    connections_of_one: int = 200  # connections from one address
    metrics_from: tuple[str, ...] = ("127.0.0.1", "::1")  # the addresses that may read /metrics

    @property
    def secure(self) -> bool:
        """Whether browsers come by https, so that cookies may be kept from any other way."""
        return all(origin.startswith("https://") for origin in self.origins)
