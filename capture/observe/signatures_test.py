"""signatures_test: a call rebuilt from its bound arguments runs the same operators as the original call.

Run with the Python of a worker, its lib/ on PYTHONPATH: `python signatures_test.py`.
"""

import unittest
from typing import Any

import torch
from torch.utils import _pytree
from torch.utils._python_dispatch import TorchDispatchMode

from assay_python.observe import signatures

X = torch.arange(24.0).reshape(2, 3, 4)

# Every way in which PyTorch's parser takes numbers for a list, and calls that only look alike.
METHODS = [
    ("roll", (1, -1)), ("roll", (1,)), ("roll", ((1, 2), (0, 1))),
    ("permute", (2, 0, 1)), ("permute", ((2, 0, 1),)), ("permute", ([2, 0, 1],)),
    ("view", (6, 4)), ("view", (24,)), ("view", ((4, -1),)), ("view", (torch.int32,)),
    ("reshape", (6, 4)), ("reshape", (-1,)), ("reshape", ((6, 4),)),
    ("flip", (0,)), ("flip", (0, 2)), ("flip", ((0, 2),)),
    ("tile", (2,)), ("tile", (2, 1)), ("tile", ((2, 1),)),
    ("repeat", (2, 1, 1)), ("repeat", ((2, 1, 1),)),
    ("expand", (5, 2, 3, 4)), ("expand", ((-1, 3, 4),)),
    ("sum", ()), ("sum", (1,)), ("sum", (1, True)), ("sum", ((0, 1), True)), ("mean", (1,)), ("mean", ((0, 1), True)),
    ("amax", (0,)), ("amax", (0, True)), ("amax", ((0, 1),)), ("logsumexp", (1, True)), ("std", (0, True, True)),
    ("movedim", (0, 1)), ("movedim", ((0, 1), (1, 2))), ("moveaxis", (0, -1)), ("transpose", (0, 2)), ("swapaxes", (0, 1)),
    ("squeeze", (0,)), ("squeeze", (0, 1)), ("squeeze", ((0, 1),)), ("unsqueeze", (1,)), ("flatten", (0, 1)),
    ("count_nonzero", (0,)), ("count_nonzero", (0, 1)), ("max", (1,)), ("all", (1,)), ("any", ((0, 1),)), ("cumsum", (1,)),
    ("tensor_split", (2,)), ("tensor_split", ((1, 2), 1)), ("hsplit", (3,)), ("vsplit", ((1,),)),
    ("new_zeros", (2, 3)), ("new_zeros", ((2, 3),)), ("new_empty", (3,)), ("new_full", ((2, 3), 1.0)),
    ("rot90", (1, (0, 1))), ("as_strided", ((2, 3), (1, 1))), ("unflatten", (2, (2, 2))), ("split", (1, 2)),
    ("split_with_sizes", ([1, 2], 1)), ("chunk", (2, 1)), ("narrow", (1, 0, 2)), ("diff", (1, 1)), ("unfold", (1, 2, 1)),
    ("sum_to_size", (1, 3, 4)), ("broadcast_to", ((2, 2, 3, 4),)), ("select", (1, 2)), ("clamp", (0, 5)), ("renorm", (2, 0, 1.0)),
]  # fmt: skip
FUNCTIONS = [
    (torch.roll, (X, 1, -1)), (torch.roll, (X, 1)), (torch.permute, (X, (2, 0, 1))), (torch.flip, (X, (0,))),
    (torch.tile, (X, (2,))), (torch.movedim, (X, 0, 1)), (torch.sum, (X, 1)), (torch.amax, (X, 0, True)),
    (torch.reshape, (X, (6, 4))), (torch.squeeze, (X, 0)), (torch.zeros, (2, 3)), (torch.zeros, ((2, 3),)), (torch.ones, (3,)),
    (torch.empty, (2, 3)), (torch.full, ((2, 3), 1.0)), (torch.empty_strided, ((2, 3), (3, 1))), (torch.arange, (3,)),
    (torch.cat, ([X, X], 1)), (torch.stack, ([X, X],)),
]  # fmt: skip


class Ran(TorchDispatchMode):
    """Records each operator with its arguments. Tensors are recorded by sizes and strides."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[Any] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        place = lambda leaf: (leaf.shape, leaf.stride()) if isinstance(leaf, torch.Tensor) else leaf
        self.calls.append((str(func), _pytree.tree_map(place, (args, kwargs or {}))))
        return func(*args, **(kwargs or {}))


def ran(call: Any, *args: Any, **kwargs: Any) -> Any:
    """The operators below a call, or the type of its error."""
    with Ran() as seen:
        try:
            call(*args, **kwargs)
        except (RuntimeError, IndexError, TypeError) as error:
            return type(error)
    return seen.calls


class Signatures(unittest.TestCase):
    def bound(self, forms: Any, args: Any) -> dict[str, Any]:
        found = signatures.bind(forms, args, {}, args, {})
        self.assertIsNotNone(found, "bound by no form, or by several")
        return {name: value for name, value in found[0].items() if name not in found[1]}

    def test_a_method_called_with_the_names_bound_runs_what_python_ran(self):
        for name, args in METHODS:
            with self.subTest(f"{name}{args}"):
                (_, first), *rest = self.bound(signatures.forms_of_method(X, name), (X, *args)).items()
                method = getattr(torch.Tensor, name)
                self.assertEqual(ran(method, first, **dict(rest)), ran(method, X, *args))

    def test_a_function_called_with_the_names_bound_runs_what_python_ran(self):
        for function, args in FUNCTIONS:
            with self.subTest(f"{function.__name__}"):
                bound = self.bound(signatures.forms_of_function(function), args)
                self.assertEqual(ran(function, **bound), ran(function, *args))

    def test_numbers_bound_to_other_names_do_not_run_alike(self):
        python = ran(torch.Tensor.roll, X, 1, -1)
        self.assertEqual(ran(torch.Tensor.roll, X, shifts=1, dims=-1), python)
        self.assertNotEqual(ran(torch.Tensor.roll, X, shifts=[1, -1]), python)
        self.assertNotEqual(ran(torch.Tensor.roll, X, shifts=-1, dims=1), python)

    def test_a_node_that_is_a_whole_size_is_that_size_and_a_number_is_one_of_its_parts(self):
        node = object()
        for value, expected in (((2, 3), node), (2, [node])):
            forms = signatures.forms_of_method(X, "new_empty")
            bound, _ = signatures.bind(forms, (X, node), {}, (X, value), {})
            self.assertEqual(bound["size"], expected)

    def test_what_the_parser_refuses_is_bound_by_no_form(self):
        for name, args in (("as_strided", (2, 3)), ("repeat", (2, 1.0)), ("permute", (True, 0, 1)), ("movedim", (0, 1, 2))):
            with self.subTest(f"{name}{args}"):
                self.assertIsInstance(ran(getattr(torch.Tensor, name), X, *args), type)
                self.assertIsNone(signatures.bind(signatures.forms_of_method(X, name), (X, *args), {}, (X, *args), {}))


if __name__ == "__main__":
    unittest.main()
