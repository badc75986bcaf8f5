"""Passes with an effect, and passes that only seem to have an effect."""

import operator
import unittest

import torch
from torch import fx

from assay_python.program.pass_effect import PassError
from assay_python.program.program import Program


class Net(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear, self.drop = torch.nn.Linear(3, 4), torch.nn.Dropout(0.5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.linear(x)
        return self.drop(torch.relu(y) * torch.sigmoid(y))


def nothing(traced: fx.GraphModule) -> None: ...


def for_aten(traced: fx.GraphModule) -> None:
    for node in traced.graph.find_nodes(op="call_function", target=torch.ops.aten.mul.Tensor):
        node.target = torch.ops.aten.add.Tensor


def wants_aten(traced: fx.GraphModule) -> None:
    raise LookupError("no aten.mul.Tensor in this graph")


def mul_to_add(traced: fx.GraphModule) -> None:
    for node in traced.graph.find_nodes(op="call_function", target=operator.mul):
        node.target = operator.add


def swap(traced: fx.GraphModule) -> None:
    for node in traced.graph.find_nodes(op="call_function", target=operator.mul):
        node.args = node.args[::-1]


def double_weight(traced: fx.GraphModule) -> None:
    traced.linear.weight.data.mul_(2)


def no_dropout(traced: fx.GraphModule) -> None:
    traced.drop.p = 0.0


def rename(traced: fx.GraphModule) -> None:
    for node in traced.graph.nodes:
        node.name = node.name + "_renamed"
        node.meta["seen"] = True


def copy(traced: fx.GraphModule) -> fx.GraphModule:
    return fx.Transformer(traced).transform()


class PassEffect(unittest.TestCase):
    def transformed(self, change: str, **further: bool) -> Program:
        case = {"factory": "pass_effect_test.py:Net", "folder": __file__.rpartition("/")[0], "inputs": [{"shape": [2, 3], "dtype": "float32", "requires_grad": False}]}
        program = Program({**case, "transform": f"pass_effect_test.py:{change}", **further}, "cpu", False)
        program.transform()
        return program

    def refused(self, change: str, **further: bool) -> str:
        with self.assertRaises(PassError) as caught:
            self.transformed(change, **further)
        return str(caught.exception)

    def test_a_pass_that_changes_nothing_is_refused_and_told_what_it_was_handed(self) -> None:
        message = self.refused("nothing")
        self.assertIn("pass_effect_test.py:nothing changes nothing: the graph that it gives is the graph that it got", message)
        self.assertIn("Python functions and modules (module linear, torch.relu, torch.sigmoid, operator.mul, ..)", message)
        self.assertNotIn("aten operators", message)
        self.assertIn('"transform_keeps_graph": true', message)

    def test_a_pass_over_aten_is_told_that_its_graph_has_none(self) -> None:
        self.assertIn("a Python-level graph, which has no aten operators for it to find", self.refused("for_aten"))

    def test_names_metadata_and_a_copy_are_no_change(self) -> None:
        for change in ("rename", "copy"):
            with self.subTest(change):
                self.assertIn("changes nothing", self.refused(change))

    def test_an_operator_an_argument_a_state_or_the_setting_of_a_module_is_a_change(self) -> None:
        for change in ("mul_to_add", "swap", "double_weight", "no_dropout"):
            with self.subTest(change):
                self.assertIsNotNone(self.transformed(change).original)

    def test_a_case_that_says_so_keeps_its_graph_and_nothing_else_does(self) -> None:
        for change in ("nothing", "rename", "copy"):
            with self.subTest(change):
                self.assertIsNotNone(self.transformed(change, transform_keeps_graph=True).original)
        for change in ("mul_to_add", "swap", "double_weight", "no_dropout"):
            with self.subTest(change):
                self.assertIn(f"{change} changes the graph", self.refused(change, transform_keeps_graph=True))

    def test_an_error_of_the_pass_itself_has_a_note_of_the_graph_it_was_handed(self) -> None:
        with self.assertRaises(LookupError) as caught:
            self.transformed("wants_aten")
        if hasattr(caught.exception, "__notes__"):  # from Python 3.11 on
            self.assertIn("a Python-level graph", caught.exception.__notes__[0])


if __name__ == "__main__":
    unittest.main()
