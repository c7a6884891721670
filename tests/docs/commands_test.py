# SPDX-License-Identifier: Apache-2.0
"""Every command that README.md and the pages show works as typed, ends with the code that is said, and prints what is shown."""
import os
import pathlib
import subprocess
import tempfile
import unittest

import console

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(os.environ['TOCCA_BINARY_DIR'])
EXECUTABLE = pathlib.Path(os.environ['TOCCA_EXECUTABLE'])
PAGES = ['README.md', *sorted(str(file.relative_to(ROOT)) for file in (ROOT / 'docs').glob('*.md'))]
FIRST_PAGES = [page for page in PAGES if page == 'README.md' or 'quick_start' in page]  # typed in one clone


def is_release():
    return 'CMAKE_BUILD_TYPE:STRING=Release' in (BINARY / 'CMakeCache.txt').read_text()


class Walk:
    """A folder in which the commands of some pages are typed, one after the other."""

    def __init__(self, folder):
        self.folder = folder
        programs = folder / '.programs'
        programs.mkdir()
        (programs / 'tocca').symlink_to(EXECUTABLE)
        # ./run builds and then is tocca; without arguments it is the script itself.
        run = folder / 'run'
        run.write_text(f'#!/bin/sh\nif [ $# -gt 0 ]; then exec tocca "$@"; fi\nexec "{ROOT}/run"\n')
        run.chmod(0o755)
        self.environment = {**os.environ, 'PATH': f'{programs}:{os.environ["PATH"]}', 'LC_ALL': 'C.UTF-8'}

    def type(self, command):
        done = subprocess.run(['bash', '-c', command.text], cwd=self.folder, env=self.environment, text=True, timeout=300,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout.splitlines()


@unittest.skipUnless(is_release(), 'pages are about the release build')
class Commands(unittest.TestCase):
    def test_commands_work_as_shown(self):
        walks = [FIRST_PAGES, *([page] for page in PAGES if page not in FIRST_PAGES)]
        self.assertGreater(sum(self.type_pages(pages) for pages in walks), 15)

    def type_pages(self, pages):
        typed = 0
        with tempfile.TemporaryDirectory() as folder:
            walk = Walk(pathlib.Path(folder))
            for page, block in ((page, block) for page in pages for block in console.blocks((ROOT / page).read_text())):
                if isinstance(block, console.File):
                    (walk.folder / block.name).write_text(block.text)
                    continue
                typed += 1
                with self.subTest(page=page, line=block.line, command=block.text):
                    self.check(walk, block)
        return typed

    def check(self, walk, command):
        if command.text == './run' and BINARY != ROOT / 'build/release':
            self.skipTest('./run would build another tree')
        code, printed = walk.type(command)
        self.assertEqual(code, command.code, '\n'.join(printed))
        if command.output:
            shown = console.masked(command.output)
            self.assertTrue(console.matches(shown, console.masked(printed)),
                            'shown:\n' + '\n'.join(command.output) + '\nprinted:\n' + '\n'.join(printed))


class Console(unittest.TestCase):
    """The reading of pages itself."""

    def test_reads_commands_files_and_codes(self):
        page = 'x\n\n<!-- file: a.txt -->\n```\none\n```\n\n<!-- exit: 3 -->\n```console\n$ first\nout\n$ second\n```\n' \
               '<!-- not run: installs -->\n```console\n$ third\n```\n'
        found = list(console.blocks(page))
        self.assertEqual(found[0].text, 'one\n')
        self.assertEqual([(c.text, c.code, c.output) for c in found[1:]], [('first', 3, ['out']), ('second', 3, [])])

    def test_dots_stand_for_lines(self):
        self.assertTrue(console.matches(['a', '...', 'd'], ['a', 'b', 'c', 'd']))
        self.assertTrue(console.matches(['a', '...'], ['a']))
        self.assertFalse(console.matches(['a', '...', 'd'], ['a', 'b', 'c']))
        self.assertFalse(console.matches(['a'], ['a', 'b']))

    def test_masks_times_only(self):
        self.assertEqual(console.masked(['took 1.5 ms on 2 threads (AVX2)']), console.masked(['took 0.2 ms on 1 thread (SSE4)']))
        self.assertNotEqual(console.masked(['at 0.5']), console.masked(['at 0.6']))
        table = ['step  seconds', '0  free  0.1', '', 'at 0.5']
        self.assertEqual(console.masked(table)[1], '0  free  #')
        self.assertEqual(console.masked(table)[3], 'at 0.5')


if __name__ == '__main__':
    unittest.main()
