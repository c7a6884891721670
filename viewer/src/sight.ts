// SPDX-License-Identifier: Apache-2.0
// From where a point can be seen.
import type { Vec3 } from './motion.ts';

/** Triangles by the numbers of their corners among all points. */
export interface Surface {
    /** Three coordinates each. */
    points: Float64Array;
    /** Three corners each. */
    corners: Uint32Array;
}

/** What is nearer to the point than this does not hide it, but touches there. */
const nearest = 1e-3;
/** How far the rays of a bundle lean, in parts of their length. */
const lean = 0.1;

/** A direction and four about it: one that just misses an edge is a poor view. */
function bundle([x, y, z]: Vec3): Vec3[] {
    const flat = Math.hypot(x, y) || 1;
    const right: Vec3 = [-y / flat, x / flat, 0];
    const up: Vec3 = [(-x * z) / flat, (-y * z) / flat, flat];
    const leaning = (by: Vec3, part: number): Vec3 => [x + part * by[0], y + part * by[1], z + part * by[2]];
    return [[x, y, z], leaning(right, lean), leaning(right, -lean), leaning(up, lean), leaning(up, -lean)];
}

/**
 * Whether a ray meets the triangle of a corner and two edges u and v from there, further on than what touches at its
 * start; `a` leads from the corner to that start.
 * Source: Möller and Trumbore 1997
 */
function meets([dx, dy, dz]: Vec3, a: Vec3, u: Vec3, v: Vec3): boolean {
    const px = dy * v[2] - dz * v[1];
    const py = dz * v[0] - dx * v[2];
    const pz = dx * v[1] - dy * v[0];
    const volume = u[0] * px + u[1] * py + u[2] * pz;
    if (volume === 0) return false;
    const along = (a[0] * px + a[1] * py + a[2] * pz) / volume;
    if (!(along >= 0 && along <= 1)) return false;
    const qx = a[1] * u[2] - a[2] * u[1];
    const qy = a[2] * u[0] - a[0] * u[2];
    const qz = a[0] * u[1] - a[1] * u[0];
    const across = (dx * qx + dy * qy + dz * qz) / volume;
    if (!(across >= 0 && along + across <= 1)) return false;
    return (v[0] * qx + v[1] * qy + v[2] * qz) / volume > nearest;
}

/** How often triangles are in the way from a target in a direction. */
function hidden({ points, corners }: Surface, target: Vec3, direction: Vec3): number {
    const rays = bundle(direction);
    const a: Vec3 = [0, 0, 0];
    const u: Vec3 = [0, 0, 0];
    const v: Vec3 = [0, 0, 0];
    let count = 0;
    for (let i = 0; i < corners.length; i += 3) {
        for (let axis = 0; axis < 3; ++axis) {
            const corner = points[3 * corners[i] + axis];
            a[axis] = target[axis] - corner;
            u[axis] = points[3 * corners[i + 1] + axis] - corner;
            v[axis] = points[3 * corners[i + 2] + axis] - corner;
        }
        for (const ray of rays) if (meets(ray, a, u, v)) ++count;
    }
    return count;
}

/** The first of some directions, of unit length, from which least is in front of a target. Lengths are parts of the scene's. */
export function clearest(surface: Surface, target: Vec3, directions: readonly Vec3[]): Vec3 {
    let [best] = directions;
    let least = Infinity;
    for (const direction of directions) {
        const count = hidden(surface, target, direction);
        if (count < least) [best, least] = [direction, count];
        if (least === 0) break;
    }
    return best;
}
