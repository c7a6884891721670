# SPDX-License-Identifier: Apache-2.0
"""Solids whose parts overlap, vertices without a face, and what is refused."""
import numpy as np
import pytest
import tocca
from conftest import pose

SMALL = tocca.RigidBody(tocca.box(lengths=(0.2, 0.2, 0.2)))


def joined(*meshes):
    positions, faces, count = [], [], 0
    for mesh in meshes:
        faces.append(np.asarray(mesh.faces) + count)
        positions.append(mesh.positions)
        count += len(mesh.positions)
    return tocca.TriangleMesh(np.vstack(positions), np.vstack(faces))


BARS = joined(tocca.box(lengths=(6, 2, 2)), tocca.box(lengths=(2, 6, 2.2)))


def outcome(body, other, *at):
    motion = tocca.translation(pose(*at), [0.01, 0, 0])
    first = tocca.first_contact(body, motion, other, tocca.at_rest(pose()))
    assert tocca.first_contact(other, tocca.at_rest(pose()), body, motion).outcome == first.outcome
    assert tocca.collides(body, motion, other, tocca.at_rest(pose())) == (first.outcome != 'free')
    return first.outcome


def test_what_is_inside_two_parts_is_inside():
    solid = tocca.RigidBody(BARS, solid=True)
    assert outcome(SMALL, solid, 0, 0, 0) == 'inside'
    assert outcome(SMALL, solid, 2, 0, 0) == 'inside'
    assert outcome(SMALL, solid, 2, 2, 0) == 'free'
    assert outcome(SMALL, tocca.RigidBody(BARS), 0, 0, 0) == 'free'
    world = tocca.Scene()
    world.add(SMALL, tocca.at_rest(pose()))
    world.add(solid, tocca.at_rest(pose()))
    assert tocca.first_contact(world).outcome == 'inside' and tocca.collides(world)


def test_robots_say_the_same(arm_text):
    robot = tocca.parse_robot(arm_text)
    scene = tocca.RobotScene([tocca.Obstacle('bars', [tocca.mesh_shape(BARS, scale=[9, 9, 9], solid=True)])])
    checker = tocca.RobotChecker(robot, scene)
    assert tocca.first_contact(checker, [0, 0], [0.1, 0]).outcome == 'inside'


def test_what_is_no_solid_is_refused():
    box = tocca.box()
    turned = np.array(box.faces)
    turned[0] = turned[0][::-1]
    both = np.vstack([box.faces, np.asarray(box.faces)[:, ::-1]])
    for faces in (box.faces[1:], turned, both):
        mesh = tocca.TriangleMesh(box.positions, faces)
        tocca.RigidBody(mesh)
        with pytest.raises(tocca.Error, match='solid'):
            tocca.RigidBody(mesh, solid=True)
        with pytest.raises(tocca.Error, match='solid'):
            tocca.mesh_shape(mesh, solid=True)


def test_a_robot_warns_of_meshes_that_stay_surfaces(tmp_path):
    tocca.write_mesh(tmp_path / 'open.obj', tocca.box().positions, tocca.box().faces[1:])
    text = '<robot name="r"><link name="a"><collision><geometry><mesh filename="open.obj"/></geometry></collision></link></robot>'
    (tmp_path / 'r.urdf').write_text(text)
    with pytest.warns(UserWarning, match='not closed'):
        tocca.load_robot(tmp_path / 'r.urdf', solid_meshes=True)


def test_vertices_without_a_face_are_ignored_unless_asked_for():
    mesh = tocca.TriangleMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [100, 0, 0]], [[0, 1, 2]])
    without, kept = tocca.RigidBody(mesh), tocca.RigidBody(mesh, isolated_vertices=True)
    assert without.ignored_vertices == 1 and kept.ignored_vertices == 0
    block = tocca.RigidBody(tocca.box())
    assert outcome(block, without, 99, 0, 0) == 'free'
    motion = tocca.translation(pose(98, 0, 0), [5, 0, 0])
    assert not tocca.collides(block, motion, without, tocca.at_rest(pose()))
    assert tocca.collides(block, motion, kept, tocca.at_rest(pose()))
    with pytest.raises(tocca.Error, match='can touch'):
        tocca.RigidBody(tocca.TriangleMesh([[0, 0, 0]], np.zeros((0, 3), int)))
