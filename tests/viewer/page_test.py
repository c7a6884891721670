# SPDX-License-Identifier: Apache-2.0
"""The page of reports: its types, its units, and in a real browser with scenes of its own and with reports that tocca
has written. They are tests of Node.js; this runs them where the build has put them."""
import os
import pathlib
import shutil
import subprocess
import unittest

VIEWER = pathlib.Path(os.environ['TOCCA_BINARY_DIR']) / 'viewer'


class Page(unittest.TestCase):
    def run_script(self, name):
        self.assertTrue((VIEWER / 'built.stamp').exists(), 'the page of reports was not built; the build says why')
        done = subprocess.run([shutil.which('npm'), 'run', '--silent', name], cwd=VIEWER, text=True, timeout=800,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_types(self):
        self.run_script('check')

    def test_units(self):
        self.run_script('test')

    def test_browser(self):
        self.run_script('test:browser')


if __name__ == '__main__':
    unittest.main()
