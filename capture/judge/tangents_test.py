"""tangents_test: a backward pass that starts from the right tangents and loses them on the way is found, whatever the method."""

import functools
import unittest
from typing import Any

import torch
from torch import nn

from assay_python.judge_mutants.edited_capture import Judge, Nodes, X, of_target
from assay_python.judge_mutants.edited_capture import case as case_of
from assay_python.program.program import Program
from assay_python.program.tangents import Tangents

case = functools.partial(case_of, of=__file__)
LEARNED = {**X, "requires_grad": True}
METHODS = ("aot_joint", "aot", "aot_min_cut", "aot_joint_compile", "dispatch", "native", "make_fx_grad", "precompile")
BACKWARDS = {
    "as it is": lambda g, y: g.flip(0),
    "does not flip": lambda g, y: g,
    "rolls": lambda g, y: g.flip(0).roll(1, 0),
    "averages": lambda g, y: g.mean(0, keepdim=True).expand_as(g),
    "gives zeros": lambda g, y: torch.zeros_like(g),
    "gives ones": lambda g, y: torch.ones_like(g),
}


class Flip(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, how):
        ctx.how = how
        return x.flip(0)

    @staticmethod
    def backward(ctx, g):
        return BACKWARDS[ctx.how](g, None), None


class Flips(nn.Module):
    def __init__(self, how: str = "as it is"):
        super().__init__()
        self.how, self.weight = how, nn.Parameter(torch.randn(4))

    def forward(self, x):
        return Flip.apply(x * self.weight, self.how)


class Two(nn.Module):
    """Two results that are alike but for their numbers."""

    def __init__(self, exchanged: bool = False):
        super().__init__()
        self.exchanged = exchanged
        self.first, self.second = nn.Parameter(torch.randn(4)), nn.Parameter(torch.randn(4))

    def forward(self, x):
        return Pair.apply(x * self.first, x * self.second, self.exchanged)


class Loses(nn.Module):
    """One of two results is the end of its history."""

    def __init__(self, lost: bool = False):
        super().__init__()
        self.lost = lost
        self.first, self.second = nn.Parameter(torch.randn(4)), nn.Parameter(torch.randn(4))

    def forward(self, x):
        y = (x * self.second).sin()
        return x * self.first, y.detach() if self.lost else y


class Coarse(torch.autograd.Function):
    """A backward pass in 16 bits."""

    @staticmethod
    def forward(ctx, x, rounds):
        ctx.rounds = rounds
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        return g.bfloat16().float() if ctx.rounds else g, None


class Rounds(nn.Module):
    def __init__(self, rounds: bool = False):
        super().__init__()
        self.rounds, self.weight = rounds, nn.Parameter(torch.randn(4))

    def forward(self, x):
        return Coarse.apply(x * self.weight, self.rounds)


class Pair(torch.autograd.Function):
    @staticmethod
    def forward(ctx, first, second, exchanged):
        ctx.exchanged = exchanged
        return first.clone(), second.clone()

    @staticmethod
    def backward(ctx, first, second):
        return (second, first, None) if ctx.exchanged else (first, second, None)


class Normal(nn.Module):
    """Its gradients vanish where all tangents are equal."""

    def __init__(self, zeros: bool = False):
        super().__init__()
        self.zeros, self.weight = zeros, nn.Parameter(torch.randn(4))

    def forward(self, x):
        return Softmax.apply(x * self.weight, self.zeros)


class Softmax(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, zeros):
        ctx.zeros = zeros
        y = x.softmax(-1)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        right = (g - (g * y).sum(-1, keepdim=True)) * y
        return (torch.zeros_like(right) if ctx.zeros else right), None


def first_alone(output):
    return output[0].sum()


class Views(nn.Module):
    """Two results that are views of one intermediate tensor, and one that is not."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        y = self.linear(x)
        return y[0], y.t(), y.exp()


def weighted(output):
    return (output[0] * 2).sum() + (output[1] * torch.arange(3.0)).sum() + output[2].sum()


class Sign(nn.Module):
    """Its gradient is a tensor of zeros that has no memory; given twice, it is one tensor."""

    def forward(self, x):
        return torch.sgn(x), torch.sgn(x + 1)


class SignWithGradient(nn.Module):
    def forward(self, x):
        return torch.sgn(x) + (x - x.detach()), torch.sgn(x + 1)


class SameTwice(nn.Module):
    def forward(self, left, right):
        return left * 2 - right.exp()


class WritesInput(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        x.mul_(2.0)
        return self.linear(x)


class RowBesideWrite(nn.Module):
    """Its result 1 is a view of a parameter, and has no tangent; its input 1, which it writes, has one."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3, 4))

    def forward(self, x, y):
        row = self.weight[1]
        y.copy_(row * 2.0)
        return x * self.weight, row


class Tangled(Judge):
    def verdict(self, right: dict[str, Any], captured: dict[str, Any], method: str) -> str:
        """Of the graph that `method` captures of one case, replayed against the other."""
        self.capture(captured, method)
        return self.report(right)["verdict"]

    def assertTold(self, factory: str, wrong: list[dict[str, Any]]) -> None:
        for method in METHODS:
            with self.subTest(method):
                self.assertEqual(self.verdict(case(factory), case(factory), method), "replays")
                for kwargs in wrong:
                    found = self.verdict(case(factory), case(factory, kwargs=kwargs), method)
                    self.assertEqual(found, "diverges", kwargs)

    def test_a_backward_that_moves_or_forgets_its_tangents_is_found(self) -> None:
        self.assertTold("Flips", [{"how": how} for how in BACKWARDS if how != "as it is"])

    def test_the_tangents_of_two_results_are_told_apart(self) -> None:
        self.assertTold("Two", [{"exchanged": True}])

    def test_a_result_without_a_tangent_is_found(self) -> None:
        self.assertTold("Loses", [{"lost": True}])

    def test_a_backward_in_16_bits_is_found(self) -> None:
        self.assertTold("Rounds", [{"rounds": True}])

    def test_a_backward_of_zeros_is_found_where_a_sum_has_no_gradient(self) -> None:
        self.assertTold("Normal", [{"zeros": True}])

    def test_two_tangents_exchanged_in_a_file_are_found(self) -> None:
        def exchange(nodes: Nodes) -> None:
            first, second = (node for node in nodes if node.get("role") == "tangent")
            first["name"], second["name"] = second["name"], first["name"]

        for method in ("aot_joint", "dispatch", "native", "make_fx_grad", "precompile"):
            with self.subTest(method):
                self.assertEqual(self.replays(case("Two"), method)["verdict"], "replays")
                self.assertEqual(self.replays(case("Two"), method, exchange)["verdict"], "diverges")

    def test_a_case_that_names_a_loss_has_it_in_its_graph_and_no_tangents(self) -> None:
        def roles(nodes: Nodes) -> None:
            self.tangents = sum(node.get("role") == "tangent" for node in nodes)
            self.sums = sum(node.get("target", "").startswith("aten.sum") for node in nodes)

        for method in ("dispatch", "native", "make_fx_grad", "precompile"):
            with self.subTest(method):
                self.assertReplays(self.replays(case("Two", loss="first_alone"), method, roles))
                self.assertEqual((self.tangents, self.sums), (0, 3))
                self.assertReplays(self.replays(case("Two"), method, roles))
                self.assertEqual((self.tangents, self.sums), (2, 2))


class Gradients(Judge):
    def test_the_tangent_of_a_view_goes_to_its_base(self) -> None:
        given = case("Views", LEARNED, loss="weighted")
        self.assertReplaysBy(("aot_joint", "aot", "make_fx_grad", "dispatch", "symbolic_trace"), given)
        report = self.replays(given, "aot_joint", self.lose_tangent)
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("gradient of ", report["message"])

    def test_a_gradient_of_zeros_without_memory_is_compared(self) -> None:
        given = case("Sign", LEARNED)
        self.assertReplaysBy(("native", "dispatch", "aot_joint", "symbolic_trace"), given)
        self.capture(case("SignWithGradient", LEARNED), "symbolic_trace")
        report = self.report(given)
        self.assertEqual(report["verdict"], "diverges")
        self.assertIn("gradient of ", report["message"])

    def lose_tangent(self, nodes: Nodes) -> None:
        """Whatever multiplies a tangent gets the forward value twice instead."""
        tangents = {node["id"] for node in nodes if node.get("role") == "tangent"}
        node = next(n for n in nodes if n.get("target") == "aten.mul.Tensor" and n["args"]["self"]["%"][0] in tangents)
        node["args"]["self"] = node["args"]["other"]

    def test_a_tensor_given_twice_has_the_sum_of_its_gradients(self) -> None:
        given = case("SameTwice", LEARNED, {"same_as": 0})
        self.assertReplaysBy(("make_fx_grad", "dispatch", "aot_joint", "aot"), given)

        def lose(nodes: Nodes) -> None:
            gradients = [label for label in nodes[-1]["args"] if label.startswith("gradient:")]
            nodes[-1]["args"][gradients[-1]] = nodes[-1]["args"][gradients[0]]

        self.assertEqual(self.replays(given, "aot_joint", lose)["verdict"], "diverges")

    def test_a_mutated_input_and_a_result_of_one_name_do_not_share_a_tangent(self) -> None:
        def share(nodes: Nodes) -> None:
            self.assertEqual([node["name"] for node in nodes if node.get("role") == "tangent"], ["0"])
            product = of_target(nodes, "aten.mm.default")["id"]
            turned = next(node for node in nodes if node.get("args", {}).get("self") == {"%": [product, 0]})
            nodes[-1]["args"]["gradient:linear.weight"] = {"%": [turned["id"], 0]}

        for method, graph in (("aot_joint", "joint"), ("aot", "backward")):
            with self.subTest(method):
                self.assertReplays(self.replays(case("WritesInput"), method))
                self.edit_graphs(lambda graphs: share(next(one["nodes"] for one in graphs if one["name"] == graph)))
                report = self.report(case("WritesInput"))
                self.assertEqual((report["verdict"], report["runs"][0]["name"]), ("diverges", "same inputs"))

    def test_what_is_written_has_a_tangent_of_its_own_beside_the_result_of_its_name(self) -> None:
        def double(nodes: Nodes) -> None:
            next(node for node in nodes if 2.0 in node.get("args", {}).values())["args"]["other"] = 4.0

        for method in ("aot_joint", "aot_joint_compile"):
            self.assertReplays(self.replays(case("RowBesideWrite", X, X), method))
            self.edit(double)
            self.assertEqual(self.report(case("RowBesideWrite", X, X))["verdict"], "diverges")


class Drawn(unittest.TestCase):
    RESULTS = [torch.empty(3, 4), torch.empty(3, 4, dtype=torch.bfloat16), torch.empty(5, dtype=torch.complex64)]

    def drawn(self, kind: str, seed: int = 1) -> list[torch.Tensor]:
        return [Tangents(seed, kind).like(one, number, 3) for number, one in enumerate(self.RESULTS)]

    def test_tangents_are_of_the_shape_and_type_of_their_results(self) -> None:
        for kind in ("drawn", "equal", "one", "apart"):
            made = self.drawn(kind)
            self.assertEqual([(one.shape, one.dtype) for one in made], [(one.shape, one.dtype) for one in self.RESULTS])

    def test_the_same_run_has_the_same_tangents_and_another_run_others(self) -> None:
        same = [torch.equal(*pair) for pair in zip(self.drawn("drawn"), self.drawn("drawn"))]
        other = [torch.equal(*pair) for pair in zip(self.drawn("drawn"), self.drawn("drawn", seed=2))]
        self.assertEqual((same, other), ([True] * 3, [False] * 3))

    def test_a_tangent_is_the_same_number_in_double_precision(self) -> None:
        for coarse, narrow in ((False, torch.float32), (True, torch.bfloat16)):
            drawn = [Tangents(1, coarse=coarse).like(torch.empty(3, 4, dtype=dtype), 1, 3) for dtype in (narrow, torch.float64)]
            self.assertTrue(torch.equal(drawn[0].double(), drawn[1]))

    def test_elements_of_the_only_result_lie_far_apart(self) -> None:
        made = Tangents(1, "apart").like(torch.empty(3, 4), 0, 1).abs()
        self.assertGreater(float(made.max() / made.min()), 1e5)
        self.assertFalse(torch.equal(made, made.to(torch.bfloat16).float()))  # no cast leaves it as it is

    def test_all_but_one_are_zero_or_they_lie_far_apart(self) -> None:
        self.assertEqual([bool(one.any()) for one in self.drawn("one")], [False, True, False])
        sizes = [float(one.abs().float().mean()) for one in self.drawn("apart")]
        self.assertGreater(max(sizes) / min(sizes), 1e5)

    def test_drawing_leaves_the_programs_generator_as_it_was(self) -> None:
        before = torch.get_rng_state()
        self.drawn("drawn")
        self.assertTrue(torch.equal(before, torch.get_rng_state()))

    def test_results_that_require_no_gradient_have_no_tangent(self) -> None:
        program = Program(case("Two"), "cpu", False)
        first, second = program.model(*program.args)
        self.assertEqual(program.start((first, second.detach())).names, ["0"])
        self.assertIsNone(program.start((first.detach(), torch.arange(3))))


if __name__ == "__main__":
    unittest.main()
