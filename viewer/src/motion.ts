// SPDX-License-Identifier: Apache-2.0
// Where bodies and their vertices are at a time of the recording.
//
// Between two keys vertices and origins move in straight lines and orientations turn by the shortest way. Two keys of the
// same time are a cut: what comes before does not lead to what comes after.
import type { Body, Contacts, Report } from './report.ts';
import { sideOf } from './report.ts';

export type Vec3 = [number, number, number];

/** Two keys of a body, by their place among its own, and how far it is from the first to the second. */
export interface Place {
    before: number;
    after: number;
    fraction: number;
}

export interface Pose {
    origin: Vec3;
    /** x y z w */
    turn: [number, number, number, number];
}

/** Number of the last key that is not after `time`, or -1. */
function keyBefore(times: readonly number[], time: number): number {
    let low = 0;
    let high = times.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (times[middle] <= time) low = middle + 1;
        else high = middle;
    }
    return low - 1;
}

/**
 * Where a time is among the keys of a body; null while the body is not there. Of a cut, after it, unless `step` is
 * given: then the place is one of that step, and its end is before the cut.
 */
export function placeAt(times: readonly number[], body: Body, time: number, step?: number): Place | null {
    let before = keyBefore(times, time);
    if (step !== undefined && time >= step + 1) {
        while (before > 0 && times[before] >= step + 1 && times[before - 1] >= step + 1) --before;
    }
    if (before < body.firstKey || before > body.lastKey) return null;
    const own = before - body.firstKey;
    const next = before + 1;
    if (next > body.lastKey || next >= times.length || times[next] <= time) {
        return { before: own, after: own, fraction: 0 };
    }
    return { before: own, after: own + 1, fraction: (time - times[before]) / (times[next] - times[before]) };
}

function keyIndex(body: Body, key: number): number {
    return body.keys.length === 1 ? 0 : key;
}

/** A vertex of a body at one of its keys, in the body's own coordinates. */
function vertexAtKey(body: Body, vertex: number, key: number): Vec3 {
    const quantised = body.keys[keyIndex(body, key)];
    const at = 3 * vertex;
    return [
        body.low[0] + (body.size[0] * quantised[at]) / 65535,
        body.low[1] + (body.size[1] * quantised[at + 1]) / 65535,
        body.low[2] + (body.size[2] * quantised[at + 2]) / 65535,
    ];
}

function mix(a: Vec3, b: Vec3, fraction: number): Vec3 {
    return [
        (1 - fraction) * a[0] + fraction * b[0],
        (1 - fraction) * a[1] + fraction * b[1],
        (1 - fraction) * a[2] + fraction * b[2],
    ];
}

/** The pose of a body at a place; null for a body without poses. */
export function poseAt(body: Body, place: Place): Pose | null {
    const { poses } = body;
    if (poses === null) return null;
    const a = poses.subarray(7 * place.before, 7 * place.before + 7);
    const b = poses.subarray(7 * place.after, 7 * place.after + 7);
    let cosine = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6];
    const sign = cosine < 0 ? -1 : 1;
    cosine = Math.min(1, Math.abs(cosine));
    let first = 1 - place.fraction;
    let second = place.fraction;
    const angle = Math.acos(cosine);
    if (angle > 1e-3) {
        first = Math.sin(first * angle) / Math.sin(angle);
        second = Math.sin(second * angle) / Math.sin(angle);
    }
    const turn = [3, 4, 5, 6].map((i) => first * a[i] + sign * second * b[i]);
    const length = Math.hypot(...turn) || 1;
    return {
        origin: mix([a[0], a[1], a[2]], [b[0], b[1], b[2]], place.fraction),
        turn: [turn[0] / length, turn[1] / length, turn[2] / length, turn[3] / length],
    };
}

/** A point of a body's own coordinates in those of the scene. */
export function transformed(pose: Pose | null, point: Vec3): Vec3 {
    if (pose === null) return point;
    const [x, y, z, w] = pose.turn;
    const [px, py, pz] = point;
    // Twice the cross product of the turn's axis and the point, then the formula p + w t + axis x t.
    const tx = 2 * (y * pz - z * py);
    const ty = 2 * (z * px - x * pz);
    const tz = 2 * (x * py - y * px);
    return [
        px + w * tx + (y * tz - z * ty) + pose.origin[0],
        py + w * ty + (z * tx - x * tz) + pose.origin[1],
        pz + w * tz + (x * ty - y * tx) + pose.origin[2],
    ];
}

/** A vertex of a body in the scene. */
export function vertexAt(body: Body, vertex: number, place: Place, pose = poseAt(body, place)): Vec3 {
    const before = vertexAtKey(body, vertex, place.before);
    const own =
        body.keys.length === 1 || place.fraction === 0
            ? before
            : mix(before, vertexAtKey(body, vertex, place.after), place.fraction);
    return transformed(pose, own);
}

/** The bodies' vertices in the scene at a time, handed one by one to `visit`. */
export function visitVertices(report: Report, time: number, visit: (x: number, y: number, z: number) => void): void {
    for (const body of report.bodies) {
        const place = placeAt(report.manifest.key_times, body, time);
        if (place === null) continue;
        const pose = poseAt(body, place);
        const before = body.keys[keyIndex(body, place.before)];
        const after = body.keys[keyIndex(body, place.after)];
        const { fraction } = place;
        const own = (at: number, axis: number) =>
            body.low[axis] + (body.size[axis] * (before[at] + fraction * (after[at] - before[at]))) / 65535;
        for (let at = 0; at < before.length; at += 3) {
            const x = own(at, 0);
            const y = own(at + 1, 1);
            const z = own(at + 2, 2);
            if (pose === null) visit(x, y, z);
            else visit(...transformed(pose, [x, y, z]));
        }
    }
}

/** The time of a contact in the recording. */
export function timeOf(contacts: Contacts, contact: number): number {
    return contacts.step[contact] + contacts.tocLower[contact];
}

/** The four vertices of a contact's features at a time of its step; null when one of its bodies is not there. */
export function featureVertices(report: Report, contact: number, time: number): Vec3[] | null {
    const { contacts } = report;
    const points: Vec3[] = [];
    for (let i = 0; i < 4; ++i) {
        const body = report.bodies[contacts.objects[2 * contact + sideOf(contacts.kind[contact], i)]];
        const place = placeAt(report.manifest.key_times, body, time, contacts.step[contact]);
        if (place === null) return null;
        points.push(vertexAt(body, contacts.vertices[4 * contact + i], place));
    }
    return points;
}

/** The touching point of one side of a contact at a time of its step: a point of the material, not of space. */
export function materialPoint(report: Report, contact: number, side: 0 | 1, time: number): Vec3 | null {
    const { contacts } = report;
    const vertices = featureVertices(report, contact, time);
    if (vertices === null) return null;
    const own = [0, 1, 2, 3].filter((i) => sideOf(contacts.kind[contact], i) === side);
    // Weights are rounded: from one of the vertices on, so that it does not matter how far off the scene is.
    const start = vertices[own[0]];
    const point: Vec3 = [...start];
    for (const i of own) {
        const weight = contacts.weights[4 * contact + i];
        for (let axis = 0; axis < 3; ++axis) point[axis] += weight * (vertices[i][axis] - start[axis]);
    }
    return point;
}
