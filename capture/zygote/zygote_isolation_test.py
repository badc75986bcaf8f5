"""zygote_isolation_test: a real assay-capture runs the hostile cases of models/isolation.

    python zygote_isolation_test.py ASSAY_CAPTURE MODELS_ISOLATION
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import time
import unittest

from driven_zygote import PROTOCOL, Zygote

ASSAY_CAPTURE, MODELS = sys.argv[1], os.path.abspath(sys.argv[2])
METHODS = json.loads(subprocess.run([ASSAY_CAPTURE, "--describe"], capture_output=True, check=True).stdout)["methods"]
# Outcome expected by a case file -> its ending.
ENDING = {"captured": "finished", "crashes": "died", "times_out": "timed_out", "out_of_memory": "out_of_memory", "eager_fails": "raised"}

RAISES = """
import torch

def raises_itself():
    raise KeyError("no site-packages/torch/a.py:1 in f")

class Interpolates(torch.nn.Module):
    def forward(self, x):
        return torch.nn.functional.interpolate(x[None, None])

class Wraps(torch.nn.Module):
    def forward(self, x):
        try:
            return torch.nn.functional.interpolate(x[None, None])
        except ValueError as error:
            raise TypeError("mine") from error
"""


def cases() -> dict[str, dict]:
    with open(os.path.join(MODELS, "isolation.json")) as file:
        family = json.load(file)
    rest = {key: value for key, value in family.items() if key != "each"}
    return {case["case"]: {"kwargs": {}, "folder": MODELS, **rest, **case} for case in family["each"]}


def processes_called(name: str) -> list[str]:
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/comm") as comm, open(f"/proc/{process}/stat") as stat:
                if comm.read().strip() == name and stat.read().rsplit(")", 1)[1].split()[0] != "Z":
                    found.append(process)
        except OSError:
            pass
    return found


class Isolation(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.cases, cls.zygote = cases(), Zygote(ASSAY_CAPTURE, METHODS)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.zygote.close()

    def run_case(self, case: str, **kwargs: str) -> dict:
        named = self.cases[f"isolation/{case}"]
        return self.zygote.run({**named, "kwargs": kwargs})

    def test_hello_says_what_the_worker_is(self) -> None:
        hello = self.zygote.hello
        self.assertEqual((hello["type"], hello["protocol"], hello["device"], hello["phantom"]), ("hello", PROTOCOL, "cpu", ""))
        self.assertRegex(hello["torch"], r"^2\.\d+\.\d+")

    def test_every_case_ends_as_its_file_expects_and_the_next_pair_is_captured(self) -> None:
        self.assertGreaterEqual(len(self.cases), 15)
        for name, case in self.cases.items():
            with self.subTest(name):
                expected = case.get("expect", {"make_fx": [{"outcome": "captured"}]})["make_fx"][0]
                ended = self.zygote.run(case)
                self.assertEqual(ended["ending"], ENDING[expected["outcome"]], ended)
                captured = ended["ending"] == "finished" or name == "isolation/leaves_no_memory"
                self.assertEqual(ended["stage"], "write" if captured else "eager", ended)
                self.assertEqual(expected.get("exception", ended["exception"]), ended["exception"])
                self.assertEqual(os.path.exists(self.zygote.graph_path(ended["id"])), ended["ending"] == "finished")
                self.assertEqual(self.run_case("healthy")["ending"], "finished")

    def test_all_at_once_each_still_ends_once_and_as_expected(self) -> None:
        sent = {self.zygote.send(case): case for case in self.cases.values()}
        endings = [self.zygote.ended() for _ in sent]
        self.assertEqual(sorted(ended["id"] for ended in endings), sorted(sent))
        for ended in endings:
            expected = sent[ended["id"]].get("expect", {"make_fx": [{"outcome": "captured"}]})["make_fx"][0]
            self.assertEqual(ended["ending"], ENDING[expected["outcome"]], ended)

    def test_what_fails_after_the_capture_costs_that_pair_and_no_sibling(self) -> None:
        file = os.path.join(self.zygote.folder.name, "go_on")
        waits = {**self.cases["isolation/healthy"], "factory": "misbehave.py:WaitsForFile", "kwargs": {"file": file}}
        sibling = self.zygote.send(waits)
        ended = self.run_case("leaves_no_memory")
        self.assertEqual((ended["ending"], ended["exception"], ended["stage"]), ("out_of_memory", "std::bad_alloc", "write"), ended)
        open(file, "w").close()
        ended = self.zygote.ended()
        self.assertEqual((ended["id"], ended["ending"]), (sibling, "finished"), ended)

    def test_a_crash_names_its_signal_and_a_quiet_exit_its_status(self) -> None:
        self.assertEqual(self.run_case("segfaults")["signal"], 11)
        quiet = self.run_case("exits_with_zero")
        self.assertEqual((quiet["signal"], quiet["exit_code"]), (0, 0))

    def test_a_failure_names_its_innermost_frame_in_pytorch_and_not_that_of_its_cause(self) -> None:
        folder = self.zygote.folder.name
        pathlib.Path(folder, "raises.py").write_text(RAISES)
        case = {**self.cases["isolation/healthy"], "folder": folder}
        raised = {name: self.zygote.run({**case, "factory": f"raises.py:{name}"}) for name in ("Interpolates", "Wraps", "raises_itself")}
        self.assertRegex(raised["Interpolates"]["raised_at"], r"^torch/nn/functional\.py:\d+ in interpolate$")
        self.assertIn("caused by ValueError", raised["Wraps"]["traceback"])
        self.assertRegex(raised["Wraps"]["raised_at"], r"^torch/nn/modules/module\.py:\d+ in _call_impl$")
        self.assertEqual((raised["raises_itself"]["ending"], raised["raises_itself"]["raised_at"]), ("raised", ""))

    def test_texts_are_bounded_whatever_an_exception_holds(self) -> None:
        ended = self.run_case("raises_megabytes")
        self.assertLessEqual(len(ended["message"].encode()), 4096)
        self.assertTrue(ended["message"].endswith("(4900000 characters)"), ended["message"][-60:])
        self.assertIn("misbehave.py", ended["traceback"])
        self.assertLessEqual(len(ended["traceback"].encode()), 16384)
        deep = self.run_case("recurses_deeply")
        self.assertLessEqual(len(deep["traceback"].encode()), 16384)
        self.assertRegex(deep["traceback"], r"\[\d+ frames left out\]")
        self.assertIn("no message", self.run_case("raises_unprintable")["message"])

    def test_output_of_a_model_goes_to_its_own_folder(self) -> None:
        ended = self.run_case("writes_garbage")
        output = os.path.join(self.zygote.folder.name, str(ended["id"]), "output.txt")
        self.assertGreater(os.path.getsize(output), 5_000_000)

    def test_processes_that_a_model_leaves_behind_are_ended(self) -> None:
        name = f"left{os.getpid()}"
        self.assertEqual(self.run_case("leaves_processes", name=name)["ending"], "finished")
        deadline = time.monotonic() + 20
        while processes_called(name) and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertEqual(processes_called(name), [])

    def test_memory_above_the_baseline_is_measured(self) -> None:
        self.assertLess(self.run_case("healthy")["peak_bytes"], 200 << 20)
        watched = self.run_case("allocates_past_its_limit")
        self.assertEqual((watched["ending"], watched["message"]), ("out_of_memory", "used more than 1 GB of memory"))
        self.assertGreater(watched["peak_bytes"], 1 << 30)
        self.assertGreater(self.run_case("allocates_tensors")["peak_bytes"], 500 << 20)

    def test_shared_memory_counts_as_memory(self) -> None:
        shares = {**self.cases["isolation/healthy"], "factory": "misbehave.py:AllocatesSharedMemory"}
        watched = self.zygote.run(shares)
        self.assertEqual((watched["ending"], watched["message"]), ("out_of_memory", "used more than 1 GB of memory"))
        self.assertGreater(watched["peak_bytes"], 1 << 30)
        self.assertLess(watched["peak_bytes"], 3 << 30)

    def test_captures_import_nothing_of_torch_that_the_zygote_had_not(self) -> None:
        case = {"case": "mlp", "factory": "torch.nn:Linear", "kwargs": {"in_features": 3, "out_features": 4},
                "inputs": [{"shape": [2, 3], "dtype": "float32"}], "train": True, "loss": "sum", "folder": MODELS}
        for method in METHODS:
            with self.subTest(method):
                ended = self.zygote.run(case, method)
                self.assertEqual(ended["ending"], "finished", ended)
                self.assertEqual([name for name in ended["new_modules"] if name.split(".")[0] in ("torch", "sympy")], [])

    def test_a_child_with_nothing_to_do_costs_a_fiftieth_of_the_imports_at_most(self) -> None:
        seconds = []
        for _ in range(21):
            ended = self.zygote.run(None)
            self.assertEqual((ended["ending"], ended["stage"]), ("finished", "load"))
            seconds.append(ended["child_seconds"])
        print(f"fork to reaped, nothing captured: median {1e3 * statistics.median(seconds):.1f} ms, least {1e3 * min(seconds):.1f} ms")
        # The minimum, because other load on this machine is not the zygote's fault.
        self.assertLessEqual(min(seconds), self.zygote.hello["import_seconds"] / 50)


class Death(unittest.TestCase):
    def test_a_zygote_that_goes_leaves_no_daemon_and_no_daemon_of_a_daemon(self) -> None:
        name = f"gone{os.getpid()}"
        zygote = Zygote(ASSAY_CAPTURE, METHODS)
        zygote.send({**cases()["isolation/leaves_processes"], "kwargs": {"name": name}})
        zygote.send({**cases()["isolation/loops_forever"], "limits": {"seconds": 600}})  # while a pair runs they stay
        zygote.ended()
        self.assertGreater(len(processes_called(name)), 0)
        zygote.close()
        self.assertEqual(processes_called(name), [])

    def test_children_die_with_their_zygote(self) -> None:
        zygote = Zygote(ASSAY_CAPTURE, METHODS)
        zygote.send({**cases()["isolation/loops_forever"], "limits": {"seconds": 600}})
        while zygote.receive().get("stage") != "eager":
            pass
        children = zygote.children()
        self.assertEqual(len(children), 1)
        zygote.process.kill()
        zygote.process.wait()
        deadline = time.monotonic() + 20
        while os.path.exists(f"/proc/{children[0]}") and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertFalse(os.path.exists(f"/proc/{children[0]}"))
        zygote.process.stdin.close()
        zygote.process.stdout.close()
        zygote.folder.cleanup()


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
