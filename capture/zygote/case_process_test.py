"""case_process_test: pairs of a case share its load and nothing else. Each ends like it does alone.

    python case_process_test.py ASSAY_CAPTURE MODELS_ISOLATION
"""

import os
import signal
import sys
import tempfile
import time
import unittest
from typing import Any, Callable

from driven_zygote import Zygote

ASSAY_CAPTURE, MODELS = sys.argv[1], os.path.abspath(sys.argv[2])
# Facts of an ending that are independent of the loading process.
FACTS = ("ending", "stage", "exception", "message", "traceback", "exit_code", "signal", "nodes", "edges")
FAILING = {"raises": "raised", "crashes": "died", "exits": "died", "hangs": "timed_out", "allocates": "out_of_memory", "writes_everywhere": "died"}
UNSHARED = ("starts_thread", "starts_process", "asks_for_cuda", "opens_file", "leaves_file", "changes_folder", "shares_memory",
            "sets_timer")  # fmt: skip


def until(condition: Callable[[], bool]) -> None:
    """Waits until the condition holds, without a time limit except CTest's."""
    while not condition():
        time.sleep(0.01)


class CaseProcess(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.zygote = Zygote(ASSAY_CAPTURE, ["make_fx"])

    @classmethod
    def tearDownClass(cls) -> None:
        cls.zygote.close()

    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.log = os.path.join(self.folder.name, "log")

    def case(self, factory: str, **kwargs: Any) -> dict:
        return {"case": f"load/{factory}", "factory": f"misload.py:{factory}", "kwargs": {"log": self.log, **kwargs}, "folder": MODELS,
                "inputs": [{"shape": [2, 3], "dtype": "float32"}], "train": True, "loss": "sum", "limits": {"seconds": 20, "memory_gb": 1}}

    def send(self, case: dict, count: int) -> list[int]:
        return [self.zygote.send(case, further=further) for further in reversed(range(count))]

    def ended(self, count: int) -> dict[int, dict]:
        endings = [self.zygote.ended() for _ in range(count)]
        return {ended["id"]: ended for ended in endings}

    def loads(self) -> list[int]:
        """How often each process made the model, in order of their first load."""
        with open(self.log) as file:
            processes = file.read().split()
        os.remove(self.log)
        return [processes.count(process) for process in dict.fromkeys(processes)]

    def facts(self, ended: dict) -> dict:
        own = os.path.join(self.zygote.folder.name, str(ended["id"]))
        return {fact: ended[fact].replace(own, "SCRATCH") if isinstance(ended[fact], str) else ended[fact] for fact in FACTS}

    def alone(self, case: dict) -> dict:
        facts = self.facts(self.zygote.run(case))
        self.loads()
        return facts

    def test_one_process_makes_the_program_that_every_pair_begins_with(self) -> None:
        case = self.case("Noted")
        alone = self.alone(case)
        sent = self.send(case, 4)
        ended = self.ended(4)
        self.assertEqual([self.facts(ended[request]) for request in sent], 4 * [alone])
        self.assertEqual(alone["ending"], "finished")
        loads = self.loads()
        self.assertEqual((loads[0], sorted(loads[1:])), (1, [2, 2, 2, 2]))  # the second load is for eager, the third for the capture
        self.assertTrue(all(os.path.exists(self.zygote.graph_path(request)) for request in sent))
        until(lambda: self.zygote.children() == [])  # the process ended with the last pair

    def test_a_program_that_another_process_has_made_is_told_from_ones_own(self) -> None:
        """The twin of the UNSHARED cases."""
        case = self.case("NotShared")
        self.assertEqual(self.alone(case)["ending"], "finished")
        self.send(case, 2)
        self.assertEqual([ended["exception"] for ended in self.ended(2).values()], ["AssertionError"] * 2)

    def test_a_pair_finds_all_as_if_it_had_loaded_the_case_itself(self) -> None:
        case = self.case("Observant")
        alone = self.alone(case)
        self.assertEqual(alone["ending"], "finished", alone)
        sent = self.send(case, 3)
        ended = self.ended(3)
        self.assertEqual([self.facts(ended[request]) for request in sent], 3 * [alone])
        self.assertEqual(self.loads()[0], 1)

    def test_a_case_that_cannot_be_loaded_ends_each_pair_as_it_does_alone(self) -> None:
        for factory, ending in FAILING.items():
            with self.subTest(factory):
                case = {**self.case(factory), "limits": {"seconds": 3 if factory == "hangs" else 20, "memory_gb": 1}}
                alone = self.alone(case)
                self.assertEqual((alone["ending"], alone["stage"]), (ending, "load"), alone)
                sent = self.send(case, 3)
                ended = self.ended(3)
                self.assertEqual([self.facts(ended[request]) for request in sent], 3 * [alone])
                self.assertEqual(self.loads(), [1, 1, 1])  # no process loaded, or waited, twice
                self.assertEqual(self.zygote.run(self.case("Noted"))["ending"], "finished")
                self.loads()

    def test_what_a_load_leaves_behind_is_shared_with_nobody(self) -> None:
        for factory in UNSHARED:
            with self.subTest(factory):
                case = self.case(factory)
                alone = self.alone(case)
                sent = self.send(case, 3)
                ended = self.ended(3)
                self.assertEqual([self.facts(ended[request]) for request in sent], 3 * [alone])
                self.assertNotEqual(alone["exception"], "AssertionError")
                self.assertGreaterEqual(len(self.loads()), 3)
        until(lambda: self.zygote.children() == [])

    def test_a_load_that_runs_autograd_leaves_it_to_every_pair(self) -> None:
        """PyTorch decides whether they share it: on some devices no child of such a process can run autograd."""
        self.send(self.case("runs_backward"), 2)
        self.assertEqual([ended["ending"] for ended in self.ended(2).values()], ["finished"] * 2)

    def test_a_pair_that_crashes_leaves_its_siblings_alone(self) -> None:
        crashing = self.zygote.sent + 2
        sent = self.send(self.case("CrashesIn", folder=str(crashing)), 3)
        ended = self.ended(3)
        self.assertEqual([(ended[request]["ending"], ended[request]["signal"]) for request in sent], [("finished", 0), ("died", 11), ("finished", 0)])
        self.assertEqual(self.loads()[0], 1)

    def test_a_killed_process_of_a_case_costs_no_pair_that_has_begun_and_none_that_follows(self) -> None:
        file = os.path.join(self.folder.name, "go_on")
        case = self.case("WaitsFor", file=file)
        sent = [self.zygote.send(case, further=further) for further in (2, 1)]
        stages = {request: "" for request in sent}
        while set(stages.values()) != {"eager"}:
            message = self.zygote.receive()
            stages[message["id"]] = message["stage"]
        with open(self.log) as noted:
            process = int(noted.readline())
        self.assertIn(process, self.zygote.children())
        os.kill(process, signal.SIGKILL)
        until(lambda: process not in self.zygote.children())
        sent.append(self.zygote.send(case))
        open(file, "w").close()
        ended = self.ended(3)
        self.assertEqual([ended[request]["ending"] for request in sent], ["finished"] * 3)
        self.assertEqual(sorted(self.loads()), [1, 2, 2, 3])  # the last pair loaded by itself

    def test_another_case_has_a_process_of_its_own_and_each_goes_when_it_is_done(self) -> None:
        cases = [self.case("Noted"), {**self.case("Noted"), "case": "load/other"}]
        for further in (1, 0):
            for case in cases:
                self.zygote.send(case, further=further)
        self.assertEqual([ended["ending"] for ended in self.ended(4).values()], ["finished"] * 4)
        self.assertEqual(sorted(self.loads()), [1, 1, 2, 2, 2, 2])
        until(lambda: self.zygote.children() == [])

    def test_time_of_the_load_counts_for_the_pair_that_loaded(self) -> None:
        sent = self.send(self.case("SlowAtFirst"), 3)
        ended = self.ended(3)
        self.assertEqual([ended[request]["cost"]["load_seconds"] >= 1 for request in sent], [True, False, False])

    def test_memory_and_time_of_the_load_count_as_they_do_alone(self) -> None:
        case = self.case("Noted")
        alone = self.zygote.run(case)
        sent = self.send(case, 2)
        ended = self.ended(2)
        for request in sent:
            self.assertLess(abs(ended[request]["peak_bytes"] - alone["peak_bytes"]), 32 << 20)
        self.assertGreaterEqual(ended[sent[0]]["child_seconds"], ended[sent[0]]["cost"]["load_seconds"])

    def test_nothing_stays_behind_a_zygote_that_is_killed(self) -> None:
        zygote = Zygote(ASSAY_CAPTURE, ["make_fx"])
        zygote.send(self.case("WaitsFor", file="never"), further=1)
        while zygote.receive().get("stage") != "eager":
            pass
        children = zygote.children()
        self.assertEqual(len(children), 2)  # the case's process and the pair's
        zygote.process.kill()
        zygote.process.wait()
        until(lambda: not any(os.path.exists(f"/proc/{child}") for child in children))
        zygote.process.stdin.close()
        zygote.process.stdout.close()
        zygote.folder.cleanup()

    def test_requests_that_end_before_their_time_end_the_case_too(self) -> None:
        zygote = Zygote(ASSAY_CAPTURE, ["make_fx"])
        zygote.run(self.case("Noted"), further=5)
        (process,) = zygote.children()
        zygote.close()
        self.assertFalse(os.path.exists(f"/proc/{process}"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
