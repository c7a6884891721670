# SPDX-License-Identifier: Apache-2.0
"""Blocks of code in the pages stand word for word in files that are built and run."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / 'tools/check-snippets'


def run(*arguments):
    done = subprocess.run([sys.executable, TOOL, *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout


class Snippets(unittest.TestCase):
    def test_all_pages(self):
        code, output = run()
        self.assertEqual(code, 0, output)
        self.assertNotIn('0 blocks', output.split())

    def test_faults_are_found_and_mended(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / 'page.md'
            for text, fault in [('```cpp\nint x;\n```\n', 'neither'),
                                ('<!-- snippet: examples/none.cpp x -->\n```cpp\n```\n', 'does not exist'),
                                ('<!-- snippet: examples/falling_sheet.cpp none -->\n```cpp\n```\n', '0 parts'),
                                ('<!-- snippet: examples/falling_sheet.cpp sheet -->\n```cpp\nint x;\n```\n', 'differs')]:
                page.write_text('\n' + text)
                code, output = run(str(page))
                self.assertEqual(code, 1, text)
                self.assertIn(fault, output)
            self.assertEqual(run('--fix', str(page))[0], 0)
            self.assertIn('tocca::first_contact(scene)', page.read_text())
            page.write_text('\n<!-- not run: needs a planet -->\n```cpp\nint x;\n```\n')
            self.assertEqual(run(str(page))[0], 0)


if __name__ == '__main__':
    unittest.main()
