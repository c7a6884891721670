# SPDX-License-Identifier: Apache-2.0
"""Robots: motions between configurations and paths of them."""
import numpy as np
import pytest
import tocca
from conftest import pose
from hypothesis import given
from hypothesis import strategies as st

WALL = tocca.RobotScene([tocca.Obstacle('wall', [tocca.box_shape([0.1, 2, 1])], pose(0.9, 1.0))])


@pytest.fixture
def robot(arm_text):
    return tocca.parse_robot(arm_text)


@pytest.fixture
def checker(robot):
    return tocca.RobotChecker(robot, WALL)


def test_a_robot_tells_of_itself(robot):
    assert robot.name == 'arm' and robot.link_names == ['base', 'upper', 'fore']
    assert robot.joint_names == robot.value_names == ['shoulder', 'elbow'] and robot.value_count == 2
    assert robot.limits == [(-3, 3), (-2, 2)] and np.array_equal(robot.zero(), [0, 0])
    assert robot.limit_broken([0, 1]) is None and 'elbow' in robot.limit_broken([0, 2.5])
    assert ('base', 'upper', 'adjacent') in robot.allowed_pairs
    poses = robot.poses([np.pi / 2, 0])
    assert poses.shape == (3, 4, 4) and np.allclose(poses[2][:3, 3], [0, 0.6, 0])
    assert 'arm' in repr(robot)


def test_first_contact_with_a_wall(checker):
    first = tocca.first_contact(checker, [-1.0, 0.0], [1.0, 0.0])
    assert isinstance(first, tocca.Answer) and first.outcome == 'contact'
    assert [checker.body_names[i] for i in first.pair.objects] == ['fore', 'wall']
    assert first.contact.objects == first.pair.objects and first.contact.shapes == first.pair.shapes == (0, 0)
    assert 0 < first.contact.distance < 1e-4 and first.statistics.object_pairs == checker.pair_count
    step = tocca.safe_step(checker, [-1.0, 0.0], [1.0, 0.0])
    assert isinstance(step, tocca.SafeStep) and step.step == first.safe_until and step.contact.toc == first.contact.toc
    assert tocca.collides(checker, [-1.0, 0.0], [1.0, 0.0]) and not tocca.collides(checker, [-1, 0], [-2, 0])
    everything = tocca.all_contacts(checker, [-1.0, 0.0], [1.0, 0.0])
    assert everything.pair.objects == first.pair.objects and everything.safe_until == first.safe_until
    assert len(everything) > 0 and everything[0].toc == first.contact.toc and not everything.undecided
    assert tocca.first_contact(checker, [-1.0, 0.0], [1.0, 0.0], target='EMU128').safe_until == first.safe_until


@given(st.lists(st.floats(-1.9, 1.9), min_size=4, max_size=4))
def test_what_is_proven_free_is_free_when_sampled(values):
    from conftest import ARM
    checker = tocca.RobotChecker(tocca.parse_robot(ARM), WALL)
    start, end = np.array(values[:2]), np.array(values[2:])
    first = tocca.first_contact(checker, start, end)
    if first.outcome in ('touching_at_start', 'inside'):
        assert tocca.collides_at(checker, start)
        return
    for t in np.linspace(0, first.safe_until, 9):
        assert not tocca.collides_at(checker, start + t * (end - start))


def test_paths(checker):
    path = np.array([[-1, 0], [-1, 1], [-0.2, 1], [1, 0]])
    report = tocca.check_path(checker, path)
    assert len(report) == 3 and report.outcome == 'contact' and 0 <= report.free_edges < 3
    for i, edge in enumerate(report.edges):
        single = tocca.first_contact(checker, path[i], path[i + 1])
        assert edge.outcome == single.outcome and edge.safe_until == single.safe_until
    assert report.safe_until == report.edges[report.free_edges].safe_until
    assert report.statistics.object_pairs == 3 * checker.pair_count and report.statistics.node_pairs > 0
    assert len(tocca.check_path(checker, path[::-1], stop_at_contact=True).edges) == 1
    seen = []
    quick = tocca.check_path(checker, np.asfortranarray(path, dtype=np.float32), only_collides=True,
                             progress=seen.append, threads=2)
    assert quick.free_edges == report.free_edges and seen and seen[-1] == 1


def test_clearances_and_attached_objects(robot):
    motion = [-1.0, 0.0], [1.0, 0.0]
    plain = tocca.first_contact(tocca.RobotChecker(robot, WALL), *motion).safe_until
    wide = tocca.RobotChecker(robot, WALL, clearance=0.05)
    assert tocca.first_contact(wide, *motion).safe_until < plain
    once = tocca.first_contact(tocca.RobotChecker(robot, WALL), *motion, clearance=0.05)
    assert once.safe_until == tocca.first_contact(wide, *motion).safe_until
    own = tocca.RobotChecker(robot, WALL, pair_clearances=[('fore', 'wall', 0.05)])
    assert tocca.first_contact(own, *motion).safe_until == tocca.first_contact(wide, *motion).safe_until
    holding = tocca.attach(robot, 'part', 'fore', [tocca.sphere_shape(0.2)], pose(0.5))
    assert holding.link_names[-1] == 'part'
    assert tocca.first_contact(tocca.RobotChecker(holding, WALL), *motion).safe_until < plain
    allowed = tocca.RobotScene(WALL.objects, [('fore', 'wall')])
    assert tocca.first_contact(tocca.RobotChecker(robot, allowed), *motion).outcome == 'free'


def test_every_shape(robot):
    shapes = [tocca.box_shape([1, 1, 1]), tocca.sphere_shape(0.5), tocca.cylinder_shape(0.5, 1.0, pose(0)),
              tocca.capsule_shape(0.5, 0.1), tocca.mesh_shape(tocca.box(), scale=[1, 1, 1], solid=True)]
    for shape in shapes:
        scene = tocca.RobotScene([tocca.Obstacle('thing', [shape], pose(1.4))])
        assert tocca.collides(tocca.RobotChecker(robot, scene), [-1.0, 0], [1.0, 0]), shape


def test_files(arm_text, command, tmp_path):
    urdf, path, scene = tmp_path / 'arm.urdf', tmp_path / 'path.csv', tmp_path / 'scene.json'
    urdf.write_text(arm_text)
    path.write_text('shoulder,elbow\n-1,0\n1,0\n')
    scene.write_text('{"schema": "tocca.robot-scene/1", "objects": '
                     '[{"name": "wall", "shapes": [{"shape": "box:0.1,2,1", "pose": "0.9,1,0"}]}]}')
    robot = tocca.load_robot(urdf, srdf=None, package_paths=[str(tmp_path)])
    waypoints = tocca.read_joint_path(path, robot)
    assert np.array_equal(waypoints, [[-1, 0], [1, 0]])
    answer = command('robot', urdf, '--path', path, '--against', 'box:0.1,2,1@0.9,1,0')['edges'][0]
    first = tocca.first_contact(tocca.RobotChecker(robot, WALL), *waypoints)
    assert answer['outcome'] == first.outcome and answer['safe_until'] == first.safe_until
    planning = tocca.load_scene(scene)
    placed = tocca.place_robot(robot, planning)
    assert planning.object_names == ['wall'] and np.array_equal(placed.start, [0, 0])
    again = tocca.first_contact(tocca.RobotChecker(placed.robot, placed.scene), *waypoints)
    assert again.safe_until == pytest.approx(first.safe_until, abs=1e-9)


def test_limits_are_checked_on_request(checker):
    with pytest.raises(tocca.Error, match='elbow') as raised:
        tocca.first_contact(checker, [0, 0], [0, 2.5], check_limits=True)
    assert raised.value.code == 'joint_limit'
