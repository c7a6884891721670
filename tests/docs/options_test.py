# SPDX-License-Identifier: Apache-2.0
"""The pages of the commands tell every option that the command's help tells, and no other."""
import os
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = {'mesh': 'mesh.md', 'rigid': 'rigid_command.md', 'robot': 'robot_command.md', 'check': 'check_command.md', 'query': 'query.md', 'explain': 'query.md',
         'scene': 'mesh.md', 'simulate': 'simulation.md', 'view': 'view_command.md'}
EVERYWHERE = {'--help', '--version'}


def told_by_help(command):
    done = subprocess.run([os.environ['TOCCA_EXECUTABLE'], command, '--help'], capture_output=True, text=True, check=True)
    options = set(re.findall(r'^  (?:-\w,)?(--[\w-]+)', done.stdout, re.MULTILINE))
    assert '--help' in options, done.stdout
    return options - EVERYWHERE


class Options(unittest.TestCase):
    def test_pages_tell_every_option(self):
        for command, page in PAGES.items():
            text = (ROOT / 'docs' / page).read_text()
            with self.subTest(command=command):
                self.assertEqual({option for option in told_by_help(command) if not re.search(re.escape(option) + r'(?![\w-])', text)},
                                 set())

    def test_pages_tell_no_other(self):
        for page in set(PAGES.values()):
            known = set().union(*[told_by_help(command) for command, other in PAGES.items() if other == page]) | EVERYWHERE
            rows = re.findall(r'^\| `(--[\w-]+)', (ROOT / 'docs' / page).read_text(), re.MULTILINE)
            with self.subTest(page=page):
                self.assertGreater(len(rows), 0)
                self.assertEqual(set(rows) - known, set())


if __name__ == '__main__':
    unittest.main()
