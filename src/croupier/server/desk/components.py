"""What is running where, over HTTP: the component list of the house, signed, to look at and to take away."""

from datetime import UTC, datetime

from litestar import Response, get

from croupier.house.components.signed import SignedComponents, signed_components
from croupier.server.accounts.dependencies import SignedInUser
from croupier.server.dependencies import GivenHouse


@get(
    "/desk/components", operation_id="list_components", summary="What is running where", tags=["desk"],
    sync_to_thread=True,
)  # fmt: skip
def list_components(house: GivenHouse, me: SignedInUser) -> Response[SignedComponents]:
    """Every component with its digest, and what each table is run by, signed for `croupier verify --components`."""
    made = signed_components(house, f"{me.role}:{me.name}")
    at = datetime.fromtimestamp(made.components.at_ms / 1000, UTC)
    name = f"components-{made.components.house}-{at:%Y%m%d-%H%M%S}.json"
    return Response(made, headers={"content-disposition": f'attachment; filename="{name}"'})


ROUTES = (list_components,)
