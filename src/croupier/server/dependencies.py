"""What a handler may ask to be given, by these names: `async def handler(house: GivenHouse, ...)`.

Who asks is given by `accounts/dependencies`, what is shown of tables by `tables/dependencies`.
"""

from collections.abc import Callable

from litestar.di import NamedDependency

from croupier.house.service.house import House
from croupier.server.metrics import MeteredService, Metrics
from croupier.server.settings import Settings

GivenHouse = NamedDependency[House]
GivenService = NamedDependency[MeteredService]  # as `service`: the house's table service
GivenSettings = NamedDependency[Settings]
GivenMetrics = NamedDependency[Metrics]
GivenClock = NamedDependency[Callable[[], int]]  # milliseconds since 1970
