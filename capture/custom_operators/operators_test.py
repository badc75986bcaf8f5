"""The operators of models/custom_ops: values, writes, gradients, and PyTorch's own checks of an operator.

    operators_test.py MODELS     MODELS: the folder models/custom_ops; on a GPU, real or phantom, as well as on the CPU
"""

import sys
import unittest
from typing import Any, Callable

import assay_capture
import torch
from assay_python.program import reference

MODELS = sys.argv.pop(1)
PHANTOM = assay_capture.phantom_device() != ""
ops = reference.resolve("custom_ops.py:clip", MODELS) and torch.ops.assay_models
DEVICES = ["cpu", *(["cuda"] if torch.cuda.is_available() and not PHANTOM else [])]


def numbers(*shape: int, device: str = "cpu", **options: Any) -> torch.Tensor:
    generator = torch.Generator().manual_seed(len(shape))
    return torch.randn(shape, generator=generator, dtype=torch.float64).to(device).requires_grad_(**options)


def samples(device: str) -> dict[Any, tuple[Any, ...]]:
    """Each operator with arguments. Tensors that it writes require no gradient."""
    peak, x = torch.full((3,), -9.0, dtype=torch.float64, device=device), numbers(5, 3, device=device)
    return {
        ops.scaled_tanh.default: (x, 1.5),
        ops.record_peak.default: (peak, x.detach()),
        ops.center.default: (x, peak, 0.25),
        ops.clip.default: (x, torch.zeros((), dtype=torch.int64, device=device), 0.5),
        ops.bias_gelu.default: (x, numbers(3, device=device), peak),
    }


def reference_of(op: Any) -> Callable[..., torch.Tensor]:
    """The same computation in PyTorch's own operators, without writes."""
    return {
        ops.scaled_tanh.default: lambda x, scale: x.tanh() * scale,
        ops.center.default: lambda x, mean, momentum: x - x.mean(0),
        ops.clip.default: lambda x, clipped, limit: x.clamp(-limit, limit),
        ops.bias_gelu.default: lambda x, bias, peak: torch.nn.functional.gelu(x + bias, approximate="tanh"),
    }[op]


class Values(unittest.TestCase):
    def test_results_and_gradients_are_those_of_pytorchs_operators(self) -> None:
        checked = 0
        for device in DEVICES:
            for op, args in samples(device).items():
                if not op._schema.returns:
                    continue
                found, expected = op(*args), reference_of(op)(*args)
                torch.testing.assert_close(found, expected)
                asked = [one for one in args if isinstance(one, torch.Tensor) and one.requires_grad]
                for left, right in zip(*(torch.autograd.grad(out.cos().sum(), asked) for out in (found, expected))):
                    torch.testing.assert_close(left, right)
                    checked += 1
        self.assertEqual(checked, 5 * len(DEVICES))

    def test_what_is_written_is_what_the_schema_says(self) -> None:
        for device in DEVICES:
            given = {op: [one.detach().clone() if isinstance(one, torch.Tensor) else one for one in args]
                     for op, args in samples(device).items()}
            for op, args in given.items():
                version = [one._version if isinstance(one, torch.Tensor) else None for one in args]
                op(*args)
                for argument, before, one in zip(op._schema.arguments, version, args):
                    written = argument.alias_info is not None and argument.alias_info.is_write
                    if before is not None:
                        self.assertEqual(one._version > before, written, f"{op}, {argument.name}")
            x = given[ops.clip.default][0]
            self.assertEqual(given[ops.clip.default][1].item(), int((x.abs() > 0.5).sum()))
            torch.testing.assert_close(given[ops.record_peak.default][0], x.amax(0))
            biased = torch.nn.functional.gelu(x + given[ops.bias_gelu.default][1], approximate="tanh")
            torch.testing.assert_close(given[ops.bias_gelu.default][2], biased.amax(0))

    def test_what_does_not_fit_is_refused(self) -> None:
        x, peak = torch.zeros(5, 3), torch.zeros(3)
        for op, args, message in (
            (ops.clip, (x, peak, 1.0), "zero-dimensional int64"),
            (ops.clip, (x, torch.zeros((), dtype=torch.int64), -1.0), "at least 0"),
            (ops.bias_gelu, (x, torch.zeros(4), peak), "one element per column"),
            (ops.bias_gelu, (x, torch.zeros(3, dtype=torch.float64), peak), "found Double"),
            (ops.bias_gelu, (x, peak, torch.zeros(6)[::2]), "contiguous `peak`"),
        ):
            with self.subTest(message=message), self.assertRaisesRegex(RuntimeError, message):
                op(*args)


class Registrations(unittest.TestCase):
    def test_pytorch_finds_nothing_to_object_to(self) -> None:
        for device in DEVICES:
            for op, args in samples(device).items():
                with self.subTest(op=str(op), device=device):
                    torch.library.opcheck(op, args)

    def test_pytorch_objects_to_a_schema_that_conceals_a_write(self) -> None:
        def conceals(x: torch.Tensor) -> torch.Tensor:
            return x.add_(1).clone()

        made = torch.library.custom_op("assay_models_test::conceals", conceals, mutates_args=())
        with self.assertRaises(torch.testing._internal.optests.OpCheckError):
            torch.library.opcheck(made, (torch.zeros(3),))

    @unittest.skipIf(torch.version.cuda is None, "a CPU build of torch")
    def test_the_cuda_kernel_is_there_and_the_phantom_refuses_to_launch_it(self) -> None:
        for name in ("bias_gelu", "bias_gelu_backward"):
            self.assertTrue(torch._C._dispatch_has_kernel_for_dispatch_key(f"assay_models::{name}", "CUDA"))
        if PHANTOM:
            x, peak = torch.empty(5, 3, device="cuda"), torch.empty(3, device="cuda")
            with self.assertRaisesRegex(RuntimeError, "phantom"):
                ops.bias_gelu(x, peak, peak)


if __name__ == "__main__":
    unittest.main()
