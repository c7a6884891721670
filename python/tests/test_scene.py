# SPDX-License-Identifier: Apache-2.0
"""Scenes of deforming meshes, rigid bodies and robots."""
import numpy as np
import pytest
import tocca
from conftest import ARM, pose


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
