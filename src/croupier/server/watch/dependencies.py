"""What those who watch left behind, and who audits for them, as handlers are given it."""

from litestar.di import NamedDependency

from croupier.house.reports.watch_log import WatchLog
from croupier.server.watch.auditor import Auditor

GivenWatchLog = NamedDependency[WatchLog]
GivenAuditor = NamedDependency[Auditor]
