"""operators_test: an operator of PyTorch's database as a model: the samples that it calls, and twins that must fail.

Run with the Python of a worker: `python operators_test.py`.
"""

import linecache
import os
import re
import subprocess
import sys
import tempfile
import unittest

import torch

from assay_python.sources import operators
from assay_python.program.points import Points
from assay_python.program.program import Program


def forms(name: str, dtype: str) -> list[str]:
    return re.findall("# (.*)", "".join(linecache.cache[f"<samples of {name} in {dtype}>"][2]))


def program(name: str, dtype: str, samples: str = "few") -> Program:
    kwargs = {"name": name, "dtype": dtype, "samples": samples}
    return Program({"factory": "assay_python.sources.operators:entry", "kwargs": kwargs, "folder": "."}, "cpu", False)


class Samples(unittest.TestCase):
    def test_an_operator_is_called_as_the_database_says_and_in_other_layouts_in_place_and_into_a_tensor(self) -> None:
        made = program("sin", "float32")
        self.assertEqual(forms("sin", "float32"), ["0", "noncontiguous", "transposed", "expanded", "empty", "inplace", "out"])
        results = made.model(*made.args)
        self.assertEqual(len(results), 7)
        self.assertTrue(torch.equal(results[0], torch.sin(made.args[0])))
        self.assertEqual(made.args[3].stride()[0], 0)
        self.assertEqual(results[4].numel(), 0)
        gradients = made.gradients(made.start(results), Points([given for given in made.args if given.requires_grad]))
        self.assertTrue(gradients and all(gradient is not None for gradient in gradients))

    def test_samples_of_the_database_are_chosen_for_what_they_differ_in(self) -> None:
        program("sum", "float32")
        few = forms("sum", "float32")
        program("sum", "float32", "all")
        self.assertEqual([form for form in few if form.isdigit()][:3], few[:3])
        self.assertGreater(len(forms("sum", "float32")), len(few))

    def test_memory_as_it_was_found_is_written_over(self) -> None:
        for name in ("empty_like", "empty_strided", "new_empty"):
            made = program(name, "float32")
            results = made.model(*made.args)
            self.assertTrue(results and all(not result.any() for result in results), name)
        made = program("full_like", "float32")
        self.assertTrue(any(result.any() for result in made.model(*made.args)))

    def test_what_is_written_into_begins_as_something_else_than_the_result(self) -> None:
        for name in ("linalg.matrix_rank", "eq"):
            made = program(name, "float32", "out")
            (out,) = [given for given in made.args if given.dtype in (torch.int64, torch.bool)]
            before = out.clone()
            made.model(*made.args)
            self.assertTrue(out.numel() and not (out == before).any(), name)

    def test_a_case_that_is_loaded_again_has_the_same_samples_in_memory_of_its_own(self) -> None:
        first, second = program("addmm", "float32"), program("addmm", "float32")
        self.assertTrue(first.args and len(first.args) == len(second.args))
        for one, other in zip(first.args, second.args):
            self.assertTrue(torch.equal(one, other) and one.stride() == other.stride() and one.requires_grad == other.requires_grad)
            self.assertTrue(one.numel() == 0 or one.data_ptr() != other.data_ptr())
        with torch.no_grad():
            first.args[0].fill_(5.0)
        self.assertFalse(torch.equal(first.args[0], program("addmm", "float32").args[0]))

    def test_one_sample_can_be_asked_for(self) -> None:
        program("sin", "float32", "out")
        self.assertEqual(forms("sin", "float32"), ["out"])
        program("add", "float32", "1")
        self.assertEqual(forms("add", "float32"), ["1"])

    def test_integers_ask_for_no_gradient_and_a_layout_that_the_operator_refuses_is_left_out(self) -> None:
        self.assertFalse(any(given.requires_grad for given in program("add", "int64").args))
        program("linalg.cholesky", "float32")
        self.assertNotIn("expanded", forms("linalg.cholesky", "float32"))  # with equal rows a matrix is not positive definite
        self.assertNotIn("inplace", forms("linalg.cholesky", "float32"))

    def test_no_sample_has_memory_that_another_one_writes(self) -> None:
        for name in ("sin", "_native_batch_norm_legit"):
            given = program(name, "float32").args
            self.assertGreater(len(given), 6)
            self.assertEqual(len({one.untyped_storage().data_ptr() for one in given if one.numel()}), sum(one.numel() > 0 for one in given))

    def test_a_sample_in_place_asks_for_a_gradient_only_where_there_is_one(self) -> None:
        made = program("acosh", "float32", "inplace")
        self.assertFalse(any(given.requires_grad for given in made.args))
        self.assertTrue(all(given.requires_grad for given in program("sin", "float32", "inplace").args))

    def test_a_sample_that_draws_draws_from_the_run(self) -> None:
        made = program("bernoulli", "float32", "0")
        draws = []
        for seed in (1, 2, 2):
            torch.manual_seed(seed)
            draws.append([made.model(*made.args)[0].tolist() for _ in range(8)])
        self.assertNotEqual(draws[0], draws[1])
        self.assertEqual(draws[1], draws[2])

    def test_a_sample_lies_in_memory_as_the_database_made_it(self) -> None:
        made = program("as_strided", "float32")  # the operator reads beyond its own elements
        self.assertEqual(len(made.model(*made.args)), len(forms("as_strided", "float32")))

    def test_a_layout_in_which_an_operator_cannot_write_its_input_is_left_out(self) -> None:
        program("cauchy", "float32")
        self.assertNotIn("expanded", forms("cauchy", "float32"))

    def test_a_layout_in_which_an_operator_writes_an_element_that_others_share_is_left_out(self) -> None:
        for name in ("native_batch_norm", "_native_batch_norm_legit"):  # they write an expanded running mean, the first against its schema
            program(name, "float32")
            self.assertNotIn("expanded", forms(name, "float32"))
            self.assertIn("noncontiguous", forms(name, "float32"))

    def test_a_sample_that_eager_itself_does_wrong_is_left_out(self) -> None:
        self.assertTrue(operators._WRONG_IN_EAGER)
        for name, form in operators._WRONG_IN_EAGER:
            program(name, "float32")
            self.assertNotIn(form, forms(name, "float32"), name)
        program("nn.functional.mse_loss", "float32")
        self.assertIn("empty", forms("nn.functional.mse_loss", "float32"))

    def test_what_an_entry_places_nowhere_is_on_the_cpu_where_a_program_is_made_elsewhere(self) -> None:
        entry = operators.entries()["tensor_split"]
        with torch.device("meta"):
            self.assertEqual(torch.ones(1).device.type, "meta")
            made = operators.calls(entry, torch.int16, "all", "cpu")
        placed = [tensor.device.type for call in made for tensor in operators.tensors((call.args, call.kwargs))]
        self.assertEqual(set(placed), {"cpu"})

    def test_what_is_not_there_is_named(self) -> None:
        for given, why in (
            (("sinn", "float32"), "no operator 'sinn' in op_db .*; did you mean 'sin"),
            (("bitwise_and", "float32"), "no samples of bitwise_and in float32 on cpu: torch.bool"),
            (("sin", "float32", "9999"), "no sample '9999' of sin: there are 0 to "),
        ):
            with self.subTest(given), self.assertRaisesRegex(ValueError, why):
                program(*given)

    def test_a_process_that_has_imported_the_database_has_asked_cuda_nothing(self) -> None:
        """A process that has queried CUDA cannot fork children that use it."""
        text = """import os, torch
from assay_python.sources import operator_database
{}
child = os.fork()
if child == 0:
    os._exit(torch.cuda._is_in_bad_fork())
raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))"""
        status = lambda further: subprocess.run([sys.executable, "-W", "ignore", "-c", text.format(further)], capture_output=True).returncode
        self.assertEqual(status(""), 0)
        self.assertEqual(status("torch.cuda.is_available()"), 1)

    def test_numba_is_not_asked_for_a_gpu(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "numba"))
            asks = "raise SystemExit('numba.cuda is imported')\n"
            for name, text in (("__init__.py", ""), ("cuda.py", asks)):
                with open(os.path.join(folder, "numba", name), "w", encoding="utf-8") as out:
                    out.write(text)

            def ends(imports: str) -> str:
                text = f"import sys; sys.path.insert(0, {folder!r})\n{imports}"
                return subprocess.run([sys.executable, "-W", "ignore", "-c", text], capture_output=True, text=True).stderr

            self.assertNotIn("numba.cuda is imported", ends("from assay_python.sources import operator_database"))
            self.assertIn("numba.cuda is imported", ends("import torch.testing._internal.common_cuda"))


if __name__ == "__main__":
    unittest.main()
