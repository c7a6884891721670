# SPDX-License-Identifier: Apache-2.0
"""Solids and vertices without a face, by every command: what starts inside is never free, and what cannot be a solid or
touch is said."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

TOCCA = os.environ.get('TOCCA_EXECUTABLE', 'tocca')

CORNERS = [(x, y, z) for z in (-1, 1) for y in (-1, 1) for x in (-1, 1)]
BOX_FACES = [(0, 2, 3), (0, 3, 1), (4, 5, 7), (4, 7, 6), (0, 1, 5), (0, 5, 4), (2, 6, 7), (2, 7, 3), (0, 4, 6), (0, 6, 2),
             (1, 3, 7), (1, 7, 5)]
SLIDE = '''<robot name="slide"><link name="rail"/>
<link name="block"><collision><geometry>{shape}</geometry></collision></link>
<joint name="j" type="prismatic"><parent link="rail"/><child link="block"/><axis xyz="1 0 0"/>
<limit lower="-9" upper="9"/></joint></robot>'''


def box(half, at=(0, 0, 0), reverse=False):
    """Vertices and faces of a box with these half lengths."""
    positions = [tuple(h * c + a for h, c, a in zip(half, corner, at)) for corner in CORNERS]
    return positions, [(a, c, b) if reverse else (a, b, c) for a, b, c in BOX_FACES]


def joined(*parts):
    positions, faces = [], []
    for some, these in parts:
        faces += [tuple(i + len(positions) for i in face) for face in these]
        positions += some
    return positions, faces


BARS = joined(box((3, 1, 1)), box((1, 3, 1.1)))


class Solids(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.mesh('small.obj', box((0.1, 0.1, 0.1)))
        self.mesh('bars.obj', BARS)

    def path(self, name):
        return str(pathlib.Path(self.folder.name) / name)

    def write(self, name, text):
        pathlib.Path(self.path(name)).write_text(text)
        return self.path(name)

    def mesh(self, name, shape, more=''):
        positions, faces = shape
        lines = ['v %r %r %r' % p for p in positions] + ['f %d %d %d' % tuple(i + 1 for i in f) for f in faces]
        return self.write(name, '\n'.join(lines) + '\n' + more)

    def run_tocca(self, *arguments):
        done = subprocess.run([TOCCA, *map(str, arguments)], capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout + done.stderr

    def answer(self, *arguments):
        """The exit code, what was printed, and the JSON file."""
        code, text = self.run_tocca(*arguments, '--json', self.path('answer.json'))
        self.assertIn(code, (0, 1), text)
        return code, text, json.loads(pathlib.Path(self.path('answer.json')).read_text())

    def test_a_box_within_two_parts_is_inside(self):
        for bodies in (('small.obj', 'bars.obj'), ('bars.obj', 'small.obj')):
            code, text, data = self.answer('rigid', *map(self.path, bodies), '--to', '0.1,0,0', '--solid')
            self.assertEqual((code, data['outcome'], data['safe_until']), (1, 'inside', 0), text)
            code, text = self.run_tocca('rigid', *map(self.path, bodies), '--to', '0.1,0,0', '--solid', '--collides')
            self.assertEqual(code, 1, text)
        # As surfaces they do not touch, and between the bars is outside.
        self.assertEqual(self.run_tocca('rigid', self.path('small.obj'), self.path('bars.obj'), '--to', '0.1,0,0')[0], 0)
        self.assertEqual(self.run_tocca('rigid', self.path('small.obj'), self.path('bars.obj'), '--from', '2,2,0', '--to',
                                        '2.1,2,0', '--solid')[0], 0)

    def test_a_world_says_the_same(self):
        world = {'schema': 'tocca.world/1',
                 'bodies': [{'mesh': 'small.obj', 'poses': ['0,0,0', '0.1,0,0']}, {'mesh': 'bars.obj', 'solid': True}]}
        file = self.write('world.json', json.dumps(world))
        for more in ([], ['--all'], ['--collides']):
            code, text, data = self.answer('rigid', '--world', file, *more)
            self.assertEqual((code, data['steps_in_contact']), (1, 1), text)

    def test_a_robot_says_the_same(self):
        robot = self.write('slide.urdf', SLIDE.format(shape='<box size="0.2 0.2 0.2"/>'))
        motion = ['--from', '0', '--to', '0.1']
        code, text, data = self.answer('robot', robot, *motion, '--against', self.path('bars.obj'), '--solid')
        self.assertEqual((code, data['edges'][0]['outcome']), (1, 'inside'), text)
        self.assertEqual(self.run_tocca('robot', robot, *motion, '--against', self.path('bars.obj'))[0], 0)
        scene = self.write('scene.json', json.dumps({'schema': 'tocca.robot-scene/1', 'objects': [
            {'name': 'bars', 'mesh': 'bars.obj', 'solid': True}]}))
        self.assertEqual(self.run_tocca('robot', robot, *motion, '--scene', scene)[0], 1)
        # The mesh is the robot's, and the box is around it.
        holding = self.write('holding.urdf', SLIDE.format(shape='<mesh filename="bars.obj"/>'))
        code, text, data = self.answer('robot', holding, *motion, '--against', 'box:0.2,0.2,0.2', '--solid')
        self.assertEqual((code, data['edges'][0]['outcome'], data['surfaces']), (1, 'inside', []), text)
        mirrored = self.write('mirrored.urdf', SLIDE.format(shape='<mesh filename="bars.obj" scale="1 -1 1"/>'))
        self.assertEqual(self.run_tocca('robot', mirrored, *motion, '--against', 'box:0.2,0.2,0.2', '--solid')[0], 1)

    def test_what_is_no_solid_is_refused_with_the_place(self):
        positions, faces = box((1, 1, 1))
        turned = faces[:-1] + [(faces[-1][0], faces[-1][2], faces[-1][1])]
        for shape, words in (((positions, faces[:-1]), 'has the edge from vertex'),
                             ((positions, turned), 'face'),
                             (joined(box((1, 1, 1)), box((1, 1, 1), reverse=True)), 'faces 0 and 12'),
                             (joined(box((3, 1, 1)), box((1, 3, 1), reverse=True)), 'inside out')):
            bad = self.mesh('bad.obj', shape)
            for command in (['rigid', bad, 'box:1,1,1', '--from', '9,0,0', '--to', '8,0,0', '--solid'],
                            ['robot', self.write('r.urdf', SLIDE.format(shape='<box size="1 1 1"/>')), '--from', '0',
                             '--to', '0.1', '--against', bad + '@5,0,0', '--solid']):
                code, text = self.run_tocca(*command)
                self.assertEqual(code, 2, text)
                self.assertIn('bad.obj', text)
                self.assertIn(words, text)
            # Of a robot with many meshes it stays a surface, which is said.
            robot = self.write('open.urdf', SLIDE.format(shape='<mesh filename="bad.obj"/>'))
            code, text, data = self.answer('robot', robot, '--from', '0', '--to', '0.1', '--against', 'box:1,1,1@8,0,0',
                                           '--solid')
            self.assertEqual(code, 0, text)
            self.assertIn('not a solid', text)
            self.assertEqual(len(data['surfaces']), 1)
            self.assertIn(words, data['surfaces'][0]['why'])

    def test_vertices_without_a_face_are_ignored_and_said(self):
        triangle = ([(0, 0, 0), (1, 0, 0), (0, 1, 0), (100, 0, 0)], [(0, 1, 2)])
        stray = self.mesh('stray.obj', triangle)
        passing = [stray, 'box:1,1,1', '--b-from', '100,0,-5', '--b-to', '100,0,5']
        code, text, data = self.answer('rigid', *passing)
        self.assertEqual((code, data['outcome'], data['bodies'][0]['ignored_vertices']), (0, 'free', 1), text)
        self.assertIn('1 vertex without a face ignored', text)
        code, text, data = self.answer('rigid', *passing, '--isolated-vertices')
        self.assertEqual((code, data['outcome'], data['bodies'][0]['ignored_vertices']), (1, 'contact', 0), text)
        self.assertNotIn('ignored', text)
        for keep in (False, True):
            world = self.write('world.json', json.dumps({'schema': 'tocca.world/1', 'bodies': [
                {'mesh': 'stray.obj', 'isolated_vertices': keep}, {'shape': 'box:1,1,1', 'poses': ['100,0,-5', '100,0,5']}]}))
            code, text, data = self.answer('rigid', '--world', world)
            self.assertEqual((code, data['bodies'][0]['ignored_vertices']), (int(keep), int(not keep)), text)
            robot = self.write('stray.urdf', SLIDE.format(shape='<mesh filename="stray.obj"/>'))
            motion = ['--from', '0', '--to', '5', '--against', 'box:1,1,1@103,0,0']
            code, text, data = self.answer('robot', robot, *motion, *(['--isolated-vertices'] if keep else []))
            self.assertEqual((code, data['bodies'][1]['ignored_vertices']), (int(keep), int(not keep)), text)
            slide = self.write('slide.urdf', SLIDE.format(shape='<box size="1 1 1"/>'))
            scene = self.write('scene.json', json.dumps({'schema': 'tocca.robot-scene/1', 'objects': [
                {'name': 'stray', 'mesh': 'stray.obj', 'pose': '-97,0,0', 'isolated_vertices': keep}]}))
            code, text, data = self.answer('robot', slide, '--from', '0', '--to', '5', '--scene', scene)
            self.assertEqual((code, data['bodies'][2]['ignored_vertices']), (int(keep), int(not keep)), text)

    def test_a_mesh_of_which_nothing_can_touch_is_refused(self):
        cloud = self.mesh('cloud.obj', ([(0, 0, 0), (1, 0, 0), (0, 1, 0)], []))
        robot = self.write('cloud.urdf', SLIDE.format(shape='<mesh filename="cloud.obj"/>'))
        slide = self.write('slide.urdf', SLIDE.format(shape='<box size="1 1 1"/>'))
        scene = self.write('scene.json', json.dumps({'schema': 'tocca.robot-scene/1', 'objects': [
            {'name': 'cloud', 'mesh': 'cloud.obj'}]}))
        motion = ['--from', '0', '--to', '1']
        for command in (['rigid', cloud, 'box:1,1,1', '--from', '9,0,0'], ['robot', robot, *motion, '--against', 'sphere:1'],
                        ['robot', slide, *motion, '--against', cloud], ['robot', slide, *motion, '--scene', scene]):
            code, text = self.run_tocca(*command)
            self.assertEqual(code, 2, text)
            self.assertIn('can touch nothing', text)
        self.assertEqual(self.run_tocca('rigid', cloud, 'box:1,1,1', '--from', '9,0,0', '--isolated-vertices')[0], 0)


if __name__ == '__main__':
    unittest.main()
