"""further_runs_test: what a capture's own inputs do not tell apart, the runs after them do."""

import functools
import unittest
from typing import Any
from unittest import mock

import torch
from torch import nn

from assay_python.judge_mutants.edited_capture import Edit, Judge, of_target
from assay_python.judge_mutants.edited_capture import case as case_of
from assay_python.side_by_side import double_precision, variants
from assay_python.side_by_side.program_run import ProgramRun


def case(factory: str, *inputs: dict[str, Any], **keys: Any) -> dict[str, Any]:
    return case_of(factory, *inputs, of=__file__, **keys)


class Bounded(nn.Module):
    """relu6, or relu, which is the same up to 6."""

    def __init__(self, bounded: bool = True):
        super().__init__()
        self.bounded = bounded

    def forward(self, x):
        return x.clamp(0, 6) if self.bounded else x.clamp(0)


class BoundedBehindNorm(Bounded):
    """Behind a norm, whose results are small whatever it is given."""

    def __init__(self, bounded: bool = True):
        super().__init__(bounded)
        self.norm = nn.LayerNorm(4)

    def forward(self, x):
        return super().forward(self.norm(x))


class BoundedWithMean(BoundedBehindNorm):
    """Adds the mean of all that it was ever given, which is nan after the first."""

    def __init__(self, bounded: bool = True):
        super().__init__(bounded)
        self.register_buffer("mean", torch.zeros(()))

    def forward(self, x):
        self.mean.mul_(0.9).add_(x.mean(), alpha=0.1)
        return super().forward(x) + self.mean


class CountsToTwo(nn.Module):
    """Takes nothing but small values in plain memory; unless it is bounded, it counts on."""

    def __init__(self, bounded: bool = True):
        super().__init__()
        self.bounded = bounded
        self.register_buffer("calls", torch.zeros(1))

    def forward(self, x):
        if not (float(x.abs().max()) < 9 and x.is_contiguous()):
            raise ValueError("too far")
        self.calls.add_(1.0)
        if self.bounded:
            self.calls.clamp_(max=2.5)
        return x * 2


class Normalised(nn.Module):
    def __init__(self, eps: float = 1e-12):
        super().__init__()
        self.eps = eps

    def forward(self, x):
        return nn.functional.normalize(x, eps=self.eps)


class Positive(nn.Module):
    """A weight is taken without its sign, which all have alike when it is made."""

    def __init__(self, signed: bool = False):
        super().__init__()
        self.signed = signed
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x):
        return x * (self.weight if self.signed else self.weight.abs())


class Chooses(nn.Module):
    """Columns by a buffer of whole numbers, or by these numbers as they are when it is made."""

    def __init__(self, baked: bool = False):
        super().__init__()
        self.baked = baked
        self.register_buffer("order", torch.tensor([0, 2, 1, 3]))

    def forward(self, x):
        return x[:, (0, 2, 1, 3)] if self.baked else x[:, self.order]


class Begins(nn.Module):
    """A column by a buffer that is an index, or by that index as it is when it is made."""

    def __init__(self, baked: bool = False):
        super().__init__()
        self.baked = baked
        self.register_buffer("begin", torch.tensor(2))

    def forward(self, x):
        return (x[:, 2] if self.baked else x.index_select(1, self.begin.reshape(1)).squeeze(1)) * 2


class Counts(nn.Module):
    """Two counters that are alike, or that change places."""

    def __init__(self, exchanged: bool = False):
        super().__init__()
        self.exchanged = exchanged
        self.register_buffer("first", torch.tensor(0))
        self.register_buffer("second", torch.tensor(0))

    def forward(self, x):
        first, second = self.first + 1, self.second + 1
        self.first.copy_(second if self.exchanged else first)
        self.second.copy_(first if self.exchanged else second)
        return x * 2


class Pads(nn.Module):
    """Rows of a table by ids, of which zero stands for none."""

    def __init__(self, masked: bool = True):
        super().__init__()
        self.masked, self.table = masked, nn.Embedding(6, 3)

    def forward(self, ids):
        rows = self.table(ids)
        return rows * (ids != 0)[..., None] if self.masked else rows


def pads(**keys: Any) -> Any:
    return Pads(**keys), (torch.tensor([[2, 3, 4], [1, 5, 3]]),)


class Largest(nn.Module):
    """Each row by its largest element, which may be zero."""

    def __init__(self, least: float = 1e-5):
        super().__init__()
        self.least = least

    def forward(self, x):
        return x / x.abs().amax(-1, keepdim=True).clamp(min=self.least)


class Rows(nn.Module):
    """Sizes of two inputs, which are equal at capture."""

    def __init__(self, first: bool = True):
        super().__init__()
        self.first = first

    def forward(self, x, y):
        return x.sum() * (x if self.first else y).shape[0] + y.sum()


class Column(nn.Module):
    """One column, whose strides say nothing of its only column."""

    def __init__(self, baked: bool = False):
        super().__init__()
        self.baked = baked

    def forward(self, x):
        return (x.as_strided((6,), (1,)) if self.baked else x.reshape(-1)) * 2


class Branches(nn.Module):
    """Another program where the sum is negative."""

    def forward(self, x):
        return x * 2 if float(x.sum()) > -1000 else x * 3


class Embeds(nn.Module):
    """Rows of a table by ids that the factory gives."""

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(5, 3)

    def forward(self, ids):
        return self.table(ids)


def embeds():
    return Embeds(), (torch.tensor([[0, 2, 4], [1, 1, 3]]),)


class Masks(nn.Module):
    def forward(self, x, mask):
        return x.masked_fill(~mask, -1.0)


def masks():
    return Masks(), (torch.randn(3, 4), torch.ones(3, 4, dtype=torch.bool))


class Drops(nn.Module):
    """A mask of a small dropout without its scale, whose rate only draws tell."""

    def __init__(self, p: float = 0.1):
        super().__init__()
        self.p = p

    def forward(self, x):
        return x * (torch.rand(x.shape) >= self.p)


class Checks(nn.Module):
    """Raises where the mean is far from zero."""

    def __init__(self, checks: bool = True):
        super().__init__()
        self.checks = checks

    def forward(self, x):
        if self.checks and float(x.mean().abs()) > 50:
            raise ValueError("too far")
        return x * 2


def far():
    return (torch.full((3, 4), 100.0),)


class FirstLargest(nn.Module):
    """Of equal values, as behind a bound, the first; or the last."""

    def __init__(self, last: bool = False):
        super().__init__()
        self.last = last

    def forward(self, x):
        y = (x * 1.5).tanh()
        return y.shape[-1] - 1 - y.flip(-1).argmax(-1) if self.last else y.argmax(-1)


class Flattens(nn.Module):
    def forward(self, x):
        return x.reshape(-1) * 2


class LeavesNan(nn.Module):
    """Writes what is no number into an input that its factory gives."""

    def forward(self, x, kept):
        return kept.copy_(torch.logit(x)) * 2


def leaves_nan() -> Any:
    return LeavesNan(), (torch.full((4, 4), 9.0), torch.zeros(4, 4))


def far_after_fresh(wide: bool) -> torch.Tensor:
    """The first input of the run with far values of `leaves_nan`."""
    program_run = ProgramRun(case("leaves_nan", inputs=[]), "cpu", "eager", False, wide)
    for seed, kind in enumerate(("same", "fresh", "far_values")):
        program_run.prepare(kind, 0, seed)
        program_run.run(seed, [], None)
    return program_run.program.args[0]


def bake(role: str) -> Edit:
    """The input of `role` becomes a constant of the value that it has at capture."""

    def edit(nodes: list[dict[str, Any]]) -> None:
        given = [node for node in nodes if node.get("role") == role][-1]
        of = {"int64": torch.tensor([[0, 2, 4], [1, 1, 3]]), "bool": torch.ones(3, 4, dtype=torch.bool)}
        value = of[given["outputs"][0]["dtype"]]
        made = case_value(value)
        given.update(role="constant", name="baked", value=made)

    return edit


def case_value(value: torch.Tensor) -> dict[str, Any]:
    import base64
    import hashlib

    data = value.contiguous().view(torch.uint8).numpy().tobytes()
    return {"sha256": hashlib.sha256(data).hexdigest(), "data": base64.b64encode(data).decode()}


def parting(disturbing: Any, seed: int, kind: str) -> Any:
    """Noise that parts equal values, whatever is asked for."""
    return disturbing(seed, "operators" if kind == "alike" else kind)


class FurtherRuns(Judge):
    METHODS = ("make_fx", "export", "aot", "symbolic_trace", "native")  # what makes a program wrong is an attribute: Dynamo guards it

    def found_in(self, given: dict[str, Any], captured: dict[str, Any], method: str) -> str:
        """The run in which what `method` makes of `captured` is no longer `given`; "" for none."""
        self.capture(captured, method)
        report = self.report(given)
        return "" if report["verdict"] == "replays" else report["runs"][-1]["name"]

    def assertFoundIn(self, run: str, factory: str, right: dict[str, Any], wrong: dict[str, Any], methods: tuple[str, ...] = METHODS) -> None:
        for method in methods:
            with self.subTest(method):
                self.assertEqual(self.found_in(case(factory, kwargs=right), case(factory, kwargs=right), method), "")
                self.assertEqual(self.found_in(case(factory, kwargs=right), case(factory, kwargs=wrong), method), run)

    def test_a_lost_bound_is_found_among_far_values(self) -> None:
        self.assertFoundIn("far values", "Bounded", {}, {"bounded": False})

    def test_a_lost_bound_behind_a_norm_is_found_among_large_values(self) -> None:
        self.assertFoundIn("large values", "BoundedBehindNorm", {}, {"bounded": False})

    def test_a_state_that_nan_reaches_hides_no_run_after_it(self) -> None:
        self.assertFoundIn("large values", "BoundedWithMean", {}, {"bounded": False}, ("make_fx", "export", "aot", "native"))

    def test_states_are_compared_after_a_third_call_where_eager_takes_no_values_of_ours(self) -> None:
        self.assertFoundIn("another call", "CountsToTwo", {}, {"bounded": False}, ("dispatch", "native"))

    def test_another_eps_is_found_where_a_row_is_next_to_zero(self) -> None:
        small = {"shape": [64, 2]}
        for method in self.METHODS:
            with self.subTest(method):
                self.assertEqual(self.found_in(case("Normalised", small), case("Normalised", small), method), "")
                wrong = case("Normalised", small, kwargs={"eps": 1e-3})
                self.assertEqual(self.found_in(case("Normalised", small), wrong, method), "far values")

    def test_ids_that_are_the_same_in_every_run_of_the_case_are_told_apart(self) -> None:
        for method in ("make_fx", "export", "aot", "native"):
            with self.subTest(method):
                self.assertReplays(self.replays(case("embeds", inputs=[]), method))
                self.assertEqual(self.replays(case("embeds", inputs=[]), method, bake("user"))["verdict"], "diverges")

    def test_a_mask_that_lets_everything_through_is_told_apart(self) -> None:
        for method in ("make_fx", "export", "aot", "native"):
            with self.subTest(method):
                self.assertReplays(self.replays(case("masks", inputs=[]), method))
                self.assertEqual(self.replays(case("masks", inputs=[]), method, bake("user"))["verdict"], "diverges")

    def test_another_rate_of_a_dropout_is_found_by_further_draws(self) -> None:
        for method in ("make_fx", "aot", "native"):
            with self.subTest(method):
                self.assertEqual(self.found_in(case("Drops"), case("Drops"), method), "")
                self.assertNotEqual(self.found_in(case("Drops"), case("Drops", kwargs={"p": 0.2}), method), "")

    def test_inputs_in_float64_are_those_of_the_run_whatever_a_run_has_left_in_them(self) -> None:
        self.assertTrue(torch.allclose(far_after_fresh(False).double(), far_after_fresh(True)))
        with mock.patch.object(variants, "_is_same", torch.equal):
            self.assertFalse(torch.allclose(far_after_fresh(False).double(), far_after_fresh(True)))

    def test_a_sign_that_all_weights_have_alike_is_found_among_large_values(self) -> None:
        self.assertFoundIn("large values", "Positive", {}, {"signed": True})

    def test_whole_numbers_of_a_buffer_are_in_another_order_in_the_second_run(self) -> None:
        self.assertFoundIn("fresh values", "Chooses", {}, {"baked": True})

    def test_an_index_in_a_buffer_is_another_one_that_eager_takes(self) -> None:
        self.assertFoundIn("fresh values", "Begins", {}, {"baked": True})

    def test_counters_that_are_alike_are_told_apart(self) -> None:
        self.assertFoundIn("fresh values", "Counts", {}, {"exchanged": True}, ("make_fx", "aot", "native"))

    def test_ids_that_are_never_zero_in_the_case_are_zero_once(self) -> None:
        for method in ("make_fx", "native"):
            with self.subTest(method):
                self.assertEqual(self.found_in(case("pads", inputs=[]), case("pads", inputs=[]), method), "")
                self.assertEqual(self.found_in(case("pads", inputs=[]), case("pads", inputs=[], kwargs={"masked": False}), method), "far values")

    def test_some_rows_are_zero_or_tiny_as_a_whole(self) -> None:
        wide = {"shape": [16, 32]}
        for method in self.METHODS:
            with self.subTest(method):
                self.assertEqual(self.found_in(case("Largest", wide), case("Largest", wide), method), "")
                self.assertEqual(self.found_in(case("Largest", wide), case("Largest", wide, kwargs={"least": 0.0}), method), "far values")

    def test_sizes_that_are_equal_at_capture_are_told_apart(self) -> None:
        given = {"dynamic": {"0": [0], "1": [0]}}
        two = {"shape": [3, 2]}, {"shape": [3, 2]}
        self.assertEqual(self.found_in(case("Rows", *two, **given), case("Rows", *two, **given), "export"), "")
        self.assertEqual(self.found_in(case("Rows", *two, **given), case("Rows", *two, kwargs={"first": False}, **given), "export"), "sizes apart")

    def test_one_column_lies_in_memory_otherwise(self) -> None:
        one = {"shape": [6, 1]}
        for method in ("make_fx", "export", "symbolic_trace"):
            with self.subTest(method):
                self.assertEqual(self.found_in(case("Column", one), case("Column", one), method), "")
                self.assertEqual(self.found_in(case("Column", one), case("Column", one, kwargs={"baked": True}), method), "other strides")

    def test_another_order_of_equals_is_undecided_where_rounding_does_not_part_them(self) -> None:
        wide = {"shape": [16, 8]}
        for method in ("make_fx", "native"):
            with self.subTest(method):
                self.assertEqual(self.found_in(case("FirstLargest", wide), case("FirstLargest", wide), method), "")
                self.capture(case("FirstLargest", wide, kwargs={"last": True}), method)
                report = self.report(case("FirstLargest", wide))
                self.assertEqual(report["verdict"], "undecided")
                self.assertIn("some are equal, and come in another order", report["message"])
                with mock.patch.object(double_precision, "disturbing", functools.partial(parting, double_precision.disturbing)):
                    parted = self.report(case("FirstLargest", wide))
                self.assertReplays(parted)
                self.assertIn("rounding alone may decide", "".join(run["left_out"] for run in parted["runs"]))
                policy = case("FirstLargest", wide, replay={"policy": ["order_of_equals"]})
                self.assertReplays(self.report(policy))

    def test_where_eager_raises_the_capture_must_not_give_a_value(self) -> None:
        given = case("Checks", replay={"inputs": ["far"]})
        self.capture(case("Checks", kwargs={"checks": False}), "make_fx")
        report = self.report(given)
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("eager itself raises ValueError: too far, the capture gives a value", report["message"])
        without = case("Checks", kwargs={"checks": False}, replay={"inputs": ["far"]})
        self.assertReplays(self.report(without))

    def test_a_view_that_other_strides_do_not_allow_is_told_and_is_no_error(self) -> None:
        self.capture(case("Flattens"), "make_fx")
        report = self.report(case("Flattens"))
        self.assertReplays(report)
        self.assertEqual([finding["kind"] for finding in report["findings"]], ["refused"])
        self.capture(case("Bounded"), "make_fx")
        self.assertEqual(self.report(case("Bounded"))["findings"], [])


if __name__ == "__main__":
    unittest.main()
