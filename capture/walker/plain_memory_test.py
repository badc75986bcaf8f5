"""plain_memory_test: tensor subclasses that wrap other tensors are unsupported, in every method and every role.

    python plain_memory_test.py ASSAY_CAPTURE
"""

import os
import pathlib
import sys
import tempfile
import unittest
from typing import Any

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "zygote"))
from driven_zygote import Zygote

# Each class is a case. Its forward takes a tensor of shape [3, 4], unless `given` makes the inputs.
MODELS = '''
import torch
from torch import nn
from torch.nn.functional import linear
from torch.testing._internal.two_tensor import TwoTensor


class Quantised(torch.Tensor):
    """Integers and their scale, as torchao keeps weights."""

    @staticmethod
    def __new__(cls, whole, scale):
        return torch.Tensor._make_wrapper_subclass(cls, whole.shape, dtype=scale.dtype)

    def __init__(self, whole, scale):
        self.whole, self.scale = whole, scale

    def __tensor_flatten__(self):
        return ["whole", "scale"], None

    @staticmethod
    def __tensor_unflatten__(held, meta, size, stride):
        return Quantised(held["whole"], held["scale"])

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        if func is torch.ops.aten.detach.default:
            return Quantised(args[0].whole, args[0].scale)
        plain = lambda value: value.whole * value.scale if isinstance(value, Quantised) else value
        return func(*torch.utils._pytree.tree_map(plain, args), **(kwargs or {}))


class Named(torch.Tensor):
    """Plain memory, and a class of its own."""


def two():
    return TwoTensor(torch.ones(3, 4), torch.full((3, 4), 2.0))


class Parameter(nn.Module):
    def __init__(self, made="two"):
        super().__init__()
        self.weight = nn.Parameter(globals()[made](), requires_grad=made != "integers")

    def forward(self, x):
        return linear(x, self.weight)


def integers():
    return Quantised(torch.ones(3, 4, dtype=torch.int8), torch.full((3, 1), 0.5))


def named():
    return torch.ones(3, 4).as_subclass(Named)


class Buffer(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("table", two())

    def forward(self, x):
        return x * self.table


class Doubled(nn.Module):
    def forward(self, x):
        return x * 2


def given_two():
    return (two(),)


def given_jagged():
    rows = [torch.ones(2, 4), torch.ones(3, 4)]
    return (torch.nested.nested_tensor(rows, layout=torch.jagged),)


class Given(nn.Module):
    """A parameter whose memory was given back, as that of a sharded program is; or one without a shape yet."""

    def __init__(self, lazy=False):
        super().__init__()
        if lazy:
            self.weight = nn.UninitializedParameter()
        else:
            self.weight = nn.Parameter(torch.ones(4))
            self.weight.untyped_storage().resize_(0)

    def forward(self, x):
        return x * 2


class GivesBack(nn.Module):
    def forward(self, x):
        y = x * 2
        y.untyped_storage().resize_(0)
        return y


class Scripted(nn.Module):
    """Buffers of a scripted module are in no dictionary."""

    def __init__(self):
        super().__init__()
        self.norm = torch.jit.script(nn.BatchNorm1d(4))

    def forward(self, x):
        return self.norm(x) * 2


class Distributed(nn.Module):
    """A weight that is sharded over a mesh of one."""

    def __init__(self):
        super().__init__()
        from torch.distributed import init_device_mesh, init_process_group
        from torch.distributed.tensor import Shard, distribute_tensor
        from torch.testing._internal.distributed.fake_pg import FakeStore
        init_process_group("fake", store=FakeStore(), rank=0, world_size=1)
        self.weight = nn.Parameter(distribute_tensor(torch.ones(4), init_device_mesh("cpu", (1,)), [Shard(0)]))

    def forward(self, x):
        return x * self.weight.to_local()


class Result(nn.Module):
    def forward(self, x):
        return {"both": TwoTensor(x, x * 2)}


class Inside(nn.Module):
    def forward(self, x):
        both = TwoTensor(x, x * 2) + 1
        return both.a * both.b


class JaggedInside(nn.Module):
    def forward(self, x):
        rows = torch.nested.nested_tensor_from_jagged(x, torch.tensor([0, 1, 3]))
        return (rows * 2).values()


class Held(nn.Module):
    """A constant: neither a parameter nor a buffer."""

    def __init__(self):
        super().__init__()
        self.kept = [two()]

    def forward(self, x):
        both = self.kept[0] * x
        return both.a + both.b


class WithNamed(nn.Module):
    def forward(self, x):
        return x * torch.ones(4).as_subclass(Named)
'''
METHODS = ["symbolic_trace", "make_fx", "dispatch", "native", "aot", "aot_joint", "aot_joint_compile", "export", "export_strict", "dynamo"]


class PlainMemory(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.models = tempfile.TemporaryDirectory()
        pathlib.Path(cls.models.name, "subclasses.py").write_text(MODELS, encoding="utf-8")
        cls.zygote = Zygote(sys.argv[1], METHODS)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.zygote.close()
        cls.models.cleanup()

    def ended(self, factory: str, method: str, inputs: Any = None, measure: bool = True, **kwargs: Any) -> dict[str, Any]:
        case = {"case": "subclass", "factory": f"subclasses.py:{factory}", "kwargs": kwargs, "folder": self.models.name,
                "inputs": inputs or [{"shape": [3, 4], "dtype": "float32"}], "train": False}  # fmt: skip
        return self.zygote.run(case, method, judged=True, again=not measure)

    def assertUnsupported(self, message: str, factory: str, methods: list[str] = METHODS, stage: str = "", **how: Any) -> None:
        for method in methods:
            with self.subTest(method):
                ended = self.ended(factory, method, **how)
                self.assertEqual((ended["ending"], ended["message"]), ("unsupported", message), ended["traceback"])
                self.assertIn(stage, ended["stage"])

    def assertReplays(self, factory: str, methods: list[str] = METHODS, **how: Any) -> None:
        for method in methods:
            with self.subTest(method):
                ended = self.ended(factory, method, **how)
                self.assertEqual(ended["ending"], "finished", ended["message"] + ended["traceback"])
                self.assertEqual((ended["replay"]["verdict"], ended["replay"]["message"]), ("replays", ""))

    def test_a_state_of_which_elements_cannot_be_read_is_told_by_all_methods_alike(self) -> None:
        self.assertUnsupported("a tensor subclass TwoTensor as parameter 'weight': not supported yet", "Parameter", stage="load")
        self.assertUnsupported("a tensor subclass TwoTensor as buffer 'table': not supported yet", "Buffer", stage="load")
        self.assertUnsupported("a tensor subclass Quantised as parameter 'weight': not supported yet", "Parameter", made="integers")
        self.assertUnsupported("a tensor subclass DTensor as parameter 'weight': not supported yet", "Distributed")

    def test_so_is_a_tensor_whose_memory_is_gone_or_is_to_come(self) -> None:
        self.assertUnsupported("a tensor without memory as parameter 'weight': not supported yet", "Given", stage="load")
        self.assertUnsupported("a tensor without memory as result '0': not supported yet", "GivesBack", stage="eager")
        never_run = "parameters without shapes: a lazy module that has not run yet; run it once in the factory"
        self.assertUnsupported(never_run, "Given", ["make_fx", "native"], lazy=True)

    def test_a_scripted_module_is_a_module_as_any(self) -> None:
        self.assertReplays("Scripted", ["make_fx", "native"])

    def test_so_is_an_input(self) -> None:
        self.assertUnsupported("a tensor subclass TwoTensor as input '0': not supported yet", "Doubled", inputs="subclasses.py:given_two")
        self.assertUnsupported("a tensor subclass NestedTensor as input '0': not supported yet", "Doubled", inputs="subclasses.py:given_jagged")

    def test_a_result_is_seen_as_soon_as_eager_has_run(self) -> None:
        self.assertUnsupported("a tensor subclass TwoTensor as result 'both': not supported yet", "Result", stage="eager")

    def test_where_eager_has_not_run_recorders_see_a_result(self) -> None:
        self.assertUnsupported("a tensor subclass TwoTensor as result 'both': not supported yet", "Result", ["dispatch", "native"], measure=False)

    def test_what_a_forward_makes_is_told_where_it_is_met_whole_and_replays_where_it_is_taken_apart(self) -> None:
        self.assertUnsupported("a tensor subclass TwoTensor as argument of 'aten.add.Tensor': not supported yet", "Inside", ["dispatch"])
        self.assertReplays("Inside", ["make_fx", "native", "aot"])
        self.assertUnsupported("a size of a jagged tensor: not supported yet", "JaggedInside", ["dispatch"])
        self.assertReplays("JaggedInside", ["native"])

    def test_so_is_a_constant(self) -> None:
        told = {"dispatch": "argument of 'aten.mul.Tensor'", "dynamo": "constant 'kept.0'", "export_strict": "constant 'self___kept_0'",
                "symbolic_trace": "constant '_tensor_constant0'"}  # fmt: skip
        for method, role in told.items():
            self.assertUnsupported(f"a tensor subclass TwoTensor as {role}: not supported yet", "Held", [method])
        self.assertReplays("Held", ["make_fx", "native", "aot"])

    def test_a_subclass_with_memory_of_its_own_is_a_tensor_as_any(self) -> None:
        self.assertReplays("Parameter", made="named")
        self.assertReplays("WithNamed", ["dispatch", "native"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
