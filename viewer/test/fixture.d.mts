// SPDX-License-Identifier: Apache-2.0
import type { Manifest, NumberType } from '../src/manifest.ts';

export interface Fixture {
    manifest: Manifest;
    blocks: string[];
}
export interface Coding {
    stride?: number;
    order?: 0 | 1 | 2;
    shuffled?: boolean;
    before?: number[];
}
export class Blocks {
    descriptions: Manifest['blocks'];
    texts: string[];
    add(type: NumberType, numbers: number[], coding?: Coding): number;
}
export function drop(n: number, scale?: number): Fixture;
export function turning(): Fixture;
export function free(): Fixture;
export function makePage(viewer: string, fixture: Fixture, answers?: string): string;
