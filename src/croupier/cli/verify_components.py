"""`croupier verify --components`: a component list, checked and compared with this installation or another list."""

from collections import Counter
from collections.abc import Sequence
from typing import get_args

import msgspec
from rich.text import Text

from croupier.cli.output import console, write_json
from croupier.cli.tables import plain_table
from croupier.house.components.comparing import Compared, compared
from croupier.house.components.installed import installed
from croupier.house.components.listing import GROUPS, OF_THE_HOUSE, GroupName
from croupier.house.components.signed import FORMAT, SignedComponents, verify_components
from croupier.house.keys import KEY_BYTES
from croupier.house.shuffles.proof import Check
from croupier.rulebook.errors import BadInput, nearest
from croupier.rulebook.phrases import words

LARGEST_FILE_BYTES = 20_000_000
SHOWN_DIGITS = 16
WRITE_IT = "croupier house components writes one"
_DECODER = msgspec.json.Decoder(SignedComponents)


def verify_list(file: str, against: str | None, public_key: str | None, only: Sequence[str], as_json: bool) -> bool:
    """Tells whether a list is as it was signed, and the same as what is installed here, or as another list."""
    told, posted = read_components(file), _digits(public_key)
    checks = [*verify_components(told, posted)]
    here = "here"
    if against is None:
        groups = _groups(only) or tuple(group for group in GROUPS if group not in OF_THE_HOUSE)
        if own := [group for group in groups if group in OF_THE_HOUSE]:
            raise BadInput(f"{own[0]} are a house's own; compare them with another list, by --against FILE.")
        found = compared(told.components.groups, installed(), groups)
    else:
        other, here = read_components(against), f"in {against}"
        checks += [Check(f"{one.name} of {against}", one.passed, one.sentence) for one in verify_components(other)]
        found = compared(told.components.groups, other.components.groups, _groups(only) or GROUPS)
    ok = all(check.passed for check in checks) and all(one.verdict == "same" for one in found)
    if as_json:
        about = {"house": told.components.house, "version": told.components.version, "digest": told.digest}
        write_json({"ok": ok, **about, "checks": checks, "components": found})
    else:
        _print(told, checks, found, here, ok)
    return ok


def read_components(path: str) -> SignedComponents:
    """The list in a file; one that cannot be used is refused in one sentence."""
    name = path or '""'
    try:
        with open(path, "rb") as file:
            raw = file.read(LARGEST_FILE_BYTES + 1)
    except FileNotFoundError:
        raise BadInput(f"There is no file {name}; give the path of a component list: {WRITE_IT}.") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(f"{name} cannot be read ({reason}); give the path of a component list.") from None
    if len(raw) > LARGEST_FILE_BYTES:
        raise BadInput(f"{name} is over {LARGEST_FILE_BYTES:,} bytes, too long for a component list; give another.")
    try:
        return _DECODER.decode(raw.removeprefix(b"\xef\xbb\xbf"))
    except msgspec.ValidationError as error:
        problem, _, place = str(error).partition(" - at `$")
        where = place.strip(".`") or "it"
        raise BadInput(
            f"{name} is no component list, which has the format {FORMAT} ({where}: {problem}); {WRITE_IT}."
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"{name} is not JSON ({error}); save the list again as it was given out.") from None


def _groups(only: Sequence[str]) -> tuple[GroupName, ...]:
    """The groups that are asked for, in their order; none named, none."""
    known = {str(group): group for group in get_args(GroupName)}
    for name in only:
        if name not in known:
            raise BadInput(f"There is no group {name!r:.40}; {nearest(name, list(known))}.")
    return tuple(group for group in GROUPS if group in only)


def _digits(public_key: str | None) -> str:
    """The public key that was given, as files have it."""
    if public_key is None:
        return ""
    try:
        if len(key := bytes.fromhex(public_key)) == KEY_BYTES:
            return key.hex()
    except ValueError:
        pass
    raise BadInput(
        f"{public_key!r:.80} is not a public key; write the 64 hexadecimal digits that croupier house init printed."
    )


def _print(told: SignedComponents, checks: Sequence[Check], found: Sequence[Compared], here: str, ok: bool) -> None:
    out = console()
    table = plain_table("Check", "Holds", "What was found")
    for check in checks:
        holds = Text("yes", style="green") if check.passed else Text("NO", style="bold red")
        table.add_row(check.name, holds, check.sentence)
    out.print(table)
    groups = plain_table("Group", "Components", f"Compared with what is {here}")
    for group in dict.fromkeys(one.group for one in found):
        verdicts = Counter[str](one.verdict for one in found if one.group == group)
        groups.add_row(words(group), str(verdicts.total()), _told(verdicts, here))
    out.print()
    out.print(groups)
    if different := [one for one in found if one.verdict != "same"]:
        rows = plain_table("Group", "Component", "What was found")
        for one in different:
            rows.add_row(words(one.group), one.name, _sentence(one, here))
        out.print()
        out.print(rows)
    house = f"The list of house {told.components.house}"
    verdict = f"{house} is as it was signed, and the same {here}." if ok else f"{house} does not hold: see above."
    out.print(Text(f"\n{verdict}", style="bold"))


def _told(verdicts: Counter[str], here: str) -> Text:
    said = {"same": "the same", "another": "another", "missing": f"missing {here}", "only_here": f"only {here}"}
    if verdicts["same"] == verdicts.total():
        return Text("the same", style="green")
    return Text(", ".join(f"{verdicts[key]} {word}" for key, word in said.items() if verdicts[key]), style="bold red")


def _sentence(one: Compared, here: str) -> str:
    if one.verdict == "another":
        return f"another: {one.listed[:SHOWN_DIGITS]} listed, {one.here[:SHOWN_DIGITS]} {here}"
    return f"missing {here}" if one.verdict == "missing" else f"only {here}"
