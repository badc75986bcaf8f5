"""making_test: a factory's GPU draws happen on the CPU.

`meta` stands for the GPU, and the generator's state is the evidence. Run with the Python of a worker: `python
making_test.py`.
"""

import unittest
from typing import Any, Callable

import torch
from assay_python.program.making import DrawnOnCpu


def next_draw(make: Callable[[], Any], device: str = "meta") -> float:
    """The CPU's first draw after `make` has run with the draws of `device` on the CPU."""
    torch.manual_seed(0)
    with DrawnOnCpu(device):
        make()
    return torch.rand(()).item()


class Draws(unittest.TestCase):
    def test_each_way_to_draw_on_the_gpu_draws_on_the_cpu(self) -> None:
        there = torch.zeros(3, device="meta")
        generator = torch.Generator()
        ways = {
            "a constructor": (lambda: torch.rand(3, device="meta"), lambda: torch.rand(3)),
            "a size's numbers": (lambda: torch.randint(9, (4,), device="meta"), lambda: torch.randint(9, (4,))),
            "in place": (lambda: there.normal_(), lambda: torch.zeros(3).normal_()),
            "like another": (lambda: torch.randn_like(there), lambda: torch.randn_like(torch.zeros(3))),
            "a part of it": (lambda: there[1:].uniform_(), lambda: torch.zeros(2).uniform_()),
            "by a generator of its own": (lambda: there.normal_(generator=generator), lambda: None),
        }
        for name, (on_gpu, on_cpu) in ways.items():
            with self.subTest(name):
                self.assertEqual(next_draw(on_gpu), next_draw(on_cpu))

    def test_what_is_drawn_on_another_device_stays_there(self) -> None:
        self.assertEqual(next_draw(lambda: torch.rand(3, device="meta"), "cuda"), next_draw(lambda: None))

    def test_what_was_drawn_is_on_the_gpu_and_what_was_written_is_itself(self) -> None:
        there = torch.zeros(3, device="meta")
        with DrawnOnCpu("meta"):
            self.assertIs(there.normal_(), there)
            self.assertTrue(torch.rand(3, device="meta").is_meta)


if __name__ == "__main__":
    unittest.main()
