# SPDX-License-Identifier: Apache-2.0
"""Scenes of deforming meshes, rigid bodies and robots."""
import numpy as np
import pytest
import tocca
from conftest import ARM, crumpled_sheet, pose


def falling_cloth():
    """A sheet that falls by 2 onto a cube about the origin; the scene and its parts."""
    scene = tocca.Scene()
    sheet = tocca.sheet(columns=4, rows=4, width=2.0, depth=2.0)
    start = sheet.positions + [-1.0, -1.0, 1.5]
    cloth = scene.add(tocca.TriangleMesh(start, sheet.faces), name='cloth')
    box = scene.add(tocca.RigidBody(tocca.box(), solid=True), name='box')
    scene.move(cloth, start - [0.0, 0.0, 2.0])
    return scene, cloth, box


def test_a_cloth_meets_a_body():
    scene, cloth, box = falling_cloth()
    first = tocca.first_contact(scene)
    assert first.outcome == 'contact' and tocca.collides(scene)
    assert first.safe_until == pytest.approx(0.5, abs=1e-4)
    assert {scene.object_name(o) for o in first.contact.objects} == {'cloth', 'box'}
    assert tocca.all_contacts(scene).contacts[0]['toc'][0] == first.safe_until
    assert tocca.first_contact(scene, clearance=0.5).safe_until == pytest.approx(0.25, abs=1e-4)
    step = tocca.safe_step(scene)
    assert 0.0 < step.step <= first.safe_until
    scene.advance(step.step)
    assert np.array_equal(scene.start(cloth), scene.end(cloth))
    assert tocca.first_contact(scene).outcome == 'free'
    assert scene.kind(box) == 'body' and scene.part_of(1) == box


def test_a_cloth_meets_a_robot():
    scene = tocca.Scene()
    arm = scene.add(tocca.parse_robot(ARM), name='arm')
    sheet = tocca.sheet(columns=2, rows=2, width=0.2, depth=0.2)
    hanging = sheet.positions[:, [0, 2, 1]] + [0.2, 0.2, -0.1]
    cloth = scene.add(tocca.TriangleMesh(hanging, sheet.faces), name='cloth')
    scene.move(arm, [0.0, 0.0], [1.5, 0.0])
    first = tocca.first_contact(scene)
    assert first.outcome == 'contact'
    assert {scene.object_name(o) for o in first.contact.objects} == {'arm/upper', 'cloth'}
    scene.move(cloth, hanging + [0.0, 0.0, 1.0], hanging + [0.0, 0.0, 1.0])
    assert not tocca.collides(scene)
    assert scene.object_count == 4 and scene.first_object(cloth) == 3


def test_what_does_not_fit_is_refused():
    scene, cloth, box = falling_cloth()
    with pytest.raises(TypeError, match='TriangleMesh'):
        scene.add('cloth')
    with pytest.raises(TypeError):
        scene.move(cloth)
    with pytest.raises(ValueError):
        scene.move(cloth, np.zeros((3, 3)))
    with pytest.raises(TypeError):
        scene.move(box, pose(), pose())
    with pytest.raises(ValueError):
        scene.move(7, tocca.at_rest(pose()))
    with pytest.raises(ValueError):
        scene.add(tocca.RigidBody(tocca.box()), solid=True)
    with pytest.raises(ValueError):
        scene.advance(2.0)
    with pytest.raises(ValueError):
        tocca.first_contact(scene, clearance=-1.0)


def everything():
    """A sheet that folds onto itself, two boxes that meet at 0.5, and an arm whose hand comes down on its upper link."""
    scene = tocca.Scene()
    sheet = tocca.sheet(columns=2, rows=1, width=2.0)
    flat = sheet.positions + [0.0, 20.0, 0.0]
    folded = flat.copy()
    folded[flat[:, 0] == 2.0] = [[0.25, 20.25, 0.5], [0.25, 20.75, 0.5]]
    over = flat.copy()
    over[flat[:, 0] == 2.0] = [[0.25, 20.25, -0.5], [0.25, 20.75, -0.5]]
    cloth = scene.add(folded, sheet.faces, name='cloth')
    scene.move(cloth, over)
    box = tocca.RigidBody(tocca.box())
    scene.add(box, tocca.RigidMotion(pose(-10), pose(-8)), name='left', group=1)
    scene.add(box, tocca.at_rest(pose(-8)), name='right', group=2)
    arm = tocca.parse_robot(ARM.replace('lower="-2" upper="2"', 'lower="-4" upper="4"'))
    arm = tocca.attach(arm, 'hand', 'fore', [tocca.sphere_shape(0.06)], pose(0.5), touch_links=['fore'])
    scene.move(scene.add(arm, name='arm'), [0.0, 0.0], [0.0, 3.5])
    return scene


def names_of(scene, answers):
    return sorted({tuple(sorted(scene.object_name(o) for o in contact.objects)) for contact in answers})


CLOTH, BOXES, LINKS = ('cloth', 'cloth'), ('left', 'right'), ('arm/hand', 'arm/upper')


def test_parts_are_added_as_what_they_are():
    scene = everything()
    assert [scene.kind(part) for part in range(4)] == ['mesh', 'body', 'body', 'robot']
    assert scene.part_count == 4 and scene.object_count == 7 and scene.first_object(3) == 3
    assert [scene.part_of(o) for o in range(7)] == [0, 1, 2, 3, 3, 3, 3] and scene.object_name(6) == 'arm/hand'
    assert np.array_equal(scene.motion(1).to, pose(-8)) and np.array_equal(scene.motion(2).from_, pose(-8))
    assert scene.name(scene.add(tocca.box())) == 'part 4' and repr(scene) == '<tocca.Scene 5 parts>'
    with pytest.raises(ValueError, match='not a mesh'):
        scene.start(1)


def test_every_kind_of_contact_is_found_and_filtered():
    scene = everything()
    answers = tocca.all_contacts(scene)
    assert names_of(scene, answers) == sorted([CLOTH, BOXES, LINKS])
    assert answers[0].toc == tocca.first_contact(scene).contact.toc
    for contact in answers:
        assert contact.proof == ('touches' if contact.objects == (0, 0) else 'within')
    for options, left in (({'self_contact': False}, [BOXES]),
                          ({'between': False}, [CLOTH, LINKS]),
                          ({'ignored_pairs': [[1, 2]]}, [CLOTH, LINKS]),
                          ({'ignored_groups': [[2, 1]]}, [CLOTH, LINKS]),
                          ({'accept': lambda *_: False}, [BOXES, LINKS]),
                          ({'accept_objects': lambda a, b: {a, b} != {1, 2}}, [CLOTH, LINKS]),
                          ({'until': 0.3}, []),
                          ({'near_fraction': 0.5, 'assume_start_free': True, 'check_limits': True, 'list_start': False,
                            'budget': 10**6}, [CLOTH, BOXES, LINKS])):
        assert names_of(scene, tocca.all_contacts(scene, **options)) == sorted(left), options
        assert tocca.collides(scene, **options) == bool(left), options
    assert tocca.all_contacts(scene, budget=1).undecided
    with pytest.raises(tocca.Error) as raised:
        tocca.all_contacts(scene, max_contacts=len(answers) - 1)
    assert raised.value.code == 'too_many_contacts'
    scene.move(3, [0.0, 0.0], [0.0, 4.5])
    with pytest.raises(tocca.Error, match='elbow') as raised:
        tocca.first_contact(scene, check_limits=True)
    assert raised.value.code == 'joint_limit'


def test_the_first_contact_names_its_pair():
    scene = everything()
    first = tocca.first_contact(scene, ignored_groups=[[1, 2]], self_contact=True, accept_objects=lambda a, b: a < 3)
    assert first.contact.objects == first.pair.objects == (0, 0)
    bodies = tocca.first_contact(scene, self_contact=False)
    assert bodies.contact.objects == bodies.pair.objects == (1, 2) and bodies.safe_until == pytest.approx(0.5, abs=1e-4)


def test_a_scene_of_one_mesh_is_answered_as_the_mesh():
    faces, start, end = crumpled_sheet(6, 3)
    mesh, scene = tocca.MovingMesh(start, faces, thickness=1e-4), tocca.Scene()
    scene.add(start, faces, thickness=1e-4)
    mesh.move_to(end)
    scene.move(0, end)
    for options in ({}, {'clearance': 1e-3}, {'until': 0.25}):
        whole, alone = tocca.all_contacts(scene, **options), tocca.all_contacts(mesh, **options)
        assert np.array_equal(whole.contacts, alone.contacts) and whole.outcome == alone.outcome
        assert tocca.safe_step(scene, **options).step == tocca.safe_step(mesh, **options).step
    assert np.array_equal(tocca.intersections(scene, 0.5), tocca.intersections(mesh, 0.5))
    assert tocca.intersects(scene, 0.5) == tocca.intersects(mesh, 0.5)
    ours = tocca.free_times(scene, tocca.all_contacts(scene), 0)
    theirs = tocca.free_times(mesh, tocca.all_contacts(mesh))
    for feature in ('vertices', 'edges', 'faces'):
        assert np.array_equal(getattr(ours, feature), getattr(theirs, feature))
    scene.advance(0.25)
    assert np.array_equal(scene.start(0), mesh.positions_at(0.25)) and np.array_equal(scene.end(0), scene.start(0))


def test_instants_are_those_of_the_meshes():
    """Crossings name the objects of the scene, also where a robot has moved their numbers on."""
    ball = tocca.ico_sphere(subdivisions=1)
    scene = tocca.Scene()
    scene.add(tocca.parse_robot(ARM))
    scene.add(tocca.RigidBody(tocca.box()), tocca.at_rest(pose(9)))
    for place in ([20.0, 0.0, 0.0], [21.0, 0.05, 0.02]):
        scene.add(ball.positions + place, ball.faces)
    crossings = tocca.intersections(scene, 0.0)
    assert {tuple(row) for row in crossings['objects'].tolist()} == {(4, 5), (5, 4)}
    assert tocca.intersects(scene, 1.0) and not tocca.intersects(scene, 1.0, ignored_pairs=[[5, 4]])
    answers = tocca.all_contacts(scene)
    assert answers.outcome == 'crossing_at_start' and answers.start.crossing_count == crossings['crosses'].sum()
    assert tocca.free_times(scene, answers, 2).faces.min() == tocca.free_times(scene, answers, 3).faces.min() == 0
    with pytest.raises(ValueError):
        tocca.free_times(scene, answers, 1)


def test_no_feature_of_a_cloth_is_free_beyond_what_a_body_touches():
    scene, cloth, _ = falling_cloth()
    answers = tocca.all_contacts(scene)
    times = tocca.free_times(scene, answers, cloth)
    for values in (times.vertices, times.edges, times.faces):
        assert len(values) and np.all(values <= answers.safe_until)


def test_a_part_is_moved_again_and_again():
    scene, cloth, box = falling_cloth()
    start = scene.start(cloth)
    scene.move(cloth, start)
    assert not tocca.collides(scene)
    scene.move(cloth, start - [0.0, 0.0, 1.0], start)  # out of the box
    assert tocca.first_contact(scene).outcome == 'touching_at_start'
    scene.move(cloth, start, start)
    scene.move(box, tocca.translation(pose(), [0, 0, 2]))
    assert tocca.first_contact(scene).safe_until == pytest.approx(0.5, abs=1e-4)
    scene.advance()
    assert np.allclose(scene.motion(box).from_, pose(0, 0, 2)) and np.array_equal(scene.start(cloth), start)


def test_a_solid_cloth_holds_what_starts_in_it():
    ball = tocca.ico_sphere(radius=2.0)
    for solid, outcome in ((True, 'inside'), (False, 'free')):
        scene = tocca.Scene()
        scene.add(ball, solid=solid)
        scene.add(tocca.RigidBody(tocca.box()))
        answer = tocca.first_contact(scene)
        assert answer.outcome == outcome and (answer.pair is not None) == solid


def test_answers_of_another_scene_are_refused(tmp_path):
    balls = tocca.Scene()
    for x in (0.0, 0.7):
        balls.add(tocca.ico_sphere(radius=1.0).positions + [x, 0.3 * x, 0.2 * x], tocca.ico_sphere(radius=1.0).faces)
    crossing = tocca.all_contacts(balls)
    assert crossing.start.crossing_count > 0
    other = tocca.Scene()
    other.add(tocca.sheet(columns=2, rows=2))
    other.add(tocca.RigidBody(tocca.box()), motion=tocca.at_rest(np.eye(4)))
    with pytest.raises(ValueError, match='those of this scene'):
        tocca.free_times(other, crossing, 0)
    with pytest.raises(ValueError, match='those of this scene'):
        tocca.write_report(tocca.Scene(), tocca.all_contacts(falling_cloth()[0]), tmp_path / 'report.html')
    with pytest.raises(TypeError, match='needs the part'):
        tocca.free_times(balls, crossing)
    with pytest.raises(TypeError, match='not a question about list'):
        tocca.intersects([1, 2], 0.0)


def test_what_is_refused_changes_nothing():
    scene = tocca.Scene()
    part = scene.add(tocca.sheet(columns=2, rows=2))
    answer = tocca.first_contact(scene)
    with pytest.raises(ValueError):
        scene.move(part, np.zeros((1, 3)))
    assert '<img' in answer._repr_html_()
    scene.advance()
    assert '<img' not in answer._repr_html_()
