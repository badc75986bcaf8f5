"""double_precision_test: rounding told from another program, each beside the same graph with a defect as small.

Run with the Python of a worker: `python double_precision_test.py`. The models below are loaded by path.
"""

import unittest
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn

from assay_capture import widened
from assay_python.judge_mutants.edited_capture import Judge
from assay_python.judge_mutants.edited_capture import case as case_of

ROWS = {"shape": [3, 501], "requires_grad": True}


def summed(rows, from_left=True):
    """The sum of the first three, in one order or in the other."""
    return (rows[0] + rows[1]) + rows[2] if from_left else rows[0] + (rows[1] + rows[2])


class Left(nn.Module):
    """The sum of its rows from the left, times a tenth; `noise` is added."""

    def __init__(self, noise=0.0, drop=0.0):
        super().__init__()
        self.noise, self.drop = noise, drop

    def forward(self, x):
        x = F.dropout(x, self.drop, self.training) if self.drop else x
        return summed(x) * 0.1 + self.noise


class Right(Left):
    """The same from the right, where the tenth is a tensor."""

    def forward(self, x):
        x = F.dropout(x, self.drop, self.training) if self.drop else x
        return summed(x, from_left=False) * torch.tensor(0.1) + self.noise


def with_rows(model: str, noise: float = 0.0) -> tuple[nn.Module, tuple[torch.Tensor]]:
    """A model with inputs that no seed changes."""
    return globals()[model](noise), (torch.arange(21.0).reshape(3, 7) / 10,)


class Kept:
    """What pytree does not open, as a cache of keys and values."""

    def __init__(self, sums):
        self.layers = [{"sums": sums}]


class KeepsLeft(Left):
    def forward(self, x):
        return x * 2, Kept(summed(x) * 0.1 + self.noise)


class KeepsRight(Left):
    def forward(self, x):
        return x * 2, Kept(summed(x, from_left=False) * 0.1 + self.noise)


class Plain(nn.Module):
    def forward(self, x):
        return x.sin()


class RoundedBetween(nn.Module):
    """Passes through a type of fewer digits."""

    def forward(self, x):
        return x.bfloat16().float().sin()


class HalvedBetween(nn.Module):
    def forward(self, x):
        return x.half().float().sin()


class Draws(nn.Module):
    """The sum of its rows, times what it draws in the type of its input, which `by_name` names."""

    def __init__(self, by_name=None, from_left=True):
        super().__init__()
        self.by_name, self.from_left = by_name, from_left

    def forward(self, x):
        y = x * torch.empty(x.shape, dtype=self.by_name or x.dtype).normal_() * torch.rand(x.shape, dtype=self.by_name or x.dtype)
        y = y * (torch.rand_like(x) if self.by_name is None else torch.rand(x.shape, dtype=self.by_name))
        return summed(y, self.from_left)


class Noisy(nn.Module):
    """With an order in which it adds up, and a defect."""

    def __init__(self, from_left=True, noise=0.0):
        super().__init__()
        self.from_left, self.noise = from_left, noise


class Amplifies(Noisy):
    """Makes much of rounding, then adds its rows up and `noise`."""

    def forward(self, x):
        y = (x * 1e7).sin() + self.noise
        return summed(y, self.from_left)


class AmplifiesSum(Noisy):
    """Makes a hundredth of what rounding leaves of a sum; `in_double`: of none."""

    def __init__(self, in_double=False, **options):
        super().__init__(**options)
        self.in_double = in_double

    def forward(self, x):
        x = (x * 1024).round()  # one number in both types, which its third is not
        y = summed((x.double() if self.in_double else x) / 3, self.from_left) * 2.0**6
        return y.sin().float() + self.noise


class Hears(AmplifiesSum):
    """AmplifiesSum, which adds up from the other side below a dispatch mode, as kernels of PyTorch may."""

    def forward(self, x):
        self.from_left = torch._C._len_torch_dispatch_stack() == 0
        return super().forward(x)


class Elevenths(Noisy):
    """Two elevenths of the sum of its rows, in their type, and `noise`."""

    def forward(self, x):
        return summed(x, self.from_left) * torch.full((), 2 / 11 + self.noise, dtype=x.dtype)


class CancelsComplex(Noisy):
    """The singular values of a matrix with a rank of one, of which all but the largest are rounding, and `noise`."""

    def forward(self, x):
        matrix = x[:, :1].expand(3, 3) + self.noise * torch.eye(3)
        if self.from_left:
            return torch.linalg.svdvals(matrix)
        return torch.linalg.svd(matrix, full_matrices=False).S


class Steps(Noisy):
    """A sum, and a half more in its first places where rounding lifts another sum above its value; `noise` is added."""

    def __init__(self, places=1, **options):
        super().__init__(**options)
        self.places = places

    def forward(self, x):
        one, little = x[0] * 0 + 1, 1.25 * 2.0**-24
        other = (one + little) + little if self.from_left else one + (one * 2 * little)
        lifted = (other >= 1 + 2.0**-22) & (torch.arange(len(one)) < self.places)
        return summed(x, self.from_left) + lifted * 0.5 + self.noise


class Scales(Noisy):
    """Its rows times a power that squares make, which double an error with each step, or an operator; and `noise`."""

    def forward(self, x):
        number = x[0, 0] * 0 + (1 + 9 / 1024)
        if self.from_left:
            for _ in range(7):
                number = number * number
        else:
            number = number**128
        return x * number + self.noise


class TellsTypes(Noisy):
    """Another program in double precision, which its own graph is not; with `noise`."""

    def forward(self, x):
        total = summed(x) if self.from_left else x.flip(0).sum(0)
        return total * (2 if x.dtype == torch.float32 else 3) + self.noise


class Underflows(Noisy):
    """Products on the way to which numbers become too small to be held with all their digits, and `noise`."""

    def forward(self, x):
        small = x * 3e-22
        square = small * small
        return (square * 0.1 * 10 if self.from_left else square) + self.noise


class Cancels(Noisy):
    """Nothing but what rounding leaves of two sums that are one, and `noise`."""

    def forward(self, x):
        y = x * 1e6
        left, right = summed(y), summed(y, from_left=False)
        return (left - right if self.from_left else right - left) + self.noise


class Vanishes(Noisy):
    """What rounding leaves of two sums that are one, or nothing at all, and `noise`."""

    def forward(self, x):
        left = summed(x)
        return left - (summed(x, from_left=False) if self.from_left else left) + self.noise


class VanishesInSingle(Noisy):
    """What rounding leaves of sums, twice: once alike, once in either order, where single precision leaves nothing of it."""

    def __init__(self, **options):
        super().__init__(**options)
        self.register_buffer("rows", torch.rand(3, 501, generator=torch.Generator().manual_seed(0)))
        self.register_buffer("chosen", summed(self.rows) == summed(self.rows, from_left=False))

    def forward(self, x):
        y = self.rows
        alike = summed(y * 3) - summed(y) * 3
        left, right = (summed(part) - summed(part, from_left=False) for part in (y, y * 1e-5))
        other = left + right if self.from_left else -left - right
        return (alike + other) * self.chosen + x[0] * 0 + self.noise


class SingleOnly(nn.Module):
    """Calls an operator that has no kernel in double precision."""

    def __init__(self, from_left=True, factor=1.0):
        super().__init__()
        self.from_left, self.factor = from_left, factor
        self.register_buffer("packed", torch.randint(-9, 9, (8, 501), dtype=torch.int8))
        self.register_buffer("scales", torch.rand(8))

    def forward(self, x):
        y = torch.ops.aten._weight_int8pack_mm(x.detach(), self.packed, self.scales)
        return (y[0] + y[1]) + y[2] * self.factor if self.from_left else y[0] + (y[1] + y[2] * self.factor)


class CancelsBetween(nn.Module):
    """Gives what two orders of one sum differ by, behind a break; under torch.compile its types fit in float32 alone."""

    def __init__(self, by_rows=True, noise=0.0):
        super().__init__()
        self.by_rows, self.noise = by_rows, noise
        self.end = nn.Buffer(torch.ones(501))

    def forward(self, x):
        y = torch.lerp(x.float(), self.end, 0.0) * 1e4
        torch._dynamo.graph_break()
        other = y[0] + (y[1] + y[2]) if self.by_rows else y.flip(0).cumsum(0)[2]
        return (y[0] + y[1]) * 8 + y[2] * 8 - other * 8 + self.noise


class PlainAttribute(nn.Module):
    """Keeps a tensor that is no state, and counts in it."""

    def __init__(self, from_left=True):
        super().__init__()
        self.from_left, self.kept = from_left, {"scale": torch.linspace(0.1, 0.7, 501)}

    def forward(self, x):
        y = x * self.kept["scale"]
        return summed(y, self.from_left)


class RootMeanSquare(nn.Module):
    """Of 16-bit rows; `wide`: computed in single precision."""

    def __init__(self, wide=True):
        super().__init__()
        self.wide, self.weight = wide, nn.Parameter(torch.ones(64))

    def forward(self, x):
        y = x.float() if self.wide else x
        y = y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + 1e-6)
        return self.weight.to(x.dtype) * y.to(x.dtype)


class Variance(nn.Module):
    """Of 16-bit rows far from zero, in single precision about the mean, or as the mean of squares less the square of the mean."""

    def __init__(self, by_squares=False, wide=True):
        super().__init__()
        self.by_squares, self.wide = by_squares, wide

    def forward(self, x):
        y = (x.float() if self.wide else x) + 3
        mean = y.mean(-1, keepdim=True)
        spread = (y * y).mean(-1, keepdim=True) - mean * mean if self.by_squares else ((y - mean) ** 2).mean(-1, keepdim=True)
        return spread.to(x.dtype)


class Tokens(nn.Module):
    """The largest of each row of logits; `wide`: of logits in single precision."""

    def __init__(self, wide=True, from_left=True):
        super().__init__()
        self.wide, self.from_left = wide, from_left
        self.weight = nn.Buffer(torch.randn(64, 4000, generator=torch.Generator().manual_seed(0)).bfloat16())

    def forward(self, x):
        left, right = (x.float() @ self.weight.float(), x.float() @ self.weight.float().flip(0)) if self.wide else (x @ self.weight, x @ self.weight.flip(0))
        return (left + right if self.from_left else right + left).argmax(-1)


class Masked(nn.Module):
    """Scores, half of which are filled; `times`: a defect in the others."""

    def __init__(self, fill=0.0, times=1.0, cosine=False, from_left=True):
        super().__init__()
        self.fill, self.times, self.cosine, self.from_left = fill, times, cosine, from_left

    def forward(self, x):
        y = summed(x, self.from_left)
        scores = (y.cos() if self.cosine else y.sin()) * self.times
        return scores.masked_fill(torch.arange(501) % 2 == 0, self.fill)


class Chain(nn.Module):
    """A chain of 16-bit operators to a result in single precision; `kept`: all of it in that; `lost`: with a rounding more."""

    def __init__(self, kept=False, lost=False):
        super().__init__()
        self.kept, self.lost = kept, lost

    def forward(self, x):
        y = x.float() if self.kept else x.bfloat16()
        y = (y * 3).sin().exp() * 1.5
        y = y.to(torch.float8_e5m2).float() if self.lost else y
        return y.float()


class Counted(nn.Module):
    """A sum of fractions of whole numbers, which become fractions by themselves, in a tensor made for them too, or are made so."""

    def __init__(self, by_name=False, noise=0.0, out=False):
        super().__init__()
        self.by_name, self.noise, self.out = by_name, noise, out

    def forward(self, x):
        if self.by_name:
            y = x.float() / 7
            return y[0] + (y[1] + y[2]) + self.noise
        y = torch.div(x, 7, out=torch.empty(x.shape)) if self.out else x / 7
        return (y[0] + y[1]) + y[2]


class Logistic(nn.Module):
    """So many steps of a chaotic map, in one order of the same arithmetic or another."""

    def __init__(self, steps, in_order=True, rate=3.99):
        super().__init__()
        self.steps, self.in_order, self.rate = steps, in_order, rate

    def forward(self, x):
        y = 0.01 + 0.98 * x.sigmoid()  # within (0, 1) in every run
        for _ in range(self.steps):
            y = self.rate * y * (1 - y) if self.in_order else self.rate * (y - y * y)
        return y


class Largest(nn.Module):
    """Where the five largest of each row are, among many equal values."""

    def __init__(self, by="topk"):
        super().__init__()
        self.by = by

    def forward(self, x):
        y = (x * 2).round()
        if self.by == "topk":
            return y.topk(5)[1]
        return torch.sort(y, dim=-1, descending=self.by == "sort", stable=True)[1][:, :5]


class TwoDropouts(nn.Module):
    """Of two tensors, the first before the second or after it."""

    def __init__(self, first=True, rate=0.5):
        super().__init__()
        self.first, self.rate = first, rate

    def forward(self, x):
        if self.first:
            left, right = F.dropout(x, 0.5), F.dropout(x[0].exp(), self.rate)
        else:
            right, left = F.dropout(x[0].exp(), self.rate), F.dropout(x, 0.5)
        return left + right


class Table(nn.Module):
    """A table that the program amplifies, computed in each run or once, before, in single precision."""

    def __init__(self, folded=False, error=0.0):
        super().__init__()
        steps = torch.arange(501) / 7
        self.kept = {"steps": steps, "table": (20 * steps.sin()).exp() * (1 + error) if folded else None}

    def forward(self, x):
        table = self.kept["table"]
        return (20 * self.kept["steps"].sin()).exp() * x / 3 if table is None else table * x * torch.tensor(1 / 3)


BF16 = {"shape": [8, 64], "dtype": "bfloat16"}


def case(factory: str, given: dict[str, Any] = ROWS, policy: tuple[str, ...] = (), **kwargs: Any) -> dict[str, Any]:
    return case_of(factory, given, of=__file__, kwargs=kwargs, replay={"policy": list(policy)})


class Widened(unittest.TestCase):
    def test_a_number_in_a_tensor_becomes_the_number_that_was_written(self) -> None:
        for tensor in (torch.tensor(0.1), torch.full((100, 100), 0.1), torch.tensor([0.1, 0.2])):
            self.assertEqual(widened(tensor).flatten()[0].item(), 0.1)
            self.assertNotEqual(tensor.double().flatten()[0].item(), 0.1)
        self.assertTrue(torch.equal(widened(torch.tensor([0.1, 3.0])), torch.tensor([0.1, 3.0], dtype=torch.float64)))

    def test_what_nobody_wrote_keeps_its_value_and_its_strides(self) -> None:
        many = torch.randn(50, 100).t()
        self.assertTrue(torch.equal(widened(many), many.double()))
        self.assertEqual(widened(many).stride(), many.stride())
        half = torch.tensor(0.1, dtype=torch.float16)
        self.assertTrue(torch.equal(widened(half), half.double()))
        self.assertEqual(widened(torch.tensor(1j, dtype=torch.complex64)).dtype, torch.complex128)

    def test_what_is_no_narrower_is_left_alone(self) -> None:
        for tensor in (torch.tensor(3), torch.tensor(True), torch.tensor(0.1, dtype=torch.float64), torch.empty(0).long()):
            self.assertEqual(widened(tensor).data_ptr(), tensor.data_ptr())


class Ranks(nn.Module):
    """The rank of a matrix, written into a tensor or not: below a dispatch mode it is not written."""

    def __init__(self, into=True):
        super().__init__()
        self.into = into

    def forward(self, x):
        rank = torch.full((), 77)
        return torch.linalg.matrix_rank(x, out=rank) if self.into else torch.linalg.matrix_rank(x)


class RoundedUp(nn.Module):
    """Which sums of three rows single precision rounds up: in double precision none to speak of."""

    def __init__(self, from_left=True, noise=0.0):
        super().__init__()
        self.from_left, self.noise = from_left, noise

    def forward(self, x):
        up = summed(x, self.from_left) + self.noise - summed(x.double()).to(x.dtype)
        return up * 1e7 > 0.5


class OverRest(Noisy):
    """Divides `over` by the rounding error of a sum of whole numbers: inf or -inf. In double precision there is no error, and
    it is always inf."""

    def __init__(self, from_left=True, over=1.0):
        super().__init__(from_left)
        self.over = over

    def forward(self, x):
        rows = (x * 2**24).round()
        y = self.over / (summed(rows, self.from_left) - summed(rows, from_left=False))
        for _ in range(9):
            y = y * 1e38
        return y


def made(report: dict[str, Any]) -> list[dict[str, Any]]:
    """The runs that could be made."""
    return [run for run in report["runs"] if not run["left_out"]]


class HeldAgainst(Judge):
    def held_against(self, captured: dict[str, Any], eager: dict[str, Any], method: str = "make_fx") -> dict[str, Any]:
        self.capture(captured, method)
        return self.report(eager)


class InDouble(HeldAgainst):
    def test_another_order_of_a_sum_is_the_same_program_and_has_a_precision(self) -> None:
        for method in ("make_fx", "symbolic_trace", "aot_joint", "dynamo"):
            with self.subTest(method):
                report = self.held_against(case("Right"), case("Left"), method)
                self.assertReplays(report)
                self.assertFalse(report["runs"][0]["bitwise"])
                self.assertGreater(report["errors"]["float32"]["absolute"], 0)
                self.assertEqual({run["fp64"] for run in made(report)}, {True})
                self.assertEqual({run["no_fp64"] for run in made(report)}, {""})
                for run in made(report):
                    self.assertGreater(run["precision"], 0.1)
                    self.assertLess(run["precision"], 10)

    def test_whole_numbers_become_doubles_however_they_become_fractions(self) -> None:
        whole = {"shape": [3, 501], "dtype": "int64", "high": 1000}
        for out in (False, True):
            with self.subTest(out=out):
                eager = case("Counted", whole, out=out)
                report = self.held_against(case("Counted", whole, by_name=True), eager)
                self.assertReplays(report)
                self.assertTrue(made(report)[0]["fp64"])
                wrong = self.held_against(case("Counted", whole, by_name=True, noise=1e-4), eager)
                self.assertEqual(wrong["verdict"], "diverges")

    def test_inputs_that_no_seed_changes_are_drawn_alike_in_double_precision(self) -> None:
        right, left, wrong = (
            {**case("with_rows", model=model, noise=noise), "inputs": None}
            for model, noise in (("Right", 0.0), ("Left", 0.0), ("Right", 1e-5))
        )
        report = self.held_against(right, left)
        self.assertReplays(report)
        self.assertEqual({run["no_fp64"] for run in made(report)}, {""})
        report = self.held_against(wrong, left)
        self.assertEqual((report["verdict"], report["runs"][0]["fp64"]), ("diverges", True))

    def test_a_hundred_thousandth_more_is_another_program(self) -> None:
        for method in ("make_fx", "symbolic_trace", "aot_joint", "dynamo"):
            with self.subTest(method):
                report = self.held_against(case("Right", noise=1e-5), case("Left"), method)
                self.assertEqual(report["verdict"], "diverges")
                self.assertRegex(report["message"], r"elements differ, most at \[\d+\]: eager .*; in float64 501 of 501 elements")

    def test_a_tensor_that_an_object_holds_may_round_as_a_result_may(self) -> None:
        for method in ("dynamo", "aot_joint_compile"):
            with self.subTest(method):
                report = self.held_against(case("KeepsRight"), case("KeepsLeft"), method)
                self.assertReplays(report)
                self.assertEqual({(run["bitwise"], run["fp64"]) for run in made(report)}, {(False, True)})
                wrong = self.held_against(case("KeepsRight", noise=1e-5), case("KeepsLeft"), method)
                self.assertEqual(wrong["verdict"], "diverges")
                self.assertRegex(wrong["message"], r"result 1\.layers\.0\.sums: \d+ of 501 elements differ")

    def test_what_is_drawn_is_drawn_alike(self) -> None:
        report = self.held_against(case("Right", drop=0.5), case("Left", drop=0.5))
        self.assertReplays(report)
        self.assertTrue(all(run["fp64"] for run in made(report)))
        self.assertEqual(self.held_against(case("Right", drop=0.4), case("Left", drop=0.5))["verdict"], "diverges")

    def test_what_is_drawn_in_the_type_of_a_tensor_is_drawn_as_if_it_were_named(self) -> None:
        for left, right in (({}, {"by_name": torch.float32}), ({"by_name": torch.float32}, {})):
            report = self.held_against(case("Draws", from_left=False, **right), case("Draws", **left))
            self.assertReplays(report)
            self.assertTrue(all(run["fp64"] for run in made(report)))

    def test_a_replay_that_stays_with_an_eager_run_that_amplifies_rounding_is_the_same_program(self) -> None:
        report = self.held_against(case("Amplifies", from_left=False), case("Amplifies"))
        self.assertReplays(report)
        self.assertTrue(all(run["fp64"] for run in made(report)))
        self.assertEqual(self.held_against(case("Amplifies", from_left=False, noise=1e-5), case("Amplifies"))["verdict"], "diverges")

    def test_a_replay_that_is_as_far_from_the_truth_as_an_eager_run_that_amplifies_rounding_is_the_same_program(self) -> None:
        report = self.held_against(case("AmplifiesSum", from_left=False), case("AmplifiesSum"))
        self.assertReplays(report)
        for run in report["runs"]:
            self.assertEqual((run["bitwise"], run["fp64"]), (False, True))
            self.assertTrue(0.25 < run["precision"] < 4, run["precision"])
        wrong = self.held_against(case("AmplifiesSum", from_left=False, noise=1e-5), case("AmplifiesSum"))
        self.assertEqual(wrong["verdict"], "diverges")

    def test_what_eager_rounds_otherwise_below_a_mode_is_rounding(self) -> None:
        report = self.held_against(case("AmplifiesSum", from_left=False), case("Hears"))
        self.assertReplays(report)
        self.assertEqual({(run["bitwise"], run["fp64"]) for run in made(report)}, {(False, True)})
        wrong = self.held_against(case("AmplifiesSum", from_left=False, noise=1e-5), case("Hears"))
        self.assertEqual(wrong["verdict"], "diverges")

    def test_a_number_is_in_the_type_of_a_tensor_where_the_graph_names_one(self) -> None:
        report = self.held_against(case("Elevenths", from_left=False), case("Elevenths"))
        self.assertReplays(report)
        self.assertEqual({(run["bitwise"], run["fp64"]) for run in made(report)}, {(False, True)})
        wrong = self.held_against(case("Elevenths", from_left=False, noise=1e-6), case("Elevenths"))
        self.assertEqual(wrong["verdict"], "diverges")

    def test_a_replay_that_is_far_from_eager_and_near_the_truth_is_not_excused_by_amplified_rounding(self) -> None:
        report = self.held_against(case("AmplifiesSum", in_double=True), case("AmplifiesSum"))
        self.assertEqual(report["verdict"], "diverges")

    def test_what_is_rounding_alone_is_the_same_in_any_order_and_what_is_added_to_it_is_found(self) -> None:
        report = self.held_against(case("Cancels", from_left=False), case("Cancels"))
        self.assertReplays(report)
        self.assertTrue(all(run["fp64"] for run in made(report)))
        self.assertEqual(self.held_against(case("Cancels", from_left=False, noise=1e-4), case("Cancels"))["verdict"], "diverges")

    def test_a_choice_that_rounding_makes_otherwise_in_eager_alone_is_undecided(self) -> None:
        report = self.held_against(case("Steps", from_left=False), case("Steps"))
        self.assertEqual((report["verdict"], report["runs"][0]["doubt"]), ("undecided", {"kind": "tie", "elements": 1, "of": 501}))
        for wrong in ({"noise": 1e-5}, {"places": 100}):
            report = self.held_against(case("Steps", from_left=False, **wrong), case("Steps", **wrong | {"noise": 0.0}))
            self.assertEqual(report["verdict"], "diverges")

    def test_an_error_that_all_elements_share_is_chance(self) -> None:
        report = self.held_against(case("Scales", from_left=False), case("Scales"))
        self.assertReplays(report)
        self.assertEqual({run["fp64"] for run in made(report)}, {True})
        wrong = self.held_against(case("Scales", from_left=False, noise=1e-5), case("Scales"))
        self.assertEqual(wrong["verdict"], "diverges")
        worse = self.held_against(case("Scales"), case("Scales", from_left=False))
        self.assertRegex(worse["message"], "the same in float64, but it rounds .* times worse than eager")

    def test_a_program_that_is_another_one_in_double_precision_is_judged_without_it(self) -> None:
        report = self.held_against(case("TellsTypes", from_left=False), case("TellsTypes"))
        self.assertReplays(report)
        self.assertRegex(report["runs"][0]["no_fp64"], "eager is far from its own run in float64")
        wrong = self.held_against(case("TellsTypes", from_left=False, noise=1e-3), case("TellsTypes"))
        self.assertEqual(wrong["verdict"], "diverges")

    def test_what_underflows_has_lost_its_digits(self) -> None:
        report = self.held_against(case("Underflows", from_left=False), case("Underflows"))
        self.assertReplays(report)
        self.assertFalse(report["runs"][0]["bitwise"])
        wrong = self.held_against(case("Underflows", from_left=False, noise=1e-36), case("Underflows"))
        self.assertEqual(wrong["verdict"], "diverges")

    def test_rounding_of_complex_numbers_is_tried_as_well(self) -> None:
        matrix = {"shape": [3, 4], "dtype": "complex64"}
        report = self.held_against(case("CancelsComplex", matrix, from_left=False), case("CancelsComplex", matrix))
        self.assertReplays(report)
        self.assertEqual({run["no_fp64"] for run in made(report)}, {""})
        wrong = self.held_against(case("CancelsComplex", matrix, from_left=False, noise=1e-5), case("CancelsComplex", matrix))
        self.assertEqual(wrong["verdict"], "diverges")

    def test_how_near_to_nothing_a_sum_comes_that_is_rounding_alone_is_chance(self) -> None:
        for replay, eager in ((False, True), (True, False)):
            report = self.held_against(case("Vanishes", from_left=replay), case("Vanishes", from_left=eager))
            self.assertReplays(report)
            self.assertEqual({(run["bitwise"], run["fp64"]) for run in made(report)}, {(False, True)})
        wrong = self.held_against(case("Vanishes", from_left=False, noise=1e-4), case("Vanishes"))
        self.assertEqual(wrong["verdict"], "diverges")

    def test_rounding_that_double_precision_rounds_too_is_undecided(self) -> None:
        report = self.held_against(case("VanishesInSingle", from_left=False), case("VanishesInSingle"))
        self.assertEqual((report["verdict"], report["runs"][0]["doubt"]["kind"]), ("undecided", "chaos"))
        wrong = self.held_against(case("VanishesInSingle", from_left=False, noise=1e-4), case("VanishesInSingle"))
        self.assertEqual(wrong["verdict"], "diverges")

    def test_a_tensor_that_a_module_keeps_is_widened_with_its_states(self) -> None:
        report = self.held_against(case("PlainAttribute", from_left=False), case("PlainAttribute"))
        self.assertReplays(report)
        self.assertTrue(report["runs"][0]["fp64"])

    def test_the_same_program_may_round_worse_up_to_a_bound(self) -> None:
        report = self.held_against(case("RoundedBetween"), case("Plain"))
        self.assertEqual(report["verdict"], "diverges")
        self.assertRegex(report["message"], "the same in float64, but it rounds .* times worse than eager")
        self.assertReplays(self.held_against(case("RoundedBetween"), case("RoundedBetween")))

    def test_a_cast_that_a_capture_lost_is_found_though_it_rounds_better(self) -> None:
        report = self.held_against(case("Plain"), case("HalvedBetween"))
        self.assertEqual(report["verdict"], "diverges")
        self.assertRegex(report["message"], "the same in float64, but eager rounds .* times worse: a cast is missing")
        self.assertReplays(self.held_against(case("HalvedBetween"), case("HalvedBetween")))

    def test_where_the_program_alone_runs_in_double_precision_what_is_rounding_alone_is_as_small_in_the_replay(self) -> None:
        report = self.held_against(case("CancelsBetween", by_rows=False), case("CancelsBetween"), "dynamo")
        self.assertReplays(report)
        self.assertEqual({run["bitwise"] for run in made(report)}, {False})
        self.assertIn("in float64 TorchRuntimeError", report["runs"][0]["no_fp64"])
        wrong = self.held_against(case("CancelsBetween", by_rows=False), case("CancelsBetween", noise=10.0), "dynamo")
        self.assertEqual(wrong["verdict"], "diverges")

    def test_a_whole_number_that_eager_itself_gives_otherwise_below_a_mode_is_not_excused_by_double_precision(self) -> None:
        report = self.held_against(case("Ranks"), case("Ranks"), "dispatch")
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("below a dispatch mode, as float64 is one, eager itself gives another result 0", report["runs"][0]["no_fp64"])
        self.assertReplays(self.held_against(case("Ranks", into=False), case("Ranks", into=False), "dispatch"))

    def test_an_answer_that_rounding_decides_is_undecided(self) -> None:
        report = self.held_against(case("RoundedUp", from_left=False), case("RoundedUp"))
        self.assertEqual((report["verdict"], report["runs"][0]["doubt"]["kind"]), ("undecided", "tie"))
        wrong = self.held_against(case("RoundedUp", from_left=False, noise=1.0), case("RoundedUp"))
        self.assertEqual(wrong["verdict"], "diverges")

    def test_an_infinity_whose_sign_rounding_decides_is_undecided(self) -> None:
        report = self.held_against(case("OverRest", from_left=False), case("OverRest"))
        self.assertEqual((report["verdict"], report["runs"][0]["doubt"]["kind"]), ("undecided", "chaos"))
        self.assertIn("which infinity it is rounding decides", report["message"])
        wrong = self.held_against(case("OverRest", from_left=False, over=-1.0), case("OverRest"))
        self.assertEqual(wrong["verdict"], "diverges")

    def test_what_does_not_run_in_double_precision_is_judged_by_tolerance_and_says_so(self) -> None:
        report = self.held_against(case("SingleOnly", from_left=False), case("SingleOnly"))
        self.assertReplays(report)
        self.assertFalse(report["runs"][0]["fp64"])
        self.assertIn("in float64 eager itself raises RuntimeError", report["runs"][0]["no_fp64"])
        wrong = self.held_against(case("SingleOnly", from_left=False, factor=1.01), case("SingleOnly"))
        self.assertEqual(wrong["verdict"], "diverges")


class OfElements(HeldAgainst):
    """Each element against its own scale."""

    def test_what_stands_beside_a_mask_is_held_against_its_own_magnitude(self) -> None:
        for fill in (0.0, -1e9, -3e38):
            with self.subTest(fill):
                eager = case("Masked", fill=fill)
                self.assertReplays(self.held_against(case("Masked", fill=fill, from_left=False), eager))
                for defect in ({"times": 0.5}, {"cosine": True}, {"times": 1.00001}):
                    self.assertEqual(self.held_against(case("Masked", fill=fill, **defect), eager)["verdict"], "diverges")


class OfHalves(HeldAgainst):
    """Casts that a capture of a 16-bit program lost."""

    def test_a_norm_without_its_cast_to_single_precision_is_found(self) -> None:
        for dtype in ("bfloat16", "float16"):
            given = {**BF16, "dtype": dtype}
            with self.subTest(dtype):
                report = self.held_against(case("RootMeanSquare", given, wide=False), case("RootMeanSquare", given))
                self.assertEqual(report["verdict"], "diverges")
                self.assertRegex(report["message"], "the same in float64, but it rounds .* times worse than eager")
                self.assertReplays(self.held_against(case("RootMeanSquare", given), case("RootMeanSquare", given)))

    def test_another_order_of_a_sum_is_the_same_program_and_another_sum_is_not(self) -> None:
        many = {"shape": [3, 4001], "dtype": "bfloat16"}
        report = self.held_against(case("Right", many), case("Left", many))
        self.assertReplays(report)
        self.assertEqual({run["fp64"] for run in made(report)}, {True})
        self.assertEqual(self.held_against(case("Right", many, noise=0.05), case("Left", many))["verdict"], "diverges")

    def test_a_variance_by_squares_in_half_precision_is_found_and_one_in_single_precision_replays(self) -> None:
        lost = self.held_against(case("Variance", BF16, by_squares=True, wide=False), case("Variance", BF16))
        self.assertEqual(lost["verdict"], "diverges")
        self.assertReplays(self.held_against(case("Variance", BF16, by_squares=True), case("Variance", BF16)))

    def test_tokens_of_logits_that_lost_their_cast_are_found(self) -> None:
        rows = {"shape": [500, 64], "dtype": "bfloat16"}
        report = self.held_against(case("Tokens", rows, wide=False), case("Tokens", rows))
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("float64 shows no tie", report["message"])
        self.assertReplays(self.held_against(case("Tokens", rows, from_left=False), case("Tokens", rows)))


class Undecided(HeldAgainst):
    def test_a_chaotic_program_in_another_order_is_the_same_as_long_as_double_precision_can_tell(self) -> None:
        for steps in (15, 25):
            report = self.held_against(case("Logistic", steps=steps, in_order=False), case("Logistic", steps=steps))
            self.assertReplays(report)
        wrong = self.held_against(case("Logistic", steps=25, in_order=False, rate=3.989), case("Logistic", steps=25))
        self.assertEqual(wrong["verdict"], "diverges")

    def test_then_it_is_undecided_and_says_of_how_many_elements_and_why(self) -> None:
        report = self.held_against(case("Logistic", steps=60, in_order=False), case("Logistic", steps=60))
        self.assertEqual((report["verdict"], report["departure"]), ("undecided", None))
        self.assertRegex(report["message"], r"\d+ of 1503 elements: eager itself is 0\.\d+ of its scale away from float64")
        doubt = report["runs"][0]["doubt"]
        self.assertEqual((doubt["kind"], doubt["of"]), ("chaos", 1503))
        self.assertGreater(doubt["elements"], 1000)


class Policies(HeldAgainst):
    """What a case states is no accusation, and what it does not cover still is one."""

    def judged(self, captured: dict[str, Any], eager: dict[str, Any]) -> tuple[str, list[str]]:
        report = self.held_against(captured, eager)
        return report["verdict"], sorted({policy for run in report["runs"] for policy in run["policies"]})

    def test_precision_that_is_kept(self) -> None:
        policy = ("kept_precision",)
        self.assertEqual(self.judged(case("Chain", kept=True), case("Chain")), ("diverges", []))
        self.assertEqual(self.judged(case("Chain", kept=True), case("Chain", policy=policy)), ("replays", ["kept_precision"]))
        self.assertEqual(self.judged(case("Chain"), case("Chain", kept=True, policy=policy)), ("diverges", []))
        self.assertEqual(self.judged(case("Chain", lost=True), case("Chain", policy=policy)), ("diverges", []))
        self.assertEqual(self.judged(case("Chain"), case("Chain", policy=policy)), ("replays", []))

    def test_the_order_of_equal_values(self) -> None:
        policy = ("order_of_equals",)
        self.assertEqual(self.judged(case("Largest", by="sort"), case("Largest")), ("undecided", []))
        self.assertEqual(self.judged(case("Largest", by="sort"), case("Largest", policy=policy)), ("replays", ["order_of_equals"]))
        self.assertEqual(self.judged(case("Largest", by="smallest"), case("Largest", policy=policy)), ("diverges", []))

    def test_the_order_of_draws(self) -> None:
        policy = ("draw_order",)
        self.assertEqual(self.judged(case("TwoDropouts", first=False), case("TwoDropouts")), ("diverges", []))
        self.assertEqual(self.judged(case("TwoDropouts", first=False), case("TwoDropouts", policy=policy)), ("replays", ["draw_order"]))
        self.assertEqual(self.judged(case("TwoDropouts", first=False, rate=0.4), case("TwoDropouts", policy=policy)), ("diverges", []))

    def test_a_constant_that_is_folded_in_single_precision(self) -> None:
        policy = ("folded_constants",)
        self.assertEqual(self.judged(case("Table", folded=True), case("Table")), ("diverges", []))
        self.assertEqual(self.judged(case("Table", folded=True), case("Table", policy=policy)), ("replays", ["folded_constants"]))
        self.assertEqual(self.judged(case("Table", folded=True, error=1e-4), case("Table", policy=policy)), ("diverges", []))


if __name__ == "__main__":
    unittest.main()
