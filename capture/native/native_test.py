"""native_test: records of the dispatcher's recorder, each with a twin in which a defect shows.

Run with the Python of a worker, its lib/ on PYTHONPATH: `python native_test.py`. Programs are small, graphs are in
text form.
"""

import concurrent.futures
import contextlib
import ctypes
import gc
import re
import threading
import unittest
import unittest.mock

import numpy
import torch
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._python_dispatch import TorchDispatchMode

import assay_capture
from assay_python.native import aside
from assay_python.observe import higher_order, record

torch.set_num_threads(1)


def recorded(run, *given, recorder=None, watch=None, context=None):
    """The lines of the graph of `run(*given)`, without the heading."""
    recorder = recorder or assay_capture.NativeRecorder()
    for number, tensor in enumerate(given):
        recorder.input("user", str(number), [], tensor)
    with watch or recorder:
        out = run(*given)
    recorder.result("user", "0", out)
    return recorder.text().strip().splitlines()[1:]


def by_mode(run, *given):
    """The same, recorded by a Python mode."""
    recorder = assay_capture.Recorder()
    return recorded(run, *given, recorder=recorder, watch=record.Watch(recorder))


def operators(lines):
    return [found.group(1) for line in lines if (found := re.search(r"= ([\w.]+\.\w+)\(", line))]


def unordered(lines):
    """The computations of the lines, independent of order: each with its operands spelled out, without types."""
    spelled = {}
    for line in lines:
        name, _, made = line.partition(" : ")[0].partition("=")
        spelled[name.strip()] = re.sub(r"%\d+", lambda found: f"({spelled[found.group()]})", made)
    return sorted(spelled.values())


def fake(run, *given, **options):
    """`run` recorded under fake tensors."""
    with FakeTensorMode(allow_non_fake_inputs=True) as mode:
        fakes = [mode.from_tensor(tensor) for tensor in given]
        options = {"fake": True, "unrecorded": set(record.UNRECORDED), **options}
        return recorded(run, *fakes, recorder=assay_capture.NativeRecorder(**options))


class _Mallinfo(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")]  # fmt: skip


def in_use():
    """Bytes in use by the allocator."""
    ask = ctypes.CDLL(None).mallinfo2
    ask.restype = _Mallinfo
    found = ask()
    return found.uordblks + found.hblkhd


class ByAddress(TorchDispatchMode):
    """A defective recorder: it identifies tensors by the address of their elements, and forgets none."""

    def __init__(self, *given):
        super().__init__()
        self.makers = {tensor.data_ptr(): f"%{number}" for number, tensor in enumerate(given)}
        self.lines, self.reused = [], 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        sources = [self.makers.get(arg.data_ptr(), "constant") for arg in args if isinstance(arg, torch.Tensor)]
        out = func(*args, **(kwargs or {}))
        self.reused += out.data_ptr() in self.makers
        name = f"%{len(self.lines) + 2}"
        self.makers.setdefault(out.data_ptr(), name)
        self.lines.append(f"{name} = {func}({', '.join(sources)})")
        return out


def conv_bn_silu(x):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.SiLU())
    return lambda given: torch.autograd.grad(model(given).sum(), list(model.parameters()))


class Operators(unittest.TestCase):
    EXPECTED = [
        "aten.convolution.default", "aten.add_.Tensor", "aten.empty.memory_format", "aten.native_batch_norm.default", "aten.silu.default",
        "aten.sum.default", "aten.ones_like.default", "aten.expand.default", "aten.silu_backward.default",
        "aten.native_batch_norm_backward.default", "aten.convolution_backward.default",
    ]  # fmt: skip

    def test_forward_and_backward_are_recorded_operator_by_operator(self):
        x = torch.randn(2, 3, 6, 6)
        self.assertEqual(operators(recorded(conv_bn_silu(x), x)), self.EXPECTED)

    def test_under_fake_tensors_the_same_operators_are_recorded(self):
        x = torch.randn(2, 3, 6, 6)
        self.assertEqual(operators(fake(lambda given: conv_bn_silu(given)(given), x))[-11:], self.EXPECTED)

    def test_a_recorder_of_real_tensors_takes_a_fake_run_for_compilation(self):
        run = lambda given: nn.functional.linear(given, given).relu()  # noqa: E731
        self.assertEqual(operators(fake(run, torch.ones(3, 3), fake=False)), [])
        self.assertEqual(operators(fake(run, torch.ones(3, 3)))[-1], "aten.relu.default")

    def test_composite_operators_are_taken_apart_or_kept_whole(self):
        x, weight = torch.randn(2, 3), torch.randn(4, 3)
        run = lambda given: nn.functional.linear(given, weight).reshape(8)  # noqa: E731
        below = operators(recorded(run, x))
        above = operators(recorded(run, x, recorder=assay_capture.NativeRecorder(above_autograd=True)))
        self.assertEqual(below, ["aten.t.default", "aten.mm.default", "aten.view.default"])
        self.assertEqual(above, ["aten.linear.default", "aten.reshape.default"])

    def test_a_composite_operator_that_runs_nothing_is_no_operator(self):
        x = torch.randn(2, 3)
        run = lambda given: nn.functional.dropout(given, training=False) + 1  # noqa: E731
        self.assertEqual(operators(recorded(run, x)), ["aten.add.Tensor"])
        self.assertEqual(operators(fake(run, x)), ["aten.add.Tensor"])
        above = assay_capture.NativeRecorder(above_autograd=True)
        self.assertEqual(operators(recorded(run, x, recorder=above)), ["aten.dropout.default", "aten.add.Tensor"])

    def test_autocast_is_seen_by_the_casts_it_makes_at_both_levels(self):
        x, weight = torch.randn(2, 3), torch.randn(4, 3)

        def run(given):
            with torch.autocast("cpu", torch.bfloat16):
                return nn.functional.linear(given, weight)

        casts = ["aten._to_copy.default"] * 2
        self.assertEqual(operators(recorded(run, x)), [*casts, "aten.t.default", "aten.mm.default"])
        above = assay_capture.NativeRecorder(above_autograd=True)
        self.assertEqual(operators(recorded(run, x, recorder=above)), ["aten.to.dtype"] * 2 + ["aten.linear.default"])
        plain = recorded(lambda given: nn.functional.linear(given, weight), x)
        self.assertNotIn("aten._to_copy.default", operators(plain))

    def test_an_operator_that_raises_is_no_operator_and_the_next_one_is_recorded(self):
        def run(given):
            try:
                given.view(7)
            except RuntimeError:
                pass
            return given + 1

        self.assertEqual(operators(recorded(run, torch.randn(2, 3))), ["aten.add.Tensor"])

    def test_in_inference_mode_too_composite_operators_are_taken_apart_by_every_recorder(self):
        def run(x):
            with torch.inference_mode():
                return nn.functional.linear(x, x)

        x = torch.randn(3, 3)
        for lines in (recorded(run, x), fake(run, x), by_mode(run, x)):
            self.assertEqual(operators(lines), ["aten.t.default", "aten.mm.default"])
        self.assertEqual(operators(fake(run, x, above_autograd=True)), ["aten.linear.default"])

    def test_operators_of_hooks_on_saved_tensors_are_recorded_beside_the_operator_that_saves(self):
        def run(x):
            with torch.autograd.graph.saved_tensors_hooks(lambda saved: saved.clone(), lambda saved: saved * 1):
                return torch.autograd.grad(x.sin().sum(), x)[0]

        x = torch.randn(3, requires_grad=True)
        found = operators(recorded(run, x))
        self.assertEqual(found.count("aten.sin.default"), 1)
        self.assertEqual(found.count("aten.clone.default"), 1)
        self.assertEqual(sorted(operators(fake(run, x))), sorted(found))

    def test_transforms_are_seen_by_what_they_run(self):
        def run(x):
            return torch.vmap(torch.func.grad(lambda row: (row * row).sum()))(x)

        x = torch.randn(3, 4)
        self.assertEqual(operators(recorded(run, x)), operators(by_mode(run, x)))
        self.assertEqual(operators(fake(run, x)), operators(by_mode(run, x)))
        self.assertIn("aten.sum.dim_IntList", operators(recorded(run, x)))

    def test_nothing_is_recorded_outside_and_one_recording_excludes_another(self):
        outer = assay_capture.NativeRecorder()
        with outer:
            torch.ones(2)
            with self.assertRaisesRegex(RuntimeError, "operators are being recorded already"):
                with assay_capture.NativeRecorder():
                    pass
        torch.ones(3)
        self.assertEqual(outer.calls, 1)


class Modes(unittest.TestCase):
    """Differences from `dispatch` are operators that PyTorch runs because a mode is active (listed in ci/proofs)."""

    def setUp(self):
        torch.manual_seed(0)
        self.layer = nn.Linear(3, 3)

    def run_all(self, x):
        hidden = self.layer(x.expand(2, 2, 3)).relu()
        loss = hidden.reshape(4, 3).max(1).values.sum() + (hidden * hidden).sum()
        return torch.autograd.grad(loss, self.layer.weight)[0]

    def test_under_a_mode_that_does_nothing_the_recorder_agrees_with_the_mode(self):
        class Nothing(TorchDispatchMode):
            def __torch_dispatch__(self, func, types, args=(), kwargs=None):
                return func(*args, **(kwargs or {}))

        def under_mode(x):
            with Nothing():
                return self.run_all(x)

        x = torch.randn(1, 2, 3)
        seen = operators(by_mode(self.run_all, x))
        self.assertEqual(operators(recorded(under_mode, x)), seen)
        alone = operators(recorded(self.run_all, x))
        self.assertNotEqual(alone, seen)
        self.assertIn("aten.detach.default", set(seen) - set(alone))
        self.assertIn("aten.add_.Tensor", set(alone) - set(seen))


class Aside(unittest.TestCase):
    """Operators that PyTorch runs for itself: examples to compile and to trace with."""

    def setUp(self):
        torch.manual_seed(0)
        self.layer = nn.Linear(3, 3)

    def decide(self, x):
        found = torch.cond(x.sum() > 0, lambda y: self.layer(y).sin(), lambda y: y.cos(), (x,))
        return torch.autograd.grad(found.sum(), self.layer.weight)[0]

    def test_of_a_higher_order_operator_that_compiles_itself_the_branch_taken_is_recorded(self):
        def run(x):
            return torch.cond(x.sum() > 0, lambda y: y.sin(), lambda y: y.cos(), (x,))

        for x, branch in ((torch.ones(3), "aten.sin.default"), (-torch.ones(3), "aten.cos.default")):
            self.assertEqual(operators(recorded(run, x)), ["aten.sum.default", "aten.gt.Scalar", "aten._local_scalar_dense.default", branch])

    def test_neither_is_what_it_traces_for_its_gradient_and_a_mode_of_python_agrees(self):
        lines = recorded(self.decide, torch.ones(2, 3))
        self.assertEqual(lines, by_mode(self.decide, torch.ones(2, 3)))
        with unittest.mock.patch.object(aside.assay_capture, "Unrecorded", contextlib.nullcontext):
            untold = recorded(self.decide, torch.ones(2, 3))
        self.assertGreater(len(operators(untold)), len(operators(lines)))
        self.assertIn("aten.empty_strided.default", operators(untold))

    def test_neither_is_what_a_guard_asks_when_what_was_compiled_is_called_again(self):
        self.addCleanup(torch._dynamo.reset)
        run = lambda x: torch.cond(x.sum() > 0, lambda y: y.sin(), lambda y: y.cos(), (x,))  # noqa: E731
        number = torch.tensor(2.0, dtype=torch.float64)
        first, again = (operators(recorded(run, number)) for _ in range(2))
        self.assertEqual(first, again)
        with unittest.mock.patch.object(aside.assay_capture, "Unrecorded", contextlib.nullcontext):
            untold = operators(recorded(run, number))
        self.assertEqual(untold.count("aten._local_scalar_dense.default"), 1 + again.count("aten._local_scalar_dense.default"))

    def test_a_mode_that_dynamo_does_not_compile_below_sees_another_program(self):
        class Skipped(record.Watch):
            @classmethod
            def ignore_compile_internals(cls):
                return False

        self.addCleanup(torch._dynamo.reset)  # 2.11 never compiles a frame again that it skipped
        recorder = assay_capture.Recorder()
        with self.assertRaisesRegex(RuntimeError, "does not require grad"):  # the layer is no longer an operand
            recorded(self.decide, torch.ones(2, 3), recorder=recorder, watch=Skipped(recorder))

    def test_what_prints_a_tensor_is_not_recorded_and_what_reads_it_is(self):
        self.assertEqual(operators(recorded(lambda x: (repr(x), x + 1)[1], torch.ones(3))), ["aten.add.Tensor"])
        self.assertIn("aten._local_scalar_dense.default", operators(recorded(lambda x: x + x[0].item(), torch.ones(3))))

    def test_a_trace_is_no_run(self):
        trace = lambda x: torch.fx.experimental.proxy_tensor.make_fx(torch.sin)(x)  # noqa: E731
        run = lambda x: (trace(x), x + 1)[1]  # noqa: E731
        for lines in (recorded(run, torch.ones(3)), fake(run, torch.ones(3)), by_mode(run, torch.ones(3))):
            self.assertEqual(operators(lines)[-1:], ["aten.add.Tensor"])
            self.assertNotIn("aten.sin.default", operators(lines))
        self.assertIn("aten.sin.default", operators(recorded(lambda x: trace(x)(x), torch.ones(3))))


class HigherOrder(unittest.TestCase):
    """Operators over parts of a program under a fake mode, which would trace all parts."""

    @staticmethod
    def by_kernels(run, x):
        with FakeTensorMode(allow_non_fake_inputs=True) as mode, higher_order.by_kernels(mode):
            recorder = assay_capture.NativeRecorder(fake=True, unrecorded=set(record.UNRECORDED))
            return recorded(run, mode.from_tensor(x), recorder=recorder)

    def test_the_kernel_runs_as_on_a_device(self):
        run = lambda x: torch._higher_order_ops.map(lambda row: row.sin() * 2, x)  # noqa: E731
        x = torch.ones(2, 3)
        self.assertEqual(self.by_kernels(run, x), recorded(run, x))
        self.assertNotEqual(operators(fake(run, x)), operators(recorded(run, x)))

    def test_a_condition_without_a_value_is_not_guessed(self):
        run = lambda x: torch.cond(x.sum() > 0, lambda y: y.sin(), lambda y: y.cos(), (x,))  # noqa: E731
        with self.assertRaisesRegex(Exception, "aten._local_scalar_dense"):
            self.by_kernels(run, torch.ones(3))
        self.assertLess({"aten.sin.default", "aten.cos.default"}, set(operators(fake(run, torch.ones(3)))))


class FromAbove(unittest.TestCase):
    """Under fake tensors calls are seen above autograd. They must equal those that a backend sees."""

    def agree(self, run, x):
        real = recorded(run, x)
        self.assertEqual(unordered(fake(run, x)), unordered(real))
        return real

    def test_a_product_reads_what_was_made_of_a_conjugated_operand(self):
        x = torch.randn(3, dtype=torch.complex64)
        lines = self.agree(lambda given: given * given.conj() + given.imag, x)
        (made,) = [line.split()[0] for line in lines if "aten.clone" in line]
        self.assertIn(f"aten.mul.Tensor(self=%0, other={made})", " ".join(lines))
        self.assertNotEqual(unordered(lines), unordered(recorded(lambda given: given * given + given.imag, x)))

    def test_tangents_that_are_zero_in_name_only_are_made_or_never_used(self):
        layer = nn.Linear(3, 3)

        def run(x):
            return torch.func.jvp(lambda at: nn.functional.linear(at, layer.weight.detach(), layer.bias.detach()), (x,), (x,))[1]

        lines = self.agree(run, torch.randn(2, 3))
        self.assertIn("aten._efficientzerotensor.default", operators(lines))
        self.assertIn("aten._to_copy.default", operators(lines))  # a part of the sum with zero, which has its own kernel

    def test_what_a_hook_gets_of_an_operator_is_that_operators_result(self):
        def run(x):
            with torch.autograd.graph.saved_tensors_hooks(lambda saved: saved.clone(), lambda saved: saved * 1):
                return torch.autograd.grad(x.exp().sum(), x)[0]

        lines = self.agree(run, torch.randn(3, requires_grad=True))
        (power,) = [line.split()[0] for line in lines if "aten.exp." in line]
        self.assertIn(f"aten.clone.default(self={power}", " ".join(lines))
        self.assertNotIn("constant", " ".join(lines))

    def test_what_autograd_keeps_of_a_tensor_that_is_written_was_copied_before(self):
        def run(x, scale):
            y = x + 0
            y.mul_(scale)  # its gradient needs the old y
            return torch.autograd.grad(y.sum(), scale)[0]

        given = torch.ones(3), torch.tensor(2.0, requires_grad=True)
        found = operators(fake(run, *given))
        self.assertEqual(found[:3], ["aten.add.Tensor", "aten.clone.default", "aten.mul_.Tensor"])
        self.assertEqual(found, operators(recorded(run, *given)))

        def too_late(x, scale):
            y = (x + 0).mul_(scale.detach())
            return (y.clone() * scale).sum()

        self.assertEqual(operators(fake(too_late, *given))[1:4], ["aten.detach.default", "aten.mul_.Tensor", "aten.clone.default"])

    def test_views_that_autograd_makes_anew_come_after_the_write(self):
        def run(x):
            y = x * 1
            y.view(-1).mul_(2)
            return torch.autograd.grad(y.sum(), x)[0]

        found = operators(fake(run, torch.ones(2, 2, requires_grad=True)))
        self.assertEqual(found[1:4], ["aten.view.default", "aten.mul_.Tensor", "aten.view.default"])

    def test_an_operator_that_such_a_hook_stops_has_run(self):
        def run(x):
            return torch.autograd.grad(torch.utils.checkpoint.checkpoint(lambda y: y.sin().exp(), x, use_reentrant=False).sum(), x)[0]

        lines = self.agree(run, torch.randn(3, requires_grad=True))
        self.assertEqual(operators(lines).count("aten.exp.default"), 2)
        self.assertNotIn("constant", " ".join(lines))

    def test_an_operator_that_raises_by_itself_has_not(self):
        def run(given):
            with contextlib.suppress(RuntimeError):
                given.view(7)
            return given + 1

        self.assertEqual(operators(self.agree(run, torch.randn(2, 3))), ["aten.add.Tensor"])

    def test_what_ends_in_autograd_is_seen_above_it_only(self):
        run = lambda x: x + torch.tensor([1.0, 2.0])  # noqa: E731
        self.assertEqual(operators(fake(run, torch.ones(2))), operators(recorded(run, torch.ones(2))))
        self.assertNotIn("aten.detach_.default", operators(fake(run, torch.ones(2))))
        self.assertIn("aten.detach_.default", operators(fake(run, torch.ones(2), above_autograd=True)))


class Identity(unittest.TestCase):
    def test_a_temporary_at_a_reused_address_is_another_value(self):
        def run(x):
            for _ in range(4):
                x = (x + 1) * 2  # each sum is freed, and its memory is reused
            return x

        lines = recorded(run, torch.zeros(1000))
        self.assertEqual([re.findall(r"(?:self|other|0)=(%\d+)", line) for line in lines[1:-1]],
                         [[f"%{number}"] for number in range(8)])  # fmt: skip

    def test_a_recorder_that_goes_by_address_wires_the_same_program_wrongly(self):
        x = torch.zeros(1000)
        with ByAddress(x) as mode:
            for _ in range(4):
                x = (x + 1) * 2
        self.assertGreater(mode.reused, 0)  # without reuse the test above would prove nothing
        sources = [re.findall(r"\((%\d+|constant)", line)[0] for line in mode.lines]
        self.assertNotEqual(sources, ["%0"] + [f"%{number}" for number in range(2, 9)])

    def test_memory_is_freed_as_in_the_plain_run(self):
        def run(x, kept=None):
            for _ in range(100):
                x = torch.zeros(1 << 18) + x[0]  # 1 MiB, twice
                if kept is not None:
                    kept.append(x)
            return in_use()

        plain, recorder = run(torch.zeros(1)), assay_capture.NativeRecorder()
        with recorder:
            alone = run(torch.zeros(1))
            holding = run(torch.zeros(1), [])
        self.assertEqual(recorder.calls, 602)
        self.assertLess(alone - plain, 4 << 20)
        self.assertGreater(holding - plain, 90 << 20)  # shows a recorder that keeps tensors

    def test_views_are_aliases_and_an_in_place_operator_makes_a_new_version(self):
        def run(x):
            row = x[0]
            x.add_(1)
            return row * x

        self.assertEqual(recorded(run, torch.zeros(2, 3)), [
            '%0 = input user "0" : f32[2,3]',
            "%1 = aten.select.int(self=%0, dim=0, index=0) alias(0:self) : f32[3]",
            "%2 = aten.add_.Tensor(self=%0, other=1, alpha?=1) mutates(self) alias(0:self) : f32[2,3]",
            "%3 = aten.mul.Tensor(self=%1, other=%2) : f32[2,3]",
            'output "0"=%3',
        ])  # fmt: skip

    def test_a_read_before_a_write_is_another_graph_than_a_read_after_it(self):
        def read_first(x):
            row = x[0] + 0
            x.add_(1)
            return row

        def write_first(x):
            x.add_(1)
            return x[0] + 0

        first, second = (operators(recorded(run, torch.zeros(2, 3))) for run in (read_first, write_first))
        self.assertEqual(first, ["aten.select.int", "aten.add.Tensor", "aten.add_.Tensor"])
        self.assertEqual(second, ["aten.add_.Tensor", "aten.select.int", "aten.add.Tensor"])

    def test_a_tensor_that_autograd_saved_is_the_value_it_was(self):
        x = torch.randn(3, requires_grad=True)
        lines = recorded(lambda given: torch.autograd.grad((given * given).exp().sum(), given)[0], x)
        (power,) = [line.split()[0] for line in lines if "aten.exp." in line]
        self.assertIn(f"other={power}", " ".join(line for line in lines if "aten.mul.Tensor" in line))
        self.assertNotIn("constant", " ".join(lines))

    def test_a_view_of_all_of_a_value_leaves_its_place_to_it(self):
        def run(x):
            power = x.exp()
            return torch.autograd.grad((power.view(2, 2) + power.expand(2, 2)).sum(), x)[0]

        x = torch.randn(2, 2, requires_grad=True)
        lines = recorded(run, x)
        (power,) = [line.split()[0] for line in lines if "aten.exp." in line]
        self.assertIn(f"other={power}", " ".join(line for line in lines if "aten.mul.Tensor" in line))

    def test_a_view_made_again_and_a_write_take_the_place(self):
        weight = torch.randn(2, 2)

        def again(x):
            inner = lambda y: y.mm(weight.t()).sin()  # noqa: E731
            return torch.autograd.grad(torch.utils.checkpoint.checkpoint(inner, x, use_reentrant=False).sum(), x)[0]

        lines = recorded(again, torch.randn(2, 2, requires_grad=True))
        _, second, back = [line for line in lines if "aten.t.default" in line]
        self.assertIn(f"(self={second.split()[0]})", back)

        def written(x):
            return torch.autograd.grad(x.sin().relu_().sum(), x)[0]

        lines = recorded(written, torch.randn(2, 2, requires_grad=True))
        (relu,) = [line.split()[0] for line in lines if "aten.relu_" in line]
        self.assertIn(f"self={relu},", " ".join(line for line in lines if "aten.threshold_backward" in line))

    def test_of_equal_views_that_autograd_copies_each_is_its_own_until_a_write(self):
        def views(x):
            first, second, third = (x.view(torch.int32) for _ in range(3))
            return second + 1, first * 2, third - 3, first + 4

        made = "aten.add.Tensor(self=%2", "aten.mul.Tensor(self=%1", "aten.sub.Tensor(self=%3", "aten.add.Tensor(self=%1"
        lines = recorded(views, torch.zeros(2))[4:8]
        self.assertEqual(tuple(line.split(" = ")[1].split(",")[0] for line in lines), made)

        def written(x):
            first, second = x.view(torch.int32), x.view(torch.int32)
            second.add_(1)
            return first * 2

        self.assertIn("aten.mul.Tensor(self=%3,", recorded(written, torch.zeros(2))[4])

    def test_a_view_that_leads_back_to_the_whole_of_its_base_is_itself(self):
        def back(x):
            return x.view(torch.int32).view(torch.float32) * 2

        self.assertIn("aten.mul.Tensor(self=%2,", recorded(back, torch.zeros(2))[3])

    def test_a_mark_of_one_recording_is_nothing_to_the_next(self):
        x = torch.zeros(2)
        kept = []
        recorded(lambda given: kept.append(given.view(torch.int32)), x)
        lines = recorded(lambda given: (given.view(torch.int32), given.view(torch.int32), kept[0] * 2)[-1], x)
        (last,) = [line for line in lines if "aten.mul" in line]
        self.assertIn("self=%2,", last)  # unseen when made: the last tensor at its place

    def test_an_object_that_was_given_another_storage_is_another_value(self):
        def run(x, y):
            z = x + 1
            z.data = y * 2
            return z - 3

        lines = recorded(run, torch.zeros(2), torch.zeros(2))
        (doubled,) = [line.split()[0] for line in lines if "aten.mul" in line]
        self.assertIn(f"aten.sub.Tensor(self={doubled}", lines[-2])

    def test_an_object_that_was_given_another_place_in_its_storage_is_another_value(self):
        def cropped(x):
            z = x + 1
            z.data = z[:1]
            return z * 2

        self.assertIn("aten.mul.Tensor(self=%2, other=2)", recorded(cropped, torch.zeros(2, 3))[3])

        def sparse(x, y):
            s = x.to_sparse()
            s.data = y.to_sparse()
            return s * 2

        (product,) = [line for line in recorded(sparse, torch.eye(2), torch.eye(2)) if "aten.mul" in line]
        self.assertIn("(self=%3,", product)

    def test_what_moves_within_its_storage_in_place_was_what_it_was(self):
        def run(x):
            y = x + 1
            view = y.view(2, 1, 3)
            return view.squeeze_(1) * 2

        for lines in (recorded(run, torch.zeros(2, 3)), by_mode(run, torch.zeros(2, 3))):
            self.assertIn("aten.squeeze_.dim(self=%2,", lines[3])
            self.assertIn("aten.mul.Tensor(self=%3,", lines[4])

    def test_a_storage_at_a_freed_ones_address_is_another_value(self):
        def run(x):
            z = x + 1
            for _ in range(600):
                z.data = z + 1
            return z

        made = [line for line in recorded(run, torch.zeros(2)) if "aten.add" in line]
        self.assertEqual(len(made), 601)
        for number, line in enumerate(made):
            self.assertIn(f"(self=%{number},", line)

    def test_a_sparse_tensor_that_autograd_saved_is_the_value_it_was(self):
        def run(x):
            return torch.autograd.grad(torch.sparse.sum(torch.sparse.softmax(x.to_sparse(), 1)), x)[0]

        lines = recorded(run, torch.eye(2).add(1).requires_grad_())
        (made,) = [line.split()[0] for line in lines if "aten._sparse_softmax." in line]
        (back,) = [line for line in lines if "aten._sparse_softmax_backward_data" in line]
        self.assertIn(f"output={made},", back)

    def test_a_view_of_views_that_is_all_of_a_value_leaves_its_place_to_it(self):
        def saved(view):
            x = torch.randn(2, 2, requires_grad=True)
            lines = recorded(lambda given: torch.autograd.grad(view(given.tanh()).sum(), given)[0], x)
            (back,) = [line for line in lines if "aten.tanh_backward" in line]
            return re.search(r" output=(%\d+)", back).group(1)

        for view in (lambda y: y, lambda y: y.view(4).view(2, 2), lambda y: y.unsqueeze(0).squeeze(0), lambda y: y.t().t().t().t()):
            self.assertEqual(saved(view), "%1")

    def test_an_output_has_its_place_among_many(self):
        lines = recorded(lambda x: list(x)[65537] * 2, torch.arange(65540.0))
        self.assertIn("aten.mul.Tensor(self=%1.65537,", lines[-2])

    def test_a_constant_whose_memory_was_given_back_has_no_values(self):
        weight = torch.zeros(4)
        weight.untyped_storage().resize_(0)
        self.assertIn("constant", " ".join(recorded(lambda x: (weight.view(2, 2), x + 1)[1], torch.zeros(2))))

    def test_constants_keep_no_memory(self):
        def run(x):
            for _ in range(30):
                row = torch.from_numpy(numpy.zeros(1 << 18))
                x = x + row[0]
            return x

        recorder = assay_capture.NativeRecorder()
        recorder.input("user", "0", [], given := torch.zeros(()).double())
        with recorder:
            plain = in_use()
            run(given)
        self.assertLess(in_use() - plain, 90 << 20)  # 60 MiB of bytes, without as much memory again

    def test_what_a_kernel_fills_by_pointer_is_a_constant_and_what_an_operator_writes_is_what_it_wrote(self):
        x = torch.ones(3)

        def by_pointer(make=lambda: torch.empty(3), view=lambda made: made, use=x.add, by=None):
            def run(given):
                made = make()
                (by or (lambda one: ctypes.memmove(one.data_ptr(), x.data_ptr(), 12)))(made)
                return use(view(made))

            return recorded(run, x)

        filled = 'input constant "constant0" data("AACAPwAAgD8AAIA/") : f32[3]'
        made = "aten.empty.memory_format"
        for keys in ({}, {"use": lambda one: one}, {"make": lambda: torch.empty_like(x)},
                     {"view": lambda one: one.view(3, 1)}, {"use": lambda one: one.mul_(2)}):  # fmt: skip
            lines = " ".join(by_pointer(**keys))
            self.assertIn(filled, lines)
            self.assertNotIn(".empty", lines)
        nothing = lambda one: None
        for keys in ({"by": nothing}, {"by": nothing, "use": torch.zeros_like}, {"by": nothing, "use": lambda one: one},
                     {"by": lambda one: one.copy_(x)}, {"by": lambda one: one.view(1, 3).fill_(1)},
                     {"make": lambda: torch.empty(3).copy_(x)}):  # fmt: skip
            lines = " ".join(by_pointer(**keys))
            self.assertIn(made, lines)
            self.assertNotIn("constant", lines)

    def test_the_lengths_of_a_loss_over_lists_are_constants(self):
        def loss(given, lengths):
            return nn.functional.ctc_loss(given.log_softmax(-1), torch.tensor([1, 2, 3, 1]), lengths, (2, 2))

        for lengths in ((5, 5), (5, 4)):
            lines = recorded(lambda given: loss(given, lengths), torch.ones(5, 2, 4))
            self.assertEqual([op for op in operators(lines) if "empty" in op], [])
            self.assertIn('data("AAAAQAAAAEA=")', " ".join(lines))  # 2 and 2

    def test_what_nobody_made_is_a_constant_as_it_was_before_it_is_written(self):
        def constant(by, value):
            table = torch.full((2,), value)
            lines = by(lambda x: table.add_(x), torch.ones(2))
            self.assertEqual(table.tolist(), [value + 1, value + 1])
            return [line for line in lines if "input constant" in line]

        for by in (recorded, by_mode):
            self.assertEqual(constant(by, 1.0), ['%1 = input constant "constant0" data("AACAPwAAgD8=") : f32[2]'])
            self.assertNotEqual(constant(by, 1.0), constant(by, 2.0))

    def test_constants_of_one_memory_say_so_and_those_of_others_do_not(self):
        held, other = torch.zeros(4), torch.zeros(2)
        kept = nn.Module()
        kept.register_buffer("kept", torch.zeros(4))

        def memories(by, recorder, *read):
            recorder.input("buffer", "kept", [], kept.kept)
            lines = by(lambda x: [x + one for one in read], torch.ones(2), recorder=recorder)
            found = [re.search(r"memory_of\([^)]*\)", line) for line in lines if "input constant" in line]
            self.assertEqual(len(found), len(read))
            return [one and one.group() for one in found]

        watched = lambda run, *given, recorder: recorded(run, *given, recorder=recorder, watch=record.Watch(recorder))
        for by, make in (recorded, assay_capture.NativeRecorder), (watched, assay_capture.Recorder):
            found = memories(by, make(), held[:2], held[2:], other, kept.kept[1:3])
            expected = [None, 'memory_of(constant "constant0" 8)', None, 'memory_of(buffer "kept" 4)']
            self.assertEqual(found, expected)


class Order(unittest.TestCase):
    def test_draws_and_writes_keep_their_order(self):
        def run(x):
            return torch.rand_like(x), x.bernoulli_(0.5), nn.functional.dropout(x, 0.5)

        def swapped(x):
            return x.bernoulli_(0.5), torch.rand_like(x), nn.functional.dropout(x, 0.5)

        one, other = (operators(recorded(each, torch.zeros(3))) for each in (run, swapped))
        dropout = ["aten.empty_like.default", "aten.bernoulli_.float", "aten.div_.Scalar", "aten.mul.Tensor"]
        self.assertEqual(one, ["aten.rand_like.default", "aten.bernoulli_.float", *dropout])
        self.assertEqual(other, ["aten.bernoulli_.float", "aten.rand_like.default", *dropout])

    def test_recording_does_not_change_what_is_drawn(self):
        torch.manual_seed(0)
        plain = torch.rand(3)
        torch.manual_seed(0)
        with assay_capture.NativeRecorder():
            self.assertEqual(torch.rand(3).tolist(), plain.tolist())


class Threads(unittest.TestCase):
    """Other threads, which a Python mode does not see (pytorch#103719)."""

    @staticmethod
    def in_thread(x):
        made = []
        thread = threading.Thread(target=lambda: made.append((x + 1) * 2))
        thread.start()
        thread.join()
        return made[0] - 3

    def test_operators_of_a_user_thread_are_recorded_from_its_first_on(self):
        lines = recorded(self.in_thread, torch.zeros(3))
        self.assertEqual(operators(lines), ["aten.add.Tensor", "aten.mul.Tensor", "aten.sub.Tensor"])
        self.assertNotIn("constant", " ".join(lines))
        self.assertEqual(operators(fake(self.in_thread, torch.zeros(3)))[-3:], operators(lines))

    def test_a_mode_of_python_loses_them_and_takes_their_result_for_a_constant(self):
        lines = by_mode(self.in_thread, torch.zeros(3))
        self.assertEqual(operators(lines), ["aten.sub.Tensor"])
        self.assertIn("input constant", " ".join(lines))

    def test_a_thread_that_was_there_before_is_recorded_too_and_no_longer_afterwards(self):
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            pool.submit(torch.ones, 1).result()
            for _ in range(2):
                lines = recorded(lambda x: pool.submit(lambda: nn.functional.linear(x, x)).result(), torch.zeros(2, 2))
                self.assertEqual(operators(lines), ["aten.t.default", "aten.mm.default"])
                pool.submit(torch.ones, 1).result()
            recorder = assay_capture.NativeRecorder(above_autograd=True)
            lines = recorded(lambda x: pool.submit(lambda: nn.functional.linear(x, x)).result(),
                             torch.zeros(2, 2), recorder=recorder)  # fmt: skip
            self.assertEqual(operators(lines), ["aten.linear.default"])

    def test_its_first_operator_is_recorded_once_in_each_recording(self):
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            for _ in range(2):
                lines = recorded(lambda x: pool.submit(lambda: x.add_(1)).result(), torch.zeros(2))
                self.assertEqual(operators(lines), ["aten.add_.Tensor"])

    def test_its_first_operator_is_seen_below_autocast_and_transforms(self):
        def product(x):
            with torch.autocast("cpu", torch.bfloat16):
                return x.mm(x)

        for run in (product, torch.vmap(lambda row: row.sin() + 1)):
            alone = operators(recorded(run, torch.ones(2, 2)))
            with concurrent.futures.ThreadPoolExecutor(1) as pool:
                found = recorded(lambda x: pool.submit(run, x).result(), torch.ones(2, 2))  # noqa: B023
            self.assertEqual(operators(found), alone)

    def test_what_a_threads_first_operator_calls_inside_itself_is_not_recorded(self):
        values = torch.rand(4, 4)
        alone = operators(recorded(torch.linalg.inv, values))
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            found = recorded(lambda x: pool.submit(torch.linalg.inv, x).result(), values)
        self.assertEqual(operators(found), alone)

    def test_operators_of_autograds_own_threads_are_recorded_unless_run_aside(self):
        class Deep(torch.autograd.Function):  # deeper than autograd nests on one thread
            threads = set()

            @staticmethod
            def forward(ctx, x, depth):
                ctx.depth = depth
                ctx.save_for_backward(x)
                return x.clone()

            @staticmethod
            def backward(ctx, gradient):
                Deep.threads.add(threading.get_native_id())
                if ctx.depth > 0:
                    with torch.enable_grad():
                        inner = ctx.saved_tensors[0].detach().requires_grad_()
                        Deep.apply(inner, ctx.depth - 1).sum().backward()
                return gradient * 2, None

        x = torch.ones(2, requires_grad=True)
        lines = recorded(lambda given: torch.autograd.grad(Deep.apply(given, 70).sum(), given)[0], x)
        self.assertGreater(len(Deep.threads), 1)  # otherwise the test proves nothing
        self.assertEqual(operators(lines).count("aten.mul.Tensor"), 71)

        def run_aside(given):
            with assay_capture.Unrecorded():
                torch.autograd.grad(Deep.apply(given, 70).sum(), given)
            return given + 1

        self.assertEqual(operators(recorded(run_aside, x)), ["aten.add.Tensor"])


if __name__ == "__main__":
    gc.disable()  # the tests must not depend on when cycles are freed
    unittest.main()
