// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeBase64, decodeBlock, inflate } from '../src/decode.ts';
import { type NumberType, ReportError } from '../src/manifest.ts';
import { Blocks, type Coding } from './fixture.mjs';

function throwsReportError(action: () => Promise<unknown>): Promise<void> {
    return assert.rejects(action, (error) => error instanceof ReportError && error.message.length > 0);
}

async function roundTrip(type: NumberType, numbers: number[], coding: Coding = {}): Promise<number[]> {
    const blocks = new Blocks();
    blocks.add(type, numbers, coding);
    const before = coding.before === undefined ? undefined : new Uint16Array(coding.before);
    return [...(await decodeBlock(blocks.descriptions[0], blocks.texts[0], before))];
}

/** Numbers that look random and are the same each time. */
function numbersBelow(limit: number, count: number): number[] {
    let state = 12345;
    return Array.from({ length: count }, () => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return Math.floor((state / 2 ** 32) * limit);
    });
}

test('base64 of all lengths and all bytes', () => {
    for (let length = 0; length < 300; ++length) {
        const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255);
        assert.deepEqual(decodeBase64(Buffer.from(bytes).toString('base64')), bytes);
    }
});

test('text that is not base64', () => {
    for (const text of ['A', 'AB', 'ABC', 'A===', '====', 'AB!D', 'ABé=', 'AB CD===', 'AAAA\u0100AAA']) {
        assert.throws(() => decodeBase64(text), ReportError, text);
    }
});

test('numbers of every type and coding come back', async () => {
    const limits = { u8: 2 ** 8, u16: 2 ** 16, u32: 2 ** 32 } as const;
    for (const type of ['u8', 'u16', 'u32'] as const) {
        const numbers = [0, limits[type] - 1, 0, limits[type] / 2, ...numbersBelow(limits[type], 200)];
        for (const order of [0, 1, 2] as const) {
            for (const stride of [1, 2, 3, 7, 100, 500]) {
                for (const shuffled of [false, true]) {
                    assert.deepEqual(await roundTrip(type, numbers, { stride, order, shuffled }), numbers);
                }
            }
        }
    }
    for (const type of ['f32', 'f64'] as const) {
        const numbers = [0, -0, 1, -1.5, 2 ** -149, Infinity, -Infinity, NaN, 65504];
        for (const shuffled of [false, true]) assert.deepEqual(await roundTrip(type, numbers, { shuffled }), numbers);
    }
});

test('numbers that go on from others', async () => {
    const before = numbersBelow(65536, 6);
    for (const count of [0, 6, 12, 30]) {
        for (const order of [1, 2] as const) {
            const numbers = numbersBelow(65536, count);
            const coding = { stride: 6, order, shuffled: true, before };
            assert.deepEqual(await roundTrip('u16', numbers, coding), numbers);
        }
    }
});

test('an empty block', async () => {
    assert.deepEqual(await roundTrip('u32', []), []);
    assert.deepEqual(await roundTrip('u16', [], { stride: 0, order: 1 }), []);
});

test('a known text, made by hand from the description of the format', async () => {
    // 5, 4, 6 by order 1: folded differences 10, 1, 4, as a stored (not compressed) zlib stream.
    const bytes = Uint8Array.from([0x78, 0x01, 0x01, 3, 0, 0xfc, 0xff, 10, 1, 4, 0, 39, 0, 16]);
    const block = { type: 'u8', count: 3, stride: 1, order: 1, shuffled: false, bytes: bytes.length } as const;
    assert.deepEqual([...(await decodeBlock(block, Buffer.from(bytes).toString('base64')))], [5, 4, 6]);
});

test('damaged streams', async () => {
    const blocks = new Blocks();
    blocks.add('u16', numbersBelow(65536, 500));
    const [block] = blocks.descriptions;
    const packed = Buffer.from(blocks.texts[0], 'base64');
    await throwsReportError(() => inflate(new Uint8Array(), 10));
    await throwsReportError(() => inflate(new Uint8Array(packed.subarray(0, 400)), 1000));
    await throwsReportError(() => decodeBlock({ ...block, count: 499 }, blocks.texts[0]));
    await throwsReportError(() => decodeBlock({ ...block, count: 501 }, blocks.texts[0]));
    for (let byte = 0; byte < packed.length; byte += 37) {
        const damaged = new Uint8Array(packed);
        damaged[byte] ^= 0x55;
        await throwsReportError(() => decodeBlock(block, Buffer.from(damaged).toString('base64')));
    }
});

test('descriptions that make no sense', async () => {
    const blocks = new Blocks();
    blocks.add('f32', [1, 2, 3]);
    const [block] = blocks.descriptions;
    const wrong = [{ type: 'i7' }, { count: -1 }, { count: 1.5 }, { count: NaN }, { order: 1 }, { order: 3 }];
    for (const change of wrong) {
        await throwsReportError(() => decodeBlock({ ...block, ...change } as typeof block, blocks.texts[0]));
    }
    blocks.add('u8', [1, 2, 3], { order: 1 });
    await throwsReportError(() => decodeBlock({ ...blocks.descriptions[1], stride: 0 }, blocks.texts[1]));
});
