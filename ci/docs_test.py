"""Each rule of docs_check.py keeps true pages green and catches the mistake seeded for it.

    docs_test.py ASSAY      ASSAY: the program; no worker is needed
"""

import json
import pathlib
import shutil
import sys
import tempfile
import unittest

ASSAY = pathlib.Path(sys.argv.pop(1)).absolute()
HERE = pathlib.Path(__file__).absolute().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE))
import docs_check  # noqa: E402
import field_lists  # noqa: E402

SCHEMA = "harness/results/results.schema.json"
STAGES = """<!-- generated: stages -->
| stage | meaning |
| --- | --- |
| `load` | a |
| `eager` | b |
| `capture` | c |
| `write` | d |
| `replay` | e |
| `compare` | f |
<!-- end -->
"""
LIMITS = {"`seconds`": ["x", '`"seconds": 60`', "y"], "`memory_gb`": ["x", '`"memory_gb": 2`', "y"]}
RUNNABLE = """```text words.txt
first
second
```

```console exit=1
$ cat words.txt
first
...
$ grep -c third \\
  words.txt
0
```
"""
CLEAN = {
    "README.md": "# Assay\n\nSee [a page](docs/page.md#its-second-part), [itself](#assay) and [elsewhere](https://example.org).\n",
    "CONTRIBUTING.md": "`[no](link.md)` is code.\n",
    "docs/page.md": "# A page\n\n## Its `second` part\n\n" + STAGES + RUNNABLE,
    "harness/graph/graph.h": "// Described in docs/page.md#a-page.\n",
    SCHEMA: (HERE.parent / SCHEMA).read_text(encoding="utf-8"),
}


def found(rule: str, files: dict[str, str], assay: pathlib.Path = ASSAY) -> list[str]:
    """The findings of a rule in a tree of these files."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in (CLEAN | files).items():
            (pathlib.Path(root) / path).parent.mkdir(parents=True, exist_ok=True)
            (pathlib.Path(root) / path).write_text(text, encoding="utf-8")
        return [str(each) for each in docs_check.RULES[rule](docs_check.Pages(pathlib.Path(root), assay))]


class Rules(unittest.TestCase):
    def test_true_pages_are_green(self) -> None:
        for rule in docs_check.RULES:
            with self.subTest(rule):
                self.assertEqual(found(rule, {}), [])

    def test_a_link_to_nothing_is_caught(self) -> None:
        self.assertEqual(found("links", {"README.md": "[a](docs/page.md)[a](docs/pag.md)\n"}), ["README.md:1: docs/pag.md does not exist [links]"])

    def test_a_heading_that_is_not_there_is_caught(self) -> None:
        self.assertEqual(found("links", {"README.md": "\n[a](docs/page.md#third)\n"}), ["README.md:2: docs/page.md#third: no such heading [links]"])

    def test_a_page_that_readme_does_not_link_is_caught(self) -> None:
        self.assertEqual(found("links", {"docs/lost.md": "# Lost\n"}), ["docs/lost.md:1: README.md has no link to it [links]"])

    def test_a_page_that_a_comment_names_and_that_is_not_there_is_caught(self) -> None:
        files = {"harness/graph/graph.h": "// Described in docs/pages.md.\n"}
        self.assertEqual(found("links", files), ["harness/graph/graph.h:1: docs/pages.md does not exist [links]"])

    def test_a_page_that_grows_is_caught(self) -> None:
        self.assertEqual(found("lengths", {"README.md": "x\n" * 130, "CONTRIBUTING.md": "x\n" * 60}), [])
        self.assertEqual(found("lengths", {"README.md": "x\n" * 131}), ["README.md:131: 131 lines; at most 130 [lengths]"])
        self.assertEqual(found("lengths", {"CONTRIBUTING.md": "x\n" * 61}), ["CONTRIBUTING.md:61: 61 lines; at most 60 [lengths]"])


class Lists(unittest.TestCase):
    not_as_program = "docs/page.md:1: {}: not as the program has it; next: docs_check.py ROOT ASSAY --write [lists]"

    def test_a_row_that_the_program_lacks_is_caught(self) -> None:
        page = STAGES.replace("| `write` | d |\n", "| `write` | d |\n| `rewrite` | g |\n")
        self.assertEqual(found("lists", {"docs/page.md": page}), [self.not_as_program.format("stages")])

    def test_a_name_that_the_program_gains_is_caught_and_asks_for_words(self) -> None:
        schema = json.loads(CLEAN[SCHEMA])
        schema["$defs"]["record"]["properties"]["stage"]["enum"].append("judge")
        findings = found("lists", {"docs/page.md": STAGES, SCHEMA: json.dumps(schema)})
        self.assertEqual(findings, ["docs/page.md:1: stages: no words for `judge` [lists]", self.not_as_program.format("stages")])

    def test_a_default_that_is_wrong_is_caught(self) -> None:
        table = field_lists.LISTS["limits"](field_lists.Program(HERE.parent, ASSAY)).text(LIMITS)
        page = f"<!-- generated: limits -->\n{table}<!-- end -->\n"
        self.assertEqual(found("lists", {"docs/page.md": page}), [])
        wrong = page.replace("`120.0`", "`100.0`")
        self.assertNotEqual(wrong, page)
        self.assertEqual(found("lists", {"docs/page.md": wrong}), [self.not_as_program.format("limits")])

    def test_an_example_that_the_program_refuses_is_caught(self) -> None:
        page = "<!-- generated: limits -->\n{}<!-- end -->\n"
        table = field_lists.LISTS["limits"](field_lists.Program(HERE.parent, ASSAY)).text(LIMITS)
        self.assertEqual(found("lists", {"docs/page.md": page.format(table)}), [])
        wrong = page.format(table.replace("60`", "0`"))
        self.assertIn('limits: "seconds": 0, "memory_gb": 2: assay: case.json:1: limits.seconds', "\n".join(found("lists", {"docs/page.md": wrong})))

    def test_an_option_that_is_gone_is_caught(self) -> None:
        page = "<!-- generated: help diff -->\n" + field_lists.help_of("diff")(field_lists.Program(HERE.parent, ASSAY)) + "<!-- end -->\n"
        self.assertEqual(found("lists", {"docs/page.md": page}), [])
        self.assertEqual(found("lists", {"docs/page.md": page.replace("--level", "--depth")}), [self.not_as_program.format("help diff")])

    def test_a_list_that_nobody_makes_is_caught(self) -> None:
        page = "<!-- generated: stges -->\n<!-- end -->\n"
        self.assertEqual(found("lists", {"docs/page.md": page}), ["docs/page.md:1: no list is called 'stges' [lists]"])

    def test_writing_keeps_words_and_is_then_green(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            shutil.copytree(HERE.parent / "harness/results", root / "harness/results")
            (root / "README.md").write_text(STAGES.replace("| `eager` | b |\n", ""))
            written, _ = docs_check.renewed(docs_check.Pages(root, ASSAY), "README.md")
            self.assertEqual(written, STAGES.replace("| `eager` | b |", "| `eager` |  |"))

    def test_every_list_can_be_made_and_has_rows(self) -> None:
        program = field_lists.Program(HERE.parent, ASSAY)
        for name, make in field_lists.LISTS.items():
            with self.subTest(name):
                self.assertGreater(len(make(program).rows), 1)


class Commands(unittest.TestCase):
    def caught(self, page: str) -> str:
        findings = found("commands", {"docs/page.md": page})
        self.assertEqual(len(findings), 1, findings)
        return findings[0]

    def test_a_command_that_fails_is_caught(self) -> None:
        self.assertIn("docs/page.md:2: false: exit 1, not 0", self.caught("```console\n$ false\n$ true\n```\n"))
        self.assertIn("docs/page.md:2: true: exit 0, not 1", self.caught("```console exit=1\n$ true\n```\n"))

    def test_a_command_that_the_program_does_not_know_is_caught(self) -> None:
        self.assertIn("assay chekc: exit 2, not 0", self.caught("```console\n$ assay chekc\n```\n"))

    def test_a_line_that_is_not_printed_is_caught(self) -> None:
        self.assertIn("echo a b: the output lacks: a c", self.caught("```console\n$ echo a b\na c\n```\n"))

    def test_lines_in_another_order_are_caught(self) -> None:
        page = "```console\n$ echo a; echo b\nb\na\n```\n"
        self.assertIn("the output lacks: a", self.caught(page))

    def test_dots_stand_for_anything_and_blanks_count_as_one(self) -> None:
        page = "```console\n$ echo 'one  two three'; echo four\none two ...\n...\nfour\n```\n"
        self.assertEqual(found("commands", {"docs/page.md": page}), [])

    def test_a_block_of_another_language_is_not_run(self) -> None:
        self.assertEqual(found("commands", {"docs/page.md": "```sh\n$ false\n```\n"}), [])


if __name__ == "__main__":
    unittest.main()
