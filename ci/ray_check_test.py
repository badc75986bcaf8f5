"""ci/ray_check.py: its refusals, and shards on a cluster. Though a busy node is killed, they merge to a single machine's results.

    ray_check_test.py                                    only tests without Ray
    ray_check_test.py --environment DIR --assay PROGRAM  all tests, with the Ray of DIR, which ci/ray.sh makes; 77: DIR does not exist
"""

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SKIPPED = 77
SELECTION = ["seed/*", "--device", "cpu", "--methods", "native,dispatch,make_fx"]
SHARDS = 3
LIMIT = 300  # seconds, for anything that should not hang
ASSAY = ""  # --assay, with which Ray is present

# Runs assay, except for shards with a planted event. `last` is the results folder.
STAND_IN = """#!/bin/sh
for last; do :; done
case "$*" in
  {befalls}
esac
exec '{assay}' "$@"
"""
# Its node is killed after the work, before the results are handed over. The repetition runs undisturbed.
HANGS_ONCE = """*'--shard 1/3 '*)
    if mkdir '{here}/begun' 2>/dev/null; then
      '{assay}' "$@"; cp "$last/results.jsonl" '{here}/lost.jsonl'; echo $PPID >'{here}/begun/pid'; mv '{here}/begun/pid' '{here}/worker'
      exec sleep 600
    fi ;;"""
ALWAYS_DIES = """*'--shard 2/3 '*) echo run >>'{here}/runs'; echo out of luck >&2; kill -9 $$ ;;"""
LOSES_A_RECORD = """*'--shard 3/3 '*) '{assay}' "$@"; sed -i '$d' "$last/results.jsonl"; exit 0 ;;"""


def environment():
    """The environment without settings that choose another worker or project than the program's own."""
    chosen = {name: value for name, value in os.environ.items() if not name.startswith("ASSAY_") and name != "VIRTUAL_ENV"}
    return {**chosen, "ASSAY_NO_RESIDENT": "1", "RAY_USAGE_STATS_ENABLED": "0"}


def ray_check(*arguments, python=sys.executable):
    return subprocess.Popen(
        [python, "-B", os.path.join(HERE, "ray_check.py"), *arguments],
        env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip


def ended(process):
    out, err = process.communicate(timeout=LIMIT)
    return process.returncode, out, err


def wait_for(path, process):
    until = time.monotonic() + LIMIT
    while not os.path.exists(path):
        if process.poll() is not None or time.monotonic() > until:
            process.kill()
            raise AssertionError(f"{path} did not come about: {process.communicate()}")
        time.sleep(0.05)


def parent_of(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("PPid:"))


def records(results):
    """Records by pair, without costs, which differ between runs."""
    with open(os.path.join(results, "results.jsonl"), encoding="utf-8") as lines:
        read = {(r["case"], r["method"], r["device"]): r for r in map(json.loads, lines)}
    for record in read.values():
        del record["cost"]
        if record["replay"]:
            del record["replay"]["seconds"]
    return read


def graphs(results):
    """The bytes of each graph file."""
    read = {}
    for folder, _, names in os.walk(os.path.join(results, "graphs")):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                read[os.path.relpath(file.name, results)] = file.read()
    return read


class Refusals(unittest.TestCase):
    def refused(self, *arguments, python=sys.executable):
        status, out, err = ended(ray_check("assay", "--results", "r", *arguments, python=python))
        self.assertEqual(out, "")
        return status, err.splitlines()[-1]

    def test_what_a_shard_is_given_cannot_be_given(self):
        for word in ("--shard=1/2", "--results", "--resume", "-j4", "--jobs"):
            status, message = self.refused("--shards", "2", "--", "seed/*", word)
            self.assertEqual(status, 2)
            self.assertIn(f"error: {word} cannot be given to assay check: each shard gets its own; next: leave it out", message)

    def test_dealing_out_by_time_is_the_checks_own_affair(self):
        status, message = self.refused("--shards", "0", "--", "--shard-by", "time", "--times", "earlier")
        self.assertEqual((status, message.split("error: ")[1].split(",")[0]), (2, "--shards and --cpus-per-shard begin at 1"))

    def test_a_python_without_ray(self):
        with tempfile.TemporaryDirectory() as scratch:
            subprocess.run([sys.executable, "-m", "venv", "--without-pip", scratch], check=True)
            python = os.path.join(scratch, "bin", "python")
            message = f"assay: error: {python} has no Ray; next: ci/ray.sh, then the same with build/ray/bin/python"
            self.assertEqual(self.refused("--shards", "2", python=python), (3, message))


class OnACluster(unittest.TestCase):
    """A head without processors, which runs ray_check.py, and two nodes with one processor each."""

    @classmethod
    def setUpClass(cls):
        if not ASSAY:
            raise unittest.SkipTest("needs --environment and --assay")
        scratch = tempfile.TemporaryDirectory(prefix="r", ignore_cleanup_errors=True)  # contains sockets, whose paths must be short
        cls.addClassCleanup(scratch.cleanup)
        cls.scratch = os.environ["TMPDIR"] = scratch.name
        cls.single = os.path.join(scratch.name, "single")
        command = [ASSAY, "check", *SELECTION, "--results", cls.single]
        subprocess.run(command, env=environment(), stdout=subprocess.DEVNULL, check=True, timeout=LIMIT)
        os.environ.update(environment())
        from ray.cluster_utils import Cluster

        cls.cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
        cls.addClassCleanup(cls.cluster.shutdown)

    def setUp(self):
        while len(self.cluster.worker_nodes) < 2:
            self.cluster.add_node(num_cpus=1)
        self.here = tempfile.mkdtemp(dir=self.scratch)
        self.results = os.path.join(self.here, "whole")

    def begin(self, *befalls, selection=SELECTION):
        program = os.path.join(self.here, "assay")
        with open(program, "w", encoding="utf-8") as file:
            file.write(STAND_IN.format(assay=ASSAY, befalls="\n  ".join(befalls).format(assay=ASSAY, here=self.here)))
        os.chmod(program, 0o755)
        return self.begin_with(program, selection)

    def begin_with(self, program, selection=SELECTION, address=None, more=()):
        process = ray_check(
            program, "--shards", str(SHARDS), "--results", self.results, "--address", address or self.cluster.address, "--retries", "1",
            "--memory-per-shard", str(1 << 28), *more, "--", *selection,
        )  # fmt: skip
        self.addCleanup(process.kill)
        return process

    def test_a_node_is_killed_while_it_works_and_the_whole_is_as_of_one_machine(self):
        process = self.begin(HANGS_ONCE)
        marker = os.path.join(self.here, "worker")
        wait_for(marker, process)
        with open(marker, encoding="utf-8") as file:
            raylet = parent_of(int(file.read()))
        node = next(n for n in self.cluster.worker_nodes if n.all_processes["raylet"][0].process.pid == raylet)
        self.cluster.remove_node(node, allow_graceful=False)
        status, out, err = ended(process)

        self.assertEqual(status, 0, out + err)
        self.assertIn(f"merged {SHARDS} of {SHARDS} shards", out)
        self.assertIn(" is lost; its shards run again elsewhere\n", out)
        self.assertGreater(os.path.getsize(os.path.join(self.here, "lost.jsonl")), 0)
        self.assertEqual(len(records(self.single)), 27)
        self.assertEqual(records(self.results), records(self.single))
        self.assertEqual(graphs(self.results), graphs(self.single))
        self.assertEqual(subprocess.run([ASSAY, "diff", self.single, self.results], stdout=subprocess.DEVNULL).returncode, 0)

    def test_a_shard_that_dies_each_time_and_a_record_that_is_lost_are_missing(self):
        status, out, err = ended(self.begin(ALWAYS_DIES, LOSES_A_RECORD))
        self.assertEqual(status, 1, out + err)
        with open(os.path.join(self.here, "runs"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "run\n" * 2)  # the first run and one retry
        self.assertRegex(err, r"assay: error: shard 2/3 left no results: ended with -9 on node \w+:\nout of luck\n  next: .* --shard 2/3 --results ")
        self.assertIn("shard 2/3 is missing, ", out)
        merged = records(self.results)
        self.assertEqual(merged.keys(), records(self.single).keys())
        self.assertNotEqual(merged, records(self.single))
        missing = [pair for pair, record in merged.items() if record["verdict"] == "missing"]
        of_second = out.split("shard 2/3 is missing, ")[1].split(" ")[0]
        self.assertEqual(len(missing), int(of_second) + 1)
        self.assertNotEqual(graphs(self.results), graphs(self.single))

    def test_what_assay_check_refuses_is_told_with_its_own_words_and_not_tried_again(self):
        status, out, err = ended(self.begin(selection=["no/such"]))
        self.assertEqual(status, 2, out + err)
        self.assertEqual(err.count("no case 'no/such'\n"), SHARDS)
        self.assertFalse(os.path.exists(self.results))

    def test_a_program_that_no_node_has(self):
        status, _, err = ended(self.begin_with(os.path.join(self.here, "assay")))
        self.assertEqual(status, 3)
        self.assertIn("expected the same build and project on every node", err)

    def test_an_address_where_no_cluster_is(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            address = "127.0.0.1:%d" % server.getsockname()[1]
        status, _, err = ended(self.begin_with(ASSAY, address=address))
        self.assertEqual((status, err.split(": [")[0]), (3, f"assay: error: no Ray cluster at {address}"))

    def test_shards_that_no_node_can_hold(self):
        status, _, err = ended(self.begin_with(ASSAY, more=["--cpus-per-shard", "2", "--patience", "1"]))
        self.assertEqual(status, 3)
        self.assertEqual(err.count("left no results: no node has had 2 CPUs and "), SHARDS)


def main():
    global ASSAY
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--environment", help="a virtual environment that has Ray")
    parser.add_argument("--assay", help="the program, with a worker")
    options, rest = parser.parse_known_args()
    if options.environment:
        python = os.path.join(options.environment, "bin", "python")
        if not os.path.exists(python):
            print(f"{options.environment} is not there; next: ci/ray.sh")
            return SKIPPED
        if os.path.realpath(sys.prefix) != os.path.realpath(options.environment):
            os.execv(python, [python, "-B", *sys.argv])
        ASSAY = os.path.abspath(options.assay)
    return unittest.main(argv=[sys.argv[0], *rest])


if __name__ == "__main__":
    sys.exit(main())
