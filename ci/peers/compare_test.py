"""The table of peers: they get the graphs that diff_bench times, and wrong answers are found. Needs no peer.

compare_test.py PROGRAM      PROGRAM is diff_bench
"""

import contextlib
import io
import os
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import compare

SIZE = 1000
PROGRAM = os.path.abspath(sys.argv.pop())


class Identity(unittest.TestCase):
    """The benchmark reports the digest of each timed graph. The reader computes its own from the peers' data."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        subprocess.run([PROGRAM, "--write-graphs", cls.folder.name, str(SIZE)], check=True)
        cls.timed = {
            question: compare.ours(PROGRAM, f"{question}/{SIZE}")[2] for question in sorted({case[4] for case in compare.CASES})
        }

    def stem(self, name):
        return os.path.join(self.folder.name, f"{SIZE}-{name}")

    def test_every_peer_is_handed_the_two_graphs_that_are_timed(self):
        self.assertGreater(len(compare.CASES), 0)
        for engine, left, right, _, question in compare.CASES:
            with self.subTest(engine=engine, right=right):
                digests = [compare.read(self.stem(name))[1] for name in (left, right)]
                timed = self.timed[question]
                self.assertEqual(digests, [timed[0], timed[left != right]])

    def test_the_four_graphs_are_four(self):
        self.assertEqual(len({digest for pair in self.timed.values() for digest in pair}), 4)

    def handed(self, defect):
        """The digest of a graph in which `defect` changed the peers' data."""
        (kinds, labels, outputs, inputs), _ = compare.read(self.stem("graph"))
        defect(labels, outputs, inputs)
        with open(self.stem("graph") + ".json", encoding="utf-8") as file:
            lines = [line for line in file if not compare.NODE.fullmatch(line)]
        return compare.digest(["".join(lines[:3]), "".join(lines[3:])], (kinds, labels, outputs, inputs))

    def test_what_is_handed_over_whole_has_the_digest_of_what_is_timed(self):
        self.assertEqual(self.handed(lambda labels, outputs, inputs: None), self.timed["Equal"][0])

    def test_a_graph_that_lost_or_changed_anything_on_the_way_is_told(self):
        def other_edge(labels, outputs, inputs):
            inputs[-1][0] += 1

        def two_slots_exchanged(labels, outputs, inputs):
            inputs[-1][0], inputs[-1][1] = inputs[-1][1], inputs[-1][0]

        def edge_lost(labels, outputs, inputs):
            inputs[-1].pop()

        def other_operator(labels, outputs, inputs):
            labels[9] = labels[9].replace("aten.op", "aten.po")

        def other_shape(labels, outputs, inputs):
            outputs[9] = outputs[9].replace("[2,", "[3,")

        def node_lost(labels, outputs, inputs):
            labels.pop(), outputs.pop(), inputs.pop()

        for defect in (other_edge, two_slots_exchanged, edge_lost, other_operator, other_shape, node_lost):
            with self.subTest(defect=defect.__name__):
                self.assertNotEqual(self.handed(defect), self.timed["Equal"][0])

    def test_a_peer_that_read_another_file_ends_the_comparison(self):
        other = io.StringIO('["another", "digest"]\n')
        with mock.patch.object(compare.subprocess, "Popen") as popen:
            popen.return_value.__enter__.return_value.stdout = other
            with self.assertRaisesRegex(SystemExit, f"1000-graph and 1000-reordered are read as other graphs than Equal/{SIZE} times"):
                compare.measure(1, self.folder.name, SIZE, lambda name: (1.0, "equal", self.timed["Equal"]))


class Verdict(unittest.TestCase):
    """The exit status and the output for invented answers."""

    def run_with(self, answer_of, size):
        """(exit status, stdout, stderr) if the peers answer answer_of(engine, right, truth)."""

        def measured(number, folder, size, ask_ours):
            engine, _, right, truth, _ = compare.CASES[number]
            return 1.0, answer_of(engine, right, truth), 0.001

        out, err = io.StringIO(), io.StringIO()
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as patches:
            for name, by in (("measure", measured), ("ours", lambda *_: (0.001, "equal", ["a", "b"]))):
                patches.enter_context(mock.patch.object(compare, name, by))
            patches.enter_context(mock.patch.object(compare.subprocess, "run"))
            patches.enter_context(contextlib.redirect_stdout(out))
            patches.enter_context(contextlib.redirect_stderr(err))
            with self.assertRaises(SystemExit) as ended:
                compare.main("diff_bench", folder, [size])
        return ended.exception.code, out.getvalue(), err.getvalue()

    def recorded(self, size):
        return lambda engine, right, truth: compare.expected(engine, right, size, truth)[0]

    def test_answers_that_are_true_or_recorded_as_the_peers_own_wrong_ones_pass(self):
        for size in (1000, 100000):
            status, out, err = self.run_with(self.recorded(size), size)
            self.assertEqual((status, err), (0, ""))
            self.assertIn("different (wrong)", out)

    def test_a_recorded_wrong_answer_is_marked_and_its_reason_printed(self):
        _, out, _ = self.run_with(self.recorded(100000), 100000)
        self.assertRegex(out, r"coreai-torch align \(reordered\) +100000 +1.00000  different \(wrong\)")
        self.assertIn("coreai-torch align (reordered) is wrong where marked: pairs nodes that compute the same", out)

    def test_a_wrong_answer_that_is_not_recorded_fails(self):
        def one_wrong(engine, right, truth):
            return "equal" if (engine, right) == ("coreai-torch align", "edited") else self.recorded(1000)(engine, right, truth)

        status, _, err = self.run_with(one_wrong, 1000)
        self.assertEqual(status, 1)
        self.assertEqual(err, "assay: error: coreai-torch align (edited) says equal at 1000, expected different\n")

    def test_an_answer_recorded_for_larger_sizes_is_wrong_at_smaller_ones(self):
        status, _, err = self.run_with(self.recorded(100000), 1000)
        self.assertEqual(status, 1)
        self.assertEqual(err, "assay: error: coreai-torch align (reordered) says different at 1000, expected equal\n")

    def test_a_record_that_is_no_longer_true_fails(self):
        status, _, err = self.run_with(lambda engine, right, truth: truth, 1000)
        self.assertEqual(status, 1)
        self.assertEqual(err, "assay: error: tvm-ffi structural_equal (reordered) says equal at 1000, expected different\n")

    def test_a_peer_that_ran_out_of_time_or_memory_is_a_row_and_no_failure(self):
        for answer in (compare.CUT_OFF, compare.NOT_BUILT, compare.NO_MEMORY):
            status, out, _ = self.run_with(lambda *_: answer, 1000)
            self.assertEqual(status, 0)
            self.assertIn(answer, out)

    def test_a_crash_fails(self):
        status, _, err = self.run_with(lambda *_: "crash", 1000)
        self.assertEqual(status, 1)
        self.assertIn("networkx is_isomorphic (reordered) says crash at 1000, expected equal", err)

    def test_every_record_names_a_case_and_a_reason(self):
        cases = {(engine, right) for engine, _, right, _, _ in compare.CASES}
        for engine, right, _, says, why in compare.KNOWN_WRONG:
            self.assertIn((engine, right), cases)
            self.assertTrue(says and why)


if __name__ == "__main__":
    unittest.main()
