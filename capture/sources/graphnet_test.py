"""graphnet_test: a GraphNet sample as a model: the roles and devices of its arguments, and twins that must fail.

Run with the Python of a worker: `python graphnet_test.py`. The sample is Assay's own, in GraphNet's form.
"""

import os
import tempfile
import unittest

import torch
from torch import nn

from assay_python.program.program import Program

MODEL = """
import torch
from torch import device

class GraphModule(torch.nn.Module):
    def forward(self, L_self_modules_fc_parameters_weight_: torch.nn.parameter.Parameter, s0: torch.SymInt, L_x_: torch.Tensor,
                L_self_buffers_steps_: torch.Tensor, L_mask_: torch.Tensor):
        y = torch._C._nn.linear(L_x_, L_self_modules_fc_parameters_weight_)
        at = torch.arange(0, s0, dtype=torch.float32, device=device(type="cuda", index=0))
        return ((y + at[:, None]).masked_fill(L_mask_, 0.0) * L_self_buffers_steps_,)
"""
META = """
class A:
    name = "L_self_modules_fc_parameters_weight_"
    shape = [4, 5]
    dtype = "torch.float32"
    device = "cuda:0"
    mean = 0.5
    std = 1.0
    data = None

class B:
    name = "s0"
    shape = []
    dtype = "torch.int64"
    device = "cpu"
    data = [3]

class C:
    name = "L_x_"
    shape = [3, 5]
    dtype = "torch.float32"
    device = "cuda:0"
    mean = 0.0
    std = 1.0
    data = None

class D:
    name = "L_self_buffers_steps_"
    shape = []
    dtype = "torch.int64"
    device = "cuda:0"
    min_val = 2
    max_val = 2

class E:
    name = "L_mask_"
    shape = [3, 4]
    dtype = "torch.bool"
    device = "cuda:0"
"""


class Samples(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = holder.name

    def write(self, model: str = MODEL, meta: str = META) -> None:
        for name, text in (("model.py", model), ("weight_meta.py", meta)):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text)

    def program(self) -> Program:
        case = {"factory": "assay_python.sources.graphnet:sample", "kwargs": {"folder": self.folder}, "folder": self.folder, "train": False}
        return Program(case, "cpu", phantom=False)

    def test_weights_are_states_under_their_names_and_sizes_are_numbers(self) -> None:
        self.write()
        program = self.program()
        self.assertEqual([(one.role, one.name) for one in program.inputs()],
                         [("parameter", "L_self_modules_fc_parameters_weight_"), ("buffer", "L_self_buffers_steps_"), ("user", "0"), ("user", "1"), ("user", "2")])  # fmt: skip
        self.assertEqual(program.args[0], 3)
        self.assertIsInstance(program.model.L_self_modules_fc_parameters_weight_, nn.Parameter)
        self.assertEqual(int(program.model.L_self_buffers_steps_), 2)

    def test_it_runs_where_it_is_asked_to_and_gives_the_same_each_time(self) -> None:
        self.write()
        first, second = ((one.model(*one.args)[0]) for one in (self.program(), self.program()))
        self.assertEqual(first.device.type, "cpu")
        self.assertTrue(torch.equal(first, second))

    def test_an_argument_that_nothing_describes_is_named(self) -> None:
        self.write(meta=META.replace('"L_mask_"', '"L_other_"'))
        with self.assertRaisesRegex(ValueError, "describes L_mask_$"):
            self.program()


if __name__ == "__main__":
    unittest.main()
