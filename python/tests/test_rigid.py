# SPDX-License-Identifier: Apache-2.0
"""Rigid bodies, two of them and scenes of many."""
import numpy as np
import pytest
import tocca
from conftest import pose
from hypothesis import given
from hypothesis import strategies as st

BOX = tocca.RigidBody(tocca.box())
BALL = tocca.RigidBody(tocca.ico_sphere(radius=0.5, subdivisions=3), solid=True)
coordinates = st.floats(-2, 2)


def turned(angle):
    matrix = np.eye(4)
    matrix[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    return matrix


def test_two_boxes_meet():
    first = tocca.first_contact(BOX, tocca.RigidMotion(pose(), pose(4)), BOX, tocca.at_rest(pose(3)))
    assert isinstance(first, tocca.Answer) and first.outcome == 'contact' and first.contact.proof == 'within'
    assert abs(first.safe_until - 0.5) < 1e-4 and 0 < first.contact.distance < 2e-5
    assert first.pair.objects == (0, 1) and first.pair.shapes == first.contact.shapes == (0, 0)
    assert first.contact.threshold == first.threshold and first.contact.distance < 1.001 * first.threshold
    assert not first.start.near and first.statistics.node_pairs > 0 and 'node_pairs' in repr(first.statistics)
    step = tocca.safe_step(BOX, tocca.RigidMotion(pose(), pose(4)), BOX, tocca.at_rest(pose(3)))
    assert isinstance(step, tocca.SafeStep) and step.step == float(step) == step.safe_until == first.safe_until
    assert step.outcome == 'contact' and step.contact.toc == first.contact.toc and step.statistics.node_pairs > 0
    assert tocca.collides(BOX, tocca.translation(pose(), [4, 0, 0]), BOX, tocca.at_rest(pose(3)))
    assert not tocca.collides(BOX, tocca.translation(pose(), [1, 0, 0]), BOX, tocca.at_rest(pose(3)))
    gap = tocca.first_contact(BOX, tocca.RigidMotion(pose(), pose(4)), BOX, tocca.at_rest(pose(3)), clearance=1.0)
    assert abs(gap.safe_until - 0.25) < 1e-4


def test_a_turn_of_many_rounds():
    arm = tocca.RigidBody(tocca.box(lengths=(4, 0.1, 0.1)))
    ball = tocca.at_rest(pose(0, 1.5))
    spin = tocca.turn(pose(), [0, 0, 0], [0, 0, 20.0])
    hit = tocca.first_contact(arm, spin, BALL, ball)
    assert hit.outcome == 'contact' and 0.02 < hit.safe_until < np.pi / 2 / 20
    same = tocca.RigidMotion(pose(), pose(), rotation=[0, 0, 20.0])
    assert tocca.first_contact(arm, same, BALL, ball).safe_until == hit.safe_until
    assert np.allclose(spin.at(0.5), turned(10.0)) and np.allclose(spin.at(0), spin.from_)


def test_starting_inside_a_solid():
    small = tocca.RigidBody(tocca.ico_sphere(radius=0.1))
    assert tocca.first_contact(small, tocca.at_rest(pose()), BALL, tocca.at_rest(pose())).outcome == 'inside'
    assert tocca.first_contact(BALL, tocca.at_rest(pose()), BALL, tocca.at_rest(pose())).outcome == 'touching_at_start'


def test_a_budget_that_is_spent_leaves_a_proof():
    motion = tocca.RigidMotion(pose(-2), pose(2))
    short = tocca.first_contact(BALL, motion, BOX, tocca.at_rest(pose()), budget=3)
    full = tocca.first_contact(BALL, motion, BOX, tocca.at_rest(pose()))
    assert short.outcome == 'undecided' and short.contact is None and short.safe_until <= full.safe_until


@given(coordinates, coordinates, coordinates, st.floats(-3, 3))
def test_what_is_proven_free_is_free_when_sampled(x, y, z, angle):
    end = turned(angle)
    end[:3, 3] = x, y, z
    motion, rest = tocca.RigidMotion(pose(-3, 0.2), end), tocca.at_rest(pose())
    first = tocca.first_contact(BALL, motion, BOX, rest)
    assert (first.outcome == 'free') == (first.safe_until == 1)
    for t in np.linspace(0, first.safe_until, 7):
        assert not tocca.intersects(BALL, motion.at(t), BOX, pose())
        assert tocca.distance(BALL, motion.at(t), BOX, pose()).upper > 0
    if first.outcome == 'free':
        assert not tocca.collides(BALL, motion, BOX, rest)


def test_distances():
    apart = tocca.distance(BOX, pose(), BOX, pose(3))
    assert apart.lower <= 2.0 <= apart.upper and apart.upper - apart.lower < 1e-12
    assert abs(apart.nearest.points[0][0] - 0.5) < 1e-12 and abs(apart.nearest.points[1][0] - 2.5) < 1e-12
    assert apart.nearest.distance == pytest.approx(2.0) and apart.nearest.contact.toc == (0, 0)
    assert tocca.distance(BOX, pose(), BOX, pose(0.5)).lower == 0
    assert tocca.intersects(BOX, pose(), BOX, pose(0.5, 0.3)) and not tocca.intersects(BOX, pose(), BOX, pose(1.5))
    near = tocca.near_features(BOX, pose(), BOX, pose(1.01), 0.02)
    assert near and all(features.distance <= 0.02 for features in near)
    empty = tocca.RigidBody(tocca.TriangleMesh([], []))
    assert tocca.distance(BOX, pose(), empty, pose()).nearest is None


def test_screws():
    motion = tocca.screw_motion(pose(), turned(1.0))
    assert np.allclose(motion.at(0.5), turned(0.5)) and 'RigidMotion' in repr(motion)


def row_of_boxes():
    scene = tocca.Scene()
    for i in range(6):
        scene.add(BOX, tocca.at_rest(pose(2 * i)), name=f'box {i}', group=i % 2)
    scene.move(0, tocca.translation(pose(), [1.2, 0, 0]))
    scene.move(5, tocca.translation(pose(10), [-4.5, 0, 0]))
    return scene


def test_scenes_of_bodies():
    world = row_of_boxes()
    assert world.part_count == world.object_count == 6 and world.name(3) == 'box 3' and world.kind(3) == 'body'
    assert np.array_equal(world.motion(2).to, pose(4))
    first, contacts = tocca.first_contact(world), tocca.all_contacts(world)
    assert isinstance(first, tocca.Answer) and first.pair.objects == (4, 5) and first.statistics.searched_pairs > 0
    assert isinstance(contacts, tocca.Answers) and isinstance(contacts, tocca.Answer)
    assert [tuple(sorted(contact.objects)) for contact in contacts] == [(4, 5), (3, 5), (0, 1)]
    assert contacts.safe_until == first.safe_until == tocca.safe_step(world).step and len(contacts) == 3
    assert contacts.contacts['toc'].tolist() == sorted(contacts.contacts['toc'].tolist()) and not contacts.undecided
    assert contacts.pair.objects == (4, 5) and contacts.contact.toc == contacts[0].toc == first.contact.toc
    single = tocca.first_contact(BOX, world.motion(4), BOX, world.motion(5))
    assert contacts[0].toc == single.contact.toc and np.array_equal(contacts[0].point, single.contact.point)
    assert contacts[0].toc[0] == single.safe_until and contacts[0].distance == single.contact.distance
    assert tocca.first_contact(world, ignored_pairs=[(4, 5)]).pair.objects == (3, 5)
    assert tocca.first_contact(world, ignored_groups=[(0, 1)]).pair.objects == (3, 5)
    assert not tocca.collides(world, accept_objects=lambda a, b: False)
    seen = []
    assert tocca.collides(world, accept_objects=lambda a, b: seen.append((a, b)) or True,
                          progress=lambda fraction: None)
    assert seen and all(a < b for a, b in seen)
    free = tocca.first_contact(tocca.Scene())
    assert free.outcome == 'free' and free.pair is None and free.contact is None
    with pytest.raises(ValueError, match='no part with that number'):
        world.move(6, tocca.at_rest(pose()))


def test_all_contacts_tell_the_pairs_apart_that_have_none():
    world = tocca.Scene()
    for body, x in ((BALL, 0), (tocca.RigidBody(tocca.ico_sphere(radius=0.1)), 0), (BOX, 5), (BOX, 6.05)):
        world.add(body, tocca.at_rest(pose(x)))
    answers = tocca.all_contacts(world, clearance=0.1)
    assert answers.outcome == 'inside' and answers.safe_until == 0 and answers.contact is None
    assert [pair.objects for pair in answers.start.inside] == [(0, 1)]
    assert answers.start.near and [pair.objects for pair in answers.start.near_objects] == [(2, 3)]
    assert len(answers) == len(answers.contacts) == 0 and 'inside' in repr(answers.start)
    crowd = row_of_boxes()
    short = tocca.all_contacts(crowd, budget=1)
    assert short.outcome == 'undecided' and len(short.undecided) > 0 and 'undecided' in repr(short)
    first = short.undecided[0]
    assert isinstance(first, tocca.ObjectPair) and first.objects == short.pair.objects
    assert first.safe_until == short.safe_until <= tocca.first_contact(crowd).safe_until
    assert [pair.safe_until for pair in short.undecided] == sorted(pair.safe_until for pair in short.undecided)


def test_the_command_line_says_the_same(command, tmp_path):
    tocca.write_mesh(tmp_path / 'a.ply', BALL.mesh.positions, BALL.mesh.faces)
    tocca.write_mesh(tmp_path / 'b.ply', BOX.mesh.positions, BOX.mesh.faces)
    answer = command('rigid', tmp_path / 'a.ply', tmp_path / 'b.ply', '--from', '3,0.1,0.2', '--to', '-3,0,0')
    first = tocca.first_contact(BALL, tocca.RigidMotion(pose(3, 0.1, 0.2), pose(-3)), BOX, tocca.at_rest(pose()))
    assert answer['outcome'] == first.outcome and answer['safe_until'] == first.safe_until
    assert tuple(answer['contact']['toc']) == first.contact.toc
    assert tuple(answer['contact']['vertices']) == first.contact.vertices


def test_a_question_about_nothing_says_so():
    box = tocca.RigidBody(tocca.box(lengths=(1, 1, 1)))
    world = tocca.Scene()
    assert tocca.first_contact(world).nothing_checked
    world.add(box, tocca.at_rest(np.eye(4)))
    assert tocca.first_contact(world).nothing_checked
    far = np.eye(4)
    far[0, 3] = 1e6
    world.add(box, tocca.at_rest(far))
    assert not tocca.first_contact(world).nothing_checked
    assert not tocca.all_contacts(world).nothing_checked
    assert tocca.all_contacts(world, ignored_pairs=[(0, 1)]).nothing_checked


def test_a_list_of_contacts_can_be_bounded():
    world = tocca.Scene()
    for _ in range(4):
        world.add(BOX, tocca.at_rest(pose()))
    assert len(tocca.all_contacts(world, max_contacts=6)) == 6
    with pytest.raises(tocca.Error, match='max_contacts = 5'):
        tocca.all_contacts(world, max_contacts=5)
