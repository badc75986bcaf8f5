"""The lists in docs/ that are made from the program: fields of a case file, methods, outcomes, options. A page keeps only the words.

A list is a table whose first columns come from the program, its sources or its schemas. Columns after those are written by hand in
the page and kept, by the first cell of their row. A text is taken as it is.
"""

import functools
import json
import pathlib
import re
import subprocess
import tempfile
from typing import Callable, NamedTuple

Rows = list[tuple[str, ...]]


class Table(NamedTuple):
    head: tuple[str, ...]
    rows: Rows

    def text(self, words: dict[str, list[str]]) -> str:
        """As Markdown, with the words of a page behind the columns that each row has."""
        lines = [self.head, tuple("---" for _ in self.head)]
        for row in self.rows:
            written = len(self.head) - len(row)
            cells = words.get(row[0], [])[-written:] if written else []
            lines.append((*row, *cells, *[""] * (written - len(cells))))
        return "".join("| " + " | ".join(line) + " |\n" for line in lines)

    def unwritten(self, words: dict[str, list[str]]) -> list[str]:
        """The rows that a page has no words for."""
        return [row[0] for row in self.rows if len(row) < len(self.head) and not all(words.get(row[0], [""])[len(row) - len(self.head) :])]


def words_of(block: str) -> dict[str, list[str]]:
    """The cells of the tables in a block, by the first of each row."""
    rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("| \n"))] for line in block.splitlines() if line.startswith("| ")]
    return {row[0]: row[1:] for row in rows}


def code(text: str) -> str:
    return f"`{text}`"


def listed(names: list[str]) -> str:
    return ", ".join(map(code, names)) or "none"


class Program:
    """The built `assay` and the tree that it was built from."""

    def __init__(self, root: pathlib.Path, assay: pathlib.Path):
        self.root, self.assay = root, assay

    def said(self, *words: str, folder: str | None = None) -> str:
        run = subprocess.run([self.assay, *words], cwd=folder, capture_output=True, text=True, timeout=60)
        return run.stdout + run.stderr

    def source(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def names(self, schema: str, *path: str) -> list[str]:
        found = json.loads(self.source(schema))
        for step in path:
            found = found[step]
        return found["enum"]

    def of_case(self, **fields: object) -> str:
        """What `assay list cases --json` says of a case with these fields: every field with its default, or why they are refused."""
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "case.json").write_text(json.dumps({"case": "case", "factory": "net.py:build"} | fields))
            return self.said("list", "cases", "case.json", "--json", folder=folder)

    @functools.cached_property
    def defaults(self) -> dict:
        return json.loads(self.of_case(inputs=[{"shape": [1]}]))[0]["expanded"]

    @functools.cached_property
    def methods(self) -> list[dict]:
        return json.loads(self.said("list", "methods", "--json"))


RECORD = ("harness/results/results.schema.json", "$defs", "record", "properties")
NEEDS = ("reports/comparison_sheet/comparison.schema.json", "properties", "recommendation", "properties", "needs", "items")
REPLAY = ("harness/results/results.schema.json", "$defs", "replay", "properties")


FIELD = ("field", "default", "type", "example")


def known_keys(refusal: str) -> list[str]:
    """The keys that the refusal of an unknown key lists."""
    return re.findall(r"'(\w+)'", re.search(r"expected: one of (.*)", refusal)[1])


def fields(keys: list[str], defaults: dict, needed: tuple[str, ...]) -> Rows:
    def default(key: str) -> str:
        if key in needed:
            return "required"
        if key in ("methods", "devices"):
            return "all"
        return code(json.dumps(defaults[key])) if key in defaults else "none"

    return [(code(key), default(key)) for key in keys]


def case_fields(program: Program) -> Table:
    keys = known_keys(program.of_case(nothing=1))
    defaults = program.defaults | {"inputs": []}
    for part in ("limits", "compare", "replay"):  # each has a table of its own
        defaults[part] = {}
    return Table((*FIELD, "meaning"), fields(keys, defaults, ("case", "factory")))


def input_fields(program: Program) -> Table:
    keys = known_keys(program.of_case(inputs=[{"shape": [1], "nothing": 1}]))
    return Table((*FIELD, "meaning"), fields(keys, program.defaults["inputs"][0], ("shape",)))


def part_of_case(part: str) -> Callable[[Program], Table]:
    def of(program: Program) -> Table:
        keys = known_keys(program.of_case(**{part: {"nothing": 1}}))
        return Table((*FIELD, "meaning"), fields(keys, program.defaults[part], ()))

    return of


def expectation(program: Program) -> Table:
    keys = known_keys(program.of_case(expect={"make_fx": [{"nothing": 1}]}))
    return Table((*FIELD, "meaning"), fields(keys, {}, ("outcome", "reason")))


INPUT = {"shape": [2, 3]}
Example = Callable[[dict], dict]
# What an example stands in, so that it is a case.
EXAMPLE_IN: dict[str, Example] = {
    "case fields": lambda given: given,
    "input fields": lambda given: {"inputs": [INPUT, given if "same_as" in given else INPUT | given]},
    "limits": lambda given: {"limits": given},
    "compare": lambda given: {"compare": given},
    "replay": lambda given: {"inputs": [INPUT, INPUT], "replay": given},
    "expectation": lambda given: {"expect": {"make_fx": [given]}},
}
ALONE = ("input fields",)  # of which not all go together


def refused_examples(name: str, words: dict[str, list[str]], program: Program) -> list[str]:
    """The examples of a list of fields that the program does not take, each with its answer."""
    given = {field: cells[2].strip("`") for field, cells in words.items() if field.startswith("`")} if name in EXAMPLE_IN else {}
    tried = list(given.values()) if name in ALONE else [", ".join(given.values())] if given else []
    refused = []
    for text in tried:
        try:
            said = program.of_case(**EXAMPLE_IN[name](json.loads("{" + text + "}")))
        except ValueError as mistake:
            said = str(mistake)
        if not said.startswith("["):
            refused.append(f"{name}: {text}: {said.splitlines()[0]}")
    return refused


def methods(program: Program) -> Table:
    rows = [(code(m["id"]), listed(m["graphs"]), m["torch"], "yes" if m["on_phantom"] else "no", m["summary"]) for m in program.methods]
    return Table(("method", "graphs", "torch", "phantom", "made by"), rows)


def expressed(program: Program) -> Table:
    needs = [need for need in program.names(*NEEDS) if any(need in m["expresses"] for m in program.methods)]
    rows = [(code(m["id"]), *("yes" if need in m["expresses"] else "-" for need in needs), listed(m["options"])) for m in program.methods]
    return Table(("method", *needs, "fields of a case that change its graphs"), rows)


def needs(program: Program) -> Table:
    return Table(("need", "meaning"), [(code(name),) for name in program.names(*NEEDS)])


def outcomes(program: Program) -> Table:
    rows = re.findall(r'\{"(\w+)", +(yes|no), +(yes|no),', program.source("harness/zoo/outcome.cc"))
    if [name for name, *_ in rows] != program.names(*RECORD, "outcome"):
        raise ValueError("outcome.cc and results.schema.json differ")
    return Table(("outcome", "has a graph", "may be a golden without a reason", "meaning"), [(code(name), *rest) for name, *rest in rows])


def verdicts(program: Program) -> Table:
    body = re.search(r"bool is_green\(Verdict verdict\) \{(.*?)\}", program.source("harness/zoo/outcome.cc"), re.DOTALL)[1]
    green = {re.sub(r"(?<=\w)(?=[A-Z])", "_", name).lower() for name in re.findall(r"Verdict::k(\w+)", body)}
    return Table(("verdict", "green", "meaning"), [(code(v), "yes" if v in green else "no") for v in program.names(*RECORD, "verdict")])


def exit_statuses(program: Program) -> Table:
    body = re.search(r"enum class ExitStatus : int \{(.*?)\}", program.source("harness/app/session.h"))[1]
    return Table(("status", "meaning"), [(code(number),) for number in re.findall(r"= (\d+)", body)])


def enumeration(head: str, schema: str, *path: str) -> Callable[[Program], Table]:
    return lambda program: Table((head, "meaning"), [(code(name),) for name in program.names(schema, *path)])


def in_source(head: str, path: str, name: str) -> Callable[[Program], Table]:
    """Of an enumeration that no schema has: its names as its source writes them."""

    def of(program: Program) -> Table:
        body = re.search(rf"enumerators<{name}>\(\s*\{{(.*?)\}}\)", program.source(path), re.DOTALL)[1]
        return Table((head, "meaning"), [(code(each),) for each in re.findall(r'"([^"]+)"', body)])

    return of


def help_of(command: str) -> Callable[[Program], str]:
    return lambda program: "```text\n" + program.said(*command.split(), "--help").strip() + "\n```\n"


LISTS: dict[str, Callable[[Program], Table | str]] = {
    "case fields": case_fields,
    "input fields": input_fields,
    "limits": part_of_case("limits"),
    "compare": part_of_case("compare"),
    "replay": part_of_case("replay"),
    "expectation": expectation,
    "methods": methods,
    "expressed": expressed,
    "needs": needs,
    "outcomes": outcomes,
    "verdicts": verdicts,
    "exit statuses": exit_statuses,
    "endings": in_source("ending", "harness/protocol/messages.cc", "Ending"),
    "alerts": in_source("alert", "harness/results/alert.h", "Alert"),
    "stages": enumeration("stage", *RECORD, "stage"),
    "replay verdicts": enumeration("replay verdict", *REPLAY, "verdict"),
    "runs": enumeration("run", *REPLAY, "runs", "items", "properties", "kind"),
    "policies": enumeration("policy", *REPLAY, "runs", "items", "properties", "policies", "items"),
    "doubts": enumeration("doubt", *REPLAY, "runs", "items", "properties", "doubt", "properties", "kind"),
    "findings": enumeration("finding", *REPLAY, "findings", "items", "properties", "kind"),
    "observables": enumeration("observable", *REPLAY, "runs", "items", "properties", "observations", "items", "properties", "observable"),
    "differences": enumeration("kind", "reports/diff_text/diff.schema.json", "$defs", "kind"),
}


def made_of(name: str, program: Program) -> Table | str:
    """The list of this name; KeyError for a name that is none."""
    return help_of(name.removeprefix("help "))(program) if name.startswith("help ") else LISTS[name](program)
