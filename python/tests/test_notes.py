# SPDX-License-Identifier: Apache-2.0
"""What readers pass over is warned of, what is misspelt is an error, and states have names."""
import warnings

import numpy as np
import pytest
import tocca

SLIDE = """<robot name="slide">
<link name="rail"/>
<link name="block"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
<link name="lid"><collision><origin xyz="0 0 5"/><geometry><sphere radius="0"/></geometry></collision></link>
<joint name="x" type="prismatic"><parent link="rail"/><child link="block"/><axis xyz="1 0 0"/>
<limit lower="1" upper="3" effort="1" velocity="1"/></joint>
<joint name="turn" type="floating"><parent link="block"/><child link="lid"/></joint>
</robot>"""
SRDF = """<robot name="slide"><group name="arm"><joint name="x"/></group>
<group_state name="ready" group="arm"><joint name="x" value="1.5"/></group_state></robot>"""
REST = [2, 0, 0, 0, 0, 0, 0, 1]


def test_states_by_name(tmp_path):
    (tmp_path / 'slide.srdf').write_text(SRDF)
    robot = tocca.parse_robot(SLIDE, srdf=tmp_path / 'slide.srdf')
    assert robot.states == [('arm', 'ready')]
    assert np.array_equal(robot.state('ready'), [1.5, *REST[1:]])
    assert np.array_equal(robot.state('arm/ready', [9, 1, *REST[2:]]), [1.5, 1, *REST[2:]])
    assert np.array_equal(robot.default_start(), [1.5, *REST[1:]])
    assert np.array_equal(tocca.parse_robot(SLIDE).default_start(), REST)
    with pytest.raises(tocca.Error, match='it has: arm/ready') as raised:
        robot.state('raedy')
    assert raised.value.code == 'malformed_robot'


def test_what_is_passed_over_is_warned_of(tmp_path):
    robot = tocca.parse_robot(SLIDE)
    with pytest.warns(tocca.InputWarning, match='robot.urdf:2: <drake:joint> is of a foreign namespace'):
        tocca.parse_robot(SLIDE.replace('<link name="rail"/>', '<link name="rail"/><drake:joint/>'))
    request = tmp_path / 'request.yaml'
    request.write_text('start_state:\n  joint_state: {name: [wheel, x], position: [0, 1]}\n'
                       'goal_constraints: [{joint_constraints: [{joint_name: x, position: 3}]}]\n')
    with pytest.warns(tocca.InputWarning, match="request.yaml:2: .*ignored: 'wheel'"):
        start, goals = tocca.read_planning_request(request, robot)
    assert start[0] == 1 and goals[0][0] == 3
    path = tmp_path / 'path.csv'
    path.write_text('x,turn.qw\n1,0.85\n2,1.06\n')
    with pytest.warns(tocca.InputWarning, match='2 waypoints .* lengths from 0.85 to 1.06'):
        waypoints = tocca.read_joint_path(path, robot)
    assert np.array_equal(waypoints[:, 7], [1, 1])


def test_motions_with_quaternions_that_are_not_quite_unit():
    checker = tocca.RobotChecker(tocca.parse_robot(SLIDE), tocca.RobotScene([
        tocca.Obstacle('wall', [tocca.box_shape([0.1, 2, 2])], np.diag([1.0, 1, 1, 1]) + 5 * np.eye(4, k=3))]))
    exact = tocca.first_contact(checker, REST, [9, *REST[1:]])
    scaled = tocca.first_contact(checker, [*REST[:7], 0.85], [9, *REST[1:7], 1.06])
    assert exact.outcome == scaled.outcome == 'contact' and exact.safe_until == scaled.safe_until


def test_a_question_about_nothing_warns():
    with pytest.warns(tocca.InputWarning, match='nothing is checked'):
        tocca.RobotChecker(tocca.parse_robot(SLIDE.replace('collision', 'visual')), tocca.RobotScene())
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        with pytest.raises(tocca.InputWarning):
            tocca.RobotChecker(tocca.parse_robot('<robot name="r"><link name="a"/></robot>'), tocca.RobotScene())


@pytest.mark.parametrize('name, text, line', [
    ('a.yaml', 'name: a\nwrold:\n  collision_objects: []\n', 2),
    ('a.yaml', 'world: {}\nworld: {}\n', 2),
    ('a.json', '{"schema": "tocca.robot-scene/1",\n"object": []}', 2),
    ('a.json', '{"schema": "tocca.robot-scene/1",\n"objects": [],\n"objects": []}', 3),
])
def test_misspelt_scenes_are_errors(tmp_path, name, text, line):
    (tmp_path / name).write_text(text)
    with pytest.raises(tocca.Error) as raised:
        tocca.load_scene(tmp_path / name)
    assert raised.value.code == 'malformed_file' and raised.value.line == line
