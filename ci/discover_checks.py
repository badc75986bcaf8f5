"""discover_checks: one CTest test per (case, method, device) that `assay list cases --json` marks as checked by default.

    discover_checks.py --assay PROGRAM --project DIR --results DIR --output FILE --cmake PROGRAM [--capability-check PROGRAM --features FILE]
                       [--recordings-check PROGRAM --known-differences FILE]

One fixture per (family, device) runs `assay check` on that family. A pair's test reads its own record from the results. The worker of the
first fixture stays for the others (zoo.worker) until all are done (zoo.worker.leaves). With --capability-check another test compares the
results of all families with the declared capabilities. With --recordings-check another test compares the recordings of dispatch and native.
No case, a case without methods or devices, and a list that is not JSON are errors, so that an empty zoo never passes.
"""

import argparse
import json
import pathlib
import subprocess
import sys

SCRIPTS = pathlib.Path(__file__).resolve().parent / "cmake"
# A developer's environment must not choose another worker or project than this build's. No worker process outlives its tests.
CHOSEN = "ASSAY_WORKER=unset:;VIRTUAL_ENV=unset:;ASSAY_PROJECT=unset:;ASSAY_RESULTS=unset:"
OWN = f'ENVIRONMENT_MODIFICATION "{CHOSEN};ASSAY_NO_RESIDENT=set:1"'


def words(*texts: str) -> str:
    """Arguments of a CMake command, read verbatim."""
    return " ".join(f"[==[{text}]==]" for text in texts)


def test(name: str, command: tuple[str, ...], properties: str) -> str:
    return f"add_test({words(name, *command)})\nset_tests_properties({words(name)} PROPERTIES {properties})\n"


def checked(cases: list[dict]) -> list[dict]:
    """The cases checked by default. Exits with a message if there are none."""
    for case in cases:
        for key in ("tiers", "devices") + (("methods_checked_by_default",) if case["checked_by_default"] else ()):
            if not case[key]:
                sys.exit(f"case {case['id']}: '{key}' is empty, so nothing of it would be checked")
    found = [case for case in cases if case["checked_by_default"]]
    if not found:
        sys.exit(f"no check: `assay list cases --json` names {len(cases)} cases, none of them checked by default")
    return found


def check(case: dict, method: str, device: str, options: argparse.Namespace) -> str:
    """The test of a pair."""
    labels = ";".join(["zoo", device, method, case["family"], *case["tiers"]])
    return test(f"check.{device}.{method}.{case['id']}",
                (options.assay, "verdict", case["id"], "--method", method, "--device", device,
                 "--results", f"{options.results}/{case['family']}/{device}"),
                f'SKIP_RETURN_CODE 77 FIXTURES_REQUIRED {words(fixture_of(case["family"], device))} LABELS "{labels}" {OWN}')


def fixture_of(family: str, device: str) -> str:
    return f"zoo.{family}.{device}"


def fixture(family: str, device: str, cases: list[str], options: argparse.Namespace) -> str:
    """The set-up test that all checks of a (family, device) require."""
    staying = f'ENVIRONMENT_MODIFICATION "{CHOSEN};ASSAY_NO_RESIDENT=unset:;CI=unset:;XDG_RUNTIME_DIR=set:{options.results}/residents"'
    return test(f"zoo.{device}.{family}",
                (options.cmake, f"-DASSAY={options.assay}", f"-DPROJECT={options.project}", f"-DDEVICE={device}",
                 f"-DRESULTS={options.results}/{family}/{device}", f"-DCASES={';'.join(cases)}", "-P", f"{SCRIPTS}/run_family.cmake"),
                f"FIXTURES_SETUP {words(fixture_of(family, device))} FIXTURES_REQUIRED zoo.worker\n"
                f'  PROCESSORS 2 TIMEOUT 3600 LABELS "zoo;{device};{family};fixture" {staying}')


def worker(options: argparse.Namespace) -> str:
    """Resident zygotes end when the folder of their sockets disappears. Those of an interrupted run end when the next run begins."""
    residents = f"{options.results}/residents"
    return (test("zoo.worker", (options.cmake, f"-DFOLDER={residents}", "-P", f"{SCRIPTS}/fresh_folder.cmake"),
                 'FIXTURES_SETUP zoo.worker LABELS "zoo;fixture"')
            + test("zoo.worker.leaves", (options.cmake, "-E", "rm", "-rf", residents), 'FIXTURES_CLEANUP zoo.worker LABELS "zoo;fixture"'))


def judges(fixtures: dict[tuple[str, str], list[str]], options: argparse.Namespace) -> str:
    """Tests on the results of all families."""
    asked = [("capabilities", options.capability_check, (options.project, options.features)),
             ("recordings", options.recordings_check, ("dispatch", "native", options.known_differences))]
    results = [f"{options.results}/{family}/{device}" for family, device in fixtures]
    required = words(";".join(fixture_of(family, device) for family, device in fixtures))
    return "".join(test(f"zoo.{name}", (program, *further, *results), f'FIXTURES_REQUIRED {required} LABELS "zoo;{name}" {OWN}')
                   for name, program, further in asked if program)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("assay", "project", "results", "output", "cmake"):
        parser.add_argument(f"--{name}", required=True)
    for name in ("capability-check", "features", "recordings-check", "known-differences"):
        parser.add_argument(f"--{name}")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    listed = subprocess.run([options.assay, "--project", options.project, "list", "cases", "--json"], capture_output=True, text=True)
    if listed.returncode:
        sys.exit(f"{options.assay} list cases --json ended with {listed.returncode}\n{listed.stderr}")
    text, fixtures, count = [f"# Written by ci/{pathlib.Path(__file__).name} after each build.\n"], {}, 0
    for case in checked(json.loads(listed.stdout)):
        for device in case["devices"]:
            fixtures.setdefault((case["family"], device), []).append(case["id"])
            text += [check(case, method, device, options) for method in case["methods_checked_by_default"]]
            count += len(case["methods_checked_by_default"])
    text += [fixture(family, device, cases, options) for (family, device), cases in fixtures.items()]
    text += [worker(options), judges(fixtures, options)]
    pathlib.Path(options.output).write_text("".join(text), encoding="utf-8")
    print(f"{count} checks in {len(fixtures)} fixtures")


if __name__ == "__main__":
    main()
