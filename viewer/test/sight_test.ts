// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Vec3 } from '../src/motion.ts';
import { clearest, type Surface } from '../src/sight.ts';

/** A box about the origin without the side towards -x. */
function openBox(half: number): Surface {
    const points: number[] = [];
    for (let i = 0; i < 8; ++i) points.push(...[i & 1, (i >> 1) & 1, i >> 2].map((bit) => (2 * bit - 1) * half));
    const corners = [1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6];
    return { points: new Float64Array(points), corners: new Uint32Array(corners) };
}

const sides: Vec3[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, 0, 0], [0, -1, 0], [0, 0, -1]];

test('the open side is found, and the first direction is kept where nothing hides the target', () => {
    assert.deepEqual(clearest(openBox(0.5), [0, 0, 0], sides), [-1, 0, 0]);
    assert.deepEqual(clearest(openBox(0.5), [0, 0, 2], sides), [1, 0, 0]);
    assert.deepEqual(clearest(openBox(0.5), [2, 0, 0], sides), [1, 0, 0]);
    const nothing = { points: new Float64Array(), corners: new Uint32Array() };
    assert.deepEqual(clearest(nothing, [0, 0, 0], sides), [1, 0, 0]);
});

test('what touches at the target hides nothing', () => {
    const { points, corners } = openBox(1e-5);
    assert.deepEqual(clearest({ points, corners }, [0, 0, 0], sides), [1, 0, 0]);
});

test('where all are hidden, the least hidden is taken, the first of equal ones', () => {
    const { points, corners } = openBox(0.5);
    const shut = new Uint32Array([...corners, 0, 4, 6, 0, 6, 2, ...corners.slice(0, 6)]);
    assert.deepEqual(clearest({ points, corners: shut }, [0, 0.01, 0.02], sides), [0, 1, 0]);
});

test('triangles of no area and directions straight up are no trouble', () => {
    const { points, corners } = openBox(0.5);
    const flat = new Uint32Array([...corners, 0, 0, 0, 1, 1, 2]);
    assert.deepEqual(clearest({ points, corners: flat }, [0, 0, 0], [[0, 0, 1], [-1, 0, 0]]), [-1, 0, 0]);
});
