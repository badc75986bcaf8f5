"""benchmark_compare_test: Google Benchmark's compare.py reads the benchmark.json of `assay bench`, and finds slow-downs.

    benchmark_compare_test.py PROGRAM ENVIRONMENT      PROGRAM is overhead_sheet_test, which writes two runs

Exit 77, skipped, without Debian's libbenchmark-tools or the environment (ci/oracle.sh).
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

COMPARE = pathlib.Path("/usr/share/benchmark/compare.py")


def compared(python: pathlib.Path, old: str, new: str) -> str:
    command = [python, "-B", COMPARE, "--no-color", "benchmarks", old, new]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def p_value(table: str, benchmark: str) -> float:
    return float(re.search(rf"^{re.escape(benchmark)}_pvalue +([0-9.]+)", table, re.MULTILINE).group(1))


def main(program: str, environment: str) -> None:
    python = pathlib.Path(environment, "bin", "python")
    if not COMPARE.exists() or not python.exists():
        print(f"{COMPARE if python.exists() else python} is not there; next: ci/oracle.sh, apt-get install libbenchmark-tools")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "[.compare]"], check=True, stdout=subprocess.DEVNULL, env={**os.environ, "ASSAY_FOLDER": folder})
        old, new = f"{folder}/old.json", f"{folder}/new.json"
        table, twin = compared(python, old, new), compared(python, old, old)
    slower, same = "a/x/make_fx/cpu/eager", "a/x/make_fx/cpu/cold"
    assert p_value(table, slower) < 0.01 and p_value(table, same) > 0.5, table
    assert p_value(twin, slower) > 0.5, twin


if __name__ == "__main__":
    main(*sys.argv[1:])
