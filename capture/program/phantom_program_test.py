"""phantom_program_test: a program on the phantom is made on the CPU, lies on `cuda`, and has the CPU's values.

Run under the preloaded phantom, like phantom_test.py.
"""

import base64
import json
import os
import tempfile
import unittest
from typing import Any

import torch
from torch import nn
from torch._subclasses.fake_tensor import FakeTensor
from torch.nn.utils.parametrizations import weight_norm

from assay_capture import write_graph_file
from assay_python.methods import make_fx, make_fx_symbolic, native, symbolic_trace
from assay_python.observe import record
from assay_python.program import eager
from assay_python.program.program import Program

FOLDER = os.path.dirname(os.path.abspath(__file__))


class ReadsWhatItMakes(nn.Module):
    """A drop-path schedule and an initialisation that reads values, like in ViT, Swin and ConvNeXt."""

    def __init__(self) -> None:
        super().__init__()
        self.rates = [rate.item() for rate in torch.linspace(0, 0.1, 3)]
        self.linear = nn.Linear(4, 4)
        nn.init.trunc_normal_(self.linear.weight)
        self.numbers = self.linear.weight.detach().numpy().tolist()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x) * self.rates[1]


class Shares(nn.Module):
    """A weight under two names, views of one base, a buffer that is a view of a weight, tensors in containers."""

    def __init__(self) -> None:
        super().__init__()
        self.left, self.right = nn.Linear(4, 4), nn.Linear(4, 4)
        self.right.weight = self.left.weight
        base = torch.arange(8.0)
        self.register_buffer("low", base[:4])
        self.register_buffer("high", base[4:].view(2, 2).t())
        self.register_buffer("row", self.left.weight.detach()[1])
        self.plain = torch.ones(4)
        self.kept = [self.plain, {"low": self.low}, (torch.zeros(4), "text")]
        self.normed = weight_norm(nn.Linear(4, 4))
        self.function = lambda: base

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.normed(self.right(self.left(x))) + self.low + self.plain + self.kept[2][0]


class OnCuda(nn.Module):
    """Puts tensors on `cuda` itself, in every possible way, and reads a tensor."""

    def __init__(self) -> None:
        super().__init__()
        self.made = nn.Linear(4, 4, device="cuda")
        with torch.device("cuda"):
            self.register_buffer("below", torch.ones(4) * 3)
        self.sent = nn.Linear(4, 4).cuda()
        generator = torch.Generator(device="cuda").manual_seed(3)
        self.drawn = torch.rand(4, generator=generator, device="cuda")
        self.number = int(self.below.sum().item())
        self.back = self.below.cpu()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.sent(self.made(x)) * self.below + self.drawn + self.number


class Branches(nn.Module):
    """Reads values of a mask, a count and a product; writes a buffer in place and through a view."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.register_buffer("steps", torch.zeros(2))

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> Any:
        self.steps[1].add_(1)
        y = self.linear(x).relu() if mask.all() else self.linear(x).tanh()
        if self.steps[1].item() == 1:
            y = y.exp()
        return y[: int((x > 0).sum() % 3) + 1], x[mask]


class Attends(nn.Module):
    """Reads the result of a fused attention operator that the CPU lacks."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = nn.functional.scaled_dot_product_attention(x, x, x)
        return y.sin() if bool((y > -100).all()) else y.cos()


@torch.library.custom_op("phantom_program_test::positive", mutates_args=())
def positive(x: torch.Tensor) -> torch.Tensor:
    return x[x > 0].clone()


@positive.register_fake
def _(x: torch.Tensor) -> torch.Tensor:
    return x.new_empty(torch.library.get_ctx().new_dynamic_size())


class SizesByValue(nn.Module):
    """An operator whose fake kernel returns a symbolic size, like torchvision's `nms`."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = positive(x.detach())
        return x * 2 if y.numel() > 5 else x * 3


class Listed(nn.Module):
    """Computes with tensors made of numbers on the device, like torchvision's normalisation."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x - torch.as_tensor([0.5, 0.25, 0.0, 1.0], dtype=x.dtype, device=x.device)
        return y.sin() if bool((y < 1).any()) else y.cos()


class Samples(nn.Module):
    """An operator without a fake kernel that has its own GPU version."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        grid = torch.linspace(-1, 1, 12, device=x.device).view(1, 3, 2, 2).expand(x.shape[0], 3, 2, 2)
        y = nn.functional.grid_sample(x, grid, align_corners=True)
        return y.sin() if bool((y > -100).all()) else y.cos()


class Factor(nn.Module):
    """Has a constant tensor."""

    def __init__(self) -> None:
        super().__init__()
        self.factor = torch.tensor([2.0])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.factor


def all_true() -> Any:
    return torch.randn(3, 4), torch.tensor([True, True, True])


def not_all_true() -> Any:
    return torch.randn(3, 4), torch.tensor([True, False, True])


def every_other() -> Any:
    return (torch.arange(24.0).view(4, 6)[:, ::2],)


def same_twice() -> Any:
    base = torch.randn(6, 4)
    return base[:3], base[3:], base[:3].t().contiguous().t()


@torch.library.custom_op("phantom_program_test::tripled", mutates_args=())
def tripled(x: torch.Tensor) -> torch.Tensor:
    return x * 3


@tripled.register_fake
def _(x: torch.Tensor) -> torch.Tensor:
    return torch.empty_like(x)


def _keep_detached(ctx: Any, inputs: Any, output: torch.Tensor) -> None:
    ctx.kept = output.detach()


tripled.register_autograd(lambda ctx, gradient: gradient * ctx.kept, setup_context=_keep_detached)


class Sparse(nn.Module):
    """Converts a tensor to sparse and back to dense."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.to_sparse().to_dense()


class Triples(nn.Module):
    """Calls an operator whose autograd kernel also runs another operator, below autograd."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return tripled(x)


def program(factory: str, inputs: Any, device: str = "cuda") -> Program:
    here = os.path.abspath(__file__)
    given = f"{here}:{inputs}" if isinstance(inputs, str) else inputs
    return Program({"factory": f"{here}:{factory}", "inputs": given, "folder": FOLDER}, device, device == "cuda")


class Calls:
    """Replaces the C++ recorder."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def input(self, *_: Any) -> None: ...
    def result(self, *_: Any) -> None: ...
    def name_constant(self, *_: Any) -> None: ...

    def before_write(self, tensors: Any) -> None: ...

    def call(self, func: Any, *_: Any) -> None:
        self.calls.append(func.name().partition(".")[0])


def storage(tensor: torch.Tensor) -> int:
    return tensor.untyped_storage()._cdata


X = {"shape": [3, 4]}


class Made(unittest.TestCase):
    def test_a_constructor_may_read_what_it_makes(self) -> None:
        made, real = program("ReadsWhatItMakes", [X]), program("ReadsWhatItMakes", [X], "cpu")
        self.assertEqual(made.model.numbers, real.model.numbers)
        self.assertEqual(made.model.rates, real.model.rates)
        self.assertTrue(torch.equal(made.model.linear.weight.real_tensor, real.model.linear.weight))

    def test_every_tensor_is_a_fake_one_on_cuda(self) -> None:
        made = program("Shares", "same_twice")
        model = made.model
        held = [*model.parameters(), *model.buffers(), model.plain, *model.kept[:1], model.kept[2][0], *made.args]
        for tensor in [*held, model.kept[1]["low"], model.function()]:
            self.assertIsInstance(tensor, FakeTensor)
            self.assertEqual(tensor.device, torch.device("cuda", 0))
            self.assertIsNotNone(tensor.real_tensor)
        self.assertTrue(all(isinstance(one, nn.Parameter) and one.is_leaf for one in model.parameters()))
        self.assertEqual(model.high.stride(), (1, 2))
        self.assertEqual(made.args[2].stride(), (1, 3))

    def test_what_is_one_tensor_or_one_memory_stays_one_and_others_stay_apart(self) -> None:
        model = program("Shares", [X]).model
        self.assertIs(model.left.weight, model.right.weight)
        self.assertIs(model.kept[0], model.plain)
        self.assertIs(model.kept[1]["low"], model.low)
        for values in (False, True):
            where = lambda tensor: storage(tensor.real_tensor if values else tensor)
            self.assertEqual(where(model.low), where(model.high))
            self.assertEqual(where(model.row), where(model.left.weight))
            self.assertEqual(where(model.function()), where(model.low))
            self.assertNotEqual(where(model.left.weight), where(model.left.bias))
            self.assertNotEqual(where(model.plain), where(model.low))
        first, second, third = program("Shares", "same_twice").args
        self.assertEqual(storage(first), storage(second))
        self.assertNotEqual(storage(first), storage(third))

    def test_what_a_constructor_puts_on_cuda_is_there_and_has_a_value(self) -> None:
        made = program("OnCuda", [X])
        self.assertEqual(made.model.number, 12)
        for tensor in (made.model.made.weight, made.model.sent.weight, made.model.below, made.model.drawn):
            self.assertEqual((tensor.device.type, tensor.real_tensor.shape), ("cuda", tensor.shape))
        ((output,), _, _) = eager.timed(made)
        self.assertEqual(output.device.type, "cuda")


class Runs(unittest.TestCase):
    def calls(self, factory: str, inputs: Any, device: str) -> list[str]:
        seen = Calls()
        record.record(program(factory, inputs, device), seen)
        return seen.calls

    def test_a_run_takes_the_branches_that_the_cpu_takes(self) -> None:
        found = {}
        for inputs, there, elsewhere in (("all_true", "relu", "tanh"), ("not_all_true", "tanh", "relu")):
            found[inputs] = self.calls("Branches", inputs, "cuda")
            self.assertEqual(found[inputs], self.calls("Branches", inputs, "cpu"))
            self.assertIn(f"aten::{there}", found[inputs])
            self.assertNotIn(f"aten::{elsewhere}", found[inputs])
            self.assertIn("aten::exp", found[inputs])
        self.assertNotEqual(found["all_true"], found["not_all_true"])

    def test_results_have_the_values_and_sizes_of_the_cpu(self) -> None:
        cuda, cpu = program("Branches", "not_all_true"), program("Branches", "not_all_true", "cpu")
        with cuda.running():
            found = cuda.model(*cuda.args)
        for fake, real in zip(found, cpu.model(*cpu.args), strict=True):
            self.assertEqual((fake.device.type, fake.shape), ("cuda", real.shape))
            self.assertTrue(torch.equal(fake.real_tensor, real))
        self.assertEqual(cuda.model.steps.real_tensor.tolist(), [0, 1])

    def test_an_operator_of_a_gpu_has_the_value_of_its_stand_in(self) -> None:
        inputs = [{"shape": [2, 3, 5, 16]}]
        found = self.calls("Attends", inputs, "cuda")
        self.assertIn("aten::_scaled_dot_product_efficient_attention", found)
        self.assertIn("aten::sin", found)

    def test_an_operator_whose_sizes_hang_on_values_has_those_of_the_cpu(self) -> None:
        self.assertEqual(self.calls("SizesByValue", [X], "cuda"), self.calls("SizesByValue", [X], "cpu"))
        with self.assertRaisesRegex(Exception, "data-dependent"):
            make_fx.capture(program("SizesByValue", [X]))

    def test_a_tensor_made_of_numbers_on_the_device_has_its_value(self) -> None:
        self.assertIn("aten::sin", self.calls("Listed", [X], "cuda"))

    def test_an_operator_without_a_fake_kernel_has_sizes_and_values_of_its_stand_in(self) -> None:
        inputs = [{"shape": [2, 3, 5, 6]}]
        found = self.calls("Samples", inputs, "cuda")
        self.assertIn("aten::cudnn_grid_sampler", found)
        self.assertIn("aten::sin", found)
        made = program("Samples", inputs)
        with made.running():
            output = made.model(*made.args)
        self.assertEqual((output.device.type, output.shape), ("cuda", (2, 3, 3, 2)))

    def test_a_constant_is_written_with_its_value_and_without_one_that_is_lost(self) -> None:
        for method in (symbolic_trace, native):
            with self.subTest(method.__name__):
                self.assertEqual(self.constants(method, program("Factor", [X])), [[2.0]])
                lost = program("Factor", [X])
                value = lost.model.factor.real_tensor
                lost.values._lost[value.untyped_storage()._cdata] = value
                self.assertEqual(self.constants(method, lost), [None])

    def constants(self, method: Any, made: Program) -> list[Any]:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "graph.json")
            write_graph_file(method.capture(made), made, {**made.case, "case": "test/Factor"}, "native", "cuda", path)
            with open(path) as file:
                nodes = json.load(file)["graphs"][0]["nodes"]
        found = [node.get("value") for node in nodes if node.get("role") == "constant"]
        data = [one and bytearray(base64.b64decode(one["data"])) for one in found]
        return [one and torch.frombuffer(one, dtype=torch.float32).tolist() for one in data]

    def test_an_input_with_gaps_keeps_them_where_its_sizes_are_symbols(self) -> None:
        for device in ("cpu", "cuda"):
            (captured,) = make_fx_symbolic.capture(program("Factor", "every_other", device))
            given = next(node.meta["val"] for node in captured.graph.graph.nodes if node.op == "placeholder")
            self.assertEqual((given.device.type, [int(step) for step in given.stride()]), (device, [6, 2]))

    def test_an_operator_has_on_the_cpu_what_its_entry_makes_there_on_every_device(self) -> None:
        factory = "assay_python.sources.operators:entry"
        found = {}
        for name in ("tensor_split", "index_select"):
            case = {"factory": factory, "kwargs": {"name": name, "dtype": "float32"}, "folder": FOLDER}
            made = Program(case, "cuda", True)
            found[name] = {given.device.type for given in made.args if given.dtype == torch.int64}
            self.assertEqual({given.device.type for given in made.args if given.dtype == torch.float32}, {"cuda"})
        self.assertEqual(found, {"tensor_split": {"cpu"}, "index_select": {"cuda"}})

    def test_a_trace_has_no_values_as_on_the_cpu(self) -> None:
        for device in ("cpu", "cuda"):
            with self.assertRaisesRegex(Exception, "data-dependent"):
                make_fx.capture(program("Branches", "all_true", device))

    def test_recorders_see_the_same_run_and_nothing_of_how_values_are_computed(self) -> None:
        (captured,) = native.capture(program("Branches", "not_all_true"))
        lines = captured.graph.text().splitlines()
        found = [line.split(" = ")[1].split("(")[0].rpartition(".")[0] for line in lines if " = aten." in line]
        python = [name.replace("::", ".") for name in self.calls("Branches", "not_all_true", "cuda")]
        python = [name for name in python if name != "aten.detach"]  # a Python mode sees more of them
        self.assertEqual(sorted(found), sorted(python))

    def test_what_a_custom_operator_runs_beside_itself_below_autograd_does_not_take_its_place(self) -> None:
        (captured,) = native.capture(program("Triples", [{"shape": [2], "requires_grad": True}]))
        text = captured.graph.text()
        self.assertIn("= phantom_program_test.tripled.default(x=%0)", text)
        self.assertNotIn("input constant", text)

    def test_a_sparse_tensor_has_a_value_though_it_lies_in_no_memory(self) -> None:
        made = program("Sparse", [X])
        with made.running():
            output = made.model(*made.args)
        self.assertEqual((output.device.type, output.real_tensor.tolist()), ("cuda", made.args[0].real_tensor.tolist()))

    def test_a_value_that_could_not_be_computed_is_not_there_rather_than_an_old_one(self) -> None:
        made = program("Branches", "all_true")
        steps = made.model.steps

        def refuse(*_: Any, **__: Any) -> Any:
            raise RuntimeError("no such operator")

        with made.running():
            view = steps[1]
            made.values._stand_in, stand_in = refuse, made.values._stand_in
            view.add_(1)
            made.values._stand_in = stand_in
            self.assertIsInstance(steps[0].item(), torch.SymFloat)
            self.assertEqual(made.model.linear.bias[0].item(), float(made.model.linear.bias.real_tensor[0]))


if __name__ == "__main__":
    unittest.main()
