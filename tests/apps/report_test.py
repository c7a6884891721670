# SPDX-License-Identifier: Apache-2.0
"""--report of all three commands: what a page holds is what was read and what was found."""
import csv
import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from report_page import Report  # noqa: E402

TOCCA = os.environ.get('TOCCA_EXECUTABLE', 'tocca')
FACES = [(0, 1, 2), (3, 4, 5)]


def frame(height):
    """A face on the ground and a spike above it."""
    return [(0, 0, 0), (4, 0, 0), (0, 4, 0), (1, 1, height), (1.5, 1, height + 1), (1, 1.5, height + 1)]


def obj(points, faces):
    return ''.join(f'v {x!r} {y!r} {z!r}\n' for x, y, z in points) + ''.join(
        f'f {a + 1} {b + 1} {c + 1}\n' for a, b, c in faces)


def tocca(*arguments):
    return subprocess.run([TOCCA, *map(str, arguments)], capture_output=True, text=True, timeout=120)


class Folder(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def path(self, name):
        return self.folder / name

    def write(self, name, text):
        self.path(name).write_text(text, encoding='utf-8')
        return self.path(name)

    def run_with_report(self, *arguments, code):
        ran = tocca(*arguments, '--report', self.path('out.html'), '--json', self.path('out.json'))
        self.assertEqual(ran.returncode, code, ran.stdout + ran.stderr)
        self.assertEqual(ran.stderr, '')
        self.assertIn('report: ', ran.stdout)
        report = Report(self.path('out.html'))
        self.assertEqual(report.answers, self.path('out.json').read_text(encoding='utf-8'))
        self.check_manifest(report)
        return report

    def check_manifest(self, report):
        manifest = report.manifest
        self.assertEqual(manifest['schema'], 'tocca.report/1')
        self.assertIn(manifest['kind'], ('mesh', 'rigid', 'robot', 'check'))
        self.assertTrue(manifest['command'].startswith('tocca ' + manifest['kind']))
        times = manifest['key_times']
        self.assertEqual(times, sorted(times))
        self.assertEqual((times[0], times[-1]), (0, len(manifest['steps'])))
        self.assertEqual(report.types['tocca-manifest'], 'application/json')
        self.assertEqual(report.types['tocca-answers'], 'application/json')
        self.assertEqual(sum(name.startswith('tocca-block-') for name in report.elements), len(manifest['blocks']))
        for fact in manifest['settings'] + manifest['statistics']:
            self.assertEqual(set(fact), {'name', 'value'})
        for body in manifest['bodies']:
            self.assertLessEqual(body['first_key'], body['last_key'])
            self.assertLess(body['last_key'], len(times))
            for face in report.tuples(body['faces'], 3):
                self.assertLess(max(face), body['vertices'])
        end = 0
        for step in manifest['steps']:
            self.assertEqual(step['contacts'][0], end)
            end = step['contacts'][1]
        self.assertEqual(end, len(report.contacts()))
        self.assertIn('positions are rounded', ' '.join(manifest['reduced']))

    def expect_near(self, points, expected, error):
        self.assertEqual(len(points), len(expected))
        for a, b in zip(points, expected):
            self.assertLessEqual(max(abs(p - q) for p, q in zip(a, b)), error, f'{a} {b}')

    def expect_contacts_touch(self, report, error):
        """Both sides of each contact are where its point is, at its time; there is at least one."""
        self.assertGreater(len(report.contacts()), 0)
        for number, step in enumerate(report.manifest['steps']):
            for contact in report.contacts()[slice(*step['contacts'])]:
                at = number + contact['toc_lower'][0]
                split = 1 if contact['kind'] == (0,) else 2
                sides = []
                for side, places in ((0, range(split)), (1, range(split, 4))):
                    points = report.positions_at(report.manifest['bodies'][contact['objects'][side]], at)
                    # Weights are rounded: from one of the vertices on, for scenes that are far off.
                    start = points[contact['vertices'][places[0]]]
                    sides.append([start[axis] + sum(
                        contact['weights'][i] * (points[contact['vertices'][i]][axis] - start[axis]) for i in places)
                        for axis in range(3)])
                gap = contact['distance'][0] if 'distance' in contact else 0.0
                self.assertLessEqual(math.dist(*sides), gap + error)
                self.assertLessEqual(math.dist(sides[0], contact['point']), gap + error)
                self.assertAlmostEqual(math.hypot(*contact['normal']), 1, delta=1e-3)


class MeshReport(Folder):
    def test_holds_the_frames_and_the_contacts(self):
        heights = [3.0, 1.0, -1.0, -2.5, 0.5]
        for i, height in enumerate(heights):
            self.write(f'a{i}.obj', obj(frame(height), FACES))
        report = self.run_with_report('mesh', *(self.path(f'a{i}.obj') for i in range(5)), '--all', '--contacts',
                                      self.path('c.csv'), code=1)
        manifest = report.manifest
        self.assertEqual(manifest['kind'], 'mesh')
        self.assertEqual(manifest['key_times'], [0, 1, 2, 3, 4])
        self.assertEqual([step['name'] for step in manifest['steps']],
                         [f'a{i}.obj to a{i + 1}.obj' for i in range(4)])
        body, = manifest['bodies']
        self.assertEqual((body['name'], body['vertices'], body['poses'], body['loose_edges']),
                         ('a0.obj', 6, None, None))
        self.assertEqual(report.tuples(body['faces'], 3), FACES)
        for key, height in enumerate(heights):
            half_cell = max(body['positions']['size']) / 65535 / 2
            self.expect_near(report.positions(body)[key], frame(height), half_cell * 1.001)

        rows = list(csv.DictReader(self.path('c.csv').read_text().splitlines()))
        contacts = report.contacts()
        self.assertEqual(len(rows), len(contacts))
        self.assertGreaterEqual(len(rows), 2)
        steps = [i for i, step in enumerate(manifest['steps']) for _ in range(*step['contacts'])]
        for row, contact, step in zip(rows, contacts, steps):
            self.assertEqual(int(row['step']), step)
            self.assertEqual(row['kind'], ('vf', 'ee')[contact['kind'][0]])
            self.assertEqual(tuple(int(row[f'v{i}']) for i in range(4)), contact['vertices'])
            self.assertEqual((float(row['toc_lower']), float(row['toc_upper'])),
                             contact['toc_lower'] + contact['toc_upper'])
            for name, near in (('p', 'point'), ('n', 'normal')):
                for axis, value in zip('xyz', contact[near]):
                    self.assertAlmostEqual(float(row[name + axis]), value, delta=2e-4)
        self.expect_contacts_touch(report, 2e-4)
        for step in manifest['steps']:
            self.assertEqual(step['contact_count'], step['contacts'][1] - step['contacts'][0])

    def test_objects_at_rest_are_there_once(self):
        self.write('ground.obj', obj(frame(0)[:3], FACES[:1]))
        for i in range(4):
            self.write(f'spike{i}.obj', obj(frame(3.0 - 1.5 * i)[3:], FACES[:1]))
        report = self.run_with_report('mesh', '--object', self.path('spike%d.obj'), '--object',
                                      self.path('ground.obj'), code=1)
        spike, ground = report.manifest['bodies']
        self.assertEqual((spike['positions']['keys'], ground['positions']['keys']), (4, 1))
        self.assertIsNone(ground['positions']['rest'])
        self.assertEqual((ground['first_key'], ground['last_key']), (0, 3))
        self.assertEqual(report.contacts()[0]['objects'], (0, 1))
        self.expect_contacts_touch(report, 1e-3)

    def test_other_triangles_are_a_cut(self):
        self.write('a0.obj', obj(frame(3), FACES))
        self.write('a1.obj', obj(frame(2), FACES))
        self.write('a2.obj', obj(frame(2), FACES[:1]))
        self.write('a3.obj', obj(frame(-2), FACES[:1]))
        report = self.run_with_report('mesh', *(self.path(f'a{i}.obj') for i in range(4)), '--topology-changes', code=1)
        self.assertEqual(report.manifest['key_times'], [0, 1, 2, 2, 3])
        old, new = report.manifest['bodies']
        self.assertEqual((old['first_key'], old['last_key'], new['first_key'], new['last_key']), (0, 2, 3, 4))
        self.assertEqual([step['outcome'] for step in report.manifest['steps']], ['free', 'undecided', 'contact'])
        self.assertEqual(report.contacts()[0]['objects'], (1, 1))
        self.expect_contacts_touch(report, 1e-3)

    def test_smooth_motions_are_read_back(self):
        for i in range(12):
            self.write(f'b{i:02}.obj', obj([(math.sin(k + 0.1 * i), math.cos(2 * k - 0.07 * i), k + 0.01 * i * i)
                                            for k in range(6)], FACES))
        report = self.run_with_report('mesh', self.path('b*.obj'), code=0)
        self.assertIsNone(report.manifest['contacts'])
        body, = report.manifest['bodies']
        for i, points in enumerate(report.positions(body)):
            self.expect_near(points, [(math.sin(k + 0.1 * i), math.cos(2 * k - 0.07 * i), k + 0.01 * i * i)
                                      for k in range(6)], 1e-4)

    def test_names_cannot_end_an_element(self):
        self.write('<!--<script>0.obj', obj(frame(2), FACES))
        self.write('<!--<script>1.obj', obj(frame(-2), FACES))
        report = self.run_with_report('mesh', self.path('<!--<script>0.obj'), self.path('<!--<script>1.obj'), code=1)
        self.assertEqual(report.manifest['bodies'][0]['name'], '<!--<script>0.obj')
        self.assertNotIn('<', report.elements['tocca-manifest'])
        self.assertNotIn('<', report.elements['tocca-answers'])

    def test_collides_shows_the_motion(self):
        self.write('a0.obj', obj(frame(2), FACES))
        self.write('a1.obj', obj(frame(-2), FACES))
        report = self.run_with_report('mesh', self.path('a0.obj'), self.path('a1.obj'), '--collides', code=1)
        self.assertIsNone(report.manifest['contacts'])
        self.assertEqual(report.manifest['steps'][0]['outcome'], 'contact')

    def test_starts_that_cross_and_steps_not_checked_are_not_free(self):
        for i in range(2):
            self.write(f'a{i}.obj', obj(frame(-0.5), FACES))
        report = self.run_with_report('mesh', self.path('a0.obj'), self.path('a1.obj'), code=1)
        step = report.manifest['steps'][0]
        self.assertEqual(step['outcome'], 'crossing_at_start')
        self.assertEqual(step['safe_until'], 0)
        self.assertEqual(step['crossing_count'], json.loads(report.answers)['steps'][0]['crossing_at_start'])
        self.assertGreater(step['crossing_count'], 0)
        report = self.run_with_report('mesh', self.path('a0.obj'), self.path('a1.obj'), '--assume-start-free', code=0)
        self.assertTrue(report.manifest['start_assumed_free'])
        self.write('a2.obj', obj(frame(2), FACES[:1]))
        report = self.run_with_report('mesh', self.path('a0.obj'), self.path('a2.obj'), '--topology-changes', code=3)
        self.assertFalse(report.manifest['steps'][0]['checked'])
        self.assertEqual(report.manifest['steps'][0]['outcome'], 'undecided')

    def test_nothing_at_all_is_not_shown_as_free(self):
        self.write('a0.obj', 'v 0 0 0\n')
        self.write('a1.obj', 'v 1 0 0\n')
        ran = tocca('mesh', self.path('a0.obj'), self.path('a1.obj'), '--report', self.path('out.html'))
        self.assertEqual((ran.returncode, self.path('out.html').exists()), (2, False), ran.stdout + ran.stderr)

    def test_extreme_coordinates(self):
        for scale in (1e-300, 1e300):
            for i in range(2):
                self.write(f'a{i}.obj', obj([tuple(scale * x for x in p) for p in frame(2 - 4 * i)], FACES))
            report = self.run_with_report('mesh', self.path('a0.obj'), self.path('a1.obj'), '--all', code=1)
            for body in report.manifest['bodies']:
                for key in report.positions(body):
                    self.assertTrue(all(math.isfinite(x) for p in key for x in p))
            for contact in report.contacts():
                self.assertTrue(all(math.isfinite(x) for x in contact['point']))

    def test_interrupted_holds_what_was_answered(self):
        out = self.path('out.html')
        run = subprocess.Popen([TOCCA, 'mesh', '--scene', 'cloth-over-ball:4K', '--all', '--threads', '1', '--report',
                                out], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(0.4)
        run.send_signal(signal.SIGINT)
        printed, complaint = run.communicate(timeout=60)
        if run.returncode == 130:
            self.assertIn('interrupted after', complaint, printed)
        if out.exists():
            report = Report(out)
            self.assertEqual(report.manifest.get('complete', True), run.returncode != 130)
            self.check_manifest(report)
            self.assertLessEqual(len(report.manifest['steps']), 93)
            self.assertEqual(len(report.manifest['steps']), len(json.loads(report.answers)['steps']))

    def test_same_bytes_for_any_number_of_threads(self):
        pages = []
        for threads in (1, 2):
            self.run_with_report('mesh', '--scene', 'cloth-in-funnel:2K', '--all', '--threads', threads, code=1)
            report = Report(self.path('out.html'))
            pages.append({name: text for name, text in report.elements.items() if name != 'tocca-manifest'})
        self.assertEqual(*pages)


class RigidReport(Folder):
    def test_pair_is_exact_at_the_contact(self):
        report = self.run_with_report('rigid', 'knot:1,0.15', 'box:4,4,0.1', '--from', '0,0,3', '--to', '0,0,-3',
                                      '--turn', '0,720,0deg', '--reference', '0.5,0,0', code=1)
        self.assertEqual([body['name'] for body in report.manifest['bodies']], ['knot:1,0.15', 'box:4,4,0.1'])
        knot, box = report.manifest['bodies']
        self.assertIsNone(box['poses'])
        self.assertGreater(knot['last_key'], 240)
        poses = report.tuples(knot['poses'], 7)
        for a, b in zip(poses, poses[1:]):
            cosine = min(1.0, abs(sum(p * q for p, q in zip(a[3:], b[3:]))))
            self.assertLessEqual(2 * math.acos(cosine), math.radians(3.1))
        self.assertIn(report.contacts()[0]['toc_lower'][0], report.manifest['key_times'])
        self.expect_contacts_touch(report, 2e-4)

    def test_whole_turns_are_seen(self):
        report = self.run_with_report('rigid', 'box:1,1,1', 'box:1,1,1', '--b-from', '9,0,0', '--turn', '0,0,5760deg',
                                      code=0)
        turning = report.manifest['bodies'][0]
        poses = report.tuples(turning['poses'], 7)
        turns = [2 * math.acos(min(1.0, abs(sum(p * q for p, q in zip(a[3:], b[3:]))))) for a, b in zip(poses, poses[1:])]
        self.assertAlmostEqual(math.degrees(sum(turns)), 5760, delta=10)
        self.assertIn('coarsely', ' '.join(report.manifest['reduced']))

    def test_far_from_the_origin(self):
        report = self.run_with_report('rigid', 'box:1,1,1', 'box:1,1,1', '--from', '1e6,0.3,5',
                                      '--to', '1e6,0.3,0.1,0,0,30deg', '--b-from', '1e6,0,0', code=1)
        self.expect_contacts_touch(report, 1e-4)
        # The same by meshes whose own origin is far off.
        box = [(1e6 + x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
        sides = [(0, 1, 3), (0, 3, 2), (4, 7, 5), (4, 6, 7), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 2, 6),
                 (0, 6, 4), (1, 5, 7), (1, 7, 3)]
        mesh = self.write('box.obj', obj(box, sides))
        x, cosine, sine = 1e6 + 0.5, math.cos(math.radians(20)), math.sin(math.radians(20))
        place = f'{x + 0.2 - cosine * x + 0.5 * sine!r},{0.5 - sine * x - 0.5 * cosine!r},0'
        report = self.run_with_report('rigid', mesh, mesh, '--from', '0.2,0,5', '--to', place,
                                      '--turn', '0,0,20deg', '--reference', f'{x!r},0.5,0.5', code=1)
        self.expect_contacts_touch(report, 1e-4)

    def test_straight_motions_take_two_keys(self):
        report = self.run_with_report('rigid', 'box:1,1,1', 'box:1,1,1', '--b-from', '9,0,0', '--to', '0,5,0', code=0)
        self.assertEqual(report.manifest['key_times'], [0, 1])

    def test_contacts_in_every_format(self):
        where = ['rigid', 'box:1,1,1', 'box:1,1,1', '--from', '3,0.1,0.2', '--to', '0,0,0,10,20,30deg']
        for name in ('c.csv', 'c.jsonl', 'c.json', 'c.vtk'):
            self.assertEqual(tocca(*where, '--contacts', self.path(name)).returncode, 1)
        row, = csv.DictReader(self.path('c.csv').read_text().splitlines())
        line, = self.path('c.jsonl').read_text().splitlines()
        whole = json.loads(self.path('c.json').read_text())
        self.assertEqual(whole['schema'], 'tocca.contacts/1')
        self.assertEqual(whole['objects'], ['box:1,1,1', 'box:1,1,1'])
        self.assertEqual(whole['contacts'], [json.loads(line)])
        self.assertEqual(float(row['toc_lower']), json.loads(line)['toc'][0])
        self.assertTrue(self.path('c.vtk').read_bytes().startswith(b'# vtk DataFile'))

    def test_world_over_steps(self):
        world = self.write('world.json', json.dumps({'schema': 'tocca.world/1', 'bodies': [
            {'name': 'floor', 'shape': 'box:20,20,1', 'pose': '0,0,-0.5'},
            {'name': 'ball', 'shape': 'sphere:1', 'poses': ['-3,0,5', '-3,0,2,0,0,90deg', '-3,0,-1', '-3,0,-4']}]}))
        report = self.run_with_report('rigid', '--world', world, '--all', code=1)
        self.assertEqual(len(report.manifest['steps']), 3)
        self.assertIsNone(report.manifest['bodies'][0]['poses'])
        self.assertEqual([step['outcome'] for step in report.manifest['steps']][:2], ['free', 'contact'])
        self.expect_contacts_touch(report, 1e-3)


class RobotReport(Folder):
    URDF = '''<robot name="arm">
      <link name="base"/>
      <link name="rod"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision>
        <collision><origin xyz="1.1 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>
      <joint name="turn" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 0 1"/></joint>
    </robot>'''

    def test_every_shape_is_a_body(self):
        urdf = self.write('arm.urdf', self.URDF)
        path = self.write('path.csv', 'turn\n0\n1\n3\n')
        report = self.run_with_report('robot', urdf, '--path', path, '--against', 'box:0.2,0.2,0.2@0,1.1,0', code=1)
        self.assertEqual([body['name'] for body in report.manifest['bodies']],
                         ['rod 0', 'rod 1', 'box:0.2,0.2,0.2'])
        ball = report.manifest['bodies'][1]
        self.assertGreater(ball['vertices'], 100)
        centre, *around = report.positions(ball)[0]
        for point in around:
            self.assertAlmostEqual(math.dist(centre, point), 0.1, delta=1e-4)
        self.assertIsNone(report.manifest['bodies'][2]['poses'])
        contact, = report.contacts()
        self.assertEqual(sorted(contact['objects']), [1, 2])
        self.assertIn(1 + contact['toc_lower'][0], report.manifest['key_times'])

    def test_edges_apart_are_cuts(self):
        report = self.run_with_report('robot', '--builtin', 'mannequin', code=1)
        times = report.manifest['key_times']
        self.assertTrue(any(a == b for a, b in zip(times, times[1:])))
        self.expect_contacts_touch_of_first(report)

    def expect_contacts_touch_of_first(self, report):
        contact = report.contacts()[0]
        number = next(i for i, step in enumerate(report.manifest['steps']) if step['contacts'][1] > 0)
        points = report.positions_at(report.manifest['bodies'][contact['objects'][0]],
                                     number + contact['toc_lower'][0])
        count = 1 if contact['kind'] == (0,) else 2
        place = [sum(contact['weights'][i] * points[contact['vertices'][i]][axis] for i in range(count))
                 for axis in range(3)]
        self.assertLess(math.dist(place, contact['point']), 0.02)


class CheckReport(Folder):
    def test_every_kind_of_part_is_shown_where_it_touches(self):
        report = self.run_with_report('check', '--builtin', 'arm-through-cloth', code=1)
        self.assertEqual([body['name'] for body in report.manifest['bodies']],
                         ['mandrel', 'arm/post', 'arm/upper', 'arm/fore', 'cloth'])
        contact = report.contacts()[0]
        self.assertEqual(sorted(contact['objects']), [3, 4])
        at = 5 + contact['toc_lower'][0]
        self.assertIn(at, report.manifest['key_times'])
        for side, places in ((0, range(1)), (1, range(1, 4))):
            points = report.positions_at(report.manifest['bodies'][contact['objects'][side]], at)
            place = [sum(contact['weights'][i] * points[contact['vertices'][i]][axis] for i in places) for axis in range(3)]
            self.assertLess(math.dist(place, contact['point']), 1e-3)


class OtherOutputs(Folder):
    def test_pictures_poses_and_motions(self):
        ran = tocca('rigid', 'box:1,1,1', 'sphere:1', '--from', '3,0,0', '--png', self.path('p.png'), '--pose',
                    self.path('p.obj'), '--gltf', self.path('p.glb'), '--to', '0,0,0')
        self.assertEqual(ran.returncode, 1, ran.stderr)
        self.assertTrue(self.path('p.png').read_bytes().startswith(b'\x89PNG'))
        self.assertTrue(self.path('p.glb').read_bytes().startswith(b'glTF'))
        self.assertGreater(self.path('p.obj').read_text().count('\nv '), 8)

    def test_bad_names_are_refused_before_any_work(self):
        for option, name in (('--report', 'a.txt'), ('--png', 'a.jpg'), ('--pose', 'a.stl'), ('--gltf', 'a.gltf'),
                             ('--contacts', 'a.txt')):
            ran = tocca('rigid', 'box:1,1,1', 'box:1,1,1', option, self.path(name))
            self.assertEqual(ran.returncode, 2, option)
            self.assertIn(name, ran.stderr)
            self.assertFalse(self.path(name).exists())

    def test_unwritable_outputs(self):
        for option, name in (('--report', 'a.html'), ('--png', 'a.png'), ('--pose', 'a.obj'), ('--gltf', 'a.glb'),
                             ('--contacts', 'a.csv')):
            ran = tocca('rigid', 'box:1,1,1', 'box:1,1,1', option, self.path('missing') / name)
            self.assertEqual(ran.returncode, 2, option)
            self.assertIn(name, ran.stderr)

    def test_outputs_do_not_overwrite_inputs_or_each_other(self):
        a = self.write('a.obj', obj(frame(2), FACES))
        b = self.write('b.obj', obj(frame(-2), FACES))
        before = a.read_text()
        self.assertEqual(tocca('mesh', a, b, '--pose', a).returncode, 2)
        self.assertEqual(tocca('rigid', a, b, '--pose', b).returncode, 2)
        self.assertEqual(tocca('mesh', a, b, '--contacts', self.path('x.json'), '--json', self.path('x.json')).returncode,
                         2)
        self.assertEqual(a.read_text(), before)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ['a.obj', 'b.obj'])

    def test_questions_without_an_answer_to_show(self):
        self.assertEqual(tocca('rigid', 'box:1,1,1', 'box:1,1,1', '--collides', '--contacts', self.path('c.csv')
                               ).returncode, 2)
        self.assertEqual(tocca('robot', '--builtin', 'mannequin', '--info', '--png', self.path('c.png')).returncode, 2)


if __name__ == '__main__':
    unittest.main()
