"""left_over_test: caches with a phantom tensor are emptied, others kept. Phantom tensors kept elsewhere are refused."""

import functools
import unittest

import torch
from assay_python.side_by_side import left_over
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode


class LeftOver(unittest.TestCase):
    def test_a_cache_with_a_fake_tensor_is_emptied_and_one_without_is_kept(self) -> None:
        bounded = functools.lru_cache(maxsize=4)(lambda size: torch.ones(size))
        unbounded = functools.cache(lambda size: {"index": [torch.ones(size)]})
        with FakeTensorMode():
            bounded(3), unbounded(3)
        left_over.forget()
        self.assertEqual([type(bounded(3)), type(unbounded(3)["index"][0])], [torch.Tensor, torch.Tensor])
        left_over.forget()
        self.assertEqual([bounded.cache_info().currsize, unbounded.cache_info().currsize], [1, 1])

    def test_what_is_kept_in_another_way_is_refused_and_said(self) -> None:
        left_over.refuse([torch.Tensor, torch.nn.Parameter], "a result")
        with self.assertRaises(RuntimeError) as raised:
            left_over.refuse([torch.Tensor, FakeTensor], "a result")
        self.assertEqual(
            str(raised.exception),
            "a result is a tensor of the phantom, which has no values here: the program keeps what an earlier run made",
        )


if __name__ == "__main__":
    unittest.main()
