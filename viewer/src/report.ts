// SPDX-License-Identifier: Apache-2.0
// The decoded contents of a report, checked once, so that nothing after this has to doubt an index.
import { decodeBlock, type Numbers } from './decode.ts';
import {
    type BodyManifest,
    type ContactsManifest,
    type Manifest,
    type NumberType,
    ReportError,
    require,
} from './manifest.ts';

export interface Body {
    name: string;
    vertices: number;
    firstKey: number;
    lastKey: number;
    faces: Uint32Array;
    looseEdges: Uint32Array;
    /** Quantised, one array a key (or a single one); see `low` and `size`. */
    keys: Uint16Array[];
    low: [number, number, number];
    size: [number, number, number];
    /** Seven numbers a key, x y z and the quaternion x y z w; null for a body without poses. */
    poses: Float64Array | null;
}

/** The contacts, as columns. */
export interface Contacts {
    count: number;
    step: Uint32Array;
    tocLower: Float64Array;
    tocUpper: Float64Array;
    kind: Uint8Array;
    vertices: Uint32Array;
    objects: Uint16Array | Uint32Array;
    weights: Float32Array;
    point: Float64Array;
    normal: Float32Array;
    /** What the coordinates of points are multiples of, or nearly: the rest was rounded away; 0 for no rounding. */
    pointGrid: number;
    distance: Float32Array | null;
    /** The contacts by step, then by toc.lower, then as they come. */
    byTime: Uint32Array;
}

/** What the components of normals are multiples of. */
export const normalGrid = 2 ** -12;

export interface Report {
    manifest: Manifest;
    bodies: Body[];
    contacts: Contacts;
}

/** Index in 0..1 of the object that vertex 0..3 of a contact of this kind belongs to. */
export function sideOf(kind: number, vertex: number): 0 | 1 {
    return vertex >= (kind === 0 ? 1 : 2) ? 1 : 0;
}

type Reader = (
    block: number,
    type: NumberType,
    count: number,
    what: string,
    before?: Uint16Array,
) => Promise<Numbers>;

function blockReader(manifest: Manifest, texts: readonly string[]): Reader {
    return async (number, type, count, what, before) => {
        const block = manifest.blocks[number];
        require(block !== undefined && texts[number] !== undefined, `${what} are missing`);
        require(block.type === type && block.count === count, `${what} are not as many as they should be`);
        try {
            return await decodeBlock(block, texts[number], before);
        } catch (error) {
            if (error instanceof ReportError) throw new ReportError(`${what} cannot be read: ${error.message}`);
            throw error;
        }
    };
}

function countOf(manifest: Manifest, block: number): number {
    return manifest.blocks[block]?.count ?? 0;
}

function checkBelow(numbers: Uint32Array | Uint16Array, limit: number, sentence: string): void {
    for (let i = 0; i < numbers.length; ++i) require(numbers[i] < limit, sentence);
}

async function readKeys(body: BodyManifest, read: Reader, what: string): Promise<Uint16Array[]> {
    const { first, rest, keys } = body.positions;
    const length = 3 * body.vertices;
    const firstKey = (await read(first, 'u16', length, `the positions of ${what}`)) as Uint16Array;
    if (keys === 1) return [firstKey];
    const count = length * (keys - 1);
    const others = (await read(rest ?? -1, 'u16', count, `the positions of ${what}`, firstKey)) as Uint16Array;
    const later = Array.from({ length: keys - 1 }, (_, key) => others.subarray(key * length, (key + 1) * length));
    return [firstKey, ...later];
}

async function readBody(manifest: Manifest, body: BodyManifest, read: Reader): Promise<Body> {
    const what = `"${body.name}"`;
    const present = body.last_key - body.first_key + 1;
    require(
        body.first_key >= 0 && present >= 1 && body.last_key < manifest.key_times.length,
        `${what} is there at keys that are none`,
    );
    require(
        body.positions.keys === 1 || body.positions.keys === present,
        `${what} has neither one position nor one for each key`,
    );
    const faces = (await read(body.faces, 'u32', countOf(manifest, body.faces), `the faces of ${what}`)) as Uint32Array;
    require(faces.length % 3 === 0, `the faces of ${what} are not triangles`);
    checkBelow(faces, body.vertices, `a face of ${what} names no vertex`);
    const looseEdges =
        body.loose_edges === null
            ? new Uint32Array()
            : ((await read(
                  body.loose_edges,
                  'u32',
                  countOf(manifest, body.loose_edges),
                  `the edges of ${what}`,
              )) as Uint32Array);
    checkBelow(looseEdges, body.vertices, `an edge of ${what} names no vertex`);
    return {
        name: body.name,
        vertices: body.vertices,
        firstKey: body.first_key,
        lastKey: body.last_key,
        faces,
        looseEdges,
        keys: await readKeys(body, read, what),
        low: body.positions.low,
        size: body.positions.size,
        poses:
            body.poses === null
                ? null
                : ((await read(body.poses, 'f64', 7 * present, `the poses of ${what}`)) as Float64Array),
    };
}

function noContacts(): Contacts {
    const f32 = new Float32Array();
    const f64 = new Float64Array();
    const u32 = new Uint32Array();
    return {
        count: 0, step: u32, tocLower: f64, tocUpper: f64, kind: new Uint8Array(), vertices: u32,
        objects: new Uint16Array(), weights: f32, point: f64, normal: f32, pointGrid: 1,
        distance: null, byTime: u32,
    };
}

function stepsOf(manifest: Manifest, count: number): Uint32Array {
    const step = new Uint32Array(count);
    let end = 0;
    manifest.steps.forEach((what, number) => {
        require(what.contacts[0] === end && what.contacts[1] >= end, 'the contacts of its steps are not in order');
        end = what.contacts[1];
        require(end <= count, 'a step has contacts that are not there');
        step.fill(number, what.contacts[0], end);
    });
    require(end === count, 'some contacts belong to no step');
    return step;
}

function sortedByTime(step: Uint32Array, tocLower: Float64Array): Uint32Array {
    const order = new Uint32Array(step.length);
    for (let i = 0; i < order.length; ++i) order[i] = i;
    return order.sort((a, b) => step[a] - step[b] || tocLower[a] - tocLower[b] || a - b);
}

/** The size of the smallest body that touches another, apart from those that are points; 0 for none. */
function leastSize({ objects }: Contacts, bodies: Body[]): number {
    const sizes = [...new Set(objects)].map((body) => Math.max(...bodies[body].size)).filter((size) => size > 0);
    return sizes.reduce((least, size) => Math.min(least, size), sizes[0] ?? 0);
}

async function readContacts(manifest: Manifest, columns: ContactsManifest, bodies: Body[], read: Reader) {
    const { count } = columns;
    const column = (block: number, type: NumberType, each: number) => read(block, type, each * count, 'its contacts');
    const step = stepsOf(manifest, count);
    const tocLower = (await column(columns.toc_lower, 'f64', 1)) as Float64Array;
    const point = (await column(columns.point, 'f64', 3)) as Float64Array;
    const contacts: Contacts = {
        count,
        step,
        tocLower,
        tocUpper: (await column(columns.toc_upper, 'f64', 1)) as Float64Array,
        kind: (await column(columns.kind, 'u8', 1)) as Uint8Array,
        vertices: (await column(columns.vertices, 'u32', 4)) as Uint32Array,
        objects: (await column(columns.objects, bodies.length > 65536 ? 'u32' : 'u16', 2)) as Uint16Array | Uint32Array,
        weights: (await column(columns.weights, 'f32', 4)) as Float32Array,
        point,
        normal: (await column(columns.normal, 'f32', 3)) as Float32Array,
        pointGrid: 0,
        distance: columns.distance === null ? null : ((await column(columns.distance, 'f32', 1)) as Float32Array),
        byTime: sortedByTime(step, tocLower),
    };
    checkBelow(contacts.objects, bodies.length, 'a contact names a body that is not there');
    contacts.pointGrid = 2 ** -18 * leastSize(contacts, bodies);
    for (let i = 0; i < 4 * count; ++i) {
        const contact = i >> 2;
        const body = bodies[contacts.objects[2 * contact + sideOf(contacts.kind[contact], i & 3)]];
        require(contacts.vertices[i] < body.vertices, 'a contact names a vertex that is not there');
    }
    return contacts;
}

function checkTimes(manifest: Manifest): void {
    const times = manifest.key_times;
    require(
        times.length > 0 && times[0] === 0 && times[times.length - 1] === manifest.steps.length &&
            times.every((time, key) => key === 0 || time >= times[key - 1]),
        'its keys do not go from time 0 to the number of its steps',
    );
}

/** Decodes and checks everything. Throws: ReportError with the sentence that it breaks. */
export async function readReport(manifest: Manifest, texts: readonly string[]): Promise<Report> {
    checkTimes(manifest);
    const read = blockReader(manifest, texts);
    const bodies = await Promise.all(manifest.bodies.map((body) => readBody(manifest, body, read)));
    const contacts =
        manifest.contacts === null ? noContacts() : await readContacts(manifest, manifest.contacts, bodies, read);
    return { manifest, bodies, contacts };
}

/** The buffers of a report, to hand over to another thread without a copy. */
export function buffersOf(report: Report): ArrayBuffer[] {
    const buffers = new Set<ArrayBuffer>();
    const collect = (value: unknown): void => {
        if (ArrayBuffer.isView(value)) buffers.add(value.buffer as ArrayBuffer);
        else if (Array.isArray(value)) value.forEach(collect);
        else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
    };
    collect(report.bodies);
    collect(report.contacts);
    return [...buffers];
}
