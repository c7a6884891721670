// SPDX-License-Identifier: Apache-2.0
// Numbers and things in words.
import { type Report, sideOf } from './report.ts';

const whole = new Intl.NumberFormat('en');

/** A count, as in 113,854. */
export function count(number: number): string {
    return whole.format(number);
}

/** A count of things, as in "1 contact" and "2 contacts". */
export function counted(number: number, thing: string): string {
    return `${count(number)} ${thing}${number === 1 ? '' : 's'}`;
}

/** A time in [0, 1] with six decimals, or as a power of ten when that would tell too little. */
export function time(number: number): string {
    if (number > 0 && number < 1e-4) return number.toExponential(2);
    return number.toFixed(6);
}

/** The same in few letters. */
export function shortTime(number: number): string {
    return number > 0 && number < 1e-4 ? number.toExponential(0) : number.toFixed(4);
}

/** A time in [0, 1] with all its digits. */
export function exactTime(number: number): string {
    return number > 0 && number < 1e-4 ? number.toExponential() : String(number);
}

/** A length to five digits. */
export function length(number: number): string {
    if (number !== 0 && Math.abs(number) < 1e-3) return number.toExponential(3);
    return String(Number(number.toPrecision(5)));
}

/** Three numbers that were rounded to multiples of `grid`: the decimals that are still right, of six digits at most. */
export function coordinates(numbers: ArrayLike<number>, first: number, grid: number): string {
    const unit = 10 ** Math.ceil(Math.log10(grid));
    const known = (number: number) => (unit > 0 ? Math.round(number / unit) * unit : number);
    return [0, 1, 2].map((axis) => String(Number(known(numbers[first + axis]).toPrecision(6)) + 0)).join(', ');
}

/** What a report of this kind calls its steps. */
export function stepWord(report: Report): string {
    return report.manifest.kind === 'robot' ? 'edge' : 'step';
}

export const outcomes: Record<string, string> = {
    free: 'proven free',
    contact: 'contact',
    touching_at_start: 'touching at the start',
    crossing_at_start: 'crossing at the start',
    inside: 'inside at the start',
    near_at_start: 'within the clearance at the start',
    undecided: 'undecided',
};

/** Whether something touches, crosses, is inside or is nearer than the clearance. */
export function isContact(name: string): boolean {
    return name !== 'free' && name !== 'undecided';
}

/** Whether models touch, cross or are inside each other at the start: nothing is proven free then. */
export function isAtStart(name: string): boolean {
    return ['touching_at_start', 'crossing_at_start', 'inside'].includes(name);
}

/** Whether a step is in the way from its start on: where nothing of it is shown as free. */
export function isNotFreeAtStart(name: string): boolean {
    return isAtStart(name) || name === 'near_at_start';
}

export function outcome(name: string): string {
    return outcomes[name] ?? name;
}

/** The features of a contact, one text each, as in "vertex 12" and "face 3 4 5", with their bodies if there are several. */
export function features(report: Report, contact: number): [string, string] {
    const { contacts, bodies } = report;
    const numbers = contacts.vertices.subarray(4 * contact, 4 * contact + 4);
    const edge = (a: number, b: number) => (a === b ? `vertex ${a}` : `edge ${a} ${b}`);
    const [first, second] =
        contacts.kind[contact] === 0
            ? [`vertex ${numbers[0]}`, `face ${numbers[1]} ${numbers[2]} ${numbers[3]}`]
            : [edge(numbers[0], numbers[1]), edge(numbers[2], numbers[3])];
    if (bodies.length === 1) return [first, second];
    const body = (side: number) => bodies[contacts.objects[2 * contact + side]].name;
    return [`${body(0)} ${first}`, `${body(1)} ${second}`];
}

/** The features of a contact in few letters, as in "cloth 12 · ball 3 4 5", or "cloth 12 · 3 4 5" of one body. */
export function shortFeatures(report: Report, contact: number): string {
    const { contacts, bodies } = report;
    const [one, other] = contacts.objects.subarray(2 * contact, 2 * contact + 2);
    const name = (body: number) => (bodies.length === 1 ? '' : `${bodies[body].name} `);
    const numbers = (side: number) => {
        const own = [0, 1, 2, 3].filter((i) => sideOf(contacts.kind[contact], i) === side);
        return [...new Set(own.map((i) => contacts.vertices[4 * contact + i]))].join(' ');
    };
    return `${name(one)}${numbers(0)} · ${one === other ? '' : name(other)}${numbers(1)}`;
}

export function kind(number: number): string {
    return number === 0 ? 'vertex–face' : 'edge–edge';
}
