# SPDX-License-Identifier: Apache-2.0
"""ompl_plan_deformable: what it prints, and that tocca mesh proves what it writes."""
import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

PROGRAM = pathlib.Path(os.environ['TOCCA_BINARY_DIR']) / 'adapters' / 'ompl' / 'ompl_plan_deformable'
TOCCA = os.environ['TOCCA_EXECUTABLE']


def run(*arguments):
    return subprocess.run([str(argument) for argument in arguments], text=True, timeout=600, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@unittest.skipUnless(PROGRAM.exists(), 'ompl_plan_deformable is not built')
class PlanDeformable(unittest.TestCase):
    def test_paths_are_written_and_proven_again(self):
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder) / 'paths'
            arguments = [PROGRAM, '--problem', 'bar', '--seeds', 2, '--output', output]
            done = run(*arguments)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn('2 of 2 solved and proven', done.stdout)
            commands = [line.strip() for line in done.stdout.splitlines() if line.strip().startswith('tocca mesh')]
            self.assertEqual(len(commands), 2)
            for command in commands:
                words = shlex.split(command)
                proof = run(TOCCA, *words[1:])
                self.assertEqual(proof.returncode, 0, proof.stdout + proof.stderr)
                discrete = run(TOCCA, *words[1:], '--start-intersections')
                self.assertEqual(discrete.returncode, 0, discrete.stdout + discrete.stderr)
            frames = sorted(output.glob('bar_1/bar_*.ply'))
            self.assertGreater(len(frames), 2)
            self.assertEqual(len(sorted(output.glob('bar_1/*sphere*.ply'))), 3)

            # A second path is not written among the frames of the first.
            again = run(*arguments)
            self.assertEqual(again.returncode, 2)
            self.assertIn('not empty', again.stderr)
            self.assertEqual(sorted(output.glob('bar_1/bar_*.ply')), frames)

    def test_same_paths_for_the_same_seed(self):
        columns = []
        for arguments in (['--seeds', 2], ['--first-seed', 2, '--seeds', 1, '--threads', 2]):
            done = run(PROGRAM, '--problem', 'bar', *arguments)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            row = re.search(r'^ +2 +(.*)$', done.stdout, re.MULTILINE)[1].split()
            columns.append(row[2:5] + row[6:])  # all but times
        self.assertEqual(columns[0], columns[1])

    def test_what_is_not_solved_is_said(self):
        done = run(PROGRAM, '--problem', 'bar', '--seeds', 1, '--seconds', 1e-3)
        self.assertEqual(done.returncode, 1)
        self.assertIn('not solved', done.stdout)

    def test_refuses_what_it_does_not_know(self):
        for arguments in (['--problem', 'lung'], ['--seeds', 0], ['--first-seed', 0], ['--seconds', -1],
                          ['--threads', -1], ['--seed', 1]):
            self.assertNotIn(run(PROGRAM, *arguments).returncode, (0, 1), arguments)

    def test_help_has_an_example(self):
        done = run(PROGRAM, '--help')
        self.assertEqual(done.returncode, 0)
        self.assertIn('Example: ompl_plan_deformable', done.stdout)


if __name__ == '__main__':
    unittest.main()
