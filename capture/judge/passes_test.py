"""passes_test: a graph after a pass is compared with the model before it, its folded states included."""

import functools
import operator
import unittest
from typing import Any

import torch
from torch import nn

from assay_capture import write_graph_file
from assay_python.judge_mutants.edited_capture import Judge
from assay_python.judge_mutants.edited_capture import case as case_of
from assay_python.methods import symbolic_trace
from assay_python.program.program import Program

case = functools.partial(case_of, of=__file__)


class Scaled(nn.Module):
    """A scale that a pass can fold into the layer before it."""

    def __init__(self):
        super().__init__()
        self.linear, self.scale = nn.Linear(4, 3), nn.Parameter(torch.full((3,), 0.5))
        self.register_buffer("seen", torch.zeros(()))

    def forward(self, x):
        self.seen.add_(x.sum())
        return self.linear(x) * self.scale


def fold(traced, factor=1.0):
    """The scale becomes part of the layer's states, and its node goes."""
    with torch.no_grad():
        traced.linear.weight.mul_(traced.scale[:, None] * factor)
        traced.linear.bias.mul_(traced.scale)
    (product,) = [node for node in traced.graph.nodes if node.target is operator.mul]
    layer, scale = product.args
    product.replace_all_uses_with(layer)
    traced.graph.erase_node(product)
    traced.graph.erase_node(scale)
    del traced.scale


def fold_and_keep(traced):
    """The scale stays where it was, and nothing reads it, as Inductor leaves norms that it has folded into convolutions."""
    scale = traced.scale
    fold(traced)
    traced.scale = scale


def drop(traced):
    """Neither used nor folded: right only where the scale is one."""
    scale, weight, bias = traced.scale, traced.linear.weight.clone(), traced.linear.bias.clone()
    fold(traced)
    traced.scale = scale
    with torch.no_grad():
        traced.linear.weight.copy_(weight)
        traced.linear.bias.copy_(bias)


def detach(traced):
    """The scale is read, and does not learn."""
    (product,) = [node for node in traced.graph.nodes if node.target is operator.mul]
    with traced.graph.inserting_before(product):
        product.args = (product.args[0], traced.graph.call_method("detach", (product.args[1],)))


def fold_wrongly(traced):
    fold(traced, 1.5)


def fold_and_forget_to_count(traced):
    fold(traced)
    (write,) = traced.graph.find_nodes(op="call_method", target="add_")
    traced.graph.erase_node(write)


def fold_for_once(traced):
    """Right for the values that the scale has when the model is made, and for no others."""
    with torch.no_grad():
        traced.scale.fill_(1.0)
        traced.linear.weight.mul_(0.5)
        traced.linear.bias.mul_(0.5)


class Passes(Judge):
    def transformed(self, change: str) -> dict[str, Any]:
        given = case("Scaled", {"shape": [2, 4]}, transform=f"passes_test.py:{change}", reference=None)
        program = Program(given, "cpu", False)
        program.transform()
        captured = symbolic_trace.capture(program)
        write_graph_file(captured, program, given, "symbolic_trace", "cpu", self.path)
        return self.report(given)

    def test_what_a_pass_folds_into_states_is_folded_again_when_they_move(self) -> None:
        self.assertReplays(self.transformed("fold"))

    def test_a_wrong_fold_is_found(self) -> None:
        report = self.transformed("fold_wrongly")
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("same inputs: result 0", report["message"])

    def test_a_parameter_that_stays_and_is_not_read_has_no_gradient_to_compare(self) -> None:
        self.assertReplays(self.transformed("fold_and_keep"))

    def test_a_parameter_that_a_pass_drops_is_found_by_the_result(self) -> None:
        report = self.transformed("drop")
        self.assertEqual(self.verdicts(report), ["same inputs: diverges"])
        self.assertIn("same inputs: result 0", report["message"])

    def test_a_parameter_that_is_read_and_no_longer_gets_its_gradient_is_found(self) -> None:
        report = self.transformed("detach")
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("same inputs: gradient of scale", report["message"])

    def test_a_state_that_is_no_longer_written_is_found(self) -> None:
        report = self.transformed("fold_and_forget_to_count")
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("buffer seen afterwards", report["message"])

    def test_a_fold_that_is_right_for_one_set_of_weights_only_is_found(self) -> None:
        report = self.transformed("fold_for_once")
        self.assertEqual(self.verdicts(report), ["same inputs: replays", "fresh values: diverges"])


if __name__ == "__main__":
    unittest.main()
