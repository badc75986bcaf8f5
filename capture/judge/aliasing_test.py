"""aliasing_test: what lies in whose memory is compared, whatever the method."""

import unittest
from typing import Any

import torch
from torch import nn

from assay_capture import METHODS
from assay_python.judge_mutants.edited_capture import Judge
from assay_python.judge_mutants.edited_capture import case as case_of


def case(factory: str, **kwargs: Any) -> dict[str, Any]:
    return case_of(factory, {"shape": [3, 4]}, of=__file__, kwargs=kwargs)


class Views(nn.Module):
    """A part of its input, or a copy of it; and a part of a product, or a copy."""

    def __init__(self, of_input: bool = True, of_result: bool = True):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))
        self.of_input, self.of_result = of_input, of_result

    def forward(self, x):
        y = x * self.weight
        return x[1:] if self.of_input else x[1:].clone(), y, y.t() if self.of_result else y.t().clone()


class Expands(nn.Module):
    """Its input, or a copy, many times: nobody can write it."""

    def __init__(self, copies: bool = False):
        super().__init__()
        self.copies = copies

    def forward(self, x):
        return (x.clone() if self.copies else x)[:1].expand(5, 4)


class Writes(nn.Module):
    """What it writes into lies in other memory in a functional graph, and so do views of it."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))
        self.register_buffer("seen", torch.zeros(4))

    def forward(self, x):
        self.seen.add_(1)
        return x * self.weight, self.seen[1:]


class Aliasing(Judge):
    def test_a_view_that_became_a_copy_is_found_by_every_method(self) -> None:
        for method in METHODS:
            with self.subTest(method):
                self.assertReplays(self.replays(case("Views"), method))
                if method == "aot_joint_compile":  # AOTAutograd's runtime, the program's own, makes views of inputs anew
                    continue
                for lost in ("of_input", "of_result"):
                    self.capture(case("Views", **{lost: False}), method)
                    report = self.report(case("Views"))
                    self.assertEqual(report["verdict"], "diverges", lost)
                    self.assertRegex(report["message"], "writing into result . changes (input|result) . in eager, not in the replay")

    def test_memory_that_nobody_can_write_is_compared_as_well(self) -> None:
        for method in ("make_fx", "export", "native"):
            with self.subTest(method):
                self.assertReplays(self.replays(case("Expands"), method))
                self.capture(case("Expands", copies=True), method)
                report = self.report(case("Expands"))
                self.assertEqual(report["verdict"], "diverges")
                self.assertIn("result 0 lies in the memory of input 0 in eager, not in the replay", report["message"])

    def test_what_a_functional_graph_writes_is_not_held_against_it(self) -> None:
        for method in METHODS:
            if method != "symbolic_trace":  # which loses the write
                with self.subTest(method):
                    self.assertReplays(self.replays(case("Writes"), method))


if __name__ == "__main__":
    unittest.main()
