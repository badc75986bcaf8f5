"""check_environment.py accepts an intact environment and names missing, damaged and wrong versions of packages."""

import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
LOCK = "# download: 1 packages, 0.1 MB\nsome-package==1.2 \\\n    --hash=sha256:00\n"


class CheckEnvironment(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.venv = os.path.join(cls.scratch.name, "venv")
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", cls.venv], check=True)
        cls.python = os.path.join(cls.venv, "bin", "python")
        where = [cls.python, "-I", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
        cls.packages = subprocess.run(where, capture_output=True, text=True, check=True).stdout.strip()

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def setUp(self):
        self.write("some_package/__init__.py", "x = 1\n")
        self.write("some_package-1.2.dist-info/METADATA", "Metadata-Version: 2.1\nName: Some_Package\nVersion: 1.2\n")
        record = "some_package/__init__.py,sha256=x,6\nsome_package/__pycache__/a.pyc,,\nsome_package-1.2.dist-info/RECORD,,\n"
        self.write("some_package-1.2.dist-info/RECORD", record)

    def write(self, path, text):
        path = os.path.join(self.packages, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def check(self, lock=LOCK):
        path = os.path.join(self.scratch.name, "lock.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(lock)
        command = [self.python, "-I", "-B", os.path.join(HERE, "check_environment.py"), path]
        result = subprocess.run(command, capture_output=True, text=True)
        return result.returncode, result.stderr

    def test_a_whole_environment_passes(self):
        self.assertEqual(self.check(), (0, ""))

    def test_a_truncated_file_is_named(self):
        self.write("some_package/__init__.py", "")
        self.assertEqual(self.check(), (1, "assay: some-package has some_package/__init__.py with 0 bytes, expected 6\n"))

    def test_a_missing_file_is_named(self):
        os.remove(os.path.join(self.packages, "some_package/__init__.py"))
        self.assertEqual(self.check(), (1, "assay: some-package lacks some_package/__init__.py\n"))

    def test_another_version_is_named(self):
        self.assertEqual(self.check(LOCK.replace("1.2", "1.3")), (1, "assay: some-package is 1.2, expected 1.3\n"))

    def test_an_absent_package_is_named(self):
        self.assertEqual(self.check(LOCK + "other==3\n"), (1, "assay: other==3 is not installed\n"))

    def test_a_lock_that_names_nothing_is_not_green(self):
        status, message = self.check("# nothing\n")
        self.assertEqual(status, 1)
        self.assertIn("no package named in", message)


if __name__ == "__main__":
    unittest.main()
