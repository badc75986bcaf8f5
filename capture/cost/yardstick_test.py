"""yardstick_test: the yardstick does the same work each time, and leaves the collector unchanged.

Run with the Python of a worker: `python yardstick_test.py`.
"""

import gc
import subprocess
import sys
import unittest

from assay_python.cost import yardstick


class Yardstick(unittest.TestCase):
    def test_the_work_is_the_same_each_time_and_does_not_depend_on_what_ran_before(self) -> None:
        self.assertEqual(yardstick._graph(6000), yardstick._graph(6000))
        self.assertNotEqual(yardstick._graph(6000), yardstick._graph(5999))

    def test_a_graph_that_loses_its_edges_is_found(self) -> None:
        steps, yardstick._STEPS = yardstick._STEPS, ((0, 7), (0, 11))
        try:
            with self.assertRaisesRegex(AssertionError, "has lost edges"):
                yardstick.work()
        finally:
            yardstick._STEPS = steps

    def test_the_collector_is_left_as_it_was(self) -> None:
        for state, put in ((True, gc.enable), (False, gc.disable)):
            put()
            yardstick.work()
            self.assertEqual(gc.isenabled(), state)
        gc.enable()

    def test_it_knows_nothing_of_torch(self) -> None:
        alone = f"import runpy, sys; runpy.run_path({yardstick.__file__!r}); sys.exit('torch' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-S", "-c", alone], check=False).returncode, 0)


if __name__ == "__main__":
    unittest.main()
