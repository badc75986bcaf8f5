"""discover_checks: one CTest test per (case, method, device) that `assay list cases --json` names as checked by default.

    discover_checks.py --assay PROGRAM --project DIR --results DIR --output FILE --cmake PROGRAM [--capability-check PROGRAM --features FILE]
                       [--recordings-check PROGRAM --known-differences FILE]

One fixture per (family, device) runs `assay check` on that family; a pair's test reads its own record from the results. The worker
that the first of them starts stays for the next ones (zoo.worker) until the last is done (zoo.worker.leaves). With --capability-check
one more test holds the results of all families against the declared capabilities, with --recordings-check another one what dispatch and
native recorded against what they agree on. No case, a case without methods or devices, and a list that is not JSON are errors: a zoo
of nothing is never green."""

import argparse
import json
import pathlib
import subprocess
import sys

SCRIPTS = pathlib.Path(__file__).resolve().parent / "cmake"
# The environment of whoever types ctest must not choose another worker or project than this build's; no worker process outlives its tests.
CHOSEN = "ASSAY_WORKER=unset:;VIRTUAL_ENV=unset:;ASSAY_PROJECT=unset:;ASSAY_RESULTS=unset:"
OWN = f'ENVIRONMENT_MODIFICATION "{CHOSEN};ASSAY_NO_RESIDENT=set:1"'


def words(*texts: str) -> str:
    """Arguments of a CMake command that is read as it stands."""
    return " ".join(f"[==[{text}]==]" for text in texts)


def test(name: str, command: tuple[str, ...], properties: str) -> str:
    return f"add_test({words(name, *command)})\nset_tests_properties({words(name)} PROPERTIES {properties})\n"


def checked(cases: list[dict]) -> list[dict]:
    """Those that are checked by default; ends with a message when nothing would be."""
    for case in cases:
        for key in ("tiers", "devices") + (("methods_checked_by_default",) if case["checked_by_default"] else ()):
            if not case[key]:
                sys.exit(f"case {case['id']}: '{key}' is empty, so nothing of it would be checked")
    found = [case for case in cases if case["checked_by_default"]]
    if not found:
        sys.exit(f"no check: `assay list cases --json` names {len(cases)} cases, none of them checked by default")
    return found


def check(case: dict, method: str, device: str, options: argparse.Namespace) -> str:
    """The test of one pair."""
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
    """Zygotes that stay leave when the folder of their sockets does; those of a run that was interrupted leave at the next one's beginning."""
    residents = f"{options.results}/residents"
    return (test("zoo.worker", (options.cmake, f"-DFOLDER={residents}", "-P", f"{SCRIPTS}/fresh_folder.cmake"),
                 'FIXTURES_SETUP zoo.worker LABELS "zoo;fixture"')
            + test("zoo.worker.leaves", (options.cmake, "-E", "rm", "-rf", residents), 'FIXTURES_CLEANUP zoo.worker LABELS "zoo;fixture"'))


def judges(fixtures: dict[tuple[str, str], list[str]], options: argparse.Namespace) -> str:
    """Tests that are given the results of all families."""
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
