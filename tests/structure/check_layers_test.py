# SPDX-License-Identifier: Apache-2.0
"""tools/check-layers passes what it should and fails on each kind of breach."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def check(files, rules=None):
    """Exit code and output for a tree of `files` (path -> text)."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / 'tools').mkdir()
        (root / 'src' / 'tocca').mkdir(parents=True)
        if rules is None:
            shutil.copy(ROOT / 'tools' / 'layers.txt', root / 'tools')
        else:
            (root / 'tools' / 'layers.txt').write_text(rules)
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        done = subprocess.run([sys.executable, ROOT / 'tools' / 'check-layers', '--root', root],
                              capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


class CheckLayers(unittest.TestCase):
    def assert_fails(self, path, text, word):
        code, output = check({path: text})
        self.assertEqual(code, 1, output)
        self.assertIn(str(pathlib.PurePosixPath(path).parent), output)
        self.assertIn(word, output)

    def assert_passes(self, path, text):
        code, output = check({path: text})
        self.assertEqual(code, 0, output)

    def test_arrows_are_transitive(self):
        self.assert_passes('src/tocca/elementary/x.cpp', '#include "tocca/base/error.hpp"\n')
        self.assert_passes('src/tocca/io/x.cpp', '#include "tocca/numeric/sign.hpp"\n#include <fstream>\n')

    def test_upward_include_fails(self):
        self.assert_fails('src/tocca/base/x.hpp', '#include "tocca/numeric/sign.hpp"\n', 'may not see numeric')

    def test_angle_brackets_do_not_hide_it(self):
        self.assert_fails('src/tocca/base/x.hpp', '  #  include <tocca/io/json.hpp>\n', 'may not see io')

    def test_siblings_do_not_see_each_other(self):
        self.assert_fails('src/tocca/rigid/x.cpp', '#include "tocca/deformable/mesh.hpp"\n', 'may not see deformable')

    def test_library_does_not_see_scenes(self):
        self.assert_fails('src/tocca/io/x.cpp', '#include "scenes/cloth.hpp"\n', 'may not see scenes')

    def test_nothing_installed_sees_the_study(self):
        self.assert_fails('src/tocca/rigid/x.cpp', '#include "study/whole_bodies.hpp"\n', 'may not see study')
        self.assert_fails('apps/tocca/x.cpp', '#include "study/whole_bodies.hpp"\n', 'may not see study')
        self.assert_passes('study/x.cpp', '#include "tocca/rigid/rigid_query.hpp"\n#include "study/kdop.hpp"\n')
        self.assert_fails('study/x.cpp', '#include "tocca/io/sequence.hpp"\n', 'may not see io')

    def test_the_detail_of_a_layer_is_its_own(self):
        self.assert_fails('src/tocca/robot/x.cpp', '#include "tocca/rigid/detail/y.hpp"\n', 'a detail of rigid')
        self.assert_fails('apps/tocca/x.cpp', '#include "tocca/rigid/detail/y.hpp"\n', 'a detail of rigid')
        self.assert_fails('src/tocca/robot/x.cpp', 'const auto x = rigid::detail::y();\n', 'a detail of rigid')
        self.assert_passes('src/tocca/rigid/x.cpp', '#include "tocca/rigid/detail/y.hpp"\nauto x = rigid::detail::y();\n')
        self.assert_passes('study/x.cpp', '#include "tocca/rigid/detail/y.hpp"\n')

    def test_detail_namespaces_are_of_one_layer(self):
        self.assert_fails('src/tocca/rigid/detail/x.hpp', 'namespace tocca::detail {\n}\n', 'tocca::rigid::detail')
        self.assert_fails('src/tocca/rigid/detail/x.hpp', 'namespace tocca::robot::detail {\n}\n', 'tocca::rigid::detail')
        self.assert_passes('src/tocca/rigid/detail/x.hpp', 'namespace tocca::rigid::detail {\n}\n')

    def test_umbrella_is_for_users(self):
        self.assert_fails('src/tocca/elementary/x.cpp', '#include "tocca/tocca.hpp"\n', 'umbrella')
        self.assert_passes('apps/tocca/main.cpp', '#include "tocca/tocca.hpp"\n')

    def test_relative_include_fails(self):
        self.assert_fails('src/tocca/io/x.cpp', '#include "../base/error.hpp"\n', 'relative')

    def test_threads_stay_in_base_parallel(self):
        self.assert_fails('src/tocca/elementary/x.cpp', '#include <thread>\n', 'only for: base/parallel')
        self.assert_fails('src/tocca/base/error.cpp', '#include <tbb/parallel_for.h>\n', 'only for: base/parallel')
        self.assert_passes('src/tocca/base/parallel.cpp', '#include <thread>\n#include <oneapi/tbb/task_arena.h>\n')

    def test_file_formats_stay_in_io(self):
        self.assert_fails('src/tocca/elementary/x.cpp', '#include <nlohmann/json.hpp>\n', 'only for: io')

    def test_unknown_folder_fails(self):
        self.assert_fails('src/tocca/utils/x.hpp', '\n', 'has no rule')

    def test_rules_with_a_cycle_are_refused(self):
        code, output = check({}, 'layer a: b\nlayer b: a\n')
        self.assertEqual(code, 2, output)
        self.assertIn('cycle', output)


if __name__ == '__main__':
    unittest.main()
