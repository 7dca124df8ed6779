"""A PAR sheet as PDF, HTML or JSON, by the ending of the file's name."""

from html import escape
from pathlib import Path

import msgspec

from croupier.odds.publishing.par import Par, ParWager, par_pdf
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load
from croupier.server.desk.printed import FELTS

STYLE = """
body { font: 15px/1.45 Georgia, serif; color: #1b1b1b; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
header { background: var(--felt); color: #fff; padding: 1.2rem 1.6rem; border-radius: 6px; }
h1 { margin: 0; } h2 { margin: 2.2rem 0 0; } .faint { color: #5c5c5c; font-size: 0.85rem; overflow-wrap: anywhere; }
.edge { font-size: 1.9rem; font-weight: bold; color: var(--felt); margin-right: 1.5rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-size: 0.8rem; color: #5c5c5c; border-bottom: 1px solid #999; }
td, th { padding: 0.2rem 0.6rem 0.2rem 0; } td + td, th + th { text-align: right; }
"""


KINDS = (".pdf", ".html", ".json")


def par_kind(path: str) -> str:
    """The form that a file's name asks for; another ending is refused."""
    kind = Path(path).suffix.lower()
    if kind not in KINDS:
        raise BadInput(f"{path}: a PAR sheet is written as .pdf, .html or .json; end the name with one of them.")
    return kind


def write_par(path: str, sheet: Par) -> None:
    """Writes the sheet in the form that the name asks for; a place that cannot be written is refused."""
    kind = par_kind(path)
    if kind == ".pdf":
        content = par_pdf(sheet, _felt(sheet))
    elif kind == ".html":
        content = as_html(sheet).encode()
    else:
        content = msgspec.json.format(msgspec.json.encode(sheet), indent=2) + b"\n"
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        raise BadInput(f"{path} cannot be written ({error.strerror}); give another path with --par.") from None


def _felt(sheet: Par) -> str:
    return FELTS[load(sheet.rulebook).game]


def as_html(sheet: Par) -> str:
    """The sheet as one page that needs nothing else."""
    rows = "".join(
        f"<tr><td>{escape(w.title)}<br><span class=faint>{escape(w.setting)}</span></td>"
        f"<td>{escape(w.paytable)}{_status(w)}</td><td><b>{w.house_edge}</b></td>"
        f"<td>{w.sd}</td><td>{w.hit_frequency}</td><td>{w.volatility}</td></tr>"
        for w in sheet.wagers
    )
    played = "".join(
        f"<p><b>{escape(name)}</b> ({escape(source)}), costs {cost} of the ante against best play.</p>"
        f"<ul>{''.join(f'<li>{escape(rule)}</li>' for rule in rules)}</ul>"
        for name, source, cost, rules in sheet.strategies
    )
    strategies = f"<h2>Strategy</h2>{played}" if played else ""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>PAR sheet, {escape(sheet.title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>:root {{ --felt: {_felt(sheet)}; }}{STYLE}</style></head><body>"
        f"<header><div>PAR sheet · {escape(sheet.jurisdiction)}</div><h1>{escape(sheet.title)}</h1></header>"
        f'<p class="faint">{escape(sheet.status)}. Made on {escape(sheet.date)} with Croupier {escape(sheet.version)}. '
        f"Rules digest {sheet.digest}.</p>"
        f'<h2>Summary</h2><div class="wide"><table><tr><th>Wager</th><th>Paytable</th><th>House edge</th>'
        f"<th>Deviation</th><th>Hits</th><th>N0</th></tr>{rows}</table></div><h2>Method</h2>{_paragraphs(sheet.method)}"
        f"<h2>Assumptions</h2>{_paragraphs(sheet.assumptions)}{strategies}"
        f"{''.join(_wager_html(w) for w in sheet.wagers)}</body></html>\n"
    )


def _paragraphs(sentences: tuple[str, ...]) -> str:
    return f"<ul>{''.join(f'<li>{escape(sentence)}</li>' for sentence in sentences)}</ul>"


def _status(wager: ParWager) -> str:
    return "" if wager.status == "selectable" else f" ({wager.status})"


def _wager_html(wager: ParWager) -> str:
    lines = "".join(
        f"<tr><td>{escape(line.line)}</td><td>{escape(line.pays)}</td><td>{line.count}</td>"
        f"<td>{line.probability}</td><td>{line.contribution}</td></tr>"
        for line in (*wager.lines, wager.all_deals)
    )
    extra = [*wager.depends_on, *(f"{name} {share}" for name, share in wager.decisions)]
    return (
        f"<h2>{escape(wager.title)} {escape(wager.paytable)}{_status(wager)}</h2><p>{escape(wager.setting)}</p>"
        f'<p><span class="edge">{wager.house_edge}</span> '
        f"deviation <b>{wager.sd}</b>, hits <b>{wager.hit_frequency}</b></p>"
        f'<p class="faint">{escape(" · ".join([wager.clause, *extra]))}</p><div class="wide"><table><tr><th>Line</th>'
        f"<th>Pays</th><th>Count</th><th>Probability</th><th>Contribution</th></tr>{lines}</table></div>"
    )
