"""Which device asks, and the connections of all, as handlers are given them."""

from litestar.di import NamedDependency

from croupier.server.devices.lines import DeviceLines
from croupier.server.devices.tokens import ConnectedDevice

GivenDeviceLines = NamedDependency[DeviceLines]
GivenDevice = NamedDependency[ConnectedDevice | None]
