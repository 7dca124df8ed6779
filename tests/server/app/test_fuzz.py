"""Everything that the API's description allows, and much that it does not, sent by every role to a running floor."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, get_args

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from croupier.house.audit.audit import audit
from croupier.server.accounts.cookies import CSRF_HEADER, csrf_name
from croupier.server.wire.schemas import Role
from tests.house.floor import KEYS
from tests.patience import PATIENCE_SECONDS
from tests.server.felt import deal, floor_of
from tests.server.live import Live, is_well, named
from tests.soak import SOAKING, sized

EXAMPLES = sized(3, 150)  # of each operation, as it should be and as it should not; every role sends each of them
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
# What is there to be found, so that not every request ends with "there is no such thing".
THERE = {"table": ("tcp", "uth"), "number": (1, 2), "name": ("bob", "kim"), "rulebook": ("md-tcp",), "clause": ("1",)}
AnyCase = Case[Any]
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
SLOW = ("table_odds",)  # of a table that is there: minutes of arithmetic, tested by itself
WHO: tuple[Role | None, ...] = (None, *get_args(Role))
WHO_ON_A_SERVER: tuple[Role | None, ...] = ("player", "admin")  # the rest of it does not depend on the database
ENDS_SESSIONS = ("sign_in", "sign_out", "play_as_guest", "change_password")
quickly = settings(
    max_examples=EXAMPLES,
    phases=[Phase.generate],
    derandomize=EXAMPLES < 100,
    database=None,
    suppress_health_check=list(HealthCheck),
)


class Fuzzer:
    """Somebody who sends anything, as the page would: signed in again whenever that has ended."""

    def __init__(self, live: Live, role: Role | None) -> None:
        self.live = live
        self.role = role
        self.name = "ann" if role == "player" else named(str(role))
        self.sent = 0
        self.browser = live.browser()
        self._wire = requests.Session()
        if role:
            live.add(self.name, role)
        self.sign_in()

    def sign_in(self) -> None:
        """A session as it was at the beginning, whatever was done to it."""
        self.browser.cookies.clear()
        self.browser.get("/api/session")
        if self.role:
            self.live.users.unlock(self.name)
            answer = self.browser.sign_in(self.name)
            assert answer.status_code == 200, answer.text

    def send(self, case: AnyCase) -> None:
        """Sends a case and looks at the answer."""
        cookies = {cookie.name: cookie.value for cookie in self.browser.cookies.jar}
        headers = {"origin": self.live.url, CSRF_HEADER: cookies[csrf_name(self.live.settings)] or ""}
        self._wire.cookies.clear()
        answer = case.call(headers=headers, cookies=cookies, session=self._wire, timeout=PATIENCE_SECONDS)
        self.sent += 1
        if self.role and (answer.status_code == 401 or case.operation.definition.raw["operationId"] in ENDS_SESSIONS):
            self.sign_in()
        case.validate_response(answer, checks=CHECKS)
        if not 200 <= answer.status_code < 300:
            trouble = answer.json()
            assert set(trouble) == {"code", "sentence", "clause"}, trouble
            assert trouble["sentence"].endswith((".", "…")), trouble
            assert "Traceback" not in answer.text
        assert (answer.headers or {}).get("x-content-type-options") == ["nosniff"]

    def leave(self) -> None:
        """Closes what is open."""
        self._wire.close()
        self.browser.close()


def an_evening(live: Live) -> None:
    """Two tables with rounds over and under way, and somebody to be asked about."""
    floor = floor_of(live.house)
    for table, rulebook in (("tcp", "md-tcp"), ("uth", "md-uth")):
        floor.open(table, rulebook, ("ann", "bob"))
        floor.play(table)
    deal(floor, "tcp")
    live.add("bob")
    live.add("kim", "dealer")


def cases(operation: Any, mode: GenerationMode) -> st.SearchStrategy[AnyCase]:
    """Requests of an operation, half of them for what is there."""
    slow = operation.definition.raw["operationId"] in SLOW

    def there(case: AnyCase, named: bool, which: int) -> AnyCase:
        for parameter in case.path_parameters or {}:
            if named and not slow and parameter in THERE:
                found = THERE[parameter]
                case.path_parameters[parameter] = found[which % len(found)]
        return case

    return st.builds(there, operation.as_strategy(generation_mode=mode), st.booleans(), st.integers(0, 7))


class Sending(NamedTuple):
    """The requests of an operation, as they should be or as they should not."""

    operation: str
    mode: GenerationMode
    cases: st.SearchStrategy[AnyCase]


def sendings(live: Live) -> list[Sending]:
    """All that the API's description allows, and what it does not."""
    schema = schemathesis.openapi.from_url(f"{live.url}/api/schema/openapi.json")
    described = list(schema.get_all_operations())
    operations = [one.ok() for one in described if isinstance(one, Ok)]
    assert len(operations) == len(described) > 20
    found = []
    for operation in operations:
        raw = operation.definition.raw
        said = [parameter["schema"] for parameter in raw.get("parameters", ())]
        can_be_wrong = "requestBody" in raw or any(schema != {"type": "string"} for schema in said)
        modes = MODES if can_be_wrong else MODES[:1]
        found += [Sending(raw["operationId"], mode, cases(operation, mode)) for mode in modes]
    return found


def fuzz(fuzzers: Sequence[Fuzzer], to_send: Sequence[Sending]) -> Iterator[str]:
    """Has everybody send everything; tells what went wrong."""
    for sending in to_send:

        @quickly
        @given(case=sending.cases)
        def sent(case: AnyCase) -> None:
            for fuzzer in fuzzers:
                try:
                    fuzzer.send(case)
                except (AssertionError, FailureGroup) as error:
                    told = [str(one) for one in getattr(error, "exceptions", [error])]
                    raise AssertionError(f"as {fuzzer.role}: {' | '.join(told)}") from error

        try:
            sent()
        except AssertionError as error:
            yield f"{sending.operation} {error}"


def test_nothing_that_anybody_sends_breaks_the_floor(live_server: Live) -> None:
    an_evening(live_server)
    lite = live_server.house.database.dialect == "sqlite"
    fuzzers = [Fuzzer(live_server, role) for role in (WHO if lite or SOAKING else WHO_ON_A_SERVER)]
    to_send = sendings(live_server)
    wrong = list(fuzz(fuzzers, to_send))
    for fuzzer in fuzzers:
        fuzzer.leave()
    assert not wrong, "\n\n".join(wrong)
    assert all(fuzzer.sent >= len(to_send) for fuzzer in fuzzers)
    assert is_well(live_server.browser())
    report = audit(live_server.house.database, KEYS)
    assert report.ok, report.problems


@pytest.mark.parametrize(
    "text", ["\x00", "a\x00b", "\ufeff", "\u2028", "🂡" * 30, "%00", "..", "'; DROP TABLE users;--"]
)
def test_strange_names_are_answered_like_any_other(live_server: Live, text: str) -> None:
    """What a database, a path or a log could trip over."""
    live_server.add("the-admin", "admin")
    admin = live_server.browser()
    admin.sign_in("the-admin")
    statuses = [
        admin.post("/api/session", json={"name": text, "password": text}).status_code,
        admin.post("/api/users", json={"name": text, "role": "player"}).status_code,
        admin.get("/api/history", params={"player": text, "table": text, "before": text}).status_code,
    ]
    for path in ("/api/users/{}", "/api/tables/{}", "/api/tables/{}/view", "/api/history/{}/1", "/api/rulebooks/{}"):
        quoted = "".join(f"%{byte:02X}" for byte in text.encode())
        method = "PATCH" if "users" in path else "GET"
        statuses.append(admin.request(method, path.format(quoted), json={} if method == "PATCH" else None).status_code)
    assert all(400 <= status < 500 for status in statuses), statuses
    assert admin.get("/health").status_code == 200
