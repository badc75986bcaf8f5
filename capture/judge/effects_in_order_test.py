"""effects_in_order_test: a graph finds what the graph before it has written."""

import unittest
from typing import Any

import torch
from torch import nn

from judge_test import Judge
from judge_test import case as case_of


def case(factory: str, **keys: Any) -> dict[str, Any]:
    return case_of(factory, {"shape": [3, 4]}, of=__file__, **keys)


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


if __name__ == "__main__":
    unittest.main()
