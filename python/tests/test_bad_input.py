# SPDX-License-Identifier: Apache-2.0
"""Bad input gives a documented exception, ValueError, TypeError, IndexError or tocca.Error, and never a crash or a hang."""
import os
import pickle

import numpy as np
import pytest
import tocca
from conftest import ARM, crumpled_sheet, near_pairs, pose

DOCUMENTED = (ValueError, TypeError, IndexError, tocca.Error)
FACES, START, END = crumpled_sheet(3, 1)
PAIRS = near_pairs('vf', 6)
BOX = tocca.RigidBody(tocca.box())
CHECKER = tocca.RobotChecker(tocca.parse_robot(ARM), tocca.RobotScene())


def with_value(array, value):
    changed = np.array(array, dtype=float)
    changed.flat[changed.size // 2] = value
    return changed


def broken_numbers(array):
    """Ways to spoil an array of numbers."""
    array = np.asarray(array)
    yield 'nan', with_value(array, np.nan)
    yield 'infinity', with_value(array, np.inf)
    yield 'minus infinity', with_value(array, -np.inf)
    yield 'objects', array.astype(object)
    yield 'a masked array', np.ma.masked_array(array, mask=array > 0)
    yield 'text', array.astype(str)
    yield 'bytes', array.astype('S8')
    yield 'complex', array.astype(complex)
    yield 'truths', array > 0
    yield 'dates', np.zeros(array.shape, dtype='datetime64[s]')
    yield 'records', np.zeros(array.shape, dtype=[('x', float), ('y', float)])
    yield 'one axis more', array[None, None]
    yield 'flat', array.ravel()
    yield 'one column less', array[..., :-1]
    yield 'one column more', np.concatenate([array, array[..., :1]], axis=-1)
    yield 'a scalar', np.float64(1.0)
    yield 'None', None
    yield 'a word', 'positions'
    yield 'a dictionary', {'x': 1}
    yield 'a ragged list', [[0, 0, 0], [1, 1]]
    yield 'an object', object()
    yield 'a generator', (row for row in array)
    yield 'a list of words', [['a', 'b', 'c']]
    yield 'huge whole numbers', [[10**400, 0, 0]]


def broken_faces(faces, count):
    """Ways to spoil an array of vertex numbers."""
    faces = np.asarray(faces, dtype=np.int64)
    yield 'negative', np.where(faces == 0, -1, faces)
    yield 'least', np.where(faces == 0, np.iinfo(np.int64).min, faces)
    yield 'too large', np.where(faces == 0, count, faces)
    yield 'beyond 32 bits', np.where(faces == 0, 2**32, faces)
    yield 'the last of 32 bits', np.where(faces == 0, 2**32 - 1, faces)
    yield 'the last of 64 bits', np.where(faces == 0, np.uint64(2**64 - 1), faces.astype(np.uint64))
    yield 'floats', faces.astype(float)
    yield 'nan', with_value(faces, np.nan)
    yield 'objects', faces.astype(object)
    yield 'truths', faces > 0
    yield 'text', faces.astype(str)
    yield 'four corners', np.concatenate([faces, faces[:, :1]], axis=1)
    yield 'two corners', faces[:, :2]
    yield 'flat', faces.ravel()
    yield 'None', None
    yield 'a number', 3
    yield 'a word', 'faces'
    yield 'ragged', [[0, 1, 2], [3]]
    yield 'huge whole numbers', [[10**30, 0, 1]]


def scene_of_three():
    """A mesh, a body and a robot of three links, numbered in this order."""
    scene = tocca.Scene()
    scene.add(START, FACES)
    scene.add(BOX, tocca.at_rest(pose(3)))
    scene.add(tocca.parse_robot(ARM))
    return scene


def cases():
    """(name, call) of every mutated call."""
    def add(name, call):
        return pytest.param(call, id=name)

    for name, bad in broken_numbers(PAIRS):
        yield add(f'pairs, {name}', lambda bad=bad: tocca.collides(bad, kind='vf'))
        yield add(f'pairs first, {name}', lambda bad=bad: tocca.first_contact(bad, kind='ee'))
    for name, bad in broken_numbers(PAIRS[0]):
        if name in ('one axis more', 'one column less', 'one column more', 'flat') or 'a ' not in name:
            yield add(f'pair, {name}', lambda bad=bad: tocca.all_contacts(bad, kind='vf'))
            yield add(f'explain, {name}', lambda bad=bad: tocca.explain(bad, kind='vf'))
            yield add(f'clearance, {name}',
                      lambda bad=bad: tocca.first_contact(bad, kind='vf', clearance=0.1))
    for name, bad in broken_numbers(START):
        yield add(f'start, {name}', lambda bad=bad: tocca.first_contact(bad, END, FACES))
        yield add(f'end, {name}', lambda bad=bad: tocca.all_contacts(START, bad, FACES))
        yield add(f'mesh, {name}', lambda bad=bad: tocca.TriangleMesh(bad, FACES))
        yield add(f'move, {name}', lambda bad=bad: tocca.MovingMesh(START, FACES).move_to(bad))
        yield add(f'part, {name}', lambda bad=bad: tocca.Scene().add(bad, FACES))
        yield add(f'move of a part, {name}', lambda bad=bad: scene_of_three().move(0, bad))
        yield add(f'frames, {name}', lambda bad=bad: tocca.collides([START, bad, END], FACES))
        if name != 'a generator':
            yield add(f'indexed, {name}', lambda bad=bad: tocca.collides(bad, END, pairs=[[8, 1, 2, 3]], kind='vf'))
    for name, bad in broken_faces(FACES, len(START)):
        yield add(f'faces, {name}', lambda bad=bad: tocca.collides(START, END, bad))
        yield add(f'mesh faces, {name}', lambda bad=bad: tocca.MovingMesh(START, bad))
    for name, bad in broken_faces([[0, 1, 2, 3]], len(START)):
        if name not in ('four corners',):
            yield add(f'numbers, {name}', lambda bad=bad: tocca.collides(START, END, pairs=bad, kind='vf'))
    for name, bad in broken_faces([[0, 1]], len(START)):
        if name not in ('two corners', 'None'):
            yield add(f'loose edges, {name}', lambda bad=bad: tocca.TriangleMesh(START, FACES, bad))
    for name, bad in broken_numbers(pose()):
        yield add(f'pose, {name}', lambda bad=bad: tocca.at_rest(bad))
        yield add(f'distance, {name}', lambda bad=bad: tocca.distance(BOX, bad, BOX, pose()))
    for name, bad in (('scaled', 2 * np.eye(4)), ('reflected', np.diag([-1.0, 1, 1, 1])), ('zero', np.zeros((4, 4))),
                      ('projective', np.eye(4) + np.eye(4, k=-1))):
        yield add(f'pose, {name}', lambda bad=bad: tocca.RigidMotion(pose(), bad))
    for name, bad in broken_numbers([0.0, 0.0]):
        if name != 'flat':
            yield add(f'configuration, {name}', lambda bad=bad: tocca.first_contact(CHECKER, [0, 0], bad))
            yield add(f'at, {name}', lambda bad=bad: tocca.collides_at(CHECKER, bad))
    for name, bad in broken_numbers([[0.0, 0.0], [1.0, 1.0]]):
        yield add(f'path, {name}', lambda bad=bad: tocca.check_path(CHECKER, bad))


ALL = list(cases())


def test_there_are_enough_cases():
    assert len(ALL) >= 200


@pytest.mark.parametrize('call', ALL)
def test_bad_arrays_are_refused(call):
    with pytest.raises(DOCUMENTED):
        call()


OPTIONS = [('tolerance', 0.0, ValueError), ('tolerance', -1.0, ValueError), ('tolerance', float('nan'), ValueError),
           ('tolerance', 'fine', TypeError), ('threads', -1, ValueError), ('threads', 1.5, TypeError),
           ('threads', 10**12, TypeError), ('target', 'AVX9', ValueError), ('target', 7, TypeError),
           ('progress', 3, TypeError), ('unknown', 1, TypeError), ('clearance', -1.0, ValueError),
           ('clearance', float('nan'), ValueError), ('clearance', float('inf'), ValueError),
           ('near_fraction', 1.0, ValueError), ('self_contact', 'no', TypeError), ('self_contact', 1, TypeError),
           ('ignored_pairs', [[0, 1, 2]], ValueError), ('ignored_pairs', [[-1, 0]], tocca.Error),
           ('accept', 'all', TypeError), ('clearance', None, TypeError), ('max_contacts', -1, TypeError),
           ('skipped_objects', [[0, 1]], TypeError)]


@pytest.mark.parametrize('name, value, raised', OPTIONS)
def test_bad_options_of_a_scene(name, value, raised):
    options = {name: value}
    if name == 'near_fraction':
        options['clearance'] = 0.1
    with pytest.raises(raised, match='tolerance' if raised is ValueError and name == 'tolerance' else None):
        tocca.first_contact(START, END, FACES, **options)


@pytest.mark.parametrize('name, value, raised', [
    ('threshold', 0.0, ValueError), ('threshold', -1.0, ValueError), ('threshold', float('nan'), ValueError),
    ('clearance', -1.0, ValueError), ('until', -0.5, ValueError), ('until', float('nan'), ValueError),
    ('budget', -1, TypeError), ('budget', 1.5, TypeError), ('tolerance', -1.0, ValueError),
    ('target', 'none', ValueError), ('time_tolerance', 1e-9, TypeError)])
def test_bad_options_of_bodies(name, value, raised):
    with pytest.raises(raised):
        tocca.first_contact(BOX, tocca.at_rest(pose()), BOX, tocca.at_rest(pose(3)), **{name: value})


@pytest.mark.parametrize('options', [{'boxes': 'taylor'}, {'order': 'one_heap'}, {'check_limits': 'yes'},
                                     {'budget': -1}, {'tolerance': -1.0}, {'time_tolerance': 1.0}])
def test_bad_options_of_robots(options):
    with pytest.raises((ValueError, TypeError)):
        tocca.first_contact(CHECKER, [0, 0], [1, 1], **options)


def subjects():
    """What each subject is asked with, and the options that cannot apply to it."""
    mesh = tocca.MovingMesh(START, FACES)
    of_turns = {'threshold': 0.1, 'budget': 10}
    exact = of_turns | {'until': 0.5}
    of_meshes = {'self_contact': False, 'between': False, 'accept': lambda *_: True, 'assume_start_free': True}
    of_scenes = {'ignored_pairs': [(0, 1)], 'ignored_groups': [(0, 1)]}
    of_worlds = {'accept_objects': lambda *_: True}
    of_robots = {'check_limits': True}
    fraction = {'near_fraction': 0.5}
    rest = tocca.at_rest(pose())
    return {
        'pair': ((PAIRS[0],), {'kind': 'vf'}, exact | of_meshes | of_scenes | of_worlds | of_robots),
        'batch': ((PAIRS,), {'kind': 'vf'},
                  exact | of_meshes | of_scenes | of_worlds | of_robots),
        'mesh': ((mesh,), {}, of_turns | of_worlds | of_robots),
        'two bodies': ((BOX, rest, BOX, tocca.at_rest(pose(3))), {},
                       of_meshes | of_scenes | of_worlds | of_robots | fraction),
        'robot': ((CHECKER, [0, 0], [1, 1]), {}, of_meshes | of_scenes | of_worlds | fraction),
    }


@pytest.mark.parametrize('subject', list(subjects()))
def test_options_that_cannot_apply_are_refused(subject):
    arguments, needed, refused = subjects()[subject]
    for name, value in refused.items():
        for verb in (tocca.collides, tocca.first_contact):
            word = 'self' if name == 'self_contact' else name
            with pytest.raises(ValueError, match=f'`{word}` does not apply'):
                verb(*arguments, **needed, **{name: value})


def test_options_of_the_study_are_unknown():
    for call in (lambda: tocca.first_contact(CHECKER, [0, 0], [1, 1], boxes='none'),
                 lambda: tocca.collides(CHECKER, [0, 0], [1, 1], boxes='none'),
                 lambda: tocca.check_path(CHECKER, [[0, 0], [1, 1]], order='one_heap'),
                 lambda: tocca.first_contact(START, END, FACES, boxes='none')):
        with pytest.raises(TypeError, match='unexpected keyword'):
            call()


@pytest.mark.parametrize('call', [
    lambda: tocca.collides(PAIRS),
    lambda: tocca.collides(PAIRS, kind='fv'),
    lambda: tocca.collides(PAIRS, kind=3),
    lambda: tocca.collides(PAIRS, kind='ve'),
    lambda: tocca.collides(PAIRS, PAIRS, kind='vf'),
    lambda: tocca.all_contacts(PAIRS, kind='vf'),
    lambda: tocca.safe_step(PAIRS, kind='vf'),
    lambda: tocca.collides(),
    lambda: tocca.collides(tocca.box()),
    lambda: tocca.collides(START, END, FACES, FACES),
    lambda: tocca.all_contacts(BOX, tocca.at_rest(pose()), BOX, tocca.at_rest(pose())),
    lambda: tocca.collides(BOX, pose(), BOX, pose()),
    lambda: tocca.collides(BOX),
    lambda: tocca.RigidBody(START),
    lambda: tocca.RigidBody(tocca.sheet(), solid=True),
    lambda: tocca.RigidBody(tocca.TriangleMesh(START * 1e300, FACES)),
    lambda: tocca.Scene(3),
    lambda: tocca.Scene().add(START),
    lambda: tocca.Scene().add(3),
    lambda: tocca.Scene().add(None),
    lambda: tocca.Scene().add(tocca.box(), FACES),
    lambda: tocca.Scene().add(START, FACES, name=3),
    lambda: tocca.Scene().add(START, FACES, thickness=-1.0),
    lambda: tocca.Scene().add(START, FACES, thickness=float('nan')),
    lambda: tocca.Scene().add(START, FACES, solid='yes'),
    lambda: tocca.Scene().add(START, FACES, solid=True),
    lambda: tocca.Scene().add(START, FACES, group=-1),
    lambda: tocca.Scene().add(START, FACES, self_contact=1),
    lambda: tocca.Scene().add(START, FACES, colour='red'),
    lambda: tocca.Scene().add(BOX, self_contact=False),
    lambda: tocca.Scene().add(BOX, pose()),
    lambda: tocca.Scene().add(tocca.parse_robot(ARM), solid=True),
    lambda: scene_of_three().move(0),
    lambda: scene_of_three().move(0, []),
    lambda: scene_of_three().move(0, START[:-1]),
    lambda: scene_of_three().move(0, START, START[:-1]),
    lambda: scene_of_three().move(0, START, END, END),
    lambda: scene_of_three().move(0, with_value(START, np.nan)),
    lambda: scene_of_three().move(0, tocca.at_rest(pose())),
    lambda: scene_of_three().move(1, START),
    lambda: scene_of_three().move(1, pose()),
    lambda: scene_of_three().move(2, [0.0, 0.0]),
    lambda: scene_of_three().move(2, [0.0, 0.0], [1.0]),
    lambda: scene_of_three().move(2, tocca.at_rest(pose())),
    lambda: scene_of_three().move(-1, START),
    lambda: scene_of_three().advance(1.5),
    lambda: scene_of_three().advance(float('nan')),
    lambda: scene_of_three().keep_front(-1),
    lambda: scene_of_three().keep_candidates(-1.0),
    lambda: scene_of_three().keep_candidates(float('nan')),
    lambda: scene_of_three().start(1),
    lambda: scene_of_three().end(2),
    lambda: scene_of_three().motion(0),
    lambda: scene_of_three().object_name(5),
    lambda: tocca.intersects(scene_of_three(), 2.0),
    lambda: tocca.intersections(scene_of_three(), -1.0),
    lambda: tocca.intersections(tocca.Scene(), 0.0),
    lambda: tocca.free_times(scene_of_three(), tocca.all_contacts(scene_of_three()), 1),
    lambda: tocca.free_times(scene_of_three(), tocca.first_contact(scene_of_three()), 0),
    lambda: tocca.write_report(tocca.box(), tocca.all_contacts(scene_of_three()), '/tmp/report.html'),
    lambda: tocca.write_report(scene_of_three(), None, '/tmp/report.html'),
    lambda: tocca.write_report(scene_of_three(), tocca.all_contacts(scene_of_three()), None),
    lambda: tocca.write_report(scene_of_three(), tocca.all_contacts(scene_of_three()), 'a\0.html'),
    lambda: tocca.MovingMesh(START, FACES).positions_at(1.5),
    lambda: tocca.MovingMesh(START, FACES).positions_at(float('nan')),
    lambda: tocca.MovingMesh(START, FACES).move_to(START[:-1]),
    lambda: tocca.MovingMesh(START, FACES, thickness=-1.0),
    lambda: tocca.MovingMesh(START, FACES, name='cloth'),
    lambda: tocca.MovingMesh(FACES, START),
    lambda: tocca.MovingMesh(START),
    lambda: tocca.intersects(tocca.MovingMesh(START, FACES), 2.0),
    lambda: tocca.intersections(tocca.MovingMesh(START, FACES), float('nan')),
    lambda: tocca.intersects(START, 0.0),
    lambda: tocca.Scene().add(None, tocca.at_rest(pose())),
    lambda: tocca.Scene().motion(0),
    lambda: tocca.at_rest(pose()).at(2.0),
    lambda: tocca.turn(pose(), [0, 0, 0], [0, 0, 1e9]),
    lambda: tocca.parse_robot('<robot/>'),
    lambda: tocca.parse_robot('no robot'),
    lambda: tocca.parse_robot(ARM.replace('child link="fore"', 'child link="none"')),
    lambda: tocca.parse_robot(ARM, srdf='/nowhere.srdf'),
    lambda: tocca.load_robot('/nowhere.urdf'),
    lambda: tocca.load_robot(3),
    lambda: tocca.load_mesh(None),
    lambda: tocca.load_mesh('/nowhere.xyz'),
    lambda: tocca.load_mesh('a\0b.obj'),
    lambda: tocca.check_path(CHECKER, [[0, 0]]),
    lambda: tocca.check_path(CHECKER, np.empty((0, 2))),
    lambda: tocca.check_path(CHECKER, [[0, 0], [1, 1]], until=0.5),
    lambda: tocca.RobotScene([3]),
    lambda: tocca.RobotScene([], [('a',)]),
    lambda: tocca.RobotChecker(tocca.parse_robot(ARM), tocca.RobotScene([], [('no', 'body')])),
    lambda: tocca.RobotChecker(tocca.parse_robot(ARM), tocca.RobotScene(), clearance=-1.0),
    lambda: tocca.RobotChecker(tocca.parse_robot(ARM), tocca.RobotScene(), pair_clearances=[('a', 'b')]),
    lambda: tocca.box_shape([1, 1, 0]),
    lambda: tocca.sphere_shape(-1.0),
    lambda: tocca.mesh_shape(tocca.sheet(), solid=True),
    lambda: tocca.Contact(),
    lambda: tocca.Answer(),
    lambda: tocca.all_contacts(PAIRS[0], kind='vf', clearance=0.1),
    lambda: tocca.write_mesh('/tmp', START, FACES),
    lambda: tocca.write_mesh('mesh.stl', START, FACES),
    lambda: pickle.dumps(tocca.box()),
])
def test_wrong_calls_are_refused(call):
    with pytest.raises(DOCUMENTED):
        call()


def test_sentences_and_places():
    with pytest.raises(ValueError, match=r'positions must have the shape \(n, 3\), not \(4, 2\)'):
        tocca.TriangleMesh(np.zeros((4, 2)), FACES)
    with pytest.raises(ValueError, match='faces must be whole numbers, not float64'):
        tocca.TriangleMesh(START, FACES.astype(float))
    with pytest.raises(ValueError, match='real numbers, not object'):
        tocca.TriangleMesh(START.astype(object), FACES)
    with pytest.raises(tocca.Error, match='vertex -1') as raised:
        tocca.TriangleMesh(START, [[0, 1, -1]])
    assert raised.value.code == 'index_out_of_range' and raised.value.file is None and raised.value.line is None
    with pytest.raises(tocca.Error) as raised:
        tocca.collides(with_value(PAIRS, np.nan), kind='vf')
    assert raised.value.code == 'not_finite' and raised.value.query == 3
    copied = pickle.loads(pickle.dumps(raised.value))
    assert copied.query == 3 and copied.code == 'not_finite' and str(copied) == str(raised.value)


def test_what_a_callback_raises_comes_through():
    def fail(*_):
        raise LookupError('from the callback')
    for call in (lambda: tocca.all_contacts(START, END, FACES, accept=fail),
                 lambda: tocca.all_contacts(START, END, FACES, progress=fail),
                 lambda: tocca.collides(near_pairs('vf', 50_000), kind='vf', progress=fail),
                 lambda: tocca.check_path(CHECKER, [[0, 0], [1, 1], [0, 0]], progress=fail)):
        with pytest.raises(LookupError, match='from the callback'):
            call()


def damaged(data, count):
    """Copies of a file's bytes: cut short, with bytes changed, doubled, in disorder."""
    random = np.random.default_rng(3)
    for i in range(count):
        bytes_ = bytearray(data)
        if i % 3 == 0:
            del bytes_[random.integers(len(bytes_)):]
        else:
            for place in random.integers(0, len(bytes_), 1 + i % 7):
                bytes_[place] = random.integers(256)
        if i % 5 == 0:
            bytes_ += bytes_[:50]
        yield bytes(bytes_)


@pytest.mark.parametrize('name', ['mesh.ply', 'text.ply', 'mesh.obj'])
def test_damaged_mesh_files(name, tmp_path):
    path = tmp_path / name
    mesh = tocca.box(cells=(2, 2, 2))
    tocca.write_mesh(path, mesh.positions, mesh.faces, ascii=name == 'text.ply')
    for data in damaged(path.read_bytes(), 60):
        path.write_bytes(data)
        try:
            assert isinstance(tocca.load_mesh(path), tocca.TriangleMesh)
        except tocca.Error as error:
            assert error.file == str(path)


def test_damaged_robots():
    for data in damaged(ARM.encode(), 60):
        try:
            robot = tocca.parse_robot(data.decode('latin-1'))
            tocca.RobotChecker(robot, tocca.RobotScene())
        except tocca.Error as error:
            assert error.code in ('malformed_file', 'malformed_robot', 'not_finite', 'not_a_rotation',
                                  'unreadable_file')
        except ValueError:
            pass  # a length that is not positive


def test_names_of_files_are_any_bytes(tmp_path):
    missing = os.fsencode(tmp_path) + b'/\xff.obj'
    with pytest.raises(tocca.Error) as raised:
        tocca.load_mesh(missing)
    assert raised.value.code == 'unreadable_file'
    assert os.fsencode(raised.value.file) == missing


def test_null_characters_cut_no_names(tmp_path):
    for name in ('a.obj\0.ply', b'a\0.obj'):
        path = os.path.join(os.fsencode(tmp_path), os.fsencode(name))
        with pytest.raises(ValueError, match='null character'):
            tocca.write_mesh(path, [[0, 0, 0]], [])
        with pytest.raises(ValueError, match='null character'):
            tocca.load_mesh(path)
    assert not list(tmp_path.iterdir())


def test_numbers_of_nothing():
    scene = scene_of_three()
    for ask in (scene.kind, scene.name, scene.start, scene.end, scene.motion, scene.first_object,
                lambda part: scene.move(part, tocca.at_rest(pose()))):
        with pytest.raises(ValueError, match='no part with that number'):
            ask(3)
    for ask in (scene.part_of, scene.object_name):
        with pytest.raises(ValueError, match='no object with that number'):
            ask(5)
