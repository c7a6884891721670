// SPDX-License-Identifier: Apache-2.0
// What a report says about itself, as docs/report_format.md describes it.

export type NumberType = 'u8' | 'u16' | 'u32' | 'f32' | 'f64';

/** How a block of numbers is stored. */
export interface Block {
    type: NumberType;
    count: number;
    stride: number;
    order: 0 | 1 | 2;
    shuffled: boolean;
    bytes: number;
}

/** Numbers of a block, by its place in `blocks`. */
export type BlockNumber = number;

export interface BodyManifest {
    name: string;
    vertices: number;
    first_key: number;
    last_key: number;
    faces: BlockNumber;
    loose_edges: BlockNumber | null;
    positions: {
        first: BlockNumber;
        /** The keys after the first, which go on from it. */
        rest: BlockNumber | null;
        low: [number, number, number];
        size: [number, number, number];
        keys: number;
    };
    poses: BlockNumber | null;
}

export interface StepManifest {
    name: string;
    outcome: string;
    safe_until: number;
    contact_count: number;
    /** Edges through faces at the start, where there are any. */
    crossing_count?: number;
    /** False for a step about which nothing was asked, since its triangles change. */
    checked?: boolean;
    contacts: [number, number];
}

export interface ContactsManifest {
    count: number;
    toc_lower: BlockNumber;
    toc_upper: BlockNumber;
    kind: BlockNumber;
    vertices: BlockNumber;
    objects: BlockNumber;
    weights: BlockNumber;
    point: BlockNumber;
    normal: BlockNumber;
    distance: BlockNumber | null;
}

export const verdicts = ['free', 'contact', 'undecided', 'nothing'] as const;
/** As decided by the command, whose exit code goes by it too. */
export type Verdict = (typeof verdicts)[number];

export interface NamedValue {
    name: string;
    value: string;
}

export interface Manifest {
    schema: string;
    version: string;
    kind: string;
    title: string;
    command?: string;
    /** False where an interrupt left steps without an answer. */
    complete?: boolean;
    /** True where crossings at the start were not looked for. */
    start_assumed_free?: boolean;
    /** What all steps come to. */
    verdict: Verdict;
    settings: NamedValue[];
    statistics: NamedValue[];
    reduced: string[];
    key_times: number[];
    steps: StepManifest[];
    bodies: BodyManifest[];
    contacts: ContactsManifest | null;
    blocks: Block[];
}

/** A report that cannot be shown, with the sentence that says why. */
export class ReportError extends Error {}

export function require(condition: boolean, sentence: string): asserts condition {
    if (!condition) throw new ReportError(sentence);
}

/** Reads the manifest. Throws: ReportError when it is none or of another version. */
export function parseManifest(text: string): Manifest {
    let manifest: Manifest;
    try {
        manifest = JSON.parse(text) as Manifest;
    } catch {
        throw new ReportError('the description of its contents is no JSON');
    }
    require(typeof manifest === 'object' && manifest !== null, 'the description of its contents is empty');
    require(
        manifest.schema === 'tocca.report/1',
        `it has the schema "${String(manifest.schema)}", and this page reads "tocca.report/1"`,
    );
    for (const list of ['key_times', 'steps', 'bodies', 'blocks'] as const) {
        require(Array.isArray(manifest[list]), `the list "${list}" is missing`);
    }
    require(verdicts.includes(manifest.verdict), `the verdict "${String(manifest.verdict)}" is none`);
    require(
        manifest.verdict !== 'free' || manifest.steps.every(({ outcome }) => outcome === 'free'),
        'it is said to be free, and has a step that is not',
    );
    manifest.settings ??= [];
    manifest.statistics ??= [];
    manifest.reduced ??= [];
    manifest.contacts ??= null;
    return manifest;
}
