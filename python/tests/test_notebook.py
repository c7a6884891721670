# SPDX-License-Identifier: Apache-2.0
"""Answers as notebooks show them, and pages about scenes."""
import base64
import html
import html.parser
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import zlib

import numpy as np
import pytest
import tocca
from conftest import ARM, crumpled_sheet, near_pairs, pose

CHROMIUM = os.environ.get('TOCCA_CHROMIUM') or shutil.which('chromium')
EMPTY_ELEMENTS = {'img', 'br', 'meta', 'link', 'hr', 'input'}


class Html(html.parser.HTMLParser):
    """Elements that are opened and closed in order; the cells of tables, the pictures and the other text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.cells, self.images, self.sentences = [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open, f'not closed: {self.open}'

    def handle_starttag(self, tag, attrs):
        if tag == 'img':
            self.images.append(dict(attrs))
        if tag not in EMPTY_ELEMENTS:
            self.open.append(tag)
        if tag in ('th', 'td'):
            self.cells.append('')

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f'</{tag}> closes what is not open'

    def handle_data(self, data):
        if self.open and self.open[-1] in ('th', 'td'):
            self.cells[-1] += data
        elif data.strip():
            self.sentences.append(data)

    def rows(self):
        """The table, from the words at the left to those at the right."""
        assert len(self.cells) % 2 == 0
        return dict(zip(self.cells[::2], self.cells[1::2]))


def png_of(image):
    """The bytes of a picture that is in the text itself."""
    kind, data = image['src'].split(',', 1)
    assert kind == 'data:image/png;base64' and image['alt']
    return base64.b64decode(data, validate=True)


def size_of_png(data):
    """Width and height, after a look at the check sum of every chunk."""
    assert data.startswith(b'\x89PNG\r\n\x1a\n')
    place, kinds = 8, []
    while place < len(data):
        length, kind = struct.unpack('>I4s', data[place:place + 8])
        body = data[place + 4:place + 8 + length]
        assert zlib.crc32(body) == struct.unpack('>I', data[place + 8 + length:place + 12 + length])[0]
        kinds.append(kind)
        place += 12 + length
    assert kinds[0] == b'IHDR' and kinds[-1] == b'IEND' and b'IDAT' in kinds
    return struct.unpack('>II', data[16:24])


def folded_sheet():
    faces, start, end = crumpled_sheet(4, 1)
    mesh = tocca.MovingMesh(start, faces)
    mesh.move_to(end)
    return mesh


def falling_sheet(name='cloth'):
    """A sheet falls on a cube; the scene and the sheet."""
    sheet = tocca.sheet(columns=4, rows=4, width=2.0, depth=2.0)
    scene = tocca.Scene()
    start = sheet.positions + [-1.0, -1.0, 1.5]
    cloth = scene.add(start, sheet.faces, name=name)
    scene.add(tocca.RigidBody(tocca.box(), solid=True), name='box')
    scene.move(cloth, start - [0.0, 0.0, 2.0])
    return scene, cloth


def two_boxes():
    box = tocca.RigidBody(tocca.box())
    return box, tocca.translation(pose(), [4, 0, 0]), box, tocca.at_rest(pose(3))


def robot():
    wall = tocca.RobotScene([tocca.Obstacle('wall', [tocca.box_shape([0.1, 2, 1])], pose(0.9, 1.0))])
    return tocca.RobotChecker(tocca.parse_robot(ARM), wall), [-1.0, 0.0], [1.0, 0.0]


SUBJECTS = {'mesh': lambda: (folded_sheet(),), 'scene': lambda: falling_sheet()[:1], 'two bodies': two_boxes,
            'robot': robot}


def answers_about(subject):
    arguments = SUBJECTS[subject]()
    for verb in (tocca.first_contact, tocca.all_contacts, tocca.safe_step):
        if subject != 'two bodies' or verb is not tocca.all_contacts:
            yield verb(*arguments)


def number(text):
    return float(text.replace(' ', ''))


def expect_the_words_of(answer, shown):
    rows = shown.rows()
    assert rows['outcome'] == answer.outcome and number(rows['safe until']) == answer.safe_until
    lower, upper = re.fullmatch('between (.*) and (.*)', rows['first contact']).groups()
    assert (number(lower), number(upper)) == answer.contact.toc
    assert [number(part) for part in rows['at'].split(',')] == answer.contact.point.tolist()
    features = rows['vertex and face' if answer.contact.kind == 'vf' else 'edge and edge']
    assert [int(n) for n in re.findall(r'\d+', features)] == [*answer.contact.vertices, *answer.contact.objects]


@pytest.mark.parametrize('subject', SUBJECTS)
def test_answers_are_shown_with_a_picture(subject):
    for answer in answers_about(subject):
        shown = Html(answer._repr_html_())
        expect_the_words_of(answer, shown)
        assert len(shown.images) == 1 and not shown.sentences
        data = png_of(shown.images[0])
        width, height = size_of_png(data)
        assert width >= 800 and height >= 500 and len(data) > 1000
        if isinstance(answer, tocca.Answers) and len(answer) > 1:
            assert shown.rows()['contacts'] == str(len(answer))


def test_the_picture_outlives_the_names_of_its_subject():
    scene, _ = falling_sheet()
    answer = tocca.first_contact(scene)
    expected = png_of(Html(answer._repr_html_()).images[0])
    del scene
    assert png_of(Html(answer._repr_html_()).images[0]) == expected


def test_a_pair_is_shown_as_a_table_alone():
    pair = [[0.2, 0.2, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, -1], [0, 0, 0], [1, 0, 0], [0, 1, 0]]
    answer = tocca.first_contact(np.array(pair, float), kind='vf')
    shown = Html(answer._repr_html_())
    expect_the_words_of(answer, shown)
    assert answer.outcome == 'contact' and not shown.images and not shown.sentences


def test_a_free_answer_names_no_contact():
    still = tocca.MovingMesh(tocca.sheet(columns=2, rows=2))
    shown = Html(tocca.first_contact(still)._repr_html_())
    assert shown.rows() == {'outcome': 'free', 'safe until': '1.0'} and len(shown.images) == 1
    nothing = Html(tocca.first_contact(tocca.Scene())._repr_html_())
    assert 'nothing' in nothing.rows()['checked']


def test_no_picture_after_the_subject_has_moved():
    scene, cloth = falling_sheet()
    mesh = folded_sheet()
    end = mesh.positions_at(1.0)
    for subject, move in ((scene, lambda: scene.move(cloth, scene.start(cloth))), (scene, scene.advance),
                          (scene, lambda: scene.add(tocca.box())), (mesh, lambda: mesh.move_to(end)),
                          (mesh, lambda: mesh.set_step(end, end))):
        answer = tocca.first_contact(subject)
        before = Html(answer._repr_html_())
        assert len(before.images) == 1
        move()
        after = Html(answer._repr_html_())
        assert not after.images and 'No picture' in ' '.join(after.sentences)
        assert after.rows() == before.rows()
        assert len(Html(tocca.first_contact(subject)._repr_html_()).images) == 1


def test_names_are_text_and_no_elements():
    scene, _ = falling_sheet('<script>alert("&")</script>')
    text = tocca.first_contact(scene)._repr_html_()
    assert '<script' not in text and len(Html(text).images) == 1


def data_of(page, name):
    """What a page about a scene carries along, as JSON."""
    found = re.findall(rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.DOTALL)
    assert len(found) == 1, f'{len(found)} blocks {name}'
    return json.loads(found[0])


@pytest.fixture
def page_is_built(tmp_path):
    """write_report has a page to write: a build without npm has none."""
    scene, _ = falling_sheet()
    try:
        tocca.write_report(scene, tocca.first_contact(scene), tmp_path / 'try.html')
    except tocca.Error as error:
        if 'without the page' in str(error):
            pytest.skip(str(error))
        raise
    (tmp_path / 'try.html').unlink()


def test_write_report(tmp_path, page_is_built):
    scene, _ = falling_sheet('</script><b>cloth')
    title = 'falls & <rests>'
    for file, answer in ((tmp_path / 'all.html', tocca.all_contacts(scene)),
                         (str(tmp_path / 'first.html'), tocca.first_contact(scene)),
                         (os.fsencode(tmp_path / 'safe.html'), tocca.safe_step(scene))):
        assert tocca.write_report(scene, answer, file, title=title) is None
        page = pathlib.Path(os.fsdecode(file)).read_text()
        assert page.lstrip().lower().startswith('<!doctype html>')
        assert '</script><b>cloth' not in page and '<rests>' not in page
        manifest, answers = data_of(page, 'tocca-manifest'), data_of(page, 'tocca-answers')
        assert manifest['title'] == title
        names = [body['name'] for body in manifest['bodies']]
        assert sorted(names) == ['</script><b>cloth', 'box']
        assert answers['schema'] == 'tocca.contacts/1' and answers['objects'] == names
        count = len(answer) if isinstance(answer, tocca.Answers) else 1
        assert len(answers['contacts']) == count > 0
        assert tuple(answers['contacts'][0]['toc']) == answer.contact.toc
        assert sorted(names[body] for body in answers['contacts'][0]['objects']) == sorted(names)
    tocca.write_report(scene, tocca.all_contacts(scene), tmp_path / 'plain.html')
    assert data_of((tmp_path / 'plain.html').read_text(), 'tocca-manifest')['title'] == 'scene'


def test_a_report_that_cannot_be_written_leaves_things_as_they_are(tmp_path, page_is_built):
    scene, _ = falling_sheet()
    answers = tocca.all_contacts(scene)
    for file in (tmp_path / 'no such folder' / 'report.html', tmp_path):
        with pytest.raises(tocca.Error) as raised:
            tocca.write_report(scene, answers, file)
        assert raised.value.code == 'unwritable_file' and str(tmp_path) in str(raised.value)
    assert not list(tmp_path.iterdir())


def dumped_by_chromium(page, folder):
    """The elements of a page after its scripts have run."""
    if CHROMIUM is None:
        pytest.skip('chromium is not installed: tools/install-dependencies viewer')
    # A folder of its own for what a browser keeps, and no service of the desktop.
    done = subprocess.run([CHROMIUM, '--headless', '--no-sandbox', '--disable-gpu', '--no-first-run',
                           '--disable-background-networking', '--disable-component-update', '--disable-sync',
                           f'--user-data-dir={folder / "profile"}', '--virtual-time-budget=10000', '--dump-dom',
                           page.as_uri()], capture_output=True, text=True, timeout=120, check=False,
                          env={**os.environ, 'HOME': str(folder)})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_browser_shows_the_answers(tmp_path):
    shown = [next(answers_about(subject))._repr_html_() for subject in SUBJECTS]
    shown.append(tocca.first_contact(near_pairs('vf', 1)[0], kind='vf')._repr_html_())
    script = """<p id="sizes"></p><script>
    window.addEventListener('load', () => {
        document.getElementById('sizes').textContent = JSON.stringify({
            widths: [...document.images].map((image) => image.complete ? image.naturalWidth : 0),
            heights: [...document.images].map((image) => image.naturalHeight),
            tables: document.querySelectorAll('.tocca-answer table').length,
        });
    });
    </script>"""
    page = tmp_path / 'answers.html'
    page.write_text('<!doctype html><meta charset="utf-8"><title>answers</title>' + ''.join(shown) + script)
    dumped = dumped_by_chromium(page, tmp_path)
    found = json.loads(html.unescape(re.search(r'<p id="sizes">(.*?)</p>', dumped)[1]))
    sizes = [size_of_png(png_of(Html(text).images[0])) for text in shown[:-1]]
    assert list(zip(found['widths'], found['heights'])) == sizes and len(sizes) == len(SUBJECTS)
    assert found['tables'] == len(shown)
