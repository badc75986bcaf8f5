"""oracle_test: the oracle's verdict on pairs of text graphs, each as a graph file and as modules of torch.fx.

`oracle_test.py ASSAY`.
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import torch

import guards
import recorded
from oracle import Known, Oracle, Sameness, Verdict

HEAD = "golden 2\ncase test/texts\nholds make_fx@cpu verified 2.15.0 3.11\n\ngraphs make_fx@cpu\n"
TWO = 'graph forward\n%0 = input user "0" : f32[2,3]\n%1 = input parameter "w" : f32[2,3]\n'
SUM = '%2 = aten.add.Tensor(self=%0, other=%1) : f32[2,3]\noutput "0"=%2\n'
STATES = {("user", "0"): torch.arange(6.0).view(2, 3) - 2, ("parameter", "w"): torch.ones(2, 3), ("buffer", "calls"): torch.tensor(0)}


def module(assay: str, folder: pathlib.Path, name: str, text: str) -> pathlib.Path:
    (folder / f"{name}.txt").write_text(HEAD + text + "end\n")
    subprocess.run([assay, "export", folder / f"{name}.txt", "--to", "fx", "-o", folder / f"{name}.py"], check=True)
    return folder / f"{name}.py"


class Decides(unittest.TestCase):
    assay = ""

    def verdict(self, right: str, wrong: str, above: bool = False, wanted: tuple = (), casts: bool = False, states: dict = STATES) -> Verdict:
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            oracle = Oracle(module(self.assay, folder, "right", right), Known(states, set(wanted), above), [])
            self.assertTrue(oracle.decides, oracle.failed)
            return oracle.judge(module(self.assay, folder, "wrong", wrong), casts)

    def assertIs_(self, sameness: Sameness, right: str, wrong: str, **how: object) -> None:
        found = self.verdict(right, wrong, **how)
        self.assertEqual(found.sameness, sameness, found.reason)

    def test_operands_of_a_sum_may_change_places(self) -> None:
        self.assertIs_(Sameness.SAME, TWO + SUM, TWO + SUM.replace("self=%0, other=%1", "self=%1, other=%0"))

    def test_operands_of_a_difference_may_not(self) -> None:
        self.assertIs_(Sameness.OTHER, TWO + SUM.replace("add", "sub"), TWO + SUM.replace("add.Tensor(self=%0, other=%1)", "sub.Tensor(self=%1, other=%0)"))

    def test_another_order_of_a_long_sum_is_rounding_and_not_another_program(self) -> None:
        flipped = '%2 = aten.flip.default(self=%0, dims=[0, 1]) : f32[2,3]\n%3 = aten.sum.default(self=%2) : f32[]\noutput "0"=%3\n'
        plain = '%2 = aten.sum.default(self=%0) : f32[]\noutput "0"=%2\n'
        self.assertIs_(Sameness.SAME, TWO + plain, TWO + flipped)

    def test_a_bound_that_only_large_values_reach_is_another_program(self) -> None:
        relu = '%2 = aten.relu.default(self=%0) : f32[2,3]\noutput "0"=%2\n'
        self.assertIs_(Sameness.OTHER, TWO + relu, TWO + relu.replace("relu", "relu6"))

    def test_a_comparison_is_another_one_where_values_are_equal(self) -> None:
        above = '%2 = aten.ge.Scalar(self=%0, other=0) : b8[2,3]\noutput "0"=%2\n'
        self.assertIs_(Sameness.OTHER, TWO + above, TWO + above.replace("ge", "gt"))

    def test_swapped_tangents_are_another_program(self) -> None:
        joint = (
            'graph joint\n%0 = input user "0" : f32[2,3]\n%1 = input tangent "0" : f32[2,3]\n%2 = input tangent "1" : f32[2,3]\n'
            '%3 = aten.mul.Tensor(self=%0, other=%1) : f32[2,3]\n%4 = aten.add.Tensor(self=%3, other=%2) : f32[2,3]\noutput gradient "0"=%4\n'
        )
        swapped = joint.replace("other=%1", "other=%9").replace("other=%2", "other=%1").replace("other=%9", "other=%2")
        self.assertIs_(Sameness.OTHER, joint, swapped)

    def test_a_value_that_is_saved_for_no_reader_is_nobodys(self) -> None:
        pair = (
            'graph forward\n%0 = input user "0" : f32[2]\n%1 = aten.sin.default(self=%0) : f32[2]\n'
            'output "0"=%1, saved "0"=%0, saved "1"=%1\n\ngraph backward\n%0 = input saved "0" : f32[2]\n'
            '%1 = input saved "1" : f32[2]\n%2 = input tangent "0" : f32[2]\n%3 = aten.mul.Tensor(self=%READ, other=%2) : f32[2]\n'
            'output gradient "0"=%3\n'
        )
        swapped = pair.replace('saved "0"=%0, saved "1"=%1', 'saved "0"=%1, saved "1"=%1')
        self.assertIs_(Sameness.OTHER, pair.replace("READ", "0"), swapped.replace("READ", "0"))
        self.assertIs_(Sameness.SAME, pair.replace("READ", "1"), swapped.replace("READ", "1"))

    def test_a_write_that_is_lost_is_seen_in_what_is_left_behind(self) -> None:
        writes = '%2 = aten.add_.Scalar(self=%0, other=1) mutates(self) alias(0:self) : f32[2,3]\n%3 = aten.exp.default(self=%1) : f32[2,3]\noutput "0"=%3\n'
        without = '%2 = aten.exp.default(self=%1) : f32[2,3]\noutput "0"=%2\n'
        self.assertIs_(Sameness.OTHER, TWO + writes, TWO + without)

    def test_what_an_input_ends_as_is_lost(self) -> None:
        ends = '%2 = aten.add.Tensor(self=%0, other=%1) : f32[2,3]\noutput "0"=%2, mutation "0"=%2\n'
        self.assertIs_(Sameness.OTHER, TWO + ends, TWO + ends.replace(', mutation "0"=%2', ""))

    def test_a_copy_of_a_view_differs_in_memory_alone(self) -> None:
        view = '%2 = aten.transpose.int(self=%0, dim0=0, dim1=1) alias(0:self) : f32[3,2]{1,3}\noutput "0"=%2\n'
        copy = '%2 = aten.transpose.int(self=%0, dim0=0, dim1=1) alias(0:self) : f32[3,2]{1,3}\n%3 = aten.clone.default(self=%2) : f32[3,2]{1,3}\noutput "0"=%3\n'
        self.assertIs_(Sameness.ALIASING, TWO + view, TWO + copy)

    def test_a_detach_is_another_program_above_autograd_alone(self) -> None:
        plain = '%2 = aten.mul.Tensor(self=%0, other=%1) : f32[2,3]\noutput "0"=%2\n'
        cut = '%2 = aten.detach.default(self=%1) alias(0:self) : f32[2,3]\n%3 = aten.mul.Tensor(self=%0, other=%2) : f32[2,3]\noutput "0"=%3\n'
        self.assertIs_(Sameness.SAME, TWO + plain, TWO + cut)
        self.assertIs_(Sameness.OTHER, TWO + plain, TWO + cut, above=True)

    def test_a_cast_there_and_back_is_rounding_and_another_type_is_another_program(self) -> None:
        there = '%2 = aten._to_copy.default(self=%0, dtype=torch.bfloat16) : bf16[2,3]\n%3 = aten._to_copy.default(self=%2, dtype=torch.float32) : f32[2,3]\n%4 = aten.add.Tensor(self=%3, other=%1) : f32[2,3]\noutput "0"=%4\n'
        self.assertIs_(Sameness.ROUNDING, TWO + SUM, TWO + there, casts=True)
        half = '%2 = aten._to_copy.default(self=%0, dtype=torch.bfloat16) : bf16[2,3]\noutput "0"=%2\n'
        self.assertIs_(Sameness.OTHER, TWO + half, TWO + half.replace("bfloat16", "float16").replace("bf16", "f16"), casts=True)

    def test_zeros_for_a_product_with_zero_differ_where_an_input_is_not_finite_alone(self) -> None:
        product = '%2 = aten.mul.Scalar(self=%0, other=0.0) : f32[2,3]\noutput "0"=%2\n'
        self.assertIs_(Sameness.NOT_FINITE, TWO + product, TWO + product.replace("mul.Scalar(self=%0, other=0.0)", "zeros_like.default(self=%0)"))

    def test_a_counter_is_no_constant(self) -> None:
        counts = 'graph forward\n%0 = input buffer "calls" : i64[]\n%1 = aten.add.Tensor(self=%0, other=1) : i64[]\noutput "0"=%1\n'
        self.assertIs_(Sameness.OTHER, counts, counts.replace("add.Tensor(self=%0, other=1)", "ones_like.default(self=%0)"))

    def test_a_module_has_the_states_that_its_arguments_say(self) -> None:
        norms = (
            'graph forward\n%0 = input user "0" : f32[2,3]\n%1 = input parameter "n.weight" : f32[3]\n%2 = input parameter "n.bias" : f32[3]\n'
            '%3 = module:n(input=%0, self.weight=%1, self.bias=%2) module torch.nn.modules.normalization.LayerNorm '
            '{"normalized_shape": (3,), "eps": 1e-05, "elementwise_affine": True} : f32[2,3]\noutput "0"=%3\n'
        )
        swapped = norms.replace("self.weight=%1, self.bias=%2", "self.weight=%2, self.bias=%1")
        states = {("parameter", "n.weight"): torch.ones(3), ("parameter", "n.bias"): torch.zeros(3)}
        self.assertIs_(Sameness.SAME, norms, norms, states=states)
        self.assertIs_(Sameness.OTHER, norms, swapped, states=states)

    def test_a_file_that_does_not_run_is_no_program(self) -> None:
        self.assertIs_(Sameness.INVALID, TWO + SUM, TWO + '%2 = aten.mm.default(self=%0, mat2=%1) : f32[2,2]\noutput "0"=%2\n')

    def test_a_dropout_of_another_rate_is_another_program(self) -> None:
        drop = '%2 = aten.native_dropout.default(input=%0, p=0.5, train=True) rng : (f32[2,3], b8[2,3])\noutput "0"=%2.0\n'
        self.assertIs_(Sameness.SAME, TWO + drop, TWO + drop)
        self.assertIs_(Sameness.OTHER, TWO + drop, TWO + drop.replace("0.5", "0.4"))


def document(guards_of: list[str], **symbol: int) -> dict:
    nodes = [{"id": 0, "kind": "input", "role": "user", "name": "0", "outputs": [{"dtype": "float32", "shape": [{"sym": "s0"}], "stride": [1], "device": "cpu"}]}]
    return {"graphs": [{"name": "forward", "symbols": [{"name": "s0", "hint": 4, **symbol}], "guards": guards_of, "nodes": nodes}]}


class Recorded(unittest.TestCase):
    def test_a_shape_that_nobody_sees_is_another_than_the_file_says(self) -> None:
        right = TWO + '%2 = aten.sum.dim_IntList(self=%0, dim=[1], keepdim=False) : f32[2]\n%3 = aten.sum.default(self=%2) : f32[]\noutput "0"=%3\n'
        for text, found in ((right, []), (right.replace("False", "True"), ["forward: node 2: the file says float32[2], it gives float32[2, 1]"])):
            with tempfile.TemporaryDirectory() as scratch:
                folder = pathlib.Path(scratch)
                module(Decides.assay, folder, "file", text)
                subprocess.run([Decides.assay, "export", folder / "file.txt", "--to", "json", "-o", folder / "file.json"], check=True)
                self.assertEqual(recorded.contradictions(folder / "file.json", Known(STATES, set(), False)), found)


class Guards(unittest.TestCase):
    def test_a_bound_that_is_lost_or_moved_takes_other_sizes(self) -> None:
        self.assertFalse(guards.assume_the_same(document(["s0 < 8"]), document([])))
        self.assertFalse(guards.assume_the_same(document(["s0 < 8"]), document(["s0 < 9"])))
        self.assertFalse(guards.assume_the_same(document([], lower=2), document([], lower=1)))

    def test_a_guard_that_others_imply_may_be_lost(self) -> None:
        self.assertTrue(guards.assume_the_same(document(["2 <= s0", "3 <= s0"]), document(["3 <= s0"])))
        self.assertTrue(guards.assume_the_same(document(["Ne(s0, 1)"], lower=2), document([], lower=2)))

    def test_a_size_that_all_guards_accept_is_found(self) -> None:
        self.assertEqual(guards.other_sizes(document(["s0 < 6"])), [{"s0": 5}])
        self.assertEqual(guards.other_sizes(document(["Eq(s0, 4)"])), [])


if __name__ == "__main__":
    Decides.assay = sys.argv[1]
    unittest.main(argv=sys.argv[:1])
