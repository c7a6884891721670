# SPDX-License-Identifier: Apache-2.0
"""The data walks of docs/architecture.md name files that exist, at most twelve each."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAX_FILES = 12


def section():
    text = (ROOT / 'docs' / 'architecture.md').read_text()
    return text.split('## Five data walks\n', 1)[1].split('\n## ', 1)[0]


def walks():
    """Title of each walk -> the files it names, in their order."""
    parts = re.split(r'^### (.*)$', section(), flags=re.MULTILINE)[1:]
    return {title: re.findall(r'^\d+\. `([^`]+)`: \S', body, re.MULTILINE)
            for title, body in zip(parts[::2], parts[1::2])}


class DataWalks(unittest.TestCase):
    def test_there_are_five(self):
        self.assertEqual([title.split(':')[0] for title in walks()], [f'Walk {letter}' for letter in 'ABCDE'])

    def test_each_names_a_few_files(self):
        for title, files in walks().items():
            self.assertGreater(len(files), 5, title)
            self.assertLessEqual(len(files), MAX_FILES, title)
            self.assertEqual(len(files), len(set(files)), f'{title}: a file is named twice')

    def test_every_file_exists(self):
        missing = [f'{title}: {file}' for title, files in walks().items() for file in files
                   if not any((ROOT / top / file).is_file() for top in ('src/tocca', ''))]
        self.assertEqual(missing, [])

    def test_every_line_of_a_walk_names_a_file(self):
        lines = [line for line in section().splitlines() if re.match(r'\d+\. ', line)]
        self.assertEqual(len(lines), sum(len(files) for files in walks().values()))


if __name__ == '__main__':
    unittest.main()
