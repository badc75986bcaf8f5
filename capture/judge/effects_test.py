"""effects_test: writes and other effects of a program happen in its capture, each at its place."""

import functools
import unittest
from typing import Any

import torch
from torch import nn

from assay_capture import write_graph_file
from assay_python.judge_mutants.edited_capture import Judge, Nodes, of_target
from assay_python.judge_mutants.edited_capture import case as case_of
from assay_python.methods import dynamo, symbolic_trace
from assay_python.program import seeds
from assay_python.program.program import Program

case = functools.partial(case_of, of=__file__)


class SavesWritten(nn.Module):
    """A backward pass needs the buffer as it was before the forward pass wrote it."""

    def __init__(self, writes: bool = True):
        super().__init__()
        self.writes = writes
        self.weight = nn.Parameter(torch.randn(4))
        self.register_buffer("scale", torch.full((4,), 0.5))

    def forward(self, x):
        y = x * self.weight * self.scale.cos().exp()
        if self.writes:
            self.scale.add_(1.0)
        return y.sin()


class Count(torch.autograd.Function):
    """Counts in the pass that `when` names."""

    @staticmethod
    def forward(ctx, x, seen, when):
        ctx.seen, ctx.when = seen, when
        if when == "forward":
            seen.add_(1)
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        if ctx.when == "backward":
            ctx.seen.add_(1)
        return gradient * 2, None, None


class Counts(nn.Module):
    def __init__(self, when: str = "forward"):
        super().__init__()
        self.when = when
        self.weight = nn.Parameter(torch.randn(4))
        self.register_buffer("seen", torch.zeros(1))

    def forward(self, x):
        return Count.apply(x * self.weight, self.seen, self.when)


class Inverses(nn.Module):
    def forward(self, left, right):
        return torch.linalg.inv(left) - 2 * torch.linalg.inv(right)


class Eigenvalues(nn.Module):
    def forward(self, left, right):
        values, vectors = torch.linalg.eig(left)
        return values.abs(), vectors.abs(), torch.linalg.inv(right)


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x):
        self.calls.add_(1)
        return x * self.calls


class PythonCounter(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return x * self.calls


class WritesACopy(nn.Module):
    """A write whose own result nobody reads."""

    def forward(self, x):
        y = x.clone()
        y.mul_(2.0)
        return y


class WritesAView(nn.Module):
    """A write through a view whose own result nobody reads."""

    def forward(self, x):
        y = x.clone()
        y[0].mul_(2.0)
        return y


class InOrder(Judge):
    def test_a_saved_buffer_that_the_forward_writes_is_the_written_memory(self) -> None:
        report = self.replays(case("SavesWritten"), "aot_min_cut")
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("gradient of weight", report["message"])
        for method in ("aot_min_cut", "aot"):
            with self.subTest(method):
                self.assertReplays(self.replays(case("SavesWritten", kwargs={"writes": False}), method))

    def test_a_write_of_the_backward_in_the_forward_graph_is_found(self) -> None:
        self.capture(case("Counts"), "aot")
        self.assertReplays(self.report(case("Counts")))
        report = self.report(case("Counts", kwargs={"when": "backward"}))
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("buffer seen after the forward pass", report["message"])


class Writes(Judge):
    def assertLost(self, given: dict[str, Any], method: Any) -> None:
        """Without dead code, as FX sees it, the capture of `given` gives another result."""
        program = Program(given, "cpu", False)
        seeds.start_from(0)
        captured = method.capture(program)
        captured[0].graph.graph.eliminate_dead_code()
        write_graph_file(captured, program, given, method.__name__.rpartition(".")[2], "cpu", self.path)
        report = self.report(given)
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("same inputs: result 0", report["message"])

    def test_a_dropped_write_is_found_in_the_buffer(self) -> None:
        def drop(nodes: Nodes) -> None:
            write = of_target(nodes, "aten.add_.Tensor")
            write["target"] = "aten.add.Tensor"
            write.pop("effects", None)
            write.pop("alias", None)

        for method in ("make_fx", "make_fx_real", "dispatch"):
            with self.subTest(method):
                self.assertReplays(self.replays(case("Counter"), method))
                report = self.replays(case("Counter"), method, drop)
                self.assertEqual(report["verdict"], "diverges")
                self.assertIn("buffer calls afterwards", report["message"])

    def test_a_write_that_dead_code_elimination_takes_is_found(self) -> None:
        # pytorch#68301: FX takes a method for pure, whatever it writes
        given = case("WritesACopy")
        self.assertReplays(self.replays(given, "symbolic_trace"))
        self.assertLost(given, symbolic_trace)

    def test_a_write_through_a_view_that_dead_code_elimination_takes_from_dynamos_graph_is_found(self) -> None:
        # pytorch#104463: the graph that a backend gets, cleaned as FX offers it
        given = case("WritesAView")
        self.assertReplays(self.replays(given, "dynamo"))
        torch._dynamo.reset()
        self.assertLost(given, dynamo)

    def test_what_python_counted_is_baked_and_what_a_buffer_counts_is_not(self) -> None:
        for method in ("make_fx", "dispatch"):
            with self.subTest(method):
                report = self.replays(case("PythonCounter"), method)
                self.assertEqual(self.verdicts(report), ["same inputs: replays", "fresh values: diverges"])
                self.assertEqual(report["departure"]["target"], "aten.mul.Tensor")
                self.assertReplays(self.replays(case("Counter"), method))


class Tokens(Judge):
    """linalg.inv checks for singular matrices by an operator whose only effect is to raise: AOTAutograd hands a token
    through such operators, forwards and, for linalg.eig, backwards."""

    METHODS = ("aot", "aot_min_cut", "aot_joint", "aot_joint_compile")

    def given(self, factory: str) -> dict[str, Any]:
        square = {"shape": [3, 3], "requires_grad": True}
        return case(factory, square, square)

    def test_tokens_are_no_results_of_the_program_and_no_inputs_that_it_has_to_have(self) -> None:
        for factory in ("Inverses", "Eigenvalues"):
            for method in self.METHODS:
                with self.subTest(f"{factory} {method}"):
                    self.assertReplays(self.replays(self.given(factory), method))
                    self.edit(lambda nodes: self.assertTrue([node for node in nodes if "token" in node.get("name", "")]))

    def test_an_operator_behind_a_token_with_another_argument_is_found(self) -> None:
        def swap(nodes: Nodes) -> None:
            first, second = [node for node in nodes if node.get("target") == "aten.linalg_inv_ex.default"]
            first["args"]["A"], second["args"]["A"] = second["args"]["A"], first["args"]["A"]

        self.assertEqual(self.replays(self.given("Inverses"), "aot_joint", swap)["verdict"], "diverges")


if __name__ == "__main__":
    unittest.main()
