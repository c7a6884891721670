# SPDX-License-Identifier: Apache-2.0
"""What the pages show in Python runs with the module of this build."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULE = pathlib.Path(os.environ['TOCCA_BINARY_DIR']) / 'python'
PYTHON = '/usr/bin/python3'  # that of which the module is made


def file_of_page(page, name):
    """A file that a page has its reader save."""
    text = (ROOT / 'docs' / page).read_text()
    return re.search(rf'^<!-- file: {re.escape(name)} -->\n```\w*\n(.*?)^```$', text, re.MULTILINE | re.DOTALL)[1]


@unittest.skipUnless(list(MODULE.glob('tocca/_tocca*.so')), 'the Python module is not built')
class QuickStarts(unittest.TestCase):
    def test_what_the_pages_show(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ('arm.urdf', 'path.csv'):
                (pathlib.Path(folder) / name).write_text(file_of_page('quick_start_robots.md', name))
            subprocess.run([os.environ['TOCCA_EXECUTABLE'], 'scene', 'snake:5K', '--out', 'snake'], cwd=folder, check=True,
                           capture_output=True)
            done = subprocess.run([PYTHON, ROOT / 'tests/docs/quick_starts.py'], cwd=folder, capture_output=True, text=True,
                                  timeout=300, env={**os.environ, 'PYTHONPATH': str(MODULE), 'PYTHONDONTWRITEBYTECODE': '1'})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == '__main__':
    unittest.main()
