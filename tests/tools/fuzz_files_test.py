# SPDX-License-Identifier: Apache-2.0
"""Damaged files of every format end well: a small run of tools/fuzz-files."""
import os
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class FuzzFiles(unittest.TestCase):
    def test_a_few_hundred_files_end_well(self):
        done = subprocess.run([sys.executable, ROOT / 'tools/fuzz-files', '--files', '400', '--seed', '1', '--command',
                               os.environ['TOCCA_EXECUTABLE']], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn('400 files', done.stdout)
        # A run in which all were refused, or none, would be of damage that is too coarse, or of none.
        for code in (0, 1, 2):
            self.assertRegex(done.stdout, rf'\d\d with {code}[,;]')


if __name__ == '__main__':
    unittest.main()
