"""News between processes, by a real PostgreSQL: what goes wrong in taking in one piece of it is not the end of it."""

import asyncio
import logging
from collections.abc import Sequence

import psycopg
import pytest
from sqlalchemy import make_url

from croupier.house.service import notifications
from croupier.house.service.notifications import CHANNEL, Notifications


def test_news_that_cannot_be_taken_in_are_logged_and_the_next_are_heard(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(notifications, "RETRY_SECONDS", 0.05)
    heard: list[tuple[str, Sequence[str]]] = []

    def hears(kind: str, names: Sequence[str]) -> None:
        heard.append((kind, names))
        if names == ["bad"]:
            raise KeyError("bad")

    async def until_heard(name: str) -> None:
        while not any(name in names for _, names in heard):
            with psycopg.connect(postgres_url, autocommit=True) as another:
                another.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"tables:{name}"))
            await asyncio.sleep(0.05)

    async def test() -> None:
        async with Notifications(make_url(postgres_url), hears):
            for name in ("good", "bad", "better"):
                await asyncio.wait_for(until_heard(name), 20)

    with caplog.at_level(logging.ERROR):
        asyncio.run(test())
    assert "What other processes tell could not be taken in" in [record.message for record in caplog.records]
