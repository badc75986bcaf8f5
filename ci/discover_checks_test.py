"""The zoo as CTest tests: names, labels, one fixture per family. Empty and broken runs fail."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))

# Stands for build/bin/assay: `list` prints cases.json, `check` records its arguments and exits as configured, `verdict` reads statuses.
ASSAY = """#!/bin/sh
here=$(dirname "$0")
case "$*" in
  *"list cases --json") cat "$here/cases.json" ;;
  *" check "*) echo "$*" >>"$here/runs"; stat -c "$ASSAY_NO_RESIDENT$CI%n" "$XDG_RUNTIME_DIR" >>"$here/runtimes"; exit "$(cat "$here/check_status")" ;;
  verdict*) exit "$(cat "$here/verdict_status")" ;;
esac
"""

RESNET = {"id": "vision/resnet18", "family": "vision", "tiers": ["default"], "methods": ["aot", "dispatch"], "devices": ["cpu", "cuda"]}
MLP = {"id": "seed/mlp", "family": "seed", "tiers": ["smoke", "default"], "methods": ["aot"], "devices": ["cpu"]}
HUGE = {"id": "seed/huge", "family": "seed", "tiers": ["full"], "methods": ["aot"], "devices": ["cpu"], "checked_by_default": False}
for each in (RESNET, MLP):
    each |= {"checked_by_default": True, "methods_checked_by_default": each["methods"]}
WORKER = ["zoo.worker", "zoo.worker.leaves"]


class DiscoverChecks(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = self.scratch.name
        self.write("assay", ASSAY)
        os.chmod(os.path.join(self.folder, "assay"), 0o755)
        self.write("check_status", "0")
        self.write("verdict_status", "0")

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def discover(self, cases, **further):
        self.write("cases.json", cases if isinstance(cases, str) else json.dumps(cases))
        settings = {"assay": "assay", "project": "", "results": "results", "output": "CTestTestfile.cmake", **further}
        options = [word for key, value in settings.items() for word in ("--" + key.replace("_", "-"), os.path.join(self.folder, value))]
        script = os.path.join(HERE, "discover_checks.py")
        return subprocess.run([sys.executable, "-B", script, "--cmake", "cmake", *options], capture_output=True, text=True)

    def ctest(self, *arguments):
        return subprocess.run(["ctest", "--test-dir", self.folder, *arguments], capture_output=True, text=True)

    def discovered(self):
        return {t["name"]: t for t in json.loads(self.ctest("--show-only=json-v1").stdout)["tests"]}

    def property(self, test, name):
        return next(p["value"] for p in self.discovered()[test]["properties"] if p["name"] == name)

    def test_every_pair_that_is_checked_by_default_is_a_test_and_others_are_not(self):
        self.assertEqual(self.discover([RESNET, MLP, HUGE]).returncode, 0)
        self.assertEqual(
            sorted(self.discovered()),
            [
                "check.cpu.aot.seed/mlp",
                "check.cpu.aot.vision/resnet18",
                "check.cpu.dispatch.vision/resnet18",
                "check.cuda.aot.vision/resnet18",
                "check.cuda.dispatch.vision/resnet18",
                "zoo.cpu.seed",
                "zoo.cpu.vision",
                "zoo.cuda.vision",
                *WORKER,
            ],
        )

    def test_a_case_that_some_methods_check_by_default_has_the_tests_of_these_alone(self):
        self.assertEqual(self.discover([RESNET | {"methods_checked_by_default": ["dispatch"], "devices": ["cpu"]}]).returncode, 0)
        self.assertEqual(sorted(self.discovered()), ["check.cpu.dispatch.vision/resnet18", "zoo.cpu.vision", *WORKER])

    def test_a_check_is_labelled_by_device_method_family_and_tier(self):
        self.discover([RESNET, MLP])
        self.assertEqual(sorted(self.property("check.cpu.aot.seed/mlp", "LABELS")), ["aot", "cpu", "default", "seed", "smoke", "zoo"])

    def test_one_name_runs_one_family_on_its_devices_and_nothing_else(self):
        self.discover([RESNET, MLP, HUGE])
        self.assertEqual(self.ctest("-R", "resnet18").returncode, 0)
        runs = self.read("runs").splitlines()
        self.assertEqual(len(runs), 2)
        for run in runs:
            self.assertRegex(run, r"check vision/resnet18 --tier default --device (cpu|cuda) --results \S*results/vision/(cpu|cuda) -j 2$")

    def test_the_worker_that_one_family_starts_stays_for_the_next_in_a_folder_of_their_own_and_leaves_after_the_last(self):
        self.discover([RESNET, MLP])
        self.assertEqual(self.ctest().returncode, 0)
        folder = os.path.join(self.folder, "results/residents")
        self.assertEqual(self.read("runtimes").splitlines(), [folder] * 3)
        self.assertFalse(os.path.exists(folder))

    def test_workers_of_a_run_that_was_interrupted_leave_when_the_next_begins(self):
        self.discover([MLP])
        os.makedirs(os.path.join(self.folder, "results/residents/assay"))
        self.ctest("-R", "seed/mlp", "--fixture-exclude-cleanup", "zoo.worker")
        self.assertEqual(os.listdir(os.path.join(self.folder, "results/residents")), [])

    def test_a_red_pair_fails_its_own_test_and_not_the_fixture(self):
        self.discover([MLP])
        self.write("check_status", "1")
        self.assertEqual(self.ctest().returncode, 0)
        self.write("verdict_status", "1")
        output = self.ctest().stdout
        self.assertIn("1 - check.cpu.aot.seed/mlp (Failed)", output)
        self.assertIn("1 tests failed out of 4", output)

    def test_a_skipped_pair_is_shown_as_skipped(self):
        self.discover([MLP])
        self.write("verdict_status", "77")
        self.assertIn("check.cpu.aot.seed/mlp (Skipped)", self.ctest().stdout)

    def test_a_run_that_could_not_be_made_fails_the_fixture_and_all_its_checks(self):
        for status in ("2", "3", "130"):
            with self.subTest(status=status):
                self.discover([MLP])
                self.write("check_status", status)
                output = self.ctest("--output-on-failure").stdout
                self.assertIn(f"assay check ended with {status}, expected 0 or 1; cases: seed/mlp", " ".join(output.split()))
                self.assertIn("2 tests failed out of 4", output)

    def test_a_record_of_an_earlier_run_cannot_be_read_again(self):
        self.discover([MLP])
        os.makedirs(os.path.join(self.folder, "results/seed/cpu"))
        self.write("results/seed/cpu/results.jsonl", "old\n")
        self.ctest()
        self.assertEqual(os.listdir(os.path.join(self.folder, "results/seed/cpu")), [])

    def judged_by(self, name, **further):
        """The arguments that zoo.NAME passes to its program, a stand-in that first passes and then fails."""
        program = f"{name}_check"
        self.write(program, '#!/bin/sh\nhere=$(dirname "$0")\necho "$*" >"$here/words"\nexit "$(cat "$here/status")"\n')
        os.chmod(os.path.join(self.folder, program), 0o755)
        self.discover([RESNET, MLP], **further)
        self.write("status", "0")
        self.assertEqual(self.ctest("-R", f"zoo.{name}").returncode, 0)
        self.assertEqual(len(self.read("runs").splitlines()), 3)
        words = self.read("words")
        self.write("status", "1")
        self.assertIn(f"zoo.{name} (Failed)", self.ctest("-R", f"zoo.{name}").stdout)
        return words

    def test_capabilities_are_held_against_the_results_of_every_family(self):
        words = self.judged_by("capabilities", capability_check="capabilities_check", features="features.json")
        self.assertRegex(words, r"/ \S*/features.json \S*results/vision/cpu \S*results/vision/cuda \S*results/seed/cpu$")

    def test_what_two_recorders_agree_on_is_held_against_the_results_of_every_family(self):
        words = self.judged_by("recordings", recordings_check="recordings_check", known_differences="known.json")
        self.assertRegex(words, r"^dispatch native \S*/known.json \S*results/vision/cpu \S*results/vision/cuda \S*results/seed/cpu$")

    def test_no_case_is_an_error(self):
        for cases in ([], [HUGE]):
            result = self.discover(cases)
            self.assertNotEqual(result.returncode, 0)
            self.assertIn(f"names {len(cases)} cases, none of them checked by default", " ".join(result.stderr.split()))

    def test_a_case_that_nothing_would_check_is_an_error(self):
        for key in ("tiers", "methods_checked_by_default", "devices"):
            result = self.discover([MLP, {**RESNET, key: []}])
            self.assertNotEqual(result.returncode, 0)
            self.assertIn(f"case vision/resnet18: '{key}' is empty", " ".join(result.stderr.split()))

    def test_a_list_that_is_not_json_is_an_error(self):
        self.assertNotEqual(self.discover("assay: error: no project\n").returncode, 0)


if __name__ == "__main__":
    unittest.main()
