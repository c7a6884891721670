# SPDX-License-Identifier: Apache-2.0
"""Every file is compiled as docs/floating_point.md assumes."""
import json
import os
import pathlib
import re
import unittest

FORBIDDEN = re.compile(
    r'\s(-Ofast|-ffast-math|-funsafe-math-optimizations|-fassociative-math|-freciprocal-math|-ffinite-math-only'
    r'|-fno-signed-zeros|-ffp-contract=(?!off)\S+|-frounding-math|-mfpmath=(?!sse)\S+|-m(arch|cpu|tune)=nat' r'ive|-mdaz-ftz)\b')


class CompileOptions(unittest.TestCase):
    def setUp(self):
        commands = pathlib.Path(os.environ['TOCCA_BINARY_DIR']) / 'compile_commands.json'
        self.commands = [(entry['file'], entry['command']) for entry in json.loads(commands.read_text())]

    def test_there_are_files(self):
        self.assertTrue(any('/src/tocca/' in file for file, _ in self.commands))

    def test_contraction_is_off(self):
        self.assertEqual([file for file, command in self.commands if ' -ffp-contract=off ' not in command], [])

    def test_no_option_changes_values(self):
        self.assertEqual([file for file, command in self.commands if FORBIDDEN.search(command)], [])

    def test_the_pattern_finds_what_it_should(self):
        for option in ('-Ofast', '-ffast-math', '-ffp-contract=fast', '-march=nat' 'ive'):
            self.assertTrue(FORBIDDEN.search(f'c++ {option} -c x.cpp'), option)
        self.assertFalse(FORBIDDEN.search('c++ -ffp-contract=off -fno-fast-math -c x.cpp'))


if __name__ == '__main__':
    unittest.main()
