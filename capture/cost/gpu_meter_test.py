"""gpu_meter_test: the queries to a GPU around a piece of work, recorded by a stand-in for torch.cuda.

Run with the Python of a worker: `python gpu_meter_test.py`. Needs no GPU, and does not test a real GPU's answers.
"""

import unittest
from unittest import mock

import assay_capture
import torch


class Recording:
    """Stands for torch.cuda: events 2.5 ms apart, 300 bytes at first and 1,300 at most."""

    def __init__(self):
        self.asked = []
        self.nvtx = mock.Mock(range_push=lambda name: self.asked.append(f"push {name}"), range_pop=lambda: self.asked.append("pop"))

    def synchronize(self):
        self.asked.append("wait")

    def reset_peak_memory_stats(self):
        self.asked.append("forget the peak")

    def memory_allocated(self):
        return 300

    def max_memory_allocated(self):
        return 1300

    def Event(self, enable_timing):
        assert enable_timing
        return mock.Mock(record=lambda: self.asked.append("event"), elapsed_time=lambda end: 2.5)


class Measured(unittest.TestCase):
    def measured(self, on_gpu):
        cuda = Recording()
        with mock.patch.object(torch, "cuda", cuda):
            meter = assay_capture.GpuMeter(on_gpu, "eager")
            spent = meter.spent(assay_capture.Stopwatch())
            added = meter.added()
            del meter
        return cuda.asked, spent.gpu_seconds, added

    def test_work_on_a_gpu_lies_between_two_events_in_a_range_and_is_waited_for(self):
        asked, seconds, added = self.measured(on_gpu=True)
        self.assertEqual(asked, ["wait", "forget the peak", "push assay eager", "event", "event", "wait", "wait", "pop"])
        self.assertEqual((seconds, added), (0.0025, 1000))

    def test_on_a_cpu_nothing_is_asked(self):
        self.assertEqual(self.measured(on_gpu=False), ([], 0.0, 0))


if __name__ == "__main__":
    unittest.main()
