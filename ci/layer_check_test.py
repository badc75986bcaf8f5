"""Each rule of layer_check.py accepts a clean tree and catches a planted violation, with file, line and arrow."""

import contextlib
import io
import json
import os
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)
import layer_check  # noqa: E402

CLEAN = {
    "harness/graph/graph.h": "#pragma once\n#include <string>\n",
    "harness/zoo/case.h": '#pragma once\n#include "harness/diff/policy.h"\n#include "harness/graph/graph.h"\n',
    "harness/diff/policy.h": "#pragma once\n",
    "harness/diff/diff.h": '#pragma once\n#include "harness/graph/graph.h"\n',
    "harness/diff/diff_test.cc": '#include "harness/testing/defects/swap.h"\n',
    "harness/diff/diff_fuzz.cc": '#include "harness/testing/defects/swap.h"\n',
    "harness/testing/defects/swap.h": "#pragma once\n",
    "harness/testing/defects/suite_test.cc": '#include "harness/diff/diff.h"\n',
    "harness/graph/CMakeLists.txt": "# no file(GLOB) here\nassay_module(graph SOURCES graph.cc)\n",
    "capture/walker/walker.cc": '#include <torch/torch.h>\n#include "harness/graph/graph.h"\n',
    "README.md": "Run /path/to/venv/bin/python; see https://example.org/work/notes and build/work/x.\n",
}


def drawn(rooms: list[str]) -> str:
    """docs/architecture.md with these rooms drawn like in layers.json."""
    with open(os.path.join(HERE, "layers.json"), encoding="utf-8") as file:
        may = json.load(file)["folders"]
    arrows = {room: ", ".join(target.removeprefix("harness/") for target in may[room]) or "nothing" for room in rooms}
    return "".join(f"| `{room}` | what it holds | {arrows[room]} |\n" for room in rooms)


ROOMS = ["harness/graph", "harness/diff", "harness/zoo", "harness/testing", "harness/testing/defects", "capture", "capture/walker", "ci"]
CLEAN["docs/architecture.md"] = drawn(ROOMS)


def check(files: dict[str, str], arrows: dict[str, list[str]] | None = None) -> tuple[int, str]:
    """Exit status and output of the check over a tree with these files and the real layers.json. `arrows` replaces arrows of some rooms."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
        os.makedirs(os.path.join(root, "ci"), exist_ok=True)
        with open(os.path.join(HERE, "layers.json"), encoding="utf-8") as file:
            rules = json.load(file)
        rules["folders"] |= arrows or {}
        with open(os.path.join(root, "ci", "layers.json"), "w", encoding="utf-8") as file:
            json.dump(rules, file)
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            sys.argv = ["layer_check.py", root]
            status = layer_check.main()
        return status, output.getvalue()


class PlantedViolations(unittest.TestCase):
    def assert_caught(self, path: str, text: str, message: str):
        status, output = check({**CLEAN, path: text})
        self.assertIn(message + "\n", output)
        self.assertIn(" 1 findings", output)
        self.assertEqual(status, 1)

    def test_a_clean_tree_passes(self):
        status, output = check(CLEAN)
        self.assertEqual((status, output), (0, "layer_check: 13 files, 9 of them C++: 0 findings\n"))

    def test_a_room_that_is_not_drawn_is_caught(self):
        self.assert_caught(
            "docs/architecture.md",
            drawn(ROOMS[1:]),
            "docs/architecture.md:1: harness/graph <- not drawn; ci/layers.json: <- error, words, files, strict_json/reading_iterator.h [drawing]",
        )

    def test_an_arrow_that_is_drawn_wrong_is_caught(self):
        self.assert_caught(
            "docs/architecture.md",
            drawn(ROOMS).replace("| nothing |", "| graph |"),
            "docs/architecture.md:8: ci <- graph; ci/layers.json: <- nothing [drawing]",
        )

    def test_a_room_that_is_gone_is_caught(self):
        self.assert_caught(
            "docs/architecture.md",
            drawn(ROOMS) + "| `harness/run` | workers | spec |\n",
            "docs/architecture.md:9: harness/run is drawn and not there [drawing]",
        )

    def test_a_tree_without_sources_is_not_green(self):
        status, output = check({"README.md": "nothing\n"})
        self.assertEqual(status, 2)
        self.assertIn("no C++ file", output)

    def test_torch_outside_capture_is_caught(self):
        for header in ("torch/torch.h", "ATen/ATen.h", "c10/core/Device.h", "pybind11/pybind11.h", "Python.h"):
            with self.subTest(header=header):
                self.assert_caught(
                    "harness/graph/node.h",
                    f"#pragma once\n\n#  include <{header}>\n",
                    f"harness/graph/node.h:3: harness/graph -> {header}: only capture may [includes]",
                )

    def test_an_include_against_the_arrows_is_caught(self):
        self.assert_caught(
            "harness/graph/node.h",
            '#pragma once\n#include "harness/diff/diff.h"\n',
            "harness/graph/node.h:2: harness/graph -> harness/diff (harness/diff/diff.h): may include harness/error, harness/words, harness/files, harness/strict_json/reading_iterator.h [includes]",
        )

    def test_a_type_that_two_files_define_is_caught_unless_it_is_one_file_s_own(self):
        header = "#pragma once\nnamespace assay {\nstruct Verdict;\nenum class Verdict : char { kGreen };\n}  // namespace assay\n"
        clean = {**CLEAN, "harness/zoo/verdict.h": header}
        message = "assay::Verdict is also defined in harness/diff/verdict.h:4 [types]\n"
        self.assertIn(message, check({**clean, "harness/diff/verdict.h": header})[1])
        for text in (header.replace("assay", "assay::other"), header.replace("assay {", "{").replace("  // namespace assay", "  // namespace")):
            self.assertEqual(check({**clean, "harness/diff/verdict.cc": text})[0], 0)

    def test_a_comment_that_names_a_file_which_is_gone_is_caught(self):
        text = '#pragma once\nint one;  // see {}, or "a/b.py"\n'
        for name in ("policy.h", "diff/policy.h", "harness/diff/policy.h"):
            self.assertEqual(check({**CLEAN, "harness/graph/node.h": text.format(name)})[0], 0)
        for name in ("policies.h", "graph/policy.h", "y.h"):
            with self.subTest(name=name):
                self.assert_caught("harness/graph/node.h", text.format(name), f"harness/graph/node.h:2: {name} is no file of ours [mentions]")

    def test_the_defects_may_not_know_the_engine_that_their_tests_judge(self):
        self.assert_caught(
            "harness/testing/defects/swap.cc",
            '#include "harness/diff/diff.h"\n',
            "harness/testing/defects/swap.cc:1: harness/testing/defects -> harness/diff (harness/diff/diff.h): may include harness/error, harness/words, harness/graph [includes]",
        )

    def test_spec_may_include_the_policy_and_nothing_else_of_diff(self):
        self.assert_caught(
            "harness/zoo/case.h",
            '#include "harness/diff/policy.h"\n#include "harness/diff/diff.h"\n',
            "harness/zoo/case.h:2: harness/zoo -> harness/diff (harness/diff/diff.h): "
            "may include harness/error, harness/words, harness/files, harness/strict_json, harness/graph, harness/diff/policy.h [includes]",
        )

    def test_angle_brackets_do_not_hide_an_arrow(self):
        self.assert_caught(
            "capture/walker/walker.cc",
            "#include <harness/results/pair_result.h>\n",
            "capture/walker/walker.cc:1: capture/walker -> harness/results (harness/results/pair_result.h): "
            "may include harness/error, harness/graph, capture/captured, capture/imported.h, capture/torch_private.h, capture/torch_private.py [includes]",
        )

    WORKER = {
        **{path: text for path, text in CLEAN.items() if path != "docs/architecture.md"},
        "capture/torch_private.py": "from .captured.captured import Unsupported\n",
        "capture/captured/captured.py": "import torch\n",
        "capture/program/program.py": "from .. import torch_private as private\nfrom ..captured import captured\n",
        "capture/methods/aot.py": "import assay_capture\nfrom ..program.program import Program\n",
        "capture/pair/pair.cc": 'auto method = py::module_::import(("assay_python.methods." + name).c_str());\n',
        "docs/architecture.md": drawn([*ROOMS, "capture/captured", "capture/program", "capture/methods", "capture/pair"]),
    }

    def test_imports_along_the_arrows_pass(self):
        status, output = check(self.WORKER)
        self.assertEqual((status, output), (0, "layer_check: 18 files, 10 of them C++: 0 findings\n"))

    def test_an_import_against_the_arrows_is_caught_however_it_is_written(self):
        for text in (
            "from ..methods import aot\n",
            "from ..methods.aot import capture\n",
            "import assay_python.methods.aot\n",
            "from assay_python.methods import aot\n",
            "def run():\n    from ..methods import aot\n",
        ):
            with self.subTest(text=text):
                status, output = check({**self.WORKER, "capture/program/eager.py": text})
                self.assertRegex(
                    output,
                    r"capture/program/eager\.py:\d: capture/program -> capture/methods \(capture/methods/aot\.py\): "
                    r"may include capture/captured, capture/native, .* \[imports\]\n",
                )
                self.assertEqual(status, 1)

    def test_a_test_may_import_what_it_tests(self):
        self.assertEqual(check({**self.WORKER, "capture/program/program_test.py": "from assay_python.methods import aot\n"})[0], 0)

    def test_what_every_room_uses_may_not_use_back(self):
        output = check({**self.WORKER, "capture/captured/captured.py": "from .. import torch_private\n"})[1]
        self.assertIn(
            "capture/captured/captured.py:1: capture/captured -> capture (capture/torch_private.py): may include nothing of ours [imports]\n", output
        )

    def test_a_module_of_python_that_cpp_names_against_the_arrows_is_caught(self):
        text = 'py::module_::import("assay_python.methods.aot");\n'
        output = check({**self.WORKER, "capture/walker/walker.cc": text})[1]
        self.assertIn("capture/walker/walker.cc:1: capture/walker -> capture/methods (capture/methods/aot.py): may include harness/error, ", output)

    def test_a_module_that_is_not_there_is_caught(self):
        for path, text in (
            ("capture/methods/aot.py", "from ..captured.gone import Captured\n"),
            ("capture/methods/aot.py", "from ..captured import gone\n"),
            ("capture/pair/pair.cc", 'py::module_::import("assay_python.captured.gone");\n'),
        ):
            with self.subTest(text=text):
                output = check({**self.WORKER, path: text})[1]
                self.assertIn(f"{path}:1: assay_python.captured.gone is no module of ours [imports]\n", output)

    def test_arrows_in_a_circle_are_caught(self):
        output = check(CLEAN, {"capture/observe": ["capture/program"], "capture/program": ["capture/observe"]})[1]
        self.assertRegex(output, r"ci/layers\.json:1: capture/(\w+) -> capture/\w+ -> capture/\1 \[loops\]\n")

    def test_seeded_defects_are_for_tests_only(self):
        self.assert_caught(
            "harness/diff/diff.cc",
            '#include "harness/testing/defects/swap.h"\n',
            "harness/diff/diff.cc:1: harness/diff -> harness/testing/defects (harness/testing/defects/swap.h): may include harness/error, harness/words, harness/graph [includes]",
        )

    def test_an_include_that_is_not_relative_to_the_root_is_caught(self):
        self.assert_caught(
            "harness/graph/graph.cc",
            '#include "graph.h"\n',
            'harness/graph/graph.cc:1: "graph.h" is not relative to the root of the repository [includes]',
        )

    def test_a_folder_without_declared_arrows_is_caught(self):
        self.assert_caught(
            "harness/novel/novel.cc",
            "int x;\n",
            "harness/novel/novel.cc:1: lies in no folder that ci/layers.json declares; add harness/novel [includes]",
        )

    def test_a_name_that_says_nothing_is_caught(self):
        for word in ("util", "common", "helpers", "manager"):
            with self.subTest(word=word):
                self.assert_caught(
                    f"harness/graph/graph_{word}.h",
                    "#pragma once\n",
                    f"harness/graph/graph_{word}.h:1: a name says what the thing is; '{word}' does not [names]",
                )

    def test_a_glob_is_caught(self):
        self.assert_caught(
            "ci/cmake/sources.cmake",
            "set(x 1)\nFILE( GLOB_RECURSE x *.cc)\n",
            "ci/cmake/sources.cmake:2: file(GLOB) hides what is built; list the files [cmake]",
        )

    def test_a_long_folder_file_is_caught(self):
        self.assert_caught(
            "harness/diff/CMakeLists.txt",
            "# line\n" * 26,
            "harness/diff/CMakeLists.txt:26: 26 lines, at most 25; move code to ci/cmake/ [cmake]",
        )

    def test_a_path_of_one_machine_is_caught(self):
        for path in ("/ro" + "ot/.cache/x", "/wo" + "rk/main/build", "/ho" + "me/me/x", "/usr/lib/python3/dist-" + "packages"):
            with self.subTest(path=path):
                status, output = check({**CLEAN, "golden/a/b.json": f'{{"x": 1,\n"source": "{path}"}}\n'})
                self.assertEqual(status, 1)
                self.assertRegex(output, r"golden/a/b\.json:2: a path of one machine: .* \[machine_paths\]")

    def test_the_host_of_an_index_is_caught(self):
        host = "py" + "pi.org"
        self.assert_caught(
            "ci/requirements/x.txt",
            f"numpy\n# from https://{host}/simple\n",
            f"ci/requirements/x.txt:2: the host of a package index: {host} [machine_paths]",
        )


if __name__ == "__main__":
    unittest.main()
