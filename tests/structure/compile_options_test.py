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

    def test_the_core_is_as_optimised_as_its_build_type_says(self):
        """What is built quickly reads files, draws pages or is not shipped."""
        for file, command in self.commands:
            levels = re.findall(r'\s(-O\w*)', command)
            outer = '/src/tocca/io/' in file or '/src/tocca/report/' in file
            if '/src/tocca/' in file and not outer and 'tests_one_program' not in command:
                self.assertEqual(len(levels), 1, f'{file}: {levels}')

    def test_the_pattern_finds_what_it_should(self):
        for option in ('-Ofast', '-ffast-math', '-ffp-contract=fast', '-march=nat' 'ive'):
            self.assertTrue(FORBIDDEN.search(f'c++ {option} -c x.cpp'), option)
        self.assertFalse(FORBIDDEN.search('c++ -ffp-contract=off -fno-fast-math -c x.cpp'))


class WarningsAreErrors(unittest.TestCase):
    """For contributors, not for users."""

    def setUp(self):
        self.root = pathlib.Path(os.environ['TOCCA_SOURCE_DIR'])
        presets = json.loads((self.root / 'CMakePresets.json').read_text())['configurePresets']
        self.presets = {preset['name']: preset for preset in presets}

    def werror(self, name):
        preset = self.presets[name]
        own = preset.get('cacheVariables', {}).get('TOCCA_WERROR')
        return own or (self.werror(preset['inherits']) if 'inherits' in preset else None)

    def test_in_the_presets_of_contributors(self):
        for name in ('release', 'debug', 'asan', 'tsan', 'clang', 'fuzz'):
            self.assertEqual(self.werror(name), 'ON', name)

    def test_not_where_users_build(self):
        self.assertEqual(self.werror('package'), 'OFF')
        self.assertRegex((self.root / 'CMakeLists.txt').read_text(), r'option\(TOCCA_WERROR "[^"]*" OFF\)')
        for file in ('run', 'setup.py'):
            self.assertIn('-DTOCCA_WERROR=OFF', (self.root / file).read_text(), file)


if __name__ == '__main__':
    unittest.main()
