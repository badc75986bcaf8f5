"""draws_in_order_test: what a GPU's layouts do to draws in a replay on the CPU, each beside a program that draws otherwise.

Run with the Python of a worker: `python draws_in_order_test.py`. The models below are loaded by path.
"""

import json
import unittest
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn

from assay_capture import replay_file
from assay_python.judge_mutants.edited_capture import Judge
from assay_python.judge_mutants.edited_capture import case as case_of

IMAGE = {"shape": [2, 3, 4, 5], "requires_grad": True}
FILLS = {
    "bernoulli_": (0.5,), "uniform_": (), "normal_": (), "exponential_": (), "random_": (), "log_normal_": (), "cauchy_": (), "geometric_": (0.5,),
}  # fmt: skip


class Laid(nn.Module):
    """`last`: with the channels innermost in memory, as some kernels of a device leave their results."""

    def __init__(self, last=False, **options):
        super().__init__()
        self.last, self.options = last, options

    def forward(self, x):
        laid = x.contiguous(memory_format=torch.channels_last if self.last else torch.contiguous_format)
        return self.drawn(laid, **self.options)


class Drops(Laid):
    def drawn(self, x, p=0.5):
        return F.dropout(x, p)


class Fills(Laid):
    def drawn(self, x, name, more=0.0):
        return x * getattr(torch.empty_like(x), name)(*FILLS[name]) * (1 + more)


class FillsEach(Laid):
    """What bounds a number is a number, one number and another, or a probability for each element."""

    def drawn(self, x, more=0.0):
        whole = torch.empty_like(x)
        return x * (whole.random_(9) + torch.empty_like(x).random_(3, 9) * torch.empty_like(x).bernoulli_(x.detach().sigmoid()) + more)


class DrawsAlike(Laid):
    def drawn(self, x, more=0.0):
        return x * torch.rand_like(x) + torch.randn_like(x) + more


def case(factory: str, **kwargs: Any) -> dict[str, Any]:
    return case_of(factory, IMAGE, of=__file__, kwargs=kwargs)


class InOrder(Judge):
    def verdict(self, captured: dict[str, Any], eager: dict[str, Any], phantom: bool = True, method: str = "dispatch") -> str:
        self.capture(captured, method)
        return json.loads(replay_file(self.path, eager, phantom=phantom))["verdict"]

    def test_each_element_gets_its_number_wherever_it_lies(self) -> None:
        for method in ("make_fx", "symbolic_trace", "aot_joint", "native"):
            with self.subTest(method):
                self.assertEqual(self.verdict(case("Drops"), case("Drops", last=True), method=method), "replays")
                self.assertEqual(self.verdict(case("Drops", p=0.4), case("Drops", last=True), method=method), "diverges")

    def test_on_one_device_layouts_are_the_programs_own_and_so_are_its_draws(self) -> None:
        self.assertEqual(self.verdict(case("Drops"), case("Drops", last=True), phantom=False), "diverges")
        self.assertEqual(self.verdict(case("Drops"), case("Drops"), phantom=False), "replays")

    def test_afterwards_draws_go_by_memory_again(self) -> None:
        def drawn() -> torch.Tensor:
            torch.manual_seed(0)
            return torch.empty(2, 3, 4, 5).to(memory_format=torch.channels_last).uniform_()

        before = drawn()
        self.verdict(case("Drops"), case("Drops", last=True))
        self.assertTrue(torch.equal(drawn(), before))
        torch.manual_seed(0)
        self.assertFalse(torch.equal(torch.rand(2, 3, 4, 5), before))

    def test_every_operator_that_fills_what_it_is_given_does(self) -> None:
        for name in FILLS:
            with self.subTest(name):
                self.assertEqual(self.verdict(case("Fills", name=name), case("Fills", name=name, last=True)), "replays")
                self.assertEqual(self.verdict(case("Fills", name=name, more=1e-2), case("Fills", name=name, last=True)), "diverges")
        for factory in ("FillsEach", "DrawsAlike"):
            self.assertEqual(self.verdict(case(factory), case(factory, last=True)), "replays")
            self.assertEqual(self.verdict(case(factory, more=1e-2), case(factory, last=True)), "diverges")


if __name__ == "__main__":
    unittest.main()
