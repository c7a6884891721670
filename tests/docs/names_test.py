# SPDX-License-Identifier: Apache-2.0
"""What the tables of names in other libraries say to call is there, in the public headers."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Words of C++ and of the tables themselves.
OTHERS = {'span', 'of', 'auto', 'const', 'step', 'a', 'b', 'c', 'd', 'A', 'B', 'q', 'A0', 'A1', 'B0', 'B1', 'a0', 'a1', 'b0', 'b1',
          'c0', 'c1', 'v0', 'v1', 'q0', 'q1', 'ms', 'mesh', 'faces', 'positions', 'vertices_t0', 'vertices_t1', 'end_a', 'end_b', 'tocca', 'hpp', 'body',
          'scene', 'checker', 'path', 'pair', 'answer', 'kind', 'motion', 'threshold'}


def calls():
    """The identifiers in the code of the last column of each table, with their lines."""
    for number, line in enumerate((ROOT / 'docs/migration.md').read_text().splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip('|').split(' | ')]
        if not line.startswith('|') or len(cells) != 2:
            continue
        for code in re.findall(r'`([^`]*)`', cells[1]):
            for name in re.findall(r'[A-Za-z_]\w*', code):
                yield number, name


def installed_headers():
    """The umbrella headers and those that they include, each itself or through another."""
    found, waiting = set(), ['tocca/tocca.hpp', 'tocca/io.hpp', 'tocca/report.hpp']
    while waiting:
        name = waiting.pop()
        file = ROOT / 'src' / name
        if name not in found and file.is_file():  # what a build generates is not there
            found.add(name)
            waiting += re.findall(r'#include "(tocca/[^"]+)"', file.read_text())
    return [ROOT / 'src' / name for name in sorted(found)]


class Names(unittest.TestCase):
    def test_calls_exist(self):
        headers = '\n'.join(file.read_text() for file in installed_headers())
        declared = set(re.findall(r'[A-Za-z_]\w*', re.sub(r'//.*', '', headers)))
        found = list(calls())
        self.assertGreater(len(found), 100)
        self.assertEqual([(line, name) for line, name in found if name not in declared | OTHERS], [])


if __name__ == '__main__':
    unittest.main()
