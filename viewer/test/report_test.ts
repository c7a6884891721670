// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FirstTouch } from '../src/first_touch.ts';
import { type Manifest, parseManifest, ReportError } from '../src/manifest.ts';
import { featureVertices, materialPoint, placeAt, vertexAt, visitVertices } from '../src/motion.ts';
import { verdictSentence } from '../src/panels.ts';
import { buffersOf, readReport } from '../src/report.ts';
import * as text from '../src/text.ts';
import { drop, type Fixture, free, turning } from './fixture.mjs';

const read = ({ manifest, blocks }: Fixture) => readReport(parseManifest(JSON.stringify(manifest)), blocks);

function near(a: ArrayLike<number> | null, b: number[], tolerance: number): void {
    assert.ok(a !== null && b.every((value, i) => Math.abs(value - a[i]) <= tolerance), `${String(a)} is not ${b}`);
}

test('vertices are where they were recorded, within half a quantum', async () => {
    const report = await read(drop(10));
    const cloth = report.bodies[0];
    assert.equal(report.bodies.length, 2);
    assert.equal(cloth.keys.length, 3);
    const times = report.manifest.key_times;
    for (const [time, lower] of [[0, -0.2], [0.5, -0.1], [1, 0], [1.75, 0.15], [2, 0.2]]) {
        const place = placeAt(times, cloth, time);
        assert.ok(place !== null);
        near(vertexAt(cloth, 0, place), [-0.5, -0.5, 0.08 + 0.06 * Math.sin(-4.5) * Math.cos(-3.5) - lower], 2e-5);
    }
});

test('vertices visited are the same', async () => {
    for (const fixture of [drop(5), turning()]) {
        const report = await read(fixture);
        for (const time of [0, 0.3, 1, 1.5, 2]) {
            const expected = report.bodies.flatMap((body) => {
                const place = placeAt(report.manifest.key_times, body, time);
                if (place === null) return [];
                return Array.from({ length: body.vertices }, (_, vertex) => vertexAt(body, vertex, place)).flat();
            });
            const visited: number[] = [];
            visitVertices(report, time, (...point) => visited.push(...point));
            near(visited, expected, 1e-12);
            assert.equal(visited.length, expected.length);
        }
    }
});

test('a body that turns turns the shortest way, and a cut is a cut', async () => {
    const report = await read(turning());
    const [cube, late] = report.bodies;
    const times = report.manifest.key_times;
    const at = (time: number, step?: number) => {
        const place = placeAt(times, cube, time, step);
        assert.ok(place !== null);
        return vertexAt(cube, 3, place);
    };
    near(at(0), [1, 1, -1], 1e-4);
    near(at(0.5), [0, Math.SQRT2, -1], 1e-4);
    near(at(1 - 1e-9), [-1, 1, -1], 1e-4);
    near(at(1), [11, 1, -1], 1e-4);
    near(at(1, 0), [-1, 1, -1], 1e-4);
    near(at(2), [9, 1, -1], 1e-4);
    near(at(2, 1), [9, 1, -1], 1e-4);
    assert.equal(placeAt(times, late, 0.5), null);
    assert.equal(placeAt(times, late, 1, 0), null);
    assert.notEqual(placeAt(times, late, 1), null);
});

test('the points that touch meet at the time of contact', async () => {
    const report = await read(drop(8));
    assert.equal(report.contacts.count, 64);
    for (let contact = 0; contact < report.contacts.count; ++contact) {
        const time = report.contacts.step[contact] + report.contacts.tocLower[contact];
        const point = [...report.contacts.point.subarray(3 * contact, 3 * contact + 3)];
        near(materialPoint(report, contact, 0, time), point, 1e-4);
        near(materialPoint(report, contact, 1, time), point, 1e-4);
        assert.equal(featureVertices(report, contact, time)?.length, 4);
    }
});

test('the points that touch meet also far from the origin', async () => {
    const fixture = drop(8);
    for (const body of fixture.manifest.bodies) body.positions.low[0] += 1e6;
    const report = await read(fixture);
    assert.equal(report.contacts.count, 64);
    for (let contact = 0; contact < report.contacts.count; ++contact) {
        const time = report.contacts.step[contact] + report.contacts.tocLower[contact];
        near(materialPoint(report, contact, 0, time), materialPoint(report, contact, 1, time) ?? [], 1e-4);
    }
});

test('contacts are sorted by time', async () => {
    const { contacts } = await read(drop(20));
    assert.equal(contacts.count, 400);
    assert.deepEqual([...contacts.byTime].sort((a, b) => a - b), [...contacts.byTime.keys()]);
    for (let i = 1; i < contacts.count; ++i) {
        assert.ok(contacts.tocLower[contacts.byTime[i - 1]] <= contacts.tocLower[contacts.byTime[i]]);
    }
});

test('faces are coloured by their first contact', async () => {
    const report = await read(drop(6));
    const touch = new FirstTouch(report);
    for (const times of touch.times(0)) assert.ok(times.every((time) => time === Infinity));
    const [cloth, plate] = touch.times(1);
    const { contacts, bodies } = report;
    cloth.forEach((time, face) => {
        const corners = [...bodies[0].faces.subarray(3 * face, 3 * face + 3)];
        const soonest = Math.min(...corners.map((corner) => contacts.tocLower[corner]));
        assert.equal(time, Math.fround(soonest));
    });
    assert.equal(Math.min(...plate), Math.fround(Math.min(...contacts.tocLower)));
    const edges = await read(turning());
    const [cube] = new FirstTouch(edges).times(1);
    assert.equal(cube.filter((time) => time === 0.25).length, 2);
});

test('reports without contacts, without steps, with loose edges', async () => {
    const report = await read(free());
    assert.equal(report.contacts.count, 0);
    assert.deepEqual([...report.bodies[1].looseEdges], [0, 1, 1, 2]);
    assert.match(verdictSentence(report), /^Proven free/);
    const { manifest, blocks } = turning();
    manifest.steps = [];
    manifest.key_times = [0];
    manifest.contacts = null;
    manifest.bodies = [];
    manifest.verdict = 'nothing';
    assert.equal(verdictSentence(await read({ manifest, blocks })), 'No step was checked');
});

test('every buffer is handed over once', async () => {
    const report = await read(drop(5));
    const buffers = buffersOf(report);
    assert.equal(new Set(buffers).size, buffers.length);
    const copy = structuredClone(report, { transfer: buffers });
    assert.equal(copy.contacts.count, 25);
    assert.equal(report.contacts.tocLower.length, 0);
});

test('a report that breaks a rule is refused with a sentence', async () => {
    const breaks: Record<string, (manifest: Manifest, blocks: string[]) => void> = {
        schema: (manifest) => (manifest.schema = 'tocca.report/2'),
        'no bodies': (manifest) => delete (manifest as Partial<Manifest>).bodies,
        'times go back': (manifest) => (manifest.key_times = [0, 1.5, 1, 2]),
        'times end early': (manifest) => (manifest.key_times = [0, 0.5, 1]),
        'keys of a body': (manifest) => (manifest.bodies[0].last_key = 9),
        'number of keys': (manifest) => (manifest.bodies[0].positions.keys = 2),
        'no rest': (manifest) => (manifest.bodies[0].positions.rest = null),
        'fewer vertices': (manifest) => (manifest.bodies[0].vertices -= 1),
        'face of no vertex': (manifest) => (manifest.bodies[1].faces = manifest.bodies[0].faces),
        'no such block': (manifest) => (manifest.bodies[1].faces = 99),
        'block of another type': (manifest) => (manifest.bodies[1].faces = manifest.bodies[1].positions.first),
        'contacts of no step': (manifest) => (manifest.steps[1].contacts = [0, 7]),
        'contacts twice': (manifest) => (manifest.steps[0].contacts = [0, 25]),
        'block missing': (_, blocks) => blocks.pop(),
        'blocks swapped': (_, blocks) => blocks.reverse(),
    };
    for (const [name, change] of Object.entries(breaks)) {
        const { manifest, blocks } = drop(5);
        change(manifest, blocks);
        await assert.rejects(
            async () => read({ manifest, blocks }),
            (error) => error instanceof ReportError && error.message.length > 0,
            name,
        );
    }
    for (const json of ['', '{', 'null', '3', '[]', '{}']) assert.throws(() => parseManifest(json), ReportError, json);
});

test('verdicts', async () => {
    assert.match(verdictSentence(await read(drop(5))), /^Contact in 1 of 2 steps, first in step 1 at 0\.\d{6}$/);
    const fixture = free();
    for (const [outcome, sentence] of [
        ['contact', 'Contact, at some time'],
        ['touching_at_start', 'Touching at the start'],
        ['crossing_at_start', 'Crossing at the start: 184 edges through faces'],
        ['near_at_start', 'Within the clearance at the start'],
        ['inside', 'Inside at the start'],
        ['undecided', 'Undecided in 1 of 1 step'],
    ]) {
        fixture.manifest.steps[0].outcome = outcome;
        fixture.manifest.steps[0].safe_until = 0.5;
        fixture.manifest.steps[0].crossing_count = outcome === 'crossing_at_start' ? 184 : undefined;
        fixture.manifest.verdict = outcome === 'undecided' ? 'undecided' : 'contact';
        assert.equal(verdictSentence(await read(fixture)), sentence);
        assert.equal(text.isNotFreeAtStart(outcome), !['contact', 'undecided'].includes(outcome));
        // No page says free in green of a step that is not.
        fixture.manifest.verdict = 'free';
        await assert.rejects(async () => read(fixture), ReportError);
    }
    fixture.manifest.steps[0].outcome = 'contact';
    fixture.manifest.steps[0].contact_count = 1;
    fixture.manifest.verdict = 'contact';
    assert.equal(verdictSentence(await read(fixture)), 'First contact at 0.500000');
    const many = drop(5);
    many.manifest.steps[0].outcome = 'crossing_at_start';
    assert.equal(verdictSentence(await read(many)), 'Crossing at the start of step 0; 2 of 2 steps not free');
    const changing = free();
    changing.manifest.steps[0].outcome = 'undecided';
    changing.manifest.steps[0].checked = false;
    changing.manifest.verdict = 'undecided';
    assert.equal(verdictSentence(await read(changing)), '1 of 1 step not checked, since the triangles change');
    const assumed = free();
    assumed.manifest.start_assumed_free = true;
    assert.equal(
        verdictSentence(await read(assumed)),
        'Proven free of contact over the whole step, assuming that nothing crosses at the start',
    );
    const interrupted = free();
    interrupted.manifest.complete = false;
    interrupted.manifest.verdict = 'undecided';
    const sentence = 'Interrupted; until then: Proven free of contact over the whole step';
    assert.equal(verdictSentence(await read(interrupted)), sentence);
});

test('texts', async () => {
    assert.equal(text.counted(1, 'contact'), '1 contact');
    assert.equal(text.counted(113854, 'contact'), '113,854 contacts');
    assert.equal(text.time(1e-300), '1.00e-300');
    assert.equal(text.time(0), '0.000000');
    assert.equal(text.shortTime(0), '0.0000');
    assert.equal(text.shortTime(7.4e-6), '7e-6');
    assert.equal(text.exactTime(0.359220228891568), '0.359220228891568');
    assert.equal(text.exactTime(7.491558790206909e-6), '7.491558790206909e-6');
    assert.equal(text.coordinates([-0.05615234375, 0.37890625, -0.00006], 0, 2 ** -12), '-0.056, 0.379, 0');
    assert.equal(text.coordinates([9, -3, 0, 7.62939453125e-6], 1, 3 * 2 ** -18), '-3, 0, 0');
    assert.equal(text.coordinates([-123456789, 0.5, 1e9], 0, 1e9 * 2 ** -18), '-123460000, 0, 1000000000');
    assert.equal(text.coordinates([1e-20, -3e-21, 0], 0, 2 ** -18 * 1e-20), '1e-20, -3e-21, 0');
    assert.equal(text.coordinates([0, 0, 0], 0, 0), '0, 0, 0');
    const report = await read(drop(5));
    assert.match(text.features(report, 3).join(', '), /^cloth vertex 3, plate face \d \d \d$/);
    assert.match(text.shortFeatures(report, 3), /^cloth 3 · plate \d \d \d$/);
});
