"""own_cost_test: the table of benchmark runs, and a wrong result that ends it."""

import json
import pathlib
import stat
import sys
import tempfile
import unittest

import compare
import own_cost


def program(folder: pathlib.Path, runs: list) -> None:
    """A benchmark program that prints `runs`."""
    path = folder / "bin" / "x_bench"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!{sys.executable}\nprint({json.dumps(json.dumps({'benchmarks': runs}))})\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def run(name, seconds, **more):
    return {"name": name, "run_name": name, "run_type": "iteration", "cpu_time": seconds * 1e3, "time_unit": "ms", **more}


class OwnCost(unittest.TestCase):
    def found(self, runs):
        with tempfile.TemporaryDirectory() as folder:
            program(pathlib.Path(folder), runs)
            return own_cost.benchmarks(pathlib.Path(folder), "x_bench")

    def test_a_benchmark_is_the_median_of_its_repetitions(self):
        found = self.found([run("Walk", 3, per_node=3e-6), run("Walk", 1, per_node=1e-6), run("Walk", 2, per_node=2e-6)])
        self.assertEqual(found, {"Walk": (2.0, {"per_node": 2e-6})})
        self.assertEqual(own_cost.per_item(found["Walk"]), 2e-6)
        self.assertEqual(own_cost.per_item((2.0, {})), 2.0)

    def test_one_that_found_another_result_ends_the_table(self):
        with self.assertRaises(compare.Failed) as raised:
            self.found([run("Walk", 1), run("Draw", 1, error_occurred=True, error_message="draws another number of nodes")])
        self.assertEqual(str(raised.exception), "Draw: draws another number of nodes")

    def test_a_row_says_ours_the_other_and_how_often(self):
        line = own_cost.shown(own_cost.row("walk, a node", 4e-6, "NetworkX's graph", 1.2e-5))
        self.assertEqual(" ".join(line.split()), "walk, a node 4 us NetworkX's graph 12 us 3x")
        line = own_cost.shown(own_cost.row("recorder", 547.2, "", None, "bytes"))
        self.assertEqual(" ".join(line.split()), "recorder 547 bytes")

    def test_a_peer_that_answers_wrongly_has_no_ratio(self):
        found = {"engine": "x (edited)", "size": 100000, "seconds": 0.5, "ratio": 10.0, "answer": "different", "wrong": None}
        self.assertEqual(own_cost.row_of_peer(found)["ratio"], 10.0)
        wrong = own_cost.row_of_peer({**found, "answer": "equal", "wrong": "why"})
        self.assertEqual((wrong["ratio"], wrong["beside"], wrong["ours"]), (None, "x (edited): equal (wrong)", 0.05))
        cut_off = own_cost.row_of_peer({**found, "seconds": None, "ratio": 1085.9, "answer": "> 60 s"})
        self.assertEqual((cut_off["beside"], cut_off["ours"]), ("x (edited): > 60 s", None))
        self.assertTrue(own_cost.shown(cut_off).endswith(" 1,086x"))


if __name__ == "__main__":
    unittest.main()
