"""unaccused_test: right captures of programs that are hard to judge replay; another program in their place is found."""

import unittest
from typing import Any
from unittest import mock

import torch
from torch import nn

from assay_python.judge_mutants.edited_capture import Judge
from assay_python.judge_mutants.edited_capture import case as case_of
from assay_python.side_by_side import time_limit

X = {"shape": [3, 4], "requires_grad": True}


def case(factory: str, *inputs: dict[str, Any], **keys: Any) -> dict[str, Any]:
    return case_of(factory, *(inputs or (X,)), of=__file__, **keys)


class Exchanges(nn.Module):
    """Two buffers change places, and no graph says so."""

    def __init__(self, factor: float = 2):
        super().__init__()
        self.factor = factor
        self.register_buffer("a", torch.zeros(4))
        self.register_buffer("b", torch.ones(4))

    def forward(self, x):
        y = (x + self.a) * self.factor
        self.a, self.b = self.b, self.a
        return y


class Halves(nn.Module):
    """Of some sizes one half is empty: Dynamo compiles no graph in which these are dynamic."""

    def __init__(self, factor: float = 2):
        super().__init__()
        self.factor = factor
        self.register_buffer("calls", torch.zeros(1))

    def forward(self, x):
        self.calls.add_(1)
        first, second = x.chunk(2, 0)
        return first.sum(0) * self.factor + second.sum(0)


class Eigenvalues(nn.Module):
    """LAPACK dies of what is not finite."""

    def __init__(self, factor: float = 2):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        return torch.linalg.eigvals(x) * self.factor


class GivesObjects(nn.Module):
    def __init__(self, dtype: torch.dtype = torch.float32):
        super().__init__()
        self.dtype = dtype

    def forward(self, x):
        return x * 2, self.dtype, slice(0, 2)


class Divides(nn.Module):
    """PyTorch has no derivative of a whole quotient."""

    def __init__(self, factor: float = 2):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        return x.sin() * self.factor, x // 0.25


class Reshapes(nn.Module):
    """A recorded view by strides fits those of its argument at capture."""

    def __init__(self, factor: float = 2):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        return x.transpose(0, 1).reshape(4, 3, 1) * self.factor


class SumsBags(nn.Module):
    """Offsets are in ascending order; the kernel that is recorded reads them as if they lay densely."""

    def __init__(self, factor: float = 2):
        super().__init__()
        self.factor = factor
        self.bags = nn.EmbeddingBag(10, 3, mode="sum")

    def forward(self, ids, offsets):
        return self.bags(ids, offsets) * self.factor


def sums_bags(**keys: Any) -> Any:
    return SumsBags(**keys), (torch.tensor([1, 2, 4, 5, 4, 3]), torch.tensor([0, 2, 2, 5]))


class Halving(nn.Module):
    """Halves until it is below a bound, as inf and nan never are."""

    def __init__(self, factor: float = 2):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        while not bool(x.abs().max() < 1e30):
            x = x / 2
        return x * self.factor


class ReadsBeyond(nn.Module):
    """Its first result is a view of an input that has no elements and lies in larger memory."""

    def __init__(self, factor: float = 2):
        super().__init__()
        self.factor = factor

    def forward(self, none, x):
        return none.as_strided((2, 2), (1, 2), 0), x * self.factor


def reads_beyond(**keys: Any) -> Any:
    return ReadsBeyond(**keys), (torch.ones(3, 3)[:0].requires_grad_(), torch.ones(2, 2).requires_grad_())


class KeepsTable(nn.Module):
    """Makes a table of `rate` at the first call and keeps it. Reads `shift`, times `weight`, in each call. bakes: reads its first value."""

    def __init__(self, factor: float = 2, bakes: bool = False, weight: float = 1):
        super().__init__()
        self.factor, self.bakes, self.weight = factor, bakes, weight
        self.register_buffer("rate", torch.linspace(0, 1, 4))
        self.register_buffer("shift", torch.ones(4))
        self.table = None

    def forward(self, x):
        if self.table is None:
            self.table = self.rate.exp()
        return x * self.table * self.factor + (torch.ones(4) if self.bakes else self.shift) * self.weight


class Gated(nn.Module):
    def forward(self, x):
        return torch.sigmoid(x * 1.5 + 0.3).mul(x).tanh()


class Scripts(nn.Module):
    """Calls TorchScript, of which its profiler makes other operators after the first run."""

    def __init__(self, factor: float = 2):
        super().__init__()
        self.factor, self.gated = factor, torch.jit.script(Gated())

    def forward(self, x):
        return self.gated(x) * self.factor


class TurnsLater(nn.Module):
    """Counts its calls in Python: the second is another program."""

    def __init__(self):
        super().__init__()
        self.calls = 0
        self.register_buffer("rate", torch.ones(4))

    def forward(self, x):
        self.calls += 1
        return x * self.rate * (2 if self.calls < 2 else 3)


class WritesSaved(nn.Module):
    def forward(self, x):
        y = x.exp()
        y.add_(1)  # what the backward of exp reads
        return y


class Unaccused(Judge):
    def assertJudged(self, method: str, factory: str, *inputs: dict[str, Any], **keys: Any) -> dict[str, Any]:
        """The capture replays, and that of another factor diverges."""
        with self.subTest(factory, method=method):
            report = self.replays(case(factory, *inputs, **keys), method)
            self.assertIn(report["verdict"], ("replays", "guarded"))
            self.capture(case(factory, *inputs, **keys, kwargs={"factor": 3}), method)
            self.assertEqual(self.report(case(factory, *inputs, **keys))["verdict"], "diverges")
            return report

    def test_states_that_python_exchanges_between_the_graphs(self) -> None:
        for method in ("dynamo", "aot_joint_compile"):
            self.assertJudged(method, "Exchanges")

    def test_sizes_for_which_dynamo_compiles_no_dynamic_graph(self) -> None:
        for method in ("dynamo", "aot_joint_compile"):
            self.assertJudged(method, "Halves", {"shape": [5, 4], "requires_grad": True}, dynamic={"0": [0]})

    def test_what_eager_dies_of_is_left_out(self) -> None:
        for method in ("make_fx", "native"):
            report = self.assertJudged(method, "Eigenvalues", {"shape": [3, 3]})
            (run,) = [run for run in report["runs"] if run["name"] == "inf and nan"]
            self.assertIn("LAPACK", run["left_out"])

    def test_a_program_whose_backward_eager_refuses_is_no_fault_of_the_file(self) -> None:
        learned = {"shape": [2, 3], "requires_grad": True}
        report = self.replays(case("WritesSaved", learned), "symbolic_trace")
        self.assertEqual((report["verdict"], report["runs"]), ("eager_fails", []))
        self.assertRegex(report["message"], "^eager itself raises RuntimeError: one of the variables needed for gradient computation")
        self.assertReplays(self.replays(case("WritesSaved", {"shape": [2, 3]}), "symbolic_trace"))

    def test_a_run_that_does_not_end_is_left_out(self) -> None:
        for method in ("native", "dynamo"):
            with mock.patch.object(time_limit, "SHORTEST", 0.5), mock.patch.object(time_limit, "MOST", 0):
                report = self.assertJudged(method, "Halving")
            (run,) = [run for run in report["runs"] if run["name"] == "inf and nan"]
            self.assertIn("did not end", run["left_out"])

    def test_objects_of_python_are_held_against_each_other(self) -> None:
        for method in ("make_fx", "native"):
            self.assertReplays(self.replays(case("GivesObjects"), method))
            self.capture(case("other_objects"), method)
            report = self.report(case("GivesObjects"))
            self.assertEqual(report["verdict"], "diverges")
            self.assertIn("result 1", report["message"])

    def test_a_result_without_a_derivative_has_no_gradient(self) -> None:
        for method in ("make_fx", "symbolic_trace", "dynamo"):
            self.assertJudged(method, "Divides")

    def test_a_view_by_strides_of_the_capture_is_told_and_is_no_error(self) -> None:
        report = self.assertJudged("native", "Reshapes")
        self.assertIn("refused", [finding["kind"] for finding in report["findings"]])

    def test_a_view_of_an_input_without_elements_needs_no_tangent(self) -> None:
        for method in ("aot_joint", "dispatch", "native"):
            self.assertJudged(method, "reads_beyond", inputs=[], replay={"policy": ["same_strides"]})

    def test_offsets_stay_in_ascending_order(self) -> None:
        for method in ("make_fx", "native"):
            self.assertJudged(method, "sums_bags", inputs=[], replay={"policy": ["same_strides"]})


    def test_a_table_that_eager_makes_of_a_state_once_is_told_and_is_no_error(self) -> None:
        for method in ("make_fx", "native", "export"):
            report = self.assertJudged(method, "KeepsTable")
            self.assertIn("made_once", [finding["kind"] for finding in report["findings"]])

    def test_a_state_that_is_read_in_each_call_is_moved(self) -> None:
        for method in ("make_fx", "native"):
            for weight in (1, 5e-5):  # with the second the difference is within the tolerance of a comparison in float32
                with self.subTest(method, weight=weight):
                    self.capture(case("KeepsTable", kwargs={"bakes": True, "weight": weight}), method)
                    self.assertEqual(self.report(case("KeepsTable", kwargs={"weight": weight}))["verdict"], "diverges")

    def test_scripted_functions_run_as_they_are_written(self) -> None:
        for method in ("native", "dispatch"):
            report = self.assertJudged(method, "Scripts", {"shape": [16, 16], "requires_grad": True})
            self.assertEqual([run["name"] for run in report["runs"] if not run["bitwise"] and not run["left_out"]], [])

    def test_what_python_counts_is_no_table(self) -> None:
        for method in ("make_fx", "native"):
            with self.subTest(method):
                self.assertEqual(self.replays(case("TurnsLater"), method)["verdict"], "diverges")


def other_objects() -> nn.Module:
    return GivesObjects(torch.float64)


if __name__ == "__main__":
    unittest.main()
