"""The Dynamo backend `assay` in a user's training script: its files, and an unchanged run.

    backend_test.py ASSAY     ASSAY: the program; the folder of assay_capture is on PYTHONPATH
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ASSAY = sys.argv.pop(1)

NET = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.norm, self.second = nn.Linear(6, 8), nn.BatchNorm1d(8), nn.Linear(8, 3)

    def forward(self, x):
        x = nn.functional.dropout(self.norm(self.first(x)).relu(), 0.25)
        # between
        return self.second(x)


def build():
    return Net(), (torch.randn(4, 6),)
"""

TRAIN = """
import hashlib
import sys

import torch
from net import Net
from torch import nn

torch.manual_seed(0)
net = Net()
compiled = torch.compile(net, backend=sys.argv[1])
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
for _ in range(2):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(compiled(torch.randn(4, 6)), torch.tensor([0, 2, 1, 1]))
    loss.backward()
    optimizer.step()
    print(loss.item().hex())
for name, value in [*net.state_dict().items(), ("generator", torch.get_rng_state())]:
    print(name, hashlib.sha256(value.detach().numpy().tobytes()).hexdigest())
"""

INFER = """
import torch
from net import Net

torch.compile(Net().eval().requires_grad_(False), backend="assay")(torch.randn(4, 6))
"""

KINDS = ("joint", "forward", "backward")


class Folder(unittest.TestCase):
    """A folder with net.py and train.py."""

    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.write()

    def write(self, old: str = "", new: str = "") -> None:
        """Writes both files, with `old` replaced where it occurs."""
        for name, text in (("net.py", NET), ("train.py", TRAIN)):
            (self.folder / name).write_text(text.replace(old, new) if old else text)

    def train(self, backend: str, graphs: str = "") -> subprocess.CompletedProcess[str]:
        variables = {**os.environ, **({"ASSAY_GRAPHS": graphs} if graphs else {})}
        command = [sys.executable, "train.py", backend]
        return subprocess.run(command, cwd=self.folder, env=variables, capture_output=True, text=True)

    def assay(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([ASSAY, *words], cwd=self.folder, capture_output=True, text=True)

    def written(self) -> list[str]:
        return sorted(path.name for path in (self.folder / "graphs").glob("*.json"))


class Training(Folder):
    def test_two_steps_are_those_of_eager_bit_by_bit(self) -> None:
        found = self.train("assay", "graphs")
        self.assertEqual((found.returncode, found.stderr), (0, ""))
        self.assertEqual(found.stdout, self.train("eager").stdout)
        self.assertEqual(found.stdout, self.train("aot_eager").stdout)
        self.assertEqual(len(found.stdout.splitlines()), 2 + 9 + 1)
        self.write("lr=0.1", "lr=0.2")
        self.assertNotEqual(found.stdout, self.train("eager").stdout)

    def test_each_region_gives_three_files_that_the_reader_takes(self) -> None:
        self.write("# between", "print()")
        self.assertEqual(self.train("assay", "graphs").returncode, 0)
        self.assertEqual(self.written(), sorted(f"region_{n}.{kind}.json" for n in (0, 1) for kind in KINDS))
        for name in self.written():
            exported = self.assay("export", f"graphs/{name}", "--to", "text")
            self.assertEqual(exported.returncode, 0, exported.stderr)
            ending = "_1" if "_1" in name else ""
            self.assertIn(f"graph {name.split('.')[1]}{ending}\n", exported.stdout)
            self.assertIn('"second.weight"' if ending else '"first.weight"', exported.stdout)
        broken = self.folder / "graphs" / "region_0.joint.json"
        broken.write_text(broken.read_text().replace('"role": "tangent"', '"role": "tangents"'))
        self.assertEqual(self.assay("export", str(broken), "--to", "text").returncode, 2)

    def test_where_nothing_requires_a_gradient_there_is_a_forward_alone(self) -> None:
        (self.folder / "train.py").write_text(INFER)
        self.assertEqual(self.train("assay", "graphs").returncode, 0)
        self.assertEqual(self.written(), ["region_0.forward.json"])

    def test_what_cannot_be_written_costs_a_warning_and_no_more(self) -> None:
        (self.folder / "taken").write_text("a file, not a folder")
        found = self.train("assay", "taken")
        self.assertEqual(found.returncode, 0)
        self.assertIn("RuntimeWarning: assay: region_0 (forward) was not written", found.stderr)
        self.assertEqual(found.stdout, self.train("eager").stdout)

    def test_the_folder_may_be_an_option_and_no_other_is_known(self) -> None:
        self.write("backend=sys.argv[1]", 'backend="assay", options={"graphs": "graphs"}')
        self.assertEqual(self.train("").returncode, 0)
        self.assertEqual(len(self.written()), 3)
        self.write("backend=sys.argv[1]", 'backend="assay", options={"graph": "graphs"}')
        refused = self.train("")
        self.assertIn("no such option of the backend assay: graph; expected: graphs", refused.stderr)
        self.assertEqual(refused.returncode, 1)


class BesideTheMethods(Folder):
    """The same network captured as a case: `aot_joint_compile` for the joint graph, `aot` for its parts."""

    def capture(self, method: str) -> None:
        found = self.assay("capture", "net.py:build", "--method", method, "-o", f"{method}.json")
        self.assertEqual(found.returncode, 0, found.stderr)

    def files_of_region(self, *kinds: str) -> str:
        """Trains, and writes a single file of region 0's graphs. The user's input is named by position, like in a
        case."""
        self.assertEqual(self.train("assay", "graphs").returncode, 0)
        texts = [(self.folder / "graphs" / f"region_0.{kind}.json").read_text() for kind in kinds]
        files = [json.loads(text.replace('"x"', '"0"').replace("gradient:x", "gradient:0")) for text in texts]
        files[0]["graphs"] = [graph for file in files for graph in file["graphs"]]
        (self.folder / "regions.json").write_text(json.dumps(files[0]))
        return "regions.json"

    def test_the_joint_graph_is_that_of_aot_joint_compile(self) -> None:
        region = self.files_of_region("joint")
        self.capture("aot_joint_compile")
        same = self.assay("diff", region, "aot_joint_compile.json")
        self.assertEqual(same.returncode, 0, same.stdout)
        edited = self.folder / region
        edited.write_text(edited.read_text().replace("aten.relu.default", "aten.tanh.default"))
        other = self.assay("diff", region, "aot_joint_compile.json")
        self.assertEqual(other.returncode, 1)
        self.assertIn("aten.tanh.default", other.stdout)

    def test_forward_and_backward_are_those_of_aot(self) -> None:
        self.write("nn.BatchNorm1d(8)", "nn.Identity()")  # the order of the norm's saved states would differ
        region = self.files_of_region("forward", "backward")
        self.capture("aot")
        same = self.assay("diff", region, "aot.json")
        self.assertEqual(same.returncode, 0, same.stdout)
        edited = self.folder / region
        edited.write_text(edited.read_text().replace("aten.relu.default", "aten.tanh.default"))
        self.assertEqual(self.assay("diff", region, "aot.json").returncode, 1)


if __name__ == "__main__":
    unittest.main()
