// SPDX-License-Identifier: Apache-2.0
// The coordinates of the picture: about the middle of the scene, and of a size near 1. The graphics card calculates in
// single precision, which neither a scene far from the origin nor one of very small or large size would survive.
import { type Vec3, visitVertices } from './motion.ts';
import type { Report } from './report.ts';

/** The corners of the least box around all that is there at a time; null when nothing is. */
function boxAt(report: Report, time: number): { low: Vec3; high: Vec3 } | null {
    const low: Vec3 = [Infinity, Infinity, Infinity];
    const high: Vec3 = [-Infinity, -Infinity, -Infinity];
    visitVertices(report, time, (x, y, z) => {
        low[0] = Math.min(low[0], x);
        low[1] = Math.min(low[1], y);
        low[2] = Math.min(low[2], z);
        high[0] = Math.max(high[0], x);
        high[1] = Math.max(high[1], y);
        high[2] = Math.max(high[2], z);
    });
    return low[0] <= high[0] ? { low, high } : null;
}

/** The middle of all that is there at a time. */
export function middleAt(report: Report, time: number): Vec3 {
    const box = boxAt(report, time);
    return box === null ? [0, 0, 0] : (box.low.map((low, axis) => low / 2 + box.high[axis] / 2) as Vec3);
}

export class Frame {
    constructor(
        readonly centre: Vec3,
        readonly scale: number,
    ) {}

    /** The frame in which all that is there at a time is about the origin, with a greatest extent of 1. */
    static of(report: Report, time: number): Frame {
        const box = boxAt(report, time);
        const extent = box === null ? 0 : Math.max(...box.low.map((low, axis) => box.high[axis] - low));
        const scale = 1 / extent;
        return new Frame(middleAt(report, time), Number.isFinite(scale) && scale > 0 ? scale : 1);
    }

    /** A point of the scene in the picture. */
    place(x: number, y: number, z: number): Vec3 {
        return [
            (x - this.centre[0]) * this.scale,
            (y - this.centre[1]) * this.scale,
            (z - this.centre[2]) * this.scale,
        ];
    }
}
