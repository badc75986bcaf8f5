"""points_test: the gradient of an argument, whatever the program writes to it.

Run with the Python of a worker: `python points_test.py`.
"""

import unittest
from typing import Any, Callable

import torch
from assay_python.captured.captured import Unsupported
from assay_python.program.points import Points
from torch.utils.checkpoint import checkpoint

Program = Callable[[torch.Tensor], torch.Tensor]


def past_autograd(x: torch.Tensor) -> torch.Tensor:
    x.detach().add_(1)
    return x * 2


def read_before(x: torch.Tensor) -> torch.Tensor:
    y = x * 3
    x.detach().add_(1)
    return y + x * 2


def of_a_view(x: torch.Tensor) -> torch.Tensor:
    y = x[:]
    x.detach().add_(1)
    return y * 2


def under_no_grad(x: torch.Tensor) -> torch.Tensor:
    with torch.no_grad():
        x.detach()[:1].mul_(3)
    return x.t() * 2


def seen(x: torch.Tensor) -> torch.Tensor:
    return x.mul_(5) * 2


class Gradients(unittest.TestCase):
    def gradient(self, program: Program, argument: Callable[[torch.Tensor], torch.Tensor]) -> Any:
        x = argument(torch.arange(6.0).reshape(3, 2).clone().requires_grad_())
        asked = Points([x])
        (found,) = asked.gradients(program(x).sum())
        return found if found is None else float(found.unique())

    def test_a_view_that_is_made_anew_has_the_gradient_of_all_that_is_computed_of_it(self) -> None:
        arguments = {
            "a leaf": lambda leaf: leaf,
            "computed": lambda leaf: leaf * 1,
            "a view of a leaf": lambda leaf: leaf[1:],
            "a view": lambda leaf: (leaf * 1)[1:],
            "a column": lambda leaf: (leaf * 1)[:, 1],
            "a view of a turned tensor": lambda leaf: (leaf.t() * 1)[1:],
        }
        for name, argument in arguments.items():
            with self.subTest(name):
                self.assertEqual(self.gradient(past_autograd, argument), 2.0)
                self.assertEqual(self.gradient(of_a_view, argument), 2.0)
                self.assertEqual(self.gradient(under_no_grad, argument), 2.0)
                self.assertEqual(self.gradient(read_before, argument), 5.0)

    def test_a_view_of_what_is_another_argument_is_taken_where_it_was(self) -> None:
        base = torch.arange(6.0, requires_grad=True) * 1
        view = base[1:]
        asked = Points([base, view])
        view.detach().add_(1)
        whole, part = asked.gradients((base * 3).sum())
        self.assertTrue(bool((whole == 3).all()) and part is None)

    def test_a_view_with_two_elements_in_one_place_is_taken_where_it_was(self) -> None:
        view = (torch.arange(6.0, requires_grad=True) * 1).unfold(0, 3, 2)
        twice = (torch.arange(6.0, requires_grad=True) * 1).as_strided((2, 3), (1, 1))
        for one, found in ((view, None), (twice, None)):
            asked = Points([one])
            one.detach().add_(1)
            self.assertEqual(asked.gradients((one * 2).sum()), [found])

    def test_a_write_that_autograd_sees_is_one_of_the_steps(self) -> None:
        self.assertEqual(self.gradient(seen, lambda leaf: leaf * 1), 10.0)

    def test_a_leaf_that_the_program_has_frozen_has_none(self) -> None:
        frozen, other = torch.ones(3, requires_grad=True), torch.ones(3, requires_grad=True)
        asked = Points([frozen, other])
        frozen.requires_grad_(False)
        of_frozen, of_other = asked.gradients((frozen * other).sum())
        self.assertTrue(of_frozen is None and bool((of_other == 1).all()))

    def test_a_reentrant_checkpoint_is_unsupported_and_another_is_not(self) -> None:
        for reentrant in (True, False):
            leaf = torch.ones(3, requires_grad=True)
            asked = Points([leaf])
            result = checkpoint(torch.sin, leaf * 1, use_reentrant=reentrant).sum()
            if reentrant:
                self.assertRaisesRegex(Unsupported, "use_reentrant=True", asked.gradients, result)
            else:
                self.assertTrue(bool((asked.gradients(result)[0] == leaf.detach().cos()).all()))

    def test_what_nothing_depends_on_has_none_and_nobody_asks_for_nothing(self) -> None:
        leaf = torch.ones(3, requires_grad=True)
        self.assertEqual(Points([(leaf * 1)[1:]]).gradients(leaf.sum()), [None])
        self.assertEqual((len(Points([])), Points([]).gradients(leaf.sum())), (0, []))


if __name__ == "__main__":
    unittest.main()
