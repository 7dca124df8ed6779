"""What is shown of tables, as handlers are given it."""

from litestar.di import NamedDependency

from croupier.server.tables.live_views import ViewCache

GivenViewCache = NamedDependency[ViewCache]
