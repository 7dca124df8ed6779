"""What a handler may ask to be given, by these names: `async def handler(house: GivenHouse, me: GivenMe, ...)`."""

from collections.abc import Callable

from litestar.di import NamedDependency

from croupier.house.service.house import House
from croupier.server.accounts.session_connections import SessionConnections
from croupier.server.accounts.sessions import Session, Sessions
from croupier.server.accounts.users import User, Users
from croupier.server.metrics import MeteredService, Metrics
from croupier.server.settings import Settings
from croupier.server.tables.live_views import ViewCache

GivenHouse = NamedDependency[House]
GivenService = NamedDependency[MeteredService]  # as `service`: the house's table service
GivenViewCache = NamedDependency[ViewCache]
GivenSessionConnections = NamedDependency[SessionConnections]
GivenUsers = NamedDependency[Users]
GivenSessions = NamedDependency[Sessions]
GivenSettings = NamedDependency[Settings]
GivenMetrics = NamedDependency[Metrics]
GivenClock = NamedDependency[Callable[[], int]]  # milliseconds since 1970

# Who asks: None where nobody is signed in, which cannot be where only those who are signed in may do it.
GivenSession = NamedDependency[Session | None]
GivenMe = NamedDependency[User | None]
SignedInSession = NamedDependency[Session]  # as `session`
SignedInUser = NamedDependency[User]  # as `me`
