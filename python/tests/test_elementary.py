# SPDX-License-Identifier: Apache-2.0
"""Pairs of features, one by one and in batches."""
import json
from fractions import Fraction

import numpy as np
import pytest
import tocca
from conftest import near_pairs
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

KINDS = ['vf', 'ee']
small_pairs = arrays.arrays(np.int64, (8, 3), elements=st.integers(-3, 3))


def falling(height=1.0):
    """A vertex that falls through a triangle in the plane z = 0, at half time for a height of 1."""
    triangle = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    return np.array([[0.25, 0.25, height], *triangle, [0.25, 0.25, height - 2], *triangle], dtype=float)


def volume(rows, t, kind):
    """Six times the volume of the tetrahedron at time t, exactly."""
    at = [[(1 - t) * Fraction(a) + t * Fraction(b) for a, b in zip(rows[i].tolist(), rows[4 + i].tolist())]
          for i in range(4)]
    e, f, g = ([[1, 0], [2, 0], [3, 0]] if kind == 'vf' else [[1, 0], [3, 2], [2, 0]])
    u, v, w = ([at[i][k] - at[j][k] for k in range(3)] for i, j in (e, f, g))
    cross = [v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0]]
    return sum(a * b for a, b in zip(u, cross))


def cubic(rows, kind):
    """The coefficients of volume() as a polynomial in t, the constant first."""
    a, b, c, d = (volume(rows, Fraction(t), kind) for t in (0, 1, 2, 3))
    third, second = (d - 3 * c + 3 * b - a) / 6, (c - 2 * b + a) / 2
    return [a, b - a - second + 2 * third, second - 3 * third, third]


def value(p, t):
    return sum(coefficient * t**i for i, coefficient in enumerate(p))


def vanishes_within(p, lower, upper):
    """Whether p has a root in [lower, upper], by Sturm's theorem."""
    def trimmed(q):
        while q and q[-1] == 0:
            q = q[:-1]
        return q

    def changes(t):
        signs = [v for v in (value(q, t) for q in chain) if v != 0]
        return sum((a < 0) != (b < 0) for a, b in zip(signs, signs[1:]))

    if value(p, lower) * value(p, upper) <= 0:
        return True
    chain = [trimmed(p), trimmed([i * coefficient for i, coefficient in enumerate(p)][1:])]
    while chain[-1]:
        remainder = chain[-2]
        while len(remainder) >= len(chain[-1]):
            factor, shift = remainder[-1] / chain[-1][-1], len(remainder) - len(chain[-1])
            remainder = trimmed([c - (factor * chain[-1][i - shift] if i >= shift else 0)
                                 for i, c in enumerate(remainder)][:-1])
        chain.append([-c for c in remainder])
    chain.pop()
    return changes(lower) > changes(upper)


def test_roots_are_counted():
    two = [Fraction(1, 16), Fraction(-1, 2), Fraction(1)]  # (t - 1/4)^2
    assert vanishes_within(two, Fraction(1, 5), Fraction(1, 3)) and not vanishes_within(two, Fraction(1, 3), Fraction(1))
    assert vanishes_within([Fraction(0)] * 4, Fraction(0), Fraction(1))
    assert not vanishes_within([Fraction(1), Fraction(0), Fraction(1), Fraction(0)], Fraction(0), Fraction(1))
    assert cubic(falling(), 'vf')[0] == volume(falling(), Fraction(0), 'vf')
    assert value(cubic(falling(), 'vf'), Fraction(3, 7)) == volume(falling(), Fraction(3, 7), 'vf')


def test_a_vertex_falls_through_a_face():
    pair = falling()
    assert tocca.collides(pair, kind='vf') is True
    first = tocca.first_contact(pair, kind='vf')
    assert isinstance(first, tocca.Answer) and first.pair is None and first.threshold == 0
    assert first.outcome == 'contact' and first.contact.kind == 'vf' and first.contact.proof == 'touches'
    assert sum(first.statistics.stages.values()) == 1 and first.contact.crosses_at is None
    lower, upper = first.contact.toc
    assert lower < 0.5 <= upper <= lower + 1e-9 and first.safe_until == lower
    assert np.allclose(first.contact.point, [0.25, 0.25, 0]) and np.allclose(first.contact.normal, [0, 0, 1])
    assert np.allclose(first.contact.weights, [1, 0.5, 0.25, 0.25])
    assert first.contact.vertices == (0, 1, 2, 3) and not first.contact.sooner_than_any_double
    assert 'contact' in repr(first) and 'vf' in repr(first.contact)
    every = tocca.all_contacts(pair, kind='vf')
    assert isinstance(every, tocca.Answers) and every.outcome == 'contact' and first.contact.end is None
    assert len(every) == 1 and every[0].toc == every[0].end == (lower, upper)


def test_free_and_touching_at_the_start():
    assert tocca.first_contact(falling(3.0), kind='vf').outcome == 'free'
    assert tocca.first_contact(falling(3.0), kind='vf').contact is None
    start = tocca.first_contact(falling(0.0), kind='vf')
    assert start.outcome == 'touching_at_start' and start.safe_until == 0 and start.contact.toc == (0, 0)


def test_explain_tells_the_root():
    told = tocca.explain(falling(), kind='vf')
    assert told.kind == 'vf' and told.answer.outcome == 'contact' and len(told.roots) == 1
    assert told.answer.statistics.stages[told.decided_by] == 1
    assert told.roots[0].contact and not told.coplanar_throughout
    assert told.decided_by in ('roots', 'subdivision', 'exact')
    assert len(told.cubic) == 4 and set(told.cubic_signs) <= {-1, 0, 1} and len(told.roots[0].inside) == 3


def test_clearance_comes_before_contact():
    first = tocca.first_contact(falling(), kind='vf', clearance=0.5)
    assert first.contact.toc[0] < 0.25 <= first.contact.toc[1] and not first.start.near
    assert not tocca.collides(falling(2.5), kind='vf') and tocca.collides(falling(2.5), kind='vf', clearance=0.5)
    assert not tocca.collides(falling(2.5), kind='vf', clearance=0.4)


def test_what_starts_within_the_clearance_keeps_a_fraction():
    rising = np.roll(falling(2.25), 4, axis=0)  # from 0.25 above the face to 2.25
    near = tocca.first_contact(rising, kind='vf', clearance=0.5)
    assert near.outcome == 'near_at_start' and near.start.near and near.contact is None and near.safe_until == 1
    for fraction in (None, 0.5):
        falls = tocca.first_contact(falling(0.25), kind='vf', clearance=0.5, near_fraction=fraction)
        when = 0.125 * (1 - (0.25 if fraction is None else fraction))  # it falls by 2, from 0.25
        assert falls.outcome == 'contact' and falls.start.near and abs(falls.contact.toc[1] - when) < 2e-9


def test_vertices_count_as_edges():
    moving = np.array([[0, 0, 0], [2, 0, 0], [2, 0, 0], [0, 0, 0]], dtype=float)
    assert tocca.collides(moving, kind='vv')
    assert tocca.first_contact(moving, kind='vv').contact.toc[1] == 0.5
    passing = np.array([[0, 0, 1], [-1, 0, 0], [1, 0, 0], [0, 0, -1], [-1, 0, 0], [1, 0, 0]], dtype=float)
    assert tocca.collides(passing, kind='ve')
    assert tocca.collides(np.stack([passing, passing + 5]), kind='ve').tolist() == [True, True]


@pytest.mark.parametrize('kind', KINDS)
def test_batches_answer_as_single_pairs(kind):
    pairs = near_pairs(kind, 3000)
    hits = tocca.collides(pairs, kind=kind)
    assert hits.dtype == bool and hits.shape == (3000,) and 10 < hits.sum() < 2000
    assert hits.tolist() == [tocca.collides(pair, kind=kind) for pair in pairs]
    table = tocca.first_contact(pairs, kind=kind)
    assert table['query'].tolist() == np.flatnonzero(hits).tolist()
    for row in table[:200]:
        single = tocca.first_contact(pairs[row['query']], kind=kind)
        assert tuple(row['toc']) == single.contact.toc
        assert row['touching_at_start'] == (single.outcome == 'touching_at_start')


@pytest.mark.parametrize('kind', KINDS)
def test_batches_keep_a_clearance_as_single_pairs_do(kind):
    pairs = near_pairs(kind, 300)
    singles = [tocca.first_contact(pair, kind=kind, clearance=0.05) for pair in pairs]
    hits = [single.outcome != 'free' for single in singles]
    assert tocca.collides(pairs, kind=kind, clearance=0.05).tolist() == hits
    table = tocca.first_contact(pairs, kind=kind, clearance=0.05)
    assert table['query'].tolist() == np.flatnonzero(hits).tolist()
    for row in table:
        single = singles[row['query']]
        assert row['near_at_start'] == single.start.near
        assert tuple(row['toc']) == (single.contact.toc if single.contact else (1, 1))


@pytest.mark.parametrize('kind', KINDS)
def test_answers_do_not_depend_on_threads_and_targets(kind):
    pairs = near_pairs(kind, 30_000)
    expected = tocca.collides(pairs, kind=kind, threads=1)
    for target in tocca.simd_targets():
        assert np.array_equal(tocca.collides(pairs, kind=kind, target=target, threads=2), expected)


@pytest.mark.parametrize('kind', KINDS)
def test_the_command_line_says_the_same(kind, command, tmp_path):
    pairs = near_pairs(kind, 2000)
    np.save(tmp_path / f'pairs_{kind}.npy', pairs)
    table = tocca.first_contact(pairs, kind=kind)
    assert len(table) > 10
    answer = command('query', tmp_path / f'pairs_{kind}.npy', '--kind', kind, '--each', tmp_path / 'each.jsonl')
    assert answer['files'][0]['contacts'] == len(table)
    each = [json.loads(line) for line in (tmp_path / 'each.jsonl').read_text().splitlines()]
    assert len(each) == len(pairs)
    assert {row['index']: row['toc'] for row in each if row['collides']} == \
        {int(row['query']): list(row['toc']) for row in table}


def test_pairs_by_vertex_numbers():
    random = np.random.default_rng(5)
    start, end = random.uniform(size=(12, 3)), random.uniform(size=(12, 3))
    numbers = np.array([random.permutation(12)[:4] for _ in range(500)])
    rows = np.concatenate([start[numbers], end[numbers]], axis=1)
    for kind in KINDS:
        assert np.array_equal(tocca.collides(start, end, pairs=numbers, kind=kind), tocca.collides(rows, kind=kind))
        assert np.array_equal(tocca.first_contact(start, end, pairs=numbers.astype(np.uint16), kind=kind),
                              tocca.first_contact(rows, kind=kind))


def test_other_types_and_strides_are_converted_once():
    pairs = near_pairs('vf', 500)
    single = pairs.astype(np.float32)
    expected = tocca.collides(single.astype(float), kind='vf')
    assert np.array_equal(tocca.collides(single, kind='vf'), expected)
    assert np.array_equal(tocca.collides(pairs[::2], kind='vf'), tocca.collides(pairs, kind='vf')[::2])
    assert np.array_equal(tocca.collides(np.asfortranarray(pairs), kind='vf'), tocca.collides(pairs, kind='vf'))
    assert np.array_equal(tocca.collides(pairs.astype('>f8'), kind='vf'), tocca.collides(pairs, kind='vf'))
    unaligned = np.frombuffer(b'x' + pairs.tobytes(), dtype=np.uint8)[1:].view(np.float64).reshape(pairs.shape)
    assert not unaligned.flags.aligned
    assert np.array_equal(tocca.collides(unaligned, kind='vf'), tocca.collides(pairs, kind='vf'))
    whole = np.random.default_rng(1).integers(-4, 5, (200, 8, 3))
    for kind in ('i1', 'i4', 'i8', 'f2'):
        assert np.array_equal(tocca.collides(whole.astype(kind), kind='ee'),
                              tocca.collides(whole.astype(float), kind='ee'))
    assert tocca.collides(falling().tolist(), kind='vf')
    read_only = pairs.copy()
    read_only.flags.writeable = False
    assert np.array_equal(tocca.collides(read_only, kind='vf'), tocca.collides(pairs, kind='vf'))


def test_no_pairs():
    assert tocca.collides(np.empty((0, 8, 3)), kind='vf').shape == (0,)
    assert tocca.first_contact(np.empty((0, 8, 3)), kind='ee').shape == (0,)


@given(small_pairs, st.sampled_from(KINDS))
def test_a_contact_lies_on_the_cubic(rows, kind):
    first = tocca.first_contact(rows, kind=kind)
    assert tocca.collides(rows, kind=kind) == (first.contact is not None)
    if first.outcome == 'contact':
        lower, upper = map(Fraction, first.contact.toc)
        # The tetrahedron is flat at some time of the bracket.
        assert vanishes_within(cubic(rows, kind), lower, upper)


@given(small_pairs, st.sampled_from(KINDS), st.permutations([0, 1, 2]))
def test_order_scale_and_place_do_not_matter(rows, kind, axes):
    hit = tocca.collides(rows, kind=kind)
    assert tocca.collides(np.roll(rows, 4, axis=0), kind=kind) == hit  # time reversed
    assert tocca.collides(rows[:, axes], kind=kind) == hit
    assert tocca.collides(rows * 2.0**40 + 2.0**43, kind=kind) == hit
    if kind == 'ee':
        assert tocca.collides(rows[[2, 3, 0, 1, 6, 7, 4, 5]], kind=kind) == hit


@given(small_pairs, st.sampled_from(KINDS))
def test_all_contacts_begin_with_the_first(rows, kind):
    first, answers = tocca.first_contact(rows, kind=kind), tocca.all_contacts(rows, kind=kind)
    assert answers.outcome == first.outcome and answers.safe_until == first.safe_until
    assert (len(answers.contacts) > 0) == (first.contact is not None)
    if first.contact:
        assert tuple(answers.contacts['toc'][0]) == first.contact.toc


def test_progress_is_told():
    seen = []
    tocca.collides(near_pairs('vf', 50_000), kind='vf', progress=seen.append)
    assert seen == sorted(seen) and 0 < seen[0] <= 1 and seen[-1] == 1
