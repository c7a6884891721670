# SPDX-License-Identifier: Apache-2.0
"""README.md shows programs that are built and run: its C++ blocks stand word for word in examples/."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def readme_blocks():
    return re.findall(r'^```cpp\n(.*?)^```$', (ROOT / 'README.md').read_text(), re.MULTILINE | re.DOTALL)


def example_regions():
    return [region for file in sorted((ROOT / 'examples').glob('*.cpp'))
            for region in re.findall(r'^// \[readme\]\n(.*?)^// \[/readme\]$', file.read_text(), re.MULTILINE | re.DOTALL)]


class Readme(unittest.TestCase):
    def test_shows_a_program(self):
        self.assertTrue(readme_blocks())

    def test_programs_are_examples(self):
        for block in readme_blocks():
            self.assertIn(block, example_regions())

    def test_links_lead_somewhere(self):
        for link in re.findall(r'\]\((?!https?://)([^)#]+)', (ROOT / 'README.md').read_text()):
            self.assertTrue((ROOT / link).exists(), link)


if __name__ == '__main__':
    unittest.main()
