"""Checks README.md, CONTRIBUTING.md and docs/ against the program that they describe.

    docs_check.py ROOT ASSAY [--rules RULE ..] [--write]      exit 0: true; 1: not, a line for each place

links: relative links and their anchors exist, as do pages that sources name, and README links each page. lengths: README and CONTRIBUTING stay
short. lists: the text between `<!-- generated: NAME -->` and `<!-- end -->` is as field_lists.py makes it, and --write puts it there.
commands: each ```console block runs.

Commands of a page run one after another in a folder of their own. A fenced block with a file name after its language, such as
```python net.py, is written there first. A line of output must appear, in order; `...` stands for anything. The last command of a block
ends with the status that the block states (```console exit=1), every other one with 0. $ASSAY is the root of Assay.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import Iterator, NamedTuple

import field_lists

MOST_LINES = {"README.md": 130, "CONTRIBUTING.md": 60}
SECONDS = 300
GENERATED = re.compile(r"(<!-- generated: ([^>]+?) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
PAGE = re.compile(r"\bdocs/\w+\.md(?:#[\w-]*\w)?")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


class Finding(NamedTuple):
    path: str
    line: int
    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message} [{self.rule}]"


class Fence(NamedTuple):
    line: int
    language: str
    words: list[str]
    lines: list[str]


class Command(NamedTuple):
    line: int
    text: str
    shown: list[str]
    status: int


class Pages:
    """The pages below a root by their path relative to it, and the program."""

    def __init__(self, root: pathlib.Path, assay: pathlib.Path):
        self.root, self.program = root, field_lists.Program(root, assay)
        found = [root / name for name in MOST_LINES] + sorted((root / "docs").rglob("*.md"))
        self.texts = {str(path.relative_to(root)): path.read_text(encoding="utf-8") for path in found if path.exists()}


def fences(text: str) -> Iterator[Fence]:
    open_at = None
    for number, line in enumerate(text.splitlines(), 1):
        if open_at is None and (start := re.match(r"```(\w*) ?(.*)$", line)):
            open_at = Fence(number, start[1], start[2].split(), [])
        elif open_at is not None and line.startswith("```"):
            yield open_at
            open_at = None
        elif open_at is not None:
            open_at.lines.append(line)


def without_code(text: str) -> str:
    """The text with code blanked, its lines kept."""
    blanked = re.sub(r"^```.*?^```", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`\n]*`", "``", blanked)


def anchors(text: str) -> set[str]:
    """Of its headings, as GitHub makes them."""
    headings = re.findall(r"^#+ +(.*)$", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


def targets(pages: Pages) -> Iterator[tuple[str, int, str, pathlib.Path]]:
    """Where a page or a source names which target, and the folder that it is relative to."""
    for path, text in pages.texts.items():
        for number, line in enumerate(without_code(text).splitlines(), 1):
            for target in LINK.findall(line):
                if not re.match(r"[a-z]+:", target):
                    yield path, number, target, (pages.root / path).parent
    for folder in ("harness", "capture", "reports", "ci"):
        for source in sorted((pages.root / folder).rglob("*.*")):
            if source.suffix in (".h", ".cc", ".py", ".cmake") and source.name != "docs_test.py":
                for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
                    for target in PAGE.findall(line):
                        yield str(source.relative_to(pages.root)), number, target, pages.root


def links(pages: Pages) -> Iterator[Finding]:
    for path, number, target, folder in targets(pages):
        name, _, anchor = target.partition("#")
        file = folder / name if name else pages.root / path
        if not file.exists():
            yield Finding(path, number, "links", f"{target} does not exist")
        elif anchor and anchor not in anchors(file.read_text(encoding="utf-8")):
            yield Finding(path, number, "links", f"{target}: no such heading")
    for path in sorted(pages.texts.keys() - MOST_LINES.keys()):
        if f"({path}" not in pages.texts.get("README.md", f"({path}"):
            yield Finding(path, 1, "links", "README.md has no link to it")


def lengths(pages: Pages) -> Iterator[Finding]:
    for path, most in MOST_LINES.items():
        lines = pages.texts.get(path, "").count("\n")
        if lines > most:
            yield Finding(path, most + 1, "lengths", f"{lines} lines; at most {most}")


def renewed(pages: Pages, path: str) -> tuple[str, list[Finding]]:
    """The page with its generated lists as they should be, and the differences."""
    found, text = [], pages.texts[path]

    def renew(block: re.Match) -> str:
        number = text.count("\n", 0, block.start()) + 1
        try:
            made = field_lists.made_of(block[2], pages.program)
        except KeyError:
            found.append(Finding(path, number, "lists", f"no list is called '{block[2]}'"))
            return block[0]
        words = field_lists.words_of(block[3])
        if isinstance(made, field_lists.Table):
            found.extend(Finding(path, number, "lists", f"{block[2]}: no words for {name}") for name in made.unwritten(words))
            found.extend(Finding(path, number, "lists", each) for each in field_lists.refused_examples(block[2], words, pages.program))
            made = made.text(words)
        if made != block[3]:
            found.append(Finding(path, number, "lists", f"{block[2]}: not as the program has it; next: docs_check.py ROOT ASSAY --write"))
        return block[1] + made + block[4]

    return GENERATED.sub(renew, text), found


def lists(pages: Pages) -> Iterator[Finding]:
    for path in pages.texts:
        yield from renewed(pages, path)[1]


def commands_of(fence: Fence) -> list[Command]:
    """The commands of a console block, lines that end in a backslash joined with the next."""
    found: list[Command] = []
    for number, line in enumerate(fence.lines, fence.line + 1):
        if line.startswith("$ "):
            found.append(Command(number, line[2:], [], 0))
        elif found and not found[-1].shown and found[-1].text.endswith("\\"):
            found[-1] = found[-1]._replace(text=found[-1].text + "\n" + line)
        elif found:
            found[-1].shown.append(line)
    for word in fence.words:
        if found and word.startswith("exit="):
            found[-1] = found[-1]._replace(status=int(word.removeprefix("exit=")))
    return found


def missing_line(shown: list[str], output: str) -> str | None:
    """The first line shown that the output lacks, after those before it. Blanks count as one."""
    said = [" ".join(line.split()) for line in output.splitlines()]
    for line in shown:
        wanted = " ".join(line.split())
        if wanted in ("", "..."):
            continue
        pattern = re.compile(".*".join(map(re.escape, re.split(r" ?\.\.\. ?", wanted))))
        at = next((index for index, each in enumerate(said) if pattern.fullmatch(each)), None)
        if at is None:
            return line
        del said[: at + 1]
    return None


def environment(pages: Pages, runtime: str) -> dict[str, str]:
    """Of a user with `assay` on PATH, and worker processes that go when `runtime` does."""
    assay = pages.program.assay
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CI", "GITHUB_", "ASSAY", "PYTHON"))}
    return kept | {"PATH": f"{assay.parent}:{kept['PATH']}", "ASSAY": str(assay.parents[2]), "XDG_RUNTIME_DIR": runtime, "NO_COLOR": "1"}


def run_page(path: str, text: str, variables: dict[str, str]) -> Iterator[Finding]:
    with tempfile.TemporaryDirectory(prefix="assay-docs-") as folder:
        for fence in fences(text):
            if fence.words and fence.language != "console":
                file = pathlib.Path(folder) / fence.words[0]
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text("\n".join(fence.lines) + "\n", encoding="utf-8")
            for command in commands_of(fence) if fence.language == "console" else ():
                run = subprocess.run(
                    ["bash", "-c", command.text], cwd=folder, env=variables, timeout=SECONDS,
                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                )  # fmt: skip
                if run.returncode != command.status:
                    said = run.stdout.strip()[-600:]
                    yield Finding(path, command.line, "commands", f"{command.text}: exit {run.returncode}, not {command.status}: {said}")
                elif (line := missing_line(command.shown, run.stdout)) is not None:
                    yield Finding(path, command.line, "commands", f"{command.text}: the output lacks: {line.strip()}")


def commands(pages: Pages) -> Iterator[Finding]:
    with tempfile.TemporaryDirectory(prefix="assay-docs-run-") as runtime:
        for path, text in pages.texts.items():
            yield from run_page(path, text, environment(pages, runtime))


RULES = {rule.__name__: rule for rule in (links, lengths, lists, commands)}


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("root", type=pathlib.Path)
    arguments.add_argument("assay", type=pathlib.Path)
    arguments.add_argument("--rules", nargs="+", choices=RULES, default=list(RULES))
    arguments.add_argument("--write", action="store_true", help="put the generated lists into the pages, and check nothing")
    arguments.add_argument("--pages", nargs="+", help="only these pages")
    options = arguments.parse_args()
    pages = Pages(options.root.absolute(), options.assay.absolute())
    if options.pages:
        pages.texts = {path: pages.texts[path] for path in options.pages}
    if options.write:
        for path in pages.texts:
            (pages.root / path).write_text(renewed(pages, path)[0], encoding="utf-8")
        return 0
    found = [finding for rule in options.rules for finding in RULES[rule](pages)]
    for finding in found:
        print(finding)
    print(f"docs_check: {len(pages.texts)} pages: {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
