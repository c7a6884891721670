// SPDX-License-Identifier: Apache-2.0
// Writes reports without tocca, after docs/report_format.md alone: a second opinion on the format, and scenes whose
// contacts are known.
import { deflateSync } from 'node:zlib';

const types = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array };

/** Blocks that are numbered as they come. */
export class Blocks {
    descriptions = [];
    texts = [];

    /** Adds numbers and returns their block; `before` is what they go on from, the first `stride` of the array. */
    add(type, numbers, { stride = 1, order = 0, shuffled = false, before = [] } = {}) {
        const all = new types[type]([...before, ...numbers]);
        let coded = all.slice();
        if (order > 0) {
            const bits = 8 * all.BYTES_PER_ELEMENT;
            coded = coded.map((number, i) => {
                let guess = 0;
                if (i >= stride) guess = all[i - stride];
                if (order === 2 && i >= 2 * stride) guess = 2 * all[i - stride] - all[i - 2 * stride];
                const difference = BigInt.asIntN(bits, BigInt(number) - BigInt(guess));
                return Number(BigInt.asUintN(bits, (difference << 1n) ^ (difference >> BigInt(bits - 1))));
            });
        }
        coded = coded.slice(before.length);
        let bytes = Buffer.from(coded.buffer);
        const width = coded.BYTES_PER_ELEMENT;
        if (shuffled) {
            const count = coded.length;
            bytes = Buffer.from(bytes.map((_, i) => bytes[(i % count) * width + Math.floor(i / count)]));
        }
        const packed = deflateSync(bytes);
        this.descriptions.push({ type, count: coded.length, stride, order, shuffled, bytes: packed.length });
        this.texts.push(packed.toString('base64'));
        return this.texts.length - 1;
    }
}

/** Positions of all keys, each a flat array of coordinates, as blocks. */
function addPositions(blocks, keys) {
    const low = [0, 1, 2].map((axis) => keys.reduce((least, key) => key.reduce((m, v, i) => (i % 3 === axis && v < m ? v : m), least), Infinity));
    const high = [0, 1, 2].map((axis) => keys.reduce((most, key) => key.reduce((m, v, i) => (i % 3 === axis && v > m ? v : m), most), -Infinity));
    const size = high.map((value, axis) => value - low[axis]);
    const quantised = keys.map((key) => key.map((v, i) => (size[i % 3] === 0 ? 0 : Math.round(((v - low[i % 3]) / size[i % 3]) * 65535))));
    const [first, ...rest] = quantised;
    return {
        low, size, keys: keys.length,
        first: blocks.add('u16', first, { stride: 3, order: 1, shuffled: true }),
        rest: rest.length === 0 ? null : blocks.add('u16', rest.flat(), { stride: first.length, order: 2, shuffled: true, before: first }),
    };
}

function addBody(blocks, { name, faces, keys, poses = null, first_key = 0, last_key, loose_edges = null }) {
    return {
        name, vertices: keys[0].length / 3, first_key, last_key,
        faces: blocks.add('u32', faces.flat(), { stride: 3, order: 1, shuffled: true }),
        loose_edges: loose_edges && blocks.add('u32', loose_edges.flat(), { stride: 2, order: 1 }),
        positions: addPositions(blocks, keys),
        poses: poses && blocks.add('f64', poses.flat(), { shuffled: true }),
    };
}

function addContacts(blocks, contacts) {
    if (contacts.length === 0) return null;
    const column = (type, name, options) => blocks.add(type, contacts.flatMap((contact) => contact[name]), options);
    return {
        count: contacts.length,
        toc_lower: column('f64', 'toc_lower', { shuffled: true }),
        toc_upper: column('f64', 'toc_upper', { shuffled: true }),
        kind: column('u8', 'kind'),
        vertices: column('u32', 'vertices', { stride: 4, order: 1, shuffled: true }),
        objects: column('u16', 'objects', { stride: 2, order: 1 }),
        weights: column('f32', 'weights', { shuffled: true }),
        point: column('f64', 'point', { shuffled: true }),
        normal: column('f32', 'normal', { shuffled: true }),
        distance: contacts[0].distance === undefined ? null : column('f32', 'distance'),
    };
}

/** A manifest and its blocks, from bodies, steps and contacts (sorted by step) in plain form. */
export function makeReport({ bodies, steps, contacts = [], key_times, ...rest }) {
    const blocks = new Blocks();
    let end = 0;
    const manifest = {
        schema: 'tocca.report/1', version: '0.1.0', kind: 'mesh', title: 'a scene',
        command: 'tocca mesh a.ply b.ply --all --report out.html',
        settings: [{ name: 'question', value: 'all contacts' }],
        statistics: [{ name: 'answered in', value: '0.23 s' }],
        reduced: ['positions are rounded to 1/65535 of the extent of each body'],
        key_times,
        bodies: bodies.map((body) => addBody(blocks, { last_key: key_times.length - 1, ...body })),
        contacts: addContacts(blocks, contacts),
        ...rest,
    };
    manifest.steps = steps.map((step, number) => {
        const own = contacts.filter((contact) => contact.step === number).length;
        const first = end;
        end += own;
        return { name: '', outcome: own > 0 ? 'contact' : 'free', contact_count: own, contacts: [first, end], ...step };
    });
    const known = manifest.steps.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'free');
    const isContact = known.some((outcome) => outcome !== 'undecided');
    manifest.verdict ??= isContact ? 'contact' : known.length > 0 ? 'undecided' : steps.length > 0 ? 'free' : 'nothing';
    manifest.blocks = blocks.descriptions;
    return { manifest, blocks: blocks.texts };
}

/** The page with a report inside. */
export function makePage(viewer, { manifest, blocks }, answers = '{"schema":"tocca.mesh/1"}') {
    const json = (value) => (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('<', '\\u003c');
    const elements = [
        `<script type="application/json" id="tocca-manifest">${json(manifest)}</script>`,
        `<script type="application/json" id="tocca-answers">${json(answers)}</script>`,
        ...blocks.map((text, i) => `<script type="application/octet-stream" id="tocca-block-${i}">${text}</script>`),
    ];
    return viewer.replace('<!--tocca-report-->', () => elements.join('\n'));
}

function grid(n) {
    const faces = [];
    for (let i = 0; i + 1 < n; ++i) {
        for (let j = 0; j + 1 < n; ++j) {
            const a = i * n + j;
            faces.push([a, a + n, a + 1], [a + 1, a + n, a + n + 1]);
        }
    }
    return faces;
}

/**
 * A wavy cloth of n x n vertices falls on a plate in two steps. In the first it is free; in the second every vertex goes
 * through the plate, each at a time that follows from its height. All lengths are multiplied by `scale`.
 */
export function drop(n, scale = 1) {
    const heights = [];
    const key = (lower) => {
        const points = [];
        for (let i = 0; i < n; ++i) {
            for (let j = 0; j < n; ++j) {
                const x = i / (n - 1) - 0.5;
                const y = j / (n - 1) - 0.5;
                points.push(x, y, 0.08 + 0.06 * Math.sin(9 * x) * Math.cos(7 * y) - lower);
            }
        }
        return points;
    };
    const keys = [key(-0.2), key(0), key(0.2)];
    for (let i = 0; i < n * n; ++i) heights.push(keys[1][3 * i + 2]);
    const contacts = heights.map((height, vertex) => {
        const [x, y] = [keys[1][3 * vertex], keys[1][3 * vertex + 1]];
        // In the plate's coordinates u = x + 0.7 and v = y + 0.7 over 1.4; its diagonal goes from corner 1 to corner 3.
        const [u, v] = [(x + 0.7) / 1.4, (y + 0.7) / 1.4];
        const isLower = u + v <= 1;
        const toc = height / 0.2;
        return {
            step: 1, toc_lower: toc, toc_upper: Math.min(1, toc + 1e-9), kind: 0, objects: [0, 1],
            vertices: isLower ? [vertex, 0, 1, 3] : [vertex, 1, 2, 3],
            weights: isLower ? [1, 1 - u - v, u, v] : [1, 1 - v, u + v - 1, 1 - u],
            point: [x * scale, y * scale, 0], normal: [0, 0, 1],
        };
    });
    const first = Math.min(...contacts.map(({ toc_lower }) => toc_lower));
    return makeReport({
        title: 'cloth', key_times: [0, 1, 2],
        bodies: [
            { name: 'cloth', faces: grid(n), keys: keys.map((key) => key.map((value) => value * scale)) },
            { name: 'plate', faces: [[0, 1, 3], [1, 2, 3]], keys: [[-0.7, -0.7, 0, 0.7, -0.7, 0, 0.7, 0.7, 0, -0.7, 0.7, 0].map((value) => value * scale)] },
        ],
        steps: [
            { name: 'f0.ply to f1.ply', safe_until: 1 },
            { name: 'f1.ply to f2.ply', safe_until: first },
        ],
        contacts,
    });
}

const cubeFaces = [
    [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
    [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
];
const cube = (half) => [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1, (i >> 1) & 1, i >> 2].map((bit) => (2 * bit - 1) * half));

/** A cube turns by a quarter about z in each of two steps with a cut between; one edge contact with a distance. */
export function turning() {
    const quarter = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
    return makeReport({
        kind: 'rigid', title: 'turning cube', key_times: [0, 1, 1, 2],
        bodies: [
            { name: 'cube', faces: cubeFaces, keys: [cube(1)], poses: [[0, 0, 0, 0, 0, 0, 1], [0, 0, 0, ...quarter], [10, 0, 0, 0, 0, 0, 1], [10, 0, 0, ...quarter]] },
            { name: 'late', faces: cubeFaces, keys: [cube(0.5)], first_key: 2, poses: [[12, 0, 0, 0, 0, 0, 1], [12, 0, 0, 0, 0, 0, 1]] },
        ],
        steps: [{ safe_until: 1 }, { safe_until: 0.25 }],
        contacts: [{
            step: 1, toc_lower: 0.25, toc_upper: 0.25, kind: 1, objects: [0, 1], vertices: [1, 5, 0, 4],
            weights: [0.5, 0.5, 0.5, 0.5], point: [11.5, 0, 0], normal: [-1, 0, 0], distance: 1e-7,
        }],
    });
}

/** Nothing touches. */
export function free() {
    return makeReport({
        title: 'nothing touches', key_times: [0, 1],
        bodies: [
            { name: 'cube', faces: cubeFaces, keys: [cube(1), cube(1).map((v, i) => (i % 3 === 2 ? v + 0.5 : v))] },
            { name: 'wire', faces: [], loose_edges: [[0, 1], [1, 2]], keys: [[3, 0, 0, 3, 1, 0, 3, 1, 1]] },
        ],
        steps: [{ name: 'a to b', safe_until: 1 }],
    });
}
