// SPDX-License-Identifier: Apache-2.0
// From the text of a block to its numbers: base64, zlib, then what docs/report_format.md calls shuffled and order.
import { type Block, type NumberType, ReportError, require } from './manifest.ts';

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

const arrays = {
    u8: Uint8Array,
    u16: Uint16Array,
    u32: Uint32Array,
    f32: Float32Array,
    f64: Float64Array,
} satisfies Record<NumberType, unknown>;

const notBase64 = 255;
const sextets = new Uint8Array(128).fill(notBase64);
for (const [value, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
    sextets[letter.charCodeAt(0)] = value;
}

/** The bytes of a base64 text. Throws: ReportError when it is none. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
    let end = text.length;
    while (end > 0 && text.charCodeAt(end - 1) === 61) --end; // '='
    require(text.length % 4 === 0 && text.length - end <= 2, 'its text has been cut off');
    const bytes = new Uint8Array(Math.floor((end * 3) / 4));
    let at = 0;
    let bits = 0;
    let doubt = 0; // beyond 63 once a letter was none
    for (let i = 0; i < end; ++i) {
        const letter = text.charCodeAt(i);
        const sextet = letter < 128 ? sextets[letter] : notBase64;
        doubt |= sextet;
        bits = (bits << 6) | sextet;
        switch (i & 3) {
            case 1:
                bytes[at++] = bits >> 4;
                break;
            case 2:
                bytes[at++] = bits >> 2;
                break;
            case 3:
                bytes[at++] = bits;
                bits = 0;
                break;
            default:
        }
    }
    require(doubt < 64, 'its text holds letters that are not base64');
    return bytes;
}

/** The `size` bytes that a zlib stream holds. Throws: ReportError when it holds fewer, more, or is damaged. */
export async function inflate(packed: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(size);
    let at = 0;
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
    for (;;) {
        let piece;
        try {
            piece = await reader.read();
        } catch {
            throw new ReportError('its compressed data are damaged');
        }
        if (piece.done) break;
        if (at + piece.value.length > size) {
            void reader.cancel().catch(() => undefined);
            throw new ReportError('it holds more numbers than it says');
        }
        bytes.set(piece.value, at);
        at += piece.value.length;
    }
    require(at === size, 'it holds fewer numbers than it says');
    return bytes;
}

/** From planes of bytes (all first bytes, then all second, ...) to numbers. */
function unshuffle(planes: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
    const count = planes.length / width;
    const bytes = new Uint8Array(planes.length);
    for (let plane = 0; plane < width; ++plane) {
        const start = plane * count;
        for (let i = 0, to = plane; i < count; ++i, to += width) bytes[to] = planes[start + i];
    }
    return bytes;
}

type Integers = Uint8Array | Uint16Array | Uint32Array;

/** From folded differences to numbers, in place; sums are modulo 2^bits, as the array's own type has it. */
function sumUp(numbers: Integers, stride: number, order: number): void {
    for (let i = 0; i < numbers.length; ++i) {
        const folded = numbers[i];
        const difference = (folded >>> 1) ^ -(folded & 1);
        if (i < stride) numbers[i] = difference;
        else if (order === 1 || i < 2 * stride) numbers[i] = difference + numbers[i - stride];
        else numbers[i] = difference + 2 * numbers[i - stride] - numbers[i - 2 * stride];
    }
}

/** The same for numbers that go on from others, the first `stride` of the array. */
function sumUpAfter(before: Integers, numbers: Integers, stride: number, order: number): void {
    require(before.length === stride, 'its stride is not the length of what it goes on from');
    for (let i = 0; i < numbers.length; ++i) {
        const folded = numbers[i];
        const difference = (folded >>> 1) ^ -(folded & 1);
        const last = i < stride ? before[i] : numbers[i - stride];
        if (order === 1 || i < stride) numbers[i] = difference + last;
        else numbers[i] = difference + 2 * last - (i < 2 * stride ? before[i - stride] : numbers[i - 2 * stride]);
    }
}

/**
 * The numbers of a block, which may go on from the numbers `before`.
 * Throws: ReportError with what is wrong about it.
 */
export async function decodeBlock(block: Block, text: string, before?: Integers): Promise<Numbers> {
    const type = arrays[block.type];
    require(type !== undefined, `its numbers are of the unknown type "${String(block.type)}"`);
    require(Number.isSafeInteger(block.count) && block.count >= 0 && block.count < 2 ** 32, 'its count is no count');
    const isInteger = block.type.startsWith('u');
    const order = block.order ?? 0;
    require(order === 0 || ((order === 1 || order === 2) && isInteger), 'its order is none that this page knows');
    require(
        order === 0 || block.count === 0 || (Number.isSafeInteger(block.stride) && block.stride > 0),
        'its stride is not positive',
    );

    const width = type.BYTES_PER_ELEMENT;
    let bytes = await inflate(decodeBase64(text.trim()), block.count * width);
    if (block.shuffled) bytes = unshuffle(bytes, width);
    const numbers = new type(bytes.buffer);
    if (order > 0 && before === undefined) sumUp(numbers as Integers, block.stride, order);
    if (order > 0 && before !== undefined) sumUpAfter(before, numbers as Integers, block.stride, order);
    return numbers;
}
