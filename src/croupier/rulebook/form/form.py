"""The form of one submission: only what applies is asked, each question with its clause and what the law allows."""

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.rulebook.check import check, leaves, menu_name, passes, requirements, requirements_of_method
from croupier.rulebook.errors import BadInput
from croupier.rulebook.finding import Finding
from croupier.rulebook.form.remedies import remedies
from croupier.rulebook.form.toml_text import Filed, put, with_value
from croupier.rulebook.form.values import Allowed, Kind, Shown, kind_of, read, written
from croupier.rulebook.formulas import elected_table, meter_field, seed_bounds, smallest_stake
from croupier.rulebook.law.base import ALWAYS, Condition, Requirement, Ruled, Scalar
from croupier.rulebook.law.dealing import FALL_BACK_ON
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import PaytableMenu
from croupier.rulebook.law.wagering import Menu
from croupier.rulebook.load import load
from croupier.rulebook.phrases import words
from croupier.rulebook.sign import line_title
from croupier.rulebook.submission import Submission, parse_submission, plainly, submission_of

SECTIONS = {
    "operator": "Operator",
    "table": "The table",
    "offers": "Wagers on offer",
    "limits": "Limits",
    "elections": "Elections",
    "odds": "Higher odds",
    "progressive": "Progressive",
    "payout_limit": "Payout limit",
    "layout": "Layout",
    "equipment": "Equipment",
    "cards": "Cards",
    "records": "Records",
}


class Law(Struct, frozen=True):
    """What is asked of a field, and by which clauses or readings."""

    says: str
    clauses: tuple[str, ...]


class Question(Struct, frozen=True, kw_only=True):
    """A field of the form: `value` is what is filed, `default` what holds where nothing needs to be."""

    field: str
    title: str
    kind: Kind
    value: Shown
    law: tuple[Law, ...]
    choices: tuple[Allowed, ...] = ()
    default: str = ""
    required: bool = True
    findings: tuple[Finding, ...] = ()
    remedies: tuple[Allowed, ...] = ()
    removable: bool = False


class FormSection(Struct, frozen=True):
    """Questions that belong together."""

    name: str
    title: str
    questions: tuple[Question, ...]


class Form(Struct, frozen=True):
    """All that is asked; `left` counts what is to be mended, `findings` are those that no question is about.

    `problem` is why nothing can be said of the submission as it stands, "" where it can.
    """

    rules: str
    title: str
    sections: tuple[FormSection, ...]
    findings: tuple[Finding, ...]
    left: int
    problem: str = ""


def form(filed: Submission) -> Form:
    """The form of a submission as it stands."""
    rulebook, found, problem = load(filed.rules), tuple[Finding, ...](), ""
    try:
        found = check(filed)
    except BadInput as error:
        problem = error.sentence
    asked = {question.field: question for question in _questions(rulebook, filed)}
    for field in leaves(filed):  # what is filed and nobody asks: it is seen, and can be taken out
        if field not in asked and any(one.field == field for one in found):
            asked[field] = _typed(field, filed, (), required=False)
    beside = {field: [one for one in found if one.field == field] for field in asked}
    sections = tuple(
        FormSection(name, title, questions)
        for name, title in SECTIONS.items()
        if (
            questions := tuple(_answered(rulebook, filed, asked[field], beside[field]) for field in _under(asked, name))
        )
    )
    others = tuple(one for one in found if one.field not in asked)
    left = sum(one.severity == "violation" for one in found)
    return Form(filed.rules, rulebook.title, sections, others, left, problem)


def _under(fields: Sequence[str] | dict[str, Any], section: str) -> list[str]:
    return [field for field in fields if field.partition(".")[0] == section]


def answer(text: str, field: str, shown: Sequence[str]) -> str:
    """The text of the submission once a field holds what was typed into it; what cannot be is refused."""
    value = _typed_value(parse_submission(text, "the submission"), field, shown)
    changed = with_value(text, field, value)
    parse_submission(changed, "the submission")
    return changed


def answered(text: str, typed: Iterable[tuple[str, Sequence[str]]]) -> tuple[Submission, list[str]]:
    """The submission once fields hold what was typed into them, and why some of it cannot be; no text is written."""
    plain, refused = plainly(text, "the submission"), list[str]()
    filed = submission_of(plain, "the submission")
    for field, shown in typed:
        changed = deepcopy(plain)
        try:
            put(changed, field, _typed_value(filed, field, shown))
            filed, plain = submission_of(changed, "the submission"), changed
        except BadInput as error:
            refused.append(error.sentence)
    return filed, refused


def _typed_value(filed: Submission, field: str, shown: Sequence[str]) -> Filed | None:
    rulebook = load(filed.rules)
    question = next((one for one in _questions(rulebook, filed) if one.field == field), None)
    if question is None and (field == "rules" or field not in tuple(leaves(filed))):
        raise BadInput(f"Nothing asks for {field!r:.60} here; look at the form again.")
    if question is None:
        return read(field, kind_of(field), shown, ())
    return read(field, question.kind, shown, _scalars(rulebook, filed, field, _applying(rulebook, filed)))


def shown_at(text: str, field: str) -> Shown:
    """What stands in a field of the form."""
    filed = parse_submission(text, "the submission")
    for question in _questions(load(filed.rules), filed):
        if question.field == field:
            return question.value
    return written(filed.look(field), kind_of(field))


def _questions(rulebook: Rulebook, filed: Submission) -> Iterator[Question]:
    """Every question that applies to the submission as it stands, each field once."""
    seen = set[str]()
    asked = _applying(rulebook, filed)
    for question in (*_fields(rulebook, filed, asked), *_limits(rulebook, filed), *_menus(rulebook, filed, asked),
                     *_meters(rulebook, filed), *_optional(rulebook, filed), *_odds(rulebook, filed)):  # fmt: skip
        if question.field not in seen:
            seen.add(question.field)
            yield question


Applying = list[tuple[Requirement, bool]]


def _applying(rulebook: Rulebook, filed: Submission) -> Applying:
    """What is asked now, and whether it has to be answered: a rule on a field once it is filed asks for nothing."""
    found = []
    for rule in requirements(rulebook):
        others = " and ".join(part for part in rule.when.text.split(" and ") if part != f"{rule.field} is filed")
        if (Condition(others) if others else ALWAYS).holds(filed.look):
            found.append((rule, others == rule.when.text and rule.severity == "violation"))
    for method in FALL_BACK_ON:
        dealt = replace(filed, elections={**filed.elections, "dealing": method})
        fallback = [rule for rule in requirements_of_method(rulebook, method) if rule.when.holds(dealt.look)]
        found += [(rule, False) for rule in fallback if rule.present]
    return found


def _fields(rulebook: Rulebook, filed: Submission, applying: Applying) -> Iterator[Question]:
    rules: dict[str, Applying] = {"offers": []}
    for rule, required in applying:
        if not rule.formula and rule.field.partition(".")[0] != "elections":
            rules.setdefault(rule.field, []).append((rule, required))
    for field, asked in rules.items():
        law = tuple(Law(rule.says, rule.clause or rule.reading) for rule, _ in asked)
        choices = _scalars(rulebook, filed, field, asked)
        yield _typed(field, filed, law, any(required for _, required in asked), rulebook, choices)


def _typed(
    field: str, filed: Submission, law: tuple[Law, ...], required: bool, rulebook: Rulebook | None = None,
    choices: tuple[Scalar, ...] = (),
) -> Question:  # fmt: skip
    """A question of a field, whose kind its rules or its place in the submission say."""
    kind = kind_of(field)
    if field in ("offers", "layout.areas") and rulebook:
        kind = "several"
        titles: dict[str, str] = {wager.wager: wager.title for wager in rulebook.wagers.wagers}
        shown = tuple(Allowed(str(name), titles[str(name)]) for name in choices)
    elif choices and kind != "yes_no":
        kind = "several" if field == "progressive.stake_cents" else "choice"
        shown = tuple(Allowed(one, _read_as(field, one)) for choice in choices for one in written(choice, "several"
                      if kind == "several" else "text"))  # fmt: skip
    else:
        shown = ()
    value = written(filed.look(field), kind)
    return Question(
        field=field, title=field_title(field), kind=kind, value=value, law=law, choices=shown, required=required,
        removable=rulebook is None,
    )  # fmt: skip


def _read_as(field: str, value: str) -> str:
    return f"${value}" if field.endswith("_cents") else words(value)


def _scalars(rulebook: Rulebook, filed: Submission, field: str, applying: Applying) -> tuple[Scalar, ...]:
    """What a field may be, where a list says so."""
    section, _, name = field.partition(".")
    if field in ("offers", "layout.areas"):
        return tuple(wager.wager for wager in rulebook.wagers.wagers)
    if section == "elections":
        menu = next((one for one in rulebook.election_menus(filed) if menu_name(one) == name), None)
        return _choices(menu) if menu else ()
    lists = [rule.one_of for rule, _ in applying if rule.field == field and rule.one_of]
    return max(lists, key=len) if lists else ()


def _choices(menu: Menu | PaytableMenu) -> tuple[Scalar, ...]:
    if isinstance(menu, Menu):
        return tuple(choice.choice for choice in menu.choices)
    return tuple(dict.fromkeys(table.id for table in menu.selectable()))


def field_title(field: str) -> str:
    """What a field is called in the form."""
    parts = [words(part) for part in field.split(".")[1:]] or [words(field)]
    text = ": ".join(part.removesuffix(" cents") for part in parts)
    return text[:1].upper() + text[1:]


def _limits(rulebook: Rulebook, filed: Submission) -> Iterator[Question]:
    rules = [rule for rule in requirements(rulebook) if rule.formula == "limits"]
    for wager in filed.offers:
        rule = next((one for one in rules if one.field in ("limits", f"limits.{wager}")), None)
        found = rulebook.wager(wager)
        if rule is None or found is None or not rulebook.has_limits(wager):
            continue
        for name in ("minimum", "maximum"):
            field = f"limits.{wager}.{name}_cents"
            yield Question(
                field=field, title=f"{found.title}: {name}", kind="money", value=written(filed.look(field), "money"),
                law=(Law(rule.says, rule.clause or rule.reading),),
            )  # fmt: skip


def _menus(rulebook: Rulebook, filed: Submission, applying: Applying) -> Iterator[Question]:
    rules = [rule for rule, _ in applying]
    for menu in rulebook.election_menus(filed):
        name = menu_name(menu)
        field = f"elections.{name}"
        said = tuple(Law(rule.says, rule.clause or rule.reading) for rule in rules if rule.field == field)
        titles = {choice.choice: choice.title for choice in menu.choices} if isinstance(menu, Menu) else {}
        choices = tuple(
            Allowed("".join(written(choice, "text")), titles.get(choice) or f"Paytable {choice}")
            for choice in _choices(menu)
        )
        required = menu.required if isinstance(menu, Menu) else True
        default = next(one.title for one in choices if one.value in written(menu.default, "text"))
        yield Question(
            field=field, title=menu.title, kind="choice", value=written(filed.elections.get(name), "text"),
            law=(Law(menu.says, menu.clause or menu.reading), *said), choices=choices, required=required,
            default="" if required else default,
        )  # fmt: skip
        yield from _records(menu, filed)


def _records(menu: Menu | PaytableMenu, filed: Submission) -> Iterator[Question]:
    """The record that the elected choice needs."""
    for choice in menu.choices if isinstance(menu, Menu) else ():
        if choice.record and filed.elections.get(menu_name(menu)) == choice.choice:
            field = f"records.{menu_name(menu)}"
            law = (Law(f"{choice.title}: {choice.record}.", choice.clause or choice.reading),)
            yield Question(
                field=field,
                title=f"Record: {menu.title}",
                kind="text",
                value=written(filed.look(field), "text"),
                law=law,
            )


def _meters(rulebook: Rulebook, filed: Submission) -> Iterator[Question]:
    menu = rulebook.paytable_menu("progressive", filed)
    table = elected_table(menu, filed) if menu else None
    for meter in table.meters if table and "progressive" in filed.offers else ():
        assert table is not None
        place, bounds = meter_field(meter, table), seed_bounds(meter, smallest_stake(filed))
        for name, kind, rule, says in (
            ("rate", "rate", meter.rate, f"Of each stake, {meter.rate.phrase()}."),
            ("initial_cents", "money", bounds, f"At first {bounds.phrase()}."),
            ("reset_cents", "money", bounds, f"After an award of the whole meter {bounds.phrase()}."),
        ):
            yield _meter(f"{place}.{name}", kind, rule, says, meter.meter, filed)  # type: ignore[arg-type]


def _meter(field: str, kind: Kind, rule: Ruled, says: str, meter: str, filed: Submission) -> Question:
    name = words(field.rpartition(".")[2]).removesuffix(" cents")
    return Question(
        field=field, title=f"{words(meter).capitalize()} meter: {name}", kind=kind,
        value=written(filed.look(field), kind), law=(Law(says, rule.clause or rule.reading),),
    )  # fmt: skip


def _optional(rulebook: Rulebook, filed: Submission) -> Iterator[Question]:
    """A payout limit, where the law knows one."""
    law = rulebook.payout_limit
    if law is not None:
        field = "payout_limit.amount_cents"
        said = Law(f"If one is filed, {law.floor.phrase()}, or what a minimum hand can win if that is more.",
                   law.floor.clause)  # fmt: skip
        yield Question(
            field=field, title="The most that one hand is paid", kind="money", required=False, default="no limit",
            value=written(filed.look(field), "money"), law=(said,),
        )  # fmt: skip


def _odds(rulebook: Rulebook, filed: Submission) -> Iterator[Question]:
    """Lines that may be paid above what is printed."""
    for menu in rulebook.paytables:
        if menu.odds != "minimum" or not menu.when.holds(filed.look):
            continue
        table = menu.table(filed.elections.get(menu.wager, menu.default)) or menu.table(menu.default)
        for line in table.lines if table else ():
            field = f"odds.{menu.wager}.{line.line}"
            yield Question(
                field=field, title=f"{menu.title}: {line_title(line.line)}", kind="text", required=False,
                default=str(line.pays), value=written(filed.look(field), "text"),
                law=(Law(f"{line.pays} or more.", menu.clause),),
            )  # fmt: skip


def _answered(rulebook: Rulebook, filed: Submission, question: Question, found: list[Finding]) -> Question:
    """The question with what was found beside it, and what would mend it."""
    if not found:
        return question
    failing = [
        rule
        for rule, _ in _applying(rulebook, filed)
        if rule.field == question.field and not rule.formula and not _holds(rule, filed)
    ]
    offered = remedies(failing, filed)
    return replace(question, findings=tuple(found), remedies=_offered(question, offered))


def _holds(rule: Requirement, filed: Submission) -> bool:
    value = filed.look(rule.field)
    return value not in (None, "", ()) and passes(rule, value, filed.look)


def _offered(question: Question, values: Sequence[Shown]) -> tuple[Allowed, ...]:
    titles = {choice.value: choice.title for choice in question.choices}
    return tuple(
        Allowed("\n".join(value), ", ".join(titles.get(one, _read(question, one)) for one in value)) for value in values
    )


def _read(question: Question, value: str) -> str:
    return f"${value}" if question.kind == "money" else {"true": "yes", "false": "no"}.get(value, value)
