# SPDX-License-Identifier: Apache-2.0
"""The laws of an answer through the module: the verbs agree about every subject, and the same geometry gets the same
answer as deforming meshes, two bodies, a scene of bodies and a robot. The scenes are those of tests/laws."""
import collections
import os
import sys

import numpy as np
import tocca
from conftest import SOURCE, pose

sys.path.insert(0, str(SOURCE / 'tests/laws'))
import law_scenes  # noqa: E402

COUNT = max(150, int(os.environ.get('TOCCA_LAW_SCENES', 0)) // 10)
THRESHOLD = 2.0**-20  # of bodies; far below the grid of the scenes
AT_START = ('touching_at_start', 'crossing_at_start', 'inside')

Said = collections.namedtuple('Said', 'subject collides first all_outcome all_until all_first step')


def same(a, b):
    """Whether two contacts are one and the same."""
    if a is None or b is None:
        return a is b
    return (a.toc == b.toc and a.kind == b.kind and a.vertices == b.vertices and a.objects == b.objects and
            np.array_equal(a.weights, b.weights) and np.array_equal(a.point, b.point) and
            np.array_equal(a.normal, b.normal))


def mesh_of(shape):
    return tocca.TriangleMesh(shape.positions, shape.faces)


def ask_meshes(scene, step, clearance, thickness=0.0):
    start, end = (np.array(scene.moving.positions) + place for place in scene.steps()[step])
    meshes = tocca.Scene()
    for mesh in (tocca.TriangleMesh(start, scene.moving.faces), mesh_of(scene.resting)):
        meshes.add(mesh, self_contact=False, thickness=thickness)
    meshes.move(0, end)
    options = {'clearance': clearance, 'threads': 1}
    everything = tocca.all_contacts(meshes, **options)
    return Said('meshes with thickness' if thickness else 'meshes', tocca.collides(meshes, **options),
                tocca.first_contact(meshes, **options), everything.outcome, everything.safe_until,
                next(iter(everything), None), tocca.safe_step(meshes, **options).step)


def motions(scene, step):
    start, end = (pose(*place) for place in scene.steps()[step])
    return tocca.RigidMotion(start, end), tocca.at_rest(np.eye(4))


def bodies_of(scene):
    return [tocca.RigidBody(mesh_of(shape), solid=scene.solid, threads=1) for shape in (scene.moving, scene.resting)]


def ask_pair(scene, step):
    (a, b), (moves, rests) = bodies_of(scene), motions(scene, step)
    options = {'clearance': scene.clearance, 'threshold': THRESHOLD}
    first = tocca.first_contact(a, moves, b, rests, **options)
    # There is no all_contacts of two bodies.
    return Said('two bodies', tocca.collides(a, moves, b, rests, **options), first, first.outcome, first.safe_until,
                first.contact, tocca.safe_step(a, moves, b, rests, **options).step)


def ask_world(scene, step):
    world = tocca.Scene()
    for body, motion in zip(bodies_of(scene), motions(scene, step)):
        world.add(body, motion)
    options = {'clearance': scene.clearance, 'threshold': THRESHOLD, 'threads': 1}
    everything = tocca.all_contacts(world, **options)
    return Said('scene of bodies', tocca.collides(world, **options), tocca.first_contact(world, **options), everything.outcome,
                everything.safe_until, next(iter(everything), None), tocca.safe_step(world, **options).step)


SLIDES = '<robot name="slides"><link name="base"/>' + ''.join(
    f'<link name="{link}"/><joint name="slide_{link}" type="prismatic"><parent link="{parent}"/><child link="{link}"/>'
    f'<axis xyz="{axis}"/><limit lower="-100" upper="100" effort="1" velocity="1"/></joint>'
    for parent, link, axis in (('base', 'x', '1 0 0'), ('x', 'y', '0 1 0'), ('y', 'hand', '0 0 1'))) + '</robot>'


def ask_robot(scene, step):
    def shape(of):
        return tocca.mesh_shape(mesh_of(of), solid=scene.solid)

    robot = tocca.attach(tocca.parse_robot(SLIDES), 'held', 'hand', [shape(scene.moving)])
    around = tocca.RobotScene([tocca.Obstacle('wall', [shape(scene.resting)])])
    checker = tocca.RobotChecker(robot, around, clearance=scene.clearance, threshold=THRESHOLD)
    start, end = scene.steps()[step]
    everything = tocca.all_contacts(checker, start, end)
    return Said('robot', tocca.collides(checker, start, end), tocca.first_contact(checker, start, end),
                everything.outcome, everything.safe_until, next(iter(everything), None),
                tocca.safe_step(checker, start, end).step)


def faults_of(said, clearance):
    """The laws that what was said of one subject breaks."""
    first, outcome = said.first, said.first.outcome
    laws = {
        f'collides is {said.collides}': said.collides == (outcome != 'free'),
        f'all_contacts says {said.all_outcome}': said.all_outcome == outcome,
        f'all_contacts is safe until {said.all_until}': said.all_until == first.safe_until,
        f'all_contacts begins with {said.all_first}': same(said.all_first, first.contact),
        f'safe_step goes to {said.step}': 0 <= said.step <= first.safe_until <= 1,
        'nobody can decide': outcome != 'undecided',
        'it is not free to the end': outcome != 'free' or first.safe_until == 1,
        # Meshes have to keep a part of what they have beyond a clearance.
        'its step is short': outcome != 'free' or said.step == 1 or (clearance > 0 and said.step > 0),
        'a contact is named': outcome != 'free' or first.contact is None,
        'no contact is named': outcome not in ('contact', 'touching_at_start') or first.contact is not None,
        'it is safe for a while': outcome not in AT_START or first.safe_until == 0,
        'it is not safe until its contact': outcome != 'contact' or first.contact.toc[0] == first.safe_until,
    }
    return [f'{said.subject}: first_contact says {outcome} until {first.safe_until}, but {law}'
            for law, holds in laws.items() if not holds]


def faults_of_bodies(said, meshes, beyond, bare):
    """Meshes are exact, and so bracket what bodies may say, whose contacts are within a threshold."""
    outcome, faults = said.first.outcome, []
    if outcome == 'free' and meshes.first.outcome != 'free':
        faults.append(f'{said.subject}: free, and {meshes.first.outcome} as meshes')
    if outcome not in ('free', 'inside') and beyond.first.outcome == 'free':
        faults.append(f'{said.subject}: {outcome}, and free as meshes with twice the threshold')
    # What starts within the clearance may come nearer: by how much, meshes tell of each pair of features, bodies of each
    # pair of triangles.
    starts_near = said.first.start.near or meshes.first.start.near_count > 0
    if meshes.first.contact is not None and not starts_near and said.first.safe_until > meshes.first.contact.toc[1]:
        faults.append(f'{said.subject}: safe until {said.first.safe_until}, meshes touch at {meshes.first.contact.toc}')
    # However near they start, nothing is free beyond the time at which they touch without any clearance.
    if bare.first.contact is not None and said.first.safe_until > bare.first.contact.toc[1]:
        faults.append(f'{said.subject}: safe until {said.first.safe_until}, and they touch at {bare.first.contact.toc}')
    return faults


def faults_of_step(scene, step, seen):
    meshes = ask_meshes(scene, step, scene.clearance)
    beyond = ask_meshes(scene, step, scene.clearance + 2 * THRESHOLD)
    bare = ask_meshes(scene, step, 0.0) if scene.clearance else meshes
    pair, world, robot = ask_pair(scene, step), ask_world(scene, step), ask_robot(scene, step)
    faults = [fault for said in (meshes, beyond, pair, world, robot) for fault in faults_of(said, scene.clearance)]
    for said in (pair, world, robot):
        faults += faults_of_bodies(said, meshes, beyond, bare)
        if said.first.outcome != pair.first.outcome:
            faults.append(f'{said.subject}: {said.first.outcome}, and {pair.first.outcome} as two bodies')
        if said.first.outcome == 'free' and law_scenes.starts_inside(scene, step):
            faults.append(f'{said.subject}: free, and a solid starts in the other')
    for said in (meshes, pair, world, robot):
        if said.first.outcome == 'free' and law_scenes.is_certainly_not_free(scene, step):
            faults.append(f'{said.subject}: free, and it is not')
    if law_scenes.crosses_at(scene, step, 0) and meshes.first.outcome != 'crossing_at_start':
        faults.append(f'meshes: {meshes.first.outcome}, and an edge starts through a face')
    if scene.clearance > 0:
        # Half the thickness of each side counts.
        thick = ask_meshes(scene, step, 0.0, scene.clearance)
        faults += faults_of(thick, scene.clearance)
        if thick.first.outcome != meshes.first.outcome:
            faults.append(f'{thick.first.outcome} with thickness, {meshes.first.outcome} with clearance')
    seen[f'meshes {meshes.first.outcome}'] += 1
    seen[f'bodies {pair.first.outcome}'] += 1
    return faults


def test_verbs_and_subjects_agree():
    seen, failures = collections.Counter(), []
    for seed in range(1000, 1000 + COUNT):
        scene = law_scenes.random_scene(seed)
        for step in range(len(scene.steps())):
            faults = faults_of_step(scene, step, seen)
            if faults:
                failures.append('\n'.join([f'step {step} of', str(scene), *faults]))
        if len(failures) >= 3:
            break
    assert not failures, '\n\n'.join(failures)
    for outcome in ('free', 'contact', 'touching_at_start', 'near_at_start'):
        assert seen[f'meshes {outcome}'] and seen[f'bodies {outcome}'], seen
    assert seen['meshes crossing_at_start'] and seen['bodies inside'], seen


def test_a_spent_budget_is_not_free():
    """What is not decided is never false, and never free."""
    seen = set()
    for seed in range(1000, 1040):
        scene = law_scenes.random_scene(seed)
        (a, b), (moves, rests) = bodies_of(scene), motions(scene, 0)
        options = {'clearance': scene.clearance, 'threshold': THRESHOLD, 'budget': 1}
        outcome = tocca.first_contact(a, moves, b, rests, **options).outcome
        seen.add(outcome)
        assert tocca.collides(a, moves, b, rests, **options) == (outcome != 'free'), scene
    assert 'undecided' in seen


def test_a_mesh_is_a_scene_of_one():
    """The forms of a question about one mesh that moves get one answer."""
    for seed in range(1000, 1020):
        scene = law_scenes.random_scene(seed)
        start = np.array(scene.moving.positions + scene.resting.positions)
        end = start.copy()
        end[:len(scene.moving.positions)] += np.subtract(*reversed(scene.steps()[0]))
        shift = len(scene.moving.positions)
        faces = scene.moving.faces + [tuple(shift + vertex for vertex in face) for face in scene.resting.faces]
        mesh = tocca.MovingMesh(start, faces)
        mesh.move_to(end)
        first = tocca.first_contact(mesh)
        for other in (tocca.first_contact(start, end, faces), tocca.first_contact([start, end], faces)[0],
                      tocca.first_contact(next(iter(tocca.steps([start, end], faces))))):
            assert other.outcome == first.outcome and other.safe_until == first.safe_until
            assert same(other.contact, first.contact)
        for hit in (tocca.collides(mesh), tocca.collides(start, end, faces), tocca.collides([start, end], faces)[0]):
            assert hit == (first.outcome != 'free')
        for step in (tocca.safe_step(mesh), tocca.safe_step(start, end, faces)):
            assert step.outcome == first.outcome and step.step <= first.safe_until
