"""Runs `assay check` as shards on a Ray cluster, then `assay merge`, which alone compares and decides.

    ray_check.py ASSAY --shards N --results DIR [--address ADDR] [--cpus-per-shard C] [--memory-per-shard BYTES] [--retries R]
                 [--patience SECONDS] [-- arguments of `assay check`, such as 'seed/*' --device cpu]

Needs a Python with Ray (ci/ray.sh makes build/ray). ASSAY, the project and the working directory have the same paths on every node. A shard
is a task that takes C CPUs (and -j C) and BYTES of memory. It works in a folder of its node, and its results arrive through the object
store. A shard whose node, Ray worker or check dies is repeated from its beginning, on any node, up to R times. DIR.shards/I and I.log
contain the results and the output of shard I, DIR the merged results.

Exit status: that of `assay merge`: 0 passed, 1 a difference or a missing shard, 2 refused. Without results to merge: 2 for wrong usage of
this script or of `assay check`, else 3, for example without Ray or a cluster. 130 if interrupted.
"""

import argparse
import ctypes
import functools
import io
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import zipfile

OURS = re.compile(r"--(shard|results|resume|rerun-failed|junit|jobs)(=.*)?|-j.*")
TAIL = 4000  # shown characters of a failed check's output, from its end
USAGE, UNABLE, INTERRUPTED = 2, 3, 130


def say(text, stream=sys.stdout):
    print(f"assay: {text}", file=stream, flush=True)


def stop(status, text):
    say(f"error: {text}", sys.stderr)
    sys.exit(status)


def run_shard(command, folder, settings):
    """In a Ray worker: (exit status, node, seconds, output, results folder as a zip). The zip is empty if the check did not begin."""
    import ray

    node, began, libc = ray.get_runtime_context().get_node_id()[:12], time.monotonic(), ctypes.CDLL(None)
    # The caller's settings of the check replace those of the node.
    environment = {name: value for name, value in os.environ.items() if not is_setting(name)} | settings
    # Ray may kill a worker on a live node. Its check must not continue beside its replacement.
    dies_with_worker = functools.partial(libc.prctl, 1, signal.SIGTERM)  # PR_SET_PDEATHSIG
    with tempfile.TemporaryDirectory(prefix="assay-shard-") as scratch:
        results = os.path.join(scratch, "results")
        as_text = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "encoding": "utf-8", "errors": "replace"}
        try:
            done = subprocess.run([*command, "--results", results], cwd=folder, env=environment, preexec_fn=dies_with_worker, **as_text)
        except OSError as error:
            raise RuntimeError(f"could not be run on node {node}: {error}; expected the same build and project on every node") from error
        if done.returncode not in (0, 1, USAGE):
            raise RuntimeError(f"ended with {done.returncode} on node {node}:\n{done.stdout[-TAIL:]}")
        packed = b""
        if done.returncode != USAGE:
            with open(shutil.make_archive(os.path.join(scratch, "shard"), "zip", results), "rb") as file:
                packed = file.read()
    return done.returncode, node, time.monotonic() - began, done.stdout, packed


def is_setting(name):
    return name.startswith("ASSAY_") or name == "VIRTUAL_ENV"


def ended_tasks(ray, tasks, needs, patience):
    """The tasks in order of completion. Reports lost nodes. Gives up after `patience` seconds without any node that could run a shard."""
    lost = {node["NodeID"] for node in ray.nodes() if not node["Alive"]}
    pending, could_run = list(tasks), time.monotonic()
    while pending and time.monotonic() - could_run < patience:
        ended, pending = ray.wait(pending, timeout=1)
        for node in ray.nodes():
            if not node["Alive"] and node["NodeID"] not in lost:
                lost.add(node["NodeID"])
                say(f"node {node['NodeID'][:12]} is lost; its shards run again elsewhere")
            if node["Alive"] and all(node["Resources"].get(name, 0) >= amount for name, amount in needs.items()):
                could_run = time.monotonic()
        yield from ended
    for task in pending:
        ray.cancel(task, force=True)


def collect(ray, options, commands):
    """Runs the commands and unpacks their results: ({index: exit status}, {index: reason of a failure})."""
    settings = {name: value for name, value in os.environ.items() if is_setting(name)} | {"ASSAY_NO_RESIDENT": "1"}
    needs = {"CPU": options.cpus_per_shard, "memory": options.memory_per_shard}
    shard = ray.remote(run_shard).options(
        num_cpus=needs["CPU"], memory=needs["memory"], max_retries=options.retries, retry_exceptions=True, name="assay check"
    )
    tasks = {shard.remote(command, os.getcwd(), settings): index for index, command in commands.items()}
    statuses, failures = {}, {}
    for task in ended_tasks(ray, tasks, needs, options.patience):
        index = tasks[task]
        try:
            statuses[index], node, seconds, output, packed = ray.get(task)
        except ray.exceptions.RayError as error:
            failures[index] = str(getattr(error, "cause", None) or error)
            continue
        with open(f"{options.shards_folder}/{index}.log", "w", encoding="utf-8") as log:
            log.write(output)
        if packed:
            zipfile.ZipFile(io.BytesIO(packed)).extractall(f"{options.shards_folder}/{index}")
        else:
            failures[index] = f"ended with {statuses[index]} on node {node}:\n{output[-TAIL:]}"
        say(f"shard {index}/{options.shards}: status {statuses[index]}, {seconds:.1f} s on node {node}; {len(statuses)} done")
    for index in commands.keys() - statuses.keys() - failures.keys():
        failures[index] = f"no node has had {needs['CPU']:g} CPUs and {needs['memory']} bytes of memory for {options.patience:g} s"
    return statuses, failures


def parsed(arguments):
    end = arguments.index("--") if "--" in arguments else len(arguments)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay", metavar="ASSAY", help="the program, build/bin/assay")
    parser.add_argument("--shards", type=int, required=True, metavar="N")
    parser.add_argument("--results", required=True, metavar="DIR", help="results folder of the whole; emptied first")
    parser.add_argument("--address", help="of a running cluster, `auto` for this machine's, `local` to start one; $RAY_ADDRESS when not given")
    parser.add_argument("--cpus-per-shard", type=int, default=1, metavar="C", help="1 when not given")
    parser.add_argument("--memory-per-shard", type=int, default=2 << 30, metavar="BYTES", help="2 GiB when not given")
    parser.add_argument("--retries", type=int, default=3, metavar="R", help="3 when not given")
    parser.add_argument("--patience", type=float, default=300, metavar="SECONDS", help="to wait for a node that is large enough; 300 when not given")
    options = parser.parse_args(arguments[:end])
    options.check = arguments[end + 1 :]
    if taken := [word for word in options.check if OURS.fullmatch(word)]:
        parser.error(f"{' '.join(taken)} cannot be given to assay check: each shard gets its own; next: leave it out")
    if min(options.shards, options.cpus_per_shard) < 1 or min(options.memory_per_shard, options.retries) < 0:
        parser.error("--shards and --cpus-per-shard begin at 1, --memory-per-shard and --retries at 0")
    options.assay = os.path.abspath(options.assay)
    options.results = options.results.rstrip("/")
    options.shards_folder = options.results + ".shards"
    return options


def main(options):
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_task_oom_retries", str(options.retries))  # for a check that Ray kills for its memory; by default Ray retries forever
    try:
        import ray
    except ImportError:
        stop(UNABLE, f"{sys.executable} has no Ray; next: ci/ray.sh, then the same with build/ray/bin/python")
    address = options.address or os.environ.get("RAY_ADDRESS", "")
    try:
        if found := re.fullmatch(r"\[?([^/]+?)\]?:(\d+)", address):
            socket.create_connection((found[1], int(found[2])), timeout=30).close()  # Ray itself would try for many minutes
        ray.init(address=address or None, log_to_driver=False, logging_level="error")
    except (OSError, RuntimeError, ValueError) as error:
        stop(UNABLE, f"no Ray cluster at {address or 'the default address'}: {error}; next: ray start --head, or --address local")

    check = [options.assay, "check", *options.check, "-j", str(options.cpus_per_shard)]
    commands = {index: [*check, "--shard", f"{index}/{options.shards}"] for index in range(1, options.shards + 1)}
    for index in commands:
        shutil.rmtree(f"{options.shards_folder}/{index}", ignore_errors=True)
    os.makedirs(options.shards_folder, exist_ok=True)
    statuses, failures = collect(ray, options, commands)

    merge = [options.assay, "merge", *(f"{options.shards_folder}/{index}" for index in commands if index not in failures), "-o", options.results]
    for index, why in sorted(failures.items()):
        again = [*commands[index], "--results", f"{options.shards_folder}/{index}"]
        say(f"error: shard {index}/{options.shards} left no results: {why.rstrip()}\n  next: {shlex.join(again)}", sys.stderr)
    if len(failures) == len(commands):
        return USAGE if USAGE in statuses.values() else UNABLE
    say(shlex.join(merge))
    return subprocess.run(merge).returncode


if __name__ == "__main__":
    try:
        sys.exit(main(parsed(sys.argv[1:])))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
