"""Who asks, and those who know them, as handlers are given them."""

from litestar.di import NamedDependency

from croupier.server.accounts.session_connections import SessionConnections
from croupier.server.accounts.sessions import Session, Sessions
from croupier.server.accounts.users import User, Users

GivenSessionConnections = NamedDependency[SessionConnections]
GivenUsers = NamedDependency[Users]
GivenSessions = NamedDependency[Sessions]

# Who asks: None where nobody is signed in, which cannot be where only those who are signed in may do it.
GivenSession = NamedDependency[Session | None]
GivenMe = NamedDependency[User | None]
SignedInSession = NamedDependency[Session]  # as `session`
SignedInUser = NamedDependency[User]  # as `me`
