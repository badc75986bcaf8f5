"""lower_test: compares lowered graphs with their originals.

    python lower_test.py ASSAY, with the worker's lib/ on PYTHONPATH.
"""

import importlib
import json
import os
import subprocess
import sys
import tempfile
import unittest
from typing import Any

import assay_capture
import torch

from torch.fx.experimental import proxy_tensor

from assay_python.captured.captured import Result
from assay_python.methods import aot, aot_joint, dynamo, make_fx, symbolic_trace
from assay_python.pair import lower
from assay_python.program.program import Program

ASSAY, MODELS = sys.argv[1], os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "models")


def case(name: str) -> dict[str, Any]:
    """The expanded case NAME of a file with one case."""
    path = os.path.join(MODELS, name + ".json")
    with open(path, encoding="utf-8") as file:
        return {"kwargs": {}, **json.load(file), "folder": os.path.abspath(os.path.dirname(path))}


class Lowering(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(0)
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def captured(self, name: str, path: Any) -> str:
        """The graph file of case NAME, captured by the module `path`."""
        program = Program(case(name), "cpu", False)
        method = path.__name__.rpartition(".")[2]
        file = os.path.join(self.folder.name, method + ".json")
        assay_capture.write_graph_file(path.capture(program), Program(case(name), "cpu", False), case(name), method, "cpu", file)
        return file

    def lowered(self, name: str, source: str) -> str:
        """The lowered form of the graph file `source` of case NAME."""
        file = source.replace(".json", ".lowered.json")
        assay_capture.lower_graph_file(source, Program(case(name), "cpu", False), case(name), file)
        return file

    def differs(self, left: str, right: str) -> str:
        """The output of `assay diff`, ignoring detach and alias; "" if the files are equal."""
        done = subprocess.run(
            [ASSAY, "diff", left, right, "--policy", "fold=alias,detach"], capture_output=True, text=True, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return done.stdout if done.returncode else ""

    def targets(self, file: str) -> list[str]:
        with open(file, encoding="utf-8") as opened:
            return [node["target"] for graph in json.load(opened)["graphs"] for node in graph["nodes"] if node["kind"] == "op"]

    def test_a_lowered_joint_graph_equals_itself_and_an_edited_one_does_not(self) -> None:
        for name in ("seed/conv_bn_relu", "basic/mlp", "aliasing/same_input_twice"):
            with self.subTest(name):
                source = self.captured(name, aot_joint)
                lowered = self.lowered(name, source)
                self.assertEqual(self.differs(source, lowered), "")
        with open(source, encoding="utf-8") as file:
            edited = file.read().replace("aten.mul.Tensor", "aten.add.Tensor", 1)
        defect = os.path.join(self.folder.name, "defect.json")
        with open(defect, "w", encoding="utf-8") as file:
            file.write(edited)
        self.assertIn("aten.add.Tensor", self.differs(lowered, self.lowered(name, defect)))

    def test_python_level_calls_become_the_operators_they_run(self) -> None:
        lowered = self.lowered("seed/conv_relu", self.captured("seed/conv_relu", symbolic_trace))
        self.assertEqual(self.targets(lowered), ["aten.convolution.default", "aten.relu.default"])

    def test_forward_and_backward_become_one_joint_graph_and_a_forward_alone_stays_one(self) -> None:
        chained = self.lowered("seed/conv_bn_relu", self.captured("seed/conv_bn_relu", aot))
        joint = self.lowered("seed/conv_bn_relu", self.captured("seed/conv_bn_relu", aot_joint))
        self.assertEqual(self.differs(chained, joint), "")
        forward = self.lowered("seed/conv_bn_relu", self.captured("seed/conv_bn_relu", make_fx))
        self.assertNotEqual(self.differs(forward, joint), "")

    def of_method(self, name: str, method: str) -> str:
        return self.lowered(name, self.captured(name, importlib.import_module(f"assay_python.methods.{method}")))

    def test_a_forward_comes_down_to_the_same_operators_by_every_method_and_another_model_to_others(self) -> None:
        expected = self.of_method("basic/mlp", "make_fx")
        for method in ("symbolic_trace", "make_fx_plain", "make_fx_symbolic", "export", "export_strict", "dynamo"):
            with self.subTest(method):
                self.assertEqual(self.differs(expected, self.of_method("basic/mlp", method)), "")
        self.assertNotEqual(self.differs(expected, self.of_method("seed/linear_relu", "dynamo")), "")

    def test_joint_graphs_of_both_kinds_come_down_to_the_same_and_parts_of_the_min_cut_to_one(self) -> None:
        expected = self.of_method("basic/mlp", "aot_joint")
        self.assertEqual(self.differs(expected, self.of_method("basic/mlp", "aot_joint_compile")), "")
        with open(self.of_method("basic/mlp", "aot_min_cut"), encoding="utf-8") as file:
            self.assertEqual([graph["name"] for graph in json.load(file)["graphs"]], ["joint"])

    def test_a_state_that_is_replaced_ends_as_one_that_is_written_does(self) -> None:
        replaces = self.captured("dynamo/counts_calls", dynamo)
        with open(replaces, encoding="utf-8") as file:
            text = file.read()
        self.assertIn('"replacement:calls"', text)
        writes = os.path.join(self.folder.name, "writes.json")
        with open(writes, "w", encoding="utf-8") as file:
            file.write(text.replace('"replacement', '"mutation'))
        lowered = self.lowered("dynamo/counts_calls", replaces)
        self.assertEqual(self.differs(lowered, self.lowered("dynamo/counts_calls", writes)), "")
        with open(lowered, encoding="utf-8") as file:
            self.assertNotIn('"replacement', file.read())

    def test_a_state_that_is_written_and_then_replaced_ends_as_what_replaces_it(self) -> None:
        results = [Result("mutation", "a"), Result("mutation", "b"), Result("user", "0"), Result("replacement", "a")]
        expected = {1: Result("mutation", "b"), 2: Result("user", "0"), 3: Result("mutation", "a")}
        self.assertEqual(lower._ends(results), expected)

    def test_what_reshape_is_below_a_tracer_and_without_one_comes_down_to_one(self) -> None:
        native = self.captured("seed/shapes_and_types", importlib.import_module("assay_python.methods.native"))
        self.assertIn("aten._reshape_alias.default", self.targets(native))
        lowered = self.targets(self.lowered("seed/shapes_and_types", native))
        of_tracer = self.targets(self.of_method("seed/shapes_and_types", "dispatch"))
        self.assertNotIn("aten._reshape_alias.default", lowered)
        self.assertEqual(lowered.count("aten.view.default"), of_tracer.count("aten.view.default"))

    def test_the_graphs_of_a_cut_program_become_one_and_what_python_made_between_them_an_input(self) -> None:
        whole = self.of_method("dynamo/asked_break", "make_fx")
        self.assertEqual(self.differs(whole, self.of_method("dynamo/asked_break", "dynamo")), "")
        with open(self.of_method("dynamo/eager_between", "dynamo"), encoding="utf-8") as file:
            graphs = json.load(file)["graphs"]
        self.assertEqual([graph["name"] for graph in graphs], ["forward"])
        self.assertIn("eager:0", [node.get("name") for node in graphs[0]["nodes"]])

    def test_joint_graphs_of_a_cut_program_stay_apart(self) -> None:
        with open(self.of_method("dynamo/asked_break", "aot_joint_compile"), encoding="utf-8") as file:
            graphs = json.load(file)["graphs"]
        self.assertEqual([graph["name"] for graph in graphs], ["joint", "joint_1"])
        self.assertIn("saved", [node.get("role") for node in graphs[1]["nodes"]])

    def test_views_that_functionalisation_makes_anew_are_kept_once(self) -> None:
        def targets(run: Any) -> list[str]:
            graph = proxy_tensor.make_fx(torch.func.functionalize(run), tracing_mode="fake")(torch.ones(2, 3)).graph
            lower._fold_views(graph)
            return [str(node.target) for node in graph.nodes if node.op == "call_function"]

        def squared(total: torch.Tensor) -> torch.Tensor:
            row = total.unsqueeze(0)
            return row.transpose(1, 2).bmm(row)

        def turned(total: torch.Tensor) -> torch.Tensor:
            return torch.ops.aten._unsafe_view(total.view(6), [2, 3])

        in_place = targets(lambda x: squared(torch.zeros_like(x).add_(x)))
        self.assertEqual(in_place, targets(lambda x: squared(torch.zeros_like(x) + x)))
        self.assertEqual(in_place.count("aten.unsqueeze.default"), 1)
        self.assertEqual(targets(lambda x: turned(x * 2).add_(x).view(6)), targets(lambda x: (x * 2 + x).view(6)))
        back = targets(lambda x: x.view(torch.int32).detach().view(torch.float32) * 2)
        self.assertEqual([name for name in back if name != "aten.alias.default"], targets(lambda x: x * 2))
        self.assertEqual(targets(lambda x: x.t() + x.detach().t()).count("aten.t.default"), 1)
        self.assertEqual(targets(lambda x: x.t() + (x * 2).detach().t()).count("aten.t.default"), 2)
        self.assertNotEqual(in_place, targets(lambda x: squared(torch.zeros_like(x).add_(x)) * 2))

    def test_a_write_to_an_input_becomes_a_result(self) -> None:
        source = self.captured("aliasing/writes_input", make_fx)
        self.assertTrue(any(target.split(".")[1].endswith("_") for target in self.targets(source)), self.targets(source))
        lowered = self.lowered("aliasing/writes_input", source)
        self.assertFalse(any(target.split(".")[1].endswith("_") for target in self.targets(lowered)), self.targets(lowered))
        with open(lowered, encoding="utf-8") as file:
            document = json.load(file)
        self.assertIn("mutation:0", document["graphs"][0]["nodes"][-1]["args"])
        self.assertEqual(len(document["lowered_from"]), 64)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
