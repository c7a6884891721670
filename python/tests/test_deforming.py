# SPDX-License-Identifier: Apache-2.0
"""Deforming meshes, alone and in scenes, against all pairs one by one."""
import itertools

import numpy as np
import pytest
import tocca
from conftest import crumpled_sheet
from hypothesis import given
from hypothesis import strategies as st


def brute_force(faces, start, end):
    """(kind, vertices) -> bracket of every pair of features that touches."""
    mesh = tocca.TriangleMesh(start, faces)
    vertex_face = [(v, *face) for v in range(len(start)) for face in mesh.faces.tolist() if v not in face]
    edge_edge = [(*a, *b) for a, b in itertools.combinations(mesh.edges.tolist(), 2) if not set(a) & set(b)]
    found = {}
    for kind, pairs in (('vf', vertex_face), ('ee', edge_edge)):
        for row in tocca.first_contact(start, end, pairs=pairs, kind=kind):
            found[kind, pairs[row['query']]] = tuple(row['toc'])
    return found


@given(st.integers(0, 10_000), st.sampled_from([2, 4, 5]))
def test_contacts_are_those_of_all_pairs(seed, cells):
    faces, start, end = crumpled_sheet(cells, seed)
    expected = brute_force(faces, start, end)
    answer = tocca.all_contacts(start, end, faces)
    table = answer.contacts
    assert {(str(row['kind']), tuple(row['vertices'].tolist())): tuple(row['toc']) for row in table} == expected
    first = tocca.first_contact(start, end, faces)
    assert (first.contact is not None) == bool(expected)
    hit = tocca.collides(start, end, faces)
    assert hit == (first.outcome != 'free') == bool(expected or first.start.crossing_count)
    assert first.safe_until == answer.safe_until
    if expected:
        assert first.contact.toc == min(expected.values())


def test_contacts_as_objects_and_as_an_array():
    faces, start, end = crumpled_sheet(6, 1)
    answer = tocca.all_contacts(start, end, faces)
    assert len(answer) == len(answer.contacts) > 0
    assert answer.contacts is answer.contacts
    assert answer.contacts.dtype.names == ('toc', 'kind', 'vertices', 'objects', 'weights', 'point', 'normal')
    for row, contact in zip(answer.contacts, answer):
        assert tuple(row['toc']) == contact.toc and row['kind'] == contact.kind
        assert tuple(row['vertices']) == contact.vertices and tuple(row['objects']) == contact.objects
        for name in ('weights', 'point', 'normal'):
            assert np.array_equal(row[name], getattr(contact, name))
    assert answer[-1].vertices == answer[len(answer) - 1].vertices
    with pytest.raises(IndexError):
        answer[len(answer)]
    assert answer.statistics.elementary_tests > 0 and 'contacts' in repr(answer)
    assert sum(answer.statistics.stages.values()) > 0
    assert not answer.undecided and answer.pair is None and {contact.proof for contact in answer} == {'touches'}


def test_free_times():
    faces, start, end = crumpled_sheet(6, 3)
    mesh = tocca.MovingMesh(start, faces)
    mesh.move_to(end)
    answer = tocca.all_contacts(mesh)
    times = tocca.free_times(mesh, answer)
    assert times.vertices.shape == (len(start),) and times.faces.shape == (len(faces),)
    assert times.edges.shape == (len(mesh.mesh.edges),)
    assert times.faces.min() == answer.safe_until and times.faces.max() <= 1
    other = tocca.MovingMesh(np.eye(3), [[0, 1, 2]])
    with pytest.raises(ValueError, match='this scene'):
        tocca.free_times(other, answer)
    with pytest.raises(TypeError, match='part'):
        tocca.free_times(mesh, answer, 1)
    ball = tocca.ico_sphere(subdivisions=1)
    crossed = tocca.Scene()
    for _ in range(2):
        crossed.add(ball)
    crossed.move(1, ball.positions + [1.0, 0.05, 0.02], ball.positions + [1.0, 0.05, 1.0])
    crossings = tocca.all_contacts(crossed)
    assert crossings.start.crossing_count > 0
    for part in range(2):
        assert tocca.free_times(crossed, crossings, part).faces.min() == 0
    with pytest.raises(ValueError, match='deforming mesh'):
        tocca.free_times(crossed, crossings, 2)
    with pytest.raises(ValueError, match='this scene'):
        tocca.free_times(other, crossings)
    with pytest.raises(ValueError, match='list_start'):
        tocca.free_times(crossed, tocca.all_contacts(crossed, list_start=False), 0)


@given(st.integers(0, 10_000), st.sampled_from([0.0, 0.01, 0.1]))
def test_the_safe_step_is_safe(seed, clearance):
    faces, start, end = crumpled_sheet(4, seed, 0.2)
    mesh = tocca.MovingMesh(start, faces)
    mesh.move_to(end)
    safe = tocca.safe_step(mesh, clearance=clearance)
    assert 0 <= safe.step <= 1 and float(safe) == safe.step
    assert safe.step <= tocca.first_contact(mesh).safe_until
    there = mesh.positions_at(safe.step)
    if safe.outcome in ('touching_at_start', 'crossing_at_start'):
        assert safe.step == 0
        return
    assert not tocca.collides(start, there, faces)
    assert tocca.first_contact(start, there, faces, clearance=clearance).outcome in ('free', 'near_at_start')
    assert (safe.outcome in ('free', 'near_at_start')) == (safe.contact is None)
    assert (safe.step == 1) == (safe.limited_by is None)
    if safe.all_shorter_steps:
        for part in (0.999999, 0.5, 1e-9):
            shorter = mesh.positions_at(part * safe.step)
            assert tocca.first_contact(start, shorter, faces, clearance=clearance).contact is None


def test_a_step_keeps_a_part_of_the_distance():
    faces = [[0, 1, 2], [3, 4, 5]]
    start = np.array([[0, 0, 0], [4, 0, 0], [0, 4, 0], [1, 1, 1], [2, 1, 1], [1, 2, 1]], float)
    end = start.copy()
    end[3:, 2] -= 2
    for options, step in (({'clearance': 0.25}, 0.3625), ({'clearance': 0.25, 'keep': 0}, 0.375),
                          ({'clearance': 0.25, 'keep': 0.5, 'reach': 0.5}, 0.25), ({'reach': 0.5}, 0.475), ({}, 0.5)):
        safe = tocca.safe_step(start, end, faces, **options)
        assert step - 1e-8 < safe.step < step and safe.limited_by.toc[0] == safe.step
        assert safe.all_shorter_steps == (safe.tested_steps == 0) == bool(options)
    for verb in (tocca.first_contact, tocca.all_contacts, tocca.collides):
        with pytest.raises(ValueError, match='`keep` applies to safe_step'):
            verb(start, end, faces, keep=0.1)
    with pytest.raises(ValueError, match='the scene has none'):
        tocca.safe_step(tocca.Scene(), keep=0.1)


def test_positions_are_read_where_they_lie_and_kept_apart():
    faces, start, end = crumpled_sheet(4, 7)
    mesh = tocca.MovingMesh(start, faces)
    mesh.move_to(end)
    expected = tocca.all_contacts(mesh).contacts
    kept = start.copy(), end.copy()
    start[:] = 0
    end[:] = 0
    assert np.array_equal(tocca.all_contacts(mesh).contacts, expected)
    assert np.array_equal(mesh.positions_at(0), kept[0]) and np.array_equal(mesh.positions_at(1), kept[1])


def test_views_of_a_mesh_are_not_copies():
    mesh = tocca.ico_sphere()
    assert np.shares_memory(mesh.positions, mesh.positions) and not mesh.positions.flags.writeable
    with pytest.raises(ValueError):
        mesh.faces[0, 0] = 1
    faces = mesh.faces
    del mesh
    assert faces.max() == 161
    # What is computed for the call is a copy, and may be written to.
    moving = tocca.MovingMesh(tocca.ico_sphere())
    first, second = moving.positions_at(0.5), moving.positions_at(0.5)
    assert first.flags.writeable and not np.shares_memory(first, second)


@pytest.mark.parametrize('kind', [np.int8, np.int32, np.int64, np.uint32, np.uint64])
def test_faces_of_any_whole_type(kind):
    faces, start, end = crumpled_sheet(4, 7)
    expected = tocca.all_contacts(start, end, faces).contacts
    assert np.array_equal(tocca.all_contacts(start, end, np.asfortranarray(faces.astype(kind))).contacts, expected)
    narrow = start.astype(np.float32), end.astype(np.float32)
    assert np.array_equal(tocca.all_contacts(*narrow, faces).contacts,
                          tocca.all_contacts(*(a.astype(float) for a in narrow), faces).contacts)
    wide = np.zeros((len(start), 6))
    wide[:, ::2] = start
    assert np.array_equal(tocca.all_contacts(wide[:, ::2], end, faces).contacts, expected)


def test_sequences():
    faces, start, end = crumpled_sheet(5, 11)
    frames = np.stack([start, end, start * 0.5 + end * 0.5, start])
    answers = tocca.first_contact(frames, faces)
    assert len(answers) == 3
    for step, answer in enumerate(answers):
        single = tocca.first_contact(frames[step], frames[step + 1], faces)
        assert answer.safe_until == single.safe_until and answer.outcome == single.outcome
    assert tocca.collides(list(frames), faces) == [tocca.collides(a, b, faces) for a, b in zip(frames, frames[1:])]
    assert [len(tocca.all_contacts(mesh)) for mesh in tocca.steps(iter(frames), faces)] == \
        [len(answer) for answer in tocca.all_contacts(frames, faces)]
    assert tocca.first_contact(frames[:1], faces) == []
    with pytest.raises(ValueError):
        tocca.steps(np.empty((0, 3, 3)), faces)


def falling_on_ball(thickness=0.02):
    sheet, ball = tocca.sheet(columns=8, rows=8), tocca.ico_sphere(radius=0.3)
    scene = tocca.Scene()
    falling = scene.add(sheet, name='sheet', group=1, thickness=thickness)
    scene.add(ball, name='ball')
    above = sheet.positions - [0.5, 0.5, -1.0]
    scene.move(falling, above, above - [0, 0, 1.5])
    return scene


def test_scenes_and_their_filters():
    scene = falling_on_ball()
    assert scene.part_count == scene.object_count == 2 and repr(scene) == '<tocca.Scene 2 parts>'
    assert [scene.name(part) for part in range(2)] == ['sheet', 'ball'] and scene.kind(0) == scene.kind(1) == 'mesh'
    assert np.array_equal(scene.start(0) - [0, 0, 1.5], scene.end(0)) and np.array_equal(scene.start(1), scene.end(1))
    first = tocca.first_contact(scene)
    assert sorted(first.contact.objects) == [0, 1] and 0.4 < first.safe_until < 0.5
    assert not tocca.collides(scene, between=False)
    assert not tocca.collides(scene, ignored_pairs=[[0, 1]])
    assert not tocca.collides(scene, ignored_groups=[[0, 1]])
    assert not tocca.collides(scene, accept=lambda kind, vertices, objects: False)
    only = tocca.all_contacts(scene, accept=lambda kind, vertices, objects: kind == 'vf')
    assert 0 < len(only) == (tocca.all_contacts(scene).contacts['kind'] == 'vf').sum()
    assert tocca.first_contact(scene, clearance=0.0).safe_until == first.safe_until  # the thickness counts by itself
    assert first.safe_until < tocca.first_contact(falling_on_ball(thickness=0.0)).safe_until
    assert tocca.first_contact(scene, clearance=0.1).safe_until < first.safe_until - 0.05
    near = tocca.first_contact(scene, clearance=0.9, self_contact=False)
    assert near.start.near and near.start.near_count == len(near.start.near_pairs) > 0
    assert near.start.near_pairs['distance'].min() > 0.5
    counted = tocca.first_contact(scene, clearance=0.9, self_contact=False, list_start=False).start
    assert counted.near_count == near.start.near_count and counted.near_pairs.size == 0
    assert tocca.intersects(scene, 0.7) and not tocca.intersects(scene, 1.0)
    crossing = tocca.intersections(scene, 0.7)
    assert crossing['crosses'].any() and crossing.dtype.names == ('edge', 'face', 'objects', 'crosses')


def test_a_start_that_crosses_is_not_free():
    ball = tocca.ico_sphere(radius=1.0, subdivisions=1)
    scene = tocca.Scene()
    for start in (ball.positions, ball.positions + [1.0, 0.05, 0.02]):
        part = scene.add(start, ball.faces)
        scene.move(part, start + [0, 0, 1])
    first = tocca.first_contact(scene)
    assert first.outcome == 'crossing_at_start' and first.safe_until == 0 and not first.start.assumed_free
    crossing = tocca.intersections(scene, 0.0)
    crossing = crossing[crossing['crosses']]
    assert np.array_equal(first.start.crossings, crossing) and first.start.crossing_count == len(crossing) > 0
    assert tocca.collides(scene) and tocca.all_contacts(scene).outcome == 'crossing_at_start'
    assert tocca.safe_step(scene).step == 0 and tocca.safe_step(scene).start.crossing_count == len(crossing)
    counted = tocca.first_contact(scene, list_start=False).start
    assert counted.crossings.size == 0 and counted.crossing_count == len(crossing)
    assumed = tocca.first_contact(scene, assume_start_free=True)
    assert assumed.outcome == 'free' and assumed.start.assumed_free and assumed.start.crossing_count == 0
    assert not tocca.collides(scene, assume_start_free=True) and not tocca.collides(scene, between=False)
    near = tocca.first_contact(scene, between=False, clearance=0.5)
    assert near.outcome == 'near_at_start' and near.start.near_count > 0
    assert tocca.collides(scene, between=False, clearance=0.5)


def test_only_the_pairs_of_changed_vertices_are_asked_about():
    sheet = tocca.sheet(columns=4, rows=4)
    scene = tocca.Scene()
    low, high = (scene.add(sheet.positions + [0, 0, z], sheet.faces) for z in (0.0, 0.5))
    scene.move(high, sheet.positions - [0, 0, 0.5])
    every = tocca.all_contacts(scene)
    assert not every.only_changed and len(every) > 0
    some = tocca.all_contacts(scene, changed=[[], [7]])
    table = every.contacts
    second = np.where(table['kind'] == 'vf', 1, 2)
    owner = np.where(np.arange(4) < second[:, None], table['objects'][:, :1], table['objects'][:, 1:])
    assert some.only_changed and 0 < len(some) == ((table['vertices'] == 7) & (owner == high)).any(axis=1).sum()
    none = tocca.first_contact(scene, changed=([], np.array([], np.uint32)))
    assert none.outcome == 'free' and none.only_changed and none.nothing_checked
    assert not tocca.collides(scene, changed=[[], []]) and tocca.collides(scene, changed=[[3], []])
    for wrong in ([[]], [[], [25]], [[-1], []], [[0.5], []], [[[1]], []]):
        with pytest.raises((ValueError, tocca.Error)):
            tocca.first_contact(scene, changed=wrong)
    with pytest.raises(TypeError):
        tocca.first_contact(scene, changed=7)
    with pytest.raises(ValueError, match='changed'):
        tocca.free_times(scene, some, low)


def test_a_mesh_is_replaced_between_steps():
    sheet = tocca.sheet(columns=4, rows=4)
    scene = tocca.Scene()
    low, high = (scene.add(sheet.positions + [0, 0, z], sheet.faces) for z in (0.0, 0.5))
    assert tocca.first_contact(scene).outcome == 'free'
    # A new vertex far below, and a face from an edge of the upper sheet to it, through the lower one.
    positions = np.vstack([scene.start(high), [0.51, 0.52, -0.5]])
    faces = np.vstack([sheet.faces, [6, 7, 25]])
    scene.replace(high, positions, faces, [*range(25), -1])
    assert len(scene.start(high)) == 26
    assert tocca.first_contact(scene).outcome == 'crossing_at_start'
    scene.replace(high, positions[:25], sheet.faces, range(25))
    assert tocca.first_contact(scene).outcome == 'free'
    scene.move(high, sheet.positions - [0, 0, 0.5])
    assert tocca.first_contact(scene).outcome == 'contact'
    for wrong in ([0, 0, *range(2, 25)], [*range(24), 25], range(24), [*range(24), -2]):
        with pytest.raises((ValueError, tocca.Error)):
            scene.replace(high, positions[:25], sheet.faces, wrong)
    with pytest.raises(ValueError):
        scene.replace(low + 7, positions[:25], sheet.faces, range(25))


def test_kept_candidates_change_no_answer():
    faces, start, end = crumpled_sheet(8, 2, 0.1)
    kept, plain = tocca.Scene(), tocca.Scene()
    for scene in (kept, plain):
        scene.add(start, faces)
    kept.keep_candidates(1e-3)
    for trial, step in enumerate((1.0, 0.5, 0.25)):
        for scene in (kept, plain):
            scene.move(0, start + step * (end - start))
        answers, expected = tocca.all_contacts(kept), tocca.all_contacts(plain)
        assert np.array_equal(answers.contacts, expected.contacts)
        assert answers.statistics.kept_searches == (trial > 0)
        assert expected.statistics.kept_searches == 0


def test_the_front_changes_no_answer():
    faces, start, end = crumpled_sheet(8, 2, 0.1)
    frames = [start + t * (end - start) for t in np.linspace(0, 1, 6)]
    plain = [tocca.all_contacts(mesh).contacts for mesh in tocca.steps(frames, faces)]
    kept, tests = tocca.Scene(), []
    cloth = kept.add(frames[0], faces)
    kept.keep_front(10_000)
    for positions, expected in zip(frames[1:], plain):
        kept.move(cloth, positions)
        answers = tocca.all_contacts(kept)
        assert np.array_equal(answers.contacts, expected)
        tests.append(answers.statistics.node_tests)
        kept.advance()
    searched = tocca.Scene()
    searched.add(frames[-2], faces)
    searched.move(0, frames[-1])
    assert tests[-1] < tocca.all_contacts(searched).statistics.node_tests


def test_answers_do_not_depend_on_threads_and_targets():
    faces, start, end = crumpled_sheet(12, 5)
    expected = tocca.all_contacts(start, end, faces, threads=1)
    for target in tocca.simd_targets():
        found = tocca.all_contacts(start, end, faces, threads=2, target=target)
        assert np.array_equal(found.contacts, expected.contacts)


def test_the_command_line_says_the_same(command, tmp_path):
    faces, start, end = crumpled_sheet(6, 9)
    for name, positions in (('a', start), ('b', end)):
        tocca.write_mesh(tmp_path / f'{name}.ply', positions, faces)
    answer = command('mesh', tmp_path / 'a.ply', tmp_path / 'b.ply')['steps'][0]
    first = tocca.first_contact(start, end, faces)
    assert answer['outcome'] == first.outcome and answer['safe_until'] == first.safe_until
    assert tuple(answer['contact']['toc']) == first.contact.toc and answer['contact']['kind'] == first.contact.kind
    assert np.array_equal(answer['contact']['point'], first.contact.point)


def test_an_empty_mesh_is_free():
    assert not tocca.collides(np.empty((0, 3)), np.empty((0, 3)), np.empty((0, 3), dtype=int))
    assert tocca.first_contact([], [], []).outcome == 'free'
    assert tocca.first_contact(tocca.Scene()).safe_until == 1


def test_near_pairs_radii_islands_and_fractions():
    scene = falling_on_ball()
    near = tocca.near_pairs(scene, 0.9, 0.0, self_contact=False)
    assert near.dtype.names == ('kind', 'vertices', 'objects', 'distance', 'weights', 'normal', 'region',
                                'multiplicity')
    assert len(near) == near['multiplicity'].sum() > (near['multiplicity'] > 0).sum() > 0
    assert set(near['region']) <= {'vv', 've', 'vf', 'ee'} and near['distance'].max() <= 1.0
    vertices = {part: scene.start(part) for part in range(2)}
    for pair in near[:20]:
        first = 1 if pair['kind'] == 'vf' else 2
        points = [vertices[pair['objects'][int(i >= first)]][v] for i, v in enumerate(pair['vertices'])]
        signs = np.where(np.arange(4) < first, 1, -1)
        assert np.allclose((signs * pair['weights']) @ points, pair['distance'] * pair['normal'], atol=1e-12)
    with pytest.raises(ValueError):
        tocca.near_pairs(scene, 0.9, 0.5)
    assert tocca.near_pairs(scene, 0.9, 1.0, accept=lambda *_: False).size == 0

    radii = tocca.free_radii(scene, 0.2, 0.0)
    assert [len(own) for own in radii] == [len(vertices[0]), len(vertices[1])] and 0 < min(map(min, radii)) <= 0.1
    contacts = tocca.all_contacts(scene)
    islands = tocca.contact_islands(contacts)
    assert len(islands) == len(contacts) and islands[0] == 0 and islands.dtype == np.uint32
    assert np.array_equal(tocca.contact_islands(contacts.contacts), islands)
    assert tocca.contact_islands(contacts, resting=[1]).max() >= islands.max()

    fractions = tocca.safe_fractions(scene)
    assert fractions[0].min() < 1 and fractions[1].min() == 1
    scene.advance(fractions)
    way = scene.start(0) - vertices[0]
    assert np.allclose(way, fractions[0][:, None] * [0, 0, -1.5])
    with pytest.raises(ValueError):
        scene.advance([fractions[0]])

    faces, start, end = crumpled_sheet(6, 9)
    mesh = tocca.MovingMesh(start, faces)
    mesh.move_to(end)
    own = tocca.safe_fractions(mesh)
    assert np.allclose(mesh.positions_at(own), start + own[:, None] * (end - start))
    assert tocca.free_radii(mesh, 0.1, 1.0).shape == (len(start),) and tocca.near_pairs(mesh, 0.1, 1.0).size > 0
    with pytest.raises(TypeError):
        tocca.near_pairs(tocca.box(), 0.1, 0.0)
