"""values_test: values of a right capture agree, whatever the method; those of a wrong one are found at their node."""

import functools
import unittest

import numpy as np
import torch
from torch import nn

from assay_capture import METHODS
from assay_python.judge_mutants.edited_capture import Judge, Nodes, X, of_target
from assay_python.judge_mutants.edited_capture import case as case_of

case = functools.partial(case_of, of=__file__)


class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear, self.norm, self.drop = nn.Linear(5, 4), nn.BatchNorm1d(4), nn.Dropout(0.25)

    def forward(self, x):
        return self.drop(self.norm(self.linear(x)))


class Difference(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.arange(4.0) / 3)

    def forward(self, x):
        return torch.exp(x - self.weight)


class Centred(nn.Module):
    def __init__(self, eps=1e-5):
        super().__init__()
        self.norm = nn.LayerNorm(4, eps=eps)

    def forward(self, x):
        return self.norm(x)


class Moves(nn.Module):
    """With all that Tensor.to takes by position, and what it takes by keyword only."""

    def forward(self, x):
        return x.to("cpu", torch.float64, True, True, memory_format=torch.preserve_format) * 3


class Means(nn.Module):
    """Asks for its sizes as a list."""

    def forward(self, x):
        rows, columns = x.shape[:2]
        return x.mean(-1).reshape([rows, columns] + [1] * (x.dim() - 2)).squeeze(-1)


class Pair(nn.Module):
    def forward(self, x):
        return {"sine": x.sin(), "cosine": x.cos()}


class ByNumpy(nn.Module):
    """A function, one of a sub-module, a method, an operator and an attribute of NumPy's."""

    def forward(self, x):
        y = x.detach().numpy()
        y = (np.abs(y).clip(0.1, 0.9) + np.linalg.norm(y)).T
        return torch.from_numpy(y.real) * x.t()


class WithoutValues(nn.Module):
    """A tensor on the meta device beside one that has values."""

    def forward(self, x):
        return x * 2, x.to("meta")


class Detached(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x):
        with torch.no_grad():
            y = x * self.weight
        return y


class Attached(Detached):
    def forward(self, x):
        return x * self.weight


class CountsInTangent(nn.Module):
    """Forward mode makes tensors on the meta device; what Python counts is another number in each call."""

    def __init__(self):
        super().__init__()
        self.calls = 0

    def counted(self, x):
        self.calls += 1
        return x * self.calls

    def forward(self, x):
        return torch.func.jvp(self.counted, (x,), (torch.ones_like(x),))[1]


class Values(Judge):
    def test_every_method_replays_bit_by_bit_with_dropout_and_running_statistics(self) -> None:
        for method in METHODS:
            with self.subTest(method):
                report = self.replays(case("Norm", {"shape": [3, 5]}), method)
                self.assertReplays(report)
                self.assertEqual({run["bitwise"] for run in report["runs"] if not run["left_out"]}, {True})
                self.assertGreater(report["operators"], 0)
                self.assertEqual(report["errors"]["float32"], {"absolute": 0, "relative": 0})

    def test_swapped_operands_are_found_at_their_node_in_every_method(self) -> None:
        def swap(nodes: Nodes) -> None:
            node = next(node for node in nodes if node.get("target") in ("aten.sub.Tensor", "fn:operator.sub"))
            first, second = ("self", "other") if "self" in node["args"] else list(node["args"])[:2]
            node["args"][first], node["args"][second] = node["args"][second], node["args"][first]
            self.seeded = node["id"]

        given = case("Difference", {"shape": [4]})
        for method in METHODS:
            with self.subTest(method):
                self.assertReplays(self.replays(given, method))
                report = self.replays(given, method, swap)
                self.assertEqual(report["verdict"], "diverges")
                self.assertEqual(report["departure"]["node"], self.seeded)
                self.assertIn("float32[4]: ", report["departure"]["expected"])
                self.assertNotEqual(report["departure"]["expected"], report["departure"]["found"])
                self.assertFalse(report["departure"]["of_type"])

    def test_a_constant_is_found_even_within_tolerance(self) -> None:
        def nudge(nodes: Nodes) -> None:
            of_target(nodes, "aten.native_layer_norm.default")["args"]["eps"] = 1.01e-5

        report = self.replays(case("Centred"), "make_fx", nudge)
        self.assertEqual(report["verdict"], "diverges")
        self.assertRegex(report["message"], "eager 1.*, replay 1.*; in float64 .* eager 1.*, replay 1")
        self.assertEqual(report["departure"]["target"], "aten.native_layer_norm.default")
        self.assertReplays(self.replays(case("Centred"), "make_fx"))

    def test_a_keyword_of_python_is_one_though_the_schema_takes_it_by_position(self) -> None:
        self.assertReplaysBy(("dynamo", "symbolic_trace"), case("Moves"))

        def to_half(nodes: Nodes) -> None:
            next(node for node in nodes if node.get("target") == "method:to")["args"]["dtype"] = {"dtype": "float16"}

        self.assertEqual(self.replays(case("Moves"), "symbolic_trace", to_half)["verdict"], "diverges")

    def test_all_parts_of_a_tuple_in_a_list_are_a_list(self) -> None:
        def swap_parts(nodes: Nodes) -> None:
            of_target(nodes, "fn:operator.add")["args"]["a"].reverse()

        given = case("Means", {"shape": [2, 3, 4]})
        self.assertReplays(self.replays(given, "symbolic_trace"))
        self.assertEqual(self.replays(given, "symbolic_trace", swap_parts)["verdict"], "diverges")

    def test_numpy_within_a_program_replays(self) -> None:
        def clip_elsewhere(nodes: Nodes) -> None:
            clip = next(node for node in nodes if node.get("target", "").endswith("numpy_method_wrapper.clip"))
            clip["args"]["args"]["tuple"][2] = 0.8

        self.assertReplays(self.replays(case("ByNumpy"), "dynamo"))
        targets = {node.get("target", "") for node in self.graphs()[0]["nodes"]}
        for name in ("to_tensor_wrapper.absolute", "to_tensor_wrapper.linalg.norm", "method_wrapper.clip", "operator_wrapper.add"):
            self.assertIn(f"fn:torch._dynamo.utils.numpy_{name}", targets)
        self.edit(clip_elsewhere)
        report = self.report(case("ByNumpy"))
        self.assertEqual(report["verdict"], "diverges", report["message"])

    def test_results_in_each_others_place_are_found(self) -> None:
        def swap_references(nodes: Nodes) -> None:
            args = nodes[-1]["args"]
            args["sine"], args["cosine"] = args["cosine"], args["sine"]

        for method in ("symbolic_trace", "make_fx", "make_fx_real", "make_fx_symbolic"):
            with self.subTest(method):
                self.assertReplays(self.replays(case("Pair"), method))
                report = self.replays(case("Pair"), method, swap_references)
                self.assertEqual((report["verdict"], report["departure"]["target"]), ("diverges", "output"))

    def test_a_shape_that_the_node_does_not_give_is_found(self) -> None:
        def lengthen(nodes: Nodes) -> None:
            of_target(nodes, "aten.sin.default")["outputs"][0]["shape"] = [4, 4]
            of_target(nodes, "aten.sin.default")["outputs"][0]["stride"] = [4, 1]

        report = self.replays(case("Pair"), "make_fx", lengthen)
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("the file says float32[4, 4], it gives float32[3, 4]", report["message"])

    def test_a_result_that_requires_no_gradient_in_eager_may_not_require_one(self) -> None:
        report = self.replays(case("Detached"), "symbolic_trace")
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("result 0 requires a gradient in the replay, not in eager", report["message"])
        self.assertReplays(self.replays(case("Attached"), "symbolic_trace"))

    def test_a_tensor_on_the_meta_device_has_no_values_to_differ(self) -> None:
        def to_the_cpu(nodes: Nodes) -> None:
            node = of_target(nodes, "aten._to_copy.default")
            node["args"]["device"]["device"] = node["outputs"][0]["device"] = "cpu"

        given = case("WithoutValues", X)
        self.assertReplays(self.replays(given, "make_fx"))
        self.edit(to_the_cpu)
        self.assertIn("eager gives a tensor on meta, replay one on cpu", self.report(given)["message"])

    def test_a_departure_is_found_beside_tensors_on_the_meta_device(self) -> None:
        report = self.replays(case("CountsInTangent", {**X, "dtype": "float64"}), "aot")
        self.assertEqual((report["verdict"], report["departure"]["target"]), ("diverges", "aten.mul.Tensor"))


if __name__ == "__main__":
    unittest.main()
