// SPDX-License-Identifier: Apache-2.0
// When each triangle of a body is first touched in a step: what triangles are coloured by.
import type { Body, Contacts, Report } from './report.ts';
import { sideOf } from './report.ts';

/** The faces around each vertex: those of vertex v are faces[start[v]] to faces[start[v + 1] - 1]. */
interface FacesAround {
    start: Uint32Array;
    faces: Uint32Array;
}

function facesAround(body: Body): FacesAround {
    const start = new Uint32Array(body.vertices + 2);
    for (const vertex of body.faces) ++start[vertex + 2];
    for (let i = 2; i < start.length; ++i) start[i] += start[i - 1];
    const faces = new Uint32Array(body.faces.length);
    for (let i = 0; i < body.faces.length; ++i) faces[start[body.faces[i] + 1]++] = Math.floor(i / 3);
    return { start, faces };
}

/** Times in [0, 1] of the first contact of each face in a step, Infinity where there is none; an array for each body. */
export type FaceTimes = Float32Array[];

/** Finds the times at which faces are first touched; keeps what depends on the faces alone. */
export class FirstTouch {
    private readonly around: (FacesAround | undefined)[] = [];

    constructor(private readonly report: Report) {}

    /**
     * A contact touches the faces that have the whole feature as a part: of a face itself, of an edge the faces on its
     * sides, of a vertex all around it.
     */
    times(step: number): FaceTimes {
        const { bodies, contacts, manifest } = this.report;
        const times = bodies.map((body) => new Float32Array(body.faces.length / 3).fill(Infinity));
        const [first, end] = manifest.steps[step]?.contacts ?? [0, 0];
        for (let contact = first; contact < end; ++contact) {
            this.touch(times, contacts, contact, 0);
            this.touch(times, contacts, contact, 1);
        }
        return times;
    }

    private touch(times: FaceTimes, contacts: Contacts, contact: number, side: 0 | 1): void {
        const object = contacts.objects[2 * contact + side];
        const body = this.report.bodies[object];
        const { start, faces } = (this.around[object] ??= facesAround(body));
        const corners: number[] = [];
        for (let i = 0; i < 4; ++i) {
            if (sideOf(contacts.kind[contact], i) === side) corners.push(contacts.vertices[4 * contact + i]);
        }
        const time = contacts.tocLower[contact];
        const own = times[object];
        for (let i = start[corners[0]]; i < start[corners[0] + 1]; ++i) {
            const face = faces[i];
            const a = body.faces[3 * face];
            const b = body.faces[3 * face + 1];
            const c = body.faces[3 * face + 2];
            const hasAll = corners.every((corner) => corner === a || corner === b || corner === c);
            if (hasAll && time < own[face]) own[face] = time;
        }
    }
}
