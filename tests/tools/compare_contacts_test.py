# SPDX-License-Identifier: Apache-2.0
"""tools/compare-contacts passes the published contacts of a small step and nothing else."""
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Seven vertices. Edges in the published order: 01, 12, 03, 13, 23, 45, 46, 56 are the numbers 7 to 14; faces 15 to 17.
FACES = [(0, 1, 3), (1, 2, 3), (5, 4, 6)]
PAIRS = {'vf': [[0, 17], [4, 15], [2, 17]], 'ee': [[8, 12], [9, 14], [13, 7]]}
TRUTHS = {'vf': [True, True, False], 'ee': [True, True, False]}
CONTACTS = [{'step': 0, 'kind': 'vf', 'vertices': [0, 5, 4, 6]},
            {'step': 0, 'kind': 'vf', 'vertices': [4, 0, 1, 3]},
            {'step': 0, 'kind': 'ee', 'vertices': [0, 3, 5, 6]},
            {'step': 0, 'kind': 'ee', 'vertices': [1, 2, 4, 5]}]


def ply(kind, faces=None):
    """The mesh in one of the ways in which PLY files are written."""
    faces = FACES if faces is None else faces
    header = (f'ply\nformat {kind} 1.0\ncomment made by hand\nelement vertex 7\nproperty double x\nproperty float y\n'
              f'property double z\nelement face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n')
    if kind == 'ascii':
        body = ''.join(f'{i} 0.5 1e-3\n' for i in range(7)) + ''.join(f'3 {a} {b} {c}\n' for a, b, c in faces)
        return (header + body).encode()
    order = '<' if kind == 'binary_little_endian' else '>'
    body = b''.join(struct.pack(order + 'dfd', i, 0.5, 1e-3) for i in range(7))
    return header.encode() + body + b''.join(struct.pack(order + 'Biii', 3, *face) for face in faces)


def jsonl(contacts):
    return ''.join(json.dumps({**contact, 'toc': [0.5, 0.5], 'point': [0, 0, 0], 'normal': [0, 0, 1]}) + '\n'
                   for contact in contacts)


def csv(contacts):
    rows = ''.join(f'{c["step"]},{c["kind"]},{",".join(map(str, c["vertices"]))},0.5,0.5,0,0,0,0,0,1\n'
                   for c in contacts)
    return 'step,kind,v0,v1,v2,v3,toc_lower,toc_upper,px,py,pz,nx,ny,nz\n' + rows


class CompareContacts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.scene = pathlib.Path(folder.name) / 'small'
        for part in ('boxes', 'mma_bool'):
            (self.scene / part).mkdir(parents=True)
        for kind in ('vf', 'ee'):
            (self.scene / 'boxes' / f'12{kind}.json').write_text(json.dumps(PAIRS[kind]))
            (self.scene / 'mma_bool' / f'12{kind}_mma_bool.json').write_text(json.dumps(TRUTHS[kind]))
        for frame in (12, 13):
            (self.scene / f'frame_0{frame}.ply').write_bytes(ply('binary_little_endian'))

    def run_tool(self, contacts, *options, name='found.jsonl'):
        path = self.scene.parent / name
        path.write_text(contacts)
        return self.run_with(self.scene, path, *options)

    def run_with(self, *arguments):
        done = subprocess.run([sys.executable, ROOT / 'tools' / 'compare-contacts', *arguments], capture_output=True,
                              text=True)
        return done.returncode, done.stdout + done.stderr

    def test_the_published_contacts_pass(self):
        code, output = self.run_tool(jsonl(CONTACTS))
        self.assertEqual(code, 0, output)
        self.assertIn('vf: 2 published, 2 found, 0 missing, 0 extra', output)
        self.assertIn('ee: 2 published, 2 found, 0 missing, 0 extra', output)

    def test_tables_pass_too(self):
        code, output = self.run_tool(csv(CONTACTS), name='found.csv')
        self.assertEqual(code, 0, output)

    def test_every_kind_of_ply_is_read(self):
        for kind in ('ascii', 'binary_big_endian', 'binary_little_endian'):
            (self.scene / 'frame_012.ply').write_bytes(ply(kind))
            code, output = self.run_tool(jsonl(CONTACTS))
            self.assertEqual(code, 0, kind + output)

    def test_folder_and_contacts_may_change_places(self):
        path = self.scene.parent / 'found.jsonl'
        path.write_text(jsonl(CONTACTS))
        code, output = self.run_with(path, self.scene, self.scene / 'frame_013.ply')
        self.assertEqual(code, 0, output)

    def test_any_missing_contact_fails(self):
        for left_out in range(len(CONTACTS)):
            code, output = self.run_tool(jsonl(CONTACTS[:left_out] + CONTACTS[left_out + 1:]))
            self.assertEqual(code, 1, output)
            self.assertIn('1 missing, 0 extra', output)

    def test_no_contacts_fail(self):
        for name, text in (('found.jsonl', ''), ('found.csv', csv([]))):
            code, output = self.run_tool(text, name=name)
            self.assertEqual(code, 1, output)
            self.assertIn('vf 0 / 4 5 6', output)

    def test_any_extra_contact_fails(self):
        published_as_free = {'step': 0, 'kind': 'vf', 'vertices': [2, 5, 4, 6]}
        unheard_of = {'step': 0, 'kind': 'ee', 'vertices': [0, 1, 5, 6]}
        for extra in (published_as_free, unheard_of, CONTACTS[0], CONTACTS[3]):
            code, output = self.run_tool(jsonl(CONTACTS + [extra]))
            self.assertEqual(code, 1, output)
            self.assertIn('0 missing, 1 extra', output)
            self.assertEqual('published as free' in output, extra is published_as_free, output)

    def test_one_of_several_steps_is_chosen(self):
        later = [{**contact, 'step': 3} for contact in CONTACTS]
        code, output = self.run_tool(jsonl(CONTACTS[:2] + later))
        self.assertEqual(code, 2, output)
        self.assertIn('--step', output)
        self.assertEqual(self.run_tool(jsonl(CONTACTS[:2] + later), '--step', '3')[0], 0)
        self.assertEqual(self.run_tool(jsonl(CONTACTS[:2] + later), '--step', '0')[0], 1)

    def test_several_published_steps_need_a_choice(self):
        for kind in ('vf', 'ee'):
            (self.scene / 'boxes' / f'13{kind}.json').write_text('[]')
            (self.scene / 'mma_bool' / f'13{kind}_mma_bool.json').write_text('[]')
        self.assertEqual(self.run_tool(jsonl(CONTACTS))[0], 2)
        self.assertEqual(self.run_tool(jsonl(CONTACTS), '--frame', '12')[0], 0)
        self.assertEqual(self.run_tool(jsonl(CONTACTS), '--frame', '13')[0], 1)

    def test_objects_cannot_be_compared(self):
        code, output = self.run_tool(jsonl([{**contact, 'objects': [0, 1]} for contact in CONTACTS]))
        self.assertEqual(code, 2, output)
        self.assertIn('several objects', output)

    def assert_refused(self, contacts=None):
        code, output = self.run_tool(jsonl(CONTACTS) if contacts is None else contacts)
        self.assertEqual(code, 2, output)
        self.assertNotIn('Traceback', output)

    def test_damaged_contacts_are_refused(self):
        for text in ('{"step":0', '[]\n', '{"step":0,"kind":"vf"}\n', '{"step":0,"kind":"vf","vertices":[1]}\n',
                     '{"step":0,"kind":"fv","vertices":[0,1,2,3]}\n'):
            self.assert_refused(text)
        code, output = self.run_tool('step,kind\n0,vf\n', name='found.csv')
        self.assertEqual(code, 2, output)

    def test_damaged_answers_are_refused(self):
        for text in ('[true]', '[', '{}'):
            (self.scene / 'mma_bool' / '12vf_mma_bool.json').write_text(text)
            self.assert_refused()

    def test_pairs_of_unknown_features_are_refused(self):
        for pair in ([0, 18], [7, 17], [0, 14], [-1, 17], [0], ['a', 'b'], 3):
            (self.scene / 'boxes' / '12vf.json').write_text(json.dumps([pair, [4, 15], [2, 17]]))
            self.assert_refused()

    def test_damaged_meshes_are_refused(self):
        whole = ply('binary_little_endian')
        for data in (b'', b'ply\n', whole[:-1], whole[:40], ply('ascii')[:-4],
                     ply('ascii', [(0, 1, 7)]), ply('ascii', [(0, 1, -1)])):
            (self.scene / 'frame_012.ply').write_bytes(data)
            self.assert_refused()

    def test_missing_files_are_refused(self):
        self.assertEqual(self.run_with(self.scene, self.scene / 'nothing.jsonl')[0], 2)
        (self.scene / 'frame_012.ply').unlink()
        self.assert_refused()
        self.assertEqual(self.run_with(self.scene / 'nowhere', self.scene / 'boxes' / '12vf.json')[0], 2)

    def test_help_shows_an_example(self):
        code, output = self.run_with('--help')
        self.assertEqual(code, 0)
        self.assertIn('tools/compare-contacts SCENE found.jsonl', output)


if __name__ == '__main__':
    unittest.main()
