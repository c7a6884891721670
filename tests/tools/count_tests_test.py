# SPDX-License-Identifier: Apache-2.0
"""tools/count-tests notices tests that did not run."""
import importlib.machinery
import importlib.util
import os
import pathlib
import tempfile
import unittest

ROOT = pathlib.Path(os.environ['TOCCA_SOURCE_DIR'])
RESULTS = '''<testsuite>
<testcase name="base/A.One" status="run"><system-out>ok</system-out></testcase>
<testcase name="base/A.Two" status="fail"><failure message=""/><system-out>no</system-out></testcase>
<testcase name="io/B.One" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/>
<system-out>file.cpp:3: Skipped
no published data

[  SKIPPED ] B.One</system-out></testcase>
<testcase name="python/calls" status="run"><system-out>.....s
5 passed, 1 skipped in 0.10s</system-out></testcase>
<testcase name="apps/view" status="run"><system-out>test_a (__main__.View.test_a) ... ok
test_port (__main__.View.test_port) ... skipped 'port 80 cannot be had'
test_b (__main__.View.test_b)
Said in two lines. ... skipped "it isn't there"
Ran 3 tests in 0.1s

OK (skipped=2)</system-out></testcase>
<testcase name="docs/site" status="run"><system-out>test_all (__main__.Site.test_all) ... skipped 'no sphinx'
Ran 1 test in 0.1s

OK (skipped=1)</system-out></testcase>
</testsuite>'''
LABELS = {'base/A.One': 'base', 'base/A.Two': 'base', 'io/B.One': 'io', 'python/calls': 'python',
          'apps/view': 'apps', 'docs/site': 'docs'}


def load():
    loader = importlib.machinery.SourceFileLoader('count_tests', str(ROOT / 'tools' / 'count-tests'))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader('count_tests', loader))
    loader.exec_module(module)
    return module


class CountTests(unittest.TestCase):
    def setUp(self):
        self.tool = load()
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / 'results.xml'
            file.write_text(RESULTS)
            self.counts, self.ran, self.names, self.skips = self.tool.read_results(file, LABELS)

    def test_counts_by_label(self):
        self.assertEqual(self.counts, {'base': [1, 1, 0], 'io': [0, 0, 1], 'python': [5, 0, 1], 'apps': [1, 0, 2],
                                       'docs': [0, 0, 1]})

    def test_tells_why_a_test_was_skipped(self):
        self.assertIn(('io/B.One', 'no published data'), self.skips)
        self.assertIn(('apps/view', 'port 80 cannot be had'), self.skips)
        self.assertIn(('apps/view', "it isn't there"), self.skips)
        self.assertIn(('docs/site', 'no sphinx'), self.skips)

    def test_enough_is_no_fault(self):
        least = {'base': 2, 'io': 1, 'python': 6}
        self.assertEqual(list(self.tool.faults(self.ran, [], least, sorted(least))), [])

    def test_a_label_that_did_not_run_is_a_fault(self):
        (fault,) = self.tool.faults(self.ran, [], {'base': 2, 'robot': 88}, ['base', 'robot'])
        self.assertIn('robot', fault)

    def test_fewer_tests_than_declared_are_a_fault(self):
        (fault,) = self.tool.faults(self.ran, [], {'python': 82}, ['python'])
        self.assertIn('82', fault)

    def test_parts_that_a_test_skips_do_not_stand_for_tests(self):
        self.assertEqual(self.ran['apps'], 1)
        (fault,) = self.tool.faults(self.ran, [], {'apps': 2}, ['apps'])
        self.assertIn('apps', fault)

    def test_every_file_of_python_tests_must_run(self):
        missing = self.tool.missing_python_files(ROOT, self.names)
        self.assertIn('python/tests/test_rigid.py', missing)
        self.assertNotIn('python/tests/test_calls.py', missing)
        self.assertEqual(len(list(self.tool.faults(self.ran, missing, {'python': 6}, ['python']))), len(missing))

    def test_the_tree_promises_tests_of_every_layer_and_of_python(self):
        promised = self.tool.promised(ROOT)
        layers = {path.name for path in (ROOT / 'src' / 'tocca').iterdir() if path.is_dir()}
        self.assertLessEqual(layers | {'apps', 'python', 'examples', 'viewer', 'one_program'}, promised.keys())
        self.assertTrue(all(number > 0 for number in promised.values()))


if __name__ == '__main__':
    unittest.main()
