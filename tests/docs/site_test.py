# SPDX-License-Identifier: Apache-2.0
"""The documentation builds without a warning, and no link of it leads nowhere; the pictures are those of their script."""
import html.parser
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEBIAN_PYTHON = '/usr/bin/python3'


def has(*modules):
    text = 'import ' + ', '.join(modules)
    return pathlib.Path(DEBIAN_PYTHON).exists() and subprocess.run([DEBIAN_PYTHON, '-c', text], capture_output=True).returncode == 0


def is_release():
    return 'CMAKE_BUILD_TYPE:STRING=Release' in (pathlib.Path(os.environ['TOCCA_BINARY_DIR']) / 'CMakeCache.txt').read_text()


class Links(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.targets, self.anchors = set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if attributes.get('id'):
            self.anchors.add(attributes['id'])
        if tag == 'a' and attributes.get('name'):
            self.anchors.add(attributes['name'])
        target = attributes.get('src' if tag in ('img', 'script') else 'href')
        if target:
            self.targets.add(target)


def broken_links(site):
    """Every link within the site whose file or anchor is not there."""
    pages = {file: Links(file.read_text()) for file in site.rglob('*.html') if '_static' not in file.parts}
    for file, links in pages.items():
        for target in links.targets:
            parts = urllib.parse.urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            other = (file.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else file
            if not other.exists():
                yield f'{file.relative_to(site)}: {target}'
            elif parts.fragment and other in pages and urllib.parse.unquote(parts.fragment) not in pages[other].anchors:
                yield f'{file.relative_to(site)}: {target} has no such place'


@unittest.skipUnless(is_release(), 'once is enough: with the release build')
class Site(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()

    @unittest.skipUnless(has('sphinx', 'myst_parser', 'breathe', 'furo') and shutil.which('doxygen'),
                         'tools/install-dependencies docs installs what it takes')
    def test_builds_and_holds_together(self):
        site = self.folder / 'site'
        done = subprocess.run([ROOT / 'tools/build-docs', site], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(list(broken_links(site)), [])
        reference = (site / 'docs/api/scene_scene_query.html').read_text()
        self.assertIn('Scene::advance(step)', reference)
        self.assertIn('Guarantee', reference)

    def test_does_not_overwrite_other_folders(self):
        (self.folder / 'precious').write_text('data')
        done = subprocess.run([ROOT / 'tools/build-docs', self.folder], capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual([file.name for file in self.folder.iterdir()], ['precious'])

    @unittest.skipUnless(has('matplotlib', 'numpy'), 'the pictures are drawn with matplotlib')
    def test_pictures_are_drawn_by_the_script(self):
        subprocess.run([ROOT / 'tools/draw-algorithms', self.folder], check=True, capture_output=True)
        kept = {file.name for file in (ROOT / 'docs/pictures/algorithms').iterdir()}
        self.assertEqual({file.name for file in self.folder.iterdir()}, kept)


if __name__ == '__main__':
    unittest.main()
