"""findings_test: what a replay tells beside its verdict, and that it is silent where there is nothing to tell.

Run with the Python of a worker: `python findings_test.py`. The models below are loaded by path.
"""

import unittest
from typing import Any

import torch
from torch import nn

from assay_python.judge_mutants.edited_capture import Judge, of_target
from assay_python.judge_mutants.edited_capture import case as case_of


class Largest(nn.Module):
    def forward(self, x):
        return x.max(1).values.sin()


class LargestBeside(nn.Module):
    """An operator whose result nobody uses takes the places of the largest; with `given` that is a result."""

    def __init__(self, given=False):
        super().__init__()
        self.given = given

    def forward(self, x):
        largest = x.max(1)
        turned = largest.indices.neg()
        return (largest.values.sin(), turned) if self.given else largest.values.sin()


class Turned(nn.Module):
    def forward(self, x):
        return x.sin().t()


class TurnedAndCopied(nn.Module):
    def forward(self, x):
        return x.sin().t().clone(memory_format=torch.contiguous_format)


class Weighted(nn.Module):
    """A parameter that is not used, or that is multiplied by zero."""

    def __init__(self, used=False):
        super().__init__()
        self.weight, self.other, self.used = nn.Parameter(torch.rand(4)), nn.Parameter(torch.rand(4)), used

    def forward(self, x):
        return x * self.weight + (self.other * 0 if self.used else 0)


class Plain(nn.Module):
    def forward(self, x):
        return x.sin()


class DrawsForNothing(nn.Module):
    def forward(self, x):
        torch.rand(3)
        return x.sin()


class Counts(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return x.sin()


class Keeps(nn.Module):
    """Writes into a tensor that is no state, and keeps what it was given in a list."""

    def __init__(self):
        super().__init__()
        self.seen, self.given = torch.zeros(2), {"rows": []}

    def forward(self, x):
        self.seen.add_(1)
        self.given["rows"].append(len(x))
        return x.sin()


class Writes(nn.Module):
    """A text of characters of two bytes, cut after an odd number of bytes (the quote), and an error of such."""

    def __init__(self):
        super().__init__()
        self.text = ""

    def forward(self, x):
        self.text = "ä" * 300
        return x.sin()


class AsksForMode(nn.Module):
    """Another program where grad mode is off, or where its input requires no gradient; unless `same`."""

    def __init__(self, of_input=False, same=False):
        super().__init__()
        self.of_input, self.same = of_input, same

    def forward(self, x):
        learns = x.requires_grad if self.of_input else torch.is_grad_enabled()
        return x.sin() * (2 if learns or self.same else 3)


class RaisesFurther(nn.Module):
    def forward(self, x):
        if len(x) > 3:
            raise ValueError("ä" * 5000)
        return x.sin()


def more_rows():
    return (torch.ones(5, 4),)


def case(factory: str, **keys: Any) -> dict[str, Any]:
    return case_of(factory, of=__file__, **keys)


class Metadata(Judge):
    def lengthened(self, output: int, factory: str = "Largest", **kwargs: Any) -> dict[str, Any]:
        def lengthen(nodes: list[dict[str, Any]]) -> None:
            of_target(nodes, "aten.max.dim")["outputs"][output]["shape"] = [4]

        return self.replays({**case(factory), "kwargs": kwargs}, "make_fx", lengthen)

    def test_a_promise_about_an_output_that_nobody_uses_is_told_beside_the_verdict(self) -> None:
        report = self.lengthened(1)
        self.assertReplays(report)
        (finding,) = report["findings"]
        self.assertEqual(finding["kind"], "metadata")
        self.assertIn("(aten.max.dim): the file says int64[4], it gives int64[3], and nobody uses it", finding["message"])
        self.assertEqual((finding["at"]["target"], finding["at"]["expected"], finding["at"]["found"]), ("aten.max.dim", "int64[4]", "int64[3]"))

    def test_what_dead_code_uses_is_used_by_nobody(self) -> None:
        report = self.lengthened(1, "LargestBeside")
        self.assertReplays(report)
        self.assertEqual([finding["kind"] for finding in report["findings"]], ["metadata"])
        self.assertEqual(self.lengthened(1, "LargestBeside", given=True)["verdict"], "diverges")

    def test_the_same_about_an_output_that_is_used_diverges(self) -> None:
        report = self.lengthened(0)
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("the file says float32[4], it gives float32[3]", report["message"])
        self.assertTrue(report["departure"]["of_type"])


class Beside(Judge):
    def findings(self, captured: str, eager: str, method: str = "make_fx") -> list[dict[str, str]]:
        self.capture(case(captured), method)
        report = self.report(case(eager))
        self.assertReplays(report)
        return report["findings"]

    def test_a_result_that_lies_in_memory_otherwise_is_told(self) -> None:
        for method in ("make_fx", "symbolic_trace"):
            with self.subTest(method):
                (finding,) = self.findings("TurnedAndCopied", "Turned", method)
                self.assertEqual(finding["kind"], "stride")
                self.assertEqual(finding["message"], "result 0 has strides [1, 4] in eager, [3, 1] in the replay")
                self.assertEqual(self.findings("Turned", "Turned", method), [])

    def test_a_draw_that_one_side_alone_makes_is_told(self) -> None:
        (finding,) = self.findings("Plain", "DrawsForNothing")
        self.assertEqual(finding["kind"], "generator")
        self.assertEqual(self.findings("DrawsForNothing", "DrawsForNothing"), [])

    def test_that_eager_hangs_on_whether_gradients_are_taken_is_told(self) -> None:
        def asks(**kwargs: bool) -> dict[str, Any]:
            return {**case("AsksForMode"), "kwargs": kwargs}

        for of_input, mode in ((False, "where grad mode is off"), (True, "where other inputs require a gradient")):
            for method in ("make_fx", "export", "native") + (() if of_input else ("symbolic_trace",)):
                with self.subTest(method, mode=mode):
                    report = self.replays(asks(of_input=of_input), method)
                    self.assertReplays(report)
                    told = [finding["message"] for finding in report["findings"] if finding["kind"] == "mode"]
                    self.assertEqual(len(told), 1)
                    self.assertIn(f"{mode} eager gives another result 0", told[0])
                    self.assertEqual(self.replays(asks(of_input=of_input, same=True), method)["findings"], [])

    def test_what_a_module_counts_in_python_is_told(self) -> None:
        (finding,) = self.findings("Counts", "Counts")
        self.assertEqual(finding["kind"], "python_state")
        self.assertEqual(finding["message"], "eager changes calls from 0 to 1, the capture leaves it at 0")
        self.assertEqual(self.findings("Plain", "Plain"), [])

    def test_what_a_module_keeps_in_lists_and_tensors_that_are_no_states_is_told(self) -> None:
        (finding,) = self.findings("Keeps", "Keeps")
        self.assertEqual(finding["kind"], "python_state")
        self.assertRegex(finding["message"], r"eager changes (seen from 'float32\[2\] \w+' to 'float32\[2\] \w+'|given from '{rows: \[\]}' to '{rows: \[3\]}')")

    def test_no_gradient_in_the_place_of_zeros_is_told(self) -> None:
        def weighted(used: bool) -> dict[str, Any]:
            return {**case("Weighted"), "kwargs": {"used": used}}

        for captured, eager, gives in ((True, False, "none, the capture zeros"), (False, True, "zeros, the capture none")):
            for method in ("dispatch", "aot_joint"):
                with self.subTest(method, eager=eager):
                    self.capture(weighted(captured), method)
                    report = self.report(weighted(eager))
                    self.assertReplays(report)
                    found = [(finding["kind"], finding["message"]) for finding in report["findings"]]
                    self.assertEqual(found, [("no_gradient", f"gradient of other: eager gives {gives}")])
                    self.assertEqual(self.report(weighted(captured))["findings"], [])

    def test_texts_are_cut_between_characters(self) -> None:
        (finding,) = self.findings("Writes", "Writes")
        self.assertEqual(finding["message"], "eager changes text from '' to '" + "ä" * 199 + ", the capture leaves it at ''")
        report = self.replays(case("RaisesFurther", replay={"inputs": ["more_rows"]}), "make_fx_symbolic")
        (given,) = [run for run in report["runs"] if run["kind"] == "given"]
        self.assertRegex(given["left_out"], "^eager itself raises ValueError: ä+$")


if __name__ == "__main__":
    unittest.main()
