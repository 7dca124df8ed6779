"""`croupier sign`: the posting that the rules require at a table."""

from typing import Annotated

import typer
from rich import box
from rich.console import Console, Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.cli.output import console, write_json
from croupier.cli.typeset import typeset, write_pdf
from croupier.rulebook.elect import GameRules, resolve
from croupier.rulebook.errors import BadInput
from croupier.rulebook.sign import PostedTable, Posting, out_of_order, posting
from croupier.rulebook.submission import read_submission
from croupier.server.desk.printed import sign_pdf


def sign(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A Rules Submission in TOML that complies.")],
    pdf: Annotated[str | None, typer.Option(help="Also write the sign as a PDF.", metavar="FILE")] = None,
    out_of_order_device: Annotated[
        str | None, typer.Option("--out-of-order", help="Instead, the sign for a failed device.", metavar="DEVICE")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """Print the sign that the rules require at a table."""
    filed = read_submission(file)
    rules = resolve(filed)
    if out_of_order_device is not None:
        _out_of_order(rules, out_of_order_device, pdf, as_json)
        return
    content = posting(rules, filed)
    if pdf is not None:
        write_pdf(pdf, sign_pdf(content, rules))
    if as_json:
        write_json(content)
    else:
        _print(console(), content)


def _out_of_order(rules: GameRules, device: str, pdf: str | None, as_json: bool) -> None:
    text = out_of_order(device)
    steps = rules.rulebook.irregularities.device_out_of_order
    posted = next((step for step in steps if step.step == "post_out_of_order_sign"), None)
    if posted is None:
        instead, clause = steps[0].says.rstrip("."), steps[0].clause
        raise BadInput(f"A sign is not enough here: {instead[:1].lower()}{instead[1:]} ({clause[0]}).")
    clause = posted.clause
    if pdf is not None:
        inputs = {"text": text, "device": text.removesuffix(": out of order"), "clause": ", ".join(clause)}
        write_pdf(pdf, typeset("out_of_order", inputs))
    if as_json:
        write_json({"text": text, "clause": clause})
    else:
        console().print(text)


def _print(out: Console, content: Posting) -> None:
    out.rule(Text(f"{content.operator} · {content.table}", style="dim"))
    out.print(Text(content.game.upper(), style="bold"), justify="center")
    out.print()
    for text, clauses in content.notices:
        out.print(Text.assemble((text, "bold"), (f"  {', '.join(clauses)}", "dim")), justify="center")
    out.print()
    limits = Table(box=None, show_header=False, pad_edge=False, padding=(0, 3, 0, 0))
    for name, amount in content.limits:
        limits.add_row(name, Text(amount, style="bold"))
    for name, amount in content.meters:
        limits.add_row(f"{name} meter resets to", Text(amount, style="bold"))
    out.print(limits)
    out.print()
    if content.silence[0]:
        out.print(Text.assemble(f"{content.silence[0]}.", (f"  {', '.join(content.silence[1])}", "dim")))
        out.print()
    columns = Table(box=None, show_header=False, pad_edge=False, padding=(0, 4, 0, 0))
    columns.add_row(*(Group(*(Padding(_table(table), (0, 0, 1, 0)) for table in half)) for half in halves(content)))
    out.print(columns)
    out.print(Text(content.footer, style="dim"))


def halves(content: Posting) -> tuple[tuple[PostedTable, ...], tuple[PostedTable, ...]]:
    """The tables in two columns of about the same height, their order kept."""
    weights = [len(table.lines) + 3 for table in content.tables]
    cut = next((n for n in range(len(weights)) if sum(weights[:n]) >= sum(weights[n:])), len(weights))
    return content.tables[:cut], content.tables[cut:]


def _table(posted: PostedTable) -> Table:
    table = Table(
        title=posted.title + (f" ({posted.paytable})" if posted.paytable else ""),
        box=box.SIMPLE_HEAD,
        show_header=False,
        title_justify="left",
    )
    table.title_style = "bold"
    under = "".join(f"{line}\n" for line in (posted.ranked_on, posted.footnote) if line)
    clauses = ", ".join(clause.partition(":")[2] for clause in posted.clause)
    table.caption = Text.assemble(under, (clauses, "dim"))
    table.caption_justify = "left"
    for name, pays in posted.lines:
        table.add_row(name, Text(pays, justify="right"))
    return table
