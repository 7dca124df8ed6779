"""How often somebody may ask: buckets of tokens, one for each of them, that fill up again with time."""

from ipaddress import IPv6Address, ip_address

from croupier.server.settings import Rate

MOST = 20_000  # buckets; when there are more, those that are full again are forgotten
TIDY_SECONDS = 1.0  # between two looks for them: many addresses at once shall not cost a look for each request


class Buckets:
    """One bucket for each key."""

    def __init__(self, rate: Rate) -> None:
        self._most = float(rate.at_once)
        self._a_second = rate.a_minute / 60
        self._buckets: dict[str, tuple[float, float]] = {}  # tokens, and when there were so many
        self._tidied_at = float("-inf")

    def wait_seconds(self, key: str, now: float) -> float:
        """Takes a token, and returns 0; where there is none, how long to wait for one."""
        if len(self._buckets) > MOST and now - self._tidied_at >= TIDY_SECONDS:
            self._forget_the_full(now)
        tokens, since = self._buckets.get(key, (self._most, now))
        tokens = min(self._most, tokens + (now - since) * self._a_second)
        if tokens < 1:
            self._buckets[key] = (tokens, now)
            return (1 - tokens) / self._a_second
        self._buckets[key] = (tokens - 1, now)
        return 0.0

    def _forget_the_full(self, now: float) -> None:
        self._tidied_at, full_after = now, self._most / self._a_second
        self._buckets = {key: kept for key, kept in self._buckets.items() if now - kept[1] < full_after}


def neighbourhood(address: str) -> str:
    """The address to be counted under: an IPv6 customer has a whole /64 of them."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return found.exploded[:19] if isinstance(found, IPv6Address) and found.ipv4_mapped is None else str(found)
